package android.os;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One thread is the main one, for all handlers. */
public class Handler {
    private static final ExecutorService MAIN = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "main looper");
        thread.setDaemon(true);
        return thread;
    });

    public Handler(Looper looper) {}

    public boolean post(Runnable task) {
        MAIN.execute(task);
        return true;
    }
}
