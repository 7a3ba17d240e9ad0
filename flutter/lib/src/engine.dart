import 'dart:async';
import 'dart:convert';

import 'package:flutter/services.dart';
import 'package:flutter/widgets.dart';

import 'api.dart';

/// Why a call gave nothing: a code of [Codes], a message for people, and what to do.
class NarratoriaException implements Exception {
  const NarratoriaException(this.failure);

  /// What the program said.
  final Failure failure;

  /// One of [Codes].
  String get code => failure.code;

  /// For people: what happened, to what.
  String get message => failure.message;

  @override
  String toString() => '$message (${failure.hint})';
}

/// An engine: the program, with the stories that are open in it.
///
/// There is one on a device. What it can do are the groups of methods: [story], [saves],
/// [campaign], [skills] and the others.
class Narratoria extends NarratoriaApi {
  Narratoria._() : super(_invoke);

  static const _methods = MethodChannel('narratoria');
  static const _events = EventChannel('narratoria/events');

  /// Opens the engine. [data] is the directory that keeps everything, the application's own
  /// unless given; [cache] one that the system may empty; [skills] are directories with
  /// skills; [memory] are the megabytes that it keeps to as far as it can, and [modelMemory]
  /// those that a model may take: what the system has left unless given.
  ///
  /// An engine that is open is taken as it is.
  static Future<Narratoria> open({
    String? data,
    String? cache,
    List<String> skills = const [],
    int? memory,
    int? modelMemory,
    String? version,
  }) async {
    await _send<void>('open', {
      if (data != null) 'data': data,
      if (cache != null) 'cache': cache,
      if (skills.isNotEmpty) 'skills': skills,
      if (memory != null) 'memory': memory,
      if (modelMemory != null) 'modelMemory': modelMemory,
      if (version != null) 'version': version,
    });
    return Narratoria._();
  }

  /// Ends what the call of a name waits for.
  Future<bool> cancel(String call) async => await _send<bool>('cancel', call) ?? false;

  /// Commits what is being played, and lets go of everything: the screen is left.
  Future<void> suspend() => _send<void>('suspend');

  /// Opens everything again: each story shows the same turn.
  Future<void> resume() => _send<void>('resume');

  /// Closes the engine.
  Future<void> close() => _send<void>('close');

  /// What happens from now on, or from an event's number on; only of one story, where it is
  /// given. There is one such stream at a time, which begins when it is listened to: a later
  /// one takes its place.
  Stream<EngineEvent> watch({int? from, String? story, String? stream}) {
    final params = jsonEncode({
      if (from != null) 'from': from,
      if (story != null) 'story': story,
      if (stream != null) 'stream': stream,
    });
    return _events
        .receiveBroadcastStream(params)
        .map((event) => EngineEvent.fromJson((jsonDecode(event as String) as Map).cast<String, Object?>()))
        .handleError((Object error) => throw _explained(error as PlatformException), test: (error) => error is PlatformException);
  }

  static Future<Object?> _invoke(String method, Json params) async {
    final result = await _send<String>('call', {'method': method, 'params': jsonEncode(params)});
    return jsonDecode(result ?? 'null');
  }

  static Future<T?> _send<T>(String method, [Object? arguments]) async {
    try {
      return await _methods.invokeMethod<T>(method, arguments);
    } on PlatformException catch (error) {
      throw _explained(error);
    }
  }

  /// The platform hands on an error's JSON in its details.
  static NarratoriaException _explained(PlatformException error) {
    final details = error.details;
    if (details is String) {
      try {
        return NarratoriaException(Failure.fromJson((jsonDecode(details) as Map).cast<String, Object?>()));
      } on FormatException {
        // It is the platform's own.
      }
    }
    return NarratoriaException(
      Failure(
        code: Codes.fault,
        message: error.message ?? error.code,
        hint: '',
        retry: false,
        data: FailureData.fromJson(const {}),
      ),
    );
  }
}

/// Has an engine go to the background and come back with the application.
class NarratoriaLifecycle with WidgetsBindingObserver {
  /// Begins to watch; [resumed] is told when stories can be looked at again.
  NarratoriaLifecycle(this.engine, {this.resumed}) {
    WidgetsBinding.instance.addObserver(this);
  }

  /// The engine that goes and comes.
  final Narratoria engine;

  /// Is told when it has come back.
  final void Function()? resumed;

  Future<void> _last = Future<void>.value();

  @override
  void didChangeAppLifecycleState(AppLifecycleState state) {
    switch (state) {
      case AppLifecycleState.paused:
      case AppLifecycleState.detached:
        _then(engine.suspend);
      case AppLifecycleState.resumed:
        _then(() async {
          await engine.resume();
          resumed?.call();
        });
      case AppLifecycleState.inactive:
      case AppLifecycleState.hidden:
        break;
    }
  }

  /// One after the other: a phone comes and goes faster than a turn ends.
  void _then(Future<void> Function() next) {
    _last = _last.then((_) => next()).catchError((Object error) => debugPrint('narratoria: $error'));
  }

  /// Ends the watching.
  void dispose() => WidgetsBinding.instance.removeObserver(this);
}
