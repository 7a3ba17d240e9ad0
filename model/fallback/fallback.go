// Package fallback is a generator made of generators: who does not answer is followed by the
// next, and the last of them is on this device.
//
//	chain, err := fallback.New(local, &fallback.Options{Before: []model.Generator{hosted, cheaper}})
//	answer, err := chain.Generate(ctx, request, tell)
//	for _, d := range answer.Degraded { log(d.Generator, d.Err) }
//
//	 call ──▶ hosted ──no──▶ cheaper ──no──▶ local ──▶ answer
//	         └──────── within 10 s ─────────┘
//
// The ones before the last have Options.Reach together, and never more than half of the call's
// own time: whoever is not done by then is given up, even in the middle of a text, and the
// last one begins. What was told of a text that is given up is void, which the next one's first piece
// says (Piece.Anew).
//
// One that could not be reached, was too slow or had too much to do rests for a while, or as long as
// its server wishes: it is passed over, and that is told as a degradation too. A refusal, or a text that
// is none, is of the request and not of the server: then the next request is asked of it again.
package fallback

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
)

// The times of a chain, where its options say no others.
const (
	DefaultReach = 10 * time.Second
	DefaultRest  = time.Minute
	longestRest  = 10 * time.Minute
)

// Options of a chain.
type Options struct {
	Before []model.Generator // who is asked before the last, in this order
	Reach  time.Duration     // by when the last one begins; 0: DefaultReach
	Rest   time.Duration     // of one that failed; 0: DefaultRest
	Within time.Duration     // of a call that says nothing; 0: driver.DefaultWithin
	// Told is told of each degradation when it comes about, from the goroutine of the call; nil: nobody.
	Told func(model.Degradation)
}

// A Chain asks one generator after the other. It is safe for concurrent use.
type Chain struct {
	last    model.Generator
	options Options

	mu    sync.Mutex
	rests map[int]rest // by the place in Before
}

// A rest is why and until when somebody is not asked.
type rest struct {
	until time.Time
	err   error
}

var (
	_ model.Counter  = (*Chain)(nil)
	_ model.Measured = (*Chain)(nil)
)

// New makes a chain that ends at a generator on this device. The error is that it is not.
func New(last model.Generator, o *Options) (*Chain, error) {
	if host, leaves := model.Leaves(last); leaves {
		return nil, fmt.Errorf("%s is at %s: the last that is asked has to be on this device, or there may be none", last.Name(), host)
	}
	c := &Chain{last: last, rests: map[int]rest{}}
	if o != nil {
		c.options = *o
	}
	c.options.Reach = cmp.Or(c.options.Reach, DefaultReach)
	c.options.Rest = cmp.Or(c.options.Rest, DefaultRest)
	if c.options.Told == nil {
		c.options.Told = func(model.Degradation) {}
	}
	return c, nil
}

// Name is that of who is asked first.
func (c *Chain) Name() string { return c.first().Name() }

// Host is the first of those elsewhere to whom requests are sent; "" where all are on this device.
func (c *Chain) Host() string {
	for _, g := range c.options.Before {
		if host, leaves := model.Leaves(g); leaves {
			return host
		}
	}
	return ""
}

// Count counts as who is asked first does.
func (c *Chain) Count(ctx context.Context, of model.Place, texts []string) ([]int, error) {
	return model.CountBy(ctx, c.first(), of, texts)
}

// Speed is that of who is asked first.
func (c *Chain) Speed(ctx context.Context, of model.Place) (model.Speed, error) {
	return model.SpeedOf(ctx, c.first(), of)
}

func (c *Chain) first() model.Generator {
	if len(c.options.Before) > 0 {
		return c.options.Before[0]
	}
	return c.last
}

// Generate asks one after the other. When none has an answer, the error is of the kind of the last
// one's, and wraps all.
func (c *Chain) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	if err := r.Check(); err != nil {
		return c.last.Generate(ctx, r, tell) // which says so
	}
	whole, cancel := driver.Within(ctx, r.Within, c.options.Within)
	defer cancel()
	call := &call{chain: c, request: r, tell: tell}
	answer, done, err := call.before(whole)
	if done || err != nil {
		return answer, call.failed(ctx, whole, err)
	}
	answer, err = call.ask(whole, c.last, r)
	if err != nil {
		call.degrade(c.last.Name(), err)
	}
	return answer, call.failed(ctx, whole, err)
}

// A call is one that is asked of the chain.
type call struct {
	chain    *Chain
	request  model.Request
	tell     func(model.Piece)
	told     bool // a piece of a text that came to nothing
	degraded []model.Degradation
}

// before asks those before the last.
func (a *call) before(whole context.Context) (answer model.Answer, done bool, err error) {
	reach := a.chain.options.Reach
	if until, is := whole.Deadline(); is {
		reach = min(reach, time.Until(until)/2)
	}
	near, cancel := driver.Within(whole, max(reach, 1))
	defer cancel()
	until, _ := near.Deadline()
	for i, g := range a.chain.options.Before {
		if resting := a.chain.resting(i); resting != nil {
			a.degrade(g.Name(), resting)
			continue
		}
		if near.Err() != nil || !time.Now().Before(until) { // two timers of one moment may fire in either order
			a.degrade(g.Name(), &model.Error{Generator: g.Name(), Kind: model.Timeout, Message: "there was no time left to ask it"})
			continue
		}
		answer, err := a.ask(near, g, a.request)
		if err == nil || whole.Err() != nil {
			return answer, err == nil, err
		}
		a.chain.rest(i, err)
		a.degrade(g.Name(), err)
	}
	return model.Answer{}, false, nil
}

// ask asks one. The call's time is in its context: nobody's own is longer.
func (a *call) ask(ctx context.Context, g model.Generator, r model.Request) (model.Answer, error) {
	if until, is := ctx.Deadline(); is {
		r.Within = max(time.Until(until), 1)
	}
	void, said := a.told, false
	var tell func(model.Piece)
	if a.tell != nil {
		tell = func(p model.Piece) {
			p.Anew = p.Anew || void && !said
			said, a.told = true, true
			a.tell(p)
		}
	}
	answer, err := g.Generate(ctx, r, tell)
	answer.Degraded = append(a.degraded, answer.Degraded...)
	return answer, err
}

// degrade notes that somebody did not answer.
func (a *call) degrade(name string, err error) {
	d := model.Degradation{Generator: name, Err: err}
	a.degraded = append(a.degraded, d)
	a.chain.options.Told(d)
}

// failed is the error of the whole.
func (a *call) failed(ctx, whole context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return driver.Failed(ctx, whole, a.chain.Name(), err)
	}
	kind := model.Unavailable
	if last, is := errors.AsType[*model.Error](err); is {
		kind = last.Kind
	}
	all, words := make([]error, len(a.degraded)), make([]string, len(a.degraded))
	for i, d := range a.degraded {
		all[i], words[i] = d.Err, d.Err.Error()
	}
	return &model.Error{Generator: a.chain.Name(), Kind: kind, Message: "nobody wrote it: " + strings.Join(words, "; "), Err: errors.Join(all...)}
}

// rest has one be passed over for a while.
func (c *Chain) rest(i int, err error) {
	made, is := errors.AsType[*model.Error](err)
	if !is || !made.Kind.Temporary() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rests[i] = rest{until: time.Now().Add(min(max(c.options.Rest, made.After), longestRest)), err: err}
}

// resting is the error of one that is passed over, nil of one that is not.
func (c *Chain) resting(i int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, is := c.rests[i]
	left := time.Until(r.until)
	if !is || left <= 0 {
		return nil
	}
	name := c.options.Before[i].Name()
	return &model.Error{Generator: name, Kind: model.Unavailable, After: left,
		Message: fmt.Sprintf("it is not asked again for %v, because of this: %v", left.Round(time.Second), r.err), Err: r.err}
}
