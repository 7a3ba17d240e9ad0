// Package choices is the bundled skill player-choices: it words what the player
// could do next, and foretells how a choice may go.
//
//	generate-choices {want, taken, recent, turn, place, part, player, rules, people, moves}
//	evaluate-choice  {choice: {id, text, stat, person, about, modifier}, player, rules, people}
//
// What the player remembers, what people think of them and how they stand with
// factions come from the results of the steps before: any that have memories,
// perceptions or reputations. Where one is missing nothing is known, and that is
// neutral. generate-choices also asks the host for memories of other scenes, with
// memory.read, where the host has it.
//
// # How choices are made
//
//	moves ──▶ allowed? ──▶ × memories ──▶ × frames ──▶ text ──▶ usable? ──▶ freshest
//	          opinions,     the nearest    of its        a memory's           beside what
//	          stats         first          kind          shape in each        was heard
//
// A move is something the player could do; the caller lists them. A memory's
// summary, a sentence, is read into shapes that fit inside another sentence ("the
// burner you found in the flour", "now that you have asked Ines ..."; see forms),
// and each frame of the move's kind takes the shapes it has places for. A text is
// only used if it really speaks of its memory, and its because then names it.
//
// Everything follows from the request and its seed; there is no clock and no
// other source of chance. A text of taken or recent is never offered again.
//
// Errors: bad_input, bad_config.
package choices

import (
	"context"
	"slices"

	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/skills/kit/rules"
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
	var in input
	set, err := configured(inv, &in)
	if err != nil {
		return err
	}
	k := gathered(inv)
	k.remember(ctx, inv)
	s := newScene(in, k, set)
	s.rules, s.seed = ruled(inv, in.Rules), uint64(inv.Seed)
	want := s.wanted()
	made := []choice{}
	for _, w := range newPile(s).fill(want, s.allowed()) {
		made = append(made, s.finished(w.wording))
	}
	if len(made) < want {
		inv.Log("info", "fewer choices than were asked for: the moves that may be offered do not give more", map[string]any{"wanted": want, "made": len(made)})
	}
	show(inv, made)
	return nil
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
	c := choice{ID: w.move.ID, Text: w.text, Kind: w.move.Kind, Because: []string{}}
	if w.memory >= 0 {
		c.Because = append(c.Because, s.known.Memories[w.memory].ID)
	}
	var f foretold
	if w.move.Stat != "" {
		f = s.foretell(s.attempt(w))
		c.Difficulty = s.rules.Mark(f.Odds, f.weak, thousandths(s.set.ShowDifficultyThreshold))
	}
	if marked := s.mark(*w.move); marked != "" {
		c.Difficulty = marked
	}
	c.Hint = s.hint(w, f)
	return c
}

func (s *scene) attempt(w wording) attempt {
	return attempt{text: w.text, stat: w.move.Stat, person: w.move.Person, place: textOr(w.move.Place.ID, s.in.Place.ID), thread: w.move.Thread.ID}
}

// A concerned is somebody a choice may concern.
type concerned struct {
	person
	Score number `json:"score"` // what they thought of the player when it was made; "" is as perceived now
}

// Evaluate is the script evaluate-choice.
func Evaluate(_ context.Context, inv *kit.Invocation) error {
	var in struct {
		Choice struct {
			ID       string `json:"id"`
			Text     string `json:"text"`
			Stat     string `json:"stat"`
			Person   string `json:"person"`
			About    string `json:"about"`    // what it tries, in words
			Modifier int64  `json:"modifier"` // that its author adds
		} `json:"choice"`
		Place  named        `json:"place"`
		Player player       `json:"player"`
		Rules  *rules.Rules `json:"rules"`
		People []concerned  `json:"people"`
	}
	set, err := configured(inv, &in)
	if err != nil {
		return err
	}
	if in.Choice.Text == "" {
		return kit.Failf(kit.CodeBadInput, `input.choice.text is missing; expected what the player chose, such as "Ask Ines who paid for the oil"`)
	}
	people, k := before(gathered(inv), in.People)
	s := newScene(input{Place: in.Place, Player: in.Player, People: people}, k, set)
	s.rules = ruled(inv, in.Rules)
	if in.Choice.Stat == "" {
		in.Choice.Stat = s.bestStat(in.Choice.Text)
	}
	if in.Choice.Person == "" {
		in.Choice.Person = s.spokenOf(in.Choice.Text)
	}
	f := s.foretell(attempt{text: in.Choice.Text + ". " + in.Choice.About, stat: in.Choice.Stat, person: in.Choice.Person, place: in.Place.ID, fixed: in.Choice.Modifier})
	chance := map[string]int64{}
	for _, share := range f.Odds {
		chance[share.Band] += share.Chance
	}
	inv.Output(map[string]any{"stat": in.Choice.Stat, "modifiers": f.Modifiers, "chance": chance, "difficulty": f.difficulty()})
	inv.Summary(textOr(f.difficulty(), "A chance that cannot be told"))
	return nil
}

// before is what was known without what came of the choice itself: memories of this
// very turn, and what people think by now where it is said what they thought.
func before(k known, concerned []concerned) (people []person, _ known) {
	for _, p := range concerned {
		people = append(people, p.person)
		if p.Score != "" {
			k.Perceptions[p.ID] = perception{NPC: p.ID, Score: p.Score}
		}
	}
	k.Memories = slices.DeleteFunc(k.Memories, func(m memory) bool { return m.TurnsAgo == "0" })
	return people, k
}

// bestStat is the stat whose words fit a text, the highest of several; or "".
func (s *scene) bestStat(text string) string {
	best := -1
	for i, st := range s.in.Player.Stats {
		fits := rules.Fits(append([]string{st.ID, st.Name}, st.Words...), text)
		if fits && (best < 0 || thousandths(st.Value) > thousandths(s.in.Player.Stats[best].Value)) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	return s.in.Player.Stats[best].ID
}

// spokenOf is the first of the people that a text names, or "".
func (s *scene) spokenOf(text string) string {
	for _, p := range s.in.People {
		if s.speaksOf(text, p) {
			return p.ID
		}
	}
	return ""
}
