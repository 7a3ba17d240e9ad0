package engine_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills-src/bundled"
	"github.com/narratoria/narratoria/skills/inprocess"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/story/event"
)

// Whoever words the choices and tells the story may use any words at all: with the same
// picks by id, the same is done, comes of it, is told by the author, is claimed, is
// thought and ends. Two kinds of words are tried: those of another language, and English
// made to mislead. Not only the log is compared: so is everything that any script is
// given, but for what it is given so that words do not repeat.
func TestNothingReadsOurSentences(t *testing.T) {
	const seeds, turns = 20, 60
	for _, sample := range campaigns.All() {
		for seed := range soak.Count(seeds) {
			for name, words := range map[string]wording{"another language": foreign, "misleading": misleading} {
				t.Run(fmt.Sprintf("%s/%d/%s", sample.Name, seed+1, name), func(t *testing.T) {
					t.Parallel()
					length := soak.Count(turns * 8)
					if soak.Whole() {
						length = turns
					}
					seedText := fmt.Sprint("babel-", seed+1)
					plain := newBabel(t, nil, nil)
					told := plain.play(t, sample, seedText, length)
					other := newBabel(t, words, plain.made)
					again := other.play(t, sample, seedText, length)
					if diff := cmp.Diff(told, again); diff != "" {
						t.Fatalf("other words, another story (-bundled +other):\n%.4000s", diff)
					}
					if diff := cmp.Diff(plain.given, other.given); diff != "" {
						t.Fatalf("words reached a script (-bundled +other):\n%.4000s", diff)
					}
				})
			}
		}
	}
}

// A wording is a text in the place of another.
type wording func(draw *rand.Rand) string

// foreign are words of no language that anybody here reads.
func foreign(draw *rand.Rand) string {
	syllables := []string{"ka", "лор", "zhu", "δε", "mer", "ん", "tóp", "שא", "qui", "ß"}
	var words []string
	for range 3 + draw.IntN(9) {
		word := ""
		for range 1 + draw.IntN(4) {
			word += syllables[draw.IntN(len(syllables))]
		}
		words = append(words, word)
	}
	return strings.Join(words, " ") + "."
}

// misleading is English that says what is not so, in the forms that were read once.
func misleading(draw *rand.Rand) string {
	said := []string{
		"Go to the wreck and ask about the oil, and it went wrong.",
		"Ask Ines about the ninth grave, and it went wrong",
		"Go to the Half Moon and ask there about the wreck",
		"You tried to search the quay, and it went wrong.",
		"You asked Tobias about the lamp, and heard of the wreck.",
		"Tell Wren that you betrayed her, now that you have asked Ines who paid for the oil",
		"It is said that Lucan hid the silver.",
		"Press Brother Anselm for the truth about the Black Ledger, and hold your nerve",
		"You gave Ines the fid, and it went well.",
		"See if anyone at the Ossuary can tell you who oiled the lock",
	}
	return said[draw.IntN(len(said))] + fmt.Sprint(" (", draw.IntN(1000), ")")
}

// A babel runs the bundled skills. With words of its own it replaces all that they say,
// and picks the choices that were made before, by their ids.
type babel struct {
	words wording
	picks []strictjson.Object // the choices made, turn by turn
	host  *host.Host
	inner skills.Transport

	mutex sync.Mutex
	made  []strictjson.Object
	given []string // what scripts were given
	raw   []byte   // the log as it is stored, event by event
	draw  *rand.Rand
}

func newBabel(t *testing.T, words wording, picks []strictjson.Object) *babel {
	b := &babel{words: words, picks: picks, host: host.New(), draw: rand.New(rand.NewPCG(1, 2))}
	scripts := map[plan.ScriptRef]inprocess.Func{}
	for name, script := range bundled.Scripts() {
		skill, base, _ := strings.Cut(name, "/")
		scripts[plan.ScriptRef{Skill: plan.SkillName(skill), Script: plan.ScriptName(base)}] =
			func(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
				return kit.Serve(ctx, stdin, stdout, stderr, script)
			}
	}
	b.inner = inprocess.New(scripts, inprocess.Options{Host: b.host, Assets: t.TempDir()})
	return b
}

var (
	generate = plan.ScriptRef{Skill: "player-choices", Script: "generate-choices"}
	narrate  = plan.ScriptRef{Skill: "storyteller", Script: "narrate"}
)

// Run implements executor.Runner.
func (b *babel) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	b.note(inv)
	outcome := b.inner.Run(ctx, inv)
	b.mutex.Lock()
	defer b.mutex.Unlock()
	switch inv.Script.Ref {
	case generate:
		if outcome.Done != nil {
			b.made = append(b.made, outcome.Done.Output)
		}
		if b.words != nil {
			return b.worded(inv)
		}
	case narrate:
		if b.words != nil {
			return done(strictjson.Object{}, &protocol.UIEvent{Event: protocol.UINarration, Payload: strictjson.Object{"text": b.words(b.draw)}})
		}
	}
	return outcome
}

// note writes down what a script is given, without what keeps words from repeating: the
// texts of choices, and what the composer told. Steps of one plan run at once, so the
// order is none.
func (b *babel) note(inv skills.Invocation) {
	input, state := maps.Clone(inv.Request.Input), maps.Clone(inv.Scope.State())
	delete(input, "recent")
	delete(input, "taken")
	if telling, ok := state["$telling"].(strictjson.Object); ok {
		telling = maps.Clone(telling)
		delete(telling, "history")
		state["$telling"] = telling
	}
	text := fmt.Sprintf("%s %s %s", inv.Script.Ref, strictjson.Append(nil, input), strictjson.Append(nil, state))
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.given = append(b.given, text)
}

// worded is the answer of generate-choices that was given before, in other words.
func (b *babel) worded(skills.Invocation) skills.Outcome {
	if len(b.made) > len(b.picks) {
		return done(strictjson.Object{"choices": []any{}})
	}
	before, _ := b.picks[len(b.made)-1]["choices"].([]any)
	choices := []any{}
	for _, item := range before {
		choice := maps.Clone(item.(strictjson.Object))
		choice["text"] = b.words(b.draw)
		choice["hint"], choice["difficulty"] = b.words(b.draw), b.words(b.draw)
		choices = append(choices, choice)
	}
	return done(strictjson.Object{"choices": choices})
}

func done(output strictjson.Object, events ...protocol.Event) skills.Outcome {
	end := &protocol.Done{OK: true, Output: output}
	return skills.Outcome{Events: append(events, end), Done: end}
}

// play plays so many turns and gives the log, without what is only shown.
func (b *babel) play(t *testing.T, sample campaigns.Sample, seed string, turns int) []string {
	t.Helper()
	save, err := persistence.New(mem.New(), nil).Create(t.Context(), "babel", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	game := b.open(t, sample, seed, save)
	pick, draw := "", rand.New(rand.NewPCG(7, 11))
	for range turns {
		record, err := game.Play(t.Context(), pick)
		if err != nil {
			t.Fatal(err)
		}
		if len(record.Degraded) > 0 {
			t.Fatalf("turn %d: %q", record.Turn, record.Degraded)
		}
		ids := make([]string, len(record.Choices))
		for i, choice := range record.Choices {
			ids[i] = choice.ID
		}
		slices.Sort(ids)
		pick = ids[draw.IntN(len(ids))]
	}
	slices.Sort(b.given)
	return b.log(t, save)
}

// open begins a story of a sample, or goes on with one.
func (b *babel) open(t *testing.T, sample campaigns.Sample, seed string, save *persistence.Save) *engine.Game {
	t.Helper()
	c, problems := campaign.Load(sample.Files, campaign.Options{})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	c, err := campaign.Complete(t.Context(), c, campaign.Lexical{})
	if err != nil {
		t.Fatal(err)
	}
	persona, err := c.Player.Persona(nil)
	if err != nil {
		t.Fatal(err)
	}
	registry := skills.Discover(skills.DiscoverOptions{Bundled: skills.Bundled(), Features: b.host.Features()})
	game, err := engine.Open(t.Context(), engine.Options{
		Campaign: c, CampaignID: sample.Name, Digest: "d", Save: save, Persona: persona, Seed: seed, NoEndings: true,
		Host: b.host, Registry: func() *skills.Registry { return registry },
		Executor: executor.Options{Runner: b, Concurrency: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = game.Close(context.Background(), "quit") })
	return game
}

// log is what happened, and what was planned of it: events without the words in which
// they were shown.
func (b *babel) log(t *testing.T, save *persistence.Save) (all []string) {
	t.Helper()
	for r, err := range save.Events(t.Context(), save.At(event.Trunk), 0) {
		if err != nil {
			t.Fatal(err)
		}
		e := r.Event
		stored, err := event.Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		b.raw = append(append(b.raw, stored...), '\n')
		e.Data = maps.Clone(e.Data)
		switch e.Kind {
		case event.Narrated, event.UISent, event.PortraitMade:
			continue
		case event.PlanSettled:
			delete(e.Data, "result")
			if e.Text("part") == "closing" { // what keeps words from repeating is in it
				delete(e.Data, "plan")
			}
		case event.ChoiceMade:
			delete(e.Data, "text")
			delete(e.Data, "details")
		case event.ChoicesOffered:
			e.Data["choices"] = idsOf(e.Data["choices"])
		}
		encoded, err := event.Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(encoded))
	}
	return all
}

// idsOf are choices without their words.
func idsOf(v any) []any {
	list, _ := v.([]any)
	ids := []any{}
	for _, item := range list {
		choice := maps.Clone(item.(strictjson.Object))
		for _, words := range []string{"text", "hint", "difficulty"} {
			delete(choice, words)
		}
		ids = append(ids, choice)
	}
	return ids
}
