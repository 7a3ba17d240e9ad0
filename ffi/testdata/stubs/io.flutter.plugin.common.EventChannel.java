package io.flutter.plugin.common;

public final class EventChannel {
    /** Who is listened to by this channel, for the test. */
    public static volatile StreamHandler handler;

    public static volatile String named;

    public EventChannel(BinaryMessenger messenger, String name) {
        named = name;
    }

    public void setStreamHandler(StreamHandler to) {
        handler = to;
    }

    public interface EventSink {
        void success(Object event);

        void error(String code, String message, Object details);

        void endOfStream();
    }

    public interface StreamHandler {
        void onListen(Object arguments, EventSink events);

        void onCancel(Object arguments);
    }
}
