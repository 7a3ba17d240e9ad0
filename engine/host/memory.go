package host

import (
	"context"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

var (
	isWeight     = oneOf(wordsOf(action.Significances())...)
	isEpisode    = optional(oneOf(wordsOf(action.Episodes())...))
	isExperience = optional(oneOf(wordsOf(event.Experiences())...))
	isOrigin     = oneOf(wordsOf(event.Origins())...)
	isWay        = optional(oneOf(wordsOf(persistence.Ways())...))
	handleKind   = kindOfText{`a handle such as "m3"`, isName.is}
)

func (s *session) readMemory(p *params) (protocol.Object, *protocol.CallError) {
	query := story.Query{
		Text:       p.text("query", isQuery, ""),
		Place:      p.text("place", optional(isName), ""),
		Characters: characterIDs(p.texts("characters", isName, maxNames)),
		Tags:       p.texts("tags", isName, maxNames),
		Episodic:   p.flag("episodic"),
		Kind:       event.Experience(p.text("kind", isExperience, "")),
		From:       p.optional("from", -maxInteger, maxInteger),
		To:         p.optional("to", -maxInteger, maxInteger),
	}
	before := p.integer("before", 0, maxInteger, 0)
	sittings := p.optional("sessions_ago", 0, maxInteger)
	query.Limit = int(p.integer("limit", 1, maxMemories, 5))
	query.By = persistence.Way(p.text("by", isWay, ""))
	query.Relevance = int(p.thousandths("minimum", 0, kit.Points(1), 0))
	if query.From != nil && query.To != nil && *query.From > *query.To {
		p.fail("to", fmt.Sprintf("an integer from params.from, which is %d", *query.From), *query.To, true)
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	found, cut, err := s.asWritten().recall(p.ctx, query, before, sittings)
	if err != nil {
		return nil, &protocol.CallError{Code: skills.CallUnavailable, Message: p.method + ": memories cannot be read now: " + err.Error()}
	}
	told := []any{}
	for _, m := range found {
		told = append(told, s.asWritten().memory(m))
	}
	return sized(protocol.Object{"memories": told, "cut": strictjson.Int(cut)}, "memories")
}

// recall finds memories, and behind them those that are pinned and were not found, that are at least so many turns old, of any sitting or of the one
// so many before this, and says how many more there are.
func (t *stagedStory) recall(ctx context.Context, query story.Query, turns int64, sittings *int64) ([]story.Recalled, int, error) {
	if sittings != nil {
		query.Session = t.state.Session.Number - *sittings
		if query.Session < min(1, t.state.Session.Number) { // there was no sitting then
			return nil, 0, nil
		}
	}
	if turns > 0 {
		query.Before = t.state.Turn.Number - turns + 1
		if query.Before <= 0 { // there was no story then
			return nil, 0, nil
		}
	}
	found, all, err := t.seen().Best(ctx, query)
	if err != nil {
		return nil, 0, err
	}
	cut := all - len(found)
	for _, pinned := range t.seen().PinnedFor(query) {
		if !slices.ContainsFunc(found, func(r story.Recalled) bool { return r.Handle == pinned.Handle }) {
			pinned.Relevance, pinned.ByMeaning = 0, len(found) > 0 && found[0].ByMeaning
			found = append(found, pinned)
		}
	}
	return found, cut, nil
}

// memory is a memory as scripts are told it: when it was is seen from now.
func (t *stagedStory) memory(found story.Recalled) protocol.Object {
	m, now := &found.Memory, t.state
	told := protocol.Object{
		"id": found.Handle, "summary": t.seen().Words(m), "characters": strictjson.FromStrings(m.Characters), "location": m.Place,
		"significance": string(m.Significance), "episodic": m.Episodic, "tags": strictjson.FromStrings(m.Tags),
		"relevance":    number(kit.Thousandths(found.Relevance)),
		"minutes_ago":  strictjson.Int(now.Minutes - m.Minutes),
		"turns_ago":    strictjson.Int(now.Turn.Number - m.Turn),
		"sessions_ago": strictjson.Int(now.Session.Number - m.Session),
		"timestamp":    timestamp(m.Minutes),
	}
	if words := t.seen().TopicWords(m.Topic); words != "" {
		told["topic"], told["topic_id"] = words, m.Topic
	}
	strictjson.Put(told, "kind", string(m.Kind))
	if t.seen().HasPinned(m.Position) {
		told["pinned"] = true
	}
	if found.Likeness > 0 {
		told["likeness"] = number(kit.Thousandths(found.Likeness))
	}
	if found.ByMeaning {
		told["by_meaning"] = true
	}
	if m.Deed != nil {
		told["action"] = m.Deed.Action.Object()
		strictjson.Put(told, "grade", string(m.Deed.Outcome.Grade))
	}
	return told
}

// timestamp is a time of the story in words: "day 2, 14:05".
func timestamp(minutes int64) string {
	const hour, day = 60, 24 * 60
	return fmt.Sprintf("day %d, %02d:%02d", minutes/day+1, minutes%day/hour, minutes%hour)
}

func (s *session) writeMemory(p *params) (protocol.Object, *protocol.CallError) {
	written := protocol.Object{
		"summary":      p.text("summary", isProse),
		"significance": p.text("significance", isWeight, string(action.Medium)),
		"source":       p.text("source", isOrigin, string(event.Narrative)),
	}
	strictjson.PutList(written, "characters", strictjson.FromStrings(p.texts("characters", isName, maxNames)))
	strictjson.Put(written, "location", p.text("location", optional(isName), ""))
	strictjson.PutList(written, "tags", strictjson.FromStrings(p.texts("tags", isName, maxNames)))
	strictjson.Put(written, "topic", p.text("topic", optional(isName), ""))
	strictjson.Put(written, "episodic", p.text("episodic", isEpisode, ""))
	strictjson.Put(written, "kind", p.text("kind", isExperience, ""))
	because := p.texts("because", handleKind, maxNames)
	strictjson.PutList(written, "because", strictjson.FromStrings(because))
	if err := p.end(); err != nil {
		return nil, err
	}
	for _, handle := range because {
		if _, known := s.asWritten().seen().Position(handle); !known {
			return nil, notFound("%s: params.because: nothing has the handle %q", p.method, handle)
		}
	}
	return s.staged(memoryWrite, written)
}

func notFound(format string, args ...any) *protocol.CallError {
	return &protocol.CallError{Code: skills.CallNotFound, Message: fmt.Sprintf(format, args...)}
}

// sized refuses an answer that is more than is sent.
func sized(answer protocol.Object, things string) (protocol.Object, *protocol.CallError) {
	if size := encodedSize(answer); size > maxStory {
		return nil, tooLarge("the %s are %d bytes of JSON, at most %d are sent; ask for fewer", things, size, maxStory)
	}
	return answer, nil
}

func characterIDs(names []string) []event.CharacterID {
	var ids []event.CharacterID
	for _, name := range names {
		ids = append(ids, event.CharacterID(name))
	}
	return ids
}
