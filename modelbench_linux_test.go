package narratoria_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/story/event"
)

// BenchmarkModelTurns plays turns of Grey Harbour, and of a town in which no author has written what people say, in which
// models of random weights, of phi3's architecture and in real workers, are asked: one for plans, with a heat at which it goes
// in no circle, another for all texts that skills have written. Somebody is talked to wherever that is offered. What is reckoned is what
// is kept of each turn, from every view: of the turns in which a task was asked for, in how many an answer was used, as it was or mended, in how many there was one in time, used or not, and in how many there was no time for one: of the others the
// answer was none, as that of a model which goes in a circle; of all turns, in how many the plan and whatever else was asked for came of the model; and of the
// calls that were answered, how fast, and how much of the prompts was read before; beside it how fast the planner's model was when it was loaded, which
// a text is never, since it is of a grammar, and its prompt takes of the same time. A task that nothing asked for has no figure.
func BenchmarkModelTurns(b *testing.B) {
	file := randomModel(b)
	for name, campaign := range map[string]string{"grey-harbour": "grey-harbour", "town": silentTown(b)} {
		b.Run(name, func(b *testing.B) { benchModelTurns(b, file, campaign) })
	}
}

func benchModelTurns(b *testing.B, file, campaign string) {
	data := homeWith(b, `{"models": {"threads": 1, "providers": {"here": {"kind": "llama", "model": "tiny", "template": "phi3", "context": 4096}},
		"text": ["here"], "tasks": {"choices": ["here"]}}}`, "", "")
	_, err := inventory.In(filepath.Join(data, "models")).Import(b.Context(), "tiny", file, nil)
	must(b, err)
	p := open(b, narratoria.Options{Data: data})
	providers, err := p.Providers()
	must(b, err)
	b.Cleanup(func() { must(b, providers.Close()) })
	planner, err := providers.Open("here")
	must(b, err)
	speed, err := model.SpeedOf(b.Context(), planner, model.Place{Task: "plan"})
	must(b, err)
	seen := modelTurns{speed: speed, asked: map[string]int{}, answered: map[string]int{}, used: map[string]int{}, late: map[string]int{}}
	for b.Loop() {
		g, err := p.Start(b.Context(), narratoria.GameOptions{Campaign: campaign, Unkept: true, NoEndings: true, // without a seed, so that times are kept
			Planner: narrator.NewModel(planner, &narrator.ModelOptions{Tokens: 1100, Prompt: 6000, Heat: 900})})
		must(b, err)
		choice, otherwise := "", ""
		for turn := range 24 {
			r, err := g.Play(b.Context(), choice)
			if _, impossible := errors.AsType[*engine.ChoiceError](err); impossible { // somebody cannot be talked to now
				r, err = g.Play(b.Context(), otherwise)
			}
			must(b, err)
			seen.see(b, g, r)
			otherwise = r.Choices[(turn*5+1)%len(r.Choices)].ID
			choice = otherwise
			if present := r.Scene.Present; turn%2 == 0 && len(present) > 0 {
				choice = action.Action{By: action.Player, Kind: action.Talk, To: []action.Ref{action.PersonRef(present[turn/2%len(present)])}}.ID()
			}
		}
		must(b, g.Close(b.Context()))
	}
	seen.report(b)
}

// modelTurns are what models did in some turns.
type modelTurns struct {
	speed                              model.Speed    // as it was measured when the model was loaded
	asked, answered, used, late        map[string]int // turns, by tasks
	all, planned, whole                int            // turns
	text, milliseconds, prompt, reused int            // of calls that were answered
}

func (m *modelTurns) see(b *testing.B, g *narratoria.Game, r *engine.Record) {
	m.all++
	if r.Planner == plan.ByModel {
		m.planned++
	}
	in, by, used, late := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	texts := map[string]bool{} // whether an answer was used, of each text that was asked for: by its view and task
	state, err := g.Shown(b.Context(), event.Where{}, 0)
	must(b, err)
	for who := range state.People {
		kept, err := g.Prompts(b.Context(), event.Where{}, r.Turn, who, false)
		must(b, err)
		for _, c := range kept.Generations {
			in[c.Task] = true
			of := c.Task + " " + string(who)
			texts[of] = texts[of] || c.End == generation.Used || c.End == generation.Mended
			used[c.Task] = used[c.Task] || texts[of]
			if late[c.Task] = late[c.Task] || c.End == generation.Unfinished || c.Why == string(model.Timeout) || c.Why == string(model.Cancelled); late[c.Task] || c.End == generation.Failed {
				continue
			}
			by[c.Task] = true
			m.text, m.milliseconds = m.text+c.Usage.Text, m.milliseconds+int(c.Took)
			m.prompt, m.reused = m.prompt+c.Usage.Prompt, m.reused+c.Usage.Reused
		}
	}
	whole := r.Planner == plan.ByModel
	for _, came := range texts {
		whole = whole && came
	}
	if whole {
		m.whole++
	}
	for task := range in {
		m.asked[task]++
		if used[task] {
			m.used[task]++
		}
		if by[task] {
			m.answered[task]++
		} else if late[task] {
			m.late[task]++
		}
	}
}

func (m *modelTurns) report(b *testing.B) {
	share := func(part, of int, unit string) {
		if of > 0 {
			b.ReportMetric(100*float64(part)/float64(of), unit)
		}
	}
	share(m.planned, m.all, "planned-%")
	share(m.whole, m.all, "all-by-the-model-%")
	for task, turns := range m.asked {
		share(turns, m.all, task+"-asked-%")
		share(m.used[task], turns, task+"-used-%")
		share(m.answered[task], turns, task+"-in-time-%")
		share(m.late[task], turns, task+"-late-%")
	}
	share(m.reused, m.prompt, "reused-%")
	if m.milliseconds > 0 {
		reached, measured := 1000*float64(m.text)/float64(m.milliseconds), 1/m.speed.Write.Seconds()
		b.ReportMetric(reached, "tokens/s")
		b.ReportMetric(measured, "measured-tokens/s")
		b.ReportMetric(1/m.speed.Read.Seconds(), "measured-read-tokens/s")
		b.ReportMetric(100*reached/measured, "of-the-measured-%")
	}
}
