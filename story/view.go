package story

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// A View is what one character may use of a story: the only door through which all
// that is told, planned, searched, drawn or given to a skill sees it. What it gives
// follows from what its character perceived, so that two stories which differ in
// nothing else have views that are equal byte for byte. It stays as it is when the story
// goes on, and any goroutine may read it.
type View struct {
	state *State // as it was when the view was made
	who   event.CharacterID
	knows *Knowledge

	pieces func() []mind.Piece
}

// Shows reports whether what an event said is shown: it was not hidden, or the view is none for showing ([Playthrough.Shown]).
func (v *View) Shows(at event.Position) bool {
	_, hidden := slices.BinarySearch(v.state.unshown, at)
	return !hidden
}

// Player is the player's view.
func (s *State) Player() *View { return s.As(event.Player) }

// As is somebody's view.
func (s *State) As(who event.CharacterID) *View {
	still := s.Still()
	return &View{state: still, who: who, knows: s.knows(who), pieces: sync.OnceValue(func() []mind.Piece { return still.ShownMinds().Pieces(who) })}
}

// Who is the character whose view it is.
func (v *View) Who() event.CharacterID { return v.who }

// Turn is the number of the latest turn, from 1; 0 before the first.
func (v *View) Turn() int64 { return v.state.Turn.Number }

// Session is the latest sitting.
func (v *View) Session() Session { return v.state.Session }

// Minutes is the story's time.
func (v *View) Minutes() int64 { return v.state.Minutes }

// Place is where the character is, "" for nowhere yet.
func (v *View) Place() string { return v.state.People[v.who].Place }

// Weather is that where the character is.
func (v *View) Weather() string { return v.state.WeatherAt(v.Place()) }

// Seeded reports whether the story was begun with a seed.
func (v *View) Seeded() bool { return v.state.Seed != "" }

// Parameter is one of those that the log says reducers need.
func (v *View) Parameter(name string) any { return v.state.Parameters[name] }

// Ended reports whether the story has come to an ending.
func (v *View) Ended() bool { return v.state.Ending != "" }

// Threads are the lines of the plot that the character follows, in the order they were
// opened.
func (v *View) Threads() []Thread {
	if len(v.state.unshown) == 0 {
		return v.knows.Threads
	}
	var shown []Thread
	for _, t := range v.knows.Threads {
		if t, shows := v.shownThread(t); shows {
			shown = append(shown, t)
		}
	}
	return shown
}

// shownThread is a thread without what was hidden of it: its outcome, or how it went on; false where that it was opened was.
func (v *View) shownThread(t Thread) (Thread, bool) {
	switch {
	case v.Shows(t.Position):
	case t.Open:
		t.Summary = ""
	default:
		t.Open, t.Outcome = true, ""
	}
	return t, v.Shows(t.Opened)
}

// Thread is one of them.
func (v *View) Thread(id string) (Thread, bool) {
	if i := v.knows.threadAt(id); i >= 0 {
		return v.shownThread(v.knows.Threads[i])
	}
	return Thread{}, false
}

// What follows is the player's own: no other character has any of it.

// Persona is who the player is, as it was decided at the start.
func (v *View) Persona() strictjson.Object { return players(v, v.state.Persona) }

// Told is what the composer needs of the last turns, to repeat nothing.
func (v *View) Told() []strictjson.Object { return players(v, v.state.Told) }

// Lately are the choices of the last turns, oldest first.
func (v *View) Lately() [][]strictjson.Object { return players(v, v.state.Lately) }

// Taken are all choices that the player has made.
func (v *View) Taken() []Taken { return players(v, &v.state.Taken).All() }

// LastTaken is the turn, of those from a turn on, in which the player last made the choice of this id; 0 for none.
func (v *View) LastTaken(id string, from int64) int64 {
	if v.who != event.Player {
		return 0
	}
	for _, t := range v.state.Taken.Back() {
		if t.Turn < from {
			break
		}
		if t.ID == id {
			return t.Turn
		}
	}
	return 0
}

// Chosen are the ids, "beat/choice", of the authored choices that the player has made, each
// once, sorted.
func (v *View) Chosen() []string { return slices.Sorted(maps.Keys(players(v, v.state.chosen))) }

// BroughtUp is the turn in which a choice of the player's was last about a topic, 0 for never.
func (v *View) BroughtUp(topic string) int64 { return players(v, v.state.broughtUp)[topic] }

// Reached are the beats that were told, each with the turn it was told in first.
func (v *View) Reached() map[string]int { return players(v, v.state.Reached) }

// players is what the player's view has of the state, and no other.
func players[T any](v *View, own T) T {
	if v.who != event.Player {
		var none T
		return none
	}
	return own
}

// A Person is somebody as the character knows them.
type Person struct {
	ID   event.CharacterID
	Name string
	Acquaintance
	Here   bool
	Regard int64 // what they thought of the character when that last showed, faded since; thousandths
	Feels  bool  // whether it ever showed that they think anything
}

// Present are the ids of those whom the character sees at their place, sorted.
func (v *View) Present() []string {
	var ids []string
	for _, id := range v.state.Beside(v.who) {
		ids = append(ids, string(id))
	}
	return ids
}

// Person is somebody whom the character has met or sees now.
func (v *View) Person(id string) (Person, bool) {
	who := event.CharacterID(id)
	a, here := v.knows.People[who], v.state.sees(v.who, who)
	if who == v.who || a.Met == 0 && !here {
		return Person{}, false
	}
	p := Person{ID: who, Name: v.Name(id), Acquaintance: a, Here: here, Regard: v.Regard(id)}
	_, p.Feels = v.knows.Regards[id]
	if here {
		p.Place, p.Seen = v.Place(), v.Turn()
	}
	return p, true
}

// People are all whom the character has met or sees now, in order of their ids.
func (v *View) People() []Person {
	ids := v.Present()
	for id := range v.knows.People {
		ids = append(ids, string(id))
	}
	slices.Sort(ids)
	var all []Person
	for _, id := range slices.Compact(ids) {
		if p, known := v.Person(id); known {
			all = append(all, p)
		}
	}
	return all
}

// Regard is what somebody, or a faction, thought of the character when that last
// showed, faded since; 0 where it never did.
func (v *View) Regard(who string) int64 { return v.knows.Regards[who].At(v.state.Minutes) }

// Feeling is what the character thinks of somebody now: that they know of themselves.
func (v *View) Feeling(whom string) int64 { return v.state.Regard(string(v.who), whom) }

// Relation is what somebody, or a faction, thought of the character when that last
// showed; false where it never did.
func (v *View) Relation(who string) (Relation, bool) {
	r, is := v.knows.Regards[who]
	return r, is
}

// Regards are those who think something of the character, as far as that showed.
func (v *View) Regards() []string { return slices.Sorted(maps.Keys(v.knows.Regards)) }

// Wronged reports whether it showed to the character that they once did somebody, or a
// faction, a grave wrong.
func (v *View) Wronged(who string) bool { return v.knows.Regards[who].Wronged }

// BeenHere reports whether the character was at the place they are at in a turn before
// this one, of the last so many.
func (v *View) BeenHere(lately int64) bool {
	at, been := v.knows.Places[v.Place()]
	stays := been && at.Came > 0 && at.Came < v.Turn()
	return stays || at.Left > 0 && at.Left >= v.Turn()-lately
}

// Visited reports whether the character ever was at a place.
func (v *View) Visited(place string) bool {
	_, been := v.knows.Places[place]
	return been || v.Place() == place
}

// Had is what the character has, or once had.
func (v *View) Had() map[string]bool {
	had := make(map[string]bool, len(v.knows.Had))
	for _, item := range v.knows.Had {
		had[item] = true
	}
	return had
}

// Items are what the character carries, as far as they noticed.
func (v *View) Items() []Item { return v.knows.People[v.who].Items }

// Self is what the character knows of themselves: stats, traits, looks, ...
func (v *View) Self() strictjson.Object { return v.knows.People[v.who].Changes }

// Knows reports whether the character has learned a fact.
func (v *View) Knows(fact string) bool { return v.state.Minds.HasLearned(v.who, fact) }

// HasSo reports whether the character has a fact in just these words, learned or heard.
func (v *View) HasSo(fact, content string) bool { return v.state.Minds.HasSo(v.who, fact, content) }

// ClaimFrom is the claim by which the character heard something that its speaker had from
// a source, "" for none.
func (v *View) ClaimFrom(source string) string { return v.state.Minds.ClaimFrom(v.who, source) }

// HeardFrom reports whether the character heard a claim that its speaker had from a
// source.
func (v *View) HeardFrom(source string) bool { return v.ClaimFrom(source) != "" }

// TopicWords are those of a topic that the character has heard of, else "".
func (v *View) TopicWords(id string) string { return v.knows.Topics[id].Words }

// Name is what an id is called.
func (v *View) Name(id string) string { return v.state.Name(id) }

// TopicHeard is a topic with what the character knows of it.
type TopicHeard struct {
	ID string
	TopicKnown
}

// Topics are those that the character has heard of, the latest first.
func (v *View) Topics() []TopicHeard {
	var all []TopicHeard
	for id, known := range v.knows.Topics {
		all = append(all, TopicHeard{id, known})
	}
	slices.SortFunc(all, func(a, b TopicHeard) int {
		return cmp.Or(cmp.Compare(b.Position, a.Position), strings.Compare(a.ID, b.ID))
	})
	return all
}

// Pieces is all that the character knows, in the order it was learned.
// They are gathered once for a view, and are not to be changed.
func (v *View) Pieces() []mind.Piece {
	if v.pieces == nil {
		return v.state.ShownMinds().Pieces(v.who)
	}
	return v.pieces()
}

// Known is all that the character knows, in the order it was learned: how they came by it, from whom, since when, and whom they take
// to know it too. How far they can rely on it [View.Reliability] says, and what they remember that bears on a text [View.Recall].
func (v *View) Known() []mind.Known { return v.state.ShownMinds().Known(v.who) }

// Thinks is what the character thinks that somebody knows, or thinks that another knows, and so on along the chain: see [mind.Minds.Thinks].
func (v *View) Thinks(chain ...event.CharacterID) []mind.Belief {
	return v.state.ShownMinds().Thinks(append([]event.CharacterID{v.who}, chain...)...)
}

// HasContent reports whether the character knows something of just this content,
// learned or heard.
func (v *View) HasContent(content string) bool { return v.state.Minds.HasContent(v.who, content) }

// Journal is what the character perceived, oldest first, their own deeds among it: the
// latest so many, or all of it for 0.
func (v *View) Journal(latest int) []Entry {
	if latest <= 0 {
		latest = v.knows.journal.Len()
	}
	all := make([]Entry, 0, min(latest, v.knows.journal.Len()))
	for _, entry := range v.entries() {
		if len(all) == latest {
			break
		}
		all = append(all, entry)
	}
	slices.Reverse(all)
	return all
}

// entries are those of the journal, the latest first, each with its place in it.
func (v *View) entries() iter.Seq2[int, Entry] {
	return func(yield func(int, Entry) bool) {
		for i, at := range v.knows.journal.Back() {
			if entry := v.state.Journal.At(int(at)); v.Shows(entry.Position) && !yield(i, v.perceived(entry)) {
				return
			}
		}
	}
}

// perceived is an entry as the character perceived it.
func (v *View) perceived(entry Entry) Entry {
	// Where somebody else heard it from, another place's journal does not say.
	for _, w := range entry.elsewhere {
		if w.who == v.who {
			entry.Place = w.place
		}
	}
	entry.Deed, entry.By, entry.changes, entry.elsewhere = entry.as(v.who), nil, nil, nil
	return entry
}

// JournalBack is what the character perceived, the latest first.
func (v *View) JournalBack() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, entry := range v.entries() {
			if !yield(entry) {
				return
			}
		}
	}
}

// Entry is what the character perceived of an event.
func (v *View) Entry(at event.Position) (Entry, bool) {
	entry, is := v.state.entry(at)
	if !is || !entry.perceived(v.who) {
		return Entry{}, false
	}
	return v.perceived(entry), true
}

func (entry *Entry) perceived(who event.CharacterID) bool {
	_, did := slices.BinarySearch(entry.By, who)
	return did
}

// Memories are what the character remembers, oldest first. They are numbered: "m3" is
// the third.
func (v *View) Memories() []Memory {
	var all []Memory
	for i, m := range v.state.remembered.From(0) {
		if v.remembers(m) {
			all = append(all, v.state.Memories.At(i))
		}
	}
	return all
}

// LatestMemories are the last of [View.Memories] that are shown, so many at most, the latest first.
func (v *View) LatestMemories(most int) (all []Memory) {
	for i, m := range v.state.remembered.Back() {
		if len(all) == most {
			break
		}
		if v.remembers(m) && v.Shows(m.at) {
			all = append(all, v.state.Memories.At(i))
		}
	}
	return all
}

// Memory is what the character remembers that an event kept.
func (v *View) Memory(at event.Position) (Memory, bool) {
	m, _, is := v.numbered(at)
	return m, is
}

// numbered is Memory with its number in the view, from 0.
func (v *View) numbered(at event.Position) (Memory, int, bool) {
	all := &v.state.remembered
	place := all.find(func(m remembered) bool { return m.at < at })
	if place == all.Len() || all.At(place).at != at || !v.remembers(all.At(place)) {
		return Memory{}, 0, false
	}
	return v.state.Memories.At(place), v.state.before(place, v.who), true
}

// remembers reports whether a memory is the character's.
func (v *View) remembers(m remembered) bool { return m.knower == v.who || m.knower == event.Everyone }

// Words is a memory as a sentence: its own words, else the deed's, of the grammar.
func (v *View) Words(m *Memory) string {
	if m.Words != "" || m.Deed == nil {
		return m.Words
	}
	return v.Tell(m.Deed)
}

// Plainly is what a memory is of, for rules that go by words: the action as it is said,
// without what came of it and whatever words a skill keeps it in; or where nothing was
// done what an author had remembered.
func (v *View) Plainly(m *Memory) string { return v.plain(m.Deed, m.Words) }

// EntryPlainly is an entry of the journal, for rules that go by words: the action as it is
// said, what somebody said, or the words for what happened.
func (v *View) EntryPlainly(e *Entry) string { return v.plain(e.Deed, e.Text) }

func (v *View) plain(d *Deed, words string) string {
	if d != nil {
		return v.Say(d.Action)
	}
	return words
}

// Tell says a deed as the character perceived it, in the past.
func (v *View) Tell(d *Deed) string {
	voice := grammar.Voice{Person: english.Second, Tense: english.Past}
	if v.who != event.Player {
		voice.Person, voice.Name, voice.Pronouns = english.Third, v.Name(string(event.Player)), strictjson.AsString(v.state.Persona["pronouns"])
	}
	return grammar.Tell(d.Action, d.Outcome, v, voice)
}

// Say is an action as a choice is worded.
func (v *View) Say(a action.Action) string { return grammar.Say(a, v) }

// EntryWords is an entry of the journal as a sentence.
func (v *View) EntryWords(e *Entry) string {
	switch {
	case e.Deed != nil:
		return v.Tell(e.Deed)
	case e.Speaker == "":
		return e.Text
	case e.Speaker == v.who && v.who == event.Player:
		return "You say: “" + e.Text + "”"
	}
	return v.Name(string(e.Speaker)) + " says: “" + e.Text + "”"
}

// Noun implements grammar.Names: what the character calls something.
func (v *View) Noun(r action.Ref) (grammar.Noun, bool) {
	switch r.Kind {
	case action.Topic:
		topic, heard := v.knows.Topics[r.ID]
		return grammar.Noun{Text: cmp.Or(topic.Words, wordsOf(r.ID))}, heard
	case action.Thread:
		thread, is := v.Thread(r.ID)
		return grammar.Noun{Text: thread.Title}, is
	}
	if r == action.Player {
		return grammar.Noun{Text: v.Name(r.ID), Pronouns: strictjson.AsString(v.state.Persona["pronouns"])}, true
	}
	e, is := v.state.Entities[r.ID]
	noun := grammar.Noun{Text: e.Name, Pronouns: strictjson.AsString(e.Attributes["pronouns"])}
	noun.Also = append(noun.Also, strictjson.AsStrings[string](e.Attributes["also"])...)
	noun.Text = cmp.Or(noun.Text, wordsOf(r.ID))
	return noun, is
}

// handle numbers what a view holds, from 1.
func handle(kind byte, i int) string { return string(kind) + strconv.Itoa(i+1) }

// Position is the event behind a handle of this view, "m3" or "e5".
func (v *View) Position(handle string) (event.Position, bool) {
	if len(handle) < 2 || handle[1] < '1' || handle[1] > '9' {
		return 0, false
	}
	n, err := strconv.Atoi(handle[1:])
	if err != nil {
		return 0, false
	}
	switch handle[0] {
	case 'm':
		all := &v.state.remembered
		if place := sort.Search(all.Len(), func(i int) bool { return v.state.before(i+1, v.who) >= n }); place < all.Len() {
			return all.At(place).at, true
		}
	case 'e':
		if entries := &v.knows.journal; n <= entries.Len() {
			return v.state.Journal.At(int(entries.At(n - 1))).Position, true
		}
	}
	return 0, false
}

// Points writes thousandths as a number of points: 12500 is 12.5.
func Points(thousandths int64) strictjson.Number {
	sign, n := "", uint64(thousandths)
	if thousandths < 0 {
		sign, n = "-", -n
	}
	written := sign + strconv.FormatUint(n/1000, 10)
	if rest := n % 1000; rest != 0 {
		written += "." + strings.TrimRight(strconv.FormatUint(1000+rest, 10)[1:], "0")
	}
	return strictjson.Number(written)
}
