package wire

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/model"
)

var requests = []Request{
	{ID: 1, Load: &Load{Library: "/lib", Model: "m\n\"", Context: 4096, Threads: 2, Vectors: true}},
	{ID: 2, Generate: &Generate{Prompt: []Part{{"<|user|>", true}, {"a\x00 灯", false}}, Grammar: "root ::= \"a\"", Tokens: 7, Stop: []string{"x"}, Seed: math.MinInt64, Heat: 2000}},
	{ID: math.MaxInt64, Encode: [][]int32{{0, math.MaxInt32}, {}}},
	{ID: 3, Cancel: true},
	{ID: 5, Count: []string{"a", "", "灯"}},
}

var replies = []Reply{
	{ID: 1, Alive: true},
	{ID: 1, Loaded: &Loaded{Context: 1, Dimensions: 384, Vocabulary: 32000}},
	{ID: 1, Loaded: &Loaded{Context: 1, Dimensions: 384, Vocabulary: 32000, Speed: model.Speed{Read: 1, Write: time.Hour}}},
	{ID: 2, Piece: " 灯\x00", Usage: model.Usage{Prompt: 31, Text: 1}},
	{ID: 2, Done: model.Length, Usage: model.Usage{Prompt: 31, Reused: 30}},
	{ID: 3, Counted: []int{0, 7, 1}},
	{ID: 3, Vectors: [][]float32{{0.5, -1e-30}, {0}}},
	{ID: 4, Error: &model.Error{Kind: model.Rejected, Message: "no"}},
}

func TestWhatIsSaidIsHeard(t *testing.T) {
	var pipe bytes.Buffer
	w := NewWriter(&pipe)
	for _, r := range requests {
		if err := w.Request(r); err != nil {
			t.Fatal(err)
		}
	}
	heard := Requests(&pipe)
	for _, want := range requests {
		if got, err := heard.Request(); err != nil || !cmp.Equal(got, want) {
			t.Errorf("%v\n%s", err, cmp.Diff(want, got))
		}
	}
	if _, err := heard.Request(); err != io.EOF {
		t.Error(err)
	}
	for _, r := range replies {
		if err := w.Reply(r); err != nil {
			t.Fatal(err)
		}
	}
	said := Replies(&pipe)
	for _, want := range replies {
		if got, err := said.Reply(); err != nil || !cmp.Equal(got, want) {
			t.Errorf("%v\n%s", err, cmp.Diff(want, got))
		}
	}
}

func TestLinesThatAreRefused(t *testing.T) {
	for line, want := range map[string]error{
		"":                                      io.EOF,
		"\n":                                    ErrBroken,
		`{"id":1,"cancel":true}`:                ErrCut,
		strings.Repeat("x", MostRequest) + "\n": ErrTooLong,
		"[]\n":                                  ErrBroken,
		`{"id":1}` + "\n":                       ErrBroken,
		`{"id":0,"cancel":true}` + "\n":         ErrBroken,
		`{"id":1,"id":1,"cancel":true}` + "\n":  ErrBroken,
		`{"id":1,"cancel":false}` + "\n":        ErrBroken,
		`{"id":1.5,"cancel":true}` + "\n":       ErrBroken,
		`{"id":1,"cancel":true,"encode":[]}` + "\n":                                                                         ErrBroken,
		`{"id":1,"encode":[[-1]]}` + "\n":                                                                                   ErrBroken,
		`{"id":1,"encode":[[2147483648]]}` + "\n":                                                                           ErrBroken,
		`{"id":1,"encode":[["a"]]}` + "\n":                                                                                  ErrBroken,
		`{"id":1,"load":{"library":"l","model":"m","context":1,"threads":-1,"vectors":false}}` + "\n":                       ErrBroken,
		`{"id":1,"load":{"library":"l","model":"m","context":1,"threads":1}}` + "\n":                                        ErrBroken,
		`{"id":1,"generate":{"prompt":[{"text":"a","more":1}],"grammar":"","tokens":1,"stop":[],"seed":0,"heat":0}}` + "\n": ErrBroken,
		`{"id":1,"generate":{"prompt":[],"grammar":"","tokens":1,"stop":[""],"seed":0,"heat":0}}` + "\n":                    ErrBroken,
		`{"id":1,"generate":{"prompt":[],"grammar":"","tokens":0,"stop":[],"seed":0,"heat":0}}` + "\n":                      ErrBroken,
	} {
		if _, err := Requests(strings.NewReader(line)).Request(); !errors.Is(err, want) {
			t.Errorf("%.100q: %v", line, err)
		}
	}
	for _, line := range []string{
		`{"id":1,"vectors":["AACA"]}`, `{"id":1,"vectors":["AADAfw=="]}`, `{"id":1,"vectors":[]}`, `{"id":1,"vectors":[7]}`, `{"id":1,"alive":1}`,
		`{"id":1,"piece":"","usage":[1,1,0]}`, `{"id":1,"piece":"a"}`, `{"id":1,"piece":"a","usage":[1]}`, `{"id":1,"piece":"a","usage":[1,1]}`, `{"id":1,"piece":"a","usage":[1,1,2]}`, `{"id":1,"counted":[-1]}`, `{"id":1,"counted":["a"]}`, `{"id":1,"piece":"a","usage":[1,-1,0]}`,
		`{"id":1,"done":"","usage":[1,1,0]}`, `{"id":1,"error":{"kind":"rejected","message":""}}`, `{"id":1,"error":{"kind":"timeout","message":"a"}}`,
		`{"id":1,"loaded":{"context":0,"dimensions":1,"vocabulary":1}}`, `{"id":1,"loaded":{"context":1,"dimensions":1,"vocabulary":1,"speed":[1]}}`,
		`{"id":1,"loaded":{"context":1,"dimensions":1,"vocabulary":1,"speed":[0,1]}}`, `{"id":1,"loaded":{"context":1,"dimensions":1,"vocabulary":1,"speed":[1,3600000000001]}}`,
	} {
		if _, err := Replies(strings.NewReader(line + "\n")).Reply(); !errors.Is(err, ErrBroken) {
			t.Errorf("%q: %v", line, err)
		}
	}
	if err := NewWriter(io.Discard).Reply(Reply{ID: 1, Piece: strings.Repeat("x", MostReply)}); !errors.Is(err, ErrTooLong) {
		t.Error(err)
	}
}

// FuzzLines: whatever comes, there are lines and then an error, and what was read is written and read again as the same.
func FuzzLines(f *testing.F) {
	for _, r := range requests {
		f.Add(r.line())
	}
	for _, r := range replies {
		f.Add(r.line())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for from := Requests(bytes.NewReader(data)); ; {
			r, err := from.Request()
			if err != nil {
				break
			}
			if again, err := readRequest(bytes.TrimSuffix(r.line(), []byte("\n"))); err != nil || !cmp.Equal(r, again) {
				t.Fatalf("%+v: %v", r, err)
			}
		}
		for from := Replies(bytes.NewReader(data)); ; {
			r, err := from.Reply()
			if err != nil {
				break
			}
			if again, err := readReply(bytes.TrimSuffix(r.line(), []byte("\n"))); err != nil || !cmp.Equal(r, again) {
				t.Fatalf("%+v: %v", r, err)
			}
		}
	})
}
