// Package choices is the bundled skill player-choices: it says which of the things a
// player could do are put before them and in what words, and foretells how a choice
// may go.
//
//	generate-choices {want, seed, taken, recent, lately, turn, place, part, player, rules, people, moves}
//	evaluate-choice  {choice: {id, text, stat, person, topic, about, modifier}, place, player, rules, people}
//
// # How choices are made
//
//	moves ──▶ allowed? ──▶ for each slot the best ──▶ id ──▶ × frames ──▶ not heard ──▶ text
//	          opinions,     beside those chosen               of its       lately
//	          stats         and offered lately                kind
//
// A move is a typed action that the caller offers, with all that bears on it: what taking it
// gives and is worth, which slots of a menu it is good for, its odds, what it costs, and the memories
// that it could rest on. One that gives nothing that can be named before is chosen only where
// there are too few others. Which moves are offered, what they rest on
// and how they are marked follows from ids, kinds and numbers alone; then each
// is put into words. What is chosen goes back as the move's id, and that alone says
// what the player does; the words are for people. So nothing here reads a sentence to
// learn what it means: frames are filled with the names and the topics' words of the input. A
// memory's summary is at most shown, in a hint; texts
// offered before are compared, so that none sounds like another. What our frames cannot
// put, the caller's plain words say.
//
// Where the user names a model for the texts of the task "choices", it is asked to put them otherwise; a text of its own that cannot be
// used, each by itself, is left for ours. See worded.go.
//
// Because names the memory that a choice rests on: one of what the choice is about, and its
// text speaks of that wherever there are words for it which can be used. A deed that is done
// is nothing to choose.
//
// Everything follows from the input and its seed, else the request's; there is no clock and no other
// source of chance. A text of taken or recent is not offered again while there is any
// other for the same move.
//
// generate-choices leaves out what it cannot read of its input, and logs it.
// Errors: bad_input of evaluate-choice, bad_config.
package choices

import (
	"context"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/rules"
	"github.com/narratoria/narratoria/skills/kit"
)

// A choice is one the player is offered.
type choice struct {
	ID         string   `json:"id"`
	Text       string   `json:"text"`
	Kind       string   `json:"kind"`
	Difficulty string   `json:"difficulty,omitempty"`
	Hint       string   `json:"hint,omitempty"`
	Because    []string `json:"because"`
}

// detail is a choice without its text, as the interface takes it.
type detail struct {
	ID         string   `json:"id"`
	Difficulty string   `json:"difficulty,omitempty"`
	Hint       string   `json:"hint,omitempty"`
	Because    []string `json:"because"`
}

// Generate is the script generate-choices.
func Generate(ctx context.Context, inv *kit.Invocation) error {
	set, err := configured(inv)
	if err != nil {
		return err
	}
	in := readInput(inv)
	seed := inv.Seed
	if in.Seed != nil {
		seed = *in.Seed
	}
	s := newScene(in, set, ruled(inv, in.Rules), uint64(seed))
	if inv.Has(generate) {
		s.reword = func(all []wording, e *ear) { worded(ctx, inv, s, all, e) }
	}
	made, want := s.made(), s.wanted()
	if len(made) < want {
		inv.Log("info", "fewer choices than were asked for: the moves that may be offered do not give more", map[string]any{"wanted": want, "made": len(made)})
	}
	show(inv, made)
	return nil
}

// made are the choices of a scene. Which they are is decided before any words are.
func (s *scene) made() []choice {
	made, ear := []choice{}, newEar(s)
	var all []wording
	for _, p := range newPile(s).fill(s.wanted(), s.allowed()) {
		all = append(all, ear.wording(p))
	}
	if s.reword != nil {
		s.reword(all, ear)
	}
	for _, w := range all {
		made = append(made, s.finished(w))
	}
	return made
}

func show(inv *kit.Invocation, made []choice) {
	texts, details := []string{}, []detail{}
	for _, c := range made {
		texts = append(texts, c.Text)
		details = append(details, detail{c.ID, c.Difficulty, c.Hint, c.Because})
	}
	inv.UI("narrative_choice", map[string]any{"choices": texts, "details": details})
	inv.Output(map[string]any{"choices": made})
	plural := "s"
	if len(made) == 1 {
		plural = ""
	}
	inv.Summary(prose.SentenceCase(prose.Number(len(made))) + " choice" + plural)
}

// wanted is how many choices to make so that, with those offered already, there
// are as many as the configuration says.
func (s *scene) wanted() int {
	least, most := s.set.MinOptions-len(s.in.Taken), s.set.MaxOptions-len(s.in.Taken)
	want := least
	if s.in.Want != nil {
		want = *s.in.Want
	}
	return max(0, min(max(want, least), most))
}

// finished adds to a wording what the player is told beside it.
func (s *scene) finished(w wording) choice {
	c := choice{ID: w.move.ID, Text: w.text, Kind: w.move.Kind, Difficulty: s.mark(*w.move), Hint: s.hint(w), Because: []string{}}
	if w.ground != nil {
		c.Because = append(c.Because, w.ground.ID)
	}
	if o := w.move.Odds; o != nil && c.Difficulty == "" {
		c.Difficulty = s.rules.Mark(s.oddsOf(o.Succeeds), o.Weak, thousandths(s.set.ShowDifficultyThreshold))
	}
	return c
}

// mostModifier is beyond what any rules add to their dice.
const mostModifier = 200

// oddsOf are the odds of which this is the chance not to fail. The rules know the rest
// of them, how likely full success is, for the modifier that makes such a chance;
// where none does, what does not fail counts as success.
func (s *scene) oddsOf(succeeds int64) rules.Odds {
	low, high := int64(-mostModifier), int64(mostModifier)
	for low < high {
		by := (low + high) >> 1
		odds, known := s.rules.Chance(by)
		if !known {
			break
		}
		if odds.Succeeds() >= succeeds {
			high = by
		} else {
			low = by + 1
		}
	}
	if odds, known := s.rules.Chance(low); known && odds.Succeeds() == succeeds {
		return odds
	}
	succeeds = min(max(succeeds, 0), 1000)
	return rules.Odds{{Band: string(action.Failure), Chance: 1000 - succeeds}, {Band: string(action.Success), Chance: succeeds}}
}
