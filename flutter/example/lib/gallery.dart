import 'package:flutter/material.dart';
import 'package:narratoria/narratoria.dart';

import 'game.dart';
import 'story_view.dart';

/// Pictures and sounds that came with the story.
class AssetGallery extends StatelessWidget {
  const AssetGallery({required this.game, super.key});

  final Game game;

  @override
  Widget build(BuildContext context) {
    if (game.assets.isEmpty) {
      return const Center(child: Text('No picture and no sound has come yet.'));
    }
    return GridView.extent(
      maxCrossAxisExtent: 220,
      padding: const EdgeInsets.all(16),
      mainAxisSpacing: 12,
      crossAxisSpacing: 12,
      childAspectRatio: 0.8,
      children: [for (final asset in game.assets) AssetCard(game: game, asset: asset)],
    );
  }
}

/// One of them: a preview, or a card that stands for what cannot be shown here. To play sounds
/// wants a package beside Flutter, of which this application has none.
class AssetCard extends StatelessWidget {
  const AssetCard({required this.game, required this.asset, super.key});

  final Game game;
  final Asset asset;

  bool get _isPicture => asset.media.startsWith('image/');

  @override
  Widget build(BuildContext context) {
    return Card(
      clipBehavior: Clip.antiAlias,
      child: InkWell(
        onTap: () => _details(context),
        child: Column(
          crossAxisAlignment: CrossAxisAlignment.stretch,
          children: [
            Expanded(
              child: _isPicture
                  ? Picture(game: game, asset: asset)
                  : Center(child: Icon(asset.media.startsWith('audio/') ? Icons.music_note : Icons.insert_drive_file, size: 48)),
            ),
            ListTile(
              dense: true,
              title: Text(asset.name, maxLines: 1, overflow: TextOverflow.ellipsis),
              subtitle: Text('${asset.kind}, ${asset.origin}'),
            ),
          ],
        ),
      ),
    );
  }

  Future<void> _details(BuildContext context) {
    return showDialog<void>(
      context: context,
      builder: (context) => AlertDialog(
        title: Text(asset.name),
        content: SingleChildScrollView(
          child: Column(
            mainAxisSize: MainAxisSize.min,
            crossAxisAlignment: CrossAxisAlignment.start,
            children: [
              if (_isPicture) Picture(game: game, asset: asset),
              const SizedBox(height: 12),
              Text('Kind: ${asset.kind}'),
              Text('Type: ${asset.media}'),
              Text('From: ${asset.origin}'),
              if (asset.who.isNotEmpty) Text('Of: ${asset.who}'),
            ],
          ),
        ),
        actions: [TextButton(onPressed: () => Navigator.pop(context), child: const Text('Close'))],
      ),
    );
  }
}
