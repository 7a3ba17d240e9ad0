import android.content.Context;
import dev.narratoria.flutter.NarratoriaPlugin;
import io.flutter.embedding.engine.plugins.FlutterPlugin;
import io.flutter.plugin.common.EventChannel;
import io.flutter.plugin.common.MethodCall;
import io.flutter.plugin.common.MethodChannel;
import java.io.BufferedWriter;
import java.io.File;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Drives the program over the Flutter plugin, as an application does over its channels.
 *
 *     java DrivePlugin HOME SCRIPT RESULTS EVENTS
 */
public class DrivePlugin {
    public static void main(String[] args) throws Exception {
        NarratoriaPlugin plugin = new NarratoriaPlugin();
        FlutterPlugin.FlutterPluginBinding binding = new FlutterPlugin.FlutterPluginBinding(new Context(new File(args[0])));
        plugin.onAttachedToEngine(binding);
        check("narratoria".equals(MethodChannel.named) && "narratoria/events".equals(EventChannel.named), "the channels");
        check(called("call", Map.of("method", "engine.info", "params", "{}")).startsWith("! closed"), "called before it was opened");
        check(called("no such", null).equals("not implemented"), "something else");
        Map<String, Object> config = new HashMap<>();
        config.put("skills", List.of());
        config.put("memory", 200);
        config.put("version", "a \"test\"\n\\");
        check(called("open", config).equals("null"), "open");
        check(called("open", config).equals("null"), "open again");
        CountDownLatch told = new CountDownLatch(60);
        try (BufferedWriter results = Files.newBufferedWriter(Path.of(args[2]), StandardCharsets.UTF_8);
                BufferedWriter events = Files.newBufferedWriter(Path.of(args[3]), StandardCharsets.UTF_8)) {
            EventChannel.handler.onListen("", new EventChannel.EventSink() {
                @Override
                public void success(Object event) {
                    check("main looper".equals(Thread.currentThread().getName()), "an event on " + Thread.currentThread());
                    try {
                        events.write(event + "\n");
                    } catch (java.io.IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    if (event.toString().contains("\"kind\":\"turn\"")) {
                        told.countDown();
                    }
                }

                @Override
                public void error(String code, String message, Object details) {
                    throw new IllegalStateException(code);
                }

                @Override
                public void endOfStream() {}
            });
            for (String call : Files.readAllLines(Path.of(args[1]), StandardCharsets.UTF_8)) {
                String[] parts = call.split("\t", 2);
                String result = called("call", Map.of("method", parts[0], "params", parts[1]));
                results.write(result.replaceFirst("^! [a-z_]+ ", "! ") + "\n");
            }
            check(told.await(60, TimeUnit.SECONDS), "not all was told");
            EventChannel.handler.onCancel(null);
            Thread.sleep(300); // what is on its way to the main thread is written
        }
        check(called("cancel", "nothing").equals("false"), "cancel");
        String suspended = called("suspend", null);
        check(suspended.equals("null") || suspended.startsWith("! busy"), suspended);
        check(called("call", Map.of("method", "story.last", "params", "{\"story\":\"a\"}")).startsWith("! suspended"), "called while it was suspended");
        check(called("resume", null).equals("null"), "resume");
        check(called("call", Map.of("method", "story.last", "params", "{\"story\":\"a\"}")).contains("\"turn\":60"), "another turn is shown");
        check(called("close", null).equals("null"), "close");
        check(called("suspend", null).startsWith("! closed"), "suspended after it was closed");
        check(new File(args[0], "files/narratoria/saves").isDirectory(), "the story is kept elsewhere");
        plugin.onDetachedFromEngine(binding);
        check(MethodChannel.handler == null && EventChannel.handler == null, "it stays attached");
        System.exit(0);
    }

    /** What a call answers, on the main thread: a text, "! CODE DETAILS", or "not implemented". */
    static String called(String method, Object arguments) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        MethodChannel.handler.onMethodCall(new MethodCall(method, arguments), new MethodChannel.Result() {
            @Override
            public void success(Object result) {
                answer.complete(String.valueOf(result));
            }

            @Override
            public void error(String code, String message, Object details) {
                answer.complete("! " + code + " " + details);
            }

            @Override
            public void notImplemented() {
                answer.complete("not implemented");
            }
        });
        return answer.get(120, TimeUnit.SECONDS);
    }

    static void check(boolean so, String otherwise) {
        if (!so) {
            throw new IllegalStateException(otherwise);
        }
    }
}
