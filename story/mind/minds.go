package mind

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/story/event"
)

// Minds are what everybody knows after some events of a story. All in them is for reading: [Minds.Apply]
// alone changes it.
type Minds struct {
	Facts  map[string]Fact
	Claims map[string]Claim
	Each   map[event.CharacterID]*Mind // of every person, and of whoever else perceived something
	Came   []Coming                    // in the order of the log
	Turn   int64                       // the number of the latest

	said  map[string][]string // the claims that name a fact, in the order of the log; it follows from Claims
	owned owned
}

// owned are the maps that no other value has.
type owned struct {
	facts, claims, each, said bool

	of map[event.CharacterID]bool // whose mind
}

// A Mind is what one character learned and heard.
type Mind struct {
	Person  bool // what is no person has no mind that others think of
	Learned []Learned
	Heard   []Heard
}

// A Fact is something that is so.
type Fact struct {
	ID, Content, Category, Supersedes string
	Position                          event.Position
	Moment                            event.Sequence // from which on it is so; 0 from the start
	About                             []string       // whom or what it is about, by their ids
}

// Learned is somebody's coming to know a fact. It is learned once, however often it comes up.
type Learned struct {
	Fact     string
	Source   event.Source
	From     string // whose it was, or who told them, where it was somebody's
	How      string // in free words; "" for what Source says alone
	Turn     int64
	Position event.Position
}

// A Claim is what somebody said is so.
type Claim struct {
	action.Claim
	Source   string // where the speaker has it from, where that is no claim
	Turn     int64
	Position event.Position
	About    []string // whom or what its words are about, by their ids
}

// Heard is a claim that somebody heard made.
type Heard struct {
	Claim    string
	Turn     int64
	Position event.Position
}

// A Coming is an event by which something became known.
type Coming struct {
	Position   event.Position
	Turn       int64
	Moment     event.Moment
	Perception *event.Perception   // nil for what only those perceive whom it is about
	To         []event.CharacterID // to whom it was said; of claims
	Revealed   string              // the fact that came out; of secrets
}

// Apply takes in the event at a position, which comes after all before. It refuses nothing: what is
// in the log has happened.
func (m *Minds) Apply(at event.Position, e event.Event) {
	switch e.Kind {
	case event.PlaythroughStarted:
		m.of(event.Player).Person = true
	case event.EntityAdded:
		if event.EntityType(e.Text("type")) == event.Person {
			m.of(event.CharacterID(e.Text("entity"))).Person = true
		}
	case event.TurnOpened:
		m.Turn = e.Whole("number")
	case event.FactEstablished:
		own(&m.owned.facts, &m.Facts)[e.Text("fact")] = Fact{
			ID: e.Text("fact"), Content: e.Text("content"), Category: e.Text("category"), Supersedes: e.Text("supersedes"), Position: at,
			Moment: e.Moment.Sequence, About: e.Texts("about"),
		}
	case event.FactLearned:
		m.comes(Coming{Position: at, Moment: e.Moment})
		m.learns(event.CharacterID(e.Text("who")), Learned{Fact: e.Text("fact"), Source: event.Source(e.Text("source")), From: e.Text("from"), How: e.Text("how"), Turn: m.Turn, Position: at})
	case event.SecretRevealed:
		m.secretRevealed(at, e)
	case event.ClaimMade:
		m.claimMade(at, e)
	}
}

// secretRevealed lets everybody who was there know what one person kept to themselves.
func (m *Minds) secretRevealed(at event.Position, e event.Event) {
	m.comes(Coming{Position: at, Moment: e.Moment, Perception: e.Perception, Revealed: e.Text("fact")})
	for _, who := range witnesses(e) {
		m.learns(who, Learned{Fact: e.Text("fact"), Source: event.Discovered, From: e.Text("whose"), Turn: m.Turn, Position: at})
	}
}

// claimMade lets everybody who perceived it have heard a claim. That what is claimed is so, nobody
// knows by it.
func (m *Minds) claimMade(at event.Position, e event.Event) {
	claim := Claim{
		Claim: action.Claim{
			ID: e.Text("claim"), Speaker: action.PersonRef(e.Text("speaker")), Content: e.Text("content"),
			Fact: e.Text("fact"), From: e.Text("heard"), Truth: action.Truth(e.Text("truth")),
		},
		Source: e.Text("source"), Turn: m.Turn, Position: at, About: e.Texts("about"),
	}
	own(&m.owned.claims, &m.Claims)[claim.ID] = claim
	m.note(claim)
	m.comes(Coming{Position: at, Moment: e.Moment, Perception: e.Perception, To: characters(e.Texts("to"))})
	for _, who := range witnesses(e) {
		of := m.of(who)
		of.Heard = append(of.Heard, Heard{Claim: claim.ID, Turn: m.Turn, Position: at})
	}
}

// note has a claim be found by the fact that it names.
func (m *Minds) note(c Claim) {
	if c.Fact != "" {
		all := own(&m.owned.said, &m.said)
		all[c.Fact] = append(all[c.Fact], c.ID)
	}
}

// Recollect makes anew, of the claims, what follows from them.
func (m *Minds) Recollect() {
	m.said, m.owned.said = nil, false
	for _, c := range slices.SortedFunc(maps.Values(m.Claims), func(a, b Claim) int { return cmp.Compare(a.Position, b.Position) }) {
		m.note(c)
	}
}

// heardOf are the claims about a fact that somebody heard made, the latest first.
func (m *Minds) heardOf(who event.CharacterID, fact string) iter.Seq[Claim] {
	return func(yield func(Claim) bool) {
		for _, id := range slices.Backward(m.said[fact]) {
			if c := m.Claims[id]; m.came(c.Position).Perception.Witnessed(who) && !yield(c) {
				return
			}
		}
	}
}

// learns lets somebody know a fact.
func (m *Minds) learns(who event.CharacterID, l Learned) {
	if !slices.ContainsFunc(m.Of(who).Learned, func(before Learned) bool { return before.Fact == l.Fact }) {
		of := m.of(who)
		of.Learned = append(of.Learned, l)
	}
}

// lately is how far back an audience is looked for that was there already: people who stand together
// go on talking.
const lately = 8

// comes notes an event by which something becomes known. A story has many, most of them with the label
// and the audience of one shortly before, whose memory they share.
func (m *Minds) comes(c Coming) {
	last := m.Came[max(0, len(m.Came)-lately):]
	if n := len(last); n > 0 && last[n-1].Moment.Label == c.Moment.Label {
		c.Moment.Label = last[n-1].Moment.Label
	}
	if i := slices.IndexFunc(last, func(was Coming) bool { return SameAudience(was.Perception, c.Perception) }); i >= 0 {
		c.Perception = last[i].Perception
	}
	c.Turn = m.Turn
	m.Came = append(m.Came, c)
}

// SameAudience reports whether two events were perceived alike.
func SameAudience(a, b *event.Perception) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a == b || slices.Equal(a.WitnessedBy, b.WitnessedBy) && slices.Equal(a.ApparentAudience, b.ApparentAudience) &&
		maps.EqualFunc(a.Noticed, b.Noticed, slices.Equal)
}

// came is the event at a position, by which something became known; zero for none.
func (m *Minds) came(at event.Position) (none Coming) {
	i, is := slices.BinarySearchFunc(m.Came, at, func(c Coming, at event.Position) int { return cmp.Compare(c.Position, at) })
	if !is {
		return none
	}
	return m.Came[i]
}

// Of is what somebody learned and heard; nothing of somebody whom the story does not know.
func (m *Minds) Of(who event.CharacterID) Mind {
	if of := m.Each[who]; of != nil {
		return *of
	}
	return Mind{}
}

// HasLearned reports whether somebody knows a fact. As of a moment before it is so, nobody does.
func (m *Minds) HasLearned(who event.CharacterID, fact string) bool {
	_, is := m.Facts[fact]
	return is && slices.ContainsFunc(m.Of(who).Learned, func(l Learned) bool { return l.Fact == fact })
}

// HasHeard reports whether somebody heard a claim.
func (m *Minds) HasHeard(who event.CharacterID, claim string) bool {
	return slices.ContainsFunc(m.Of(who).Heard, func(h Heard) bool { return h.Claim == claim })
}

// HasContent reports whether somebody knows something of just this content, learned or heard.
func (m *Minds) HasContent(who event.CharacterID, content string) bool {
	of := m.Of(who)
	return slices.ContainsFunc(of.Learned, func(l Learned) bool { return m.Facts[l.Fact].Content == content }) ||
		slices.ContainsFunc(of.Heard, func(h Heard) bool { return m.Claims[h.Claim].Content == content })
}

// ClaimFrom is the claim by which somebody heard something that its speaker had from a source, "" for
// none.
func (m *Minds) ClaimFrom(who event.CharacterID, source string) string {
	for _, h := range m.Of(who).Heard {
		if m.Claims[h.Claim].Source == source && source != "" {
			return h.Claim
		}
	}
	return ""
}

// Share says that another value has the same maps from here on. The end of the slices stays with
// whichever of the two is appended to first, and no other may be without [Minds.Clip].
func (m *Minds) Share() { m.owned = owned{} }

// Clip gives up the room behind the slices, for another value to append to.
func (m *Minds) Clip() {
	m.Came = slices.Clip(m.Came)
	said := make(map[string][]string, len(m.said))
	for fact, claims := range m.said {
		said[fact] = slices.Clip(claims)
	}
	m.said, m.owned.said = said, true
	if len(m.Each) == 0 {
		return
	}
	clipped := make(map[event.CharacterID]*Mind, len(m.Each))
	for who, of := range m.Each {
		clipped[who] = &Mind{Person: of.Person, Learned: slices.Clip(of.Learned), Heard: slices.Clip(of.Heard)}
	}
	m.Each = clipped
}

// of is somebody's mind, for writing.
func (m *Minds) of(who event.CharacterID) *Mind {
	all := own(&m.owned.each, &m.Each)
	if m.owned.of[who] {
		return all[who]
	}
	if m.owned.of == nil {
		m.owned.of = make(map[event.CharacterID]bool)
	}
	of := m.Of(who)
	m.owned.of[who], all[who] = true, &of
	return &of
}

// own gives a map that may be written to.
func own[K comparable, V any](is *bool, all *map[K]V) map[K]V {
	if !*is {
		*is = true
		if *all = maps.Clone(*all); *all == nil {
			*all = make(map[K]V)
		}
	}
	return *all
}

// witnesses are those who perceived an event, sorted.
func witnesses(e event.Event) []event.CharacterID {
	if e.Perception == nil {
		return nil
	}
	return e.Perception.WitnessedBy
}

func characters(ids []string) []event.CharacterID {
	var all []event.CharacterID
	for _, id := range ids {
		all = append(all, event.CharacterID(id))
	}
	return all
}
