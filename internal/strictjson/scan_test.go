package strictjson_test

import (
	"bytes"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// scanned holds a Scanner to Parse and Append: it takes exactly what Append writes of the
// tree that Parse reads, but for names that need an escape and what is nested too deeply,
// and it says of that what the tree says.
func scanned(t *testing.T, data []byte) {
	t.Helper()
	const most = 8
	var s strictjson.Scanner
	s.Begin(data, most)
	traits := s.Value()
	s.End()
	m := strictjson.Traits(0)
	v, _, err := strictjson.ParseWithin(data, strictjson.Limits{Depth: most})
	plain := err == nil && traitsOf(v, &m)
	want := plain && bytes.Equal(strictjson.Append(nil, v), data)
	if s.Sound() != want || want && traits != m {
		t.Fatalf("%q: taken %v as %b, want %v as %b (%v)", data, s.Sound(), traits, want, m, err)
	}
	text, isText := v.(string)
	s.Begin(data, 0)
	got := s.Text()
	s.End()
	if s.Sound() != (want && isText) || s.Sound() && got != text {
		t.Fatalf("%q: taken %v as the text %q, want %q", data, s.Sound(), got, text)
	}
	n, isNumber := v.(strictjson.Number)
	s.Begin(data, 0)
	whole := s.Integer()
	s.End()
	if s.Sound() != (want && isNumber && m == 0) || s.Sound() && strconv.FormatInt(whole, 10) != string(n) {
		t.Fatalf("%q: taken %v as the integer %d", data, s.Sound(), whole)
	}
}

// traitsOf adds what a tree holds, and reports whether its names need no escape.
func traitsOf(v any, traits *strictjson.Traits) (plain bool) {
	escaped := func(s string) bool { return strings.ContainsRune(string(strictjson.Append(nil, s)), '\\') }
	plain = true
	switch v := v.(type) {
	case nil:
		*traits |= strictjson.HasNull
	case string:
		if escaped(v) {
			*traits |= strictjson.HasEscape
		}
	case strictjson.Number:
		if n, err := strconv.ParseInt(string(v), 10, 64); err != nil || strconv.FormatInt(n, 10) != string(v) {
			*traits |= strictjson.HasOther
		}
	case []any:
		for _, item := range v {
			plain = traitsOf(item, traits) && plain
		}
	case strictjson.Object:
		for name, item := range v {
			plain = traitsOf(item, traits) && !escaped(name) && plain
		}
	}
	return plain
}

var scannedTexts = []string{
	`{}`, `[]`, `""`, `null`, `true`, `false`, `0`, `-0`, `-`, `01`, `1.`, `1.5`, `-1e-3`, `1E5`, `9223372036854775807`, `9223372036854775808`,
	`-9223372036854775808`, `-9223372036854775809`, `123456789012345678901234567890`, `{"a":1,"b":[true,null,"x\n\"\\\u0001\u001f\u000b"]}`,
	`{"b":1,"a":1}`, `{"a":1,"a":1}`, `{"":0,"a":{}}`, `"\u000a"`, `"\u001F"`, `"\/"`, `"\u0041"`, `"\ud83d\udd6f"`, `"é \u2028"`, "\"\u2028\x7f<>&\"",
	"\"\xff\"", "\"\xed\xa0\x80\"", "\"a\tb\"", `"\`, `"\"`, `"\u`, `"\u00"`, `"\u001"`, `{"a\n":1}`, ` 1`, `1 `, `[1, 2]`, `[1,]`, `[,1]`, `[1 2]`, `{"a"}`,
	`{"a":}`, `{"a":1,}`, `nul`, `tru`, ``, `[[[[[[[[1]]]]]]]]`, `[[[[[[[[[1]]]]]]]]]`, `{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{}}}}}}}}}`, `[0,00]`, `[1.0,-0.0]`,
	`"0123456789 0123456789 0123456789 é"`,
}

func TestAScannerTakesWhatAppendWrites(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, text := range scannedTexts {
		scanned(t, []byte(text))
		for range soak.Count(20_000) {
			changed := []byte(text)
			for range 1 + rng.IntN(2) {
				at := rng.IntN(len(changed) + 1)
				put := "{}[]:,\"\\ a0-.enu\x80\x01é"[rng.IntN(20):][:1]
				switch rng.IntN(3) {
				case 0:
					changed = append(changed[:at:at], changed[min(at+1, len(changed)):]...)
				case 1:
					changed = append(changed[:at:at], append([]byte(put), changed[at:]...)...)
				default:
					changed = append(changed[:at:at], append([]byte(put), changed[min(at+1, len(changed)):]...)...)
				}
			}
			scanned(t, changed)
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, text := range scannedTexts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { scanned(t, data) })
}
