package sse_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/narratoria/narratoria/model/internal/sse"
)

// all reads a stream to its end.
func all(from io.Reader) (events []sse.Event, err error) {
	r := sse.NewReader(from)
	for {
		event, err := r.Next()
		if err == io.EOF {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		events = append(events, event)
	}
}

func TestEvents(t *testing.T) {
	for stream, want := range map[string]string{
		"":                                   "",
		"\n\n":                               "",
		": wait\n\n":                         "",
		"retry: 10\nid: 7\n\n":               "",
		"data: a\n\n":                        "(a)",
		"data:a\n\ndata:  b\n\n":             "(a)( b)",
		"\ufeffdata: a\r\rdata: b\r\n\r\n":   "(a)(b)",
		"data: a\n: wait\ndata: b\n\n":       "(a\nb)",
		"event: x\ndata: a\n\ndata: b\n\n":   "x(a)(b)",
		"data\n\n":                           "()",
		"data\ndata\n\n":                     "(\n)",
		"error: {\"code\":1}\n\n":            "error({\"code\":1})",
		"data: a\n\n: wait\n\n":              "(a)",
		"data: a":                            "!unexpected EOF",
		"data: a\n":                          "!unexpected EOF",
		"data: a\n\nev":                      "(a)!unexpected EOF",
		"da\xffta: a\n\n":                    "!the stream holds what is no event: \"da\\xffta\"",
		" data: a\n\n":                       "!the stream holds what is no event: \" data\"",
		"event: x\n\ndata: a\n\n":            "!the stream holds what is no event: \"x\" has no data",
		"event: x\x00data: a\n\ndata: b\n\n": "!the stream holds what is no event: \"x\\x00data: a\" has no data",
	} {
		for name, from := range map[string]io.Reader{"": strings.NewReader(stream), "a byte at a time": iotest.OneByteReader(strings.NewReader(stream))} {
			events, err := all(from)
			got := ""
			for _, e := range events {
				got += fmt.Sprintf("%s(%s)", e.Name, e.Data)
			}
			if err != nil {
				got += "!" + err.Error()
			}
			if got != want {
				t.Errorf("%q %s is %q, and is to be %q", stream, name, got, want)
			}
		}
	}
}

func TestBounds(t *testing.T) {
	for name, stream := range map[string]string{
		"a line":  "data: " + strings.Repeat("x", sse.MostLine),
		"a field": strings.Repeat("x", sse.MostLine+1) + "\n\n",
		"events":  strings.Repeat("data: "+strings.Repeat("x", sse.MostLine-6)+"\n", 3) + "\n",
	} {
		if events, err := all(strings.NewReader(stream)); !errors.Is(err, sse.ErrTooLong) || len(events) > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken := errors.New("broken")
	if _, err := all(iotest.ErrReader(broken)); err != broken {
		t.Errorf("an error of what is read is %v", err)
	}
}

// plainly is another reading of a stream, all at once: the events up to the first that is none, and
// whether the stream is one.
func plainly(stream string) (events []sse.Event, fine bool) {
	stream = strings.ReplaceAll(strings.ReplaceAll(stream, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(strings.TrimPrefix(stream, "\ufeff"), "\n")
	last := lines[len(lines)-1]
	var data []string
	name, open := "", false
	for _, line := range lines[:len(lines)-1] {
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "" && data == nil && name != "":
			return events, false
		case line == "":
			if data != nil {
				events = append(events, sse.Event{Name: name, Data: strings.Join(data, "\n")})
			}
			data, name, open = nil, "", false
			continue
		case field == "data":
			data = append(data, value)
		case field == "error":
			name, data = "error", append(data, value)
		case field == "event":
			name = value
		case field != "" && field != "id" && field != "retry":
			return events, false
		}
		open = open || field != ""
	}
	return events, last == "" && !open
}

func FuzzReader(f *testing.F) {
	for _, seed := range []string{"data: a\n\n", "event: x\r\ndata: a\r\n\r\n", ": c\n\nerror: {}\n\ndata\n\n", "\ufeffdata: a\r\r", "id\nretry: 1\n\nevent: x\n\n", "data: a\n\n\ufeffdata: b\n\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, stream string) {
		want, fine := plainly(stream)
		for _, from := range []io.Reader{strings.NewReader(stream), iotest.OneByteReader(strings.NewReader(stream)), iotest.DataErrReader(strings.NewReader(stream))} {
			events, err := all(from)
			if (err == nil) != fine || !slices.Equal(events, want) {
				t.Fatalf("%q is %q (%v), and is to be %q (%v)", stream, events, err, want, fine)
			}
		}
	})
}
