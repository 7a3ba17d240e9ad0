package engine

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A memory is what the player remembers of a turn: the deed, or where an author let
// something happen while the player did nothing to speak of, that, in the author's words.
type memory struct {
	Of           event.Position // of the deed; 0 for none
	Words        string         // an author's, or ""
	Characters   []string
	Place        string
	Significance action.Significance
	Tags         []string
	Topic        world.Subject  // what it leaves to talk and think about
	Episodic     action.Episode // "" for what may be forgotten
	Kind         event.Experience
}

// trivial reports whether there is nothing to remember.
func (m memory) trivial() bool { return m.Of == 0 && m.Words == "" }

// memory is what the player remembers of the turn.
func (t *settling) memory() memory {
	kept := memory{
		Of: t.came.acted, Characters: t.company(), Place: t.place(), Significance: t.significance(), Tags: t.tags(), Episodic: t.episode(),
	}
	if t.came.acted == 0 || t.came.Action.Kind.Slight() {
		kept.Words = t.cueTold()
	}
	if t.came.Opening() && kept.Words == "" && t.place() != "" {
		kept.Words = "You came to " + t.now().NameOf(t.place()) + "."
	}
	if kept.Kind = event.Perceiving; kept.Words == "" {
		kept.Kind = (&story.Deed{Action: t.came.Action, Outcome: t.came.Outcome}).Experience()
	}
	kept.Topic = t.topicLeft()
	t.raise(kept.Topic, event.Event{Cause: t.came.acted}, "")
	return kept
}

// summary is a memory in words, for a skill that keeps it.
func (m memory) summary(t *settling) string {
	if m.Words != "" {
		return m.Words
	}
	voice := grammar.Voice{Person: english.Second, Tense: english.Past}
	return grammar.Tell(t.came.Action, t.came.Outcome, t.sight().Names(t.came.Offers()), voice)
}

// cueTold is the cue of the weightiest of the beats told, as the player remembers it; ""
// for none.
func (t *settling) cueTold() string {
	best := ""
	priority := campaign.Priority(-1)
	for _, b := range t.came.Beats {
		if cue := t.w.Cue(b); cue != "" && b.Priority > priority {
			best, priority = cue, b.Priority
		}
	}
	return best
}

// topicLeft is what a turn leaves to talk and think about: what the choice's author
// said, else that of the weightiest beat told, else what was heard or talked of.
func (t *settling) topicLeft() world.Subject {
	if by := t.came.author; by != nil && by.choice.Topic != "" {
		return world.SubjectOf(by.choice.Topic)
	}
	topic, priority := world.Subject{}, campaign.Priority(-1)
	for _, b := range t.came.Beats {
		if b.Topic != "" && b.Priority > priority {
			topic, priority = world.SubjectOf(b.Topic), b.Priority
		}
	}
	if topic.ID != "" || t.came.Taken == nil {
		return topic
	}
	if t.came.heard.ID != "" {
		return t.came.heard
	}
	if world.IsOwnPart(t.came.Taken.Topic.ID) || t.w.IsPlaceName(t.came.Taken.Topic.Words) { // there one goes
		return world.Subject{}
	}
	return t.came.Taken.Topic
}

// company is who was there, the player first.
func (t *settling) company() []string {
	all := []string{string(event.Player)}
	for _, id := range append([]string{t.came.Addressed()}, t.view().Present()...) {
		if id != "" && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

func (t *settling) significance() action.Significance {
	for _, b := range t.came.Beats {
		if b.Priority >= campaign.High {
			return action.High
		}
	}
	switch {
	case t.saw(event.SecretRevealed) || len(t.came.Gained) > 0 || len(t.came.Lost) > 0:
		return action.High
	case t.came.Check != nil || t.saw(event.RelationChanged) || len(t.came.impressions) > 0 && t.came.Check != nil || len(t.came.Beats) > 0:
		return action.Medium
	}
	return action.Low
}

// tags are the words a memory is found by besides its own.
func (t *settling) tags() []string {
	var all []string
	add := func(tag string) {
		if tag != "" && !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	if t.came.Check != nil {
		add(t.came.Check.Stat)
	}
	if by := t.came.author; by != nil {
		add(by.beat.ID)
	}
	for _, b := range t.came.Beats {
		add(b.ID)
	}
	if t.came.Taken != nil {
		add(string(t.came.Taken.Kind))
		add(t.came.Taken.Thread.ID)
		add(t.came.Taken.Item.ID)
	}
	for _, thread := range t.view().Threads() {
		if thread.Turn == t.state().Turn.Number {
			add(thread.ID)
		}
	}
	for _, item := range slices.Concat(t.came.Gained, t.came.Lost) {
		add(item)
	}
	return all
}

// episode says whether a turn is remembered for ever: a clear success or failure
// where something was at stake.
func (t *settling) episode() action.Episode {
	by := t.came.author
	if t.teller(t.came.Turn).Type() != action.Danger && (by == nil || by.beat.Priority < campaign.High) {
		return ""
	}
	switch t.came.grade() {
	case action.Success:
		return action.Triumph
	case action.Failure:
		return action.Defeat
	}
	return ""
}

// saw reports whether an event of a kind was staged in this turn.
func (t *settling) saw(kind event.Kind) bool {
	return slices.ContainsFunc(t.story.Events(), func(r record) bool { return r.Event.Kind == kind })
}
