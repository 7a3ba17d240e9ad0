import 'package:flutter/material.dart';
import 'package:narratoria/narratoria.dart';

import 'game.dart';
import 'recovery.dart';

/// What is told, with its pictures, and what can be chosen.
class StoryView extends StatelessWidget {
  const StoryView({required this.game, required this.showTools, super.key});

  final Game game;
  final VoidCallback showTools;

  @override
  Widget build(BuildContext context) {
    final turn = game.record;
    if (turn == null) {
      return const SizedBox.shrink();
    }
    return ListView(
      padding: const EdgeInsets.symmetric(horizontal: 24, vertical: 16),
      children: [
        SceneLine(scene: turn.scene),
        if (turn.check != null) CheckLine(check: turn.check!),
        for (final asset in turn.assets)
          if (asset.kind == 'portrait' || asset.kind == 'image') PictureCard(game: game, asset: asset),
        Prose(text: game.busy && game.narrative.isNotEmpty ? game.narrative : turn.prose),
        if (turn.ending != null) EndingLine(title: turn.endingTitle),
        AnimatedSize(
          duration: const Duration(milliseconds: 200),
          child: game.trouble == Trouble.skill
              ? InlineNotice(game: game, showTools: showTools)
              : const SizedBox(width: double.infinity),
        ),
        const SizedBox(height: 16),
        ChoiceList(game: game, choices: turn.choices),
        TypedLine(game: game),
      ],
    );
  }
}

/// Where and when.
class SceneLine extends StatelessWidget {
  const SceneLine({required this.scene, super.key});

  final Scene scene;

  @override
  Widget build(BuildContext context) {
    final parts = [scene.name, 'day ${scene.day}', scene.time, scene.weather].where((part) => part.isNotEmpty);
    return Padding(
      padding: const EdgeInsets.only(bottom: 12),
      child: Text(parts.join(', '), style: Theme.of(context).textTheme.labelLarge),
    );
  }
}

/// What the dice said, and why.
class CheckLine extends StatelessWidget {
  const CheckLine({required this.check, super.key});

  final Check check;

  @override
  Widget build(BuildContext context) {
    final added = check.modifiers.map((m) => '${m.value >= 0 ? '+' : ''}${m.value} ${m.name}').join(', ');
    return ListTile(
      leading: const Icon(Icons.casino),
      title: Text('${check.stat}: ${check.band}'),
      subtitle: Text('${check.formula}: ${check.rolls.join(' + ')}${added.isEmpty ? '' : ' ($added)'} makes ${check.total}'),
    );
  }
}

/// Paragraphs; what an author set between asterisks or underscores stands out.
class Prose extends StatelessWidget {
  const Prose({required this.text, super.key});

  final String text;

  static final _marked = RegExp(r'(\*\*|__)(.+?)\1|(\*|_)(.+?)\3');

  @override
  Widget build(BuildContext context) {
    final style = Theme.of(context).textTheme.bodyLarge?.copyWith(height: 1.5);
    return Column(
      crossAxisAlignment: CrossAxisAlignment.start,
      children: [
        for (final paragraph in text.split(RegExp(r'\n\s*\n')))
          Padding(
            padding: const EdgeInsets.only(bottom: 12),
            child: SelectableText.rich(TextSpan(style: style, children: _spans(paragraph))),
          ),
      ],
    );
  }

  static List<TextSpan> _spans(String paragraph) {
    final spans = <TextSpan>[];
    var at = 0;
    for (final match in _marked.allMatches(paragraph)) {
      spans.add(TextSpan(text: paragraph.substring(at, match.start)));
      final strong = match.group(2);
      spans.add(
        TextSpan(
          text: strong ?? match.group(4),
          style: strong != null ? const TextStyle(fontWeight: FontWeight.bold) : const TextStyle(fontStyle: FontStyle.italic),
        ),
      );
      at = match.end;
    }
    return spans..add(TextSpan(text: paragraph.substring(at)));
  }
}

/// A portrait or a picture, in the story.
class PictureCard extends StatelessWidget {
  const PictureCard({required this.game, required this.asset, super.key});

  final Game game;
  final Asset asset;

  @override
  Widget build(BuildContext context) {
    return Align(
      alignment: Alignment.centerLeft,
      child: Card(
        clipBehavior: Clip.antiAlias,
        child: SizedBox(
          width: asset.kind == 'portrait' ? 160 : 360,
          child: Picture(game: game, asset: asset),
        ),
      ),
    );
  }
}

/// The bytes of an asset as a picture, or why there is none.
class Picture extends StatelessWidget {
  const Picture({required this.game, required this.asset, super.key});

  final Game game;
  final Asset asset;

  @override
  Widget build(BuildContext context) {
    return FutureBuilder(
      future: game.picture(asset),
      builder: (context, found) {
        final bytes = found.data;
        if (bytes != null) {
          return Image.memory(bytes, semanticLabel: asset.name, fit: BoxFit.cover, gaplessPlayback: true);
        }
        return AspectRatio(
          aspectRatio: 1,
          child: Center(child: Icon(found.hasError ? Icons.broken_image : Icons.image, semanticLabel: asset.name)),
        );
      },
    );
  }
}

/// How the story ended.
class EndingLine extends StatelessWidget {
  const EndingLine({required this.title, super.key});

  final String title;

  @override
  Widget build(BuildContext context) {
    return Padding(
      padding: const EdgeInsets.symmetric(vertical: 16),
      child: Text(title, style: Theme.of(context).textTheme.headlineSmall, textAlign: TextAlign.center),
    );
  }
}

/// Three or four buttons below one another, which rest while a turn is played.
class ChoiceList extends StatelessWidget {
  const ChoiceList({required this.game, required this.choices, super.key});

  final Game game;
  final List<Choice> choices;

  @override
  Widget build(BuildContext context) {
    return Column(
      crossAxisAlignment: CrossAxisAlignment.stretch,
      children: [
        for (final choice in choices)
          Padding(
            padding: const EdgeInsets.only(bottom: 8),
            child: FilledButton.tonal(
              onPressed: game.busy ? null : () => guarded(context, () => game.choose(choice.id)),
              style: FilledButton.styleFrom(alignment: Alignment.centerLeft, padding: const EdgeInsets.all(16)),
              child: Column(
                crossAxisAlignment: CrossAxisAlignment.start,
                children: [
                  Text(choice.text),
                  if (choice.hint.isNotEmpty || choice.difficulty.isNotEmpty)
                    Text(
                      [choice.difficulty, choice.hint].where((part) => part.isNotEmpty).join(' · '),
                      style: Theme.of(context).textTheme.bodySmall,
                    ),
                ],
              ),
            ),
          ),
        if (game.busy)
          Row(
            children: [
              const SizedBox.square(dimension: 16, child: CircularProgressIndicator(strokeWidth: 2)),
              const SizedBox(width: 12),
              Expanded(child: Text(game.stage)),
              TextButton(onPressed: () => guarded(context, game.giveUp), child: const Text('Enough')),
            ],
          ),
      ],
    );
  }
}

/// What the player does in their own words.
class TypedLine extends StatefulWidget {
  const TypedLine({required this.game, super.key});

  final Game game;

  @override
  State<TypedLine> createState() => _TypedLineState();
}

class _TypedLineState extends State<TypedLine> {
  final _line = TextEditingController();

  @override
  void dispose() {
    _line.dispose();
    super.dispose();
  }

  @override
  Widget build(BuildContext context) {
    return TextField(
      controller: _line,
      enabled: !widget.game.busy,
      decoration: const InputDecoration(hintText: 'Or say what you do', prefixIcon: Icon(Icons.edit)),
      textInputAction: TextInputAction.done,
      onSubmitted: (line) {
        if (line.trim().isNotEmpty) {
          guarded(context, () => _play(line.trim()));
        }
      },
    );
  }

  /// Plays a line, and asks where it could mean several things.
  Future<void> _play(String line) async {
    try {
      await widget.game.type(line);
      _line.clear();
    } on NarratoriaException catch (error) {
      final among = error.failure.data.among;
      if (error.code != Codes.unclear || among.isEmpty || !mounted) {
        rethrow;
      }
      final meant = await showDialog<String>(
        context: context,
        builder: (context) => SimpleDialog(
          title: const Text('Which do you mean?'),
          children: [
            for (final deed in among)
              SimpleDialogOption(onPressed: () => Navigator.pop(context, deed.id), child: Text(deed.text)),
          ],
        ),
      );
      if (meant != null) {
        await widget.game.choose(meant);
        _line.clear();
      }
    }
  }
}
