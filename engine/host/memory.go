package host

import (
	"maps"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// memory is what one skill keeps: values by key, as JSON text, which nobody can
// change by accident. A nil memory is empty.
type memory struct {
	values map[string][]byte
	bytes  int
}

// view is a memory with writes on top of it that leave it as it is.
type view struct {
	base    *memory
	written map[string][]byte // nil for a deleted key
	count   int               // of keys
	bytes   int               // of their values
}

func newView(base *memory) *view {
	if base == nil {
		base = &memory{}
	}
	return &view{base: base, written: map[string][]byte{}, count: len(base.values), bytes: base.bytes}
}

func (v *view) text(key string) []byte {
	if text, written := v.written[key]; written {
		return text
	}
	return v.base.values[key]
}

func (v *view) get(key string) (value any, found bool) {
	text := v.text(key)
	if text == nil {
		return nil, false
	}
	value, err := strictjson.Parse(text)
	return value, err == nil // the text is our own
}

// room refuses a value for which there is none.
func (v *view) room(key string, size int) *protocol.CallError {
	old := v.text(key)
	switch {
	case size > maxValue:
		return tooLarge("the value is %d bytes of JSON, at most %d are kept", size, maxValue)
	case old == nil && v.count >= maxKeys:
		return tooLarge("the skill keeps %d keys, which is the most it may; delete some", v.count)
	case v.bytes-len(old)+size > maxBytes:
		return tooLarge("the skill keeps %d bytes, at most %d; delete some", v.bytes, maxBytes)
	}
	return nil
}

// apply carries out a write. Effects of methods that are not data's concern
// other parts of the story.
func (v *view) apply(effect plan.Effect) {
	key, _ := effect.Params["key"].(string)
	switch effect.Method {
	case dataSet:
		v.put(key, strictjson.Append(nil, effect.Params["value"]))
	case dataDelete:
		v.put(key, nil)
	}
}

func (v *view) put(key string, text []byte) {
	old := v.text(key)
	v.bytes += len(text) - len(old)
	switch {
	case old == nil && text != nil:
		v.count++
	case old != nil && text == nil:
		v.count--
	}
	v.written[key] = text
}

// keys lists, in no order, those with a prefix that come after a key.
func (v *view) keys(prefix, after string) []string {
	var keys []string
	wanted := func(key string) bool { return strings.HasPrefix(key, prefix) && key > after }
	for key := range v.base.values {
		if _, written := v.written[key]; !written && wanted(key) {
			keys = append(keys, key)
		}
	}
	for key, text := range v.written {
		if text != nil && wanted(key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// memory is the view as a memory of its own.
func (v *view) memory() *memory {
	values := maps.Clone(v.base.values)
	if values == nil {
		values = map[string][]byte{}
	}
	for key, text := range v.written {
		if text == nil {
			delete(values, key)
		} else {
			values[key] = text
		}
	}
	return &memory{values: values, bytes: v.bytes}
}
