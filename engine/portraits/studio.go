// Package portraits draws people between the turns of a game.
//
//	studio := portraits.Open(ctx, portraits.Options{Catalogue: ..., Executor: ..., Seed: seed})
//	studio.Want(job)                       // somebody met in a turn
//	studio.Draw(host)                         // the turn is written: while the player reads
//	late := studio.Await(most)                // the next turn may wait for what was begun
//	pictures := studio.Take()                 // and takes what is there
//	studio.Return(pictures)                   // a turn that could not be written gives it back
//	studio.Close()
//
// A picture is never missing: where no skill draws, or the one that does has failed, it is
// a silhouette. One is drawn at a time, in the order in which they were wanted, so that what
// the skill's health comes to by one is known to the next, and pictures come in no other
// order on a slow machine. A [Studio] belongs to the goroutine of its game, and has one of
// its own for each drawing, which ends with the last picture or with Close.
//
// It knows nothing of the story: whom to draw, how they look ([Looks]) and what becomes of
// a picture is the turn's to say.
package portraits

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/plainfile"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/scratch"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

// Options of a studio. All are required but Seed.
type Options struct {
	Catalogue func() *plan.Catalogue          // what may draw now
	Executor  func(rng.Seed) executor.Options // of one drawing; called from its goroutine
	Seed      rng.Seed                        // that the drawings' randomness derives from
}

// A Job is somebody whose portrait is wanted.
type Job struct {
	Who   string // id
	Name  string // by which the player knows them
	Looks string // in words; the same looks give the same picture
}

// A Picture is a portrait that was drawn.
type Picture struct {
	Job
	Data    []byte
	Media   string
	Origin  event.Likeness
	By      plan.SkillName // that drew it; "" for a silhouette of the studio's and an author's picture
	Effects []plan.Effect  // that the skill asked of the host
	Failed  plan.SkillName // that should have drawn, and did not; "" for none
}

// A Studio draws the portraits of one game.
type Studio struct {
	opts Options
	life context.Context // of all drawing
	stop context.CancelFunc
	work errgroup.Group

	wanted   []Job
	begun    map[string]bool // who is being drawn, or was and is not taken
	tried    map[string]bool
	drawings []*drawing // that may not be over

	mutex sync.Mutex // of what follows
	drawn []Picture
	bytes int  // of them
	hung  bool // whoever drew last did not come to an end
}

// A drawing is some jobs, done one after the other.
type drawing struct {
	jobs   []Job
	before <-chan struct{} // is closed when those begun before are done; nil for none
	done   chan struct{}
	late   bool // it is not waited for: it was, as long as anybody waits, or the skill hung before
}

// Open gives a studio in which nobody was drawn. What it does ends with ctx at the latest.
func Open(ctx context.Context, opts Options) *Studio {
	s := &Studio{opts: opts, begun: map[string]bool{}, tried: map[string]bool{}}
	s.life, s.stop = context.WithCancel(ctx)
	return s
}

// Close breaks off what is drawn, and waits for that.
func (s *Studio) Close() {
	s.stop()
	_ = s.work.Wait() // drawings give no errors
}

// Want has somebody drawn after this turn, unless they are already.
func (s *Studio) Want(job Job) {
	if !slices.ContainsFunc(s.wanted, func(w Job) bool { return w.Who == job.Who }) && !s.begun[job.Who] {
		s.wanted = append(s.wanted, job)
	}
}

// Tried reports whether somebody was drawn, or could not be, since Open.
func (s *Studio) Tried(who string) bool { return s.tried[who] }

// Draw begins to draw those who are wanted, if any are. The host answers what the skill asks.
func (s *Studio) Draw(answers func() skills.Host) {
	if len(s.wanted) == 0 {
		return
	}
	host := answers()
	d := &drawing{jobs: s.wanted, before: s.Drawing(), done: make(chan struct{})}
	s.wanted = nil
	for _, job := range d.jobs {
		s.begun[job.Who], s.tried[job.Who] = true, true
	}
	s.mutex.Lock()
	d.late = s.hung
	s.mutex.Unlock()
	s.drawings = append(s.drawings, d)
	s.work.Go(func() error {
		defer close(d.done)
		if d.before != nil {
			<-d.before // which ends when the studio is closed
		}
		for _, job := range d.jobs {
			picture := s.draw(job, host)
			failed := picture.By
			s.mutex.Lock()
			if s.bytes+len(picture.Data) > mostDrawn {
				picture = picture.Silhouette()
				picture.Failed, picture.Effects = failed, nil
			}
			s.drawn, s.bytes = append(s.drawn, picture), s.bytes+len(picture.Data)
			s.mutex.Unlock()
		}
		return nil
	})
}

// mostDrawn is how many bytes of pictures may wait for the next turn: thousands may be met in
// one. Whose would be more gets a silhouette.
const mostDrawn = 64 << 20

// draw asks the skill for a picture.
func (s *Studio) draw(job Job, host skills.Host) Picture {
	p := Picture{Job: job}.Silhouette()
	if s.life.Err() != nil {
		return p
	}
	catalogue := s.opts.Catalogue()
	document := narrator.Portrait(catalogue, job.Who, job.Name, job.Looks)
	if len(document.Tools) == 0 {
		return p
	}
	checked, problems := plan.Check("a portrait", document.JSON(), catalogue, plan.Options{})
	if problems.Err() != nil {
		return p
	}
	opts := s.opts.Executor(s.opts.Seed.Derive("portrait", job.Who, job.Looks))
	opts.Host = host
	if opts.Assets != "" {
		// It is the drawing's own; what cannot be removed is with whoever gave it.
		defer scratch.RemoveAll(plainfile.Below{Base: filepath.Dir(opts.Assets), Way: filepath.Base(opts.Assets)})
	}
	result := executor.Run(s.life, checked, strictjson.Object{}, opts)
	s.mutex.Lock()
	s.hung = result.Tools[0].State == plan.Timeout
	s.mutex.Unlock()
	if len(result.Assets) == 0 || !result.Success {
		p.Failed = checked.Steps()[0].Script.Skill
		return p
	}
	asset := result.Assets[0]
	data, err := plainfile.Read(asset.Path, mostDrawn)
	if err != nil {
		return p
	}
	p.Data, p.Media, p.Origin, p.Effects, p.By = data, asset.MediaType, Origin(asset), result.Effects, checked.Steps()[0].Script.Skill
	if output := result.Tools[0].Output; output["cached"] == true {
		p.Origin = event.FromCache
	}
	return p
}

// Silhouette is a picture in the place of one that cannot be had, for which nobody is named.
func (p Picture) Silhouette() Picture {
	p.Data, p.Media, p.Origin, p.By = silhouette(), "image/png", event.Silhouette, ""
	return p
}

// Origin is where a portrait that a script gave comes from.
func Origin(asset plan.Asset) event.Likeness {
	if asset.Metadata["placeholder"] == true {
		return event.Silhouette
	}
	return event.Drawn
}

// Await waits for the pictures that were begun, all of them together for as long as most,
// and once: those that are not there then are given, and are not waited for again. Nor is
// what a skill draws that hung the time before.
func (s *Studio) Await(most time.Duration) (late []Job) {
	enough := time.NewTimer(most)
	defer enough.Stop()
	for _, d := range s.drawings {
		if d.late {
			continue
		}
		select {
		case <-d.done:
		case <-enough.C:
			return s.late()
		}
	}
	return nil
}

// late gives up waiting for what is not drawn by now.
func (s *Studio) late() (late []Job) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, d := range s.drawings {
		if d.late = !d.over(); !d.late {
			continue
		}
		for _, job := range d.jobs {
			if !slices.ContainsFunc(s.drawn, func(p Picture) bool { return p.Who == job.Who }) {
				late = append(late, job)
			}
		}
	}
	return late
}

// over reports whether all jobs are done.
func (d *drawing) over() bool {
	select {
	case <-d.done:
		return true
	default:
		return false
	}
}

// Take gives the pictures that are there, in the order in which they were drawn.
func (s *Studio) Take() []Picture {
	s.drawings = slices.DeleteFunc(s.drawings, (*drawing).over)
	s.mutex.Lock()
	pictures := s.drawn
	s.drawn, s.bytes = nil, 0
	s.mutex.Unlock()
	for _, p := range pictures {
		delete(s.begun, p.Who)
	}
	return pictures
}

// Return puts pictures back that were taken, for the next turn.
func (s *Studio) Return(pictures []Picture) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.drawn = append(pictures, s.drawn...)
	for _, p := range pictures {
		s.begun[p.Who], s.bytes = true, s.bytes+len(p.Data)
	}
}

// Drawing is closed when those who were last begun are drawn; nil stands for nobody.
func (s *Studio) Drawing() <-chan struct{} {
	if len(s.drawings) == 0 {
		return nil
	}
	return s.drawings[len(s.drawings)-1].done
}
