package knowledge

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// An Object is what a program keeps with something: JSON whose numbers are kept as they are written.
type Object = map[string]any

// A Moment is when something is.
type Moment struct {
	ID       string
	Sequence int64 // from 1, of its own; what is of a smaller one is before it
	Label    string
	Minutes  *int64 // of story time; nil where nobody counts them
	Metadata Object
}

// CreateMoment makes a moment, for all takes. Error: event.ErrInvalid, for an id or a sequence that
// there is too.
func (b *Base) CreateMoment(ctx context.Context, m Moment) error {
	data := event.Data{"moment": m.ID, "sequence": m.Sequence}
	strictjson.Put(strictjson.Object(data), "label", m.Label)
	if m.Minutes != nil {
		data["minutes"] = *m.Minutes
	}
	if len(m.Metadata) > 0 {
		data["metadata"] = strictjson.Object(m.Metadata)
	}
	return b.share(ctx, event.Event{Kind: event.MomentMade, Data: data})
}

// A Character is somebody who knows and remembers.
type Character struct {
	ID     event.CharacterID
	Name   string
	Traits Object
	Voice  Object
	// Factions are those whose lore they read.
	Factions []string
}

// RegisterCharacter makes a character, for all takes. Error: event.ErrInvalid, for one that there is,
// and for no name, too.
func (b *Base) RegisterCharacter(ctx context.Context, c Character) error {
	if strings.TrimSpace(c.Name) == "" {
		return invalid("character %q: the name is empty", cut(string(c.ID)))
	}
	if c.ID == event.Everyone || c.ID == event.Player {
		return invalid("character: %q is not the id of one; choose another", c.ID)
	}
	attributes := strictjson.Object{}
	for name, of := range map[string]Object{"traits": c.Traits, "voice": c.Voice} {
		if len(of) > 0 {
			attributes[name] = strictjson.Object(of)
		}
	}
	strictjson.PutList(attributes, "factions", strictjson.FromStrings(c.Factions))
	data := event.Data{"entity": string(c.ID), "type": string(event.Person), "name": c.Name}
	if len(attributes) > 0 {
		data["attributes"] = attributes
	}
	return b.share(ctx, event.Event{Kind: event.EntityAdded, Data: data})
}

// A NewFact is something that is so.
type NewFact struct {
	ID         FactID // the next that is free unless given
	Content    string
	Category   string
	Moment     string   // from which on it is so, and can be known; from the start where none is given
	Supersedes FactID   // one that it holds in place of; both are kept
	About      []string // ids of the characters that it is about, of the story's other entities too
}

// LogFact records a fact, for all takes. Errors: *UnknownError, event.ErrInvalid.
func (b *Base) LogFact(ctx context.Context, f NewFact) (FactID, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	ground, err := b.ground(ctx)
	if err != nil {
		return "", err
	}
	s := ground.State()
	if strings.TrimSpace(f.Content) == "" {
		return "", invalid("fact: the content is empty")
	}
	if f.Supersedes != "" {
		if err := factOf(s, f.Supersedes); err != nil {
			return "", err
		}
	}
	for n := len(s.Minds.Facts) + 1; f.ID == ""; n++ {
		if id := fmt.Sprintf("fact-%d", n); s.Minds.Facts[id].ID == "" {
			f.ID = FactID(id)
		}
	}
	data := event.Data{"fact": string(f.ID), "content": f.Content}
	strictjson.Put(strictjson.Object(data), "category", f.Category)
	strictjson.Put(strictjson.Object(data), "supersedes", string(f.Supersedes))
	if len(f.About) > 0 {
		data["about"] = f.About
	}
	e := event.Event{Kind: event.FactEstablished, Actor: event.EngineSelf, Data: data}
	if f.Moment != "" {
		if e.Moment, err = momentOf(s, f.Moment); err != nil {
			return "", err
		}
	}
	return f.ID, ground.Share(ctx, e)
}

// share writes what every take has.
func (b *Base) share(ctx context.Context, e event.Event) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	ground, err := b.ground(ctx)
	if err != nil {
		return err
	}
	e.Actor = event.EngineSelf
	return ground.Share(ctx, e)
}

// A Learning is that somebody comes to know a fact.
type Learning struct {
	Character event.CharacterID
	Fact      FactID
	Moment    string
	Take      TakeID
	Source    string            // witnessed, told, inferred, discovered, or any words; discovered unless given
	From      event.CharacterID // who told them, or whose secret it was; "" for nobody
}

// LogKnowledge records that somebody learned a fact, and gives the event that says so. Who knows it by
// then learns nothing, and the event is the one by which they did. Errors: *UnknownError;
// event.ErrInvalid where the fact is not so yet.
func (b *Base) LogKnowledge(ctx context.Context, l Learning) (event.Position, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, at, err := b.writing(ctx, l.Take, l.Moment, l.Character)
	if err != nil {
		return 0, err
	}
	if err := factOf(p.State(), l.Fact); err != nil {
		return 0, err
	}
	if l.From != "" {
		if err := characterOf(p.State(), l.From); err != nil {
			return 0, err
		}
	}
	then, err := b.asOf(ctx, p, at.Sequence)
	if err != nil {
		return 0, err
	}
	for _, known := range then.Minds.Of(l.Character).Learned {
		if known.Fact == string(l.Fact) {
			return known.Position, nil
		}
	}
	data := event.Data{"who": string(l.Character), "fact": string(l.Fact), "source": string(event.Discovered)}
	switch source := event.Source(l.Source); {
	case l.Source == "":
	case slices.Contains(event.Sources(), source) && source != event.Otherwise:
		data["source"] = l.Source
	default:
		data["source"], data["how"] = string(event.Otherwise), l.Source
	}
	strictjson.Put(strictjson.Object(data), "from", string(l.From))
	return b.write(ctx, p, event.Event{Kind: event.FactLearned, Moment: at, Data: data})
}

// writing is what something is written to: a take, a moment, and characters who are there.
func (b *Base) writing(ctx context.Context, take TakeID, moment string, who ...event.CharacterID) (*story.Playthrough, event.Moment, error) {
	p, err := b.take(ctx, take)
	if err != nil {
		return nil, event.Moment{}, err
	}
	at, err := momentOf(p.State(), moment)
	if err != nil {
		return nil, at, err
	}
	for _, id := range who {
		if err := characterOf(p.State(), id); err != nil {
			return nil, at, err
		}
	}
	return p, at, nil
}

// write appends events, all or none, and gives the position of the first.
func (b *Base) write(ctx context.Context, p *story.Playthrough, events ...event.Event) (event.Position, error) {
	at := p.Where()
	turn := p.Begin(event.TurnID(fmt.Sprintf("known@%s:%d", at.Branch, at.Position)))
	for _, e := range events {
		e.Actor = event.EngineSelf
		if _, err := turn.Add(e); err != nil {
			return 0, err
		}
	}
	receipt, err := turn.Commit(ctx)
	return receipt.First, err
}

// A NewMemory is something that somebody goes through.
type NewMemory struct {
	Character event.CharacterID
	Text      string
	Moment    string
	Take      TakeID
	Kind      event.Experience // said, heard, internal, perceived, action
	Tags      Object           // whatever a program keeps with it; texts are also what it can be found by
	Of        event.Position   // the event that it is of; 0 for one of its own
}

// EmbedMemory keeps a memory. Errors: *UnknownError; event.ErrInvalid.
func (b *Base) EmbedMemory(ctx context.Context, m NewMemory) (MemoryID, error) {
	all, err := b.EmbedChunks(ctx, m, func(text string) []string { return []string{text} })
	if err != nil {
		return "", err
	}
	return all[0], nil
}

// EmbedChunks keeps a memory in pieces, all of one event: a piece that comes twice is one memory.
func (b *Base) EmbedChunks(ctx context.Context, m NewMemory, chunks lore.Chunker) (ids []MemoryID, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, at, err := b.writing(ctx, m.Take, m.Moment, m.Character)
	if err != nil {
		return nil, err
	}
	if m.Of < 0 || m.Of > p.State().Position {
		return nil, unknown("event", fmt.Sprint(m.Of), nil)
	}
	pieces := chunks(m.Text)
	if len(pieces) == 0 || slices.ContainsFunc(pieces, func(text string) bool { return strings.TrimSpace(text) == "" }) {
		return nil, invalid("memory: the text is empty")
	}
	of, base := m.Of, p.State().Position
	if of == 0 {
		of = base + 1
	}
	var events []event.Event
	for _, text := range pieces {
		id := memoryID(of, m.Character, m.Kind, text)
		if !slices.Contains(ids, id) && !p.State().Remembers(string(id)) {
			events = append(events, memory(id, m.Character, m.Kind, text, m.Tags, at, m.Of))
		}
		ids = append(ids, id)
	}
	if len(events) == 0 {
		return ids, nil
	}
	_, err = b.write(ctx, p, events...)
	return ids, err
}

// memoryID is that of a text in somebody's memory of one event: the same for the same. Along a take
// there is one event at a position.
func memoryID(of event.Position, who event.CharacterID, kind event.Experience, text string) MemoryID {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %q %q %q", of, who, kind, text))
	return MemoryID(fmt.Sprintf("m-%x", sum[:12]))
}

func memory(id MemoryID, who event.CharacterID, kind event.Experience, text string, tags Object, at event.Moment, cause event.Position) event.Event {
	data := event.Data{"memory": string(id), "knower": string(who), "words": text, "significance": "low"}
	strictjson.Put(strictjson.Object(data), "kind", string(kind))
	if len(tags) > 0 {
		data["metadata"] = strictjson.Object(tags)
		var found []string
		for _, name := range slices.Sorted(maps.Keys(tags)) {
			if value, is := tags[name].(string); is {
				found = append(found, name+":"+value)
			}
		}
		if found != nil {
			data["tags"] = found
		}
	}
	return event.Event{Kind: event.MemoryKept, Moment: at, Cause: cause, Data: data}
}

// A Line is something that is said.
type Line struct {
	Speaker      event.CharacterID
	Text         string
	Moment       string
	Take         TakeID
	Listeners    []event.CharacterID // who hear it; nobody else does
	SpeakerTags  Object
	ListenerTags Object
}

// Spoken is what became of a line.
type Spoken struct {
	Event     event.Position // by which it was said: [NewTake].Before it, it was not
	Speaker   MemoryID
	Listeners []MemoryID // in the order of the line's
}

// Dialogue has somebody say something: the speaker remembers that they said it, each listener that they
// heard it. Errors: *UnknownError; event.ErrInvalid, for a moment before the latest at which something
// happened on the take, too.
func (b *Base) Dialogue(ctx context.Context, l Line) (spoken Spoken, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, at, err := b.writing(ctx, l.Take, l.Moment, append([]event.CharacterID{l.Speaker}, l.Listeners...)...)
	if err != nil {
		return spoken, err
	}
	if strings.TrimSpace(l.Text) == "" {
		return spoken, invalid("dialogue: the text is empty")
	}
	var heard []event.CharacterID
	for _, who := range l.Listeners {
		if who == l.Speaker {
			return spoken, invalid("dialogue: %q speaks, and is no listener", cut(string(who)))
		}
		if !slices.Contains(heard, who) {
			heard = append(heard, who)
		}
	}
	spoken.Event = p.State().Position + 1
	said := event.Data{"speaker": string(l.Speaker), "text": l.Text}
	if len(heard) > 0 {
		said["to"] = inText(heard)
	}
	all := append([]event.CharacterID{l.Speaker}, heard...)
	events := []event.Event{{
		Kind: event.Said, Moment: at, Data: said, Perception: (&event.Perception{WitnessedBy: all, ApparentAudience: all}).Sorted(),
	}}
	spoken.Speaker = memoryID(spoken.Event, l.Speaker, event.Saying, l.Text)
	events = append(events, memory(spoken.Speaker, l.Speaker, event.Saying, l.Text, l.SpeakerTags, at, spoken.Event))
	for _, who := range heard {
		id := memoryID(spoken.Event, who, event.Hearing, l.Text)
		events = append(events, memory(id, who, event.Hearing, l.Text, l.ListenerTags, at, spoken.Event))
	}
	for _, who := range l.Listeners {
		spoken.Listeners = append(spoken.Listeners, memoryID(spoken.Event, who, event.Hearing, l.Text))
	}
	if _, err := b.write(ctx, p, events...); err != nil {
		return Spoken{}, err
	}
	return spoken, nil
}

func inText(ids []event.CharacterID) []string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = string(id)
	}
	return words
}
