package narratoria_test

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// What is recalled while a story is played concerns the deed that it is recalled for, its topic
// or whom it turns to, at least as often by words and meaning as by words alone. The
// questions are those that the planner asked in the play.
func TestRecallConcernsTheDeed(t *testing.T) {
	dir := t.TempDir()
	p := open(t, narratoria.Options{Data: dir})
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Story: "recall", NoEndings: true})
	turns := 100 + soak.Count(500)
	_, err := plays(t.Context(), g, 1, turns)
	must(t, err)
	must(t, p.Close(t.Context()))

	store := persistence.New(sqlite.New(filepath.Join(dir, "saves")), &persistence.Options{Embedder: lexical.New()})
	save, err := store.Open(t.Context(), "recall", persistence.Reading)
	must(t, err)
	defer save.Close()
	asked := questions(t, save)
	if len(asked) < turns/8 {
		t.Fatalf("%d questions in %d turns", len(asked), turns)
	}
	best := func(ctx context.Context, scope persistence.Scope, query persistence.Query) ([]persistence.Found, error) {
		found, _, err := save.Best(ctx, scope, query)
		return found, err
	}
	words, both := concerning(t, save, asked, save.TextSearch), concerning(t, save, asked, best)
	t.Logf("of %d memories for %d questions %d concern the deed by words, %d by words and meaning", recalledBy*len(asked), len(asked), words, both)
	if both*100 < words*98 { // of a few questions, one memory more or less is chance
		t.Errorf("%d concern the deed, and by words alone %d", both, words)
	}
}

// recalledBy is how many memories a plan asks for.
const recalledBy = 6

// A question is one that was asked of the memories before a position, and what a deed was of.
type question struct {
	text   string
	before event.Position
	concerns
}

// concerns are what a deed or a memory is about.
type concerns struct {
	topic string
	who   []string
}

func (c concerns) shared(other concerns) bool {
	return c.topic != "" && c.topic == other.topic || slices.ContainsFunc(c.who, func(id string) bool { return slices.Contains(other.who, id) })
}

// questions are those to which there are memories enough that concern the deed: those of its
// topic, or of whom it turned to, by the deed or by what was kept of it.
func questions(t *testing.T, save *persistence.Save) (asked []question) {
	t.Helper()
	var now question
	var kept, before []concerns // before: this deed
	ask := func() {
		concerning := slices.DeleteFunc(slices.Clone(before), func(c concerns) bool { return !now.shared(c) })
		if now.text != "" && len(concerning) >= recalledBy {
			asked = append(asked, now)
		}
	}
	for r, err := range save.Events(t.Context(), save.At(event.Trunk), 0) {
		must(t, err)
		switch r.Event.Kind {
		case event.ChoiceMade:
			ask()
			now, before = question{}, slices.Clone(kept)
		case event.Acted:
			now.concerns = concernsOf(r.Event.Object("action"))
		case event.MemoryKept:
			of := memoryConcerns(r.Event)
			kept = append(kept, of)
			now.topic, now.who = cmp.Or(now.topic, of.topic), slices.Concat(now.who, of.who)
		case event.PlanSettled:
			if text := recallQuery(t, save, r.Event); text != "" {
				now.text, now.before = text, r.Position-1
			}
		}
	}
	ask()
	return asked
}

func concernsOf(action strictjson.Object) (c concerns) {
	c.topic = strings.TrimPrefix(strictjson.AsString(action["topic"]), "topic:")
	for _, to := range strictjson.AsList(action["to"]) {
		c.who = append(c.who, strings.TrimPrefix(strictjson.AsString(to), "person:"))
	}
	return c
}

func memoryConcerns(e event.Event) concerns {
	return concerns{e.Text("topic"), slices.DeleteFunc(e.Texts("characters"), func(id string) bool { return id == string(event.Player) })}
}

// recallQuery is what the main plan asked memories for, "" for nothing.
func recallQuery(t *testing.T, save *persistence.Save, e event.Event) string {
	t.Helper()
	if e.Text("part") != string(event.MainPart) {
		return ""
	}
	sum, err := event.ParseHash(e.Text("documents"))
	must(t, err)
	data, err := save.GetBlob(t.Context(), sum)
	must(t, err)
	documents, err := strictjson.ParseObject(data)
	must(t, err)
	for _, tool := range strictjson.AsObjects(strictjson.AsObject(documents["plan"])["tools"]) {
		if strictjson.AsString(tool["toolId"]) == "recall" {
			return strictjson.AsString(strictjson.AsObject(tool["input"])["query"])
		}
	}
	return ""
}

type search = func(context.Context, persistence.Scope, persistence.Query) ([]persistence.Found, error)

// concerning is how many of the memories that a search finds concern the deed.
func concerning(t *testing.T, save *persistence.Save, asked []question, search search) (n int) {
	t.Helper()
	for _, q := range asked {
		at := save.At(event.Trunk)
		at.Position = q.before
		found, err := search(t.Context(), persistence.Scope{At: at, Kind: persistence.Memory, Knower: event.Player}, persistence.Query{Text: q.text, Limit: recalledBy})
		must(t, err)
		for _, f := range found {
			for r, err := range save.Events(t.Context(), at, f.Position-1) {
				must(t, err)
				if q.shared(memoryConcerns(r.Event)) {
					n++
				}
				break
			}
		}
	}
	return n
}

// What is hidden of a story is not in the journal either when it goes on.
func TestAJournalWithoutWhatIsHidden(t *testing.T) {
	p := open(t, narratoria.Options{Data: t.TempDir()})
	ctx := t.Context()
	again := narratoria.GameOptions{Campaign: "grey-harbour", Story: "mine", Seed: "5"}
	g := start(t, p, again)
	_, err := plays(ctx, g, 5, 6)
	must(t, err)
	look, err := g.Look()
	must(t, err)
	before := look.Journal()
	must(t, g.Close(ctx))
	fact, entry, told := "", "", event.Position(0)
	must(t, p.ChangeStory(ctx, "mine", func(p *story.Playthrough) error {
		events, err := p.LastTurn(ctx)
		must(t, err)
		for _, r := range events {
			if r.Event.Kind == event.Narrated {
				told = r.Position
			}
		}
		v := p.State().Player()
		latest := v.Journal(1)[0]
		entry = v.EntryWords(&latest)
		learned := p.State().Minds.Of(event.Player).Learned[0]
		fact = p.State().Minds.Facts[learned.Fact].Content
		return errors.Join(p.Hide(ctx, latest.Position), p.Hide(ctx, learned.Position), p.Hide(ctx, told))
	}))
	g, err = p.Continue(ctx, again)
	must(t, err)
	look, err = g.Look()
	must(t, err)
	if last, err := g.Last(ctx); err != nil || last.Prose != "" || len(last.Choices) < 3 {
		t.Errorf("of a turn whose telling was hidden %q is told, %v", last.Prose, err)
	}
	after := look.Journal()
	if n := len(before.Recent); entry == "" || before.Recent[n-1] != entry || slices.Contains(after.Recent, entry) || len(after.Recent) == 0 {
		t.Errorf("%q was hidden of %q, and shown is %q", entry, before.Recent, after.Recent)
	}
	if fact == "" || !slices.Contains(before.Facts, fact) || slices.Contains(after.Facts, fact) {
		t.Errorf("%q was hidden of %q, and shown is %q", fact, before.Facts, after.Facts)
	}
	must(t, g.Close(ctx))
}
