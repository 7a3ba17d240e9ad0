package replan

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// outcome is what the loop leaves behind in one of its two ends.
func (l *loop) outcome(end State) Outcome {
	outcome := Outcome{
		Fallback: end == Fallback,
		Attempts: l.attempts,
		Disabled: l.disabled,
		Degraded: l.degraded(end),
		Duration: time.Since(l.began),
	}
	if end == Success {
		outcome.Plan, outcome.Result = l.checked, l.result
		outcome.By = l.last().By
		outcome.Text = prose(l.checked, l.result)
	}
	if outcome.Text == "" {
		outcome.Text = template(l.turn.Input, l.turn.Seed)
	}
	return outcome
}

// prose is what a plan that succeeded tells the player: the accepted pieces of
// narration in plan order, else the plan's own narrative, or "".
func prose(p *plan.Plan, result *plan.Result) string {
	var pieces []string
	length := 0
	for _, event := range result.UI {
		if event.Event == protocol.UINarration {
			text, _ := event.Payload["text"].(string)
			pieces, length = append(pieces, text), length+len(text)+len(paragraph)
		}
	}
	var told strings.Builder
	told.Grow(length)
	for _, piece := range pieces {
		appendPiece(&told, piece)
	}
	for _, text := range []string{told.String(), p.Narrative()} {
		if visible(text) {
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// paragraph stands between two paragraphs.
const paragraph = "\n\n"

// appendPiece begins a new paragraph, unless the piece or the one before it
// brought white space of its own to go on with.
func appendPiece(told *strings.Builder, piece string) {
	before := told.String()
	if before != "" && piece != "" && strings.TrimRightFunc(before, unicode.IsSpace) == before &&
		strings.TrimLeftFunc(piece, unicode.IsSpace) == piece {
		told.WriteString(paragraph)
	}
	told.WriteString(piece)
}

// visible reports whether a text shows anything at all.
func visible(text string) bool { return echo(text) != "" }

// GivenUp tells the player that it was by whoever wanted the turn that they had to do without.
const GivenUp = "The turn was given up before it was told, so it is told with what there was."

// degraded tells the player what there was to do without.
func (l *loop) degraded(end State) (sentences []string) {
	missing := l.disabled
	if l.result != nil {
		missing = slices.Concat(missing, l.result.Disabled) // of steps that were not required
		slices.Sort(missing)
		missing = slices.Compact(missing)
	}
	for _, skill := range missing {
		sentences = append(sentences, fmt.Sprintf("The skill %q failed and is left out of %s.", skill, l.howLong(skill)))
	}
	for i := range l.attempts {
		if lost := l.attempts[i].draft.Lost; lost != "" {
			sentences = append(sentences, lost)
		}
	}
	switch {
	case end == Fallback && l.givenUp:
		sentences = append(sentences, GivenUp)
	case end == Fallback:
		sentences = append(sentences, fmt.Sprintf("No plan succeeded (tried: %d), so the narrator answers in general words.", len(l.attempts)))
	}
	return sentences
}

func (l *loop) howLong(skill plan.SkillName) string {
	if l.opts.Health.State(skill) == skills.PermanentFailure {
		return "the rest of this session"
	}
	return "this turn"
}
