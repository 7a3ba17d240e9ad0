import 'package:flutter/material.dart';

import 'game.dart';
import 'gallery.dart';
import 'people.dart';
import 'recovery.dart';
import 'settings.dart';
import 'state_panel.dart';
import 'story_view.dart';
import 'tool_panel.dart';

/// The story and everything about it, side by side with a rail.
class HomeScreen extends StatefulWidget {
  const HomeScreen({required this.game, super.key});

  final Game game;

  @override
  State<HomeScreen> createState() => _HomeScreenState();
}

class _HomeScreenState extends State<HomeScreen> {
  int _at = 0;

  static const _places = [
    (icon: Icons.auto_stories, label: 'Narrative'),
    (icon: Icons.handyman, label: 'Tools'),
    (icon: Icons.photo_library, label: 'Assets'),
    (icon: Icons.account_tree, label: 'State'),
    (icon: Icons.groups, label: 'People'),
    (icon: Icons.settings, label: 'Settings'),
  ];

  @override
  Widget build(BuildContext context) {
    final game = widget.game;
    return RecoveryListener(
      game: game,
      showTools: () => setState(() => _at = 1),
      child: Scaffold(
        appBar: AppBar(
          title: Text(game.title),
          actions: [
            IconButton(
              icon: const Icon(Icons.undo),
              tooltip: 'Take the last turn back',
              onPressed: game.busy ? null : () => guarded(context, game.back),
            ),
            IconButton(
              icon: const Icon(Icons.logout),
              tooltip: 'Leave; the story is kept',
              onPressed: game.busy ? null : () => guarded(context, game.leave),
            ),
          ],
        ),
        body: Row(
          children: [
            NavigationRail(
              selectedIndex: _at,
              onDestinationSelected: (at) => setState(() => _at = at),
              labelType: NavigationRailLabelType.all,
              destinations: [
                for (final place in _places)
                  NavigationRailDestination(icon: Icon(place.icon), label: Text(place.label)),
              ],
            ),
            const VerticalDivider(width: 1),
            Expanded(
              child: AnimatedSwitcher(
                duration: const Duration(milliseconds: 200),
                child: KeyedSubtree(key: ValueKey(_at), child: _screen(game)),
              ),
            ),
          ],
        ),
      ),
    );
  }

  Widget _screen(Game game) => switch (_at) {
        0 => StoryView(game: game, showTools: () => setState(() => _at = 1)),
        1 => ToolPanel(game: game),
        2 => AssetGallery(game: game),
        3 => StatePanel(game: game),
        4 => PeopleView(game: game),
        _ => SettingsView(engine: game.engine),
      };
}
