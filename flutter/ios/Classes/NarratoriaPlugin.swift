import Ffi
import Flutter
import Foundation
import os

/// The engine over Flutter's channels: methods by `narratoria`, events by `narratoria/events`.
///
/// Calls block, so they have a queue of their own; answers and events go back on the main one.
public final class NarratoriaPlugin: NSObject, FlutterPlugin, FlutterStreamHandler {
  private let work = DispatchQueue(label: "dev.narratoria.flutter", qos: .userInitiated, attributes: .concurrent)
  private let state = NSLock()
  private var engine: FfiEngine?
  private var subscription: FfiSubscription?

  public static func register(with registrar: FlutterPluginRegistrar) {
    let plugin = NarratoriaPlugin()
    let methods = FlutterMethodChannel(name: "narratoria", binaryMessenger: registrar.messenger())
    registrar.addMethodCallDelegate(plugin, channel: methods)
    FlutterEventChannel(name: "narratoria/events", binaryMessenger: registrar.messenger()).setStreamHandler(plugin)
  }

  public func handle(_ call: FlutterMethodCall, result: @escaping FlutterResult) {
    switch call.method {
    case "open":
      let configuration = self.configuration(call.arguments as? [String: Any] ?? [:])
      answer(result) { try self.open(configuration) }
    case "call":
      let arguments = call.arguments as? [String: Any] ?? [:]
      answer(result) { try self.called(arguments["method"] as? String, arguments["params"] as? String) }
    case "cancel":
      result(current()?.cancel(call.arguments as? String) ?? false)
    case "suspend":
      answer(result) { try self.opened().suspend(); return nil }
    case "resume":
      answer(result) { try self.opened().resume(); return nil }
    case "close":
      answer(result) { try self.close() }
    default:
      result(FlutterMethodNotImplemented)
    }
  }

  /// Does something that takes its time, and answers with what it gives.
  private func answer(_ result: @escaping FlutterResult, _ doing: @escaping () throws -> Any?) {
    work.async {
      let given: Any?
      do {
        given = try doing()
      } catch {
        given = Self.failure(error)
      }
      DispatchQueue.main.async { result(given) }
    }
  }

  /// An error's text is JSON, which begins with its code.
  private static func failure(_ error: Error) -> FlutterError {
    let said = error.localizedDescription
    let object = (try? JSONSerialization.jsonObject(with: Data(said.utf8))) as? [String: Any]
    return FlutterError(code: object?["code"] as? String ?? "fault", message: object?["message"] as? String ?? said, details: said)
  }

  private func current() -> FfiEngine? {
    state.lock()
    defer { state.unlock() }
    return engine
  }

  private func opened() throws -> FfiEngine {
    guard let engine = current() else { throw Unopened() }
    return engine
  }

  private func called(_ method: String?, _ params: String?) throws -> Any? {
    var failed: NSError?
    let given = try opened().call(method, paramsJSON: params, error: &failed)
    if let failed { throw failed }
    return given
  }

  private func open(_ configuration: String) throws -> Any? {
    state.lock()
    defer { state.unlock() }
    if engine != nil { return nil }
    var failed: NSError?
    engine = FfiNew(configuration, &failed)
    if let failed { throw failed }
    return nil
  }

  /// What the application gave, with its own directories where it gave none.
  private func configuration(_ given: [String: Any]) -> String {
    var config = given
    let files = FileManager.default
    if config["data"] == nil, let support = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first {
      config["data"] = support.appendingPathComponent("narratoria").path
    }
    if config["cache"] == nil, let caches = files.urls(for: .cachesDirectory, in: .userDomainMask).first {
      config["cache"] = caches.appendingPathComponent("narratoria").path
    }
    // What the system leaves this application, which the library cannot ask it here.
    let left = os_proc_available_memory() >> 20
    if config["modelMemory"] == nil, left > 0 {
      config["modelMemory"] = left
    }
    let text = try? JSONSerialization.data(withJSONObject: config)
    return text.flatMap { String(data: $0, encoding: .utf8) } ?? "{}"
  }

  private func close() throws -> Any? {
    state.lock()
    let closing = (engine, subscription)
    (engine, subscription) = (nil, nil)
    state.unlock()
    closing.1?.close()
    try closing.0?.close()
    return nil
  }

  public func onListen(withArguments arguments: Any?, eventSink events: @escaping FlutterEventSink) -> FlutterError? {
    do {
      let begun = try opened().subscribe(Sink(events), paramsJSON: arguments as? String ?? "")
      state.lock()
      defer { state.unlock() }
      subscription?.close()
      subscription = begun
      return nil
    } catch {
      return Self.failure(error)
    }
  }

  public func onCancel(withArguments arguments: Any?) -> FlutterError? {
    state.lock()
    let ended = subscription
    subscription = nil
    state.unlock()
    work.async { ended?.close() }
    return nil
  }
}

/// Tells Flutter events.
private final class Sink: NSObject, FfiSinkProtocol {
  private let events: FlutterEventSink

  init(_ events: @escaping FlutterEventSink) {
    self.events = events
  }

  func event(_ json: String?) {
    let events = self.events
    DispatchQueue.main.async { events(json) }
  }
}

/// Is thrown where nothing was opened.
private struct Unopened: LocalizedError {
  let errorDescription: String? = """
    {"code":"closed","data":{},"hint":"open it first","message":"the engine is not open","retry":false}
    """
}
