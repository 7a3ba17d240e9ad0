package host

import (
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/event"
)

func (s *session) getData(p *params) (protocol.Object, *protocol.CallError) {
	key := p.text("key", isKey)
	if err := p.end(); err != nil {
		return nil, err
	}
	value, found := s.data().get(key)
	if !found {
		return protocol.Object{"found": false}, nil
	}
	return protocol.Object{"found": true, "value": value}, nil
}

func (s *session) setData(p *params) (protocol.Object, *protocol.CallError) {
	key := p.text("key", isKey)
	value, present := p.take("value")
	if !present {
		p.fail("value", "any JSON value", nil, false)
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	if err := event.CheckFree(value); err != nil {
		p.fail("value", "a JSON value that nests no deeper than 100", value, true)
		return nil, p.end()
	}
	if err := s.data().room(key, encodedSize(value)); err != nil {
		return nil, err
	}
	return s.staged(dataSet, protocol.Object{"key": key, "value": strictjson.Clone(value)})
}

func (s *session) deleteData(p *params) (protocol.Object, *protocol.CallError) {
	key := p.text("key", isKey)
	if err := p.end(); err != nil {
		return nil, err
	}
	_, found := s.data().get(key)
	if found {
		s.stage(dataDelete, protocol.Object{"key": key})
	}
	return protocol.Object{"deleted": found}, nil
}

func (s *session) listData(p *params) (protocol.Object, *protocol.CallError) {
	prefix, after := p.text("prefix", isText, ""), p.text("after", isText, "")
	limit := p.integer("limit", 1, maxPage, maxPage)
	if err := p.end(); err != nil {
		return nil, err
	}
	keys := s.data().keys(prefix, after)
	slices.Sort(keys)
	more := len(keys) > int(limit)
	page := make([]any, 0, limit)
	for _, key := range keys[:min(len(keys), int(limit))] {
		page = append(page, key)
	}
	return protocol.Object{"keys": page, "more": more}, nil
}
