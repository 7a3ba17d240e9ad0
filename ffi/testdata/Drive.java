import ffi.Engine;
import ffi.Ffi;
import ffi.Sink;
import ffi.Subscription;
import java.io.BufferedWriter;
import java.io.File;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Drives the program over the classes that gobind makes.
 *
 *     java Drive play CONFIG SCRIPT RESULTS EVENTS     the calls of a script, and what is told meanwhile
 *     java Drive misuse CONFIG                         what an application does wrong
 *     java Drive leaks CONFIG CALLS TIMES              what is left after many calls and engines
 */
public class Drive {
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "play" -> play(args[1], Path.of(args[2]), Path.of(args[3]), Path.of(args[4]));
            case "misuse" -> misuse(args[1]);
            case "leaks" -> leaks(args[1], Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.exit(0);
    }

    /** Each line of the script is a method, a tab, and its parameters. */
    static void play(String config, Path script, Path results, Path events) throws Exception {
        Engine engine = Ffi.new_(config);
        try (BufferedWriter out = Files.newBufferedWriter(results, StandardCharsets.UTF_8);
                BufferedWriter told = Files.newBufferedWriter(events, StandardCharsets.UTF_8)) {
            CountDownLatch turns = new CountDownLatch(60); // told by a thread of its own, and maybe after their calls
            Subscription subscription = engine.subscribe(json -> {
                line(told, json);
                if (json.contains("\"kind\":\"turn\"")) {
                    turns.countDown();
                    throw new IllegalStateException("a sink may throw"); // and is told the next event
                }
            }, "");
            for (String call : Files.readAllLines(script, StandardCharsets.UTF_8)) {
                String[] parts = call.split("\t", 2);
                String result;
                try {
                    result = engine.call(parts[0], parts[1]);
                } catch (Exception e) {
                    result = "! " + e.getMessage();
                }
                line(out, result);
            }
            check(turns.await(60, TimeUnit.SECONDS), turns.getCount() + " turns were not told of");
            subscription.close();
        }
        engine.close();
    }

    static void line(Writer to, String text) {
        try {
            synchronized (to) {
                to.write(text + "\n");
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static void misuse(String config) throws Exception {
        refused("bad_json", () -> Ffi.new_("{"));
        refused("bad_params", () -> Ffi.new_("{}"));
        refused("bad_params", () -> Ffi.new_(null));
        refused("closed", () -> new Engine().call("engine.info", ""));
        refused("closed", () -> new Engine().subscribe(json -> {}, ""));
        new Subscription().close();
        Engine engine = Ffi.new_(config);
        refused("in_use", () -> Ffi.new_(config));
        refused("unknown_method", () -> engine.call("story.chose", "{}"));
        refused("unknown_method", () -> engine.call(null, null));
        refused("bad_params", () -> engine.call("story.choose", null));
        refused("bad_params", () -> engine.call("story.last", "{\"story\":\"" + "a".repeat(900_000) + "\"}"));
        refused("too_large", () -> engine.call("story.last", "{\"story\":\"" + "a".repeat(2_000_000) + "\"}"));
        refused("bad_json", () -> engine.call("story.last", "{\"story\":\"\ud800\"")); // half a letter, and no end
        refused("bad_params", () -> engine.subscribe(null, ""));
        refused("lost", () -> engine.subscribe(json -> {}, "{\"from\":99}"));
        // Faults inside, which the test has put there, are errors; the machine's own still come to it.
        for (int i = 0; i < 3; i++) {
            refused("fault", () -> engine.call("test.panic", "{}"));
            refused("fault", () -> engine.call("test.nil", "{}"));
            ownFaults();
        }
        Thread other = new Thread(Drive::ownFaults);
        other.start();
        other.join();
        check(engine.call("engine.info", "").contains("awake"), "it does not go on after its faults");
        // From inside a sink: calls, the end of the subscription, and a sink that never comes back.
        CountDownLatch called = new CountDownLatch(1), forever = new CountDownLatch(1);
        Subscription[] own = new Subscription[1];
        CountDownLatch set = new CountDownLatch(1);
        own[0] = engine.subscribe(json -> {
            try {
                set.await();
                engine.call("saves.list", "");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            own[0].close();
            called.countDown();
        }, "");
        set.countDown();
        engine.subscribe(json -> {
            try {
                forever.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "");
        engine.call("story.play", "{\"campaign\":\"minimal\",\"unkept\":true}");
        check(called.await(60, TimeUnit.SECONDS), "the sink was not called");
        // From a hundred threads, while it is suspended, resumed and closed.
        AtomicInteger answered = new AtomicInteger(), wrong = new AtomicInteger();
        Thread[] all = new Thread[100];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(() -> {
                for (int j = 0; j < 10; j++) {
                    try {
                        engine.call("story.scene", "{\"story\":\"~1\"}");
                    } catch (Exception e) {
                        if (!e.getMessage().startsWith("{\"code\":\"")) {
                            wrong.incrementAndGet();
                        }
                    }
                    answered.incrementAndGet();
                }
            });
            all[i].start();
        }
        suspend(engine);
        suspend(engine);
        engine.resume();
        engine.close();
        engine.close();
        for (Thread one : all) {
            one.join();
        }
        forever.countDown();
        check(answered.get() == 1000 && wrong.get() == 0, answered + " answers, " + wrong + " without a code");
        refused("closed", () -> engine.call("engine.info", ""));
        refused("closed", () -> engine.call("story.last", "{\"story\":\"a\"}"));
        refused("closed", () -> engine.subscribe(json -> {}, ""));
        refused("closed", engine::suspend);
        refused("closed", engine::resume);
        check(!engine.cancel("x") && !engine.cancel(null), "there is something to cancel");
        System.out.println("well");
    }

    /** The JVM learns by SIGSEGV that a stack is full, and in compiled code that something is null. */
    static void ownFaults() {
        try {
            check(deep(0) < 0, "a stack has no end");
        } catch (StackOverflowError full) {
            // as it must be
        }
        int caught = 0;
        for (int i = 0; i < 200_000; i++) {
            try {
                caught += (i % 1000 == 0 ? null : "x").length() - 1;
            } catch (NullPointerException none) {
                caught++;
            }
        }
        check(caught == 200, caught + " times something was null");
    }

    static int deep(int n) {
        return deep(n + 1) + 1;
    }

    /** Calls, and engines that are opened, subscribed to and closed, leave nothing behind. */
    static void leaks(String config, int calls, int times) throws Exception {
        for (int round = 0; round < 2; round++) { // the first is for what is made once
            Engine engine = Ffi.new_(config);
            AtomicInteger told = new AtomicInteger();
            Subscription subscription = engine.subscribe(json -> told.incrementAndGet(), "");
            engine.call("story.play", "{\"campaign\":\"minimal\",\"story\":\"kept\",\"continue\":" + (round > 0) + "}");
            for (int i = 0; i < calls; i++) {
                engine.call("story.scene", "{\"story\":\"kept\"}");
                try {
                    engine.call("no.such", "{}");
                } catch (Exception e) {
                    continue;
                }
                throw new IllegalStateException("there is such a method");
            }
            subscription.close();
            engine.close();
            for (int i = 0; i < times; i++) {
                Engine one = Ffi.new_(config);
                Subscription s = one.subscribe(json -> told.incrementAndGet(), "");
                one.call("story.last", "{\"story\":\"kept\"}");
                if (i % 2 == 0) {
                    s.close();
                }
                one.close();
            }
            System.gc();
            Thread.sleep(200);
            System.gc();
            Engine last = Ffi.new_(config);
            long java = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            System.out.println("{\"info\":" + last.call("engine.info", "") + ",\"java\":" + java + ",\"files\":" + files()
                    + ",\"javaThreads\":" + Thread.activeCount() + ",\"told\":" + told + "}");
            last.close();
        }
    }

    static int files() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }

    /** What is late on a busy machine goes on letting go. */
    static void suspend(Engine engine) {
        try {
            engine.suspend();
        } catch (Exception e) {
            check(e.getMessage().startsWith("{\"code\":\"busy\""), e.getMessage());
        }
    }

    interface Doing {
        void run() throws Exception;
    }

    static void refused(String code, Doing doing) throws Exception {
        try {
            doing.run();
        } catch (Exception e) {
            check(String.valueOf(e.getMessage()).startsWith("{\"code\":\"" + code + "\""), "not " + code + ": " + e.getMessage());
            return;
        }
        throw new IllegalStateException("not " + code + ", but nothing");
    }

    static void check(boolean so, String otherwise) {
        if (!so) {
            throw new IllegalStateException(otherwise);
        }
    }
}
