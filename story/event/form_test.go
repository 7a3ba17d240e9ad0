package event

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// sameForm holds what [Decode] reads in place to what it reads of a tree, and either to
// [Encode]: what is read is written again as the same bytes.
func sameForm(t *testing.T, data []byte) {
	t.Helper()
	got, err := Decode(data)
	plain, plainErr := ours.takeApart(data)
	if !sameEvent(got, plain) || !sameError(err, plainErr) {
		t.Fatalf("%s\n  read %+v, %v\napart %+v, %v", data, got, err, plain, plainErr)
	}
	if err != nil {
		return
	}
	made, err := Encode(plain)
	if again, againErr := Encode(got); err != nil || againErr != nil || !bytes.Equal(again, made) {
		t.Fatalf("%s\nis written again as %s (%v), its fields as %s (%v)", data, again, againErr, made, err)
	}
	if old := !bytes.Contains(data, fmt.Appendf(nil, `"v":%d`, got.Kind.Version())); !old && !bytes.Equal(made, data) {
		t.Fatalf("%s\nis written again as %s", data, made)
	}
}

// sameEvent reports whether two events are the same whichever way each field is asked for,
// one of which was made as a tree.
func sameEvent(got, want Event) bool {
	for name := range want.Fields() {
		value, there := got.Lookup(name)
		plain := Event{Data: Data{name: value}}
		if !there || got.Text(name) != plain.Text(name) || got.Flag(name) != plain.Flag(name) || got.Whole(name) != plain.Whole(name) ||
			!slices.Equal(got.Texts(name), plain.Texts(name)) {
			return false
		}
	}
	same := reflect.DeepEqual(got.Fields(), want.Fields())
	got.Data, want.Data = nil, nil
	return same && reflect.DeepEqual(got, want)
}

func sameError(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	inNoOrder := func(err error) bool { // what is found first in a map
		return strings.Contains(err.Error(), "noticed:") || strings.Contains(err.Error(), "data: ")
	}
	return errors.Is(a, ErrNewer) == errors.Is(b, ErrNewer) && (a.Error() == b.Error() || inNoOrder(a) && inNoOrder(b))
}

// Events of recorded games with members that are missing, empty, repeated, out of order or
// of another type, written as [strictjson.Append] writes them and with a byte changed.
func TestOneFormForEachEvent(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	accepted := 0
	for _, line := range slices.Concat(recorded(t), ofEachKind(t)) {
		sameForm(t, line)
		for range soak.Count(500) {
			o, err := strictjson.ParseObject(line)
			if err != nil {
				t.Fatal(err)
			}
			for range 1 + rng.IntN(2) {
				change(rng, o)
			}
			text := strictjson.Append(nil, o)
			sameForm(t, text)
			if _, err := Decode(text); err == nil {
				accepted++
			}
			text[rng.IntN(len(text))] = "{}[]:,\" \\a0-"[rng.IntN(12)]
			sameForm(t, text)
		}
	}
	for depth := maxDepth - 5; depth < maxDepth+5; depth++ {
		for _, leaf := range []string{"", "1"} {
			patch := strings.Repeat("[", depth) + leaf + strings.Repeat("]", depth)
			sameForm(t, []byte(`{"actor":"engine","data":{"patch":`+patch+`},"kind":"state.patched","v":1}`))
		}
	}
	if accepted < 200 {
		t.Errorf("only %d events were sound after a change", accepted)
	}
}

func change(rng *rand.Rand, o strictjson.Object) {
	number := func() any {
		return strictjson.Number([]string{"0", "1", "-1", "7", "1.0", "1e0", "-0", "9223372036854775808"}[rng.IntN(8)])
	}
	ids := func() any {
		return [][]any{{}, {"ada"}, {"ada", "ines"}, {"ines", "ada"}, {"ada", "ada"}, {"ada", "ada", "ines"}, {"ada", nil}, {""}, {"*"}}[rng.IntN(9)]
	}
	var value any
	name := members[rng.IntN(len(members))]
	if rng.IntN(2) == 0 {
		name = "data"
	}
	switch name {
	case "cause", "v":
		value = number()
	case "witnessed_by", "apparent_audience":
		value = ids()
	case "noticed":
		value = []any{strictjson.Object{}, strictjson.Object{"ada": ids()}, strictjson.Object{"ada": ids(), "ines": ids()}}[rng.IntN(3)]
	case "moment":
		moment := strictjson.Object{"sequence": number()}
		for _, member := range []string{"label", "minutes", "zone"} {
			if rng.IntN(3) == 0 {
				moment[member] = []any{"", "dusk", nil, number()}[rng.IntN(4)]
			}
		}
		if rng.IntN(5) == 0 {
			delete(moment, "sequence")
		}
		value = moment
	case "data":
		value = strictjson.Object{}
		if data, is := o["data"].(strictjson.Object); is && rng.IntN(8) > 0 {
			changeField(rng, data)
			value = data
		}
	default:
		value = []any{"", "said", "ines"}[rng.IntN(3)]
	}
	switch rng.IntN(8) {
	case 0:
		delete(o, name)
	case 1:
		o[name] = []any{nil, true, "", "a", number(), []any{}, strictjson.Object{}, ids()}[rng.IntN(8)]
	case 2:
		o[[]string{"", "a", "z", "Kind", "colour"}[rng.IntN(5)]] = value
	default:
		o[name] = value
	}
}

// changeField gives one field of the data a value that may be of another type, takes one
// away, or puts one there.
func changeField(rng *rand.Rand, data strictjson.Object) {
	values := []any{
		nil, true, false, "", "a", "ada", "a\x00\u2028é\"\\/<&\x7f\n", "\u0085", strings.Repeat("a", maxID), strings.Repeat("é", maxID/2), strings.Repeat("é", maxID/2+1),
		HashOf(nil).String(), strings.ToUpper(HashOf(nil).String()), strings.Repeat("g", 64), "say", "authored", "choice", "low", "common",
		strictjson.Number("0"), strictjson.Number("-7"), strictjson.Number("1.0"), strictjson.Number("-0"), strictjson.Number("9223372036854775808"), strictjson.Number("1e0"),
		[]any{}, []any{"a", "b"}, []any{"a", nil}, []any{[]any{"a"}}, []any{""}, []any{"a\n"}, []any{"dialogue"}, strictjson.Object{}, strictjson.Object{"a": nil}, strictjson.Object{"a": strictjson.Number("0.5")},
		strictjson.Object{"kind": "say"}, strictjson.Object{"source": "authored", "kind": "check"}, strictjson.Object{"source": "else"}, []any{strictjson.Object{"source": nil}, "a"},
		[]any{[]any{strictjson.Object{"kind": strictjson.Object{}}}}, strictjson.Object{"a\n": "b"}, strictjson.Object{"say \"a\"": []any{}},
	}
	names := append(slices.Sorted(maps.Keys(data)), "speaker", "colour")
	name := names[rng.IntN(len(names))]
	if rng.IntN(6) == 0 {
		delete(data, name)
		return
	}
	data[name] = values[rng.IntN(len(values))]
}

// recorded are the shorter events of recorded games, and one of each shape that is rare there.
func recorded(t testing.TB) (lines [][]byte) {
	logs, err := filepath.Glob("../testdata/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatal(logs, err)
	}
	for _, name := range logs {
		log, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(log) {
			if len(line) < 1000 {
				lines = append(lines, bytes.TrimSpace(line))
			}
		}
	}
	return append(lines, []byte(`{"actor":"ines","apparent_audience":["ines"],"cause":3,"data":{"speaker":"ines","text":"Yes."},"kind":"said",`+
		`"moment":{"label":"dusk","minutes":4,"sequence":3},"noticed":{"ines":["ada"]},"v":1,"witnessed_by":["ada","ines"]}`))
}

func FuzzOneForm(f *testing.F) {
	for _, line := range slices.Concat(recorded(f), ofEachKind(f)) {
		if len(line) < 300 {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { sameForm(t, data) })
}
