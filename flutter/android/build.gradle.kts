group = "dev.narratoria.flutter"
version = "0.1.0"

plugins {
    id("com.android.library")
    id("org.jetbrains.kotlin.android")
}

android {
    namespace = "dev.narratoria.flutter"
    compileSdk = 35
    ndkVersion = "28.0.13004108" // r28: libraries whose parts lie at multiples of 16 KB

    defaultConfig {
        minSdk = 24
        consumerProguardFiles("consumer-rules.pro")
    }

    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_17
        targetCompatibility = JavaVersion.VERSION_17
    }

    kotlinOptions {
        jvmTarget = "17"
    }
}

dependencies {
    // Made by `gomobile bind`: see ../README.md.
    api(files("libs/narratoria.aar"))
}
