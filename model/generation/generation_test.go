package generation_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/scripted"
)

func asked(as, part, prompt string) generation.Asked {
	return generation.Asked{As: as, By: "storyteller/narrate", Prompt: "besides 1", Request: model.Request{
		Place: model.Place{Task: "generate", Turn: 3, Part: part}, Messages: []model.Message{{Role: model.System, Text: "You tell."}, {Role: model.User, Text: prompt}},
		MaxTokens: 40, Heat: 700, Seed: 9, Stop: []string{"END"}, Within: 2 * time.Second,
	}}
}

// What is kept of a call is what was asked, what came and what was made of it, and reads back as it was written.
func TestACallIsKeptAsItWas(t *testing.T) {
	l := generation.NewLedger(&generation.Options{Untimed: true})
	m := scripted.New("m@localhost:18080", scripted.Say(`{"lamp":`, `"gutters"}`))
	said := ""
	of := asked("ines", "a", "The lamp.")
	of.Request.Form.Schema = []byte(`{"type":"object"}`)
	of.Considered = []generation.Candidate{{Kind: "memory", Text: "A lamp fell.", Scores: []generation.Score{{Name: "similarity", Value: 812}}, Dropped: "beyond the fifth"}}
	answer, call, err := generation.Ask(l.In(t.Context()), m, of, func(p model.Piece) { said += p.Text })
	if err != nil || answer.Text != `{"lamp":"gutters"}` || said != answer.Text {
		t.Fatalf("it answers %v, told %q: %v", answer, said, err)
	}
	call.End(generation.Mended, "a sentence says what is not so", "The lamp gutters.")
	all := l.Close()
	call.End(generation.Used, "") // which comes too late
	want := []generation.Kept{{Who: "ines", Generations: []generation.Generation{{
		Task: "generate", Part: "a", By: "storyteller/narrate", Prompt: "besides 1", Model: "m", Wrote: "m",
		Sampling: generation.Sampling{MaxTokens: 40, Heat: 700, Seed: 9, Stop: []string{"END"}, Form: "schema", FormText: `{"type":"object"}`, FormBytes: 17},
		Usage:    generation.Usage{Prompt: 2, Text: 2},
		Sections: []generation.Section{
			{Name: "system", Role: "system", Text: "You tell.", Bytes: 9, Tokens: 3, Reckoned: true},
			{Name: "user", Role: "user", Text: "The lamp.", Bytes: 9, Tokens: 3, Reckoned: true},
		},
		Considered: of.Considered, Answer: `{"lamp":"gutters"}`, AnswerBytes: 18, End: generation.Mended,
		Why: "a sentence says what is not so", Left: []string{"The lamp gutters."},
	}}}}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Error(diff)
	}
	back, err := generation.Read(all[0].Bytes())
	back.Who = "ines"
	if diff := cmp.Diff(all[0], back); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// Without a ledger it is as it would be without all this, and nothing panics.
// Where the answer was taken out of what a model wrote, all that it wrote is kept.
func TestWhatStandsAroundAnAnswerIsKept(t *testing.T) {
	const said = "<think>A lamp?</think>{}"
	l := generation.NewLedger(nil)
	of := asked("ines", "a", "The lamp.")
	of.Request.Form.Schema = []byte("{}")
	answer, _, err := generation.Ask(l.In(t.Context()), scripted.New("m", scripted.Say(said)), of, nil)
	if kept := l.Close()[0].Generations[0]; err != nil || answer.Text != "{}" || kept.Answer != said || kept.AnswerBytes != len(said) {
		t.Errorf("of %q %q of %d bytes is kept: %v", answer.Text, kept.Answer, kept.AnswerBytes, err)
	}
}

func TestWithoutALedger(t *testing.T) {
	_, call, err := generation.Ask(t.Context(), scripted.New("m", scripted.Say("a")), asked("player", "a", "b"), nil)
	if call.End(generation.Used, ""); call != nil || err != nil {
		t.Error(call, err)
	}
}

// Why there is no answer is a kind, whatever a driver or a server said, and what had been written is seen.
func TestWhatFailedIsKept(t *testing.T) {
	for want, g := range map[string]model.Generator{
		"failed timeout":    scripted.New("m", scripted.Fail(&model.Error{Generator: "m", Kind: model.Timeout, Message: "sk-secret"})),
		"failed refused":    scripted.New("m", scripted.Refuse("sk-secret")),
		"failed incomplete": scripted.New("m", scripted.Break("The la")),
		"failed malformed":  broken{errors.New("sk-secret")},
		"failed cancelled":  broken{fmt.Errorf("sk-secret: %w", context.Canceled)},
	} {
		l := generation.NewLedger(nil)
		_, call, _ := generation.Ask(l.In(t.Context()), g, asked("player", "a", "b"), nil)
		call.End(generation.Used, "it was not")
		kept := l.Close()[0]
		of := kept.Generations[0]
		if got := string(of.End) + " " + of.Why; got != want || strings.Contains(string(kept.Bytes()), "secret") || of.Took < 1 || of.Wrote != "" {
			t.Errorf("want %s: %s", want, kept.Bytes())
		}
		if want == "failed incomplete" && of.Answer != "The la" {
			t.Errorf("of what was broken off is kept %q", of.Answer)
		}
	}
}

type broken struct{ err error }

func (broken) Name() string { return "broken" }
func (b broken) Generate(context.Context, model.Request, func(model.Piece)) (model.Answer, error) {
	return model.Answer{}, b.err
}

// sloppy writes what no driver would let through.
type sloppy string

func (sloppy) Name() string { return "sloppy" }
func (s sloppy) Generate(_ context.Context, _ model.Request, tell func(model.Piece)) (model.Answer, error) {
	tell(model.Piece{Text: string(s)})
	return model.Answer{Text: string(s), End: model.Stopped, By: "sloppy"}, nil
}

// However much is asked and said, of a turn no more is kept than there is room for; and how much it was is known.
func TestWhatIsKeptIsBounded(t *testing.T) {
	l := generation.NewLedger(nil)
	ctx, large := l.In(t.Context()), strings.Repeat("a\xffé", 1<<18)
	for i := range generation.MostCalls + 5 {
		of := asked([]string{"ines", "player"}[i%2], fmt.Sprintf("p%03d", i), strings.Repeat("é", 60<<10))
		of.Considered = slices.Repeat([]generation.Candidate{{Kind: "memory", Text: large[:8000]}}, 100)
		_, call, err := generation.Ask(ctx, sloppy(large), of, nil)
		if err != nil {
			t.Fatal(err)
		}
		call.End(generation.Mended, large, slices.Repeat([]string{large}, 50)...)
	}
	all, calls, more := l.Close(), 0, 0
	for _, k := range all {
		if size := len(k.Bytes()); size > generation.MostKept {
			t.Errorf("of %s are kept %d bytes", k.Who, size)
		}
		calls, more = calls+len(k.Generations), more+k.More
		first, last := k.Generations[0], k.Generations[len(k.Generations)-1]
		if first.Untold || first.AnswerBytes != len(large) || first.Answer == "" || !last.Untold || last.Answer != "" || last.Sections[1].Bytes != 120<<10 || last.Sections[1].Text != "" {
			t.Errorf("of %s the first is told %v, the last %v", k.Who, !first.Untold, !last.Untold)
		}
		if _, err := generation.Read(k.Bytes()); err != nil {
			t.Error(err)
		}
	}
	if calls != generation.MostCalls || more != 5 {
		t.Errorf("%d calls are kept, and %d more are said to have been", calls, more)
	}
}

// What is kept does not hang on who was done first, and views stay apart.
func TestCallsStandInOneOrder(t *testing.T) {
	kept := func(shuffled []int) string {
		l := generation.NewLedger(&generation.Options{Untimed: true})
		var all sync.WaitGroup
		for _, i := range shuffled {
			all.Go(func() {
				of := asked([]string{"ines", "player", "ned"}[i%3], fmt.Sprintf("p%d", i), fmt.Sprintf("of %s", []string{"ines", "player", "ned"}[i%3]))
				if i == 7 {
					of.Request.Place.Task = "plan"
				}
				_, call, _ := generation.Ask(l.In(t.Context()), scripted.New("m", scripted.Say("a")), of, nil)
				call.End(generation.Used, "")
			})
		}
		all.Wait()
		text := ""
		for _, k := range l.Close() {
			text += k.Who + string(k.Bytes()) + "\n"
			for _, other := range []string{"ines", "player", "ned"} {
				if other != k.Who && strings.Contains(string(k.Bytes()), "of "+other) {
					t.Errorf("among what is of %s there is something of %s", k.Who, other)
				}
			}
		}
		return text
	}
	one := kept([]int{0, 1, 2, 3, 4, 5, 6, 7, 8})
	if other := kept([]int{8, 3, 7, 1, 0, 5, 2, 6, 4}); other != one {
		t.Errorf("%s\nand\n%s", one, other)
	}
	for text := range strings.Lines(one) {
		kept, err := generation.Read([]byte(strings.TrimPrefix(text, "player")))
		if strings.HasPrefix(text, "player") && (err != nil || kept.Generations[0].Task != "plan") {
			t.Error("the plan is not the first: ", one)
		}
	}
}

// However much there was no room for in a prompt, what was sent of it is kept to the letter, to its end.
func TestWhatWasSentIsKeptFirst(t *testing.T) {
	of, sent := asked("player", "a", "b"), ""
	for i := range 3 * generation.MostSections {
		s := generation.Section{Name: "scene", Role: "user", Text: fmt.Sprintf("%d %s.", i, strings.Repeat("told ", 100)), Dropped: "there is no room for it"}
		if i == 0 || i%10 == 9 {
			s.Dropped = ""
			sent += s.Text
		}
		of.Sections = append(of.Sections, s)
	}
	l := generation.NewLedger(nil)
	if _, _, err := generation.Ask(l.In(t.Context()), sloppy("a"), of, nil); err != nil {
		t.Fatal(err)
	}
	kept := l.Close()[0].Generations[0].Sections
	if told := generation.MessagesOf(kept); len(told) != 1 || told[0].Text != sent || len(kept) != generation.MostSections {
		t.Errorf("of %d bytes that were sent in %d sections, %d are kept, in %d", len(sent), len(of.Sections), len(told[0].Text), len(kept))
	}
}

// What is withheld has no text of anybody's.
func TestWithhold(t *testing.T) {
	l := generation.NewLedger(nil)
	of := asked("player", "a", "secret")
	of.Request.Stop = []string{"secret"}
	of.Request.Form.Grammar = `root ::= "secret"`
	of.Sections = []generation.Section{{Name: "place", Role: "user", Text: "secret", Dropped: "no secret is told"}, {Name: "asked", Role: "user", Text: "secret"}}
	of.Considered = []generation.Candidate{{Kind: "memory", Text: "secret"}}
	_, call, _ := generation.Ask(l.In(t.Context()), sloppy("secret"), of, nil)
	call.End(generation.Mended, "secret", "secret")
	kept := l.Close()[0]
	shown := generation.Kept{Who: "player", Generations: []generation.Generation{kept.Generations[0].Withhold()}}
	if text := string(shown.Bytes()); strings.Contains(text, "secret") || !strings.Contains(text, `"withheld":true`) || !strings.Contains(text, `"answerBytes":6`) || strings.Count(text, `"dropped":"left out"`) != 1 || !strings.Contains(text, `"form":"grammar","formBytes":17`) {
		t.Error(text)
	}
	if !strings.Contains(string(kept.Bytes()), "secret") {
		t.Error("what is withheld is gone from what is kept")
	}
}

// counts is a generator that counts its words, or is too slow to.
type counts struct {
	model.Generator
	late bool
}

func (c counts) Count(ctx context.Context, _ model.Place, texts []string) (counted []int, err error) {
	if c.late {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	for _, text := range texts {
		counted = append(counted, len(strings.Fields(text)))
	}
	return counted, nil
}

// Sections have the tokens that the model counts, and are reckoned where it does not, or not in time.
func TestSectionsAreCounted(t *testing.T) {
	for _, late := range []bool{false, true} {
		l := generation.NewLedger(nil)
		of := asked("player", "a", "The lamp gutters.")
		if _, _, err := generation.Ask(l.In(t.Context()), counts{scripted.New("m", scripted.Say("a")), late}, of, nil); err != nil {
			t.Fatal(err)
		}
		s := l.Close()[0].Generations[0].Sections[1]
		if want := map[bool]int{false: 3, true: 6}[late]; s.Tokens != want || s.Reckoned != late {
			t.Errorf("late %v: it has %d tokens, reckoned %v", late, s.Tokens, s.Reckoned)
		}
	}
}

// What was kept at several times is as large as what is kept at one.
func TestWhatIsJoinedIsBounded(t *testing.T) {
	of := func(task string, n, more int) (k generation.Kept) {
		for i := range n {
			k.Generations = append(k.Generations, generation.Generation{Task: task, Part: fmt.Sprintf("%02d", i), Answer: strings.Repeat("a", 20<<10)})
		}
		k.More = more
		return k
	}
	all := generation.Join("player", of("summary", 40, 1), of("plan", 10, 0), of("extract", 40, 2))
	if len(all.Generations) != generation.MostCalls || all.More != 3+90-generation.MostCalls || all.Who != "player" || len(all.Bytes()) > generation.MostKept {
		t.Errorf("there are %d calls and %d more, of %d bytes", len(all.Generations), all.More, len(all.Bytes()))
	}
	if first, last := all.Generations[0], all.Generations[len(all.Generations)-1]; first.Task != "plan" || first.Untold || last.Task != "summary" || !last.Untold {
		t.Errorf("the first is %s, the last %s (%v, %v)", first.Task, last.Task, first.Untold, last.Untold)
	}
	if none := generation.Join("player"); none.Generations != nil || none.Who != "player" {
		t.Errorf("of nothing is made %+v", none)
	}
}

// Calls that were made before are kept as they were, beside those of the turn, as many as there is room for.
func TestCallsOfBeforeAreKept(t *testing.T) {
	first := generation.NewLedger(nil)
	_, call, err := generation.Ask(first.In(t.Context()), scripted.New("m", scripted.Say("The lamp.")), asked("player", "before", "The lamp."), nil)
	if err != nil {
		t.Fatal(err)
	}
	call.End(generation.Refused, "it is no sentence")
	before := first.Close()[0].Generations
	l := generation.NewLedger(nil)
	l.Recall("player", before)
	if _, _, err := generation.Ask(l.In(t.Context()), scripted.New("m", scripted.Say("A gull.")), asked("player", "now", "The gull."), nil); err != nil {
		t.Fatal(err)
	}
	l.Recall("player", slices.Repeat(before, generation.MostCalls))
	kept := l.Close()
	if len(kept) != 1 || len(kept[0].Generations) != generation.MostCalls || kept[0].More != 2 {
		t.Fatalf("kept are %d, %d and %d more", len(kept), len(kept[0].Generations), kept[0].More)
	}
	if diff := cmp.Diff(before[0], kept[0].Generations[0]); diff != "" || kept[0].Generations[generation.MostCalls-1].Part != "now" {
		t.Error(diff)
	}
	l.Recall("player", before) // which comes too late
}
