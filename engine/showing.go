package engine

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// A showing shows a turn while it is told: with what its plan begins, and, from when a script has a model write, what
// scripts have told until then and after, in plan order. Only what the turn will begin with is shown, as far as that can be known: it is taken back
// where an attempt or a plan fails, and no more of it than a turn may have. A model may take seconds for a sentence; nothing else takes long enough to be shown in parts.
//
// A turn whose first words wait for a model has it written until a time alone, whether anybody watches or not.
type showing struct {
	until  time.Time                       // no text may be waited for beyond while nothing of the turn is shown
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
	late    bool   // a text was given up since nothing was shown yet

	first chan struct{} // closed while anything is shown
	said  atomic.Bool   // a script of the plan has told something, which may not be heard yet
}

// newShowing makes one for a turn that shows nothing yet; show may be nil.
func newShowing(show func([]Roll, string), authored []string, until time.Time) *showing {
	if show == nil {
		show = func([]Roll, string) {}
	}
	s := &showing{until: until, show: show, silent: map[string]bool{}, first: make(chan struct{})}
	for _, paragraph := range authored {
		s.silent[prose.Clean(paragraph)] = true
	}
	return s
}

// begin begins with a plan, in whose place no other is shown any more.
func (s *showing) begin(p *plan.Plan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order, s.lead, s.writing = nil, prose.Clean(p.Narrative()), false
	s.skills = map[plan.ToolID]plan.SkillName{}
	for _, step := range p.Steps() {
		s.order = append(s.order, step.ID)
		s.skills[step.ID] = step.Script.Skill
	}
	s.told, s.rolled, s.done, s.bytes = map[plan.ToolID][]paragraph{}, map[plan.ToolID][]Roll{}, map[plan.ToolID]bool{}, 0
	s.said.Store(false)
	s.now(s.lead)
}

// end is when the plan is over, and what was shown of it holds or does not. Nothing is shown of it after.
func (s *showing) end(holds bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order, s.told, s.writing = nil, nil, false
	if s.held = ""; holds {
		s.held = s.shown
	} else {
		s.now("")
	}
	s.set("")
}

// begun is what was shown of the plan that held.
func (s *showing) begun() string {
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
	s.set(text)
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

// set notes what is shown.
func (s *showing) set(text string) {
	switch {
	case s.shown == "" && text != "":
		close(s.first)
	case s.shown != "" && text == "":
		s.first = make(chan struct{})
	}
	s.shown = text
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

// runner is who runs scripts, and notes that they have told something before anything else that they do.
func (s *showing) runner(of executor.Runner) executor.Runner { return notedFirst{of, s} }

type notedFirst struct {
	executor.Runner
	showing *showing
}

func (r notedFirst) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	if listen := inv.Listen; listen != nil {
		inv.Listen = func(e protocol.Event) {
			if ui, is := e.(*protocol.UIEvent); is && ui.Event == protocol.UINarration {
				r.showing.said.Store(true)
			}
			listen(e)
		}
	}
	return r.Runner.Run(ctx, inv)
}

// writer is who writes for scripts, and shows first what they have told.
func (s *showing) writer(of model.Generator) model.Generator {
	if of == nil {
		return nil
	}
	return shownFirst{of, s}
}

// waitedFor is what there is to say of texts that were given up so that the turn could begin; "" where none was.
func (s *showing) waitedFor() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.late {
		return ""
	}
	return "The model that writes for skills was not done when the turn had to begin, so it is told without its words."
}

type shownFirst struct {
	model.Generator
	showing *showing
}

// Count counts as who writes does.
func (w shownFirst) Count(ctx context.Context, of model.Place, texts []string) ([]int, error) {
	return model.CountBy(ctx, w.Generator, of, texts)
}

// Writes reports whether who writes may be asked for the texts of a task.
func (w shownFirst) Writes(task string) bool { return model.Writes(w.Generator, task) }

// Generate shows what is told until now, since what follows may take long. Where that is nothing, the turn's first sentence waits
// for the text, and it is given up in time for that.
func (w shownFirst) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	if w.showing.follows() {
		return w.Generator.Generate(ctx, r, tell)
	}
	left := time.Until(w.showing.until)
	if left <= 0 {
		w.showing.givenUp()
		return model.Answer{}, &model.Error{Generator: w.Name(), Kind: model.Timeout, Message: "the turn has to begin"}
	}
	if r.Within == 0 || r.Within > left { // a chain leaves some of it for who is asked last
		r.Within = left
	}
	ctx, cancel := context.WithDeadline(ctx, w.showing.until) // a patient one goes by it
	defer cancel()
	answer, err := w.Generator.Generate(ctx, r, tell)
	if err != nil && !time.Now().Before(w.showing.until) {
		w.showing.givenUp()
	}
	return answer, err
}

// hearing is how long it may take until what a script has told is heard: the executor tells it from a goroutine of its own.
const hearing = 100 * time.Millisecond

// follows begins with showing what scripts have told, and reports whether there is any of it.
func (s *showing) follows() bool {
	s.mu.Lock()
	s.writing = true
	s.follow()
	first := s.first
	s.mu.Unlock()
	select {
	case <-first:
		return true
	default:
		if !s.said.Load() {
			return false
		}
	}
	select {
	case <-first:
		return true
	case <-time.After(min(hearing, time.Until(s.until))):
		return false
	}
}

// givenUp notes that a text was.
func (s *showing) givenUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.late = true
}
