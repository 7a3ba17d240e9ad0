import 'dart:async';
import 'dart:convert';
import 'dart:typed_data';

import 'package:flutter/foundation.dart';
import 'package:narratoria/narratoria.dart';

/// A step of a plan that is, or was, carried out.
class ToolRun {
  const ToolRun({required this.name, required this.state, this.error = '', this.log = const []});

  /// The script, or what the turn is doing.
  final String name;

  /// pending, running, success, failed, skipped or timeout.
  final String state;

  /// What went wrong, for people.
  final String error;

  /// What it said meanwhile.
  final List<String> log;

  /// Whether the story had to do without it.
  bool get failed => state == 'failed' || state == 'timeout';
}

/// What a player must be told of, and can do something about.
enum Trouble {
  /// A skill failed, and the story went on: a notice in the story.
  skill,

  /// Something outside could not be reached: a word at the edge, and the tool panel.
  network,

  /// No plan came to anything: a question that wants an answer.
  exhausted,
}

/// The story that is played, as the screens see it.
class Game extends ChangeNotifier {
  Game(this.engine) {
    _listen();
  }

  /// The engine that plays it.
  final Narratoria engine;

  /// The turn that the story is in; null before one was begun.
  TurnRecord? record;

  /// The name of its save, and what it is called.
  String story = '';
  String title = '';

  /// Whether a turn is being played: nothing can be chosen meanwhile.
  bool busy = false;

  /// What the turn does now, and how it begins.
  String stage = '';
  String narrative = '';

  /// The steps of the turn before, or those of the one that is played.
  List<ToolRun> tools = const [];

  /// Pictures and sounds that came with the story, each once, the latest first.
  final List<Asset> assets = [];

  /// What is so, and what of it the last turn has changed.
  Json state = const {};
  Set<String> changed = const {};

  /// Those whom the player has met.
  List<Acquaintance> people = const [];

  /// What the player must be told, until they dismiss it.
  Trouble? trouble;

  StreamSubscription<EngineEvent>? _events;
  int _seen = 0;
  String? _choice;
  final Map<String, Future<Uint8List>> _pictures = {};

  void _listen() {
    _events?.cancel();
    final goesOn = _seen > 0;
    _events = engine.watch(from: goesOn ? _seen + 1 : null).listen(_told, onError: (Object error) {
      _seen = 0; // what was missed is in the record
      if (goesOn) {
        _listen(); // from now on; where that fails too, until it has come back
      }
    });
  }

  void _told(EngineEvent event) {
    _seen = event.number;
    if (event.story != story && event.story.isNotEmpty) {
      return;
    }
    switch (event.kind) {
      case 'stage':
        stage = event.text;
        tools = [
          for (final before in tools)
            if (before.name != event.text) ToolRun(name: before.name, state: 'success'),
          ToolRun(name: event.text, state: 'running'),
        ];
      case 'narrative':
        narrative = event.text;
      case 'portrait':
        final asset = event.asset;
        if (asset != null) {
          _keep([asset]);
        }
      case 'lost':
        _again().ignore(); // what keeps it from that is said when a turn is next asked for
      default:
        return;
    }
    notifyListeners();
  }

  /// Begins a story, or goes on with one.
  Future<void> play({String? campaign, String? save, Map<String, String>? answers, bool resume = false}) async {
    await _turn(() async {
      final played = await engine.story.play(campaign: campaign, story: save, answers: answers, continue_: resume);
      story = played.story;
      title = played.title;
      assets.clear();
      return played.record;
    });
  }

  /// Plays a turn.
  Future<void> choose(String id) {
    _choice = id;
    return _turn(() => engine.story.choose(story: story, choice: id, call: 'turn'));
  }

  /// Plays what was typed.
  Future<void> type(String line) => _turn(() => engine.story.type(story: story, line: line, call: 'turn'));

  /// Ends what a turn waits for: it is told with what there is.
  Future<void> giveUp() => engine.cancel('turn');

  /// Takes the last turn back.
  Future<void> back() => _turn(() => engine.story.back(story: story));

  /// Plays the last choice again.
  Future<void> retry() => _turn(() => engine.story.retry(story: story));

  /// Begins a new session of the story: skills that failed are tried again.
  Future<void> restart() => _turn(() => engine.story.restart(story: story));

  /// Leaves the story for the list of stories.
  Future<void> leave() async {
    final left = story;
    record = null;
    story = '';
    trouble = null;
    notifyListeners();
    await engine.story.close(story: left);
  }

  /// Takes note of what the player was told.
  void dismiss() {
    trouble = null;
    notifyListeners();
  }

  /// The application has come back from the background: the same turn is shown.
  void cameBack() {
    _listen();
    if (story.isNotEmpty) {
      _again().ignore();
    }
  }

  Future<void> _again() => _turn(() => engine.story.last(story: story));

  Future<void> _turn(Future<TurnRecord> Function() play) async {
    if (busy) {
      return;
    }
    busy = true;
    stage = '';
    narrative = '';
    trouble = null;
    tools = const [];
    notifyListeners();
    try {
      await _show(await play());
    } finally {
      busy = false;
      stage = '';
      narrative = '';
      notifyListeners();
    }
  }

  Future<void> _show(TurnRecord turn) async {
    record = turn;
    _keep(turn.assets);
    tools = _toolsOf(turn);
    trouble = _troubleOf(turn);
    final now = (await engine.story.state(story: story)).state ?? const <String, Object?>{};
    changed = {for (final key in now.keys) if (jsonEncode(now[key]) != jsonEncode(state[key])) key};
    state = now;
    people = (await engine.story.people(story: story)).people;
  }

  void _keep(List<Asset> more) {
    for (final asset in more) {
      assets.removeWhere((known) => known.id == asset.id);
      assets.insert(0, asset);
    }
  }

  static List<ToolRun> _toolsOf(TurnRecord turn) => [
        for (final result in [turn.result, turn.settling?['result'], turn.closing?['result']])
          if (result is Map)
            for (final tool in result['toolResults'] as List? ?? const [])
              if (tool is Map) _toolOf(tool),
      ];

  static ToolRun _toolOf(Map<Object?, Object?> tool) {
    final error = tool['error'];
    return ToolRun(
      name: '${tool['toolPath'] ?? tool['toolId']}',
      state: '${tool['state']}',
      error: error is Map ? '${error['message']}' : '',
      log: [
        for (final event in tool['events'] as List? ?? const [])
          if (event is Map && event['type'] == 'log') '${event['message']}',
      ],
    );
  }

  static const _outside = ['network_error', 'rate_limited', 'unavailable'];

  Trouble? _troubleOf(TurnRecord turn) {
    if (turn.fallback && turn.attempts >= 5) {
      return Trouble.exhausted;
    }
    if (jsonEncode(turn.result).contains(RegExp('"code":"(${_outside.join('|')})"'))) {
      return Trouble.network;
    }
    return turn.degraded.isNotEmpty || turn.fallback || tools.any((t) => t.failed) ? Trouble.skill : null;
  }

  /// The bytes of a picture, asked for once.
  Future<Uint8List> picture(Asset asset) => _pictures.putIfAbsent(asset.blob.isNotEmpty ? asset.blob : asset.path, () async {
        final file = asset.blob.isNotEmpty
            ? await engine.story.asset(story: story, blob: asset.blob)
            : await engine.story.asset(story: story, path: asset.path);
        return base64Decode(file.base64);
      });

  /// What was chosen last, which a retry would choose again.
  String? get lastChoice => _choice;

  @override
  void dispose() {
    _events?.cancel();
    super.dispose();
  }
}
