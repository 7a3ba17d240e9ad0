import 'package:flutter/material.dart';

import 'game.dart';

/// What the turn does, or did: a line a step, with what it said and what went wrong.
class ToolPanel extends StatelessWidget {
  const ToolPanel({required this.game, super.key});

  final Game game;

  @override
  Widget build(BuildContext context) {
    if (game.tools.isEmpty) {
      return const Center(child: Text('Nothing was run for this turn.'));
    }
    return ListView(
      children: [
        for (final tool in game.tools)
          ExpansionTile(
            leading: _mark(context, tool),
            title: Text(tool.name),
            subtitle: Text(tool.error.isEmpty ? tool.state : '${tool.state}: ${tool.error}'),
            children: [
              for (final line in tool.log)
                ListTile(dense: true, title: Text(line, style: const TextStyle(fontFamily: 'monospace'))),
              if (tool.log.isEmpty) const ListTile(dense: true, title: Text('It said nothing.')),
            ],
          ),
      ],
    );
  }

  static Widget _mark(BuildContext context, ToolRun tool) {
    final colors = Theme.of(context).colorScheme;
    return switch (tool.state) {
      'running' || 'pending' => const SizedBox.square(dimension: 20, child: CircularProgressIndicator(strokeWidth: 2)),
      'success' => Icon(Icons.check_circle, color: colors.primary),
      'skipped' => Icon(Icons.remove_circle_outline, color: colors.outline),
      _ => Icon(Icons.error, color: colors.error),
    };
  }
}
