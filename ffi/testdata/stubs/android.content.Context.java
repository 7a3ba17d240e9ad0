package android.content;

import java.io.File;

public class Context {
    private final File home;

    public Context(File home) {
        this.home = home;
    }

    public File getFilesDir() {
        return new File(home, "files");
    }

    public File getCacheDir() {
        return new File(home, "cache");
    }
}
