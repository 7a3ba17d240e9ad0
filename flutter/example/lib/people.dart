import 'package:flutter/material.dart';
import 'package:narratoria/narratoria.dart';

import 'game.dart';
import 'story_view.dart';

/// Those whom the player has met, those present first.
class PeopleView extends StatelessWidget {
  const PeopleView({required this.game, super.key});

  final Game game;

  @override
  Widget build(BuildContext context) {
    if (game.people.isEmpty) {
      return const Center(child: Text('You have met nobody yet.'));
    }
    return ListView(
      children: [
        for (final person in game.people)
          ListTile(
            leading: CircleAvatar(child: ClipOval(child: _portrait(person))),
            title: Text(person.name),
            subtitle: Text([person.role, person.feeling].where((part) => part.isNotEmpty).join(', ')),
            trailing: Text(person.present ? 'here' : person.lastSeen),
          ),
      ],
    );
  }

  Widget _portrait(Acquaintance person) {
    for (final asset in game.assets) {
      if (asset.who == person.id) {
        return Picture(game: game, asset: asset);
      }
    }
    return Text(person.name.isEmpty ? '?' : person.name.characters.first);
  }
}
