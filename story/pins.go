package story

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/persistence/rank"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// Pinned are the memories that the character has at hand whatever is asked, in the order in which
// they were pinned. They are had without a search, so that those that are not searched any more,
// being old, are among them.
func (v *View) Pinned() (pinned []Recalled) {
	for _, at := range v.state.Pins[v.who] {
		if m, n, is := v.numbered(at); is && v.Shows(at) {
			pinned = append(pinned, Recalled{Handle: handle('m', n), Memory: m, Relevance: rank.Whole})
		}
	}
	return pinned
}

// HasPinned reports whether the character has pinned the memory that an event kept.
func (v *View) HasPinned(at event.Position) bool { return slices.Contains(v.state.Pins[v.who], at) }

// mostPinned is how many of what somebody has pinned comes with what is looked for.
const mostPinned = 20

// PinnedFor are those of [View.Pinned] that come with what is looked for: whatever its words and its limit are,
// all that its filters let through, of many those that were pinned last.
func (v *View) PinnedFor(q Query) []Recalled {
	pinned := slices.DeleteFunc(v.Pinned(), func(r Recalled) bool { return !q.lets(&r.Memory) })
	return pinned[max(0, len(pinned)-mostPinned):]
}

// lets reports whether the filters of a query let a memory through.
func (q Query) lets(m *Memory) bool {
	has := func(all, wanted []string) bool {
		return !slices.ContainsFunc(wanted, func(w string) bool { return !slices.Contains(all, w) })
	}
	return (q.Place == "" || m.Place == q.Place) && (q.Kind == "" || m.Kind == q.Kind) && (!q.Episodic || m.Episodic != "") &&
		(q.From == nil || m.Minutes >= *q.From) && (q.To == nil || m.Minutes <= *q.To) && (q.Before <= 0 || m.Turn < q.Before) &&
		(q.Session == 0 || m.Session == q.Session) && has(m.Tags, q.Tags) &&
		!slices.ContainsFunc(q.Characters, func(w event.CharacterID) bool { return !slices.Contains(m.Characters, w) })
}

// FindMemory is one that the character has: by its handle ("m3"), its id, or words that stand in it
// and in no other. Error: *mind.UnknownError.
func (v *View) FindMemory(named string) (Recalled, error) {
	if at, is := v.Position(named); is {
		if m, n, is := v.numbered(at); is && v.Shows(at) {
			return Recalled{Handle: handle('m', n), Memory: m, Relevance: rank.Whole}, nil
		}
	}
	if at, names := v.event(named); names {
		if of, is := v.memoryAbout(at); is {
			return of, nil
		}
	}
	wanted := strings.ToLower(strings.Join(strings.Fields(named), " "))
	var found []Recalled
	for i, m := range v.Memories() {
		of := Recalled{Handle: handle('m', i), Memory: m, Relevance: rank.Whole}
		if !v.Shows(m.Position) {
			continue
		}
		if m.ID == named {
			return of, nil
		}
		if wanted != "" && strings.Contains(strings.ToLower(strings.Join(strings.Fields(v.Words(&m)), " ")), wanted) {
			found = append(found, of)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Recalled{}, &mind.UnknownError{Message: fmt.Sprintf("%s remembers nothing of %q; name a memory by its number, such as m3, or by words that stand in it", mind.Short(v.Name(string(v.who))), mind.Short(named))}
	}
	var several []string
	var among []mind.Meant
	for i, of := range found {
		words := v.Words(&of.Memory)
		among = append(among, mind.Meant{ID: of.Handle, Text: words})
		if i < 5 {
			several = append(several, fmt.Sprintf("%s “%s”", of.Handle, mind.Short(words)))
		}
	}
	return Recalled{}, &mind.UnknownError{Message: fmt.Sprintf("%q may be several: %s; give its number", mind.Short(named), strings.Join(several, ", ")), Among: among}
}

// event is what is named as an event: by its number in the log, or as it stands in the character's journal.
func (v *View) event(named string) (event.Position, bool) {
	if n, err := strconv.ParseUint(named, 10, 63); err == nil {
		return event.Position(n), true
	}
	at, is := v.Position(named)
	return at, is && named[0] == 'e'
}

func (v *View) recalls(at event.Position) bool {
	_, is := v.memoryAbout(at)
	return is
}

// memoryAbout is the one that an event kept, or else the latest that the character has of its deed, or that rests on it.
func (v *View) memoryAbout(at event.Position) (found Recalled, is bool) {
	for i, m := range v.Memories() {
		kept := m.Position == at
		if v.Shows(m.Position) && (kept || m.Deed != nil && m.Deed.Position == at || slices.Contains(m.Because, at)) {
			found, is = Recalled{Handle: handle('m', i), Memory: m, Relevance: rank.Whole}, true
		}
		if kept {
			break
		}
	}
	return found, is
}

// memoryOf is the memory that the character has of an event that they perceived, or by which they know something. Error:
// *mind.UnknownError.
func (v *View) memoryOf(at event.Position) (event.Event, error) {
	data := event.Data{
		"memory": fmt.Sprintf("pinned@%d:%s", at, v.who), "knower": string(v.who), "significance": string(action.Medium),
		"because": []any{int64(at)}, "source": string(event.Narrative),
	}
	kept := event.Event{Kind: event.MemoryKept, Actor: event.EngineSelf, Data: data}
	if entry, is := v.Entry(at); is && v.Shows(at) {
		data["kind"], data["significance"] = string(event.Perceiving), string(cmp.Or(entry.Significance, action.Medium))
		var who []string
		for _, id := range entry.Who {
			who = append(who, string(id))
		}
		data["characters"] = who
		if entry.Place != "" {
			data["place"] = entry.Place
		}
		if entry.Deed != nil {
			data["of"] = int64(at) // of which it is told
		} else {
			data["words"] = v.EntryWords(&entry)
		}
		return kept, nil
	}
	for _, l := range v.state.Minds.Of(v.who).Learned {
		if fact, is := v.state.Minds.Facts[l.Fact]; is && l.Position == at && v.Shows(at) {
			data["words"] = fact.Content
			return kept, nil
		}
	}
	return event.Event{}, &mind.UnknownError{Message: fmt.Sprintf("%s perceived nothing of the event %d that is shown; story log says what happened, and story know what they know", mind.Short(v.Name(string(v.who))), at)}
}

// Pin has somebody have a memory at hand from now on, along the branch that the story is told along.
// It is named as for [View.FindMemory], or as an event: by its number in the log, or as it stands in their journal ("e5"). What they
// remember of that event is pinned; where that is nothing, what they perceived of it or know by it is kept as a memory. Errors:
// *mind.UnknownError, *PinnedError, persistence's.
func (p *Playthrough) Pin(ctx context.Context, who event.CharacterID, memory string) (Recalled, error) {
	return p.pin(ctx, event.MemoryPinned, who, memory)
}

// A PinnedError says that a memory is pinned already, or is not pinned.
type PinnedError struct {
	Memory string // its handle
	Pinned bool
}

func (e *PinnedError) Error() string {
	if e.Pinned {
		return fmt.Sprintf("the memory %s is pinned already", e.Memory)
	}
	return fmt.Sprintf("the memory %s is not pinned", e.Memory)
}

// Unpin ends that.
func (p *Playthrough) Unpin(ctx context.Context, who event.CharacterID, memory string) (Recalled, error) {
	return p.pin(ctx, event.MemoryUnpinned, who, memory)
}

func (p *Playthrough) pin(ctx context.Context, kind event.Kind, who event.CharacterID, named string) (m Recalled, err error) {
	_, at := p.now()
	state, err := p.Shown(ctx, at, 0) // what was hidden nobody names
	if err != nil {
		return Recalled{}, err
	}
	view := state.As(who)
	write := func(memory string, before ...event.Event) error {
		pins := event.Event{Kind: kind, Actor: event.EngineSelf, Data: event.Data{"memory": memory, "who": string(who)}}
		return p.write(ctx, event.TurnID(fmt.Sprintf("pins@%s:%d", at.Branch, at.Position)), append(before, pins)...)
	}
	if position, names := view.event(named); names && kind == event.MemoryPinned && !view.recalls(position) {
		kept, err := view.memoryOf(position)
		if err != nil {
			return Recalled{}, err
		}
		if err := write(kept.Text("memory"), kept); err != nil {
			return Recalled{}, err
		}
		return p.State().As(who).FindMemory(kept.Text("memory"))
	}
	m, err = view.FindMemory(named)
	if err != nil {
		return m, err
	}
	switch is := slices.Contains(state.Pins[who], m.Memory.Position); {
	case is && kind == event.MemoryPinned:
		return m, &PinnedError{m.Handle, true}
	case !is && kind == event.MemoryUnpinned:
		return m, &PinnedError{m.Handle, false}
	}
	return m, write(m.Memory.ID)
}
