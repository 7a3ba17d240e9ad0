import 'dart:convert';

import 'package:flutter/material.dart';
import 'package:narratoria/narratoria.dart';

import 'recovery.dart';

/// Every skill, how it is, and its settings.
class SettingsView extends StatefulWidget {
  const SettingsView({required this.engine, super.key});

  final Narratoria engine;

  @override
  State<SettingsView> createState() => _SettingsViewState();
}

class _SettingsViewState extends State<SettingsView> {
  late Future<Skills> _skills = widget.engine.skills.list();

  void _again() => setState(() => _skills = widget.engine.skills.list());

  @override
  Widget build(BuildContext context) {
    return FutureBuilder(
      future: _skills,
      builder: (context, found) {
        final skills = found.data;
        if (skills == null) {
          return Center(child: found.hasError ? Text('${found.error}') : const CircularProgressIndicator());
        }
        return ListView(children: [for (final skill in skills.skills) _tile(context, skill)]);
      },
    );
  }

  Widget _tile(BuildContext context, Skill skill) {
    final usable = skill.status == 'ready' || skill.status == 'waiting' || skill.status == 'disabled';
    return ListTile(
      title: Text(skill.displayName.isEmpty ? skill.name : skill.displayName),
      subtitle: Text([skill.description, skill.reason].where((part) => part.isNotEmpty).join('\n')),
      isThreeLine: skill.reason.isNotEmpty,
      leading: Switch(
        value: skill.status == 'ready',
        onChanged: usable ? (on) => guarded(context, () => _switch(skill, on)) : null,
      ),
      trailing: skill.configurable
          ? IconButton(
              icon: const Icon(Icons.tune),
              tooltip: 'Settings',
              onPressed: () => guarded(context, () => _configure(skill)),
            )
          : null,
    );
  }

  Future<void> _switch(Skill skill, bool on) async {
    final skills = widget.engine.skills;
    if (!on) {
      await skills.disable(skill: skill.name);
    } else {
      try {
        await skills.enable(skill: skill.name);
      } on NarratoriaException catch (error) {
        if (error.code != Codes.notAgreed || !mounted) {
          rethrow;
        }
        if (await _agrees(skill, error.failure.data.asks)) {
          await skills.enable(skill: skill.name, agree: true);
        }
      }
    }
    if (mounted) {
      _again();
    }
  }

  /// Shows what a skill asks for, before it has it.
  Future<bool> _agrees(Skill skill, List<String> asks) async {
    final agreed = await showDialog<bool>(
      context: context,
      builder: (context) => AlertDialog(
        title: Text('${skill.name} asks for'),
        content: Text(asks.join('\n')),
        actions: [
          TextButton(onPressed: () => Navigator.pop(context, false), child: const Text('Refuse')),
          FilledButton(onPressed: () => Navigator.pop(context, true), child: const Text('Allow')),
        ],
      ),
    );
    return agreed ?? false;
  }

  Future<void> _configure(Skill skill) async {
    final form = await widget.engine.skills.form(skill: skill.name);
    if (!mounted) {
      return;
    }
    await Navigator.push(
      context,
      MaterialPageRoute<void>(builder: (context) => SkillFormScreen(engine: widget.engine, skill: skill, form: form)),
    );
    if (mounted) {
      _again();
    }
  }
}

/// A form made of a skill's schema. Secrets are shown as dots; one that is left empty stays as
/// it is.
class SkillFormScreen extends StatefulWidget {
  const SkillFormScreen({required this.engine, required this.skill, required this.form, super.key});

  final Narratoria engine;
  final Skill skill;
  final SkillForm form;

  @override
  State<SkillFormScreen> createState() => _SkillFormScreenState();
}

class _SkillFormScreenState extends State<SkillFormScreen> {
  final _form = GlobalKey<FormState>();
  late final Json _values = {...?widget.form.values};

  /// What the program says is wrong, by the names of fields.
  Map<String, String> _wrong = const {};

  @override
  Widget build(BuildContext context) {
    final categories = {for (final field in widget.form.fields) field.category};
    return Scaffold(
      appBar: AppBar(
        title: Text(widget.skill.name),
        actions: [TextButton(onPressed: () => guarded(context, _save), child: const Text('Save'))],
      ),
      body: Form(
        key: _form,
        child: ListView(
          padding: const EdgeInsets.all(16),
          children: [
            for (final category in categories) ...[
              if (category.isNotEmpty) Text(category, style: Theme.of(context).textTheme.titleMedium),
              for (final field in widget.form.fields)
                if (field.category == category)
                  Padding(padding: const EdgeInsets.symmetric(vertical: 8), child: _field(field)),
            ],
          ],
        ),
      ),
    );
  }

  Widget _field(Field field) {
    if (field.type == 'boolean') {
      return SwitchListTile(
        title: Text(field.title),
        subtitle: _help(field),
        value: _values[field.name] as bool? ?? false,
        onChanged: (on) => setState(() => _values[field.name] = on),
      );
    }
    if (field.options.isNotEmpty) {
      return DropdownButtonFormField<String>(
        isExpanded: true,
        value: field.options.contains(_values[field.name]) ? '${_values[field.name]}' : null,
        decoration: _decoration(field),
        items: [for (final option in field.options) DropdownMenuItem(value: option, child: Text(option))],
        onChanged: (option) => _values[field.name] = option,
        validator: (option) => field.required_ && option == null ? 'Needed' : null,
      );
    }
    final number = field.type == 'integer' || field.type == 'number';
    return TextFormField(
      initialValue: _shown(field),
      obscureText: field.sensitive,
      decoration: _decoration(field),
      keyboardType: number ? TextInputType.number : TextInputType.text,
      validator: (text) => _check(field, text ?? ''),
      onSaved: (text) => _take(field, text ?? ''),
    );
  }

  /// A value as a text: a secret is none, and what is more than a text or a number is JSON.
  String _shown(Field field) {
    final value = _values[field.name];
    if (field.sensitive || value == null) {
      return '';
    }
    return value is String && field.type != 'json' ? value : jsonEncode(value);
  }

  Widget? _help(Field field) => field.description.isEmpty ? null : Text(field.description);

  InputDecoration _decoration(Field field) {
    final set = field.sensitive && widget.form.set_.contains('/${field.name}');
    return InputDecoration(
      labelText: field.title,
      helperText: field.description.isEmpty ? null : field.description,
      hintText: set ? 'It is set; leave this empty to keep it' : null,
      errorText: _wrong[field.name],
    );
  }

  String? _check(Field field, String text) {
    if (text.isEmpty) {
      return field.required_ && !field.sensitive ? 'Needed' : null;
    }
    if (field.type == 'json') {
      return _parsed(text) == null ? 'JSON is wanted, such as ["one", "two"]' : null;
    }
    if (field.type != 'integer' && field.type != 'number' || text.startsWith(r'${')) {
      return null;
    }
    final number = field.type == 'integer' ? int.tryParse(text) : num.tryParse(text);
    final least = field.schema?['minimum'] as num?;
    final most = field.schema?['maximum'] as num?;
    if (number == null) {
      return field.type == 'integer' ? 'A whole number is wanted' : 'A number is wanted';
    }
    if (least != null && number < least || most != null && number > most) {
      return [if (least != null) 'at least $least', if (most != null) 'at most $most'].join(', ');
    }
    return null;
  }

  void _take(Field field, String text) {
    if (text.isEmpty) {
      _values.remove(field.name); // a secret that is left out stays as it is
      return;
    }
    _values[field.name] = switch (field.type) {
      'integer' => int.tryParse(text) ?? text,
      'number' => num.tryParse(text) ?? text,
      'json' => _parsed(text),
      _ => text,
    };
  }

  /// A text as JSON; null where it is none, or says null.
  static Object? _parsed(String text) {
    try {
      return jsonDecode(text);
    } on FormatException {
      return null;
    }
  }

  Future<void> _save() async {
    final form = _form.currentState;
    if (form == null || !form.validate()) {
      return;
    }
    form.save();
    try {
      await widget.engine.skills.configure(skill: widget.skill.name, values: _values);
    } on NarratoriaException catch (error) {
      setState(() {
        _wrong = {
          for (final problem in error.failure.data.problems)
            if (problem.pointer.startsWith('/')) problem.pointer.substring(1).split('/').first: problem.message,
        };
      });
      if (_wrong.isEmpty) {
        rethrow;
      }
      return;
    }
    if (mounted) {
      Navigator.pop(context);
    }
  }
}
