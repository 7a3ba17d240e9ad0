package narratoria

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/narratoria/narratoria/campaign/enrichment"
	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/files"
	"github.com/narratoria/narratoria/model/inventory"
	"github.com/narratoria/narratoria/model/keys"
	"github.com/narratoria/narratoria/model/llama/pins"
	"github.com/narratoria/narratoria/model/provider"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// Providers is who can write texts, by the settings and by what the user agreed to. What was agreed to and cannot be read enables
// nobody, and is the error; there are providers all the same.
func (p *Program) Providers() (*provider.All, error) {
	settings := p.Models()
	all := &provider.All{
		Keys: keys.Store{Dir: p.ConfigDir()},
		Device: provider.Device{
			Models: inventory.In(p.ModelsDir()), Worker: ModelWorker(), Library: p.LibraryDir("llama"), Threads: settings.Threads,
		},
	}
	for _, of := range settings.Providers {
		all.Providers = append(all.Providers, provider.Provider(of))
	}
	var err error
	all.Consent, err = provider.LoadConsent(p.ConfigDir())
	return all, err
}

// A writing has texts written that skills ask for, for all stories of a program: by whom the settings name, one after the other, else
// by the model of this device that is meant to tell; and those of a task by whom the settings name for it. They are opened when the
// first text is asked for, and closed with the program.
type writing struct {
	program *Program
	from    *asking
	names   []string            // nobody, where there are none
	tasks   map[string]*writing // those of a task
	warned  sync.Once
	pieces  func(model.Piece) // is told of each, for tests; nil: nobody is

	mu    sync.Mutex
	chain model.Generator // of them; nil before they are opened
}

// An asking has opened whom a program asks for texts, for whatever, each of them once.
type asking struct {
	program *Program

	mu     sync.Mutex
	all    *provider.All // nil before
	closed bool
}

// use has something opened. Who is enabled is looked at anew.
func (a *asking) use(open func(*provider.All) error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return ErrClosed
	}
	all, err := a.program.Providers()
	if err != nil { // nobody elsewhere is enabled then
		a.program.warn("narratoria: %v", err)
	}
	if a.all != nil {
		a.all.Consent = all.Consent
		return open(a.all)
	}
	all.Waiting = func(request string) {
		a.program.warn("narratoria: a text is asked for in %s; whoever answers writes %s", request, files.AnswerTo(request))
	}
	withHere(all)
	all.Later = true // who is enabled while a story is played is asked from then on
	a.all = all
	return open(all)
}

// withHere adds the model of this device that is meant to tell, where there is one: of two of a name the user's is found.
func withHere(all *provider.All) {
	if here, is := all.Here(); is {
		all.Providers = append(all.Providers, here)
	}
}

// over reports whether nobody is asked any more.
func (a *asking) over() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.closed
}

// close ends what runs on this device.
func (a *asking) close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	if a.all == nil {
		return nil
	}
	return a.all.Close()
}

var (
	_ model.Counter  = (*writing)(nil)
	_ model.Measured = (*writing)(nil)
)

// findWriting looks who there is to write. Nobody is asked, nor any process started. The errors are why nobody of whom the settings name for
// a task, or for all others, can be asked: that task goes without, and no other.
func (p *Program) findWriting() (w *writing, unasked []error) {
	if p.opts.NoProcesses {
		return nil, nil
	}
	all, _ := p.Providers() // who was enabled is looked at when they are asked
	w = &writing{program: p, from: p.asking, names: p.settings.Models.Text, tasks: map[string]*writing{}}
	if len(w.names) == 0 {
		here, is := all.Here()
		if is && pins.Supported(runtime.GOOS, runtime.GOARCH) == nil && exists(all.Device.Worker) && exists(all.Device.Library) { // else doctor tells
			w.names = []string{here.Name}
		}
	} else if err := p.canEnd(all, w.names, "text"); err != nil {
		w.names, unasked = nil, append(unasked, fmt.Errorf("nobody writes what skills ask for, but for tasks that have somebody of their own: %w", err))
	}
	someone := len(w.names) > 0
	for _, task := range slices.Sorted(maps.Keys(p.settings.Models.Tasks)) {
		names := p.settings.Models.Tasks[task]
		if err := p.canEnd(all, names, "tasks."+task); err != nil {
			names, unasked = nil, append(unasked, fmt.Errorf("nobody writes the texts of the task %q: %w", task, err))
		}
		w.tasks[task] = &writing{program: p, from: p.asking, names: names}
		someone = someone || len(names) > 0
	}
	if !someone {
		return nil, unasked
	}
	return w, unasked
}

// canEnd says what is wrong with the last of those who are asked by a setting below "models": it has to be on this device.
func (p *Program) canEnd(all *provider.All, names []string, setting string) error {
	if len(names) == 0 {
		return nil
	}
	last, err := all.Find(names[len(names)-1])
	switch {
	case errors.Is(err, provider.ErrNone):
		err = fmt.Errorf(`%w; name one of "models.providers" there, or nobody: []`, err)
	case err != nil:
	case last.Host() != "":
		err = fmt.Errorf("%s is at %s, and the last that is asked has to be on this device; put one that is at its end", last.Name, last.Host())
	case last.Kind == provider.Llama:
		_, err = all.Device.Models.Model(last.Model)
	}
	if err != nil {
		err = fmt.Errorf(`in %s, "models.%s": %w`, p.settingsFile(), setting, err)
	}
	return err
}

func (p *Program) settingsFile() string { return filepath.Join(p.ConfigDir(), "config.json") }

// ownTasks are those for which the program, or a skill that comes with it, asks for texts.
var ownTasks = slices.Concat(unnamed, []string{"choices", narrator.SummaryTask, narrator.SignificanceTask, narrator.ExtractTask, enrichment.Task})

// unnamed are those of them for whose texts somebody may be asked whom the settings do not name for the task.
var unnamed = []string{"speech", "prose"}

// An Asked is who is asked in play for something, one after the other.
type Asked struct {
	For   string   // a task, or "plan"
	Names []string // of providers; none where nobody is
}

// Asked is who is asked in play for what: for the plans of turns, for the texts of each task of the program's own, and then for those of every
// other task that the settings name.
func (p *Program) Asked() []Asked {
	plan := Asked{For: "plan"}
	if p.planning != nil {
		plan.Names = []string{p.planning.of.Name}
	}
	all := []Asked{plan}
	for _, task := range ownTasks {
		all = append(all, Asked{task, p.writing.namesFor(task)})
	}
	for _, task := range slices.Sorted(maps.Keys(p.settings.Models.Tasks)) {
		if !slices.Contains(ownTasks, task) && task != plan.For {
			all = append(all, Asked{task, p.writing.namesFor(task)})
		}
	}
	return all
}

// namesFor is who is asked for the texts of a task.
func (w *writing) namesFor(task string) []string {
	switch {
	case w == nil:
		return nil
	case w.tasks[task] != nil:
		return w.tasks[task].names
	case slices.Contains(ownTasks, task) && !slices.Contains(unnamed, task):
		return nil
	}
	return w.names
}

// Misnamed are tasks of the settings that are named nearly as one for which texts are asked, or are the plan of a turn, a sentence each. Any
// other may be a skill's own.
func (p *Program) Misnamed() (all []string) {
	for _, task := range slices.Sorted(maps.Keys(p.settings.Models.Tasks)) {
		where := fmt.Sprintf(`in %s, "models.tasks.%s"`, p.settingsFile(), task)
		switch near := nearest.Name(task, ownTasks); {
		case slices.Contains(ownTasks, task):
		case task == "plan":
			all = append(all, where+` names nobody who plans turns; whoever does is named by "models.plan"`)
		case near != "":
			all = append(all, fmt.Sprintf("%s is of no task of the program's own; did you mean %q?", where, near))
		}
	}
	return all
}

// Unasked is why play asks nobody of whom a setting names, of each; none where it does, or nobody is named.
func (p *Program) Unasked() []error { return p.unasked }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// writer is who writes what skills ask for, or nil.
func (p *Program) writer() model.Generator {
	if p.writing == nil {
		return nil
	}
	return p.writing
}

// Name is that of who is asked first.
func (w *writing) Name() string { return cmp.Or(append(slices.Clip(w.names), "nobody")...) }

// onlyNamed are tasks for which nobody is asked whom the settings do not name for them, since they are asked for in every turn, and the
// script that asks for nothing else.
var onlyNamed = map[string]plan.ScriptRef{"choices": {Skill: "player-choices", Script: "generate-choices"}}

// Writes reports whether anybody is to be asked for the texts of a task. Scripts are told at once where nobody is.
func (w *writing) Writes(task string) bool {
	if of, is := w.tasks[task]; is {
		return len(of.names) > 0
	}
	return len(w.names) > 0 && (w.tasks == nil || onlyNamed[task].Script == "")
}

// answers reports whether a script that may ask for texts would be given any.
func (w *writing) answers(ref plan.ScriptRef) bool {
	for task, by := range onlyNamed {
		if by == ref {
			return w.Writes(task)
		}
	}
	return true
}

// Generate asks them. What goes wrong is in the log of the program, in our own words.
func (w *writing) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	if of, is := w.tasks[r.Place.Task]; is {
		return of.Generate(ctx, r, w.told(tell))
	}
	if !w.Writes(r.Place.Task) {
		return model.Answer{}, w.nobody()
	}
	began, rests := time.Now(), restingIn(ctx)
	if why := rests.rests(r.Place.Task); why != nil {
		err := &model.Error{Generator: w.Name(), Kind: model.Unavailable, Message: why.Error(), Err: why}
		w.log(r.Place, model.Answer{}, nil, err, 0)
		return model.Answer{}, err
	}
	chain, skipped, err := w.open()
	var answer model.Answer
	if err == nil {
		w.tellSkipped(skipped)
		answer, err = chain.Generate(ctx, r, w.told(tell))
		rests.note(r.Place.Task, err)
		w.program.noteRefusals(rests, answer, err)
	} else {
		w.warned.Do(func() {
			w.tellSkipped(skipped)
			w.program.warn("narratoria: nobody writes what skills ask for: %v", err)
		})
		skipped = append(skipped, err)
		err = &model.Error{Generator: w.Name(), Kind: model.Unavailable, Message: err.Error(), Err: err}
	}
	w.log(r.Place, answer, skipped, err, time.Since(began))
	return answer, err
}

func (w *writing) nobody() error {
	return &model.Error{Generator: w.Name(), Kind: model.Unavailable, Message: "nobody is named for the texts of this task"}
}

// Count counts as who is asked first does.
func (w *writing) Count(ctx context.Context, of model.Place, texts []string) ([]int, error) {
	chain, err := w.of(of.Task)
	if err != nil {
		return nil, err
	}
	return model.CountBy(ctx, chain, of, texts)
}

// Speed is that of who is asked first.
func (w *writing) Speed(ctx context.Context, of model.Place) (model.Speed, error) {
	chain, err := w.of(of.Task)
	if err != nil {
		return model.Speed{}, err
	}
	return model.SpeedOf(ctx, chain, of)
}

// of is who is asked for the texts of a task.
func (w *writing) of(task string) (chain model.Generator, err error) {
	if named, is := w.tasks[task]; is {
		return named.of(task)
	}
	if !w.Writes(task) {
		return nil, w.nobody()
	}
	chain, _, err = w.open()
	return chain, err
}

// tellSkipped says who is not asked, and why.
func (w *writing) tellSkipped(skipped []error) {
	for _, why := range skipped {
		w.program.warn("narratoria: %v", why)
	}
}

// told is who is told of pieces, or nil.
func (w *writing) told(tell func(model.Piece)) func(model.Piece) {
	switch {
	case w.pieces == nil:
		return tell
	case tell == nil:
		return w.pieces
	}
	return func(p model.Piece) { w.pieces(p); tell(p) }
}

func (w *writing) log(of model.Place, answer model.Answer, skipped []error, err error, took time.Duration) {
	w.program.logText(w.Name(), of.Part, answer, skipped, err, took)
}

// logText notes that somebody was asked for a text, for what, and what became of it.
func (p *Program) logText(asked, part string, answer model.Answer, skipped []error, err error, took time.Duration) {
	e := runlog.Entry{Kind: runlog.Writing, Level: runlog.Info, Outcome: "success", Duration: took, Fields: strictjson.Object{
		"part": part, "by": answer.By, "prompt": strictjson.Int(answer.Usage.Prompt), "tokens": strictjson.Int(answer.Usage.Text),
	}}
	var why []string
	for _, err := range skipped {
		why = append(why, err.Error())
	}
	for _, d := range answer.Degraded {
		why = append(why, failures(d.Generator, d.Err)...)
	}
	if err != nil {
		e.Outcome, why = "failed", append(why, failures(asked, err)...)
	}
	slices.Sort(why) // an error of a chain is made of what degraded it
	if e.Message = strings.Join(slices.Compact(why), "; "); e.Message != "" {
		e.Level = runlog.Warn
	}
	p.log.Write(e)
}

// failures says why generators did not write, each of those that an error is made of: of a chain all, of one that rests why it does. What a
// server says of it, and what a model wrote that is not as it was to be, may repeat what was asked; that is a script's, which may have asked
// as one character, and the log is not for that. So only what cannot hold any of it is said in full, and else the kind.
func failures(generator string, err error) (all []string) {
	switch of := err.(type) {
	case *restsError:
		return []string{of.Error()}
	case *model.Error:
		generator = cmp.Or(of.Generator, generator)
		if all = failures(generator, of.Err); len(all) > 0 {
			return all
		}
		switch of.Kind {
		case model.Cancelled, model.Timeout, model.Unsupported, model.NotEnabled:
			return []string{generator + ": " + of.Message}
		}
		if of.Status != 0 {
			return []string{fmt.Sprintf("%s: %s (%d)", generator, string(of.Kind), of.Status)}
		}
		return []string{generator + ": " + string(of.Kind)}
	case interface{ Unwrap() []error }:
		for _, part := range of.Unwrap() {
			all = append(all, failures(generator, part)...)
		}
	case interface{ Unwrap() error }:
		return failures(generator, of.Unwrap())
	}
	return all
}

// open opens them, once, and says who of them could not be opened then; where nobody could, it is tried again.
func (w *writing) open() (chain model.Generator, skipped []error, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.chain != nil && !w.from.over() {
		return w.chain, nil, nil
	}
	err = w.from.use(func(all *provider.All) (err error) {
		chain, skipped, err = all.Chain(w.names, nil)
		return err
	})
	if err == nil {
		w.chain = chain
	}
	return chain, skipped, err
}

// leaving is who that is not on this device may now be asked for a text, and by which skills. They may be asked where the user enabled them,
// and a skill that may ask is there, among the scripts that run.
func (p *Program) leaving(runs func(*skills.Script) bool) (who []provider.Provider, by []string) {
	if p.writing == nil {
		return nil, nil
	}
	for _, skill := range p.registry.Load().Skills() {
		if slices.ContainsFunc(skill.Scripts, func(s *skills.Script) bool {
			return runs(s) && slices.Contains(s.Permissions, skills.Generate) && p.writing.answers(s.Ref)
		}) {
			by = append(by, string(skill.Name))
		}
	}
	if len(by) == 0 {
		return nil, nil
	}
	return p.away(p.writing.everybody()), by
}

// away are those of some who are not on this device and may be asked.
func (p *Program) away(names []string) (who []provider.Provider) {
	all, _ := p.Providers() // of what cannot be read nobody is enabled
	for _, name := range names {
		if of, err := all.Find(name); err == nil && of.Host() != "" && all.Consent.Enabled(of) {
			who = append(who, of)
		}
	}
	return who
}

// everybody is whom any text is asked of, each once.
func (w *writing) everybody() []string {
	all := slices.Clone(w.names)
	for _, task := range slices.Sorted(maps.Keys(w.tasks)) {
		for _, name := range w.tasks[task].names {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// leavingSentence says of one of them what it may be sent.
func leavingSentence(of provider.Provider, by []string) string {
	return fmt.Sprintf(
		"Texts may be written by %s, which is at %s and not on this device, where a skill (%s) asks for one. It is sent %s. To have nothing sent there: narratoria model disable %s",
		of.Name, of.Host(), strings.Join(by, ", "), strings.Join(of.Sends(), "; "), of.Name)
}

// warnLeaving tells it where there is no story to tell it in, of the scripts that are about to run.
func (p *Program) warnLeaving(scripts ...plan.ScriptRef) {
	who, by := p.leaving(func(s *skills.Script) bool { return slices.Contains(scripts, s.Ref) })
	for _, of := range who {
		p.warn("%s", leavingSentence(of, by))
	}
}

// tellLeaving tells, once of each, who that is not on this device may be sent what skills have written, or plans turns.
func (g *Game) tellLeaving() {
	who, by := g.program.leaving(func(*skills.Script) bool { return true })
	for _, of := range who {
		g.tellLeaves(of.Name, leavingSentence(of, by))
	}
	for _, c := range chores {
		for _, of := range g.program.afterwardsBy(c.task) {
			g.tellLeaves(c.task+" "+of.Name, c.sentence(of))
		}
	}
	if of, is := g.program.planner(); is && g.asksPlanner {
		g.tellLeaves("planning "+of.Name, planningSentence(of))
	}
}

func (g *Game) tellLeaves(what, sentence string) {
	if slices.Contains(g.left, what) {
		return
	}
	g.left = append(g.left, what)
	g.history.add(Event{Kind: Leaving, Text: sentence})
}
