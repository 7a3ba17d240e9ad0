rootProject.name = "narratoria"
