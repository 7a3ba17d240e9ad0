package recorded_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/driver"
	"github.com/narratoria/narratoria/model/openai"
	"github.com/narratoria/narratoria/model/recorded"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/model/test"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// line is one of a recording, whose request is of no one in particular.
func line(turn, answer string) string {
	return `{"task":"prose","turn":` + turn + `,"part":"dace","request":{"messages":[]},"answer":` + answer + "}\n"
}

func said(text, end string) string { return `{"text":` + text + `,"end":"` + end + `"}` }

// answers are the answers of a recording that somebody has changed by hand.
var answers = map[test.Behaviour]string{
	test.Behaving:  said(`"`+test.Answer+`"`, "stop"),
	test.Nothing:   said(`""`, "stop"),
	test.Refusing:  `{"refused":"I will not."}`,
	test.Looping:   said(`"`+strings.Repeat("lamp ", 1000)+`"`, "stop"),
	test.MidWord:   `{"text":"The la"}`,
	test.Endless:   said(`"`+strings.Repeat("All work and no play makes a dull story. ", 8000)+`"`, "stop"),
	test.Unasked:   said(`"It is dark."`, "stop"),
	test.CutJSON:   said(`"{"`, "length"),
	test.WrongJSON: said(`"{\"mood\":\"mauve\"}"`, "stop"),
}

func file(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "answers.ndjson")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestContract(t *testing.T) {
	test.Suite(t, test.Driver{
		Never: map[test.Behaviour]string{test.Stalling: "a file waits for nothing", test.NotUTF8: "such a file is not opened, see TestFilesThatAreNone"},
		New: func(t *testing.T, b test.Behaviour) model.Generator {
			g, err := recorded.Open(file(t, line("12", answers[b])+line("13", answers[test.Behaving])), &recorded.Options{Changed: func(recorded.Change) {}})
			if err != nil {
				t.Fatal(err)
			}
			return g
		},
	})
}

// at is a request for another place.
func at(turn int, part string) model.Request {
	r := test.Request()
	r.Place.Turn, r.Place.Part = turn, part
	return r
}

func TestWhatIsRecordedIsPlayed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.ndjson")
	hosted := scripted.New("hosted", scripted.Say("It is ", "dark."), scripted.Refuse("no"), scripted.Fail(driver.Refuse(model.Unavailable, "away")), scripted.Fill("It was"))
	r, err := recorded.Record(path, hosted)
	if err != nil {
		t.Fatal(err)
	}
	full := at(1, "")
	full.Stop, full.Seed, full.Form = []string{"END"}, 9, model.Form{Grammar: "root ::= \"x\""}
	for i, request := range []model.Request{full, at(2, ""), at(3, ""), at(4, "b")} {
		answer, err := r.Generate(t.Context(), request, nil)
		switch {
		case i == 0 && (err != nil || answer.Text != "It is dark."),
			i == 1 && !errors.Is(err, model.Refused),
			i == 2 && !errors.Is(err, model.Unavailable),
			i == 3 && (err != nil || answer.End != model.Length):
			t.Errorf("%d: %+v: %v", i, answer, err)
		}
	}
	if err := r.Close(); err != nil || r.Name() != "hosted" {
		t.Fatal(err)
	}
	if _, err := r.Generate(t.Context(), at(5, ""), nil); !errors.Is(err, model.Missing) {
		t.Errorf("the script has %v", err)
	}

	p, err := recorded.Open(path, nil) // a change is an error
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		answer, err := p.Generate(t.Context(), full, nil)
		if err != nil || answer.Text != "It is dark." || answer.Usage != (model.Usage{Prompt: 2, Text: 2}) || answer.End != model.Stopped {
			t.Errorf("it plays %+v: %v", answer, err)
		}
	}
	if _, err := p.Generate(t.Context(), at(2, ""), nil); !errors.Is(err, model.Refused) || !strings.Contains(err.Error(), "no") {
		t.Errorf("a refusal is %v", err)
	}
	if answer, err := p.Generate(t.Context(), at(4, "b"), nil); err != nil || answer.Text != "It was" || answer.End != model.Length {
		t.Errorf("it plays %+v: %v", answer, err)
	}
	for _, missing := range []model.Request{at(3, ""), at(4, ""), at(14, "b")} {
		if _, err := p.Generate(t.Context(), missing, nil); !errors.Is(err, model.Missing) || !strings.Contains(err.Error(), missing.Place.String()) {
			t.Errorf("for the %v there is %v", missing.Place, err)
		}
	}
}

func TestAChangedPromptIsReported(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.ndjson")
	r, err := recorded.Record(path, scripted.New("hosted", scripted.Say("It is dark.")))
	if err != nil {
		t.Fatal(err)
	}
	base := at(1, "")
	base.Messages[0].Text = "One.\nTwo.\nThree."
	if _, err := r.Generate(t.Context(), base, nil); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	strict, err := recorded.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	var told []recorded.Change
	lenient, err := recorded.Open(path, &recorded.Options{Changed: func(c recorded.Change) { told = append(told, c) }})
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*model.Request){
		"messages Two. 2.": func(r *model.Request) {
			r.Messages = append([]model.Message{{Role: model.System, Text: "One.\n2.\nThree."}}, r.Messages[1:]...)
		},
		"messages  assistant:": func(r *model.Request) {
			r.Messages = append(append([]model.Message{}, r.Messages...), model.Message{Role: model.Assistant, Text: "Yes."})
		},
		"messages system: user:": func(r *model.Request) {
			r.Messages = append([]model.Message{{Role: model.User, Text: r.Messages[0].Text}}, r.Messages[1:]...)
		},
		"maxTokens 4000 5":    func(r *model.Request) { r.MaxTokens = 5 },
		"heat 700 ":           func(r *model.Request) { r.Heat = 0 },
		"seed  3":             func(r *model.Request) { r.Seed = 3 },
		"stop  END":           func(r *model.Request) { r.Stop = []string{"END"} },
		"grammar  root ::= x": func(r *model.Request) { r.Form.Grammar = "root ::= x" },
	} {
		r := base
		change(&r)
		told = nil
		answer, err := lenient.Generate(t.Context(), r, nil)
		if err != nil || answer.Text != "It is dark." || len(told) != 1 || told[0].What+" "+told[0].Was+" "+told[0].Is != want || told[0].Place != base.Place || told[0].Generator != "hosted" {
			t.Errorf("%s: it plays %q and tells %+v: %v", want, answer.Text, told, err)
		}
		if _, err := strict.Generate(t.Context(), r, nil); !errors.Is(err, model.Changed) {
			t.Errorf("%s: strictly it plays on: %v", want, err)
		}
	}
	base.Within, told = 1e9, nil
	if _, err := strict.Generate(t.Context(), base, nil); err != nil {
		t.Errorf("another time is another request: %v", err)
	}
}

func TestALineThatBreaksOff(t *testing.T) {
	whole := line("13", answers[test.Behaving])
	path := file(t, whole+line("14", answers[test.Behaving])[:30])
	if _, err := recorded.Open(path, nil); err == nil || !strings.Contains(err.Error(), "breaks off") {
		t.Errorf("it is played: %v", err)
	}
	r, err := recorded.Record(path, scripted.New("hosted", scripted.Say("It is dark.")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Generate(t.Context(), at(14, "dace"), nil)
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	p, err := recorded.Open(path, &recorded.Options{Changed: func(recorded.Change) {}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []model.Request{at(13, "dace"), at(14, "dace")} {
		if _, err := p.Generate(t.Context(), r, nil); err != nil {
			t.Error(err)
		}
	}
}

func TestTheLaterLineCounts(t *testing.T) {
	p, err := recorded.Open(file(t, line("13", said(`"old"`, "stop"))+line("13", said(`"new"`, "stop"))), &recorded.Options{Changed: func(recorded.Change) {}})
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := p.Generate(t.Context(), test.Request(), nil); err != nil || answer.Text != "new" {
		t.Errorf("it plays %q: %v", answer.Text, err)
	}
}

func TestFilesThatAreNone(t *testing.T) {
	good := line("13", answers[test.Behaving])
	for name, text := range map[string]string{
		"not UTF-8":    good + line("12", said("\"la\xffmp\"", "stop")),
		"no JSON":      good + "x\n",
		"no object":    good + "[]\n",
		"no answer":    good + `{"task":"prose","turn":1,"request":{}}` + "\n",
		"no task":      good + `{"turn":1,"request":{},"answer":{}}` + "\n",
		"a long line":  good + line("12", said(`"`+strings.Repeat("x", 1<<20)+`"`, "stop")),
		"an empty one": good + "\n",
	} {
		path := file(t, text)
		if _, err := recorded.Open(path, nil); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: it is opened: %v", name, err)
		}
		if r, err := recorded.Record(path, scripted.New("x")); err == nil {
			t.Errorf("%s: it is recorded on: %v", name, r.Close())
		}
	}
	if _, err := recorded.Open(filepath.Join(t.TempDir(), "none"), nil); !errors.Is(err, os.ErrNotExist) || !strings.HasSuffix(err.Error(), "none is not there") {
		t.Errorf("one that is not there: %v", err)
	}
	if _, err := recorded.Open(t.TempDir(), nil); err == nil {
		t.Error("a directory is opened")
	}
	if _, err := recorded.Record(filepath.Join(t.TempDir(), "no", "x"), scripted.New("x")); err == nil {
		t.Error("it is recorded where there is no directory")
	}
}

// What a recorder cannot keep is no answer, and spoils nothing that is kept.
func TestWhatCannotBeKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.ndjson")
	r, err := recorded.Record(path, scripted.New("hosted", slices.Repeat([]scripted.Step{scripted.Say("It is dark.")}, 3)...))
	if err != nil {
		t.Fatal(err)
	}
	large := at(1, "")
	large.Messages = []model.Message{{Role: model.User, Text: strings.Repeat("x", 1<<20)}}
	if answer, err := r.Generate(t.Context(), large, nil); !errors.Is(err, model.Unavailable) || answer.Text != "" {
		t.Errorf("a line that is too long: %v", err)
	}
	many := at(1, "")
	many.Messages = slices.Repeat([]model.Message{{Role: model.User, Text: "x"}}, 5000)
	if answer, err := r.Generate(t.Context(), many, nil); !errors.Is(err, model.Unavailable) || answer.Text != "" {
		t.Errorf("a line of more values than are read: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Generate(t.Context(), at(2, ""), nil); !errors.Is(err, model.Unavailable) {
		t.Errorf("after the end: %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || len(data) > 0 {
		t.Errorf("kept is %.200q: %v", data, err)
	}
}

func TestARecorderSaysWhereRequestsGo(t *testing.T) {
	hosted, err := openai.New("https://api.example.org/v1", "phi", nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := recorded.Record(filepath.Join(t.TempDir(), "x"), hosted)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if host, leaves := model.Leaves(r); host != "api.example.org" || !leaves {
		t.Errorf("they go to %q", host)
	}
}

// Whatever a file holds, it is opened or refused, and what is played of it is a text.
func FuzzOpen(f *testing.F) {
	for _, answer := range answers {
		if len(answer) < 1000 {
			f.Add(line("13", answer))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := recorded.Open(file(t, text), &recorded.Options{Changed: func(recorded.Change) {}})
		if err != nil {
			return
		}
		test.Foreign(t, p)
	})
}
