package narrator_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/echo"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/scripted"
	"github.com/narratoria/narratoria/narrator"
)

// What is kept of a plan is to the letter what the model was told, section by section, and what was made of what it said.
func TestWhatIsKeptOfAPlan(t *testing.T) {
	request := requestIn(t, "ines", "Ask Ines about the lamp", bundled())
	const step = `"step1":{"do":{"script":"storyteller/narrate","with":{"focus":"Ines"}}}`
	for want, g := range map[string]model.Generator{
		"used":            scripted.New("m", scripted.Say(`{"reasoning":"",`+step+`}`)),
		"mended":          scripted.New("m", scripted.Say(`{"reasoning":"",`+step+`,"step2":{"do":{"script":"nobody/nothing","with":{}}}}`)),
		"failed looping":  scripted.New("m", scripted.Loop("la"), scripted.Loop("la")),
		"failed unformed": echo.New(),
	} {
		asked := &overheard{Generator: g}
		m := narrator.NewModel(asked, &narrator.ModelOptions{Within: 5 * time.Second, Prompt: 3000})
		l := generation.NewLedger(nil)
		if _, err := m.Draft(l.In(t.Context()), request); err != nil {
			t.Fatal(err)
		}
		kept := l.Close()
		if len(kept) != 1 || kept[0].Who != "player" || len(kept[0].Generations) != 1+strings.Count(want, "failed") { // which is asked for again
			t.Fatalf("%s: kept is %+v", want, kept)
		}
		of := kept[0].Generations[len(kept[0].Generations)-1]
		got := string(of.End)
		if of.Why != "" {
			got += " " + of.Why
		}
		if got != want || want == "mended" && len(of.Left) != 1 {
			t.Errorf("%s is kept as %q, without %q", want, got, of.Left)
		}
		told, dropped := map[string]string{}, 0
		for _, s := range of.Sections {
			if s.Dropped != "" {
				dropped++
				continue
			}
			told[s.Role] += s.Text
		}
		for _, m := range asked.request.Messages {
			if told[string(m.Role)] != m.Text {
				t.Errorf("as %s it was told\n%s\nand kept is\n%s", m.Role, m.Text, told[string(m.Role)])
			}
		}
		if dropped == 0 || of.Prompt != narrator.PlanPrompt {
			t.Errorf("of the prompt %q %d sections are kept as dropped", of.Prompt, dropped)
		}
	}
}

// overheard keeps what a generator was asked.
type overheard struct {
	model.Generator
	request model.Request
}

func (o *overheard) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	o.request = r
	return o.Generator.Generate(ctx, r, tell)
}

// counting is a generator that counts a token a byte.
type counting struct{ model.Generator }

func (counting) Count(_ context.Context, _ model.Place, texts []string) (counted []int, err error) {
	for _, text := range texts {
		counted = append(counted, len(text))
	}
	return counted, nil
}

// What a planner that counts is told is of so many tokens, as it counts them.
func TestAPromptIsOfTokensWhereTheyAreCounted(t *testing.T) {
	request := requestIn(t, "ines", "Ask Ines about the lamp", bundled())
	form := narrator.FormOf(request, 0)
	sizes := func(count func([]string) []int) (bytes, dropped int) {
		messages, sections := form.Prompt(request, 9000, count)
		for _, m := range messages {
			bytes += len(m.Text)
		}
		for _, s := range sections {
			if s.Dropped != "" {
				dropped++
			}
			if s.Tokens != 0 && s.Tokens != len(s.Text) {
				t.Errorf("%q is said to have %d tokens", s.Text, s.Tokens)
			}
		}
		return bytes, dropped
	}
	g := counting{scripted.New("m")}
	plain, few := sizes(nil)
	dense, many := sizes(func(texts []string) []int { return model.Count(t.Context(), g, model.Place{}, texts) })
	if dense >= plain || many <= few {
		t.Errorf("of a token a byte it is told %d bytes and not %d, and not told %d parts and not %d", dense, plain, many, few)
	}
	if none, same := sizes(func([]string) []int { return nil }); none != plain || same != few {
		t.Errorf("where nobody counts in time it is told %d bytes, and not %d", none, plain)
	}
}

// dense keeps what a generator was asked, and counts a token a byte.
type dense struct {
	overheard
	counting
}

func (d *dense) Name() string { return "m" }

func (d *dense) Generate(ctx context.Context, r model.Request, tell func(model.Piece)) (model.Answer, error) {
	return d.overheard.Generate(ctx, r, tell)
}

// A plan and what it is asked by fit together what there is for both, where they are counted; where there is no room for any plan behind the
// prompt no model is asked.
func TestAPlanHasTheRoomThatItsPromptLeaves(t *testing.T) {
	shortened, unasked := 0, 0
	for _, tokens := range []int{3000, 2400, 2000, 1600, 1200, 800} {
		for name := range scenes {
			d := &dense{overheard: overheard{Generator: scripted.New("m", scripted.Say("{}"))}}
			m := narrator.NewModel(d, &narrator.ModelOptions{Tokens: tokens, Prompt: 900})
			drafted(t, m, requestIn(t, name, "Ask Ines about the lamp", bundled()))
			if d.overheard.request.MaxTokens == 0 {
				unasked++
				continue
			}
			prompt := 0
			for _, said := range d.overheard.request.Messages {
				prompt += len(said.Text)
			}
			if got := d.overheard.request.MaxTokens; prompt+got > tokens+900/3 {
				t.Errorf("%s: a prompt of %d tokens and a plan of %d, of %d", name, prompt, got, tokens+900/3)
			} else if got < tokens/2 {
				shortened++
			}
		}
	}
	if shortened == 0 || unasked == 0 {
		t.Errorf("%d plans were shortened, and %d not asked for", shortened, unasked)
	}
}
