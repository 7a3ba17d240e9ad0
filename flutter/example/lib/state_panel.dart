import 'dart:convert';

import 'package:flutter/material.dart';

import 'game.dart';

/// What is so in the story, as the player knows it: a tree, with what the last turn changed,
/// and the same as JSON.
class StatePanel extends StatelessWidget {
  const StatePanel({required this.game, super.key});

  final Game game;

  @override
  Widget build(BuildContext context) {
    return DefaultTabController(
      length: 2,
      child: Column(
        children: [
          const TabBar(tabs: [Tab(text: 'Tree'), Tab(text: 'JSON')]),
          Expanded(
            child: TabBarView(
              children: [
                ListView(
                  children: [
                    for (final key in game.state.keys.toList()..sort())
                      StateNode(name: key, value: game.state[key], changed: game.changed.contains(key)),
                  ],
                ),
                SingleChildScrollView(
                  padding: const EdgeInsets.all(16),
                  child: SelectableText(
                    const JsonEncoder.withIndent('  ').convert(game.state),
                    style: const TextStyle(fontFamily: 'monospace'),
                  ),
                ),
              ],
            ),
          ),
        ],
      ),
    );
  }
}

/// A value of the tree, with what is in it.
class StateNode extends StatelessWidget {
  const StateNode({required this.name, required this.value, this.changed = false, super.key});

  final String name;
  final Object? value;
  final bool changed;

  @override
  Widget build(BuildContext context) {
    final value = this.value;
    final color = changed ? Theme.of(context).colorScheme.primary : null;
    final title = Text(name, style: TextStyle(color: color, fontWeight: changed ? FontWeight.bold : null));
    final inside = _inside(value);
    if (inside == null) {
      return ListTile(dense: true, title: title, trailing: Text('$value'));
    }
    return ExpansionTile(
      title: title,
      subtitle: Text(inside.length == 1 ? '1 value' : '${inside.length} values'),
      childrenPadding: const EdgeInsets.only(left: 16),
      children: inside,
    );
  }

  /// The values in a value; null where there can be none.
  static List<StateNode>? _inside(Object? value) {
    if (value is Map) {
      return [for (final entry in value.entries) StateNode(name: '${entry.key}', value: entry.value)];
    }
    if (value is List) {
      return [for (final (at, element) in value.indexed) StateNode(name: '$at', value: element)];
    }
    return null;
  }
}
