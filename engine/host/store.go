package host

import (
	"maps"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// store is what one skill keeps: values by key, as JSON text, which nobody can
// change by accident. A nil store is empty.
type store struct {
	values map[string][]byte
	bytes  int // of keys and values
	beside int // bytes that the skill keeps elsewhere in the story
}

// overlay is a store with writes on top of it that leave it as it is.
type overlay struct {
	base    *store
	written map[string][]byte // nil for a deleted key
	count   int               // of keys
	bytes   int               // of keys and values
}

func newOverlay(base *store) *overlay {
	if base == nil {
		base = &store{}
	}
	return &overlay{base: base, written: map[string][]byte{}, count: len(base.values), bytes: base.bytes}
}

func (o *overlay) text(key string) []byte {
	if text, written := o.written[key]; written {
		return text
	}
	return o.base.values[key]
}

func (o *overlay) get(key string) (value any, found bool) {
	text := o.text(key)
	if text == nil {
		return nil, false
	}
	value, err := strictjson.Parse(text)
	return value, err == nil // the text is our own
}

// room refuses a value for which there is none.
func (o *overlay) room(key string, size int) *protocol.CallError {
	more := size - len(o.text(key))
	if o.text(key) == nil {
		more += len(key)
	}
	switch {
	case size > maxValue:
		return tooLarge("the value is %d bytes of JSON, at most %d are kept", size, maxValue)
	case o.text(key) == nil && o.count >= maxKeys:
		return tooLarge("the skill keeps %d keys, which is the most it may; delete some", o.count)
	case o.base.beside+o.bytes+more > maxBytes:
		return tooLarge("the skill keeps %d bytes, with this %d, at most %d; delete some", o.base.beside+o.bytes, o.base.beside+o.bytes+more, maxBytes)
	}
	return nil
}

// apply carries out a write. Effects of methods that are not data's concern
// other parts of the story.
func (o *overlay) apply(effect plan.Effect) {
	key, _ := effect.Params["key"].(string)
	switch effect.Method {
	case dataSet:
		o.put(key, strictjson.Encode(effect.Params["value"]))
	case dataDelete:
		o.put(key, nil)
	}
}

func (o *overlay) put(key string, text []byte) {
	old := o.text(key)
	o.bytes += len(text) - len(old)
	switch {
	case old == nil && text != nil:
		o.count++
		o.bytes += len(key)
	case old != nil && text == nil:
		o.count--
		o.bytes -= len(key)
	}
	o.written[key] = text
}

// keys lists, in no order, those with a prefix that come after a key.
func (o *overlay) keys(prefix, after string) []string {
	var keys []string
	wanted := func(key string) bool { return strings.HasPrefix(key, prefix) && key > after }
	for key := range o.base.values {
		if _, written := o.written[key]; !written && wanted(key) {
			keys = append(keys, key)
		}
	}
	for key, text := range o.written {
		if text != nil && wanted(key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// store is the overlay as a store of its own.
func (o *overlay) store() *store {
	values := maps.Clone(o.base.values)
	if values == nil {
		values = map[string][]byte{}
	}
	for key, text := range o.written {
		if text == nil {
			delete(values, key)
		} else {
			values[key] = text
		}
	}
	return &store{values: values, bytes: o.bytes, beside: o.base.beside}
}
