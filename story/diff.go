package story

import (
	"maps"
	"slices"
	"strconv"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A Difference is a value of [State.Object] that two states do not have in common.
type Difference struct {
	Path          []string // keys, and the numbers of a list's elements, from 0
	Before, After any      // nil where there is none
}

// Diff is what is otherwise in one state than in another, in order of its paths. Where a
// whole object or element is on one side alone it is one difference.
func Diff(before, after *State) ([]Difference, error) {
	b, err := before.Object()
	if err != nil {
		return nil, err
	}
	a, err := after.Object()
	if err != nil {
		return nil, err
	}
	var d differences
	d.object(b, a)
	return d.found, nil
}

// differences is a walk through two trees.
type differences struct {
	path  []string
	found []Difference
}

func (d *differences) object(before, after strictjson.Object) {
	keys := maps.Clone(before)
	maps.Copy(keys, after)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		b, was := before[key]
		a, is := after[key]
		d.member(key, b, a, was && is)
	}
}

func (d *differences) list(before, after []any) {
	for i := range max(len(before), len(after)) {
		var b, a any
		if i < len(before) {
			b = before[i]
		}
		if i < len(after) {
			a = after[i]
		}
		d.member(strconv.Itoa(i), b, a, i < min(len(before), len(after)))
	}
}

func (d *differences) member(key string, before, after any, both bool) {
	if both && strictjson.Equal(before, after) {
		return
	}
	d.path = append(d.path, key)
	defer func() { d.path = d.path[:len(d.path)-1] }()
	switch b := before.(type) {
	case strictjson.Object:
		if a, is := after.(strictjson.Object); both && is {
			d.object(b, a)
			return
		}
	case []any:
		if a, is := after.([]any); both && is {
			d.list(b, a)
			return
		}
	}
	d.found = append(d.found, Difference{slices.Clone(d.path), before, after})
}
