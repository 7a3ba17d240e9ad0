package engine_test

import (
	"context"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

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

// Whoever words the choices and tells the story may use any words at all, and may be
// given any: with the same picks by id, the same is done, comes of it, is told by the
// author, is claimed, is thought and ends. Two kinds of words are tried: those of another
// language, and English made to mislead. They stand in the place of every text that goes
// into the bundled scripts, which then have to choose, rest, mark and remember as they
// do for the right ones, and of every text that comes out. Not only the log is compared:
// so is everything that any script is given, but for what it is given so that words do
// not repeat.
func TestNothingReadsOurSentences(t *testing.T) {
	const seeds, turns = 20, 60
	var played, reminded, ended atomic.Int64
	t.Cleanup(func() {
		if played.Load() == int64(2*soak.Count(seeds)*len(campaigns.All())) && reminded.Load() == 0 {
			t.Error("no memory was told again, so nothing was found out of what decides that")
		}
		if soak.Whole() && played.Load() == int64(2*soak.Count(seeds)*len(campaigns.All())) && ended.Load() == 0 {
			t.Error("no story came to an end, so nothing was found out of what decides that")
		}
	})
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
					plain, other := newBabel(t, nil), newBabel(t, words)
					plain.ends, other.ends = seed%2 == 1, seed%2 == 1
					told := plain.play(t, sample, seedText, length)
					again := other.play(t, sample, seedText, length)
					played.Add(1)
					if plain.ended != "" {
						ended.Add(1)
					}
					other.remind(t, slices.Concat(plain.told, other.told))
					reminded.Add(other.reminded)
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

// Which ending a story comes to, and when, no words decide either: of two without conditions
// it is the one that fits what the player did, in the grammar's words for it.
func TestNoWordsDecideTheEnding(t *testing.T) {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"manifest.json":                     `{"title": "The Quay", "version": "1.0.0", "opening": {"place": "quay", "time": "1887-10-30T09:00", "weather": "fog"}}`,
		"world/places.json":                 `{"places": [{"id": "quay", "name": "the Long Quay", "description": "A granite quay.", "exits": ["inn"]}, {"id": "inn", "name": "the Anchor", "description": "A low room.", "exits": ["quay"]}]}`,
		"characters/npcs/ines/profile.json": `{"name": "Ines Vane", "role": "net maker", "personality": {"traits": ["patient"], "flaws": ["proud"], "virtues": ["kind"]}, "pronouns": "she", "place": "quay"}`,
		"plot/premise.md":                   "# Premise\n\nThe lamp has gone dark, and you were sent for.\n",
		"lore/nets.md":                      "# The nets\n\nNets are mended for eleven boats. The Anchor has no bell. Nine men went out in March. The Long Quay was laid in four winters. The oil came by two carts.\n",
		"plot/beats.json": `{"beats": [{"id": "one", "title": "One", "description": "The bell rings."}, {"id": "two", "title": "Two", "description": "It rings again.", "conditions": {"requires_beat": "one"}},
			{"id": "three", "title": "Three", "description": "It is still.", "conditions": {"requires_beat": "two"}}]}`,
		"plot/endings/friend.md": "---\ntitle: A friend\n---\nYou went to the Anchor and to the Long Quay, and to Ines Vane wherever she was, and it went wrong.\n",
		"plot/endings/alone.md":  "---\ntitle: Alone\n---\nYou went to look at the Anchor, to search the Long Quay and to wait, in vain, as you were betrayed.\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	endings := map[string]bool{}
	for seed := range 6 {
		sample := campaigns.Sample{Name: "quay", Files: files}
		plain, other := newBabel(t, nil), newBabel(t, []wording{foreign, misleading}[seed%2])
		plain.ends, other.ends = true, true
		told, again := plain.play(t, sample, fmt.Sprint(seed), 20), other.play(t, sample, fmt.Sprint(seed), 20)
		if diff := cmp.Diff(told, again); plain.ended != other.ended || diff != "" {
			t.Fatalf("%q is the end, and in other words %q (-bundled +other):\n%.4000s", plain.ended, other.ended, diff)
		}
		endings[plain.ended] = true
	}
	if len(endings) < 2 || endings[""] {
		t.Errorf("stories end with %v, so nothing was found out of what decides that", endings)
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
	return said[draw.IntN(len(said))] + fmt.Sprint(" And it went wrong (", draw.IntN(1000), ").")
}

// A babel runs the bundled skills. With words of its own it replaces all that they are
// told and say.
type babel struct {
	words wording
	inner skills.Transport

	mutex sync.Mutex
	given []string          // what scripts were given
	raw   []byte            // the log as it is stored, event by event
	texts map[string]string // what each text has become
	back  map[string]string // and of what

	turn     string              // that is played
	loose    []string            // what scripts were given since, and not for it
	ends     bool                // the story may end
	ended    string              // the ending that it came to
	breaks   bool                // some of its scripts are made to fail
	failed   int                 // how often they did
	told     []skills.Invocation // of the storyteller
	reminded int64               // turns in which a memory was told again
}

func newBabel(t *testing.T, words wording) *babel {
	b := &babel{words: words, texts: map[string]string{}, back: map[string]string{}}
	scripts := map[plan.ScriptRef]inprocess.Func{}
	for name, script := range bundled.Scripts() {
		skill, base, _ := strings.Cut(name, "/")
		scripts[plan.ScriptRef{Skill: plan.SkillName(skill), Script: plan.ScriptName(base)}] =
			func(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
				return kit.Serve(ctx, stdin, stdout, stderr, script)
			}
	}
	b.inner = inprocess.New(scripts, inprocess.Options{Assets: t.TempDir()})
	return b
}

var (
	generate = plan.ScriptRef{Skill: "player-choices", Script: "generate-choices"}
	narrate  = plan.ScriptRef{Skill: "storyteller", Script: "narrate"}
	weigh    = plan.ScriptRef{Skill: "player-choices", Script: "evaluate-choice"}

	// telling are the skills that words are for. The others go by words of the author's, of
	// which opinions are made and by which a check is weighed.
	telling = map[plan.SkillName]bool{"player-choices": true, "storyteller": true, "memory": true, "character-portraits": true}
)

// Run implements executor.Runner.
func (b *babel) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	b.note(inv)
	if inv.Script.Ref == narrate {
		inv.Scope.State = skills.Known(inv.Scope.State())
		b.told = append(b.told, inv)
	}
	if inv.Script.Ref == weigh {
		return b.weigh(ctx, inv)
	}
	if b.words == nil || !telling[inv.Script.Ref.Skill] {
		return b.inner.Run(ctx, inv)
	}
	outcome := b.inner.Run(ctx, b.reworded(inv, inWords))
	if outcome.Done == nil {
		return outcome
	}
	events := slices.Clone(outcome.Events)
	for i, e := range events {
		if ui, is := e.(*protocol.UIEvent); is && ui.Event == protocol.UINarration {
			events[i] = &protocol.UIEvent{Event: ui.Event, Payload: b.tree(ui.Payload, inWords).(strictjson.Object)}
		}
	}
	end := *outcome.Done
	if inv.Script.Ref == generate {
		end.Output = b.tree(end.Output, inWords).(strictjson.Object)
	}
	events[len(events)-1], outcome.Events, outcome.Done = &end, events, &end
	return outcome
}

// weigh has a choice weighed, which goes by its author's words and by those of stats and
// traits, but by none of a memory's. What it finds is noted without the reasons it gives.
func (b *babel) weigh(ctx context.Context, inv skills.Invocation) skills.Outcome {
	if b.words != nil {
		inv.Request.Results = b.tree(inv.Request.Results, summaries).(strictjson.Object)
	}
	outcome := b.inner.Run(ctx, inv)
	if outcome.Done == nil {
		return outcome
	}
	found := strictjson.Object{}
	maps.Copy(found, outcome.Done.Output) // of a script that failed there is none
	modifiers := []any{}
	list, _ := found["modifiers"].([]any)
	for _, m := range list {
		modifier := maps.Clone(m.(strictjson.Object))
		delete(modifier, "because")
		modifiers = append(modifiers, modifier)
	}
	found["modifiers"] = modifiers
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.given = append(b.given, fmt.Sprintf("weighed %s: %s", strictjson.Append(nil, inv.Request.Input), strictjson.Append(nil, found)))
	return outcome
}

// remind looks whether the storyteller told the same memories again where only summaries,
// what is said and learned, and what was told before are in other words. What a turn is
// about, it does weigh by names, by the words of topics and by those of authors. Nothing is
// taken for told lately by either: in other words nothing repeats what was.
func (b *babel) remind(t *testing.T, told []skills.Invocation) {
	t.Helper()
	for _, inv := range told {
		inv.Request.Input = b.restored(inv.Request.Input).(strictjson.Object)
		inv.Request.Results = b.restored(inv.Request.Results).(strictjson.Object)
		inv.Scope.State = skills.Known(b.restored(inv.Scope.State()).(strictjson.Object))
		plain, other := b.again(t, b.reworded(inv, nil)), b.again(t, b.reworded(inv, toldWords))
		was, is := plain.Done.Output["memory"], other.Done.Output["memory"]
		if was != is {
			t.Fatalf("words decide what is told again: %q is %q", was, is)
		}
		if was != "" {
			b.reminded++
		}
	}
}

// again runs a script once more, as often as its plan would try it.
func (b *babel) again(t *testing.T, inv skills.Invocation) (outcome skills.Outcome) {
	t.Helper()
	for range 3 {
		if outcome = b.inner.Run(t.Context(), inv); outcome.Err == nil {
			return outcome
		}
	}
	t.Fatalf("%s fails: %v", inv.Script.Ref, outcome.Err)
	return outcome
}

// reworded is an invocation with other words in some fields: of its input, of what the
// steps before found, and of what it may read of the story. Ids, kinds and numbers are
// what they were, and so is the seed.
func (b *babel) reworded(inv skills.Invocation, fields map[string]bool) skills.Invocation {
	inv.Request.Input = b.tree(inv.Request.Input, fields).(strictjson.Object)
	inv.Request.Results = b.tree(inv.Request.Results, fields).(strictjson.Object)
	state := inv.Scope.State
	inv.Scope.State = func() strictjson.Object { return b.tree(state(), fields).(strictjson.Object) }
	return inv
}

// inWords are the fields that hold texts, or lists or tables of texts, and toldWords those
// of what was told.
var (
	inWords = fieldsOf(`taken recent name words text texts as say title summary told hint difficulty authored
		description senses by_weather by_time introduced mannerisms lines gained lost learned speaker
		whom where clock missing came left known seen about query focus`)
	toldWords = fieldsOf("summary lines learned known seen")
	summaries = fieldsOf("summary")
)

func fieldsOf(names string) map[string]bool {
	fields := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		fields[name] = true
	}
	return fields
}

// tree is a value with other words in these fields.
func (b *babel) tree(v any, fields map[string]bool) any {
	switch v := v.(type) {
	case strictjson.Object:
		object := make(strictjson.Object, len(v))
		for field, value := range v {
			switch {
			case field == "rules" || field == "lately": // nothing of them is in words
				object[field] = value
			case field == "sentences" || field == "runs": // the hashes of what was told
				object[field] = "AAAAAA"
			case fields[field]:
				object[field] = b.all(value, fields)
			default:
				object[field] = b.tree(value, fields)
			}
		}
		return object
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = b.tree(v[i], fields)
		}
		return list
	}
	return v
}

// all is the value of such a field, in which every text is words: but for objects of more
// than words, and for the list of what turns told.
func (b *babel) all(v any, fields map[string]bool) any {
	switch v := v.(type) {
	case string:
		return b.text(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = b.all(v[i], fields)
		}
		return list
	case strictjson.Object:
		if v["id"] != nil || v["text"] != nil || v["name"] != nil || v["turn"] != nil {
			return b.tree(v, fields)
		}
		object := make(strictjson.Object, len(v))
		for field, value := range v {
			object[field] = b.all(value, fields)
		}
		return object
	}
	return v
}

// text is a text in other words, for the same the same and for another others.
func (b *babel) text(text string) string {
	if text == "" {
		return ""
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if words, known := b.texts[text]; known {
		return words
	}
	h := fnv.New64a()
	h.Write([]byte(text))
	draw := rand.New(rand.NewPCG(h.Sum64(), 1))
	words := b.words(draw)
	for b.back[words] != "" {
		words = b.words(draw)
	}
	b.texts[text], b.back[words] = words, text
	return words
}

// note writes down what a script is given, without what keeps words from repeating: the
// texts of choices, and what the composer told. Steps of one plan run at once, so the
// order is none. The pictures that the last turn asks for are drawn after it, or not.
func (b *babel) note(inv skills.Invocation) {
	input, state := b.restored(inv.Request.Input).(strictjson.Object), b.restored(inv.Scope.State()).(strictjson.Object)
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
	if scene, ok := state["$scene"].(strictjson.Object); ok {
		if turn := fmt.Sprint(scene["turn"]); turn != b.turn {
			b.turn, b.given, b.loose = turn, append(b.given, b.loose...), nil
		}
	} else {
		b.loose = append(b.loose, text)
		return
	}
	b.given = append(b.given, text)
}

// restored is a value with the words again that others were put in the place of.
func (b *babel) restored(v any) any {
	switch v := v.(type) {
	case string:
		b.mutex.Lock()
		defer b.mutex.Unlock()
		if text, known := b.back[v]; known {
			return text
		}
	case strictjson.Object:
		object := make(strictjson.Object, len(v))
		for field, value := range v {
			object[field] = b.restored(value)
		}
		return object
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = b.restored(v[i])
		}
		return list
	}
	return v
}

// thinksBack is in one turn of how many the player thinks back, so that memories are told.
const thinksBack = 5

// play plays so many turns and gives the log, without what is only shown.
func (b *babel) play(t *testing.T, sample campaigns.Sample, seed string, turns int) []string {
	t.Helper()
	save, err := persistence.New(mem.New(), nil).Create(t.Context(), "babel", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	defer save.Close()
	game := b.open(t, sample, seed, save)
	pick, draw := "", rand.New(rand.NewPCG(7, uint64(crc32.ChecksumIEEE([]byte(seed)))))
	for range turns {
		record, err := game.Play(t.Context(), pick)
		if err != nil {
			t.Fatal(err)
		}
		if len(record.Degraded) > 0 && !b.breaks {
			t.Fatalf("turn %d: %q", record.Turn, record.Degraded)
		}
		if record.Ending != nil {
			b.ended = record.Ending.ID
			break
		}
		ids := make([]string, len(record.Choices))
		for i, choice := range record.Choices {
			ids[i] = choice.ID
		}
		slices.Sort(ids)
		pick = ids[draw.IntN(len(ids))]
		if record.Turn%thinksBack == 0 && game.Possible("recall") { // which is offered to nobody
			pick = "recall"
		}
	}
	slices.Sort(b.given)
	b.given = slices.Compact(b.given) // of a step that was tried again there are two
	return b.log(t, save)
}

// open begins a story of a sample, or goes on with one.
func (b *babel) open(t *testing.T, sample campaigns.Sample, seed string, save *persistence.Save) *engine.Game {
	t.Helper()
	c, persona := engine.Sampled(t, sample)
	registry := skills.Discover(skills.DiscoverOptions{Bundled: skills.Bundled(), Features: host.New().Features()})
	game, err := engine.Open(t.Context(), engine.Options{
		Campaign: c, CampaignID: sample.Name, Digest: "d", Save: save, Persona: persona, Seed: seed, NoEndings: !b.ends,
		Registry: func() *skills.Registry { return registry },
		Executor: executor.Options{Runner: b, Concurrency: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = game.Close(context.Background(), "quit") })
	return game
}

// inline is an event with the documents that it names.
func (b *babel) inline(t *testing.T, save *persistence.Save, e event.Event) event.Event {
	t.Helper()
	if e.Text("documents") == "" {
		return e
	}
	sum, err := event.ParseHash(e.Text("documents"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := save.GetBlob(t.Context(), sum)
	if err != nil {
		t.Fatal(err)
	}
	documents, err := strictjson.ParseObject(data)
	if err != nil {
		t.Fatal(err)
	}
	fields := e.Fields()
	delete(fields, "documents")
	maps.Copy(fields, documents)
	e.Data = fields
	return e
}

// log is what happened, and what was planned of it: events without the words in which
// they were shown.
func (b *babel) log(t *testing.T, save *persistence.Save) (all []string) {
	t.Helper()
	for r, err := range save.Events(t.Context(), save.At(event.Trunk), 0) {
		if err != nil {
			t.Fatal(err)
		}
		e := b.inline(t, save, r.Event)
		stored, err := event.Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		b.raw = append(append(b.raw, stored...), '\n')
		fields := event.Data(b.restored(strictjson.Object(e.Fields())).(strictjson.Object))
		e.Data = fields
		switch e.Kind {
		case event.Narrated, event.UISent, event.PortraitMade:
			continue
		case event.PlanSettled:
			delete(fields, "result")
			if e.Text("part") == "closing" { // what keeps words from repeating is in it
				delete(fields, "plan")
			}
		case event.ChoiceMade:
			delete(fields, "text")
			delete(fields, "details")
		case event.MemoryKept: // which has words only where they are not the grammar's
			delete(fields, "words")
		case event.DataSet: // a portrait's description, by which it is kept
			if e.Actor == "character-portraits" {
				continue
			}
		case event.ChoicesOffered:
			fields["choices"] = idsOf(fields["choices"])
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
