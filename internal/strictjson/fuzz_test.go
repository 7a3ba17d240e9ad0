package strictjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Whatever is accepted must be JSON to another parser too, be UTF-8, and come
// back from its own bytes unchanged.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,{"b":null}],"c":"\u0000\u2028é"}`, `{"a":1,"\u0061":2}`, `9007199254740993`, `-0.0e+1`,
		`[[[]]]`, `"\ud83d\ude00"`, `"\ud83d"`, "\"\xff\"", ` {"" : "" } `, `{"a":{"a":{"a":1}},"b":[{},{}]}`, `1 2`,
	} {
		f.Add([]byte(seed), "/a/0")
	}
	f.Fuzz(func(t *testing.T, data []byte, pointer string) {
		line, column := strictjson.Locate(data, pointer)
		keyLine, keyColumn := strictjson.LocateKey(data, pointer)
		if line < 1 || column < 1 || keyLine > line || (keyLine == line && keyColumn > column) {
			t.Errorf("%q: value at %d:%d, key at %d:%d", pointer, line, column, keyLine, keyColumn)
		}
		v, err := strictjson.Parse(data)
		if err != nil {
			checkWords(t, data, err)
			return
		}
		if !json.Valid(data) || !utf8.Valid(data) {
			t.Fatalf("accepted what encoding/json refuses: %q", data)
		}
		written := strictjson.Append(nil, v)
		again, err := strictjson.Parse(written)
		if err != nil || !bytes.Equal(written, strictjson.Append(nil, again)) {
			t.Fatalf("%q was written as %q, which reads as %v (%v)", data, written, again, err)
		}
	})
}

// checkWords holds an error to one printable line about a place of the text.
func checkWords(t *testing.T, data []byte, err error) {
	syntax, ok := errors.AsType[*strictjson.SyntaxError](err)
	if !ok {
		t.Fatalf("%q: a %T", data, err)
	}
	if syntax.Offset < 0 || syntax.Offset > len(data) {
		t.Errorf("%q: an error at byte %d", data, syntax.Offset)
	}
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	if m := syntax.Message; m == "" || len(m) > 300 || !utf8.ValidString(m) || strings.ContainsFunc(m, unprintable) {
		t.Errorf("%q: %q is no sentence", data, m)
	}
}
