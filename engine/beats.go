package engine

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// mostBeats is how many beats one turn tells.
const mostBeats = 2

// longestWait is after how many turns a beat no longer waits for a turn of its own: it
// is told within two turns of its conditions.
const longestWait = 2

// tellBeats tells the beats that are due, at most two a turn, and notes why the
// others wait or can no longer be reached. Moments that nobody wrote to follow each
// other read badly together, so a second one is told only where it was led to or
// has waited.
func (t *plot) tellBeats() {
	for range mostBeats {
		beat := t.nextBeat()
		if beat == nil {
			break
		}
		t.tell(beat)
	}
	t.noteBeats()
}

// presses reports whether a beat cannot wait for a turn of its own.
func (t *plot) presses(b *campaign.Beat) bool {
	s := t.state()
	if slices.Contains(t.led, b.ID) || slices.Contains(s.Led, b.ID) {
		return true
	}
	return hasWaited(s, b, s.Turn.Number)
}

// hasWaited reports whether in a turn a beat has waited for longest.
func hasWaited(s *story.State, b *campaign.Beat, turn int64) bool {
	waits, waiting := s.Deferred[b.ID]
	return waiting && waits.Last >= turn-1 && turn-waits.First >= longestWait
}

// elsewhere reports whether a beat would take the player from where they have just chosen to go,
// before they see anything of it.
func (t *plot) elsewhere(b *campaign.Beat) bool {
	return t.Taken != nil && t.Taken.Kind == action.Go && b.Place != "" && b.Place != t.place()
}

// nextBeat is the beat to tell now, or nil. What is in words is judged first.
func (t *plot) nextBeat() *campaign.Beat {
	t.judgeBeats()
	var next *campaign.Beat
	for _, b := range t.outlook().DueBeats() {
		if t.tells(b.ID) || (len(t.Beats) > 0 || t.elsewhere(b)) && !t.presses(b) {
			continue
		}
		// What the choice has just led to is not remembered beyond the turn, so nothing
		// comes before it.
		if slices.Contains(t.led, b.ID) {
			return b
		}
		if next == nil {
			next = b
		}
		if len(t.led) == 0 {
			break
		}
	}
	if t.endNamed() {
		return nil
	}
	return next
}

func (t *plot) progress() *campaign.Progress {
	p := t.now().Progress()
	p.Led = append(p.Led[:len(p.Led):len(p.Led)], t.led...)
	return p
}

// outlook is how the plot stands now.
func (t *plot) outlook() *campaign.Outlook {
	events := len(t.story.Events())
	if t.seen.outlook == nil || t.seen.events != events || t.seen.led != len(t.led) {
		t.seen = plotSeen{t.look(t.progress()), events, len(t.led)}
	}
	return t.seen.outlook
}

// look looks at the plot. What takes too much to judge is spoken of once.
func (t *plot) look(p *campaign.Progress) *campaign.Outlook {
	o := t.g.plot.Outlook(p)
	if o.Dear != nil && !t.g.dear {
		t.g.dear = true
		t.degrade(fmt.Sprintf("The conditions of the beat %q take more steps to judge than they may, so it is left out.", o.Dear.ID))
	}
	if o.Late && !t.g.late {
		t.g.late = true
		t.degrade("More conditions have changed than are judged in one turn, so some moments come a few turns later.")
	}
	return &o
}

func (t *resolved) tells(beat string) bool {
	return slices.ContainsFunc(t.Beats, func(told *campaign.Beat) bool { return told.ID == beat })
}

// judgeBeats gives verdicts on conditions in words, once a turn: of the beats that
// wait for nothing else, and of the endings. What was judged in an earlier turn is
// judged again, since what is known has grown.
func (t *plot) judgeBeats() {
	if t.judged {
		return
	}
	t.judged = true
	known := sync.OnceValue(func() condition.Vocabulary {
		return condition.NewVocabulary(t.now().Known(t.recall(t.view(), story.Query{})))
	})
	plot := t.outlook()
	if unjudged := t.progress(); len(unjudged.Verdicts) > 0 {
		unjudged.Verdicts = nil
		plot = t.look(unjudged)
	}
	for _, standing := range plot.Standings {
		if standing.Status != campaign.Judging || standing.Beat.Conditions == nil {
			continue
		}
		t.judge(standing.Beat.ID, standing.Beat.Conditions, known())
	}
	for i := range t.w.Endings {
		if e := &t.w.Endings[i]; e.Conditions != nil && len(e.Conditions.Prose()) > 0 {
			t.judge(e.ID, e.Conditions, known())
		}
	}
}

// judge records verdicts that are new. Those of an earlier turn hold until they
// change.
func (t *plot) judge(about string, c *condition.Condition, known condition.Vocabulary) {
	for _, sentence := range c.Prose() {
		yes := known.Judge(sentence)
		if before, judged := t.state().Verdicts[sentence]; judged && before == yes {
			continue
		}
		t.add(event.VerdictGiven, event.Data{"question": sentence, "about": about, "yes": yes, "judge": string(event.Lexical)})
	}
}

// tell tells one beat: where and with whom it happens, its words, one of its
// outcomes, and what follows.
func (t *plot) tell(b *campaign.Beat) {
	t.gather(b)
	facts := t.progress()
	paragraphs := t.beatProse(b, &facts.Facts)
	data := event.Data{"beat": b.ID, "priority": b.Priority.String()}
	outcome := b.Pick(t.Seed.Derive("outcome", b.ID).Stream().IntN(1000))
	if outcome != nil {
		data["outcome"] = outcome.ID
		paragraphs = append(paragraphs, t.told(outcome.Prose.Tell(&facts.Facts), outcome.Description)...)
	}
	strictjson.Put(data, "mood", b.Mood)
	strictjson.Put(data, "music", b.Music)
	if outcome != nil && outcome.LeadsTo != "" {
		data["effects"] = strictjson.Object{"led": []any{outcome.LeadsTo}}
	}
	t.cause = t.add(event.BeatReached, data)
	t.Beats = append(t.Beats, b)
	t.Authored = append(t.Authored, paragraphs...)
	t.assets(b.Picture, b.Music)
	t.topic = b.Topic
	t.apply(b.Effects)
	if outcome != nil {
		t.apply(outcome.Effects)
		t.pass(int64(outcome.Minutes))
	}
	t.led, t.cause = slices.DeleteFunc(t.led, func(id string) bool { return id == b.ID }), 0
}

// gather brings the player and the people of a beat to its place: one that was
// led to does not ask where they are.
func (t *plot) gather(b *campaign.Beat) {
	if b.Place != "" {
		t.movePlayer(b.Place, nil)
	}
	for _, person := range b.People {
		t.movePerson(person, t.place())
	}
}

// beatProse is what a beat says: its prose, in a campaign without any its description, and
// its dialogue.
func (t *plot) beatProse(b *campaign.Beat, facts *condition.Facts) []string {
	paragraphs := t.told(b.Prose.Tell(facts), b.Description)
	for _, line := range b.Dialogue {
		paragraphs = append(paragraphs, t.spoken(line))
	}
	return paragraphs
}

// told is authored prose. A description is a note for a narrator, which speaks of the player
// as "the player"; it is told where the campaign holds nothing else to tell.
func (t *plot) told(prose []string, description string) []string {
	if len(prose) > 0 || t.w.Prosed || strings.TrimSpace(description) == "" {
		return prose
	}
	return []string{t.w.ToPlayer(description)}
}

// spoken is a line of dialogue as a paragraph.
func (t *plot) spoken(line campaign.Line) string {
	text := strings.Trim(strings.TrimSpace(line.Text), `"“”`)
	name := line.Speaker
	if person, ok := t.w.Someone(line.Speaker); ok {
		name = person.Name
	}
	if name == "" {
		return "“" + text + "”"
	}
	if strings.HasSuffix(text, ".") {
		text = strings.TrimSuffix(text, ".") + ","
	}
	return "“" + text + "” " + name + " says."
}

// mostDeferred is how many beats are recorded as waiting: of more the first are the next to
// be told, and the others begin to wait when it is their turn.
const mostDeferred = 64

// noteBeats records what is due and was not told, the first of it, and what can never be
// told any more: each once.
func (t *plot) noteBeats() {
	deferred := 0
	for _, standing := range t.outlook().Standings {
		id := standing.Beat.ID
		switch standing.Status {
		case campaign.Due:
			if !t.tells(id) && deferred < mostDeferred {
				deferred++
				t.add(event.BeatDeferred, event.Data{"beat": id, "reason": "another beat was told in this turn"})
			}
		case campaign.Skipped:
			if _, noted := t.state().Skipped[id]; !noted {
				t.add(event.BeatSkipped, event.Data{"beat": id, "reason": standing.Why})
			}
		}
	}
}
