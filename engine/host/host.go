// Package host answers the calls of scripts: what is remembered, what people think
// of each other, what the campaign's documents say, the story so far, random
// numbers, what each skill keeps for itself, and texts that a model writes.
//
//	h := host.Of(host.Base{State: state, Lore: lore})         // for one plan
//	session := h.Open(scope)                                  // one for each attempt
//	result, refused := session.Call(ctx, "memory.read", params)
//	events, _, err := host.Events(accepted, state)            // what the plan brings about
//
// Plans and scripts that belong to no story run on [New]: nothing has happened there, and
// what skills keep stays in memory.
//
// Three rules hold for all calls. An answer depends on the host's base, the attempt's
// scope and what it has asked before, and on nothing else: neither on time, nor on
// other attempts, nor on the order in which they run. A write is staged: the attempt
// sees it, steps that depend on an accepted attempt see it, and everybody else once
// its events are in the story; of an attempt that failed nobody ever sees anything.
// And a script cannot say as whom it asks: it is answered from the view of whom its scope
// names, the player where it names nobody.
//
// # As whom
//
// Under the player's view a script reads what the player perceived and remembers, and
// writes. Under another character's (skills.Scope.As) it reads what that character
// perceived, remembers, may read of the campaign's documents and is thought of by those they
// saw, and nothing else: no free keys, nothing that the skill keeps, and of the opinions of
// others their own and their faction's alone. It writes nothing but its own opinion, since what is written becomes
// the player's; what other steps have written shows to it as far as that character would
// perceive it.
//
// docs/protocol.md has the methods, their parameters, limits and refusals.
//
// # How a write becomes an event
//
//	call ── checked, normal form ──▶ plan.Effect ── accepted ──▶ Events ──▶ story.Turn
//	                                     │                         │
//	                                     └── stagedStory ◀───────┘
//
// What a write brings about is decided in one place, whether an attempt looks at what
// it has written or a turn takes it in: a stagedStory is the story with writes on top, moved
// on by the story's own reducers. What was refused at the call never becomes an
// effect, and what steps did without knowing of each other is sorted out in plan
// order.
//
// What comes of a turn names the turn's deed as its cause, whoever writes it down, and a
// memory is stamped with it: scripts bring words, and what was done stands beside them
// whatever they say. Words that only say the deed again are not kept. A topic that a memory
// leaves comes to the player's mind, and to nobody's who stands by.
//
// # Texts of a model
//
// generate is the exception to the first rule: what a model writes hangs on the model, on the
// time that there is, and on who can be reached. What is in the story of it is
// what the script makes of it, its patches, writes, prose and output, which are events like any
// others. What was asked and answered is kept beside them for whoever wants to see it ([generation]), of each view by
// itself, with the parts that the script makes its prompt of and what it says it made of the answer; nothing reads it again. A
// script speaks of the texts that its attempt was given and of no others. So a story that is read again asks no model, and the same seed tells the same
// story only as far as the model says the same.
//
// A model is sent the script's own words. The host adds nothing to them, under whoever's view,
// and a script has no words of the story but those that its view gave it.
//
// Of an error a script is told the kind, in a sentence of ours. Calls are counted by what they ask
// for, and a text has to be done before the attempt is, so that the script can go on without it.
//
// # Random numbers
//
// random draws integers from min to max, both included, all as likely. The
// sources are streams of their own, derived from the scope's seed: "crypto" is
// ChaCha8, which nobody can foresee who does not know the seed, "pseudo" is PCG.
package host

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/narratoria/narratoria/internal/nearest"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

// A Host answers calls where there is no story. It is safe for concurrent use.
type Host struct {
	writer model.Generator
	mutex  sync.Mutex
	data   map[plan.SkillName]*store // each store is replaced, never changed
}

var (
	_ skills.Host = (*Story)(nil)
	_ skills.Host = (*Host)(nil)
)

// New is a host in which nothing has happened.
func New() *Host { return NewWith(nil) }

// NewWith is New with who writes the texts that scripts ask for, or nil.
func NewWith(writer model.Generator) *Host {
	return &Host{writer: writer, data: map[plan.SkillName]*store{}}
}

// Features implements skills.Host.
func (h *Host) Features() []string { return features(h.writer) }

// features are the methods, and of data, which has four, the first word: the names of
// the permissions; and that scripts run as one character. That texts are written is one where
// there is somebody who writes.
func features(writer model.Generator) []string {
	all := []string{
		"memory.read", "memory.write", "relation.read", "relation.write", "lore.read",
		"story.read", "story.record", "random", "data", skills.ViewNPC,
	}
	if writer != nil {
		all = append(all, generateMethod)
	}
	return all
}

// Open begins an attempt. It sees what is committed now, and the scope's effects: of data
// those of its own skill, of all else everybody's. A later Commit does not change its
// answers.
func (h *Host) Open(scope skills.Scope) skills.Session {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return &session{scope: scope, random: newStreams(scope.Seed), writer: h.writer, committed: h.data[scope.Script.Skill]}
}

// Commit makes accepted effects part of what skills keep, in the order given. In a story
// they become events; see [Events].
func (h *Host) Commit(effects []plan.Effect) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	stores := map[plan.SkillName]*overlay{}
	for _, effect := range effects {
		skill := effect.Script.Skill
		if stores[skill] == nil {
			stores[skill] = newOverlay(h.data[skill])
		}
		stores[skill].apply(effect)
	}
	for skill, s := range stores {
		h.data[skill] = s.store()
	}
}

// session is one attempt. It belongs to one goroutine.
type session struct {
	scope     skills.Scope
	random    streams
	story     *Story // nil without one
	written   int    // bytes of the parameters of effects
	committed *store // what the skill keeps without one
	effects   []plan.Effect
	writer    model.Generator // nil where nobody writes
	writing   writing

	keeps *overlay // made when it is first asked for, as is
	told  *stagedStory
}

// before are the writes of the steps before this one.
func (s *session) before() []plan.Effect {
	if s.scope.Effects == nil {
		return nil
	}
	return s.scope.Effects()
}

// sessionState is what the steps before this one left of session state.
func (s *session) sessionState() protocol.Object {
	if s.scope.State == nil {
		return nil
	}
	return s.scope.State()
}

// data is what the skill keeps, with what it wrote. It keeps it for the player: of what
// there is under another character's view there is nothing.
func (s *session) data() *overlay {
	if s.keeps == nil && s.as() != event.Player {
		s.keeps = newOverlay(nil)
	}
	if s.keeps == nil {
		base := s.committed
		if s.story != nil {
			base = s.story.store(s.scope.Script.Skill)
		}
		s.keeps = newOverlay(base)
		for _, effect := range slices.Concat(s.before(), s.effects) {
			s.keepData(effect)
		}
	}
	return s.keeps
}

func (s *session) keepData(effect plan.Effect) {
	if effect.Script.Skill == s.scope.Script.Skill {
		s.keeps.apply(effect)
	}
}

// as is whose view the attempt is answered from.
func (s *session) as() event.CharacterID {
	if s.scope.As == "" {
		return event.Player
	}
	return event.CharacterID(s.scope.As)
}

// asWritten is the story as the attempt sees it.
func (s *session) asWritten() *stagedStory {
	if s.told == nil {
		s.told = newStagedStory(nil, s.as())
		if s.story != nil {
			s.told = newStagedStory(s.story.base.State, s.as())
		}
		for _, effect := range slices.Concat(s.before(), s.effects) {
			s.told.apply(effect)
		}
	}
	return s.told
}

// Effects are the writes so far.
func (s *session) Effects() []plan.Effect { return s.effects }

var methods = map[string]func(*session, *params) (protocol.Object, *protocol.CallError){
	"random":        (*session).draw,
	"story.read":    (*session).readStory,
	"data.get":      (*session).getData,
	"data.set":      (*session).setData,
	"data.delete":   (*session).deleteData,
	"data.list":     (*session).listData,
	memoryWrite:     (*session).writeMemory,
	"memory.read":   (*session).readMemory,
	"relation.read": (*session).readRelation,
	relationWrite:   (*session).writeRelation,
	"lore.read":     (*session).readLore,
	storyRecord:     (*session).recordStory,
	generateMethod:  (*session).generate,
	madeMethod:      (*session).made,
}

// writes are the methods that write. What is written is the player's, so that what another
// character knows does not get there: "an NPC-view invocation may only produce what that
// character says or does". What they think is their own, and shows where they are seen.
var writes = map[string]bool{memoryWrite: true, relationWrite: true, storyRecord: true, dataSet: true, dataDelete: true}

var methodNames = slices.Sorted(maps.Keys(methods))

// Call answers one call. Only a search of documents waits, and a text that is written.
func (s *session) Call(ctx context.Context, method string, given protocol.Object) (protocol.Object, *protocol.CallError) {
	answer, ok := methods[method]
	if !ok {
		return nil, unknownMethod(method)
	}
	if s.as() != event.Player && writes[method] && !(method == relationWrite && given["who"] == string(s.as())) {
		return nil, &protocol.CallError{Code: skills.CallDenied, Message: method + ": under a character's view nothing is written but what they think"}
	}
	if !writes[method] {
		return answer(s, &params{ctx: ctx, method: method, rest: given})
	}
	size := encodedSize(given)
	if s.written+size > maxWritten {
		return nil, tooLarge("%s: with this the attempt has asked to write %d bytes, at most %d are written in one; write the rest another time", method, s.written+size, maxWritten)
	}
	staged := len(s.effects)
	result, refused := answer(s, &params{ctx: ctx, method: method, rest: given})
	if len(s.effects) > staged {
		s.written += size
	}
	return result, refused
}

func unknownMethod(method string) *protocol.CallError {
	message := fmt.Sprintf("there is no method %q", method)
	if meant := nearest.Name(method, methodNames); meant != "" {
		message += fmt.Sprintf("; did you mean %q?", meant)
	}
	return &protocol.CallError{Code: skills.CallUnknownMethod, Message: message}
}

// stage remembers a write and shows it to this attempt, unless the skill has no room for
// it. Of data there is room, or nothing would be staged.
func (s *session) stage(method string, written protocol.Object) *protocol.CallError {
	effect := plan.Effect{Tool: s.scope.Tool, Script: s.scope.Script, Method: method, Params: written}
	if s.keeps != nil {
		s.keepData(effect)
	}
	if s.told != nil || method != dataSet && method != dataDelete {
		if _, err := s.asWritten().apply(effect); s.refusesShare(err) {
			return tooLarge("%s: %v", method, err)
		}
	}
	s.effects = append(s.effects, effect)
	return nil
}

// staged is stage for a call that is answered with nothing.
func (s *session) staged(method string, written protocol.Object) (protocol.Object, *protocol.CallError) {
	if refused := s.stage(method, written); refused != nil {
		return nil, refused
	}
	return protocol.Object{}, nil
}

// refusesShare reports whether an error is that, and notes for the player whose it is.
func (s *session) refusesShare(err error) bool {
	_, full := errors.AsType[*shareError](err)
	if full && s.story != nil {
		s.story.isFull(s.scope.Script.Skill)
	}
	return full
}

// readStory answers from the state the attempt may see.
func (s *session) readStory(p *params) (protocol.Object, *protocol.CallError) {
	path := p.text("path", isPath)
	if err := p.end(); err != nil {
		return nil, err
	}
	value, found := protocol.Get(s.asWritten().sessionState(s.sessionState()), path)
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
