package kit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
)

// Memory is something that is remembered, as the host tells it and as [Invocation.Remember]
// takes it. As JSON it has the names of the protocol, so it can go into an output
// as it is.
type Memory struct {
	ID           string      `json:"id,omitempty"` // valid in this turn: "m3"; what Because takes
	Summary      string      `json:"summary"`
	Characters   []string    `json:"characters,omitempty"` // ids
	Location     string      `json:"location,omitempty"`
	Significance string      `json:"significance,omitempty"` // low, medium, high; medium where it is missing
	Episodic     string      `json:"episodic,omitempty"`     // triumph, failure, or ""
	Kind         string      `json:"kind,omitempty"`         // said, heard, internal, perceived, action; the host says it where it is missing
	Pinned       bool        `json:"pinned,omitempty"`       // to be at hand whatever is asked. Set by the host
	Tags         []string    `json:"tags,omitempty"`
	Topic        string      `json:"topic,omitempty"`      // what it leaves to talk and think about: "the ninth grave"
	TopicID      string      `json:"topic_id,omitempty"`   // the same, by its id. Set by the host
	Relevance    Thousandths `json:"relevance,omitempty"`  // the share of what was asked that it speaks of, 0 to 1
	Likeness     Thousandths `json:"likeness,omitempty"`   // in meaning, as the host's embedder has it, 0 to 1
	ByMeaning    bool        `json:"by_meaning,omitempty"` // whether Likeness, also 0, is a model's that knows what words mean. Set by the host

	// What was done, as the protocol says it, and how well it went: failure, partial or
	// success. Set by the host, where the memory is of a deed.
	Action json.RawMessage `json:"action,omitempty"`
	Grade  string          `json:"grade,omitempty"`

	// When it was, seen from now. Set by the host.
	MinutesAgo  int64  `json:"minutes_ago"`
	TurnsAgo    int64  `json:"turns_ago"`
	SessionsAgo int64  `json:"sessions_ago"`
	Timestamp   string `json:"timestamp,omitempty"` // "day 2, 14:05"

	// For Remember alone.
	Source  string   `json:"source,omitempty"`  // conversation, agent, extraction, narrative, which is meant where it is missing
	Because []string `json:"because,omitempty"` // handles of what it rests on: "m3", "e5"
}

// MemoryQuery is what is looked for. What is zero is not asked for; all that is
// must fit.
type MemoryQuery struct {
	Query      string      // in words; "" finds the latest
	Limit      int         // 1 to 100; 0 for 5
	Minimum    Thousandths // of relevance, 0 to 1
	Place      string
	Characters []string // all of them
	Tags       []string // all of them
	Episodic   bool     // triumphs and failures alone
	Kind       string   // said, heard, internal, perceived or action alone
	From, To   *int64   // minutes of story time, both included
	Before     int64    // only what is at least so many turns old
	By         string   // "words", "meaning" or "hybrid", which is both by their ranks; "" for what finds most

	SessionsAgo *int64 // only what is of this sitting, for 0, of the one before, for 1, ...
}

func (q MemoryQuery) params() protocol.Object {
	params := protocol.Object{}
	put(params, "query", q.Query)
	put(params, "limit", q.Limit)
	put(params, "minimum", q.Minimum)
	put(params, "by", q.By)
	put(params, "place", q.Place)
	putList(params, "characters", q.Characters)
	putList(params, "tags", q.Tags)
	put(params, "episodic", q.Episodic)
	put(params, "kind", q.Kind)
	put(params, "before", q.Before)
	if q.From != nil {
		params["from"] = *q.From
	}
	if q.To != nil {
		params["to"] = *q.To
	}
	if q.SessionsAgo != nil {
		params["sessions_ago"] = *q.SessionsAgo
	}
	return params
}

// Memories finds what is remembered, best first, and says how many more there were
// that fit but for Limit and Minimum. It needs the permission memory.read.
func (inv *Invocation) Memories(ctx context.Context, query MemoryQuery) (found []Memory, cut int, err error) {
	var answer struct {
		Memories []Memory `json:"memories"`
		Cut      int      `json:"cut"`
	}
	err = inv.callInto(ctx, "memory.read", query.params(), &answer)
	return answer.Memories, answer.Cut, err
}

// Remember keeps a memory, if the script succeeds. It needs the permission
// memory.write.
func (inv *Invocation) Remember(ctx context.Context, m Memory) error {
	params := protocol.Object{"summary": m.Summary}
	putList(params, "characters", m.Characters)
	put(params, "location", m.Location)
	put(params, "significance", m.Significance)
	putList(params, "tags", m.Tags)
	put(params, "topic", m.Topic)
	put(params, "episodic", m.Episodic)
	put(params, "kind", m.Kind)
	put(params, "source", m.Source)
	putList(params, "because", m.Because)
	_, err := inv.Call(ctx, "memory.write", params)
	return err
}

// Relation is what somebody thinks of somebody.
type Relation struct {
	Who   string      `json:"who"`  // a person or a faction
	Whom  string      `json:"whom"` // the player, as a rule
	Score Thousandths `json:"score"`
	Begun bool        `json:"begun"` // whether it has an origin; else it is 0 and what deeds have added
	// MinutesSince is the story time since it last changed.
	MinutesSince int64 `json:"minutes_since"`
}

// Relation reads one opinion as it is now; whom is the player where it is "". One
// that nobody has spoken of is 0 and not Begun. It needs the permission
// relation.read.
func (inv *Invocation) Relation(ctx context.Context, who, whom string) (Relation, error) {
	params := protocol.Object{"who": who}
	put(params, "whom", whom)
	all, err := inv.relations(ctx, params)
	if err == nil && len(all) != 1 {
		err = fmt.Errorf("call relation.read: %d relations came, and one was asked for", len(all))
	}
	if err != nil {
		return Relation{}, err
	}
	return all[0], nil
}

// Relations reads everybody's opinion of somebody, as far as it is known, by who;
// whom is the player where it is "".
func (inv *Invocation) Relations(ctx context.Context, whom string) ([]Relation, error) {
	params := protocol.Object{}
	put(params, "whom", whom)
	return inv.relations(ctx, params)
}

func (inv *Invocation) relations(ctx context.Context, params protocol.Object) ([]Relation, error) {
	var answer struct {
		Relations []Relation `json:"relations"`
	}
	err := inv.callInto(ctx, "relation.read", params, &answer)
	return answer.Relations, err
}

// RelationChange is how a deed moves an opinion.
type RelationChange struct {
	Who, Whom    string // Whom is the player where it is ""
	By           Thousandths
	Reason       string
	Significance string // low, medium, high, or ""
}

// ChangeRelation moves an opinion, never past -100 and 100, and gives what it then
// is. It needs the permission relation.write.
func (inv *Invocation) ChangeRelation(ctx context.Context, change RelationChange) (Thousandths, error) {
	params := protocol.Object{"who": change.Who, "by": change.By}
	put(params, "whom", change.Whom)
	put(params, "reason", change.Reason)
	put(params, "significance", change.Significance)
	return inv.writeRelation(ctx, params)
}

// RelationBeginning is where an opinion starts.
type RelationBeginning struct {
	Who, Whom   string // Whom is the player where it is ""
	Score       Thousandths
	UnitMinutes int64            // of story time after which it fades; 0 for never
	Keep        int64            // what is left then, in thousandths: 900 is nine tenths; 0 for all of it
	Parts       map[string]int64 // what the score was made of, in points
}

// BeginRelation says where an opinion starts. One that is begun already is refused
// with code [CodeExists]; see [Refusal]. It needs the permission relation.write.
func (inv *Invocation) BeginRelation(ctx context.Context, beginning RelationBeginning) (Thousandths, error) {
	params := protocol.Object{"who": beginning.Who, "score": beginning.Score}
	put(params, "whom", beginning.Whom)
	put(params, "unit_minutes", beginning.UnitMinutes)
	put(params, "keep", beginning.Keep)
	if len(beginning.Parts) > 0 {
		params["parts"] = beginning.Parts
	}
	return inv.writeRelation(ctx, params)
}

func (inv *Invocation) writeRelation(ctx context.Context, params protocol.Object) (Thousandths, error) {
	var answer struct {
		Score Thousandths `json:"score"`
	}
	err := inv.callInto(ctx, "relation.write", params, &answer)
	return answer.Score, err
}

// LoreQuery is what is looked for in the campaign's documents. What is zero is not
// asked for.
type LoreQuery struct {
	Query    string      // in words
	Limit    int         // 1 to 20; 0 for 3
	Minimum  Thousandths // of relevance, 0 to 1
	Mode     string      // STRICT, MYTHIC
	Kind     string
	Category string
	Source   string   // the document's file
	Tags     []string // all of them
	By       string   // "words", "meaning" or "hybrid", which is both by their ranks; "" for what finds most
}

// Snippet is a piece of a document.
type Snippet struct {
	ID        string      `json:"id"`
	Text      string      `json:"text"`
	Title     string      `json:"title"`
	Source    string      `json:"source"` // the document's file
	Mode      string      `json:"mode"`   // STRICT is canon, MYTHIC rumour
	Kind      string      `json:"kind"`
	Author    string      `json:"author"`
	Relevance Thousandths `json:"relevance"`          // the share of what was asked that it speaks of, 0 to 1
	Likeness  Thousandths `json:"likeness,omitempty"` // in meaning, as the host's embedder has it, 0 to 1
}

// Lore finds what the campaign tells of something, best first, and says how many
// more there were. It needs the permission lore.read.
func (inv *Invocation) Lore(ctx context.Context, query LoreQuery) (found []Snippet, cut int, err error) {
	params := protocol.Object{"query": query.Query}
	put(params, "limit", query.Limit)
	put(params, "minimum", query.Minimum)
	put(params, "mode", query.Mode)
	put(params, "kind", query.Kind)
	put(params, "category", query.Category)
	put(params, "source", query.Source)
	putList(params, "tags", query.Tags)
	put(params, "by", query.By)
	var answer struct {
		Snippets []Snippet `json:"snippets"`
		Cut      int       `json:"cut"`
	}
	err = inv.callInto(ctx, "lore.read", params, &answer)
	return answer.Snippets, answer.Cut, err
}

// Record is something to write into the story, for [Invocation.Record]. Which
// fields count depends on its kind.
type Record struct {
	Kind RecordKind

	// RecordHappened: something happens, openly, where the player is.
	Text         string   // one sentence
	Significance string   // low, medium, high; medium where it is missing
	Who          []string // whom it concerns
	Tags         []string

	// RecordThread: a line of the plot is opened, carried on, or with an outcome ended.
	Thread  string // its id
	Title   string // what the player knows it by; its id where it is missing
	Summary string // where it stands now
	Outcome string // how it ended

	// RecordFact: something is so, and the player knows it from now on.
	Content  string
	Category string
}

// RecordKind is what a record is about.
type RecordKind string

// The kinds of records.
const (
	RecordHappened RecordKind = "happened"
	RecordThread   RecordKind = "thread"
	RecordFact     RecordKind = "fact"
)

// Record writes into the story, if the script succeeds. It needs the permission
// story.record.
func (inv *Invocation) Record(ctx context.Context, r Record) error {
	params := protocol.Object{"kind": r.Kind}
	put(params, "text", r.Text)
	put(params, "significance", r.Significance)
	putList(params, "who", r.Who)
	putList(params, "tags", r.Tags)
	put(params, "thread", r.Thread)
	put(params, "title", r.Title)
	put(params, "summary", r.Summary)
	put(params, "outcome", r.Outcome)
	put(params, "content", r.Content)
	put(params, "category", r.Category)
	_, err := inv.Call(ctx, "story.record", params)
	return err
}

// Codes of refusals a script may want to tell apart; see [Refusal].
const (
	CodeBadParams   = "bad_params"  // a parameter is wrong; the message says which
	CodeExists      = "exists"      // what was to begin has begun
	CodeNotFound    = "not_found"   // there is no such person, faction, memory
	CodeTooLarge    = "too_large"   // it is more than the host keeps or sends
	CodeUnavailable = "unavailable" // not here, or not now
)

// Refusal is the code with which the host refused a call, "" for any other error
// and for none.
func Refusal(err error) string {
	if refused, ok := errors.AsType[*protocol.CallError](err); ok {
		return refused.Code
	}
	return ""
}

// callInto asks the host and decodes the answer. What a newer host adds is left
// out.
func (inv *Invocation) callInto(ctx context.Context, method string, params protocol.Object, into any) error {
	result, err := inv.Call(ctx, method, params)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(strictjson.Encode(protocol.Object(result)), into); err != nil {
		return fmt.Errorf("call %s: the answer: %w", method, err)
	}
	return nil
}

// put adds what is asked for: a value that is not zero.
func put[T comparable](params protocol.Object, name string, value T) {
	var zero T
	if value != zero {
		params[name] = value
	}
}

func putList(params protocol.Object, name string, values []string) {
	if len(values) > 0 {
		params[name] = values
	}
}
