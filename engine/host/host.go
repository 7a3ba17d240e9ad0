// Package host answers the calls of scripts: random numbers, the story so far,
// and each skill's own memory.
//
//	h := host.New()
//	session := h.Open(scope)                 // one for each attempt
//	result, refused := session.Call(ctx, "random", params)
//	h.Commit(result.Effects)                 // what was accepted becomes the story
//
// Three rules hold for all calls. An answer depends on the attempt's scope and
// what it has asked before, and on nothing else: neither on time, nor on other
// attempts, nor on the order in which they run. A write is staged: the attempt
// sees it, steps that depend on an accepted attempt see it, and everybody after
// [Host.Commit]; of an attempt that failed nobody ever sees anything. And a
// script cannot say as whom it asks: that is the scope's.
//
// # Methods
//
//	random {min, max, count=1, source="pseudo"}     {values: [...]}
//	story.read {path}                               {found, value}
//	data.get {key}                                  {found, value}
//	data.set {key, value}                           {}
//	data.delete {key}                               {deleted}
//	data.list {prefix="", after="", limit=1000}     {keys: [...], more}
//
// random draws integers from min to max, both included, all as likely. The
// sources are streams of their own, derived from the scope's seed: "crypto" is
// ChaCha8, which nobody can foresee who does not know the seed, "pseudo" is PCG.
//
// story.read takes a dot path as protocol.Get does, "" for the whole state.
//
// data is private to the skill. list gives the keys with a prefix that come
// after a key, in order of their bytes; more says that further ones follow.
//
// An unknown parameter is refused as a wrong one is, with code bad_params.
package host

import (
	"context"
	"fmt"
	"sync"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
)

// Host answers calls over a playthrough in memory. It is safe for concurrent
// use.
type Host struct {
	mutex sync.Mutex
	data  map[plan.SkillName]*memory // each memory is replaced, never changed
}

var _ skills.Host = (*Host)(nil)

// New is the host of a playthrough in which nothing has happened.
func New() *Host { return &Host{data: map[plan.SkillName]*memory{}} }

// Features are the methods, and of those with a verb their first word.
func (h *Host) Features() []string { return []string{"random", "story.read", "data"} }

// Open begins an attempt. It sees what is committed now and, of the scope's
// effects, those of its own skill; a later Commit does not change its answers.
func (h *Host) Open(scope skills.Scope) skills.Session {
	s := &session{scope: scope, random: newStreams(scope.Seed)}
	s.data = newView(h.memory(scope.Script.Skill))
	for _, effect := range scope.Effects {
		if effect.Script.Skill == scope.Script.Skill {
			s.data.apply(effect)
		}
	}
	return s
}

// Commit makes accepted effects part of the story, in the order given.
func (h *Host) Commit(effects []plan.Effect) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	views := map[plan.SkillName]*view{}
	for _, effect := range effects {
		skill := effect.Script.Skill
		if views[skill] == nil {
			views[skill] = newView(h.data[skill])
		}
		views[skill].apply(effect)
	}
	for skill, v := range views {
		h.data[skill] = v.memory()
	}
}

func (h *Host) memory(skill plan.SkillName) *memory {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.data[skill]
}

// session is one attempt. It belongs to one goroutine.
type session struct {
	scope   skills.Scope
	random  streams
	data    *view
	effects []plan.Effect
}

// Effects are the writes so far.
func (s *session) Effects() []plan.Effect { return s.effects }

var methods = map[string]func(*session, *params) (protocol.Object, *protocol.CallError){
	"random":      (*session).draw,
	"story.read":  (*session).readStory,
	"data.get":    (*session).getData,
	"data.set":    (*session).setData,
	"data.delete": (*session).deleteData,
	"data.list":   (*session).listData,
}

var methodNames = []string{"random", "story.read", "data.get", "data.set", "data.delete", "data.list"}

// Call answers one call. It does not wait for anything, so it needs no context.
func (s *session) Call(_ context.Context, method string, given protocol.Object) (protocol.Object, *protocol.CallError) {
	answer, ok := methods[method]
	if !ok {
		return nil, unknownMethod(method)
	}
	return answer(s, &params{method: method, rest: given})
}

func unknownMethod(method string) *protocol.CallError {
	message := fmt.Sprintf("there is no method %q", method)
	if meant := nearest.Name(method, methodNames); meant != "" {
		message += fmt.Sprintf("; did you mean %q?", meant)
	}
	return &protocol.CallError{Code: skills.CallUnknownMethod, Message: message}
}

// stage remembers a write and shows it to this attempt.
func (s *session) stage(method string, written protocol.Object) {
	effect := plan.Effect{Tool: s.scope.Tool, Script: s.scope.Script, Method: method, Params: written}
	s.effects = append(s.effects, effect)
	s.data.apply(effect)
}

// readStory answers from the state the attempt may see.
func (s *session) readStory(p *params) (protocol.Object, *protocol.CallError) {
	path := p.text("path", isText)
	if err := p.end(); err != nil {
		return nil, err
	}
	value, found := protocol.Get(s.scope.State, path)
	if !found {
		return protocol.Object{"found": false}, nil
	}
	if size := encodedSize(value); size > maxStory {
		return nil, tooLarge("the value at %q is %d bytes of JSON, at most %d are sent; ask for a part of it", path, size, maxStory)
	}
	return protocol.Object{"found": true, "value": value}, nil
}

func tooLarge(format string, args ...any) *protocol.CallError {
	return &protocol.CallError{Code: skills.CallTooLarge, Message: fmt.Sprintf(format, args...)}
}
