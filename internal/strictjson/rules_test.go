package strictjson

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/narratoria/narratoria/internal/soak"
)

// An oracle reads as this package did before it had a parser of its own: token for token
// from a decoder of others, with every rule where its token is read. What it takes and what
// it says of the rest is what the parser is held to.
type oracle struct {
	data   []byte
	dec    *jsontext.Decoder
	limits Limits
	values int
	depth  int
}

func (p *oracle) parse() (any, int, error) {
	p.dec = jsontext.NewDecoder(bytes.NewBuffer(p.data), jsontext.AllowDuplicateNames(true))
	v, err := p.whole()
	return v, p.values, err
}

func (p *oracle) whole() (any, error) {
	v, err := p.value()
	if err == nil {
		err = p.end()
	}
	if beyond, ok := errors.AsType[*LimitError](err); ok {
		return nil, beyond
	}
	if err != nil {
		return nil, p.syntaxError(err)
	}
	return v, nil
}

func (p *oracle) value() (any, error) {
	tok, err := p.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	if p.values++; p.limits.Values > 0 && p.values > p.limits.Values {
		return nil, p.beyond(LimitValues, p.limits.Values)
	}
	switch tok.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return tok.Bool(), nil
	case '"':
		return tok.String(), nil
	case '0':
		return Number(tok.String()), nil
	}
	if p.depth++; p.limits.Depth > 0 && p.depth > p.limits.Depth {
		return nil, p.beyond(LimitDepth, p.limits.Depth)
	}
	defer func() { p.depth-- }()
	if tok.Kind() == '[' {
		return p.array()
	}
	return p.object()
}

func (p *oracle) beyond(what string, most int) *LimitError {
	e := &LimitError{Offset: int(p.dec.InputOffset()), Of: what, Most: most}
	if what == LimitValues {
		e.Pointer = string(p.dec.StackPointer())
	}
	return e
}

func (p *oracle) array() (any, error) {
	list := []any{}
	for p.dec.PeekKind() != ']' {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := p.dec.ReadToken()
	return list, err
}

func (p *oracle) object() (any, error) {
	object := Object{}
	for p.dec.PeekKind() != '}' {
		before := p.dec.InputOffset()
		key, err := p.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		name := key.String()
		if _, twice := object[name]; twice {
			return nil, p.duplicate(int(before))
		}
		if object[name], err = p.value(); err != nil {
			return nil, err
		}
	}
	_, err := p.dec.ReadToken()
	return object, err
}

func (p *oracle) end() error {
	end := int(p.dec.InputOffset())
	_, err := p.dec.ReadToken()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return &SyntaxError{Offset: skipSpace(p.data, end), Message: "there is more after the JSON value; only white space may follow it"}
}

func (p *oracle) duplicate(before int) *SyntaxError {
	return &SyntaxError{
		Offset:  skipToToken(p.data, before),
		Pointer: string(p.dec.StackPointer()),
		Message: "this key stands twice in one object",
	}
}

func (p *oracle) syntaxError(err error) *SyntaxError {
	at, ok := errors.AsType[*SyntaxError](err)
	if !ok {
		at = &SyntaxError{Offset: int(p.dec.InputOffset()), Message: err.Error()}
	}
	syntactic, ok := errors.AsType[*jsontext.SyntacticError](err)
	if ok {
		at.Pointer = string(syntactic.JSONPointer)
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		at.Offset, at.Message = len(p.data), tooShort(p.data)
	case ok:
		at.Offset, at.Message = stop{p.data, int(syntactic.ByteOffset), syntactic.Err.Error()}.words()
	}
	at.Line, at.Column = Position(p.data, at.Offset)
	return at
}

// sameRules holds the parser to the oracle: the same trees, and the same refusals in all they
// say.
func sameRules(t *testing.T, data []byte, limits Limits) {
	t.Helper()
	kept := bytes.Clone(data)
	want, wantValues, wantErr := (&oracle{data: data, limits: limits}).parse()
	got, values, err := ParseWithin(data, limits)
	if !reflect.DeepEqual(got, want) || values != wantValues || !reflect.DeepEqual(err, wantErr) {
		t.Fatalf("%q within %+v\n got %#v, %d values, %#v\nwant %#v, %d values, %#v", data, limits, got, values, err, want, wantValues, wantErr)
	}
	if !bytes.Equal(data, kept) {
		t.Fatalf("%q was changed to %q", kept, data)
	}
}

// Every text that is near to JSON: all strings of few of its characters, and lines of
// recorded games with a few bytes changed.
func TestRules(t *testing.T) {
	for _, letters := range []string{`{}[]:,"a1 `, `"\u0dD8cen`, "-+0.1eE[,", "\"\\\xc3\xa9\x1f\x7f\xed\xa0", "nultrefas [", "\x00\t\r\n\v1\"[],"} {
		everyText(letters, 3, func(text []byte) {
			sameRules(t, text, Limits{})
			sameRules(t, append([]byte(`{"a":`), text...), Limits{})
			sameRules(t, append(append([]byte("[\""), text...), '"', ']'), Limits{})
		})
	}
	for c := range 256 { // wherever it stands among the eight bytes that are read at once
		for at := range 17 {
			text := append(bytes.Repeat([]byte("x"), at), byte(c))
			sameRules(t, append(append([]byte(`["`), text...), `xxxxxxxxx"]`...), Limits{})
			sameRules(t, append(append([]byte(`["`), text...), `"xé"]`...), Limits{})
		}
	}
	for depth := 9_999; depth < 10_002; depth++ {
		text := append(bytes.Repeat([]byte("["), depth), bytes.Repeat([]byte("]"), depth)...)
		for _, most := range []int{0, 9_999, 10_000, 10_001, 20_000} {
			sameRules(t, text, Limits{Depth: most})
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, line := range recorded(t) {
		sameRules(t, line, Limits{})
		for range soak.Count(300) {
			sameRules(t, mutated(rng, line), Limits{Depth: rng.IntN(8), Values: rng.IntN(80)})
			sameRules(t, mutated(rng, line), Limits{})
		}
	}
}

// everyText gives each text of up to a number of these bytes.
func everyText(letters string, most int, give func([]byte)) {
	var extend func([]byte)
	extend = func(text []byte) {
		give(bytes.Clone(text))
		if len(text) == most {
			return
		}
		for _, letter := range []byte(letters) {
			extend(append(text, letter))
		}
	}
	extend(nil)
}

// recorded are the shorter lines of recorded games.
func recorded(t testing.TB) (lines [][]byte) {
	logs, err := filepath.Glob("../../story/testdata/*.log")
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
	return lines
}

// mutated is a line after one to three changes: a byte set, left out or put in, a piece
// doubled, the end cut off.
func mutated(rng *rand.Rand, line []byte) []byte {
	const letters = "{}[]:,\"\\ \n\tabcdefu0189-.eE\x00\x1f\x7f\x80\xc3\xff"
	text := bytes.Clone(line)
	for range 1 + rng.IntN(3) {
		at := rng.IntN(len(text) + 1)
		until := min(len(text), at+rng.IntN(20))
		letter := letters[rng.IntN(len(letters))]
		switch rng.IntN(12) {
		case 0:
			text = text[:at]
		case 1, 2:
			text = append(append(bytes.Clone(text[:until]), text[at:until]...), text[until:]...)
		case 3, 4, 5:
			text = append(append(bytes.Clone(text[:at]), letter), text[at:]...)
		case 6, 7:
			text = append(bytes.Clone(text[:at]), text[min(len(text), at+1):]...)
		case 8:
			text = append(bytes.Clone(text[:at]), text[until:]...)
		default:
			if at < len(text) {
				text[at] = letter
			}
		}
	}
	return text
}

// One text after another goes through one parser, which must carry nothing over.
func FuzzRules(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,{"b":null}],"c":"\u0000\u2028é"}`, `{"a":1,"\u0061":2}`, `{"b":1,"a":2,"b":{"x":[}`, `-0.0e+1`, `[[[]]]`,
		`"\ud83d\ude00"`, `"\ud83d"`, "\"\xff\"", ` {"" : "" } `, `1 2`, `{"a":"\n\"\\\u001f\u001F\/"}`, `{"é":"\u2028` + "\u2028" + `"}`,
	} {
		f.Add([]byte(seed), 3, 7)
	}
	for _, line := range recorded(f)[:40] {
		f.Add(line, 2, 9)
	}
	f.Fuzz(func(t *testing.T, data []byte, depth, values int) {
		sameRules(t, data, Limits{})
		sameRules(t, data, Limits{Depth: max(0, depth), Values: max(0, values)})
	})
}
