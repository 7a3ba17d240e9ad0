import 'package:flutter/material.dart';
import 'package:narratoria/narratoria.dart';

import 'game.dart';
import 'recovery.dart';

/// The stories that are kept, and those that can be begun.
class StartScreen extends StatefulWidget {
  const StartScreen({required this.game, super.key});

  final Game game;

  @override
  State<StartScreen> createState() => _StartScreenState();
}

class _StartScreenState extends State<StartScreen> {
  late Future<(List<Save>, List<CampaignHead>)> _found = _find();

  Future<(List<Save>, List<CampaignHead>)> _find() async {
    final engine = widget.game.engine;
    final saves = await engine.saves.list();
    final campaigns = await engine.campaign.list();
    return (saves.saves, campaigns.campaigns);
  }

  @override
  Widget build(BuildContext context) {
    return Scaffold(
      appBar: AppBar(title: const Text('Narratoria')),
      body: FutureBuilder(
        future: _found,
        builder: (context, found) {
          final data = found.data;
          if (found.hasError) {
            return Center(child: Text('${found.error}'));
          }
          if (data == null || widget.game.busy) {
            return const Center(child: CircularProgressIndicator());
          }
          final (saves, campaigns) = data;
          return ListView(
            children: [
              if (saves.isNotEmpty) const ListTile(title: Text('Go on')),
              for (final save in saves) _saved(context, save),
              const ListTile(title: Text('Begin')),
              for (final campaign in campaigns)
                ListTile(
                  leading: const Icon(Icons.menu_book),
                  title: Text(campaign.title),
                  subtitle: Text(campaign.description),
                  onTap: () => guarded(context, () => _begin(campaign)),
                ),
            ],
          );
        },
      ),
    );
  }

  Widget _saved(BuildContext context, Save save) {
    return ListTile(
      leading: Icon(save.error.isEmpty ? Icons.bookmark : Icons.error),
      title: Text(save.title.isEmpty ? save.name : save.title),
      subtitle: Text(save.error.isEmpty ? '${save.name}: turn ${save.turn}, ${save.place}' : save.error),
      onTap: save.error.isEmpty ? () => guarded(context, () => widget.game.play(save: save.name, resume: true)) : null,
      trailing: IconButton(
        icon: const Icon(Icons.delete),
        tooltip: 'Delete for ever',
        onPressed: () => guarded(context, () => _delete(save)),
      ),
    );
  }

  Future<void> _delete(Save save) async {
    final sure = await showDialog<bool>(
      context: context,
      builder: (context) => AlertDialog(
        title: Text('Delete ${save.name} for ever?'),
        actions: [
          TextButton(onPressed: () => Navigator.pop(context, false), child: const Text('Keep it')),
          FilledButton(onPressed: () => Navigator.pop(context, true), child: const Text('Delete it')),
        ],
      ),
    );
    if (sure ?? false) {
      await widget.game.engine.saves.delete(story: save.name);
      setState(() => _found = _find());
    }
  }

  Future<void> _begin(CampaignHead campaign) async {
    final info = await widget.game.engine.campaign.info(campaign: campaign.id);
    if (!mounted) {
      return;
    }
    final answers = info.questions.isEmpty
        ? const <String, String>{}
        : await showDialog<Map<String, String>>(context: context, builder: (context) => QuestionsDialog(info: info));
    if (answers != null) {
      await widget.game.play(campaign: campaign.id, answers: answers);
    }
  }
}

/// Who the player wants to be; what is left as it is takes the author's default.
class QuestionsDialog extends StatefulWidget {
  const QuestionsDialog({required this.info, super.key});

  final CampaignInfo info;

  @override
  State<QuestionsDialog> createState() => _QuestionsDialogState();
}

class _QuestionsDialogState extends State<QuestionsDialog> {
  final _answers = <String, String>{};

  @override
  Widget build(BuildContext context) {
    return AlertDialog(
      title: Text(widget.info.campaign.title),
      content: SingleChildScrollView(
        child: Column(
          mainAxisSize: MainAxisSize.min,
          crossAxisAlignment: CrossAxisAlignment.start,
          children: [
            if (widget.info.guidance.isNotEmpty) Text(widget.info.guidance),
            for (final question in widget.info.questions)
              Padding(padding: const EdgeInsets.only(top: 12), child: _field(question)),
          ],
        ),
      ),
      actions: [
        TextButton(onPressed: () => Navigator.pop(context), child: const Text('Not now')),
        FilledButton(onPressed: () => Navigator.pop(context, _answers), child: const Text('Begin')),
      ],
    );
  }

  Widget _field(Question question) {
    if (question.options.isNotEmpty) {
      return DropdownButtonFormField<String>(
        isExpanded: true,
        decoration: InputDecoration(labelText: question.text),
        items: [
          for (final option in question.options)
            DropdownMenuItem(value: option.value, child: Text(option.text, overflow: TextOverflow.ellipsis)),
        ],
        hint: Text(question.default_),
        onChanged: (value) => _answer(question, value),
      );
    }
    return TextFormField(
      decoration: InputDecoration(labelText: question.text, hintText: question.default_),
      keyboardType: question.max > 0 ? TextInputType.number : TextInputType.text,
      onChanged: (value) => _answer(question, value),
    );
  }

  void _answer(Question question, String? value) {
    if (value == null || value.isEmpty) {
      _answers.remove(question.id);
    } else {
      _answers[question.id] = value;
    }
  }
}
