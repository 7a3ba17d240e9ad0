// Package test is what every driver of package model must pass. A new driver's test file is a
// constructor call:
//
//	func TestContract(t *testing.T) {
//		test.Suite(t, test.Driver{New: func(t *testing.T, b test.Behaviour) model.Generator { ... }})
//	}
//
// A driver's model first does what a [Behaviour] says, and then writes [Answer]: the suite looks
// that the first call fails as it has to, within its deadline, and that the next is served. Time is that of a
// bubble (testing/synctest): deadlines are waited for, and cost nothing; a goroutine that is left
// fails the test.
//
// Drivers with a server are given faults of the wire as well: [Faults].
package test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/scripted"
)

// Answer is what a model says that behaves, and the last message of the user of every request here.
const Answer = "The lamp gutters — “la lumière”, she says, 灯 — and is out."

// Pieces is Answer in the pieces in which a model may write it.
func Pieces() []string {
	var all []string
	for i, word := range strings.SplitAfter(Answer, " ") {
		if half := len(word) / 2; i%2 == 0 && utf8.RuneStart(word[half]) {
			all = append(all, word[:half], word[half:])
		} else {
			all = append(all, word)
		}
	}
	return all
}

// A Behaviour is what a model does in its first call.
type Behaviour string

// The behaviours.
const (
	Behaving  Behaviour = "behaves"
	Nothing   Behaviour = "says nothing"
	Refusing  Behaviour = "refuses"
	Looping   Behaviour = "loops one token"
	MidWord   Behaviour = "stops in the middle of a word"
	NotUTF8   Behaviour = "sends invalid UTF-8"
	Stalling  Behaviour = "stalls"
	Endless   Behaviour = "goes on for ever"
	Unasked   Behaviour = "writes no JSON where that is wanted"
	CutJSON   Behaviour = "is cut off in JSON"
	WrongJSON Behaviour = "writes JSON that is not of the form"
)

// kinds are the errors that follow from each.
var kinds = map[Behaviour]model.Kind{
	Nothing: model.Empty, Refusing: model.Refused, Looping: model.Looping, MidWord: model.Incomplete,
	NotUTF8: model.Malformed, Stalling: model.Timeout, Endless: model.TooLong,
	Unasked: model.Unformed, CutJSON: model.Incomplete, WrongJSON: model.Unformed,
}

// JSON is what a model writes where a form is asked for: that which is right, and others.
const (
	JSON  = `{"mood":"dark"}`
	Wrong = `{"mood":"mauve"}`
)

// Schema is the schema that is asked for.
const Schema = `{"type":"object","properties":{"mood":{"enum":["dark","bright"]}},"required":["mood"],"additionalProperties":false}`

// Script has a scripted model do b in its first call, and say Answer in forty after it.
func Script(b Behaviour) []scripted.Step {
	first := map[Behaviour]scripted.Step{
		Behaving:  scripted.Say(Pieces()...),
		Nothing:   scripted.Say(),
		Refusing:  scripted.Refuse("I will not."),
		Looping:   scripted.Loop("lamp "),
		MidWord:   scripted.Break("The la"),
		NotUTF8:   scripted.Say("The ", "la\xffmp"),
		Stalling:  scripted.Stall("The la"),
		Endless:   scripted.Loop(strings.Repeat("All work and no play makes a dull story. ", 20)),
		Unasked:   scripted.Say("It is dark."),
		CutJSON:   scripted.Fill(`{"mood":`),
		WrongJSON: scripted.Say(Wrong),
	}
	return append([]scripted.Step{first[b]}, slices.Repeat([]scripted.Step{scripted.Say(Pieces()...)}, 40)...)
}

// A Driver is what is tested.
type Driver struct {
	// New makes a generator whose model does b in its first call, which is for turn 12, and says Answer
	// in each after it, which is for turn 13. Of Behaving and Stalling the first may be for either. It
	// is called in a bubble; what has to be closed goes into t.Cleanup.
	New func(t *testing.T, b Behaviour) model.Generator
	// Never are behaviours that cannot come about, each with the reason.
	Never map[Behaviour]string
	// Patient says that a call has no deadline of its own.
	Patient bool
	// Kinds are the errors of behaviours that show otherwise than in others.
	Kinds map[Behaviour]model.Kind
	// Real are behaviours that come about in a process, whose time a bubble does not know: they are waited for.
	Real map[Behaviour]bool
}

// Request is one that every driver serves.
func Request() model.Request {
	return model.Request{
		Place:     model.Place{Task: "prose", Turn: 13, Part: "dace"},
		Messages:  []model.Message{{Role: model.System, Text: "You tell what happens."}, {Role: model.User, Text: Answer}},
		MaxTokens: 4000,
		Within:    within,
		Heat:      700,
	}
}

const within = 30 * time.Second

// requestFor is what is asked of a model that will behave so.
func requestFor(b Behaviour) model.Request {
	r := Request()
	r.Place.Turn = 12
	if b == Unasked || b == CutJSON || b == WrongJSON {
		r.Form = Form()
	}
	return r
}

// Form is that of JSON.
func Form() model.Form {
	return model.Form{Schema: []byte(Schema), Check: func(text string) error {
		if text != JSON {
			return errors.New("the mood is neither dark nor bright")
		}
		return nil
	}}
}

// Suite holds a driver to what package model says of all.
func Suite(t *testing.T, d Driver) {
	for b, kind := range kinds {
		t.Run(string(b), func(t *testing.T) {
			if why := d.Never[b]; why != "" {
				t.Logf("its model never %s: %s", b, why)
				return
			}
			if d.Kinds[b] != "" {
				kind = d.Kinds[b]
			}
			if d.Real[b] {
				d.misbehaves(t, b, kind)
				return
			}
			synctest.Test(t, func(t *testing.T) { d.misbehaves(t, b, kind) })
		})
	}
	for name, run := range map[string]func(*testing.T, Driver){
		"answers": answers, "is given up": givenUp, "has a caller's deadline": callersDeadline, "is asked what cannot be": refusedRequests,
		"stops": stops, "is asked at once": atOnce, "has a name": named, "tells nobody": tellsNobody,
	} {
		t.Run(name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { run(t, d) }) })
	}
}

// misbehaves looks that a call fails as it has to, and that the next is served.
func (d Driver) misbehaves(t *testing.T, b Behaviour, kind model.Kind) {
	g := d.New(t, b)
	began := time.Now()
	ctx, cancel := t.Context(), context.CancelFunc(func() {})
	if d.Patient {
		ctx, cancel = context.WithTimeout(ctx, within)
	}
	defer cancel()
	var told strings.Builder
	answer, err := g.Generate(ctx, requestFor(b), func(p model.Piece) { told.WriteString(p.Text) })
	if took := time.Since(began); took > within {
		t.Errorf("the call had %v and took %v", within, took)
	}
	wantKind(t, err, kind)
	if answer.Text != "" {
		t.Errorf("beside its error it answers %q", answer.Text)
	}
	if !utf8.ValidString(told.String()) {
		t.Errorf("it told %q", told.String())
	}
	mustAnswer(t, g, Request())
}

// wantKind looks at an error of package model.
func wantKind(t *testing.T, err error, kind model.Kind) {
	t.Helper()
	made, is := errors.AsType[*model.Error](err)
	if !is || made.Kind != kind || !errors.Is(err, kind) {
		t.Fatalf("the error is %v (%T), and is to be %s", err, err, kind)
	}
	if made.Generator == "" || made.Message == "" || !strings.HasPrefix(err.Error(), made.Generator+": ") {
		t.Errorf("the error says too little: %#v", made)
	}
}

// mustAnswer looks that a request is served with Answer.
func mustAnswer(t *testing.T, g model.Generator, r model.Request) model.Answer {
	t.Helper()
	var told strings.Builder
	answer, err := g.Generate(t.Context(), r, func(p model.Piece) {
		if p.Text == "" || !utf8.ValidString(p.Text) {
			t.Errorf("a piece is %q", p.Text)
		}
		told.WriteString(p.Text)
	})
	if err != nil {
		t.Fatalf("the call fails: %v", err)
	}
	if answer.Text != Answer || told.String() != Answer || answer.End != model.Stopped {
		t.Errorf("it answers %q (%s), and told %q", answer.Text, answer.End, told.String())
	}
	return answer
}

func answers(t *testing.T, d Driver) {
	g := d.New(t, Behaving)
	for range 3 {
		if answer := mustAnswer(t, g, Request()); answer.By == "" || len(answer.Degraded) > 0 {
			t.Errorf("the answer is by %q, after %v", answer.By, answer.Degraded)
		}
	}
}

// givenUp: a call whose context ends, ends with it.
func givenUp(t *testing.T, d Driver) {
	b := Stalling
	if d.Never[b] != "" || d.Real[b] {
		b = Behaving
	}
	for _, after := range []time.Duration{0, time.Second} {
		g := d.New(t, b)
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		time.AfterFunc(after, cancel)
		if after == 0 {
			cancel()
		}
		_, err := g.Generate(ctx, requestFor(b), nil)
		cancel()
		if b == Behaving && after > 0 {
			continue // there was nothing to wait for
		}
		wantKind(t, err, model.Cancelled)
		if took := time.Since(began); !errors.Is(err, context.Canceled) || took > after+250*time.Millisecond {
			t.Errorf("it was given up after %v, and ended after %v: %v", after, took, err)
		}
		if b == Stalling && after > 0 {
			mustAnswer(t, g, Request())
		}
	}
}

// callersDeadline: a caller's deadline that is nearer than the call's own.
func callersDeadline(t *testing.T, d Driver) {
	if why := d.Never[Stalling]; why != "" || d.Real[Stalling] {
		t.Logf("its model never stalls while time passes here: %s", why)
		return
	}
	g := d.New(t, Stalling)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	began := time.Now()
	_, err := g.Generate(ctx, requestFor(Stalling), nil)
	wantKind(t, err, model.Timeout)
	if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took > 2250*time.Millisecond {
		t.Errorf("the caller's two seconds took %v: %v", took, err)
	}
	mustAnswer(t, g, Request())
}

// refusedRequests: what cannot be served is not asked.
func refusedRequests(t *testing.T, d Driver) {
	g := d.New(t, Behaving)
	for name, spoil := range map[string]func(*model.Request){
		"no message":      func(r *model.Request) { r.Messages = nil },
		"an empty one":    func(r *model.Request) { r.Messages[1].Text = "" },
		"by nobody":       func(r *model.Request) { r.Messages[1].Role = "tool" },
		"a long one":      func(r *model.Request) { r.Messages[1].Text = strings.Repeat("x", model.MostPrompt+1) },
		"no task":         func(r *model.Request) { r.Place.Task = "" },
		"a path":          func(r *model.Request) { r.Place.Part = "../x" },
		"a turn below 0":  func(r *model.Request) { r.Place.Turn = -1 },
		"tokens below 0":  func(r *model.Request) { r.MaxTokens = -1 },
		"endless tokens":  func(r *model.Request) { r.MaxTokens = model.MostTokens + 1 },
		"no time":         func(r *model.Request) { r.Within = -1 },
		"heat":            func(r *model.Request) { r.Heat = model.MostHeat + 1 },
		"an empty stop":   func(r *model.Request) { r.Stop = []string{""} },
		"two forms":       func(r *model.Request) { r.Form = model.Form{Schema: []byte("{}"), Grammar: "root ::= \"x\""} },
		"a heat below 0":  func(r *model.Request) { r.Heat = -1 },
		"a task in upper": func(r *model.Request) { r.Place.Task = "Prose" },
	} {
		r := Request()
		spoil(&r)
		_, err := g.Generate(t.Context(), r, nil)
		if !errors.Is(err, model.Rejected) {
			t.Errorf("%s: %v", name, err)
		}
	}
	mustAnswer(t, g, Request())
}

// stops: the text ends where a stop would begin, however it is cut into pieces.
func stops(t *testing.T, d Driver) {
	for _, stop := range []string{"—", "“la", "灯", "out.", " she", "e"} {
		g := d.New(t, Behaving)
		r := Request()
		r.Stop = []string{"never", stop}
		want, _, _ := strings.Cut(Answer, stop)
		var told strings.Builder
		answer, err := g.Generate(t.Context(), r, func(p model.Piece) { told.WriteString(p.Text) })
		if err != nil || answer.Text != want || told.String() != want || answer.End != model.Stopped {
			t.Errorf("stopped by %q it says %q (%s) and told %q: %v", stop, answer.Text, answer.End, told.String(), err)
		}
	}
}

// atOnce: callers do not stand in each other's way.
func atOnce(t *testing.T, d Driver) {
	g := d.New(t, Behaving)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 4 {
				if answer, err := g.Generate(t.Context(), Request(), nil); err != nil || answer.Text != Answer {
					t.Errorf("beside others it says %q: %v", answer.Text, err)
				}
			}
		})
	}
	wait.Wait()
}

func named(t *testing.T, d Driver) {
	g := d.New(t, Behaving)
	if name := g.Name(); name == "" || name != g.Name() || strings.Contains(fmt.Sprintf("%+v %#v", g, g), Secret) {
		t.Errorf("its name is %q", name)
	}
}

func tellsNobody(t *testing.T, d Driver) {
	g := d.New(t, Behaving)
	if answer, err := g.Generate(t.Context(), Request(), nil); err != nil || answer.Text != Answer {
		t.Errorf("it says %q: %v", answer.Text, err)
	}
}

// Foreign asks a generator whose server sends whatever a stranger wrote, and then ends: there
// is a text, or an error of package model, and the key is in neither.
func Foreign(t *testing.T, g model.Generator) {
	var told strings.Builder
	answer, err := g.Generate(t.Context(), Request(), func(p model.Piece) { told.WriteString(p.Text) })
	if made, is := errors.AsType[*model.Error](err); err != nil && (!is || made.Message == "" || answer.Text != "") {
		t.Errorf("the error is %T: %v, beside %q", err, err, answer.Text)
	}
	if err == nil && (answer.Text != told.String() || !utf8.ValidString(answer.Text) || answer.End == "") {
		t.Errorf("it says %q (%s) and told %q", answer.Text, answer.End, told.String())
	}
	if shown := leaks(err, answer, told.String()); shown != "" {
		t.Errorf("the key is to be seen: %s", shown)
	}
}
