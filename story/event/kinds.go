package event

import (
	"slices"

	"github.com/narratoria/narratoria/action"
)

// Kind names what happened. The list is closed and append-only: a name, once
// written into a log, keeps its meaning for ever.
type Kind string

// The frame of a playthrough.
const (
	PlaythroughStarted Kind = "playthrough.started"
	ConfigChanged      Kind = "config.changed"
	SessionOpened      Kind = "session.opened"
	SessionClosed      Kind = "session.closed"
	EntityAdded        Kind = "entity.added"
	TurnOpened         Kind = "turn.opened"
)

// What people do and what befalls them.
const (
	ChoiceMade       Kind = "choice.made"
	Acted            Kind = "acted"
	CheckRolled      Kind = "check.rolled"
	DiceRolled       Kind = "dice.rolled"
	Moved            Kind = "moved"
	TimePassed       Kind = "time.passed"
	WeatherChanged   Kind = "weather.changed"
	Said             Kind = "said"
	Happened         Kind = "happened"
	CharacterChanged Kind = "character.changed"
	ItemGained       Kind = "item.gained"
	ItemLost         Kind = "item.lost"
)

// Where things are and what goes on.
const (
	ContainerChanged  Kind = "container.changed"
	ItemPut           Kind = "item.put"
	ActivityChanged   Kind = "activity.changed"
	OccasionPlanned   Kind = "occasion.planned"
	OccasionStarted   Kind = "occasion.started"
	OccasionCompleted Kind = "occasion.completed"
	OccasionCancelled Kind = "occasion.cancelled"
	OccasionExpired   Kind = "occasion.expired"
)

// What is known, felt and remembered.
const (
	FactEstablished Kind = "fact.established"
	FactLearned     Kind = "fact.learned"
	ClaimMade       Kind = "claim.made"
	TopicRaised     Kind = "topic.raised"
	TopicSettled    Kind = "topic.settled"
	SecretRevealed  Kind = "secret.revealed"
	MemoryKept      Kind = "memory.kept"
	MemoryWithdrawn Kind = "memory.withdrawn"
	MemoryPinned    Kind = "memory.pinned"
	MemoryUnpinned  Kind = "memory.unpinned"
	MemoryWeighed   Kind = "memory.weighed"
	RelationBegun   Kind = "relation.begun"
	RelationChanged Kind = "relation.changed"
	RelationNoted   Kind = "relation.noted"
	GroupChanged    Kind = "group.changed"
)

// The plot.
const (
	BeatReached     Kind = "beat.reached"
	BeatDeferred    Kind = "beat.deferred"
	BeatSkipped     Kind = "beat.skipped"
	ThreadOpened    Kind = "thread.opened"
	ThreadContinued Kind = "thread.continued"
	ThreadResolved  Kind = "thread.resolved"
	SceneOpened     Kind = "scene.opened"
	SceneClosed     Kind = "scene.closed"
	EndingReached   Kind = "ending.reached"
	VerdictGiven    Kind = "verdict.given"
)

// What there is to refer to, whatever happens.
const (
	MomentMade    Kind = "moment.made"
	LoreAdded     Kind = "lore.added"
	LoreWithdrawn Kind = "lore.withdrawn"
)

// What plans and skills brought about, and what was shown.
const (
	PlanSettled    Kind = "plan.settled"
	StatePatched   Kind = "state.patched"
	DataSet        Kind = "data.set"
	DataDeleted    Kind = "data.deleted"
	AssetAdded     Kind = "asset.added"
	PortraitMade   Kind = "portrait.made"
	UISent         Kind = "ui.sent"
	Narrated       Kind = "narrated"
	ChoicesOffered Kind = "choices.offered"
	Degraded       Kind = "degraded"
	Generated      Kind = "generated"
	SceneSummed    Kind = "scene.summed"
)

// A spec is what this program knows of a kind.
type spec struct {
	kind      Kind
	perceived bool // carries perception sets
	worldly   bool // changes the world: needs a moment at or after the lineage's latest
	shared    bool // may be what every branch has
	fields    []Field
	upcasts   []func(Data) // from version i+1 to i+2, in place; nil where the old data are new data too
}

func (s *spec) version() int { return len(s.upcasts) + 1 }

// current reports whether data of a version are what they are today.
func (s *spec) current(version int64) bool {
	return 1 <= version && version <= int64(s.version()) &&
		!slices.ContainsFunc(s.upcasts[version-1:], func(upcast func(Data)) bool { return upcast != nil })
}

// ours is the closed list, and with it the documentation of the format.
var ours = catalogue{
	{kind: PlaythroughStarted, fields: []Field{
		need("campaign", ID, "its title or directory name"),
		need("version", Text, "of the campaign"),
		need("digest", Text, "of the campaign's files, to recognise another one"),
		need("persona", Free, "who the player is: name, stats, traits, background, as the template asks"),
		need("parameters", Tree, "all that reducers need: decay, rules, scales"),
		may("seed", Text, "what --seed said"),
		may("lore", IDs, "the documents of lore that there were when the story began"),
	}},
	{kind: ConfigChanged, fields: []Field{
		need("owner", ID, "a skill, or the engine"),
		need("values", Free, "the settings from here on"),
		may("parameters", Tree, "those that reducers need, from here on"),
	}},
	{kind: SessionOpened, fields: []Field{
		need("session", ID, ""),
		need("number", Whole, "from 1"),
		may("program", Text, "which version of the program"),
	}},
	{kind: SessionClosed, fields: []Field{
		need("session", ID, ""),
		among(Closures(), need("reason", Text, "crashed where the next session found it open")),
		may("place", ID, "where the player was"),
	}},
	{kind: EntityAdded, shared: true, fields: []Field{
		need("entity", ID, ""),
		among(EntityTypes(), need("type", Text, "")),
		need("name", Text, ""),
		may("place", ID, "where it is"),
		may("attributes", Free, "what the campaign says of it"),
	}},
	{kind: TurnOpened, fields: []Field{
		need("turn", ID, ""),
		need("number", Whole, "from 1; the opening is turn 1"),
		need("seed", Text, "all random streams of the turn derive from it"),
	}},

	{kind: ChoiceMade, fields: []Field{
		need("choice", ID, "as it was offered, or the action's own id where it was typed"),
		need("action", Tree, "what it means; see package action"),
		may("text", Text, "the words it was shown in: for showing again, and read by nobody"),
		may("typed", Text, "the words that the player typed for it, cleaned; read by nobody"),
		chosen(may("details", Free, "what was offered with it")),
	}},
	{kind: Acted, perceived: true, worldly: true, fields: []Field{
		need("action", Tree, "what was done, by whom and to whom; see package action"),
		need("outcome", Tree, "how it went and what came of it, each change with the position of its event"),
		among(action.Significances(), need("significance", Text, "")),
	}},
	{kind: CheckRolled, perceived: true, fields: []Field{
		need("who", ID, ""),
		need("formula", Text, "in the dice language"),
		need("rolls", Tree, "each die"),
		need("total", Whole, "with the modifiers"),
		need("band", Text, "failure, partial, success, or the campaign's own"),
		may("modifiers", Tree, "[{kind, value, of, stat, event}]: difficulty; strength or weakness of a stat, and how high it was; trait; opinion of a person; memory of an event"),
		may("stat", Text, "what was tried: a stat's id, or a word"),
		may("about", Text, "the author's words for it"),
		may("person", ID, "whom it concerned"),
	}},
	{kind: DiceRolled, fields: []Field{
		need("formula", Text, ""),
		need("rolls", Tree, ""),
		need("total", Whole, ""),
		may("skill", ID, "who asked"),
	}},
	{kind: Moved, perceived: true, worldly: true, fields: []Field{
		need("who", ID, ""),
		need("to", ID, "a place or container"),
		may("from", ID, ""),
		may("means", Text, ""),
		may("slot", ID, "which of the container's"),
	}, upcasts: []func(Data){
		nil, // there were no slots
	}},
	{kind: TimePassed, worldly: true, fields: []Field{
		need("minutes", Whole, "of story time"),
		may("reason", Text, ""),
	}},
	{kind: WeatherChanged, worldly: true, fields: []Field{
		need("weather", ID, ""),
		may("place", ID, "everywhere when missing"),
	}},
	{kind: Said, perceived: true, worldly: true, fields: []Field{
		need("speaker", ID, ""),
		need("text", Text, ""),
		may("to", IDs, "who was addressed"),
		may("tone", Text, ""),
		may("claims", IDs, "what was claimed with it"),
	}},
	{kind: Happened, perceived: true, worldly: true, fields: []Field{
		need("text", Text, "one sentence, an author's or a skill's"),
		may("who", IDs, "whom it concerns"),
		may("place", ID, ""),
		may("tags", Texts, ""),
		among(action.Significances(), may("significance", Text, "")),
	}},
	{kind: CharacterChanged, perceived: true, worldly: true, fields: []Field{
		need("who", ID, ""),
		need("changes", Free, "stats, traits, state, looks: null removes"),
		may("reason", Text, ""),
	}},
	{kind: ItemGained, perceived: true, worldly: true, fields: []Field{
		need("who", ID, ""),
		need("item", ID, ""),
		need("count", Whole, ""),
		may("from", ID, ""),
	}},
	{kind: ItemLost, perceived: true, worldly: true, fields: []Field{
		need("who", ID, ""),
		need("item", ID, ""),
		need("count", Whole, ""),
		may("to", ID, ""),
	}},

	{kind: ContainerChanged, perceived: true, worldly: true, fields: []Field{
		need("container", ID, "a place or an item; what is not said here stays as it was"),
		may("inside", ID, "the container that it is in"),
		may("slots", IDs, "where in it somebody or something can be, each once"),
		may("open", Flag, ""),
		may("moving", Flag, "whether it is under way"),
		may("public", Flag, "whether anybody may come in"),
		among(Sights(), may("sight", Text, "which way one sees through it while it is shut")),
		among(Sounds(), may("sound", Text, "when one hears through it")),
		may("slot", ID, "which of those of the container that it is in"),
	}},
	{kind: ItemPut, perceived: true, worldly: true, fields: []Field{
		need("item", ID, "one that nobody carries"),
		need("in", ID, "a container"),
		may("slot", ID, "which of the container's"),
		may("by", ID, "who put it there"),
	}},
	{kind: ActivityChanged, perceived: true, worldly: true, fields: []Field{
		need("who", ID, "whose activity is all that is said here, and nothing else"),
		among(Postures(), may("posture", Text, "")),
		may("doing", Text, "what they are at, in a few words"),
		may("span", Whole, "in how many minutes it is done; until something else when missing"),
		may("steady", Flag, "whether it cannot be interrupted"),
		among(Attentions(), may("attention", Text, "how much of theirs it takes")),
		may("attends", IDs, "whom and what they look to: those they perceive whatever they are at"),
		may("holding", IDs, "what is in their hands, of what they carry"),
		among(Statuses(), may("status", Texts, "")),
	}},
	{kind: OccasionPlanned, perceived: true, fields: []Field{
		need("occasion", ID, ""),
		need("name", Text, ""),
		among(Triggers(), need("trigger", Text, "what it begins with")),
		may("at", Whole, "story minutes: when it begins at the earliest"),
		may("until", Whole, "story minutes: when it has not begun by then it never will"),
		may("place", ID, "where it is; a trigger by place waits until all of its people are there"),
		may("condition", Tree, "what has to be so for a trigger by condition: of the form of a precondition"),
		may("people", IDs, "whose it is"),
		may("span", Whole, "in how many minutes it is over; until somebody ends it when missing"),
		may("props", IDs, "items that there are for it alone: nobody has them yet, and they are nowhere"),
		may("topics", IDs, "what there is to talk of"),
		may("threads", IDs, "the threads it belongs to"),
		may("preconditions", Tree, "[{fact, occasion, who, at, carries}], all of which have to be so"),
		may("on_start", Tree, "[{kind, data}]: the events that its beginning brings"),
		may("on_complete", Tree, "the same for its end"),
		among(action.Significances(), may("significance", Text, "")),
	}},
	{kind: OccasionStarted, perceived: true, worldly: true, fields: []Field{
		need("occasion", ID, ""),
	}},
	{kind: OccasionCompleted, perceived: true, worldly: true, fields: []Field{
		need("occasion", ID, "whose props are gone, but for so many as somebody gained by an event with its planning or its beginning for its cause"),
		may("gist", Text, "what there is to remember of it"),
	}},
	{kind: OccasionCancelled, perceived: true, fields: []Field{
		need("occasion", ID, ""),
		need("reason", Text, ""),
	}},
	{kind: OccasionExpired, perceived: true, fields: []Field{
		need("occasion", ID, ""),
	}},

	{kind: FactEstablished, shared: true, fields: []Field{
		need("fact", ID, ""),
		need("content", Text, ""),
		may("category", Text, ""),
		may("supersedes", ID, "an older fact; both are kept"),
		may("about", IDs, "whom or what it is about"),
	}, upcasts: []func(Data){
		nil, // nothing said whom it was about
	}},
	{kind: FactLearned, fields: []Field{
		need("who", ID, ""),
		need("fact", ID, ""),
		among(Sources(), need("source", Text, "what is said in the story is a claim")),
		may("from", ID, "whose it was"),
		may("how", Text, "how they came by it, in free words: in place of a source, which is then otherwise, or beside one"),
	}},
	{kind: ClaimMade, perceived: true, worldly: true, fields: []Field{
		need("claim", ID, ""),
		need("speaker", ID, "who said it"),
		need("content", Text, "what they said is so"),
		among(action.Truths(), need("truth", Text, "")),
		may("fact", ID, "the fact it is about, where there is one"),
		may("heard", ID, "the claim that the speaker had heard it as"),
		may("source", Text, "where the speaker has it from, where that is no claim: a document's file"),
		may("to", IDs, "who was told"),
		may("thing", ID, "the item or person of whose whereabouts it is"),
		may("at", ID, "where that is said to be"),
		may("about", IDs, "whom or what the words are about, whatever the fact is about that it names"),
	}, upcasts: []func(Data){
		nil, // there were no whereabouts
		nil, // nor whom it was about
	}},
	{kind: TopicRaised, perceived: true, fields: []Field{
		need("topic", ID, "the author's, else made of its words"),
		need("words", Text, "as they stand after \"about\""),
		may("by", ID, "who brought it up"),
		may("thread", ID, "the thread whose question it is"),
	}},
	{kind: TopicSettled, perceived: true, fields: []Field{
		need("topic", ID, ""),
	}},
	{kind: SecretRevealed, perceived: true, fields: []Field{
		need("fact", ID, ""),
		need("whose", ID, ""),
		may("how", Text, ""),
	}},
	{kind: MemoryKept, fields: []Field{
		need("memory", ID, ""),
		need("knower", ID, ""),
		may("of", Whole, "the position of the deed that is remembered"),
		may("words", Text, "an author's or a skill's; a memory without a deed has them"),
		among(action.Significances(), need("significance", Text, "")),
		may("characters", IDs, ""),
		may("place", ID, ""),
		may("tags", Texts, ""),
		may("topic", ID, "what it leaves to talk and think about"),
		among(action.Episodes(), may("episodic", Text, "never forgotten")),
		among(Origins(), may("source", Text, "")),
		may("because", Tree, "positions of the events it rests on"),
		among(Experiences(), may("kind", Text, "")),
		may("metadata", Free, "whatever its maker keeps with it"),
	}},
	{kind: MemoryWithdrawn, fields: []Field{
		need("memory", ID, ""),
		need("reason", Text, ""),
	}},
	{kind: MemoryPinned, fields: []Field{
		need("memory", ID, ""),
		need("who", ID, "who has it at hand from now on, whatever is asked"),
	}},
	{kind: MemoryUnpinned, fields: []Field{
		need("memory", ID, ""),
		need("who", ID, ""),
	}},
	{kind: RelationBegun, fields: []Field{
		need("who", ID, "who feels"),
		need("whom", ID, "towards whom: a person or a faction"),
		need("score", Whole, "in thousandths: -100000 to 100000"),
		may("decay", Tree, "{unit_minutes, keep} with keep in thousandths"),
		may("parts", Tree, "what the score was made of"),
	}},
	{kind: RelationChanged, fields: []Field{
		need("who", ID, ""),
		need("whom", ID, ""),
		need("by", Whole, "in thousandths"),
		may("reason", Text, ""),
		among(action.Significances(), may("significance", Text, "")),
	}},
	{kind: RelationNoted, fields: []Field{
		need("who", ID, "who feels"),
		need("whom", ID, "towards whom: a person, a faction or a group"),
		may("trust", Whole, "in thousandths: -100000 to 100000, from here on"),
		may("summary", Text, "what it is between them, in the words of who feels it, from here on"),
	}},
	{kind: GroupChanged, fields: []Field{
		need("group", ID, "an entity that is a group"),
		may("members", IDs, "who belongs to it, from here on"),
		may("summary", Text, "what they have been through, from here on"),
		may("dynamic", Text, "how they are with each other, from here on"),
	}},

	{kind: BeatReached, fields: []Field{
		need("beat", ID, ""),
		may("priority", Text, ""),
		may("mood", Text, ""),
		may("music", Text, ""),
		may("outcome", Text, "which of several"),
		may("instead_of", ID, "the beat whose time ran out"),
		may("effects", Tree, "what reducers need of it"),
	}},
	{kind: BeatDeferred, fields: []Field{
		need("beat", ID, ""),
		need("reason", Text, "why it did not fire although it could"),
	}},
	{kind: BeatSkipped, fields: []Field{
		need("beat", ID, ""),
		need("reason", Text, "why it can no longer be reached"),
	}},
	{kind: ThreadOpened, fields: []Field{
		need("thread", ID, ""),
		need("title", Text, ""),
		may("summary", Text, ""),
		may("characters", IDs, "who follows it; the player alone when missing"),
	}},
	{kind: ThreadContinued, fields: []Field{
		need("thread", ID, ""),
		may("summary", Text, "a skill's words for it; the deed that went on with it is the event's cause"),
	}},
	{kind: ThreadResolved, fields: []Field{
		need("thread", ID, ""),
		need("outcome", Text, ""),
	}},
	{kind: SceneOpened, worldly: true, fields: []Field{
		need("scene", ID, ""),
		among(action.Scenes(), need("type", Text, "")),
		need("place", ID, ""),
		need("present", IDs, "it is the player's where they are among them, or nobody is"),
	}},
	{kind: SceneClosed, worldly: true, fields: []Field{
		need("scene", ID, ""),
		among(action.Significances(), need("significance", Text, "")),
	}},
	{kind: EndingReached, fields: []Field{
		need("ending", ID, ""),
		may("title", Text, ""),
	}},
	{kind: VerdictGiven, fields: []Field{
		need("question", Text, ""),
		need("about", ID, "the beat or ending whose condition it is"),
		need("yes", Flag, ""),
		among(Judges(), need("judge", Text, "")),
		may("because", Text, ""),
	}},

	{kind: MomentMade, shared: true, fields: []Field{
		need("moment", ID, "what it is called by who writes at it"),
		need("sequence", Whole, "from 1; which moments are before it"),
		may("label", Text, "for people"),
		may("minutes", Whole, "of story time"),
		may("metadata", Free, "whatever its maker keeps with it"),
	}},
	{kind: LoreAdded, fields: []Field{
		need("chunk", ID, ""),
		need("text", Text, ""),
		may("source", Text, "the document it is of"),
		may("section", Text, "where in that"),
		may("category", Text, "spec, canon, reference, draft, ..."),
		may("version", Text, "of the document"),
		may("audience", Texts, "who may read it: public, narrator, character:ID, faction:ID; everybody when missing"),
		may("metadata", Free, "whatever its maker keeps with it"),
	}},
	{kind: LoreWithdrawn, fields: []Field{
		need("chunk", ID, "never found again, and still there to be looked up"),
		may("reason", Text, ""),
	}},

	{kind: PlanSettled, fields: []Field{
		among(Parts(), need("part", Text, "")),
		need("attempts", Whole, ""),
		need("fallback", Flag, "whether the narration is the template's"),
		may("by", Text, "rules or model, where a model was to plan"),
		may("documents", Blob, "{plan, result} as JSON: the document and what came of it, beside the log"),
		may("plan", Free, "the document, in the logs of version 1 alone"),
		may("result", Free, "the execution result, in the logs of version 1 alone"),
	}, upcasts: []func(Data){
		nil, // what stood in the log stands in no other place, and is read from there
	}},
	{kind: StatePatched, fields: []Field{
		need("patch", Free, "merged as protocol.Merge does"),
		may("skill", ID, ""),
		may("tool", ID, ""),
	}},
	{kind: DataSet, fields: []Field{
		need("skill", ID, ""),
		need("key", Text, ""),
		need("value", Free, ""),
		may("knower", ID, ""),
	}},
	{kind: DataDeleted, fields: []Field{
		need("skill", ID, ""),
		need("key", Text, ""),
		may("knower", ID, ""),
	}},
	{kind: AssetAdded, fields: []Field{
		need("asset", ID, ""),
		need("blob", Blob, ""),
		need("media", Text, "its media type"),
		need("size", Whole, "in bytes"),
		may("name", Text, ""),
		may("skill", ID, ""),
		may("metadata", Free, ""),
		may("again", Flag, "whether the story had these bytes already"),
	}},
	{kind: PortraitMade, fields: []Field{
		need("who", ID, ""),
		need("blob", Blob, ""),
		need("media", Text, ""),
		among(Likenesses(), need("origin", Text, "")),
		may("description", Text, "what it was made from"),
		may("skill", ID, "that drew it"),
		may("size", Whole, "in bytes"),
		may("again", Flag, "whether the story had these bytes already"),
	}},
	{kind: UISent, fields: []Field{
		need("event", Text, "as the protocol names it"),
		need("payload", Free, ""),
		may("skill", ID, ""),
	}},
	{kind: Narrated, perceived: true, fields: []Field{
		need("text", Text, "paragraphs with blank lines between them"),
		may("speaker", ID, ""),
		may("skill", ID, ""),
		may("told", Free, "what the composer needs of it, to repeat nothing later"),
		may("scene", Free, "what the prose was made for: its type, ..."),
		among(action.Passages(), may("passages", Texts, "what each paragraph is made of")),
	}},
	{kind: ChoicesOffered, fields: []Field{
		chosen(need("choices", Tree, "[{id, action, text, source, kind, difficulty, hint, because}]; the words for how difficult are a skill's own")),
	}},
	{kind: Degraded, fields: []Field{
		need("what", Text, "in words for the player"),
		may("skill", ID, ""),
		may("reason", Text, "for the operator"),
	}},
	{kind: Generated, fields: []Field{
		need("who", ID, "from whose view models were asked for texts"),
		need("generations", Blob, "model/generation: what they were asked and what came of it, beside the log"),
		may("turn", Whole, "of which turn, where they were asked between turns; that in which it is written unless given"),
	}},
	{kind: MemoryWeighed, fields: []Field{
		need("memory", ID, "the one of which it is said anew how much it matters; the event that kept it is the cause"),
		among(action.Significances(), need("significance", Text, "another than it has; what is high stays so")),
		need("by", Text, "which model said so"),
	}},
	{kind: SceneSummed, fields: []Field{
		need("scene", ID, "one of the player's that was closed, which is the event's cause"),
		need("words", Text, "what was told in it, in few sentences; words for people, from which nothing follows"),
		need("by", Text, "which model they are of"),
	}},
}

// chosen is a field that holds choices, or what was offered with one: where they come from
// and of what kind they are is of closed lists.
func chosen(f Field) Field {
	return withMember("source", ChoiceSources(), withMember("kind", ChoiceKinds(), f))
}

// A catalogue is a list of kinds with what is known of them.
type catalogue []spec

// find gives what is known of a kind: nothing, where it is not on the list.
func (c catalogue) find(k Kind) (of *spec, known bool) {
	for i := range c {
		if c[i].kind == k {
			return &c[i], true
		}
	}
	return &spec{}, false
}

// Kinds is the closed list, in the order it is documented.
func Kinds() []Kind {
	kinds := make([]Kind, len(ours))
	for i, s := range ours {
		kinds[i] = s.kind
	}
	return kinds
}

// Known reports whether a kind is on the list.
func (k Kind) Known() bool { _, ok := ours.find(k); return ok }

// Perceived reports whether events of the kind carry perception sets. Those of
// every other kind must not: they are the book-keeping behind the story.
func (k Kind) Perceived() bool { s, _ := ours.find(k); return s.perceived }

// Worldly reports whether the kind changes the world, so that its events need a
// moment at or after the lineage's latest. What is known, felt, remembered or
// merely recorded may be written at any moment.
func (k Kind) Worldly() bool { s, _ := ours.find(k); return s.worldly }

// Shared reports whether an event of the kind may be one that every branch has before its own: it
// says what there is to refer to, and not that anything happened.
func (k Kind) Shared() bool { s, _ := ours.find(k); return s.shared }

// Version is the version of the kind's data that this program writes.
func (k Kind) Version() int { s, _ := ours.find(k); return s.version() }

// Fields lists the data of a kind. The slice is shared: do not change it.
func (k Kind) Fields() []Field { s, _ := ours.find(k); return s.fields }
