package engine

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose/grammar"
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
	Topic        subject        // what it leaves to talk and think about
	Episodic     action.Episode // "" for what may be forgotten
}

// trivial reports whether there is nothing to remember.
func (m memory) trivial() bool { return m.Of == 0 && m.Words == "" }

// longestSummary is how many characters an author's words are remembered by at most.
const longestSummary = 240

// memory is what the player remembers of the turn.
func (t *turn) memory() memory {
	kept := memory{
		Of: t.acted, Characters: t.company(), Place: t.place(), Significance: t.significance(), Tags: t.tags(), Episodic: t.episode(),
	}
	if t.acted == 0 || t.action.Kind.Slight() {
		kept.Words = t.cueTold()
	}
	if t.choice == nil && kept.Words == "" && t.place() != "" {
		kept.Words = "You came to " + t.w.nameOf(t.state(), t.place()) + "."
	}
	kept.Topic = t.topicLeft()
	t.raise(kept.Topic, "")
	return kept
}

// summary is a memory in words, for a skill that keeps it.
func (m memory) summary(t *turn) string {
	if m.Words != "" {
		return m.Words
	}
	voice := grammar.Voice{Person: english.Second, Tense: english.Past}
	return grammar.Tell(t.action, t.outcome, newNamer(t.w, t.view(), t.offered()), voice)
}

// offered is the offer that was taken, as a list.
func (t *turn) offered() []offer {
	if t.taken == nil {
		return nil
	}
	return []offer{*t.taken}
}

// longestCue is how many words of a cue are remembered at most.
const longestCue = 24

// cueTold is the cue of the weightiest of the beats told, as the player remembers it; ""
// where none can be told, or where the beat's prose does not bear it out: a cue is for
// planners, and may say what nobody told. What it says of "the player" is said of "you",
// in the past.
func (t *turn) cueTold() string {
	best := ""
	priority := campaign.Priority(-1)
	for _, b := range t.beats {
		if cue := retoldCue(b.Cue); cue != "" && b.Priority > priority && borneOut(b) {
			best, priority = cue, b.Priority
		}
	}
	return best
}

// topicLeft is what a turn leaves to talk and think about: what the choice's author
// said, else that of the weightiest beat told, else what was heard or talked of.
func (t *turn) topicLeft() subject {
	if _, written, ok := t.authoredChoiceMade(); ok && written.Topic != "" {
		return subjectOf(written.Topic)
	}
	topic, priority := subject{}, campaign.Priority(-1)
	for _, b := range t.beats {
		if b.Topic != "" && b.Priority > priority {
			topic, priority = subjectOf(b.Topic), b.Priority
		}
	}
	if topic.ID != "" || t.taken == nil {
		return topic
	}
	if t.heard.ID != "" {
		return t.heard
	}
	if isOwnPart(t.taken.Topic.ID) || isPlaceName(t.c.Campaign, t.taken.Topic.Words) { // there one goes
		return subject{}
	}
	return t.taken.Topic
}

// company is who was there, the player first.
func (t *turn) company() []string {
	all := []string{string(event.Player)}
	for _, id := range append([]string{t.addressed()}, t.view().Present()...) {
		if id != "" && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

func (t *turn) significance() action.Significance {
	for _, b := range t.beats {
		if b.Priority >= campaign.High {
			return action.High
		}
	}
	switch {
	case t.saw(event.SecretRevealed) || len(t.gained) > 0 || len(t.lost) > 0:
		return action.High
	case t.check != nil || t.saw(event.RelationChanged) || len(t.impressions) > 0 && t.check != nil || len(t.beats) > 0:
		return action.Medium
	}
	return action.Low
}

// tags are the words a memory is found by besides its own.
func (t *turn) tags() []string {
	var all []string
	add := func(tag string) {
		if tag != "" && !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	if t.check != nil {
		add(t.check.Stat)
	}
	if beat, _, ok := t.authoredChoiceMade(); ok {
		add(beat.ID)
	}
	for _, b := range t.beats {
		add(b.ID)
	}
	if t.taken != nil {
		add(string(t.taken.Kind))
		add(t.taken.Thread.ID)
		add(t.taken.Item.ID)
	}
	for _, thread := range t.view().Threads() {
		if thread.Turn == t.state().Turn.Number {
			add(thread.ID)
		}
	}
	for _, item := range slices.Concat(t.gained, t.lost) {
		add(item)
	}
	return all
}

// episode says whether a turn is remembered for ever: a clear success or failure
// where something was at stake.
func (t *turn) episode() action.Episode {
	beat, _, written := t.authoredChoiceMade()
	if t.sceneType() != action.Danger && (!written || beat.Priority < campaign.High) {
		return ""
	}
	switch t.grade() {
	case action.Success:
		return action.Triumph
	case action.Failure:
		return action.Defeat
	}
	return ""
}

// saw reports whether an event of a kind was staged in this turn.
func (t *turn) saw(kind event.Kind) bool {
	return slices.ContainsFunc(t.story.Events(), func(r record) bool { return r.Event.Kind == kind })
}
