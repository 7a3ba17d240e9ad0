package host

import (
	"fmt"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
)

// What story.record writes.
const (
	recordHappened = "happened"
	recordThread   = "thread"
	recordFact     = "fact"
)

func (s *session) recordStory(p *params) (protocol.Object, *protocol.CallError) {
	switch kind := p.text("kind", oneOf(recordHappened, recordThread, recordFact)); kind {
	case recordThread:
		return s.recordThread(p)
	case recordFact:
		return s.recordFact(p)
	default: // a kind that is none is reported with the rest
		return s.recordHappened(p)
	}
}

func (s *session) recordHappened(p *params) (protocol.Object, *protocol.CallError) {
	written := protocol.Object{
		"kind":         recordHappened,
		"text":         p.text("text", isProse),
		"significance": p.text("significance", isWeight, string(action.Medium)),
	}
	strictjson.PutList(written, "who", strictjson.FromStrings(p.texts("who", isName, maxNames)))
	strictjson.PutList(written, "tags", strictjson.FromStrings(p.texts("tags", isName, maxNames)))
	if err := p.end(); err != nil {
		return nil, err
	}
	return s.staged(storyRecord, written)
}

func (s *session) recordThread(p *params) (protocol.Object, *protocol.CallError) {
	id := p.text("thread", isName)
	written := protocol.Object{"kind": recordThread, "thread": id}
	strictjson.Put(written, "title", p.text("title", optional(isName), ""))
	strictjson.Put(written, "summary", p.text("summary", optional(isProse), ""))
	strictjson.Put(written, "outcome", p.text("outcome", optional(isProse), ""))
	if err := p.end(); err != nil {
		return nil, err
	}
	thread, known := s.asWritten().seen().Thread(id)
	switch {
	case known && !thread.Open:
		return nil, &protocol.CallError{
			Code:    skills.CallExists,
			Message: fmt.Sprintf("%s: the thread %q has ended; a new one needs another id", p.method, id),
		}
	case known && written["summary"] == nil && written["outcome"] == nil:
		p.fail("summary", "where the thread stands now, or params.outcome: it is open already", nil, false)
		return nil, p.end()
	}
	return s.staged(storyRecord, written)
}

func (s *session) recordFact(p *params) (protocol.Object, *protocol.CallError) {
	written := protocol.Object{"kind": recordFact, "content": p.text("content", isProse)}
	strictjson.Put(written, "category", p.text("category", optional(isName), ""))
	strictjson.PutList(written, "about", strictjson.FromStrings(p.texts("about", isName, story.MostAbout)))
	if err := p.end(); err != nil {
		return nil, err
	}
	return s.staged(storyRecord, written)
}
