// Made of the table of methods by "go generate ./api". Do not edit.
//
// ignore_for_file: public_member_api_docs

/// Carries out a method: its name and parameters go out, its result comes back.
typedef Invoke = Future<Object?> Function(String method, Map<String, Object?> params);

/// An object of JSON.
typedef Json = Map<String, Object?>;

Json _json(Object? value) => (value as Map?)?.cast<String, Object?>() ?? const {};

List<T> _list<T>(Object? value, T Function(Object? element) of) => [
      for (final element in value as List? ?? const []) of(element),
    ];

Map<String, T> _map<T>(Object? value, T Function(Object? element) of) =>
    _json(value).map((key, element) => MapEntry(key, of(element)));

/// Somebody the player knows.
class Acquaintance {
  const Acquaintance({
    required this.id,
    required this.name,
    required this.role,
    required this.present,
    required this.feeling,
    required this.lastSeen,
    required this.turn,
  });

  factory Acquaintance.fromJson(Json json) => Acquaintance(
        id: json['id'] as String? ?? '',
        name: json['name'] as String? ?? '',
        role: json['role'] as String? ?? '',
        present: json['present'] as bool? ?? false,
        feeling: json['feeling'] as String? ?? '',
        lastSeen: json['lastSeen'] as String? ?? '',
        turn: json['turn'] as int? ?? 0,
      );

  /// Their id.
  final String id;

  /// What they are called.
  final String name;

  /// What they are.
  final String role;

  /// Whether they are here.
  final bool present;

  /// How they regard the player: devoted, warm, friendly, indifferent, wary, cold, hostile.
  final String feeling;

  /// The name of the place.
  final String lastSeen;

  /// When last.
  final int turn;
}

/// One of the answers that there are.
class AnswerOption {
  const AnswerOption({
    required this.value,
    required this.text,
  });

  factory AnswerOption.fromJson(Json json) => AnswerOption(
        value: json['value'] as String? ?? '',
        text: json['text'] as String? ?? '',
      );

  /// What the answer is.
  final String value;

  /// What is read.
  final String text;
}

/// A picture or a sound.
class Asset {
  const Asset({
    required this.id,
    required this.kind,
    required this.media,
    required this.name,
    required this.origin,
    required this.who,
    required this.blob,
    required this.path,
  });

  factory Asset.fromJson(Json json) => Asset(
        id: json['id'] as String? ?? '',
        kind: json['kind'] as String? ?? '',
        media: json['media'] as String? ?? '',
        name: json['name'] as String? ?? '',
        origin: json['origin'] as String? ?? '',
        who: json['who'] as String? ?? '',
        blob: json['blob'] as String? ?? '',
        path: json['path'] as String? ?? '',
      );

  /// Its id.
  final String id;

  /// Portrait, image, audio, video, ....
  final String kind;

  /// Its media type.
  final String media;

  /// What it is called, or shows.
  final String name;

  /// Author, cache, drawn, silhouette, campaign or skill.
  final String origin;

  /// Whose portrait it is.
  final String who;

  /// SHA-256 of its bytes, by which story.asset gives them.
  final String blob;

  /// In the campaign, by which story.asset gives them.
  final String path;
}

/// A copy of a story that can be gone back to.
class Backup {
  const Backup({
    required this.story,
    required this.backup,
    required this.made,
    required this.bytes,
  });

  factory Backup.fromJson(Json json) => Backup(
        story: json['story'] as String? ?? '',
        backup: json['backup'] as String? ?? '',
        made: json['made'] as String? ?? '',
        bytes: json['bytes'] as int? ?? 0,
      );

  /// The name of the save.
  final String story;

  /// Which of its backups, by when it was made, as methods take it.
  final String backup;

  /// When, as 2026-11-25T14:05:00.123Z.
  final String made;

  /// Its size.
  final int bytes;
}

/// Backups of one story or of all.
class Backups {
  const Backups({
    required this.backups,
  });

  factory Backups.fromJson(Json json) => Backups(
        backups: _list(json['backups'], (e) => Backup.fromJson(_json(e))),
      );

  /// In order of the names of their stories, the latest of each first.
  final List<Backup> backups;
}

/// Something that one takes another to know.
class Belief {
  const Belief({
    required this.content,
    required this.fact,
    required this.speaker,
    required this.name,
    required this.turn,
    required this.since,
  });

  factory Belief.fromJson(Json json) => Belief(
        content: json['content'] as String? ?? '',
        fact: json['fact'] as String? ?? '',
        speaker: json['speaker'] as String? ?? '',
        name: json['name'] as String? ?? '',
        turn: json['turn'] as int? ?? 0,
        since: When.fromJson(_json(json['since'])),
      );

  /// What is so, or was said, as the first of the chain has it.
  final String content;

  /// The id of the fact that it is, or that it was said about.
  final String fact;

  /// The id of who said so; left out for a fact.
  final String speaker;

  /// What the speaker is called.
  final String name;

  /// Since which turn the first takes the last to know it; 0 from the start.
  final int turn;

  /// Since when.
  final When since;
}

/// What somebody has with one other: their own, of which the other knows nothing.
class Bond {
  const Bond({
    required this.character,
    required this.with_,
    required this.score,
    required this.trust,
    required this.summary,
    this.since,
    required this.about,
    required this.between,
    required this.alone,
  });

  factory Bond.fromJson(Json json) => Bond(
        character: Someone.fromJson(_json(json['character'])),
        with_: Someone.fromJson(_json(json['with'])),
        score: json['score'] as int? ?? 0,
        trust: json['trust'] as int? ?? 0,
        summary: json['summary'] as String? ?? '',
        since: json['since'] as int?,
        about: _list(json['about'], (e) => Known.fromJson(_json(e))),
        between: _list(json['between'], (e) => Known.fromJson(_json(e))),
        alone: _list(json['alone'], (e) => e as String? ?? ''),
      );

  /// Who has it.
  final Someone character;

  /// With whom.
  final Someone with_;

  /// What they think of the other, in thousandths of a point: -100000 to 100000.
  final int score;

  /// How far they trust the other, in the same unit.
  final int trust;

  /// What is between the two, in words, where the story has them.
  final String summary;

  /// Story minutes since they last had to do with each other; left out where they never had.
  final int? since;

  /// What they know of the other, or were told: what is about them, and what came out that they had kept back.
  final List<Known> about;

  /// What was said, or came out, when as far as they noticed nobody else was there.
  final List<Known> between;

  /// What they remember of just the two, as sentences.
  final List<String> alone;
}

/// One line of telling.
class Branch {
  const Branch({
    required this.branch,
    required this.parent,
    required this.from,
    required this.turn,
    required this.depth,
    required this.head,
    required this.status,
    required this.note,
  });

  factory Branch.fromJson(Json json) => Branch(
        branch: json['branch'] as String? ?? '',
        parent: json['parent'] as String? ?? '',
        from: json['from'] as int? ?? 0,
        turn: json['turn'] as int? ?? 0,
        depth: json['depth'] as int? ?? 0,
        head: json['head'] as bool? ?? false,
        status: json['status'] as String? ?? '',
        note: json['note'] as String? ?? '',
      );

  /// Its name.
  final String branch;

  /// The one that it begins in.
  final String parent;

  /// The turn of its parent that it begins after.
  final int from;

  /// The one that it is in.
  final int turn;

  /// How many branches stand between it and the trunk; 0 for the trunk.
  final int depth;

  /// The story is told along it.
  final bool head;

  /// Active, archived or trunk.
  final String status;

  /// What it is for.
  final String note;
}

/// A branch that was made.
class Branched {
  const Branched({
    required this.branch,
  });

  factory Branched.fromJson(Json json) => Branched(
        branch: json['branch'] as String? ?? '',
      );

  /// Its name.
  final String branch;
}

/// The branches of a story.
class Branches {
  const Branches({
    required this.branches,
  });

  factory Branches.fromJson(Json json) => Branches(
        branches: _list(json['branches'], (e) => Branch.fromJson(_json(e))),
      );

  /// Each after its parent.
  final List<Branch> branches;
}

/// A file.
class FileBytes {
  const FileBytes({
    required this.base64,
    required this.size,
    required this.media,
  });

  factory FileBytes.fromJson(Json json) => FileBytes(
        base64: json['base64'] as String? ?? '',
        size: json['size'] as int? ?? 0,
        media: json['media'] as String? ?? '',
      );

  /// Its bytes.
  final String base64;

  /// How many these are.
  final int size;

  /// Its media type, where the campaign says it.
  final String media;
}

/// What a list shows of a campaign.
class CampaignHead {
  const CampaignHead({
    required this.id,
    required this.title,
    required this.version,
    required this.author,
    required this.description,
  });

  factory CampaignHead.fromJson(Json json) => CampaignHead(
        id: json['id'] as String? ?? '',
        title: json['title'] as String? ?? '',
        version: json['version'] as String? ?? '',
        author: json['author'] as String? ?? '',
        description: json['description'] as String? ?? '',
      );

  /// The name that story.play takes.
  final String id;

  /// What it is called.
  final String title;

  /// Of its author's.
  final String version;

  /// Who wrote it.
  final String author;

  /// What it is about.
  final String description;
}

/// What is understood of a campaign.
class CampaignInfo {
  const CampaignInfo({
    required this.campaign,
    required this.counts,
    required this.opening,
    required this.player,
    required this.guidance,
    required this.questions,
    required this.rules,
    required this.constraints,
    required this.state,
  });

  factory CampaignInfo.fromJson(Json json) => CampaignInfo(
        campaign: CampaignHead.fromJson(_json(json['campaign'])),
        counts: _list(json['counts'], (e) => PartCount.fromJson(_json(e))),
        opening: json['opening'] as String? ?? '',
        player: json['player'] as String? ?? '',
        guidance: json['guidance'] as String? ?? '',
        questions: _list(json['questions'], (e) => Question.fromJson(_json(e))),
        rules: json['rules'] as String? ?? '',
        constraints: _list(json['constraints'], (e) => e as String? ?? ''),
        state: _list(json['state'], (e) => e as String? ?? ''),
      );

  /// What a list shows.
  final CampaignHead campaign;

  /// How many there are of what.
  final List<PartCount> counts;

  /// How it begins.
  final String opening;

  /// How the character is made.
  final String player;

  /// What the player is told before.
  final String guidance;

  /// What the player decides: answers are story.play's.
  final List<Question> questions;

  /// How checks are made.
  final String rules;

  /// What is checked in all that is told.
  final List<String> constraints;

  /// The names of its own session state.
  final List<String> state;
}

/// The campaigns that the program carries.
class Campaigns {
  const Campaigns({
    required this.campaigns,
  });

  factory Campaigns.fromJson(Json json) => Campaigns(
        campaigns: _list(json['campaigns'], (e) => CampaignHead.fromJson(_json(e))),
      );

  /// The one for a first play first.
  final List<CampaignHead> campaigns;
}

/// A roll that decided a turn.
class Check {
  const Check({
    required this.stat,
    required this.about,
    required this.formula,
    required this.rolls,
    required this.modifiers,
    required this.total,
    required this.band,
  });

  factory Check.fromJson(Json json) => Check(
        stat: json['stat'] as String? ?? '',
        about: json['about'] as String? ?? '',
        formula: json['formula'] as String? ?? '',
        rolls: _list(json['rolls'], (e) => e as int? ?? 0),
        modifiers: _list(json['modifiers'], (e) => Modifier.fromJson(_json(e))),
        total: json['total'] as int? ?? 0,
        band: json['band'] as String? ?? '',
      );

  /// What was tried.
  final String stat;

  /// At what.
  final String about;

  /// 2d6.
  final String formula;

  /// Of the single dice.
  final List<int> rolls;

  /// What was added.
  final List<Modifier> modifiers;

  /// Of all that.
  final int total;

  /// What it means: success, partial, failure, ....
  final String band;
}

/// A backup that is whole, and what would be gone back to.
class Checked {
  const Checked({
    required this.backup,
    required this.save,
  });

  factory Checked.fromJson(Json json) => Checked(
        backup: Backup.fromJson(_json(json['backup'])),
        save: Save.fromJson(_json(json['save'])),
      );

  /// Which one it was.
  final Backup backup;

  /// What the story was then.
  final Save save;
}

/// One that is offered.
class Choice {
  const Choice({
    required this.id,
    required this.text,
    required this.source,
    required this.kind,
    required this.difficulty,
    required this.hint,
    required this.because,
    this.action,
  });

  factory Choice.fromJson(Json json) => Choice(
        id: json['id'] as String? ?? '',
        text: json['text'] as String? ?? '',
        source: json['source'] as String? ?? '',
        kind: json['kind'] as String? ?? '',
        difficulty: json['difficulty'] as String? ?? '',
        hint: json['hint'] as String? ?? '',
        because: _list(json['because'], (e) => Ground.fromJson(_json(e))),
        action: json['action'] == null ? null : _json(json['action']),
      );

  /// What it means, and what story.choose takes.
  final String id;

  /// What is read.
  final String text;

  /// Authored, memory, topic, ... : where it comes from.
  final String source;

  /// What sort of deed.
  final String kind;

  /// Of its check, in words.
  final String difficulty;

  /// A line below it.
  final String hint;

  /// What it rests on.
  final List<Ground> because;

  /// The deed as data.
  final Json? action;
}

/// How many there are of something.
class PartCount {
  const PartCount({
    required this.what,
    required this.n,
  });

  factory PartCount.fromJson(Json json) => PartCount(
        what: json['what'] as String? ?? '',
        n: json['n'] as int? ?? 0,
      );

  /// People, places, ....
  final String what;

  /// How many.
  final int n;
}

/// What a code of errors says.
class ErrorMeaning {
  const ErrorMeaning({
    required this.code,
    required this.means,
    required this.hint,
    required this.retry,
  });

  factory ErrorMeaning.fromJson(Json json) => ErrorMeaning(
        code: json['code'] as String? ?? '',
        means: json['means'] as String? ?? '',
        hint: json['hint'] as String? ?? '',
        retry: json['retry'] as bool? ?? false,
      );

  /// The code.
  final String code;

  /// What went wrong.
  final String means;

  /// What to do about it.
  final String hint;

  /// The same call may do later.
  final bool retry;
}

/// Something that happened in an engine.
class EngineEvent {
  const EngineEvent({
    required this.number,
    required this.kind,
    required this.story,
    required this.text,
    required this.turn,
    this.asset,
    required this.model,
    required this.percent,
    required this.since,
  });

  factory EngineEvent.fromJson(Json json) => EngineEvent(
        number: json['number'] as int? ?? 0,
        kind: json['kind'] as String? ?? '',
        story: json['story'] as String? ?? '',
        text: json['text'] as String? ?? '',
        turn: json['turn'] as int? ?? 0,
        asset: json['asset'] == null ? null : Asset.fromJson(_json(json['asset'])),
        model: json['model'] as String? ?? '',
        percent: json['percent'] as int? ?? 0,
        since: json['since'] as int? ?? 0,
      );

  /// From 1, without gaps, whatever story it is of.
  final int number;

  /// What happened; see the table of kinds.
  final String kind;

  /// The story that it happened in; left out for what concerns all.
  final String story;

  /// For people, or what is shown of the turn so far.
  final String text;

  /// The turn that the story is in now; story.last has its record.
  final int turn;

  /// The portrait that has arrived.
  final Asset? asset;

  /// The model that is brought in or checked.
  final String model;

  /// How much of that is done; left out for nothing.
  final int percent;

  /// Of lost: the first number that is missing; number is the last.
  final int since;
}

/// What a kind of events says.
class EventKindMeant {
  const EventKindMeant({
    required this.kind,
    required this.means,
  });

  factory EventKindMeant.fromJson(Json json) => EventKindMeant(
        kind: json['kind'] as String? ?? '',
        means: json['means'] as String? ?? '',
      );

  /// The kind.
  final String kind;

  /// What happened.
  final String means;
}

/// Some events of a stream.
class EventList {
  const EventList({
    required this.events,
    required this.stream,
    required this.next,
  });

  factory EventList.fromJson(Json json) => EventList(
        events: _list(json['events'], (e) => EngineEvent.fromJson(_json(e))),
        stream: json['stream'] as String? ?? '',
        next: json['next'] as int? ?? 0,
      );

  /// In order; with lost among them where some were not kept.
  final List<EngineEvent> events;

  /// The stream that the numbers are of; another engine has another.
  final String stream;

  /// The number to go on from.
  final int next;
}

/// A story that was written into a file.
class Exported {
  const Exported({
    required this.file,
    required this.playthrough,
    required this.campaign,
    required this.branches,
    required this.events,
    required this.turn,
  });

  factory Exported.fromJson(Json json) => Exported(
        file: json['file'] as String? ?? '',
        playthrough: json['playthrough'] as String? ?? '',
        campaign: json['campaign'] as String? ?? '',
        branches: json['branches'] as int? ?? 0,
        events: json['events'] as int? ?? 0,
        turn: json['turn'] as int? ?? 0,
      );

  /// The file.
  final String file;

  /// The story's id, the same wherever it is.
  final String playthrough;

  /// Its campaign's id.
  final String campaign;

  /// How many it has.
  final int branches;

  /// How many it has.
  final int events;

  /// That it is in.
  final int turn;
}

/// Why a call gave nothing.
class Failure {
  const Failure({
    required this.code,
    required this.message,
    required this.hint,
    required this.retry,
    required this.data,
  });

  factory Failure.fromJson(Json json) => Failure(
        code: json['code'] as String? ?? '',
        message: json['message'] as String? ?? '',
        hint: json['hint'] as String? ?? '',
        retry: json['retry'] as bool? ?? false,
        data: FailureData.fromJson(_json(json['data'])),
      );

  /// One of the closed list.
  final String code;

  /// For people: what happened, to what.
  final String message;

  /// What to do about it.
  final String hint;

  /// The same call may do later.
  final bool retry;

  /// What else there is to say.
  final FailureData data;
}

/// What else an error says; most of it is left out.
class FailureData {
  const FailureData({
    required this.problems,
    required this.nearest,
    required this.among,
    required this.asks,
    required this.oldest,
    required this.newest,
    required this.process,
  });

  factory FailureData.fromJson(Json json) => FailureData(
        problems: _list(json['problems'], (e) => Problem.fromJson(_json(e))),
        nearest: json['nearest'] as String? ?? '',
        among: _list(json['among'], (e) => Deed.fromJson(_json(e))),
        asks: _list(json['asks'], (e) => e as String? ?? ''),
        oldest: json['oldest'] as int? ?? 0,
        newest: json['newest'] as int? ?? 0,
        process: json['process'] as int? ?? 0,
      );

  /// What is wrong, place by place.
  final List<Problem> problems;

  /// The name that was probably meant.
  final String nearest;

  /// What the words may have meant.
  final List<Deed> among;

  /// What a skill asks for.
  final List<String> asks;

  /// The first event that is kept, or will be.
  final int oldest;

  /// And the last; left out where there was none yet.
  final int newest;

  /// The process that has what is in use, where it is known.
  final int process;
}

/// One setting of a skill.
class Field {
  const Field({
    required this.name,
    required this.title,
    required this.description,
    required this.type,
    required this.options,
    required this.sensitive,
    required this.variable,
    required this.category,
    required this.required_,
    this.schema,
  });

  factory Field.fromJson(Json json) => Field(
        name: json['name'] as String? ?? '',
        title: json['title'] as String? ?? '',
        description: json['description'] as String? ?? '',
        type: json['type'] as String? ?? '',
        options: _list(json['options'], (e) => e as String? ?? ''),
        sensitive: json['sensitive'] as bool? ?? false,
        variable: json['variable'] as String? ?? '',
        category: json['category'] as String? ?? '',
        required_: json['required'] as bool? ?? false,
        schema: json['schema'] == null ? null : _json(json['schema']),
      );

  /// The name that its value has.
  final String name;

  /// For people.
  final String title;

  /// For people.
  final String description;

  /// String, integer, number, boolean, or json for what a form shows as text.
  final String type;

  /// The texts that it may be.
  final List<String> options;

  /// It is a secret, and shown as dots.
  final bool sensitive;

  /// The environment variable that ${NAME} may stand for.
  final String variable;

  /// The group it is shown in.
  final String category;

  /// The skill needs it.
  final bool required_;

  /// What else is said of it: minimum, maximum, pattern, ....
  final Json? schema;
}

/// What can be configured of a skill.
class SkillForm {
  const SkillForm({
    required this.fields,
    this.values,
    required this.set_,
    this.schema,
  });

  factory SkillForm.fromJson(Json json) => SkillForm(
        fields: _list(json['fields'], (e) => Field.fromJson(_json(e))),
        values: json['values'] == null ? null : _json(json['values']),
        set_: _list(json['set'], (e) => e as String? ?? ''),
        schema: json['schema'] == null ? null : _json(json['schema']),
      );

  /// Its settings, in the order in which its author wrote them.
  final List<Field> fields;

  /// What is set, defaults included and secrets not.
  final Json? values;

  /// The secrets that are set, as pointers of RFC 6901.
  final List<String> set_;

  /// The whole schema, where a setting is more than a form shows.
  final Json? schema;
}

/// One call of a model.
class Generation {
  const Generation({
    required this.task,
    required this.part,
    required this.by,
    required this.prompt,
    required this.model,
    required this.wrote,
    required this.passed,
    required this.sampling,
    required this.took,
    required this.tokens,
    required this.sections,
    required this.considered,
    required this.answer,
    required this.answerBytes,
    required this.end,
    required this.why,
    required this.left,
    required this.untold,
    required this.withheld,
  });

  factory Generation.fromJson(Json json) => Generation(
        task: json['task'] as String? ?? '',
        part: json['part'] as String? ?? '',
        by: json['by'] as String? ?? '',
        prompt: json['prompt'] as String? ?? '',
        model: json['model'] as String? ?? '',
        wrote: json['wrote'] as String? ?? '',
        passed: _list(json['passed'], (e) => PassedModel.fromJson(_json(e))),
        sampling: PromptSampling.fromJson(_json(json['sampling'])),
        took: json['took'] as int? ?? 0,
        tokens: PromptTokens.fromJson(_json(json['tokens'])),
        sections: _list(json['sections'], (e) => PromptSection.fromJson(_json(e))),
        considered: _list(json['considered'], (e) => PromptCandidate.fromJson(_json(e))),
        answer: json['answer'] as String? ?? '',
        answerBytes: json['answerBytes'] as int? ?? 0,
        end: json['end'] as String? ?? '',
        why: json['why'] as String? ?? '',
        left: _list(json['left'], (e) => e as String? ?? ''),
        untold: json['untold'] as bool? ?? false,
        withheld: json['withheld'] as bool? ?? false,
      );

  /// What for: plan, generate, ....
  final String task;

  /// Which part of the task.
  final String part;

  /// Who asked: planner, a script as SKILL/SCRIPT, or afterwards, of a turn that was over.
  final String by;

  /// Which prompt of theirs, with its version, where they say.
  final String prompt;

  /// Who was asked.
  final String model;

  /// Who answered; left out where nobody did.
  final String wrote;

  /// Those who were to answer before, and did not.
  final List<PassedModel> passed;

  /// How the text was asked for.
  final PromptSampling sampling;

  /// Milliseconds; 0 where it is not kept, as in a story with a seed.
  final int took;

  /// That the call took, as the model counts; 0 where it does not say.
  final PromptTokens tokens;

  /// What the prompt is made of, in its order, and what was left out of it.
  final List<PromptSection> sections;

  /// What was looked at for it.
  final List<PromptCandidate> considered;

  /// What the model wrote, or its beginning; where it failed, what it had written until then.
  final String answer;

  /// How much that was as a whole.
  final int answerBytes;

  /// What was made of it: used as it is; mended, what was left of it; refused, nothing of it; failed, there was none; given to a script, which did not say; unfinished, nobody waited any longer.
  final String end;

  /// Why it was not used as it is.
  final String why;

  /// What was left out of it, a phrase each.
  final List<String> left;

  /// Its texts are not kept, since those of the turn are too large.
  final bool untold;

  /// Its texts are not shown, since something that stands before them is hidden.
  final bool withheld;
}

/// A stored event that a choice rests on.
class Ground {
  const Ground({
    required this.position,
    required this.text,
  });

  factory Ground.fromJson(Json json) => Ground(
        position: json['position'] as int? ?? 0,
        text: json['text'] as String? ?? '',
      );

  /// In the story's log.
  final int position;

  /// In words.
  final String text;
}

/// How one person came by something, by themselves or from another.
class Hop {
  const Hop({
    required this.who,
    required this.name,
    required this.way,
    required this.how,
    required this.from,
    required this.content,
    required this.truth,
    required this.source,
    required this.since,
  });

  factory Hop.fromJson(Json json) => Hop(
        who: json['who'] as String? ?? '',
        name: json['name'] as String? ?? '',
        way: json['way'] as String? ?? '',
        how: json['how'] as String? ?? '',
        from: json['from'] as String? ?? '',
        content: json['content'] as String? ?? '',
        truth: json['truth'] as String? ?? '',
        source: json['source'] as String? ?? '',
        since: When.fromJson(_json(json['since'])),
      );

  /// Their id.
  final String who;

  /// What they are called.
  final String name;

  /// How, in free words, where the story has them.
  final String way;

  /// As that of what is known, and ungrounded where they said so and nothing tells how they came by it.
  final String how;

  /// The id of who said so, or whose secret it was.
  final String from;

  /// What is so, or what was said: others may have said it otherwise.
  final String content;

  /// As what it was said: sincere, guess, rumour, lie; left out for a fact.
  final String truth;

  /// Of what is ungrounded: where it is said to stand.
  final String source;

  /// When that was.
  final When since;
}

/// A story that was made of a file.
class Imported {
  const Imported({
    required this.story,
    required this.playthrough,
    required this.renamed,
    required this.campaign,
    required this.carried,
    required this.branches,
    required this.events,
    required this.turn,
    required this.differs,
  });

  factory Imported.fromJson(Json json) => Imported(
        story: json['story'] as String? ?? '',
        playthrough: json['playthrough'] as String? ?? '',
        renamed: json['renamed'] as bool? ?? false,
        campaign: json['campaign'] as String? ?? '',
        carried: json['carried'] as bool? ?? false,
        branches: json['branches'] as int? ?? 0,
        events: json['events'] as int? ?? 0,
        turn: json['turn'] as int? ?? 0,
        differs: _list(json['differs'], (e) => e as String? ?? ''),
      );

  /// The name of the save.
  final String story;

  /// The story's id.
  final String playthrough;

  /// It has another id than in the file, since a story here has that.
  final bool renamed;

  /// Its campaign's id.
  final String campaign;

  /// The program carries that campaign; else story.play wants its directory, with continue.
  final bool carried;

  /// How many it has.
  final int branches;

  /// How many it has.
  final int events;

  /// That it is in.
  final int turn;

  /// Branches of which another program made something else of the same events.
  final List<String> differs;
}

/// What an engine is, and what it is doing.
class Info {
  const Info({
    required this.version,
    required this.state,
    required this.data,
    required this.stories,
    required this.calls,
    required this.stream,
    required this.newest,
    required this.memory,
    required this.threads,
  });

  factory Info.fromJson(Json json) => Info(
        version: json['version'] as String? ?? '',
        state: json['state'] as String? ?? '',
        data: json['data'] as String? ?? '',
        stories: _list(json['stories'], (e) => e as String? ?? ''),
        calls: json['calls'] as int? ?? 0,
        stream: json['stream'] as String? ?? '',
        newest: json['newest'] as int? ?? 0,
        memory: json['memory'] as int? ?? 0,
        threads: json['threads'] as int? ?? 0,
      );

  /// Of the program.
  final String version;

  /// Awake, suspended or closed.
  final String state;

  /// Where stories are kept; left out while it is suspended.
  final String data;

  /// That are open.
  final List<String> stories;

  /// That are at work.
  final int calls;

  /// The stream that the numbers of events are of.
  final String stream;

  /// The number of the newest event.
  final int newest;

  /// Bytes that were in use when garbage was last collected, in the whole process.
  final int memory;

  /// Goroutines there are, in the whole process.
  final int threads;
}

/// What the player carries.
class Inventory {
  const Inventory({
    required this.things,
  });

  factory Inventory.fromJson(Json json) => Inventory(
        things: _list(json['things'], (e) => Thing.fromJson(_json(e))),
      );

  /// In the order they were gained.
  final List<Thing> things;
}

/// What the player may look up.
class Journal {
  const Journal({
    required this.threads,
    required this.facts,
    required this.memories,
    required this.recent,
  });

  factory Journal.fromJson(Json json) => Journal(
        threads: _list(json['threads'], (e) => Thread.fromJson(_json(e))),
        facts: _list(json['facts'], (e) => e as String? ?? ''),
        memories: _list(json['memories'], (e) => e as String? ?? ''),
        recent: _list(json['recent'], (e) => e as String? ?? ''),
      );

  /// The lines of the plot that they follow.
  final List<Thread> threads;

  /// What they know, in words.
  final List<String> facts;

  /// Those of weight, oldest first.
  final List<String> memories;

  /// What happened lately, oldest first.
  final List<String> recent;
}

/// A condition in words.
class Judged {
  const Judged({
    required this.of,
    required this.words,
  });

  factory Judged.fromJson(Json json) => Judged(
        of: json['of'] as String? ?? '',
        words: json['words'] as String? ?? '',
      );

  /// What it is a condition of.
  final String of;

  /// What it says.
  final String words;
}

/// Somebody who knows something.
class Knower {
  const Knower({
    required this.hop,
    required this.knownTo,
  });

  factory Knower.fromJson(Json json) => Knower(
        hop: Hop.fromJson(_json(json['hop'])),
        knownTo: _list(json['knownTo'], (e) => Someone.fromJson(_json(e))),
      );

  /// How they first came by it.
  final Hop hop;

  /// Those others whom they take to know it too.
  final List<Someone> knownTo;
}

/// What somebody knows.
class Knowledge {
  const Knowledge({
    required this.character,
    required this.name,
    required this.known,
  });

  factory Knowledge.fromJson(Json json) => Knowledge(
        character: json['character'] as String? ?? '',
        name: json['name'] as String? ?? '',
        known: _list(json['known'], (e) => Known.fromJson(_json(e))),
      );

  /// Their id.
  final String character;

  /// What they are called.
  final String name;

  /// In the order it was learned.
  final List<Known> known;
}

/// Something that somebody knows: a fact, or what somebody said is so.
class Known {
  const Known({
    required this.content,
    required this.fact,
    required this.how,
    required this.way,
    required this.speaker,
    required this.from,
    required this.name,
    required this.truth,
    required this.source,
    required this.through,
    required this.knownTo,
    required this.turn,
    required this.since,
    required this.reliability,
    required this.about,
    required this.superseded,
  });

  factory Known.fromJson(Json json) => Known(
        content: json['content'] as String? ?? '',
        fact: json['fact'] as String? ?? '',
        how: json['how'] as String? ?? '',
        way: json['way'] as String? ?? '',
        speaker: json['speaker'] as String? ?? '',
        from: json['from'] as String? ?? '',
        name: json['name'] as String? ?? '',
        truth: json['truth'] as String? ?? '',
        source: json['source'] as String? ?? '',
        through: _list(json['through'], (e) => e as String? ?? ''),
        knownTo: _list(json['knownTo'], (e) => Someone.fromJson(_json(e))),
        turn: json['turn'] as int? ?? 0,
        since: When.fromJson(_json(json['since'])),
        reliability: json['reliability'] as int? ?? 0,
        about: _list(json['about'], (e) => Someone.fromJson(_json(e))),
        superseded: json['superseded'] as String? ?? '',
      );

  /// What is so, or was said.
  final String content;

  /// The id of the fact that it is, or that it was said about.
  final String fact;

  /// Witnessed, inferred or discovered; told, heard (it was said to others) or overheard (by others who did not take them to be listening); said, by themselves; otherwise, as way says.
  final String how;

  /// How, in free words, where the story has them.
  final String way;

  /// The id of who said so; left out for a fact.
  final String speaker;

  /// The id of whose secret it was that came out, or of who told them a fact.
  final String from;

  /// What the speaker is called, or whose secret it was.
  final String name;

  /// As what it was said: sincere, guess, rumour; a lie is one for the liar alone.
  final String truth;

  /// How it was learned, or where the speaker has it from.
  final String source;

  /// The names of those through whom the speaker has it, the first to have said it last.
  final List<String> through;

  /// Those others whom they take to know it too.
  final List<Someone> knownTo;

  /// In which they learned it; 0 from the start.
  final int turn;

  /// When they learned it.
  final When since;

  /// How far they can rely on it as far as they can tell, in thousandths: 1000 for what they came by themselves; a fifth less with each mouth that it came through, half for a guess or talk, less by their distrust of those; 0 for what they made up, know to hold no longer, or were told in other words than those of a fact that they have learned.
  final int reliability;

  /// Whom and what it is about, as far as they were told.
  final List<Someone> about;

  /// The id of the fact that holds in place of it, where they have learned that.
  final String superseded;
}

/// A file of a model that is known by name.
class KnownFile {
  const KnownFile({
    required this.name,
    required this.bytes,
    required this.sha256,
  });

  factory KnownFile.fromJson(Json json) => KnownFile(
        name: json['name'] as String? ?? '',
        bytes: json['bytes'] as int? ?? 0,
        sha256: json['sha256'] as String? ?? '',
      );

  /// In its repository.
  final String name;

  /// Its size.
  final int bytes;

  /// Its hash.
  final String sha256;
}

/// A model that is known by name.
class KnownModel {
  const KnownModel({
    required this.model,
    required this.use,
    required this.repository,
    required this.revision,
    required this.license,
    required this.files,
    required this.memory,
    required this.fits,
  });

  factory KnownModel.fromJson(Json json) => KnownModel(
        model: json['model'] as String? ?? '',
        use: json['use'] as String? ?? '',
        repository: json['repository'] as String? ?? '',
        revision: json['revision'] as String? ?? '',
        license: json['license'] as String? ?? '',
        files: _list(json['files'], (e) => KnownFile.fromJson(_json(e))),
        memory: json['memory'] as int? ?? 0,
        fits: json['fits'] as bool? ?? false,
      );

  /// Its name.
  final String model;

  /// Text: it writes texts; meaning: it makes vectors of them.
  final String use;

  /// On the HuggingFace Hub.
  final String repository;

  /// Of the repository: a commit, or a branch where none is known; then nothing but the size and the hash of each file says what is wanted.
  final String revision;

  /// By its SPDX name.
  final String license;

  /// What is published.
  final List<KnownFile> files;

  /// Bytes that it takes when it is loaded.
  final int memory;

  /// So many are there for it.
  final bool fits;
}

/// Some of the run log.
class Log {
  const Log({
    required this.entries,
  });

  factory Log.fromJson(Json json) => Log(
        entries: _list(json['entries'], (e) => LogEntry.fromJson(_json(e))),
      );

  /// Oldest first.
  final List<LogEntry> entries;
}

/// One line of the run log.
class LogEntry {
  const LogEntry({
    required this.time,
    required this.kind,
    required this.level,
    required this.plan,
    required this.attempt,
    required this.tool,
    required this.script,
    required this.skills,
    required this.outcome,
    required this.code,
    required this.message,
    required this.microseconds,
  });

  factory LogEntry.fromJson(Json json) => LogEntry(
        time: json['time'] as String? ?? '',
        kind: json['kind'] as String? ?? '',
        level: json['level'] as String? ?? '',
        plan: json['plan'] as String? ?? '',
        attempt: json['attempt'] as int? ?? 0,
        tool: json['tool'] as String? ?? '',
        script: json['script'] as String? ?? '',
        skills: _list(json['skills'], (e) => e as String? ?? ''),
        outcome: json['outcome'] as String? ?? '',
        code: json['code'] as String? ?? '',
        message: json['message'] as String? ?? '',
        microseconds: json['microseconds'] as int? ?? 0,
      );

  /// 2026-11-25T14:05:00.123Z.
  final String time;

  /// What it is about.
  final String kind;

  /// Debug, info, warn or error.
  final String level;

  /// The plan's id.
  final String plan;

  /// Of the plan within its turn.
  final int attempt;

  /// The step.
  final String tool;

  /// NAME/SCRIPT.
  final String script;

  /// That it is about.
  final List<String> skills;

  /// Success, failed, skipped, timeout, refused, or a state of health.
  final String outcome;

  /// Of the error.
  final String code;

  /// In words.
  final String message;

  /// How long it took.
  final int microseconds;
}

/// What somebody remembers.
class Memories {
  const Memories({
    required this.character,
    required this.name,
    required this.memories,
  });

  factory Memories.fromJson(Json json) => Memories(
        character: json['character'] as String? ?? '',
        name: json['name'] as String? ?? '',
        memories: _list(json['memories'], (e) => Remembered.fromJson(_json(e))),
      );

  /// Their id.
  final String character;

  /// What they are called.
  final String name;

  /// In the order they were kept; with a text, best first.
  final List<Remembered> memories;
}

/// One method.
class MethodSchema {
  const MethodSchema({
    required this.name,
    required this.doc,
    required this.plays,
    this.params,
    this.result,
  });

  factory MethodSchema.fromJson(Json json) => MethodSchema(
        name: json['name'] as String? ?? '',
        doc: json['doc'] as String? ?? '',
        plays: json['plays'] as bool? ?? false,
        params: json['params'] == null ? null : _json(json['params']),
        result: json['result'] == null ? null : _json(json['result']),
      );

  /// Its name.
  final String name;

  /// What it does.
  final String doc;

  /// It plays a turn or takes as long: stage events say how far it is.
  final bool plays;

  /// The JSON Schema of its parameters.
  final Json? params;

  /// The JSON Schema of its result.
  final Json? result;
}

/// Somebody who does not know something, and is taken to, or was told something else of it.
class Mistaken {
  const Mistaken({
    required this.who,
    required this.name,
    required this.by,
    required this.believes,
  });

  factory Mistaken.fromJson(Json json) => Mistaken(
        who: json['who'] as String? ?? '',
        name: json['name'] as String? ?? '',
        by: _list(json['by'], (e) => Someone.fromJson(_json(e))),
        believes: json['believes'] as String? ?? '',
      );

  /// Their id.
  final String who;

  /// What they are called.
  final String name;

  /// Those who take them to know it.
  final List<Someone> by;

  /// What they were told of it instead, last.
  final String believes;
}

/// A model that is kept.
class Model {
  const Model({
    required this.model,
    required this.use,
    required this.architecture,
    required this.bytes,
    required this.sha256,
    required this.from,
    required this.memory,
    required this.fits,
    required this.reason,
  });

  factory Model.fromJson(Json json) => Model(
        model: json['model'] as String? ?? '',
        use: json['use'] as String? ?? '',
        architecture: json['architecture'] as String? ?? '',
        bytes: json['bytes'] as int? ?? 0,
        sha256: json['sha256'] as String? ?? '',
        from: json['from'] as String? ?? '',
        memory: json['memory'] as int? ?? 0,
        fits: json['fits'] as bool? ?? false,
        reason: json['reason'] as String? ?? '',
      );

  /// Its name.
  final String model;

  /// Text: it writes texts; meaning: it makes vectors of them.
  final String use;

  /// As its file says: phi3, bert, ....
  final String architecture;

  /// Of its file.
  final int bytes;

  /// Of its file, when it came.
  final String sha256;

  /// Where it came from, for people.
  final String from;

  /// Bytes that it takes when it is loaded, reckoned by its head and some more; 0 where that is not known.
  final int memory;

  /// So many are there for it.
  final bool fits;

  /// Why it cannot be used.
  final String reason;
}

/// The models of this device.
class Models {
  const Models({
    required this.models,
    required this.unfinished,
    required this.known,
    required this.memory,
    required this.directory,
  });

  factory Models.fromJson(Json json) => Models(
        models: _list(json['models'], (e) => Model.fromJson(_json(e))),
        unfinished: _list(json['unfinished'], (e) => e as String? ?? ''),
        known: _list(json['known'], (e) => KnownModel.fromJson(_json(e))),
        memory: json['memory'] as int? ?? 0,
        directory: json['directory'] as String? ?? '',
      );

  /// Those that are kept, in order of their names.
  final List<Model> models;

  /// Models whose bringing in was ended, or goes on now: what is left of them takes room until models.import or models.remove has their name.
  final List<String> unfinished;

  /// Those that are known by name, and where they are published.
  final List<KnownModel> known;

  /// Bytes that a model may take here; 0 where that is not known, and any fits.
  final int memory;

  /// Where they lie.
  final String directory;
}

/// One part of a check's total.
class Modifier {
  const Modifier({
    required this.name,
    required this.value,
    required this.because,
  });

  factory Modifier.fromJson(Json json) => Modifier(
        name: json['name'] as String? ?? '',
        value: json['value'] as int? ?? 0,
        because: json['because'] as String? ?? '',
      );

  /// What is added.
  final String name;

  /// How much.
  final int value;

  /// Why.
  final String because;
}

/// What becomes of a story of which a turn is taken out.
class Omitted {
  const Omitted({
    required this.moved,
    required this.again,
    required this.lost,
    required this.turns,
    required this.events,
    required this.messages,
    required this.scenes,
    required this.memories,
    required this.relations,
    required this.items,
    required this.knowledge,
    required this.record,
  });

  factory Omitted.fromJson(Json json) => Omitted(
        moved: json['moved'] as bool? ?? false,
        again: json['again'] as int? ?? 0,
        lost: json['lost'] as int? ?? 0,
        turns: json['turns'] as int? ?? 0,
        events: json['events'] as int? ?? 0,
        messages: json['messages'] as int? ?? 0,
        scenes: json['scenes'] as int? ?? 0,
        memories: json['memories'] as int? ?? 0,
        relations: json['relations'] as int? ?? 0,
        items: json['items'] as int? ?? 0,
        knowledge: _map(json['knowledge'], (e) => e as int? ?? 0),
        record: TurnRecord.fromJson(_json(json['record'])),
      );

  /// The story goes on like that.
  final bool moved;

  /// Turns after it that were played again.
  final int again;

  /// Those that were not, since what was chosen there cannot be any more.
  final int lost;

  /// That are left behind.
  final int turns;

  /// That are left behind.
  final int events;

  /// What was said and told, and is left behind.
  final int messages;

  /// That are left behind.
  final int scenes;

  /// That are left behind, everybody's.
  final int memories;

  /// That would be otherwise.
  final int relations;

  /// Of which somebody would have another number.
  final int items;

  /// By character, what they would not know.
  final Map<String, int> knowledge;

  /// The turn that the story is in.
  final TurnRecord record;
}

/// Something that the player may do.
class Deed {
  const Deed({
    required this.id,
    required this.text,
  });

  factory Deed.fromJson(Json json) => Deed(
        id: json['id'] as String? ?? '',
        text: json['text'] as String? ?? '',
      );

  /// What story.choose takes.
  final String id;

  /// In words.
  final String text;
}

/// A model that did not answer.
class PassedModel {
  const PassedModel({
    required this.model,
    required this.why,
  });

  factory PassedModel.fromJson(Json json) => PassedModel(
        model: json['model'] as String? ?? '',
        why: json['why'] as String? ?? '',
      );

  /// Its name.
  final String model;

  /// In a word: timeout, unreachable, ....
  final String why;
}

/// Those the player has met.
class People {
  const People({
    required this.people,
  });

  factory People.fromJson(Json json) => People(
        people: _list(json['people'], (e) => Acquaintance.fromJson(_json(e))),
      );

  /// Those present first.
  final List<Acquaintance> people;
}

/// A memory that was pinned, or is no more.
class Pinned {
  const Pinned({
    required this.character,
    required this.memory,
    required this.pinned,
  });

  factory Pinned.fromJson(Json json) => Pinned(
        character: json['character'] as String? ?? '',
        memory: json['memory'] as String? ?? '',
        pinned: json['pinned'] as bool? ?? false,
      );

  /// Whose.
  final String character;

  /// Its number among theirs.
  final String memory;

  /// They have it at hand from now on.
  final bool pinned;
}

/// What came of a plan.
class PlanResult {
  const PlanResult({
    this.result,
  });

  factory PlanResult.fromJson(Json json) => PlanResult(
        result: json['result'] == null ? null : _json(json['result']),
      );

  /// Contracts/execution-result.schema.json.
  final Json? result;
}

/// A story that was begun or taken up.
class Played {
  const Played({
    required this.story,
    required this.kept,
    required this.campaign,
    required this.title,
    required this.record,
  });

  factory Played.fromJson(Json json) => Played(
        story: json['story'] as String? ?? '',
        kept: json['kept'] as bool? ?? false,
        campaign: json['campaign'] as String? ?? '',
        title: json['title'] as String? ?? '',
        record: TurnRecord.fromJson(_json(json['record'])),
      );

  /// The name that all other methods take.
  final String story;

  /// Whether it outlives the engine.
  final bool kept;

  /// The campaign's id.
  final String campaign;

  /// And its title.
  final String title;

  /// The turn that the story is in.
  final TurnRecord record;
}

/// One thing that is wrong with one place of a document.
class Problem {
  const Problem({
    required this.file,
    required this.line,
    required this.column,
    required this.pointer,
    required this.kind,
    required this.message,
    required this.expected,
    required this.nearest,
    required this.warning,
    required this.follows,
  });

  factory Problem.fromJson(Json json) => Problem(
        file: json['file'] as String? ?? '',
        line: json['line'] as int? ?? 0,
        column: json['column'] as int? ?? 0,
        pointer: json['pointer'] as String? ?? '',
        kind: json['kind'] as String? ?? '',
        message: json['message'] as String? ?? '',
        expected: json['expected'] as String? ?? '',
        nearest: json['nearest'] as String? ?? '',
        warning: json['warning'] as bool? ?? false,
        follows: json['follows'] as bool? ?? false,
      );

  /// The document, where it is a file.
  final String file;

  /// From 1.
  final int line;

  /// From 1, in bytes.
  final int column;

  /// RFC 6901; left out for the whole document.
  final String pointer;

  /// Syntax, wrong_type, missing, unknown_field, bad_value, duplicate, unknown_name, cycle, limit, forbidden or unreadable.
  final String kind;

  /// What is wrong.
  final String message;

  /// What should stand there.
  final String expected;

  /// The name that was probably meant.
  final String nearest;

  /// It is taken all the same.
  final bool warning;

  /// It needs no mending of its own: it comes of the last problem before it that has no such mark, or says the same of another place.
  final bool follows;
}

/// Something that was looked at for a prompt.
class PromptCandidate {
  const PromptCandidate({
    required this.kind,
    required this.text,
    required this.scores,
    required this.dropped,
  });

  factory PromptCandidate.fromJson(Json json) => PromptCandidate(
        kind: json['kind'] as String? ?? '',
        text: json['text'] as String? ?? '',
        scores: _map(json['scores'], (e) => e as int? ?? 0),
        dropped: json['dropped'] as String? ?? '',
      );

  /// What it is: a memory, a piece of lore.
  final String kind;

  /// What it says, or its beginning.
  final String text;

  /// By which it was ranked, in thousandths.
  final Map<String, int> scores;

  /// Why it is not in the prompt.
  final String dropped;
}

/// How a text was asked for.
class PromptSampling {
  const PromptSampling({
    required this.maxTokens,
    required this.heat,
    required this.seed,
    required this.stop,
    required this.form,
    required this.formText,
    required this.formBytes,
    required this.within,
  });

  factory PromptSampling.fromJson(Json json) => PromptSampling(
        maxTokens: json['maxTokens'] as int? ?? 0,
        heat: json['heat'] as int? ?? 0,
        seed: json['seed'] as int? ?? 0,
        stop: _list(json['stop'], (e) => e as String? ?? ''),
        form: json['form'] as String? ?? '',
        formText: json['formText'] as String? ?? '',
        formBytes: json['formBytes'] as int? ?? 0,
        within: json['within'] as int? ?? 0,
      );

  /// That the answer might have.
  final int maxTokens;

  /// How far from the likeliest word it might go, in thousandths.
  final int heat;

  /// The same text was asked for again with it.
  final int seed;

  /// Ends the text where one of them would begin.
  final List<String> stop;

  /// Schema or grammar; left out for any text.
  final String form;

  /// That schema or grammar, or its beginning.
  final String formText;

  /// Of all of it; left out for any text, and in saves of before it was kept.
  final int formBytes;

  /// Milliseconds that it had; 0 where it is not kept.
  final int within;
}

/// A part of a prompt.
class PromptSection {
  const PromptSection({
    required this.name,
    required this.role,
    required this.tier,
    required this.text,
    required this.bytes,
    required this.tokens,
    required this.reckoned,
    required this.dropped,
  });

  factory PromptSection.fromJson(Json json) => PromptSection(
        name: json['name'] as String? ?? '',
        role: json['role'] as String? ?? '',
        tier: json['tier'] as String? ?? '',
        text: json['text'] as String? ?? '',
        bytes: json['bytes'] as int? ?? 0,
        tokens: json['tokens'] as int? ?? 0,
        reckoned: json['reckoned'] as bool? ?? false,
        dropped: json['dropped'] as String? ?? '',
      );

  /// Which part.
  final String name;

  /// Of which message: system, user or assistant.
  final String role;

  /// Must, should or nice, where whoever asked had these.
  final String tier;

  /// What it says, or its beginning.
  final String text;

  /// Of all that it says.
  final int bytes;

  /// That it has.
  final int tokens;

  /// The tokens are reckoned by its bytes; else they are counted as the model does.
  final bool reckoned;

  /// Why it was not sent.
  final String dropped;
}

/// Tokens that a call took.
class PromptTokens {
  const PromptTokens({
    required this.prompt,
    required this.text,
    required this.reused,
  });

  factory PromptTokens.fromJson(Json json) => PromptTokens(
        prompt: json['prompt'] as int? ?? 0,
        text: json['text'] as int? ?? 0,
        reused: json['reused'] as int? ?? 0,
      );

  /// Of the prompt.
  final int prompt;

  /// Of the answer.
  final int text;

  /// Of the prompt's, those at its beginning that were read for a call before and not again, where that is said; 0 in a story with a seed.
  final int reused;
}

/// What models were asked for in a turn, from one view.
class Prompts {
  const Prompts({
    required this.character,
    required this.name,
    required this.generations,
    required this.more,
  });

  factory Prompts.fromJson(Json json) => Prompts(
        character: json['character'] as String? ?? '',
        name: json['name'] as String? ?? '',
        generations: _list(json['generations'], (e) => Generation.fromJson(_json(e))),
        more: json['more'] as int? ?? 0,
      );

  /// Whose view, by their id.
  final String character;

  /// What they are called.
  final String name;

  /// One for each call of a model: the plan, and then by task and part; none where nobody was asked.
  final List<Generation> generations;

  /// How many calls there were beyond what is kept of a turn.
  final int more;
}

/// One thing that the player decides before the story begins.
class Question {
  const Question({
    required this.id,
    required this.text,
    required this.options,
    required this.default_,
    required this.min,
    required this.max,
  });

  factory Question.fromJson(Json json) => Question(
        id: json['id'] as String? ?? '',
        text: json['text'] as String? ?? '',
        options: _list(json['options'], (e) => AnswerOption.fromJson(_json(e))),
        default_: json['default'] as String? ?? '',
        min: json['min'] as int? ?? 0,
        max: json['max'] as int? ?? 0,
      );

  /// By which answers have it.
  final String id;

  /// The question.
  final String text;

  /// Where there are any, one of these; else a number where there are bounds, else text.
  final List<AnswerOption> options;

  /// What is taken where no answer is given.
  final String default_;

  /// Of a number.
  final int min;

  /// Of a number.
  final int max;
}

/// What a typed line means.
class Reading {
  const Reading({
    required this.found,
    required this.among,
    required this.refusal,
  });

  factory Reading.fromJson(Json json) => Reading(
        found: json['found'] as bool? ?? false,
        among: _list(json['among'], (e) => Deed.fromJson(_json(e))),
        refusal: json['refusal'] as String? ?? '',
      );

  /// It means one deed, the first of among.
  final bool found;

  /// The deeds that it may mean.
  final List<Deed> among;

  /// Why it means none, for the player.
  final String refusal;
}

/// One way by which something reached somebody.
class Reason {
  const Reason({
    required this.hops,
  });

  factory Reason.fromJson(Json json) => Reason(
        hops: _list(json['hops'], (e) => Hop.fromJson(_json(e))),
      );

  /// From them back to whoever has it from nobody.
  final List<Hop> hops;
}

/// One turn as it is shown.
class TurnRecord {
  const TurnRecord({
    required this.turn,
    required this.session,
    required this.resumed,
    required this.prose,
    required this.passages,
    required this.gained,
    required this.lost,
    required this.choices,
    this.choice,
    required this.scene,
    this.check,
    this.ending,
    required this.endingTitle,
    required this.narrative,
    required this.beats,
    required this.degraded,
    required this.attempts,
    required this.fallback,
    required this.planner,
    required this.assets,
    required this.ui,
    required this.rolls,
    this.plan,
    this.result,
    this.settling,
    this.closing,
  });

  factory TurnRecord.fromJson(Json json) => TurnRecord(
        turn: json['turn'] as int? ?? 0,
        session: json['session'] as int? ?? 0,
        resumed: json['resumed'] as bool? ?? false,
        prose: json['prose'] as String? ?? '',
        passages: _list(json['passages'], (e) => e as String? ?? ''),
        gained: _list(json['gained'], (e) => e as String? ?? ''),
        lost: _list(json['lost'], (e) => e as String? ?? ''),
        choices: _list(json['choices'], (e) => Choice.fromJson(_json(e))),
        choice: json['choice'] == null ? null : Taken.fromJson(_json(json['choice'])),
        scene: Scene.fromJson(_json(json['scene'])),
        check: json['check'] == null ? null : Check.fromJson(_json(json['check'])),
        ending: json['ending'] as String?,
        endingTitle: json['endingTitle'] as String? ?? '',
        narrative: json['narrative'] as String? ?? '',
        beats: _list(json['beats'], (e) => e as String? ?? ''),
        degraded: _list(json['degraded'], (e) => e as String? ?? ''),
        attempts: json['attempts'] as int? ?? 0,
        fallback: json['fallback'] as bool? ?? false,
        planner: json['planner'] as String? ?? '',
        assets: _list(json['assets'], (e) => Asset.fromJson(_json(e))),
        ui: _list(json['ui'], (e) => UIEvent.fromJson(_json(e))),
        rolls: _list(json['rolls'], (e) => Roll.fromJson(_json(e))),
        plan: json['plan'] == null ? null : _json(json['plan']),
        result: json['result'] == null ? null : _json(json['result']),
        settling: json['settling'] == null ? null : _json(json['settling']),
        closing: json['closing'] == null ? null : _json(json['closing']),
      );

  /// From 1, the opening.
  final int turn;

  /// The sitting in which it was played.
  final int session;

  /// It was told before, and is shown again.
  final bool resumed;

  /// Paragraphs with blank lines between them.
  final String prose;

  /// What each paragraph is made of: author, outcome, around, reminder or teller.
  final List<String> passages;

  /// The names of what came into the player's hands.
  final List<String> gained;

  /// And of what left them.
  final List<String> lost;

  /// What is offered; none where the story has ended.
  final List<Choice> choices;

  /// What the player chose; null for the opening.
  final Taken? choice;

  /// Where it happened.
  final Scene scene;

  /// What was rolled for it.
  final Check? check;

  /// The id of the ending that was reached; with choices the story goes on nevertheless.
  final String? ending;

  /// And its title.
  final String endingTitle;

  /// What was shown before anything ran, with which the prose begins.
  final String narrative;

  /// Ids of the beats that were told.
  final List<String> beats;

  /// What the player had to do without, a sentence each.
  final List<String> degraded;

  /// Plans asked for.
  final int attempts;

  /// No plan succeeded.
  final bool fallback;

  /// Who made the plan, where a model was to: model or rules.
  final String planner;

  /// Pictures and sounds of the turn; story.asset gives their bytes.
  final List<Asset> assets;

  /// What skills sent for the interface.
  final List<UIEvent> ui;

  /// Of skills, beside the check.
  final List<Roll> rolls;

  /// The main plan; null for none.
  final Json? plan;

  /// What came of it, step by step.
  final Json? result;

  /// {plan, result} of what follows from the deed.
  final Json? settling;

  /// {plan, result} of what made the choices.
  final Json? closing;
}

/// A memory of somebody's.
class Remembered {
  const Remembered({
    required this.memory,
    required this.text,
    required this.kind,
    required this.pinned,
    required this.relevance,
    required this.likeness,
    required this.turn,
  });

  factory Remembered.fromJson(Json json) => Remembered(
        memory: json['memory'] as String? ?? '',
        text: json['text'] as String? ?? '',
        kind: json['kind'] as String? ?? '',
        pinned: json['pinned'] as bool? ?? false,
        relevance: json['relevance'] as int? ?? 0,
        likeness: json['likeness'] as int? ?? 0,
        turn: json['turn'] as int? ?? 0,
      );

  /// Its number among theirs, m1 the first, by which story.pin takes it.
  final String memory;

  /// The memory as a sentence.
  final String text;

  /// Said, heard, internal, perceived or action; left out where nobody says.
  final String kind;

  /// They have it at hand whatever is asked.
  final bool pinned;

  /// In thousandths, the share of the text that it speaks of.
  final int relevance;

  /// In thousandths, how like the text it is in meaning.
  final int likeness;

  /// In which it was kept; 0 before the first.
  final int turn;
}

/// A roll of dice that a skill says it made; it decided nothing.
class Roll {
  const Roll({
    required this.formula,
    required this.total,
    required this.text,
    required this.skill,
  });

  factory Roll.fromJson(Json json) => Roll(
        formula: json['formula'] as String? ?? '',
        total: json['total'] as int? ?? 0,
        text: json['text'] as String? ?? '',
        skill: json['skill'] as String? ?? '',
      );

  /// 2d6.
  final String formula;

  /// Of the dice.
  final int total;

  /// In words.
  final String text;

  /// Who rolled.
  final String skill;
}

/// A story that is kept, as a list shows it; only name and error where it cannot be opened.
class Save {
  const Save({
    required this.name,
    required this.error,
    required this.campaign,
    required this.title,
    required this.place,
    required this.turn,
    required this.ended,
    required this.older,
    required this.open,
    required this.written,
  });

  factory Save.fromJson(Json json) => Save(
        name: json['name'] as String? ?? '',
        error: json['error'] as String? ?? '',
        campaign: json['campaign'] as String? ?? '',
        title: json['title'] as String? ?? '',
        place: json['place'] as String? ?? '',
        turn: json['turn'] as int? ?? 0,
        ended: json['ended'] as bool? ?? false,
        older: json['older'] as String? ?? '',
        open: json['open'] as bool? ?? false,
        written: json['written'] as String? ?? '',
      );

  /// By which all methods take it.
  final String name;

  /// Why it cannot be opened.
  final String error;

  /// Its campaign's id.
  final String campaign;

  /// And title.
  final String title;

  /// Where the player is.
  final String place;

  /// That it is in.
  final int turn;

  /// It has come to its end.
  final bool ended;

  /// That it is an older copy of the story, and what is missing.
  final String older;

  /// This engine has it open.
  final bool open;

  /// When, as 2026-11-25T14:05:00Z.
  final String written;
}

/// The stories that are kept.
class Saves {
  const Saves({
    required this.saves,
  });

  factory Saves.fromJson(Json json) => Saves(
        saves: _list(json['saves'], (e) => Save.fromJson(_json(e))),
      );

  /// In order of their names.
  final List<Save> saves;
}

/// Where a turn happened.
class Scene {
  const Scene({
    required this.type,
    required this.place,
    required this.name,
    required this.present,
    required this.day,
    required this.time,
    required this.part,
    required this.weather,
  });

  factory Scene.fromJson(Json json) => Scene(
        type: json['type'] as String? ?? '',
        place: json['place'] as String? ?? '',
        name: json['name'] as String? ?? '',
        present: _list(json['present'], (e) => e as String? ?? ''),
        day: json['day'] as int? ?? 0,
        time: json['time'] as String? ?? '',
        part: json['part'] as String? ?? '',
        weather: json['weather'] as String? ?? '',
      );

  /// What sort of scene.
  final String type;

  /// The place's id.
  final String place;

  /// Its name.
  final String name;

  /// The ids of those who are there.
  final List<String> present;

  /// Of the story, from 1.
  final int day;

  /// 14:05.
  final String time;

  /// Of the day: morning, ....
  final String part;

  /// In a word; may be empty.
  final String weather;
}

/// Whether something was there to be ended.
class Shut {
  const Shut({
    required this.found,
  });

  factory Shut.fromJson(Json json) => Shut(
        found: json['found'] as bool? ?? false,
      );

  /// It was.
  final bool found;
}

/// A skill that was found, usable or not.
class Skill {
  const Skill({
    required this.name,
    required this.displayName,
    required this.version,
    required this.description,
    required this.status,
    required this.reason,
    required this.origin,
    required this.directory,
    required this.scripts,
    required this.health,
    required this.runs,
    required this.configurable,
    required this.asks,
    required this.problems,
  });

  factory Skill.fromJson(Json json) => Skill(
        name: json['name'] as String? ?? '',
        displayName: json['displayName'] as String? ?? '',
        version: json['version'] as String? ?? '',
        description: json['description'] as String? ?? '',
        status: json['status'] as String? ?? '',
        reason: json['reason'] as String? ?? '',
        origin: json['origin'] as String? ?? '',
        directory: json['directory'] as String? ?? '',
        scripts: _list(json['scripts'], (e) => e as String? ?? ''),
        health: json['health'] as String? ?? '',
        runs: json['runs'] as String? ?? '',
        configurable: json['configurable'] as bool? ?? false,
        asks: _list(json['asks'], (e) => e as String? ?? ''),
        problems: _list(json['problems'], (e) => Problem.fromJson(_json(e))),
      );

  /// Its name.
  final String name;

  /// For people.
  final String displayName;

  /// Of its author's.
  final String version;

  /// What it does.
  final String description;

  /// Ready, waiting (for consent), disabled, misconfigured, unavailable (here), or skipped.
  final String status;

  /// Why it cannot be used.
  final String reason;

  /// Dev, flag, settings, user, program or bundled.
  final String origin;

  /// Where it lies.
  final String directory;

  /// What plans can name of it.
  final List<String> scripts;

  /// Healthy, degraded, temporaryFailure or permanentFailure, as it was last.
  final String health;

  /// What its scripts run in: in-process, or what holds its processes together.
  final String runs;

  /// Skills.form has something to show.
  final bool configurable;

  /// Permissions that need consent.
  final List<String> asks;

  /// What its author or the user has to mend.
  final List<Problem> problems;
}

/// The skills that were found.
class Skills {
  const Skills({
    required this.skills,
    required this.directory,
  });

  factory Skills.fromJson(Json json) => Skills(
        skills: _list(json['skills'], (e) => Skill.fromJson(_json(e))),
        directory: json['directory'] as String? ?? '',
      );

  /// In order of their names.
  final List<Skill> skills;

  /// Where the user's own go.
  final String directory;
}

/// Somebody of a story.
class Someone {
  const Someone({
    required this.id,
    required this.name,
  });

  factory Someone.fromJson(Json json) => Someone(
        id: json['id'] as String? ?? '',
        name: json['name'] as String? ?? '',
      );

  /// Their id.
  final String id;

  /// What they are called.
  final String name;
}

/// Who knows something.
class Spread {
  const Spread({
    required this.fact,
    required this.content,
    required this.knowers,
    required this.mistaken,
  });

  factory Spread.fromJson(Json json) => Spread(
        fact: json['fact'] as String? ?? '',
        content: json['content'] as String? ?? '',
        knowers: _list(json['knowers'], (e) => Knower.fromJson(_json(e))),
        mistaken: _list(json['mistaken'], (e) => Mistaken.fromJson(_json(e))),
      );

  /// Its id.
  final String fact;

  /// What is so; where it is no fact, what was first said.
  final String content;

  /// In the order in which it reached them.
  final List<Knower> knowers;

  /// Those who do not know it, and are taken to, or were told something else of it.
  final List<Mistaken> mistaken;
}

/// Session state.
class SessionState {
  const SessionState({
    this.state,
  });

  factory SessionState.fromJson(Json json) => SessionState(
        state: json['state'] == null ? null : _json(json['state']),
      );

  /// Free keys, and those that begin with $ and are read alone.
  final Json? state;
}

/// What somebody is told events by.
class Subscription {
  const Subscription({
    required this.subscription,
    required this.stream,
    required this.from,
  });

  factory Subscription.fromJson(Json json) => Subscription(
        subscription: json['subscription'] as String? ?? '',
        stream: json['stream'] as String? ?? '',
        from: json['from'] as int? ?? 0,
      );

  /// Its name.
  final String subscription;

  /// The stream that the numbers are of; another engine has another.
  final String stream;

  /// The number of the first event that can come.
  final int from;
}

/// A place as the player sees it.
class Surroundings {
  const Surroundings({
    required this.place,
    required this.name,
    required this.description,
    required this.time,
    required this.weather,
    required this.picture,
    required this.music,
    required this.exits,
    required this.present,
    required this.things,
  });

  factory Surroundings.fromJson(Json json) => Surroundings(
        place: json['place'] as String? ?? '',
        name: json['name'] as String? ?? '',
        description: json['description'] as String? ?? '',
        time: json['time'] as String? ?? '',
        weather: json['weather'] as String? ?? '',
        picture: json['picture'] as String? ?? '',
        music: json['music'] as String? ?? '',
        exits: _list(json['exits'], (e) => Thing.fromJson(_json(e))),
        present: _list(json['present'], (e) => e as String? ?? ''),
        things: _list(json['things'], (e) => Thing.fromJson(_json(e))),
      );

  /// Its id.
  final String place;

  /// Its name.
  final String name;

  /// What it is like.
  final String description;

  /// Day 2, 14:05, afternoon.
  final String time;

  /// In a word; may be empty.
  final String weather;

  /// The path of a picture, for story.asset.
  final String picture;

  /// The path of a sound, for story.asset.
  final String music;

  /// Where the player can go.
  final List<Thing> exits;

  /// The names of those who are there.
  final List<String> present;

  /// What an occasion has brought there, as the player sees it.
  final List<Thing> things;
}

/// This table.
class MethodTable {
  const MethodTable({
    required this.methods,
    this.defs,
    required this.errors,
    required this.events,
  });

  factory MethodTable.fromJson(Json json) => MethodTable(
        methods: _list(json['methods'], (e) => MethodSchema.fromJson(_json(e))),
        defs: json['\$defs'] == null ? null : _json(json['\$defs']),
        errors: _list(json['errors'], (e) => ErrorMeaning.fromJson(_json(e))),
        events: _list(json['events'], (e) => EventKindMeant.fromJson(_json(e))),
      );

  /// In the order of the pages.
  final List<MethodSchema> methods;

  /// The schemas that #/$defs/NAME refer to.
  final Json? defs;

  /// The codes of errors.
  final List<ErrorMeaning> errors;

  /// The kinds of events.
  final List<EventKindMeant> events;
}

/// The choice that led to a turn.
class Taken {
  const Taken({
    required this.id,
    required this.text,
  });

  factory Taken.fromJson(Json json) => Taken(
        id: json['id'] as String? ?? '',
        text: json['text'] as String? ?? '',
      );

  /// Its id.
  final String id;

  /// Its words.
  final String text;
}

/// Something with a name.
class Thing {
  const Thing({
    required this.id,
    required this.name,
    required this.description,
  });

  factory Thing.fromJson(Json json) => Thing(
        id: json['id'] as String? ?? '',
        name: json['name'] as String? ?? '',
        description: json['description'] as String? ?? '',
      );

  /// Its id.
  final String id;

  /// What it is called.
  final String name;

  /// What it is like.
  final String description;
}

/// What somebody thinks that another knows.
class Thoughts {
  const Thoughts({
    required this.chain,
    required this.beliefs,
  });

  factory Thoughts.fromJson(Json json) => Thoughts(
        chain: _list(json['chain'], (e) => Someone.fromJson(_json(e))),
        beliefs: _list(json['beliefs'], (e) => Belief.fromJson(_json(e))),
      );

  /// Who thinks of whom.
  final List<Someone> chain;

  /// One for each matter, in the order in which the first of the chain came to it.
  final List<Belief> beliefs;
}

/// A line of the plot.
class Thread {
  const Thread({
    required this.title,
    required this.outcome,
    required this.open,
  });

  factory Thread.fromJson(Json json) => Thread(
        title: json['title'] as String? ?? '',
        outcome: json['outcome'] as String? ?? '',
        open: json['open'] as bool? ?? false,
      );

  /// What it is about.
  final String title;

  /// How it ended.
  final String outcome;

  /// It goes on.
  final bool open;
}

/// What was told in a story, to read.
class Transcript {
  const Transcript({
    required this.form,
    required this.text,
    required this.scenes,
    required this.turns,
  });

  factory Transcript.fromJson(Json json) => Transcript(
        form: json['form'] as String? ?? '',
        text: json['text'] as String? ?? '',
        scenes: json['scenes'] as int? ?? 0,
        turns: json['turns'] as int? ?? 0,
      );

  /// Markdown, jsonl or html.
  final String form;

  /// The whole of it.
  final String text;

  /// How many there are in it.
  final int scenes;

  /// How many there are in it.
  final int turns;
}

/// Something a skill sent for the interface.
class UIEvent {
  const UIEvent({
    required this.event,
    this.payload,
    required this.skill,
  });

  factory UIEvent.fromJson(Json json) => UIEvent(
        event: json['event'] as String? ?? '',
        payload: json['payload'] == null ? null : _json(json['payload']),
        skill: json['skill'] as String? ?? '',
      );

  /// Its name.
  final String event;

  /// What it carries.
  final Json? payload;

  /// Who sent it.
  final String skill;
}

/// What is wrong with a campaign.
class Validation {
  const Validation({
    required this.playable,
    required this.errors,
    required this.warnings,
    required this.follow,
    required this.problems,
    required this.judged,
  });

  factory Validation.fromJson(Json json) => Validation(
        playable: json['playable'] as bool? ?? false,
        errors: json['errors'] as int? ?? 0,
        warnings: json['warnings'] as int? ?? 0,
        follow: json['follow'] as int? ?? 0,
        problems: _list(json['problems'], (e) => Problem.fromJson(_json(e))),
        judged: _list(json['judged'], (e) => Judged.fromJson(_json(e))),
      );

  /// It can be played; what the errors are about is left out.
  final bool playable;

  /// How many problems are no warnings.
  final int errors;

  /// And how many are.
  final int warnings;

  /// How many more come of these, or say the same of other places.
  final int follow;

  /// Each with its file and line, and after it those that follow from it; those first from which others come.
  final List<Problem> problems;

  /// Conditions in words: they are judged, not computed.
  final List<Judged> judged;
}

/// When somebody learned something; moment and what follows is left out for what was known before the story's first.
class When {
  const When({
    required this.turn,
    required this.moment,
    required this.label,
    required this.minutes,
  });

  factory When.fromJson(Json json) => When(
        turn: json['turn'] as int? ?? 0,
        moment: json['moment'] as int? ?? 0,
        label: json['label'] as String? ?? '',
        minutes: json['minutes'] as int? ?? 0,
      );

  /// The turn; 0 for what they knew from the start.
  final int turn;

  /// The moment of the story.
  final int moment;

  /// What the moment is called.
  final String label;

  /// The story's time then, from midnight of its first day.
  final int minutes;
}

/// How something reached somebody.
class Why {
  const Why({
    required this.fact,
    required this.content,
    required this.character,
    required this.reasons,
  });

  factory Why.fromJson(Json json) => Why(
        fact: json['fact'] as String? ?? '',
        content: json['content'] as String? ?? '',
        character: json['character'] as String? ?? '',
        reasons: _list(json['reasons'], (e) => Reason.fromJson(_json(e))),
      );

  /// Its id.
  final String fact;

  /// What is so; where it is no fact, what was first said.
  final String content;

  /// Whom it reached, by their id.
  final String character;

  /// In the order in which they came; none where they do not know it.
  final List<Reason> reasons;
}

/// Methods whose names begin with engine.
class EngineMethods {
  const EngineMethods(this._invoke);

  final Invoke _invoke;

  /// Says what the engine is, and what it is doing.
  ///
  /// Method `engine.info`.
  Future<Info> info() async {
    final result = await _invoke('engine.info', {});
    return Info.fromJson(_json(result));
  }

  /// Gives this table: every method with the JSON Schemas of its parameters and its result, the codes of errors, and the kinds of events.
  ///
  /// Method `engine.methods`.
  Future<MethodTable> methods() async {
    final result = await _invoke('engine.methods', {});
    return MethodTable.fromJson(_json(result));
  }

  /// Commits what is being played and lets go of all that is open, as when an application goes to the background. Stories that are not kept end.
  ///
  /// Method `engine.suspend`.
  ///
  /// [within]: milliseconds in which all must be let go of; 200 unless given.
  Future<void> suspend({
    int? within,
  }) async {
    await _invoke('engine.suspend', {
      if (within != null) 'within': within,
    });
  }

  /// Opens again what engine.suspend has let go of. Stories show the same turn when they are next called for.
  ///
  /// Method `engine.resume`.
  Future<void> resume() async {
    await _invoke('engine.resume', {});
  }
}

/// Methods whose names begin with calls.
class CallsMethods {
  const CallsMethods(this._invoke);

  final Invoke _invoke;

  /// Ends what a call waits for that was given a name. A turn that has begun is told with what there is.
  ///
  /// Method `calls.cancel`.
  ///
  /// [call]: the name that the call was given.
  Future<Shut> cancel({
    required String call,
  }) async {
    final result = await _invoke('calls.cancel', {
      'call': call,
    });
    return Shut.fromJson(_json(result));
  }
}

/// Methods whose names begin with campaign.
class CampaignMethods {
  const CampaignMethods(this._invoke);

  final Invoke _invoke;

  /// Lists the campaigns that the program carries, the one for a first play first.
  ///
  /// Method `campaign.list`.
  Future<Campaigns> list() async {
    final result = await _invoke('campaign.list', {});
    return Campaigns.fromJson(_json(result));
  }

  /// Shows what is understood of a campaign, and what a player decides before it begins.
  ///
  /// Method `campaign.info`.
  ///
  /// [campaign]: a directory, or the name of a campaign that the program carries.
  Future<CampaignInfo> info({
    required String campaign,
  }) async {
    final result = await _invoke('campaign.info', {
      'campaign': campaign,
    });
    return CampaignInfo.fromJson(_json(result));
  }

  /// Lists what is wrong with a campaign, with file and line.
  ///
  /// Method `campaign.validate`.
  ///
  /// [campaign]: a directory, or the name of a campaign that the program carries.
  Future<Validation> validate({
    required String campaign,
  }) async {
    final result = await _invoke('campaign.validate', {
      'campaign': campaign,
    });
    return Validation.fromJson(_json(result));
  }
}

/// Methods whose names begin with story.
class StoryMethods {
  const StoryMethods(this._invoke);

  final Invoke _invoke;

  /// Begins a story and plays its opening; or, with continue, takes up one that is kept and gives the turn it is in. Given up before its opening, one that is kept is there, and can be taken up.
  ///
  /// Method `story.play`.
  ///
  /// [campaign]: a directory, or the name of a campaign that the program carries; the first of those unless given.
  ///
  /// [story]: the name of the save: a-z, 0-9, hyphens; the campaign's and a number unless given, or with continue the latest.
  ///
  /// [continue_]: take up a story that is kept.
  ///
  /// [older]: take it up also where its save is an older copy, of which turns are missing.
  ///
  /// [unkept]: the story goes when it is closed.
  ///
  /// [seed]: text that all randomness derives from: the same seed and choices tell the same story.
  ///
  /// [answers]: who the player is: answers to the campaign's questions, by their ids.
  ///
  /// [noEndings]: the story runs on.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<Played> play({
    String? campaign,
    String? story,
    bool? continue_,
    bool? older,
    bool? unkept,
    String? seed,
    Map<String, String>? answers,
    bool? noEndings,
    String? call,
  }) async {
    final result = await _invoke('story.play', {
      if (campaign != null) 'campaign': campaign,
      if (story != null) 'story': story,
      if (continue_ != null) 'continue': continue_,
      if (older != null) 'older': older,
      if (unkept != null) 'unkept': unkept,
      if (seed != null) 'seed': seed,
      if (answers != null) 'answers': answers,
      if (noEndings != null) 'noEndings': noEndings,
      if (call != null) 'call': call,
    });
    return Played.fromJson(_json(result));
  }

  /// Plays a turn: what the player chooses, by its id. Given up after it has begun, the turn is told with what there is.
  ///
  /// Method `story.choose`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [choice]: the id of one of the last record's choices, or of any deed that is possible now.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<TurnRecord> choose({
    required String story,
    required String choice,
    String? call,
  }) async {
    final result = await _invoke('story.choose', {
      'story': story,
      'choice': choice,
      if (call != null) 'call': call,
    });
    return TurnRecord.fromJson(_json(result));
  }

  /// Plays a turn by what somebody typed: the number, the id or the text of a choice, or what they do in their own words. Where that is not clear nothing happens: unclear.
  ///
  /// Method `story.type`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [line]: what was typed.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<TurnRecord> type({
    required String story,
    required String line,
    String? call,
  }) async {
    final result = await _invoke('story.type', {
      'story': story,
      'line': line,
      if (call != null) 'call': call,
    });
    return TurnRecord.fromJson(_json(result));
  }

  /// Says what a typed line would mean, and plays nothing.
  ///
  /// Method `story.read`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [line]: what was typed.
  Future<Reading> read({
    required String story,
    required String line,
  }) async {
    final result = await _invoke('story.read', {
      'story': story,
      'line': line,
    });
    return Reading.fromJson(_json(result));
  }

  /// Takes the last turn back and plays its choice again, with other dice.
  ///
  /// Method `story.retry`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<TurnRecord> retry({
    required String story,
    String? call,
  }) async {
    final result = await _invoke('story.retry', {
      'story': story,
      if (call != null) 'call': call,
    });
    return TurnRecord.fromJson(_json(result));
  }

  /// Gives the turn that the story is in, as it was told.
  ///
  /// Method `story.last`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  Future<TurnRecord> last({
    required String story,
  }) async {
    final result = await _invoke('story.last', {
      'story': story,
    });
    return TurnRecord.fromJson(_json(result));
  }

  /// Gives the bytes of a picture or sound: by blob or by path, as an asset has it.
  ///
  /// Method `story.asset`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [blob]: SHA-256 of the bytes.
  ///
  /// [path]: in the campaign.
  Future<FileBytes> asset({
    required String story,
    String? blob,
    String? path,
  }) async {
    final result = await _invoke('story.asset', {
      'story': story,
      if (blob != null) 'blob': blob,
      if (path != null) 'path': path,
    });
    return FileBytes.fromJson(_json(result));
  }

  /// Begins a new session of the same story, in which skills that failed are tried again.
  ///
  /// Method `story.restart`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<TurnRecord> restart({
    required String story,
    String? call,
  }) async {
    final result = await _invoke('story.restart', {
      'story': story,
      if (call != null) 'call': call,
    });
    return TurnRecord.fromJson(_json(result));
  }

  /// Closes a story that is open; what was played is kept.
  ///
  /// Method `story.close`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  Future<Shut> close({
    required String story,
  }) async {
    final result = await _invoke('story.close', {
      'story': story,
    });
    return Shut.fromJson(_json(result));
  }

  /// Where the player is now.
  ///
  /// Method `story.scene`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  Future<Surroundings> scene({
    required String story,
  }) async {
    final result = await _invoke('story.scene', {
      'story': story,
    });
    return Surroundings.fromJson(_json(result));
  }

  /// Those whom the player has met, those present first.
  ///
  /// Method `story.people`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  Future<People> people({
    required String story,
  }) async {
    final result = await _invoke('story.people', {
      'story': story,
    });
    return People.fromJson(_json(result));
  }

  /// What the player carries.
  ///
  /// Method `story.inventory`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  Future<Inventory> inventory({
    required String story,
  }) async {
    final result = await _invoke('story.inventory', {
      'story': story,
    });
    return Inventory.fromJson(_json(result));
  }

  /// What happened, as the player may look it up.
  ///
  /// Method `story.journal`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  Future<Journal> journal({
    required String story,
  }) async {
    final result = await _invoke('story.journal', {
      'story': story,
    });
    return Journal.fromJson(_json(result));
  }

  /// Session state as the player knows it: what planners and scripts read.
  ///
  /// Method `story.state`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  Future<SessionState> state({
    required String story,
  }) async {
    final result = await _invoke('story.state', {
      'story': story,
    });
    return SessionState.fromJson(_json(result));
  }

  /// What somebody in a story knows, the player unless another is named: facts, and what was said is so, in the order it was learned; how and since when, from whom, and whom they take to know it too. It is what that character knows and no more; what others know may be more than a player wants to be told.
  ///
  /// Method `story.know`.
  ///
  /// [story]: the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open.
  ///
  /// [character]: whose knowledge: an id, a name or a word of it; the player unless given.
  ///
  /// [branch]: along which branch; the one that the story is told along unless given.
  ///
  /// [turn]: as it was at the end of a turn.
  ///
  /// [event]: as it was at an event of the log; not beside turn.
  ///
  /// [moment]: as it was at a moment: what is of later ones is not seen; not beside turn.
  Future<Knowledge> know({
    required String story,
    String? character,
    String? branch,
    int? turn,
    int? event,
    int? moment,
  }) async {
    final result = await _invoke('story.know', {
      'story': story,
      if (character != null) 'character': character,
      if (branch != null) 'branch': branch,
      if (turn != null) 'turn': turn,
      if (event != null) 'event': event,
      if (moment != null) 'moment': moment,
    });
    return Knowledge.fromJson(_json(result));
  }

  /// What somebody in a story has with one other, the player unless another is named: what they think of them, what they know of them or were told, what was said between the two, and what they remember of just the two; the latest twenty of each. It is what that character has, and the other knows nothing of it.
  ///
  /// Method `story.bond`.
  ///
  /// [story]: the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open.
  ///
  /// [character]: who has it: an id, a name or a word of it; the player unless given.
  ///
  /// [with_]: with whom: an id, a name or a word of it.
  ///
  /// [branch]: along which branch; the one that the story is told along unless given.
  ///
  /// [turn]: as it was at the end of a turn.
  ///
  /// [event]: as it was at an event of the log; not beside turn.
  ///
  /// [moment]: as it was at a moment: what is of later ones is not seen; not beside turn.
  Future<Bond> bond({
    required String story,
    String? character,
    required String with_,
    String? branch,
    int? turn,
    int? event,
    int? moment,
  }) async {
    final result = await _invoke('story.bond', {
      'story': story,
      if (character != null) 'character': character,
      'with': with_,
      if (branch != null) 'branch': branch,
      if (turn != null) 'turn': turn,
      if (event != null) 'event': event,
      if (moment != null) 'moment': moment,
    });
    return Bond.fromJson(_json(result));
  }

  /// What somebody in a story thinks that another knows, or thinks that a third thinks that a fourth knows, and so on: it follows from what the first perceived and from nothing else, so that they can be wrong. Of somebody alone it is what they know, each matter once.
  ///
  /// Method `story.thinks`.
  ///
  /// [story]: the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open.
  ///
  /// [chain]: who thinks of whom, each an id, a name or a word of it: what the first thinks that the second thinks ... that the last knows.
  ///
  /// [branch]: along which branch; the one that the story is told along unless given.
  ///
  /// [turn]: as it was at the end of a turn.
  ///
  /// [event]: as it was at an event of the log; not beside turn.
  ///
  /// [moment]: as it was at a moment: what is of later ones is not seen; not beside turn.
  Future<Thoughts> thinks({
    required String story,
    required List<String> chain,
    String? branch,
    int? turn,
    int? event,
    int? moment,
  }) async {
    final result = await _invoke('story.thinks', {
      'story': story,
      'chain': chain,
      if (branch != null) 'branch': branch,
      if (turn != null) 'turn': turn,
      if (event != null) 'event': event,
      if (moment != null) 'moment': moment,
    });
    return Thoughts.fromJson(_json(result));
  }

  /// How something reached somebody: who told them, who had told these, and so on back to whoever saw it, made it up, or said so without ground. It tells what no character knows.
  ///
  /// Method `story.why`.
  ///
  /// [story]: the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open.
  ///
  /// [fact]: the id of a fact, of a claim or of where it stands; or words that stand in it and in no other; or its number in story.know of that character.
  ///
  /// [character]: whom it reached: an id, a name or a word of it; the player unless given.
  ///
  /// [branch]: along which branch; the one that the story is told along unless given.
  ///
  /// [turn]: as it was at the end of a turn.
  ///
  /// [event]: as it was at an event of the log; not beside turn.
  ///
  /// [moment]: as it was at a moment: what is of later ones is not seen; not beside turn.
  Future<Why> why({
    required String story,
    required String fact,
    String? character,
    String? branch,
    int? turn,
    int? event,
    int? moment,
  }) async {
    final result = await _invoke('story.why', {
      'story': story,
      'fact': fact,
      if (character != null) 'character': character,
      if (branch != null) 'branch': branch,
      if (turn != null) 'turn': turn,
      if (event != null) 'event': event,
      if (moment != null) 'moment': moment,
    });
    return Why.fromJson(_json(result));
  }

  /// What somebody in a story remembers, the player unless another is named, in the order it was kept; with a text what of it bears on that, best first. It is what that character remembers and no more.
  ///
  /// Method `story.recall`.
  ///
  /// [story]: the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open.
  ///
  /// [character]: whose memories: an id, a name or a word of it; the player unless given.
  ///
  /// [text]: what they shall bear on, by words and meaning; all of them unless given.
  ///
  /// [kind]: only memories of a kind: said, heard, internal, perceived or action.
  ///
  /// [limit]: how many at most; all unless given.
  ///
  /// [branch]: along which branch; the one that the story is told along unless given.
  ///
  /// [turn]: as it was at the end of a turn.
  ///
  /// [event]: as it was at an event of the log; not beside turn.
  ///
  /// [moment]: as it was at a moment: what is of later ones is not seen; not beside turn.
  Future<Memories> recall({
    required String story,
    String? character,
    String? text,
    String? kind,
    int? limit,
    String? branch,
    int? turn,
    int? event,
    int? moment,
  }) async {
    final result = await _invoke('story.recall', {
      'story': story,
      if (character != null) 'character': character,
      if (text != null) 'text': text,
      if (kind != null) 'kind': kind,
      if (limit != null) 'limit': limit,
      if (branch != null) 'branch': branch,
      if (turn != null) 'turn': turn,
      if (event != null) 'event': event,
      if (moment != null) 'moment': moment,
    });
    return Memories.fromJson(_json(result));
  }

  /// Has somebody in a story have a memory at hand from now on, whatever is asked and however old it grows, along the branch that it is told along. Skills find it under $pinned.
  ///
  /// Method `story.pin`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [character]: whose memory: an id, a name or a word of it; the player unless given.
  ///
  /// [memory]: its number in story.recall of that character, words that stand in it and in no other, or the number of an event in the log: of that what they remember, and where they remember nothing what they perceived.
  Future<Pinned> pin({
    required String story,
    String? character,
    required String memory,
  }) async {
    final result = await _invoke('story.pin', {
      'story': story,
      if (character != null) 'character': character,
      'memory': memory,
    });
    return Pinned.fromJson(_json(result));
  }

  /// Has somebody have a memory at hand no more. They remember it as they do others.
  ///
  /// Method `story.unpin`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [character]: whose memory: an id, a name or a word of it; the player unless given.
  ///
  /// [memory]: its number in story.recall of that character, words that stand in it and in no other, or the number of an event in the log: of that what they remember, and where they remember nothing what they perceived.
  Future<Pinned> unpin({
    required String story,
    String? character,
    required String memory,
  }) async {
    final result = await _invoke('story.unpin', {
      'story': story,
      if (character != null) 'character': character,
      'memory': memory,
    });
    return Pinned.fromJson(_json(result));
  }

  /// What models were asked for in a turn from somebody's view, the player's unless another is named, and what came of it: who was asked with which prompt, its parts with their tokens, what was looked at for it and why it was left out, the answer, and what was made of that. It is what that character perceived and no more. Where something that they had perceived until then is hidden, all texts are withheld.
  ///
  /// Method `story.prompt`.
  ///
  /// [story]: the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open.
  ///
  /// [turn]: which turn.
  ///
  /// [character]: from whose view: an id, a name or a word of it; the player unless given.
  ///
  /// [branch]: along which branch; the one that the story is told along unless given.
  ///
  /// [event]: as it was at an event of the log: what is after it is not seen.
  ///
  /// [moment]: as it was at a moment: what is of later ones is not seen.
  ///
  /// [hidden]: give texts also where something that stands before them is hidden.
  Future<Prompts> prompt({
    required String story,
    required int turn,
    String? character,
    String? branch,
    int? event,
    int? moment,
    bool? hidden,
  }) async {
    final result = await _invoke('story.prompt', {
      'story': story,
      'turn': turn,
      if (character != null) 'character': character,
      if (branch != null) 'branch': branch,
      if (event != null) 'event': event,
      if (moment != null) 'moment': moment,
      if (hidden != null) 'hidden': hidden,
    });
    return Prompts.fromJson(_json(result));
  }

  /// Who knows something, in the order in which it reached them, whom each takes to know it too, and who is wrong about that. It tells what no character knows.
  ///
  /// Method `story.who`.
  ///
  /// [story]: the story; one that is kept is read beside whoever plays it, but of a store of ObjectBox, which one program has open.
  ///
  /// [fact]: the id of a fact, of a claim or of where it stands; or words that stand in it and in no other.
  ///
  /// [branch]: along which branch; the one that the story is told along unless given.
  ///
  /// [turn]: as it was at the end of a turn.
  ///
  /// [event]: as it was at an event of the log; not beside turn.
  ///
  /// [moment]: as it was at a moment: what is of later ones is not seen; not beside turn.
  Future<Spread> who({
    required String story,
    required String fact,
    String? branch,
    int? turn,
    int? event,
    int? moment,
  }) async {
    final result = await _invoke('story.who', {
      'story': story,
      'fact': fact,
      if (branch != null) 'branch': branch,
      if (turn != null) 'turn': turn,
      if (event != null) 'event': event,
      if (moment != null) 'moment': moment,
    });
    return Spread.fromJson(_json(result));
  }

  /// Takes the last turn back, and gives the one that the story is in then. What was told stays in the save.
  ///
  /// Method `story.back`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<TurnRecord> back({
    required String story,
    String? call,
  }) async {
    final result = await _invoke('story.back', {
      'story': story,
      if (call != null) 'call': call,
    });
    return TurnRecord.fromJson(_json(result));
  }

  /// Takes back all that was told after a turn.
  ///
  /// Method `story.rollback`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [turn]: the turn.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<TurnRecord> rollback({
    required String story,
    required int turn,
    String? call,
  }) async {
    final result = await _invoke('story.rollback', {
      'story': story,
      'turn': turn,
      if (call != null) 'call': call,
    });
    return TurnRecord.fromJson(_json(result));
  }

  /// Goes back to where the last back, rollback, retry, branch or switch has left that was not undone.
  ///
  /// Method `story.undo`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<TurnRecord> undo({
    required String story,
    String? call,
  }) async {
    final result = await _invoke('story.undo', {
      'story': story,
      if (call != null) 'call': call,
    });
    return TurnRecord.fromJson(_json(result));
  }

  /// Takes a turn out, and plays again what was chosen after it. Without agree it says what would come of that, and the story stays where it is; what was tried for it stays in the save, as an archived branch.
  ///
  /// Method `story.omit`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [turn]: the turn that is taken out.
  ///
  /// [agree]: have the story go on like that.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<Omitted> omit({
    required String story,
    required int turn,
    bool? agree,
    String? call,
  }) async {
    final result = await _invoke('story.omit', {
      'story': story,
      'turn': turn,
      if (agree != null) 'agree': agree,
      if (call != null) 'call': call,
    });
    return Omitted.fromJson(_json(result));
  }

  /// Lists the branches of a story, each after its parent.
  ///
  /// Method `story.branches`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  Future<Branches> branches({
    required String story,
  }) async {
    final result = await _invoke('story.branches', {
      'story': story,
    });
    return Branches.fromJson(_json(result));
  }

  /// Makes a branch here and goes on along it; what was told so far is in both.
  ///
  /// Method `story.branch`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [branch]: its name; the next that is free unless given.
  Future<Branched> branch({
    required String story,
    String? branch,
  }) async {
    final result = await _invoke('story.branch', {
      'story': story,
      if (branch != null) 'branch': branch,
    });
    return Branched.fromJson(_json(result));
  }

  /// Goes on along another branch.
  ///
  /// Method `story.switch`.
  ///
  /// [story]: the story; one that is kept is opened where it is not.
  ///
  /// [branch]: the branch.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<TurnRecord> switch_({
    required String story,
    required String branch,
    String? call,
  }) async {
    final result = await _invoke('story.switch', {
      'story': story,
      'branch': branch,
      if (call != null) 'call': call,
    });
    return TurnRecord.fromJson(_json(result));
  }
}

/// Methods whose names begin with saves.
class SavesMethods {
  const SavesMethods(this._invoke);

  final Invoke _invoke;

  /// Lists the stories that are kept.
  ///
  /// Method `saves.list`.
  Future<Saves> list() async {
    final result = await _invoke('saves.list', {});
    return Saves.fromJson(_json(result));
  }

  /// Deletes a story for ever, with all that skills kept for it and with its backups, which backups.list lists.
  ///
  /// Method `saves.delete`.
  ///
  /// [story]: the name of the save.
  Future<void> delete({
    required String story,
  }) async {
    await _invoke('saves.delete', {
      'story': story,
    });
  }

  /// Reads all that a save holds and checks that nothing of it was changed.
  ///
  /// Method `saves.verify`.
  ///
  /// [story]: the name of the save.
  Future<void> verify({
    required String story,
  }) async {
    await _invoke('saves.verify', {
      'story': story,
    });
  }

  /// Writes a whole story, every branch, into a file, to keep or to take elsewhere.
  ///
  /// Method `saves.export`.
  ///
  /// [story]: the name of the save.
  ///
  /// [file]: the file to write, which must not be there yet.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it; there is no file then.
  Future<Exported> export_({
    required String story,
    required String file,
    String? call,
  }) async {
    final result = await _invoke('saves.export', {
      'story': story,
      'file': file,
      if (call != null) 'call': call,
    });
    return Exported.fromJson(_json(result));
  }

  /// Makes a story of a file that saves.export wrote, here or elsewhere. Whoever made the file, it is looked through first: where anything in it is not as it should be there is no story.
  ///
  /// Method `saves.import`.
  ///
  /// [file]: the file.
  ///
  /// [story]: the name of the save to make; the next that is free unless given.
  ///
  /// [most]: how many megabytes it may be when it is unpacked; 512 unless given.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it; there is no story then.
  Future<Imported> import_({
    required String file,
    String? story,
    int? most,
    String? call,
  }) async {
    final result = await _invoke('saves.import', {
      'file': file,
      if (story != null) 'story': story,
      if (most != null) 'most': most,
      if (call != null) 'call': call,
    });
    return Imported.fromJson(_json(result));
  }

  /// Gives what the player was told in a story that is kept, and what they chose, to read: nothing that the player does not know.
  ///
  /// Method `saves.transcript`.
  ///
  /// [story]: the name of the save.
  ///
  /// [form]: html is one page with its pictures in it, which loads nothing, jsonl an object a turn; markdown unless given.
  ///
  /// [from]: the first turn; the opening unless given.
  ///
  /// [scene]: one scene alone, by its number.
  ///
  /// [campaign]: the directory of a campaign that the program does not carry, for its title and its pictures.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<Transcript> transcript({
    required String story,
    String? form,
    int? from,
    int? scene,
    String? campaign,
    String? call,
  }) async {
    final result = await _invoke('saves.transcript', {
      'story': story,
      if (form != null) 'form': form,
      if (from != null) 'from': from,
      if (scene != null) 'scene': scene,
      if (campaign != null) 'campaign': campaign,
      if (call != null) 'call': call,
    });
    return Transcript.fromJson(_json(result));
  }
}

/// Methods whose names begin with backups.
class BackupsMethods {
  const BackupsMethods(this._invoke);

  final Invoke _invoke;

  /// Lists the backups of stories, the latest of each story first.
  ///
  /// Method `backups.list`.
  ///
  /// [story]: the name of a save, also of one that is not there any more; all unless given.
  Future<Backups> list({
    String? story,
  }) async {
    final result = await _invoke('backups.list', {
      if (story != null) 'story': story,
    });
    return Backups.fromJson(_json(result));
  }

  /// Backs a story up now, also while it is played, and proves the backup. Only then does the oldest go where there are more than are kept.
  ///
  /// Method `backups.make`.
  ///
  /// [story]: the name of the save.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it; there is no backup then.
  Future<Backup> make({
    required String story,
    String? call,
  }) async {
    final result = await _invoke('backups.make', {
      'story': story,
      if (call != null) 'call': call,
    });
    return Backup.fromJson(_json(result));
  }

  /// Proves that a backup can be gone back to: it is restored elsewhere, opened there, and read to the last hash.
  ///
  /// Method `backups.check`.
  ///
  /// [story]: the name of the save that it is of.
  ///
  /// [backup]: which one, as backups.list has it; the latest unless given.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<Checked> check({
    required String story,
    String? backup,
    String? call,
  }) async {
    final result = await _invoke('backups.check', {
      'story': story,
      if (backup != null) 'backup': backup,
      if (call != null) 'call': call,
    });
    return Checked.fromJson(_json(result));
  }

  /// Makes a story of a backup that is whole. No story is replaced: where there is one of that name, as gives another.
  ///
  /// Method `backups.restore`.
  ///
  /// [story]: the name of the save that the backup is of.
  ///
  /// [backup]: which one, as backups.list has it; the latest unless given.
  ///
  /// [as]: the name that the story is to have; that of the save unless given.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it; there is no story then.
  Future<Save> restore({
    required String story,
    String? backup,
    String? as,
    String? call,
  }) async {
    final result = await _invoke('backups.restore', {
      'story': story,
      if (backup != null) 'backup': backup,
      if (as != null) 'as': as,
      if (call != null) 'call': call,
    });
    return Save.fromJson(_json(result));
  }
}

/// Methods whose names begin with skills.
class SkillsMethods {
  const SkillsMethods(this._invoke);

  final Invoke _invoke;

  /// Lists every skill, how it is, and why one cannot be used.
  ///
  /// Method `skills.list`.
  Future<Skills> list() async {
    final result = await _invoke('skills.list', {});
    return Skills.fromJson(_json(result));
  }

  /// Gives what can be configured of a skill, and what is set; secrets are not shown.
  ///
  /// Method `skills.form`.
  ///
  /// [skill]: its name.
  Future<SkillForm> form({
    required String skill,
  }) async {
    final result = await _invoke('skills.form', {
      'skill': skill,
    });
    return SkillForm.fromJson(_json(result));
  }

  /// Replaces the values of a skill. A secret that is left out stays as it is, null takes it away. Nothing is changed unless all is as the skill's schema asks for.
  ///
  /// Method `skills.configure`.
  ///
  /// [skill]: its name.
  ///
  /// [values]: all of the user's, as skills.form has them.
  Future<void> configure({
    required String skill,
    required Json values,
  }) async {
    await _invoke('skills.configure', {
      'skill': skill,
      'values': values,
    });
  }

  /// Lets a skill have what it asks for, or switches it on again. Without agree it says what that is: not_agreed.
  ///
  /// Method `skills.enable`.
  ///
  /// [skill]: its name.
  ///
  /// [replace]: let it stand in for the bundled skill of its name.
  ///
  /// [agree]: the user was shown what it asks for, and agrees.
  Future<void> enable({
    required String skill,
    bool? replace,
    bool? agree,
  }) async {
    await _invoke('skills.enable', {
      'skill': skill,
      if (replace != null) 'replace': replace,
      if (agree != null) 'agree': agree,
    });
  }

  /// Switches a skill off, and takes back what it was allowed.
  ///
  /// Method `skills.disable`.
  ///
  /// [skill]: its name.
  Future<void> disable({
    required String skill,
  }) async {
    await _invoke('skills.disable', {
      'skill': skill,
    });
  }
}

/// Methods whose names begin with models.
class ModelsMethods {
  const ModelsMethods(this._invoke);

  final Invoke _invoke;

  /// Lists the models that are kept, what memory each takes, and those that are known by name. Stories are told by rules: play asks a model where a skill that is allowed to generates a text, and none that comes with the program does.
  ///
  /// Method `models.list`.
  Future<Models> list() async {
    final result = await _invoke('models.list', {});
    return Models.fromJson(_json(result));
  }

  /// Brings in a model, as a copy, and records its hash: a GGUF file, or a directory with one or of all-MiniLM-L6-v2. One that takes more memory than a model may here is not brought in: unavailable.
  ///
  /// Method `models.import`.
  ///
  /// [path]: a GGUF file, or a directory with one, or with model.safetensors and vocab.txt of all-MiniLM-L6-v2.
  ///
  /// [model]: the name that it is to have; its file's unless given.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it; there is no model then.
  Future<Model> import_({
    required String path,
    String? model,
    String? call,
  }) async {
    final result = await _invoke('models.import', {
      'path': path,
      if (model != null) 'model': model,
      if (call != null) 'call': call,
    });
    return Model.fromJson(_json(result));
  }

  /// Reads a model's whole file and compares it with the hash that was recorded.
  ///
  /// Method `models.check`.
  ///
  /// [model]: its name.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<Model> check({
    required String model,
    String? call,
  }) async {
    final result = await _invoke('models.check', {
      'model': model,
      if (call != null) 'call': call,
    });
    return Model.fromJson(_json(result));
  }

  /// Removes a model, or what is left of bringing one in.
  ///
  /// Method `models.remove`.
  ///
  /// [model]: its name.
  Future<void> remove({
    required String model,
  }) async {
    await _invoke('models.remove', {
      'model': model,
    });
  }
}

/// Methods whose names begin with plan.
class PlanMethods {
  const PlanMethods(this._invoke);

  final Invoke _invoke;

  /// Checks a plan and carries it out without a story. A refused one has a result, too, with what is wrong in its problems.
  ///
  /// Method `plan.run`.
  ///
  /// [plan]: the plan: contracts/plan-json.schema.json.
  ///
  /// [state]: session state to begin with.
  ///
  /// [seed]: text that all randomness and all ids derive from.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<PlanResult> run({
    required Json plan,
    Json? state,
    String? seed,
    String? call,
  }) async {
    final result = await _invoke('plan.run', {
      'plan': plan,
      if (state != null) 'state': state,
      if (seed != null) 'seed': seed,
      if (call != null) 'call': call,
    });
    return PlanResult.fromJson(_json(result));
  }
}

/// Methods whose names begin with log.
class LogMethods {
  const LogMethods(this._invoke);

  final Invoke _invoke;

  /// Reads what was planned and executed, oldest first.
  ///
  /// Method `log.read`.
  ///
  /// [plan]: only what belongs to the plan of this id.
  ///
  /// [most]: the latest so many; 100 unless given.
  Future<Log> read({
    String? plan,
    int? most,
  }) async {
    final result = await _invoke('log.read', {
      if (plan != null) 'plan': plan,
      if (most != null) 'most': most,
    });
    return Log.fromJson(_json(result));
  }
}

/// Methods whose names begin with events.
class EventsMethods {
  const EventsMethods(this._invoke);

  final Invoke _invoke;

  /// Gives events from a number on, at once or when there is one, for callers who cannot be told.
  ///
  /// Method `events.read`.
  ///
  /// [from]: the number of the first event, from 1; 0 and nothing are the next that happens.
  ///
  /// [story]: only what happens in it, and what concerns all.
  ///
  /// [stream]: of whoever goes on: refused where it is not this engine's.
  ///
  /// [most]: how many at most; 256 unless given.
  ///
  /// [wait]: milliseconds to wait for one where there is none.
  ///
  /// [call]: a name for this call, by which calls.cancel ends it.
  Future<EventList> read({
    int? from,
    String? story,
    String? stream,
    int? most,
    int? wait,
    String? call,
  }) async {
    final result = await _invoke('events.read', {
      if (from != null) 'from': from,
      if (story != null) 'story': story,
      if (stream != null) 'stream': stream,
      if (most != null) 'most': most,
      if (wait != null) 'wait': wait,
      if (call != null) 'call': call,
    });
    return EventList.fromJson(_json(result));
  }
}

/// The table of methods.
class NarratoriaApi {
  NarratoriaApi(Invoke invoke)
      : engine = EngineMethods(invoke),
        calls = CallsMethods(invoke),
        campaign = CampaignMethods(invoke),
        story = StoryMethods(invoke),
        saves = SavesMethods(invoke),
        backups = BackupsMethods(invoke),
        skills = SkillsMethods(invoke),
        models = ModelsMethods(invoke),
        plan = PlanMethods(invoke),
        log = LogMethods(invoke),
        events = EventsMethods(invoke);

  final EngineMethods engine;
  final CallsMethods calls;
  final CampaignMethods campaign;
  final StoryMethods story;
  final SavesMethods saves;
  final BackupsMethods backups;
  final SkillsMethods skills;
  final ModelsMethods models;
  final PlanMethods plan;
  final LogMethods log;
  final EventsMethods events;
}

/// The codes of errors.
abstract final class Codes {
  /// The parameters are not JSON as it is taken here.
  static const badJson = 'bad_json';

  /// There is no such method.
  static const unknownMethod = 'unknown_method';

  /// The parameters are not what the method asks for; data.problems names each.
  static const badParams = 'bad_params';

  /// Something is larger than is taken.
  static const tooLarge = 'too_large';

  /// Too much goes on at a time.
  static const busy = 'busy';

  /// The call was given up before it had done anything.
  static const cancelled = 'cancelled';

  /// The engine was closed.
  static const closed = 'closed';

  /// The engine is suspended, and has nothing open.
  static const suspended = 'suspended';

  /// This cannot be had here.
  static const unavailable = 'unavailable';

  /// There is no such thing; data.nearest is what was probably meant.
  static const notFound = 'not_found';

  /// It is there already.
  static const exists = 'exists';

  /// Another program has the story, or the directory, open, or has gone on with the story since it was opened here.
  static const inUse = 'in_use';

  /// The choice is not among those that can be taken.
  static const noChoice = 'no_choice';

  /// What was given in words means nothing that can be, or one of several; data.among lists them.
  static const unclear = 'unclear';

  /// The story has ended.
  static const ended = 'ended';

  /// There is no turn to take back, or nothing to undo.
  static const nothingToUndo = 'nothing_to_undo';

  /// Events of that number are not kept any more, or never were; data.oldest and data.newest say which are.
  static const lost = 'lost';

  /// A campaign, a skill, a model, a configuration or settings are not as they must be; data.problems names the places.
  static const invalid = 'invalid';

  /// The skill asks for more than was agreed to; data.asks lists it.
  static const notAgreed = 'not_agreed';

  /// The save is an older copy of the story, of which turns are missing.
  static const olderCopy = 'older_copy';

  /// The save was written by a newer version.
  static const newerSave = 'newer_save';

  /// The save is damaged, and was left as it is.
  static const damaged = 'damaged';

  /// The disk is full; nothing that was shown is lost.
  static const diskFull = 'disk_full';

  /// The store cannot be read or written.
  static const disk = 'disk';

  /// It did not work.
  static const failed = 'failed';

  /// A fault of the program.
  static const fault = 'fault';
}
