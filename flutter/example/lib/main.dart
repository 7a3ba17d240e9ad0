import 'package:flutter/material.dart';
import 'package:narratoria/narratoria.dart';

import 'game.dart';
import 'home.dart';
import 'start.dart';

void main() => runApp(const NarratoriaApp());

/// The application: it opens the engine, and shows stories to begin or the one that is played.
class NarratoriaApp extends StatefulWidget {
  const NarratoriaApp({super.key});

  @override
  State<NarratoriaApp> createState() => _NarratoriaAppState();
}

class _NarratoriaAppState extends State<NarratoriaApp> {
  Game? _game;
  NarratoriaLifecycle? _lifecycle;
  Object? _failed;

  @override
  void initState() {
    super.initState();
    _open();
  }

  Future<void> _open() async {
    setState(() => _failed = null);
    try {
      final engine = await Narratoria.open(version: 'example');
      final game = Game(engine);
      setState(() {
        _game = game;
        _lifecycle = NarratoriaLifecycle(engine, resumed: game.cameBack);
      });
    } on Exception catch (error) {
      setState(() => _failed = error);
    }
  }

  @override
  void dispose() {
    _lifecycle?.dispose();
    _game?.dispose();
    super.dispose();
  }

  @override
  Widget build(BuildContext context) {
    return MaterialApp(
      title: 'Narratoria',
      theme: ThemeData(
        useMaterial3: true,
        colorScheme: ColorScheme.fromSeed(seedColor: Colors.deepPurple, brightness: Brightness.dark),
        typography: Typography.material2021(),
      ),
      home: _home(),
    );
  }

  Widget _home() {
    final game = _game;
    if (_failed != null) {
      return Scaffold(
        body: Center(
          child: Padding(
            padding: const EdgeInsets.all(24),
            child: Column(
              mainAxisSize: MainAxisSize.min,
              children: [
                Text('$_failed', textAlign: TextAlign.center),
                const SizedBox(height: 16),
                FilledButton(onPressed: _open, child: const Text('Try again')),
              ],
            ),
          ),
        ),
      );
    }
    if (game == null) {
      return const Scaffold(body: Center(child: CircularProgressIndicator()));
    }
    return ListenableBuilder(
      listenable: game,
      builder: (context, _) => game.record == null ? StartScreen(game: game) : HomeScreen(game: game),
    );
  }
}
