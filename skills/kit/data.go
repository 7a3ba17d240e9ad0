package kit

import (
	"context"
	"errors"
	"iter"
)

// Data is the skill's own memory in this playthrough: values by key, private to
// the skill, part of the story. What was written and deleted counts if the
// script succeeds, and is undone when the story is rolled back. It needs the
// permission data.
type Data struct{ inv *Invocation }

// Data is the skill's memory.
func (inv *Invocation) Data() Data { return Data{inv} }

// Get reads a value.
func (d Data) Get(ctx context.Context, key string) (value any, found bool, err error) {
	result, err := d.inv.Call(ctx, "data.get", map[string]string{"key": key})
	if err != nil {
		return nil, false, err
	}
	found, _ = result["found"].(bool)
	return result["value"], found, nil
}

// Set writes a value, of at most 256 KiB as JSON.
func (d Data) Set(ctx context.Context, key string, value any) error {
	_, err := d.inv.Call(ctx, "data.set", map[string]any{"key": key, "value": value})
	return err
}

// Delete forgets a key, and reports whether there was one.
func (d Data) Delete(ctx context.Context, key string) (bool, error) {
	result, err := d.inv.Call(ctx, "data.delete", map[string]string{"key": key})
	deleted, _ := result["deleted"].(bool)
	return deleted, err
}

// Keys gives the keys with a prefix in order, asking for more as they are used.
// An error is the last thing it gives.
func (d Data) Keys(ctx context.Context, prefix string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		after, more := "", true
		for more {
			var page []string
			var err error
			if page, more, err = d.page(ctx, prefix, after); err != nil {
				yield("", err)
				return
			}
			for _, after = range page {
				if !yield(after, nil) {
					return
				}
			}
		}
	}
}

func (d Data) page(ctx context.Context, prefix, after string) (keys []string, more bool, err error) {
	result, err := d.inv.Call(ctx, "data.list", map[string]string{"prefix": prefix, "after": after})
	if err != nil {
		return nil, false, err
	}
	values, _ := result["keys"].([]any)
	for _, value := range values {
		key, ok := value.(string)
		if !ok {
			return nil, false, errors.New("call data.list: a key is not a string")
		}
		keys = append(keys, key)
	}
	more, _ = result["more"].(bool)
	return keys, more && len(keys) > 0, nil
}
