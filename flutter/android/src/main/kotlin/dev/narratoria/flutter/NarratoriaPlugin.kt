package dev.narratoria.flutter

import android.content.Context
import android.os.Handler
import android.os.Looper
import ffi.Engine
import ffi.Ffi
import ffi.Subscription
import io.flutter.embedding.engine.plugins.FlutterPlugin
import io.flutter.plugin.common.EventChannel
import io.flutter.plugin.common.MethodCall
import io.flutter.plugin.common.MethodChannel
import java.io.File
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors

/**
 * The engine over Flutter's channels: methods by `narratoria`, events by `narratoria/events`.
 *
 * Calls block, so each has a thread of the pool; answers and events go back on the main one.
 */
class NarratoriaPlugin : FlutterPlugin, MethodChannel.MethodCallHandler, EventChannel.StreamHandler {
    private val main = Handler(Looper.getMainLooper())
    private val pool: ExecutorService = Executors.newCachedThreadPool()
    private lateinit var context: Context
    private lateinit var methods: MethodChannel
    private lateinit var events: EventChannel

    @Volatile private var engine: Engine? = null

    @Volatile private var subscription: Subscription? = null

    override fun onAttachedToEngine(binding: FlutterPlugin.FlutterPluginBinding) {
        context = binding.applicationContext
        methods = MethodChannel(binding.binaryMessenger, "narratoria").also { it.setMethodCallHandler(this) }
        events = EventChannel(binding.binaryMessenger, "narratoria/events").also { it.setStreamHandler(this) }
    }

    override fun onDetachedFromEngine(binding: FlutterPlugin.FlutterPluginBinding) {
        methods.setMethodCallHandler(null)
        events.setStreamHandler(null)
        pool.execute { close() }
        pool.shutdown()
    }

    override fun onMethodCall(call: MethodCall, result: MethodChannel.Result) {
        when (call.method) {
            "open" -> answer(result) { open(call) }
            "call" -> answer(result) { opened().call(call.argument<String>("method"), call.argument<String>("params")) }
            "cancel" -> result.success(engine?.cancel(call.arguments as? String) ?: false)
            "suspend" -> answer(result) { opened().suspend() }
            "resume" -> answer(result) { opened().resume() }
            "close" -> answer(result) { close() }
            else -> result.notImplemented()
        }
    }

    /** Does something that takes its time, and answers with what it gives; Unit is null. */
    private fun answer(result: MethodChannel.Result, work: () -> Any?) {
        pool.execute {
            try {
                val given = work().takeUnless { it is Unit }
                main.post { result.success(given) }
            } catch (failed: Exception) {
                val said = failed.message ?: failed.toString()
                main.post { result.error(code(said), said, said) }
            }
        }
    }

    /** The code that an error's text, which is JSON, begins with. */
    private fun code(said: String): String = Regex("^\\{\"code\":\"([a-z_]+)\"").find(said)?.groupValues?.get(1) ?: "fault"

    private fun opened(): Engine = engine ?: throw Exception(UNOPENED)

    @Synchronized
    private fun open(call: MethodCall) {
        if (engine == null) {
            engine = Ffi.new_(configuration(call))
        }
    }

    /** What the application gave, with its own directories where it gave none. */
    private fun configuration(call: MethodCall): String {
        val data = call.argument<String>("data") ?: File(context.filesDir, "narratoria").path
        val cache = call.argument<String>("cache") ?: File(context.cacheDir, "narratoria").path
        val fields = mutableListOf("\"data\":${quoted(data)}", "\"cache\":${quoted(cache)}")
        call.argument<List<String>>("skills")?.let { all -> fields += "\"skills\":" + all.joinToString(",", "[", "]") { quoted(it) } }
        call.argument<Int>("memory")?.let { fields += "\"memory\":$it" }
        call.argument<Int>("modelMemory")?.let { fields += "\"modelMemory\":$it" }
        call.argument<String>("version")?.let { fields += "\"version\":${quoted(it)}" }
        return fields.joinToString(",", "{", "}")
    }

    private fun quoted(text: String): String = buildString {
        append('"')
        for (letter in text) {
            when {
                letter == '"' || letter == '\\' -> append('\\').append(letter)
                letter < ' ' -> append("\\u%04x".format(letter.code))
                else -> append(letter)
            }
        }
        append('"')
    }

    @Synchronized
    private fun close() {
        subscription?.close()
        subscription = null
        engine?.close()
        engine = null
    }

    override fun onListen(arguments: Any?, sink: EventChannel.EventSink) {
        try {
            subscription?.close()
            subscription = opened().subscribe({ event -> main.post { sink.success(event) } }, arguments as? String ?: "")
        } catch (failed: Exception) {
            val said = failed.message ?: failed.toString()
            sink.error(code(said), said, said)
        }
    }

    override fun onCancel(arguments: Any?) {
        val ended = subscription ?: return
        subscription = null
        pool.execute { ended.close() }
    }

    private companion object {
        const val UNOPENED = "{\"code\":\"closed\",\"data\":{},\"hint\":\"open it first\",\"message\":\"the engine is not open\",\"retry\":false}"
    }
}
