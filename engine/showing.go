package engine

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/protocol"
)

// A showing shows a turn while it is told: with what its plan begins, and, from when a script has a model write, what
// scripts have told until then and after, in plan order. Only what the turn will begin with is shown, as far as that can be known: it is taken back
// where an attempt or a plan fails, and no more of it than a turn may have. A model may take seconds for a sentence; nothing else takes long enough to be shown in parts.
type showing struct {
	show   func(rolls []Roll, text string) // the turn begins with it, behind these rolls; "" takes back what was shown before
	silent map[string]bool                 // an author's paragraphs, which come last

	mu      sync.Mutex
	order   []plan.ToolID
	lead    string // the plan's narrative
	skills  map[plan.ToolID]plan.SkillName
	told    map[plan.ToolID][]paragraph
	rolled  map[plan.ToolID][]Roll
	done    map[plan.ToolID]bool
	bytes   int // of all that was told, also by attempts that failed
	shown   string
	held    string // of a plan that held
	writing bool   // a script waits for a model, or did
}

// newShowing is nil where nobody wants to be shown anything.
func newShowing(show func([]Roll, string), authored []string) *showing {
	if show == nil {
		return nil
	}
	s := &showing{show: show, silent: map[string]bool{}}
	for _, paragraph := range authored {
		s.silent[prose.Clean(paragraph)] = true
	}
	return s
}

// begin begins with a plan, in whose place no other is shown any more.
func (s *showing) begin(p *plan.Plan) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order, s.lead, s.writing = nil, prose.Clean(p.Narrative()), false
	s.skills = map[plan.ToolID]plan.SkillName{}
	for _, step := range p.Steps() {
		s.order = append(s.order, step.ID)
		s.skills[step.ID] = step.Script.Skill
	}
	s.told, s.rolled, s.done, s.bytes = map[plan.ToolID][]paragraph{}, map[plan.ToolID][]Roll{}, map[plan.ToolID]bool{}, 0
	s.now(s.lead)
}

// end is when the plan is over, and what was shown of it holds or does not. Nothing is shown of it after.
func (s *showing) end(holds bool) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order, s.told, s.writing = nil, nil, false
	if s.held = ""; holds {
		s.held = s.shown
	} else {
		s.now("")
	}
	s.shown = ""
}

// begun is what was shown of the plan that held.
func (s *showing) begun() string {
	if s == nil {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held
}

// now shows a text, of which a part may be shown already.
func (s *showing) now(text string) {
	if text == s.shown {
		return
	}
	if s.shown != "" && text != "" && !strings.HasPrefix(text, s.shown) {
		s.show(nil, "")
	}
	s.shown = text
	s.show(s.rolls(), text)
}

// rolls are those of steps that are done.
func (s *showing) rolls() (all []Roll) {
	for _, step := range s.order {
		if s.done[step] {
			all = append(all, s.rolled[step]...)
		}
	}
	return all
}

// listen is what the executor tells.
func (s *showing) listen(e executor.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Contains(s.order, e.Tool) {
		return // of a plan that is over
	}
	switch e.Kind {
	case executor.Provisional:
		ui, is := e.Event.(*protocol.UIEvent)
		if is && ui.Event == uiDice {
			s.rolled[e.Tool] = append(s.rolled[e.Tool], rollOf(string(s.skills[e.Tool]), ui.Payload))
		}
		if !is || ui.Event != protocol.UINarration {
			return
		}
		if s.bytes += len(strictjson.AsString(ui.Payload["text"])); s.bytes > longestProse {
			return
		}
		s.told[e.Tool] = withNarration(s.told[e.Tool], ui)
	case executor.Retracted:
		delete(s.told, e.Tool)
		delete(s.rolled, e.Tool)
	case executor.Finished:
		s.done[e.Tool] = true
		if e.Result == nil || e.Result.State != plan.Success {
			delete(s.told, e.Tool)
			delete(s.rolled, e.Tool)
		}
	}
	s.follow()
}

// follow shows what is told, up to a step that may still tell something before what others have told.
func (s *showing) follow() {
	if !s.writing {
		return
	}
	paragraphs := []string{}
	for _, step := range s.order {
		for _, n := range s.told[step] {
			if text := n.text(); !s.silent[prose.Clean(text)] {
				paragraphs = append(paragraphs, text)
			}
		}
		if !s.done[step] {
			break
		}
	}
	text := telling.AsTold(strings.Join(paragraphs, "\n\n"))
	if s.lead != "" {
		text = strings.TrimSpace(s.lead + "\n\n" + text)
	}
	s.now(text)
}

// writer is who writes for scripts, and shows first what they have told.
func (s *showing) writer(of model.Generator) model.Generator {
	if s == nil || of == nil {
		return of
	}
	return shownFirst{of, s}
}

type shownFirst struct {
	model.Generator
	showing *showing
}

// Count counts as who writes does.
func (w shownFirst) Count(ctx context.Context, of model.Place, texts []string) ([]int, error) {
	return model.CountBy(ctx, w.Generator, of, texts)
}

// Generate shows what is told until now, since what follows may take long.
func (w shownFirst) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	w.showing.mu.Lock()
	w.showing.writing = true
	w.showing.follow()
	w.showing.mu.Unlock()
	return w.Generator.Generate(ctx, r, tell)
}
