import 'package:flutter/material.dart';
import 'package:narratoria/narratoria.dart';

import 'game.dart';

/// Does something, and says in a word at the edge where it fails.
Future<void> guarded(BuildContext context, Future<void> Function() doing) async {
  final messenger = ScaffoldMessenger.of(context);
  try {
    await doing();
  } on NarratoriaException catch (error) {
    messenger.showSnackBar(SnackBar(content: Text('${error.message}\n${error.failure.hint}')));
  }
}

/// Shows what a turn had to do without, as the trouble asks for: a word at the edge for what
/// could not be reached, a question where no plan came to anything.
class RecoveryListener extends StatefulWidget {
  const RecoveryListener({required this.game, required this.showTools, required this.child, super.key});

  final Game game;
  final VoidCallback showTools;
  final Widget child;

  @override
  State<RecoveryListener> createState() => _RecoveryListenerState();
}

class _RecoveryListenerState extends State<RecoveryListener> {
  Trouble? _shown;

  @override
  void initState() {
    super.initState();
    widget.game.addListener(_look);
  }

  @override
  void dispose() {
    widget.game.removeListener(_look);
    super.dispose();
  }

  void _look() {
    final trouble = widget.game.trouble;
    if (trouble == _shown) {
      return;
    }
    _shown = trouble;
    switch (trouble) {
      case Trouble.network:
        ScaffoldMessenger.of(context).showSnackBar(
          SnackBar(
            content: const Text('Something outside could not be reached; the story went on without it.'),
            action: SnackBarAction(label: 'Details', onPressed: widget.showTools),
          ),
        );
      case Trouble.exhausted:
        WidgetsBinding.instance.addPostFrameCallback((_) => _ask());
      case Trouble.skill || null:
        break;
    }
  }

  /// The narrator came to nothing in five tries.
  Future<void> _ask() async {
    if (!mounted) {
      return;
    }
    final answer = await showDialog<String>(
      context: context,
      barrierDismissible: false,
      builder: (context) => AlertDialog(
        icon: const Icon(Icons.warning_amber),
        title: const Text('Story generation issue'),
        content: Text("The narrator couldn't complete your request after ${widget.game.record?.attempts ?? 5} attempts."),
        actions: [
          TextButton(onPressed: () => Navigator.pop(context, 'details'), child: const Text('View error details')),
          TextButton(onPressed: () => Navigator.pop(context, 'restart'), child: const Text('Restart session')),
          FilledButton(onPressed: () => Navigator.pop(context, 'go on'), child: const Text('Continue with fallback')),
        ],
      ),
    );
    if (!mounted) {
      return;
    }
    widget.game.dismiss();
    switch (answer) {
      case 'details':
        widget.showTools();
      case 'restart':
        await guarded(context, widget.game.restart);
    }
  }

  @override
  Widget build(BuildContext context) => widget.child;
}

/// A notice in the story: a skill failed, and it goes on without.
class InlineNotice extends StatelessWidget {
  const InlineNotice({required this.game, required this.showTools, super.key});

  final Game game;
  final VoidCallback showTools;

  @override
  Widget build(BuildContext context) {
    final colors = Theme.of(context).colorScheme;
    final failed = game.tools.where((tool) => tool.failed).map((tool) => tool.name).join(', ');
    final said = [
      if (failed.isNotEmpty) 'Failed: $failed.',
      ...?game.record?.degraded,
      'The story goes on without it.',
    ];
    return Card(
      color: colors.errorContainer,
      child: Padding(
        padding: const EdgeInsets.all(12),
        child: Column(
          crossAxisAlignment: CrossAxisAlignment.start,
          children: [
            Row(
              crossAxisAlignment: CrossAxisAlignment.start,
              children: [
                Icon(Icons.warning_amber, color: colors.onErrorContainer),
                const SizedBox(width: 12),
                Expanded(child: Text(said.join('\n'), style: TextStyle(color: colors.onErrorContainer))),
              ],
            ),
            Wrap(
              spacing: 8,
              children: [
                TextButton(onPressed: showTools, child: const Text('Show details')),
                TextButton(onPressed: game.busy ? null : () => guarded(context, game.retry), child: const Text('Retry')),
                TextButton(onPressed: game.dismiss, child: const Text('Dismiss')),
              ],
            ),
          ],
        ),
      ),
    );
  }
}
