package io.flutter.plugin.common;

public class MethodChannel {
    /** Who is called by this channel, for the test. */
    public static volatile MethodCallHandler handler;

    public static volatile String named;

    public MethodChannel(BinaryMessenger messenger, String name) {
        named = name;
    }

    public void setMethodCallHandler(MethodCallHandler to) {
        handler = to;
    }

    public interface MethodCallHandler {
        void onMethodCall(MethodCall call, Result result);
    }

    public interface Result {
        void success(Object result);

        void error(String code, String message, Object details);

        void notImplemented();
    }
}
