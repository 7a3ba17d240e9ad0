package driver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var request = model.Request{Place: model.Place{Task: "prose"}, Messages: []model.Message{{Role: model.User, Text: "Go on."}}}

// written is what comes of pieces: what was told of them, joined by |, and the error.
func written(stops, secrets []string, pieces ...string) string {
	var told []string
	r := request
	r.Stop = stops
	_, err := Generate(context.Background(), Call{Generator: "g", Secrets: secrets}, r, func(p model.Piece) { told = append(told, p.Text) },
		func(_ context.Context, text *Text) error {
			for _, piece := range pieces {
				if err := text.Write(piece); err != nil {
					return err
				}
			}
			text.End(model.Stopped)
			return nil
		})
	said := strings.Join(told, "|")
	if err != nil {
		made, _ := errors.AsType[*model.Error](err)
		said += "!" + string(made.Kind)
	}
	return said
}

func TestPieces(t *testing.T) {
	stops, secrets := []string{"END", "\n\n"}, []string{"sk-secret"}
	for want, pieces := range map[string][]string{
		"It i|s dark.":   {"It is", " dark."},
		"!empty":         {"", ""},
		" |\t!empty":     {"", " ", "\t"},
		"l|ö|w":          {"l\xc3", "\xb6", "w"},
		"a|灯b":           {"a\xe7", "\x81", "\xafb"},
		"a!malformed":    {"a\xc3", "(", "b"},
		"b!malformed":    {"b\xe7\x81"},
		"!malformed":     {"\xff"},
		"It |is":         {"It ", "isE", "N", "D of it"},
		"It|ENdark":      {"It", "EN", "dark"},
		"dark|EN|EN.":    {"dark", "EN", "EN", "."},
		"one|\ntwo":      {"one\n", "two", "\n", "\n", "three"},
		"a |s|sk-secre.": {"a ", "s", "sk-secr", "e."},
	} {
		if got := written(stops, secrets, pieces...); got != want {
			t.Errorf("%q is %q, and is to be %q", pieces, got, want)
		}
	}
	for _, pieces := range [][]string{{"a sk-secret"}, {"a ", "sk-", "secret"}, {"a sk", "-secretEND"}, strings.Split("a sk-secret", "")} {
		if got := strings.ReplaceAll(written(stops, secrets, pieces...), "|", ""); got != "a !malformed" && got != "!malformed" {
			t.Errorf("%q is %q", pieces, got)
		}
	}
	if got := written(stops, secrets, "a END sk-secret"); got != "a " {
		t.Errorf("what is behind the stop is looked at: %q", got)
	}
}

func TestCircles(t *testing.T) {
	prose := "The lamp gutters, and is out. Somebody laughs; it is Dace, who has the key. "
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"a letter":            {strings.Repeat("a", 400), true},
		"a token":             {"It is dark. " + strings.Repeat(" lamp", 100), true},
		"a token of 32":       {strings.Repeat("abcdefghijklmnopqrstuvwxyz012345", 49), true},
		"white space":         {`{"mood":` + strings.Repeat("\n", 400), true},
		"a token of signs":    {strings.Repeat("灯", 200), true},
		"not so often":        {strings.Repeat("ha ", 100), false},
		"a line":              {strings.Repeat("-", 300), false},
		"longer than a token": {strings.Repeat("abcdefghijklmnopqrstuvwxyz0123456", 60), false},
		"numbered": {func() (s string) {
			for i := range 500 {
				s += fmt.Sprint(i, " ")
			}
			return
		}(), false},
		"prose": {strings.Repeat(prose, 100), false},
	} {
		for _, size := range []int{1, 3, 7, len(c.text)} {
			var round circle
			found := false
			for rest := c.text; rest != "" && !found; rest = rest[min(size, len(rest)):] {
				found = round.turns(rest[:min(size, len(rest))])
			}
			if found != c.want {
				t.Errorf("%s, in pieces of %d: %v", name, size, found)
			}
		}
	}
}

func TestForms(t *testing.T) {
	broken := errors.New("it is too dark")
	for _, c := range []struct {
		text string
		end  model.End
		form model.Form
		want model.Kind
	}{
		{"x", model.Length, model.Form{}, ""},
		{"{}", model.Stopped, model.Form{Schema: []byte("{}")}, ""},
		{" [1]\n", model.Stopped, model.Form{Schema: []byte("{}")}, ""},
		{"{}", model.Length, model.Form{Schema: []byte("{}")}, model.Incomplete},
		{"x", model.Length, model.Form{Grammar: "g"}, model.Incomplete},
		{"x", model.Stopped, model.Form{Grammar: "g"}, ""},
		{"{} {}", model.Stopped, model.Form{Schema: []byte("{}")}, model.Unformed},
		{`{"a":1,"a":2}`, model.Stopped, model.Form{Schema: []byte("{}")}, model.Unformed},
		{strings.Repeat("[", 100) + strings.Repeat("]", 100), model.Stopped, model.Form{Schema: []byte("{}")}, model.Unformed},
		{"[" + strings.Repeat("1,", 30_000) + "1]", model.Stopped, model.Form{Schema: []byte("{}")}, model.Unformed},
		{"x", model.Stopped, model.Form{Check: func(string) error { return broken }}, model.Unformed},
	} {
		err := formed(c.text, c.end, c.form)
		if c.want == "" && err != nil || c.want != "" && !errors.Is(err, c.want) {
			t.Errorf("%.20q (%s): %v, and is to be %q", c.text, c.end, err, c.want)
		}
		if c.form.Check != nil && !errors.Is(err, broken) {
			t.Errorf("the cause is lost: %v", err)
		}
	}
}

func TestTheEndIsTheEnd(t *testing.T) {
	text := newText(nil, nil, nil)
	text.End(model.Stopped)
	if err := text.Write("x"); !errors.Is(err, model.Malformed) || !text.Ended() {
		t.Errorf("behind its end: %v", err)
	}
	long := newText(nil, nil, nil)
	var err error
	for i := 0; err == nil; i++ {
		err = long.Write(fmt.Sprint("line ", i, "\n"))
	}
	if !errors.Is(err, model.TooLong) || long.told.Len() > model.MostText {
		t.Errorf("after %d bytes: %v", long.told.Len(), err)
	}
}

// Whose deadline it was, and that it was one, whatever else failed because of it.
func TestDeadlines(t *testing.T) {
	waits := func(ctx context.Context, _ *Text) error {
		<-ctx.Done()
		return fmt.Errorf("the pipe is broken")
	}
	for name, c := range map[string]struct {
		call    Call
		within  time.Duration
		caller  time.Duration
		after   time.Duration
		kind    model.Kind
		message string
	}{
		"nobody's":              {Call{}, 0, 0, DefaultWithin, model.Timeout, "g: it was not done within 1m0s"},
		"the driver's":          {Call{Within: 5 * time.Second}, 0, 0, 5 * time.Second, model.Timeout, "g: it was not done within 5s"},
		"the request's":         {Call{Within: 5 * time.Second}, 7 * time.Second, 0, 7 * time.Second, model.Timeout, "g: it was not done within 7s"},
		"the caller's":          {Call{}, 7 * time.Second, 3 * time.Second, 3 * time.Second, model.Timeout, "g: it was not done when the caller's time was up"},
		"of who is patient":     {Call{Patient: true}, 7 * time.Second, time.Hour, time.Hour, model.Timeout, "g: it was not done when the caller's time was up"},
		"the caller's, gone by": {Call{}, 0, -1, 0, model.Timeout, "g: it was not done when the caller's time was up"},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := t.Context(), context.CancelFunc(func() {})
			if c.caller != 0 {
				ctx, cancel = context.WithTimeout(ctx, c.caller)
			}
			defer cancel()
			c.call.Generator = "g"
			r := request
			r.Within = c.within
			began := time.Now()
			_, err := Generate(ctx, c.call, r, nil, waits)
			if took := time.Since(began); took != c.after || !errors.Is(err, c.kind) || err.Error() != c.message {
				t.Errorf("%s: after %v: %v", name, took, err)
			}
		})
	}
}

// A request that cannot be served, or whose time is over, is not begun.
func TestNothingIsBegun(t *testing.T) {
	begun := func(context.Context, *Text) error {
		t.Error("it is begun")
		return nil
	}
	if _, err := Generate(t.Context(), Call{Generator: "g"}, model.Request{}, nil, begun); !errors.Is(err, model.Rejected) {
		t.Errorf("of no request: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Generate(ctx, Call{Generator: "g"}, request, nil, begun); !errors.Is(err, model.Cancelled) {
		t.Errorf("of one that was given up: %v", err)
	}
}

func TestUse(t *testing.T) {
	text := newText(nil, nil, nil)
	text.Use(model.Usage{Prompt: 3})
	text.Use(model.Usage{Text: 1})
	text.Use(model.Usage{Text: 7})
	text.Use(model.Usage{Prompt: -4})
	if want := (model.Usage{Prompt: 3, Text: 7}); text.usage != want {
		t.Errorf("it is %+v", text.usage)
	}
}

// However a text is cut into pieces, the same comes of it, and the beginning of no stop and of no secret
// is told that turns out to be one.
func FuzzText(f *testing.F) {
	f.Add("It is dark. END of it", "END", "sk-secret", uint64(0b10110))
	f.Add("a sk-secret", "\n", "sk-secret", uint64(3))
	f.Add("灯\xe7\x81", "灯灯", "aaa", ^uint64(0))
	f.Add("aaab aab", "aab", "ab ", uint64(0x5555))
	f.Fuzz(func(t *testing.T, whole, stop, secret string, cuts uint64) {
		if stop == "" || secret == "" || !utf8.ValidString(stop) || !utf8.ValidString(secret) || strings.ContainsAny(whole, "|!") {
			return
		}
		var pieces []string
		from := 0
		for i := range whole {
			if cuts>>(i%64)&1 == 1 {
				pieces = append(pieces, whole[from:i])
				from = i
			}
		}
		pieces = append(pieces, whole[from:])
		want := plainly(whole, stop, secret)
		got := strings.ReplaceAll(written([]string{stop}, []string{secret}, pieces...), "|", "")
		told, kind, _ := strings.Cut(got, "!")
		if strings.Contains(told, secret) || strings.Contains(told, stop) || !utf8.ValidString(told) || len(told) > len(whole) {
			t.Fatalf("of %q it told %q", pieces, told)
		}
		if wantTold, wantKind, failed := strings.Cut(want, "!"); want != "?" && (kind != wantKind || !failed && told != wantTold) {
			t.Fatalf("%q is %q, and is to be %q", pieces, got, want)
		}
	})
}

// plainly is what comes of a text that is looked at as a whole; "?" where that hangs on the pieces.
func plainly(whole, stop, secret string) string {
	if len(whole) > 300 {
		return "?" // it may turn in a circle, or be too long
	}
	end := len(whole)
	if i := strings.Index(whole, stop); i >= 0 {
		end = i
	}
	if end < len(whole) && (!utf8.ValidString(whole) || strings.Contains(whole, secret)) {
		return "?" // what is behind the stop may have come in one piece with it
	}
	switch text := whole[:end]; {
	case !utf8.ValidString(text), strings.Contains(text, secret):
		return "!malformed"
	case blank(text):
		return "!empty"
	default:
		return text
	}
}

// A server that knows no schemas lets its model write what people read: the one object is taken out of that, and nothing else is.
func TestSalvage(t *testing.T) {
	const object = "{\"steps\": [\"a ``` b\", \"<think> </think>\"]}"
	fenced := "```json\n{\"a\": 1}\n```"
	for said, want := range map[string]string{
		object:                             object,
		" [1]\n":                           " [1]\n",
		fenced:                             `{"a": 1}`,
		"```\n{}\n```\n":                   "{}",
		"Here it is:\n" + fenced + "\nOK.": `{"a": 1}`,
		"<think>{\"b\": 2}?</think>\n{}":   "{}",
		"so let me see.\n</think>\n\n{}":   "{}",
		"<think>\n\n</think>\n\n" + fenced: `{"a": 1}`,

		"Here it is: {}":                     "",
		"{} {}":                              "",
		fenced + "\n" + fenced:               "",
		"{}\n" + fenced:                      "",
		"```json\n{} {}\n```":                "",
		"```json\n[1]\n```":                  "",
		"```json\n{}":                        "",
		"<think>{}":                          "",
		"<think>{}</think>":                  "",
		"<think>a</think>{}<think>b</think>": "",
		"{}</think>{}":                       "",
		"```json\n" + strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65) + "\n```": "",
	} {
		r := request
		r.Form.Schema = []byte("{}")
		checked := ""
		r.Form.Check = func(text string) error { checked = text; return nil }
		var told strings.Builder
		answer, err := Generate(t.Context(), Call{Generator: "g"}, r, func(p model.Piece) { told.WriteString(p.Text) }, func(_ context.Context, text *Text) error {
			defer text.End(model.Stopped)
			return text.Write(said)
		})
		if answer.Text != want || answer.Text != checked || (want == "") != errors.Is(err, model.Unformed) {
			t.Errorf("of %q the answer is %q, and is to be %q: %v", said, answer.Text, want, err)
		}
		if told.String() != said {
			t.Errorf("of %q it told %q", said, told.String())
		}
	}
	text := newText(nil, nil, nil)
	if err := text.Write(fenced); err != nil {
		t.Fatal(err)
	}
	text.End(model.Stopped)
	if said, err := text.close(model.Form{}); said != fenced || err != nil {
		t.Errorf("of a text of any form %q is left: %v", said, err)
	}
}
