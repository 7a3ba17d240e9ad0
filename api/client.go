package api

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// A Client is somebody who calls an engine, and whom it may tell events: a connection, a
// page, an application. Its methods may be called from many goroutines.
type Client struct {
	engine *Engine
	push   func(subscription string, e Event)
	gone   context.Context
	leave  context.CancelFunc

	telling sync.WaitGroup // of the subscriptions' goroutines

	mutex         sync.Mutex
	made          int
	subscriptions map[string]*subscription
	following     map[string]chan struct{} // by stories: closed when the call that was begun last, and those before it, are done
}

// mostSubscriptions is how many a client has at a time.
const mostSubscriptions = 16

// A subscription is a goroutine that tells a client events.
type subscription struct {
	cancel  context.CancelFunc
	telling chan struct{} // who tells, or waits until nobody does, has put something in
	ended   atomic.Bool
}

// patience is how long whoever ends a subscription waits for a push that is on its way. One
// that ends it itself waits in vain.
const patience = 100 * time.Millisecond

// Client gives the engine one more client. push tells it an event of one of its
// subscriptions: one at a time for each, in order, from a goroutine of its own; it may call
// the client, and may take its time, since nobody waits for it and what it has missed it is
// told. nil is for who cannot be told: events.read is for them.
func (e *Engine) Client(push func(subscription string, e Event)) *Client {
	c := &Client{engine: e, push: push, subscriptions: map[string]*subscription{}, following: map[string]chan struct{}{}}
	c.gone, c.leave = context.WithCancel(context.Background())
	return c
}

// Close ends the client's subscriptions, and what its calls wait for. No push begins after
// it; for one that is on its way it waits 100 ms, and leaves it then.
func (c *Client) Close() {
	c.leave()
	c.mutex.Lock()
	all := c.subscriptions
	c.subscriptions = map[string]*subscription{}
	c.mutex.Unlock()
	end := make([]*subscription, 0, len(all))
	for _, s := range all {
		end = append(end, s)
	}
	endAll(end...)
}

// Wait waits, for as long as ctx lasts, until the client is told nothing any more: after
// the engine was closed, until it was told the last event.
func (c *Client) Wait(ctx context.Context) {
	done := make(chan struct{})
	go func() { // ends with the last push
		c.telling.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// subscribe begins to tell events from a number on.
func (c *Client) subscribe(number int64, story string) (name string, err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch {
	case c.push == nil:
		return "", &Error{Code: Unavailable, Message: "nobody can be told events here", Hint: "read them with events.read"}
	case c.gone.Err() != nil:
		return "", refusal(Closed, "the client is closed")
	case len(c.subscriptions) >= mostSubscriptions:
		return "", &Error{Code: Busy, Message: "16 subscriptions are the most", Hint: "end one with events.unsubscribe"}
	}
	c.made++
	name = strconv.Itoa(c.made)
	s := &subscription{telling: make(chan struct{}, 1)}
	var ctx context.Context
	ctx, s.cancel = context.WithCancel(context.Background())
	c.subscriptions[name] = s
	c.telling.Go(func() { // ends with unsubscribe, Close of the client or of the engine, once push is back
		defer s.cancel()
		for e := range c.engine.stream.events(ctx, number, story) {
			if !s.tell(func() { c.push(name, e) }) {
				return
			}
		}
	})
	return name, nil
}

// unsubscribe ends a subscription, and reports whether there was one.
func (c *Client) unsubscribe(name string) bool {
	c.mutex.Lock()
	s := c.subscriptions[name]
	delete(c.subscriptions, name)
	c.mutex.Unlock()
	if s != nil {
		endAll(s)
	}
	return s != nil
}

// tell tells something, unless the subscription has ended.
func (s *subscription) tell(push func()) bool {
	s.telling <- struct{}{}
	defer func() { <-s.telling }()
	if s.ended.Load() {
		return false
	}
	push()
	return true
}

// endAll ends subscriptions: no push begins after it.
func endAll(all ...*subscription) {
	for _, s := range all {
		s.ended.Store(true)
		s.cancel()
	}
	end := time.NewTimer(patience)
	defer end.Stop()
	for _, s := range all {
		select {
		case s.telling <- struct{}{}:
			<-s.telling
		case <-end.C:
			return
		}
	}
}

// follow has a call be done after those of a story that the client began before it. turn waits
// for these, for as long as ctx lasts. done is for when the call is done or given up: the next
// has its turn when those before this one are done, too.
func (c *Client) follow(story string) (turn func(ctx context.Context) error, done func()) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	before, own := c.following[story], make(chan struct{})
	c.following[story] = own
	turn = func(ctx context.Context) error {
		if isDone(before) {
			return nil
		}
		select {
		case <-before:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	pass := func() {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		close(own)
		if c.following[story] == own {
			delete(c.following, story)
		}
	}
	return turn, func() {
		if isDone(before) {
			pass()
			return
		}
		go func() { // ends with those before it
			<-before
			pass()
		}()
	}
}

// isDone reports whether a channel is closed; nil is that of what never was.
func isDone(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return c == nil
	}
}
