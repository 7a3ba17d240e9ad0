package engine

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/story/event"
)

// A planted is a secret by the word that stands for it, and who alone may come by it: characters, those
// of a flock, or nobody who is told anything.
type planted map[string][]event.CharacterID

// plant makes a secret.
func (p planted) plant(whose ...event.CharacterID) string {
	word := fmt.Sprintf("planted-%03d", len(p))
	p[word] = whose
	return word
}

// flocks are the factions of the aviary.
var flocks = []event.CharacterID{"crows", "rooks"}

// flock is that of the bird of a number.
func flock(i int) event.CharacterID { return flocks[i%len(flocks)] }

// may reports whether somebody may come by a secret.
func (p planted) may(who event.CharacterID, word string) bool {
	var i int
	_, _ = fmt.Sscanf(string(who), "n%d", &i)
	return slices.Contains(p[word], who) || who != event.Player && slices.Contains(p[word], flock(i))
}

var plantedWord = regexp.MustCompile(`planted-\d{3}`)

// aviary is a town of twelve people at six places, where a secret stands wherever one can: in what
// people keep back, in lore of every audience but the public, in the notes of beats that come and in all
// of those that never do, and in what the player has that others could not know.
func aviary(p planted) map[string]string {
	files := map[string]string{
		"manifest.json":         `{"title": "Aviary", "version": "1.0.0", "opening": {"place": "p0", "time": "1887-10-30T09:00"}}`,
		"plot/premise.md":       "# Premise\n\nYou have come to the town of cages.\n",
		"world/factions.json":   `{"factions": [{"id": "crows", "name": "the Crows"}, {"id": "rooks", "name": "the Rooks"}]}`,
		"plot/endings/never.md": "---\ntitle: Never\nconditions:\n  player_state:\n    never: true\n---\nThe end, " + p.plant() + ".\n",
		"characters/player/template.json": `{"preset": {"name": "Jo", "background": "Once a smuggler: ` + p.plant(event.Player) + `.", "appearance": "Plain."},
			"stats": [{"id": "tact", "name": "Tact", "default": 10, "words": ["ask"]}]}`,
	}
	var places, facts, beats []string
	for i := range 6 {
		exits := []string{}
		for j := range 6 {
			if j != i {
				exits = append(exits, fmt.Sprintf(`"p%d"`, j))
			}
		}
		places = append(places, fmt.Sprintf(`{"id": "p%d", "name": "the %d. Yard", "description": "A yard with cages.", "exits": [%s]}`, i, i+1, strings.Join(exits, ", ")))
		beats = append(beats, fmt.Sprintf(`{"id": "come%d", "title": "A title %s", "place": "p%d", "topic": "the cage of yard %d", "description": "A note %s.", "prose": ["A bird is let out in yard %d."]}`, i, p.plant(), i, i+1, p.plant(), i+1))
	}
	for i := range 40 {
		beats = append(beats, fmt.Sprintf(`{"id": "never%d", "title": "Never %s", "cue": "A cue %s.", "description": "A note %s.", "conditions": {"player_state": {"never": true}}, "prose": ["Told %s."],
			"choices": [{"id": "c", "text": "Choose %s"}]}`, i, p.plant(), p.plant(), p.plant(), p.plant(), p.plant()))
	}
	for i := range 12 {
		id := fmt.Sprintf("n%d", i)
		who := event.CharacterID(id)
		files["characters/npcs/"+id+"/profile.json"] = fmt.Sprintf(`{"name": "Bird %c", "role": "keeper", "personality": {}, "pronouns": "she", "place": "p%d", "background": "Hatched %s.", "motivations": ["To fly %s"], "goals": ["To own %s"],
			"faction": "%s", "regards": {"n%d": 60}, "lines": {"warm": ["A fine day for it, {player}."], "neutral": ["What is it?", "I have work to do."], "cold": ["Go away."]}}`, 'A'+i, i%6, p.plant(), p.plant(who), p.plant(who), flock(i), (i+6)%12)
		files["characters/npcs/"+id+"/secrets.md"] = fmt.Sprintf("# One\n\nShe hid %s.\n\n# Two\n\nShe ate %s.\n", p.plant(who), p.plant(who))
		facts = append(facts,
			fmt.Sprintf(`{"id": "kept%d", "text": "The cage of yard %d holds %s.", "about": ["the cage of yard %d"], "known_by": ["%s"], "tells": [{"who": "%s", "when": {"player_state": {"never": true}}}]}`, i, i%6+1, p.plant(who), i%6+1, id, id),
			fmt.Sprintf(`{"id": "owed%d", "text": "You owe a bird %s.", "concerns": ["player"], "known_by": ["%s"], "tells": [{"who": "%s", "when": {"player_state": {"never": true}}}]}`, i, p.plant(), id, id),
			fmt.Sprintf(`{"id": "seen%d", "text": "You were seen in yard %d.", "concerns": ["player"], "known_by": ["%s"]}`, i, i%6+1, id),
			fmt.Sprintf(`{"id": "open%d", "text": "The cage of yard %d has bar %d.", "about": ["the cage of yard %d"], "known_by": ["%s"]}`, i, i%6+1, i, i%6+1, id))
		files[fmt.Sprintf("lore/%s.md", id)] = fmt.Sprintf("---\naudience: character:%s\n---\n# The cage of yard %d\n\nIn the cage of yard %d lies %s.\n", id, i%6+1, i%6+1, p.plant(who))
		files[fmt.Sprintf("lore/narrator-%d.md", i)] = fmt.Sprintf("---\naudience: narrator\n---\n# Notes %s\n\nThe cage of yard %d will open, %s.\n", p.plant(), i%6+1, p.plant())
		files[fmt.Sprintf("lore/flock-%d.md", i)] = fmt.Sprintf("---\naudience: faction:%s\nmode: mythic\n---\n# Of birds\n\nThe cage of yard %d is said to hold %s.\n", flock(i), i%6+1, p.plant(flock(i)))
		other := event.CharacterID(fmt.Sprintf("n%d", (i+1)%12))
		files[fmt.Sprintf("lore/both-%d.md", i)] = fmt.Sprintf("---\naudience: [\"character:%s\", \"character:%s\"]\n---\n# A wager\n\nIn the cage of yard %d they found %s.\n", id, other, i%6+1, p.plant(who, other))
	}
	files["lore/player.md"] = "---\naudience: character:player\n---\n# The cage of yard 1\n\nIn the cage of yard 1 Jo once left " + p.plant(event.Player) + ".\n"
	files["lore/public.md"] = "# The cage of yard 1\n\nThe cage of yard 1 was built by Bird A in 1801.\n"
	files["world/places.json"] = `{"places": [` + strings.Join(places, ",") + `]}`
	files["plot/beats.json"] = `{"beats": [` + strings.Join(beats, ",") + `]}`
	files["plot/knowledge.json"] = `{"facts": [` + strings.Join(facts, ",") + `]}`
	return files
}

// A parrot repeats all it is given, and searches for more to repeat.
type parrot struct {
	t *testing.T

	mutex   sync.Mutex // over what follows: a portrait is drawn while the story goes on
	secrets planted
	heard   int             // inputs in which it looked
	voices  map[string]bool // as whom
	prompts map[string]bool // that scripts gave a model
	wrote   map[string]int  // texts that it wrote, by for whom
	found   map[string]int  // secrets in the inputs of whom may have them
	read    map[string]int  // secrets in the lore that somebody found, by whom
}

// hears looks for secrets in what somebody is given.
func (p *parrot) hears(who event.CharacterID, where, text string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.heard++
	for _, word := range plantedWord.FindAllString(text, -1) {
		if !p.secrets.may(who, word) {
			at := strings.Index(text, word)
			p.t.Errorf("%s of %s has %s, which is of %q: %s", where, who, word, p.secrets[word], text[max(0, at-80):min(len(text), at+40)])
			p.secrets[word] = append(p.secrets[word], who) // once
		} else {
			p.found[word]++
		}
	}
}

func (p *parrot) does(ref string, who event.CharacterID) func(a *act) error {
	return func(a *act) error {
		heard := string(strictjson.Encode(a.input)) + string(strictjson.Encode(a.state))
		for _, call := range []struct {
			method string
			params protocol.Object
		}{
			{"story.read", protocol.Object{"path": "$player"}}, {"story.read", protocol.Object{"path": "$people"}}, {"story.read", protocol.Object{"path": "$telling"}},
			{"memory.read", protocol.Object{"text": "cage yard planted", "limit": strictjson.Int(50)}}, {"lore.read", protocol.Object{"query": "cage of yard planted", "limit": strictjson.Int(20)}},
			{"relation.read", protocol.Object{}},
		} {
			if answer, err := a.call(call.method, call.params); err == nil {
				told := string(strictjson.Encode(answer))
				heard += told
				if call.method == "lore.read" {
					p.mutex.Lock()
					p.read[string(who)] += len(plantedWord.FindAllString(told, -1))
					p.mutex.Unlock()
				}
			}
		}
		heard += p.hasWritten(a, who, heard)
		p.hears(who, ref, heard)
		if ref == "storyteller/speak" {
			p.mutex.Lock()
			p.voices[string(who)] = true
			p.mutex.Unlock()
			a.output = protocol.Object{"said": heard}
			return nil
		}
		if ref == "player-choices/generate-choices" {
			return nil // it offers what there is
		}
		a.ui(protocol.UINarration, protocol.Object{"text": heard[:min(len(heard), 6000)]})
		_, _ = a.call("memory.write", protocol.Object{"summary": heard[:min(len(heard), 900)], "characters": []any{"player"}})
		a.output = protocol.Object{"heard": heard[:min(len(heard), 2000)]}
		return nil
	}
}

// hasWritten has a model write of all that a script has heard.
func (p *parrot) hasWritten(a *act, who event.CharacterID, heard string) string {
	prompt := heard[max(0, len(heard)-4000):]
	p.mutex.Lock()
	p.prompts[prompt] = true
	p.mutex.Unlock()
	parts := []any{
		protocol.Object{"name": "heard", "role": "user", "text": prompt},
		protocol.Object{"name": "more", "role": "user", "text": prompt, "dropped": strings.ToValidUTF8(prompt[:min(300, len(prompt))], "")},
	}
	answer, err := a.call("generate", protocol.Object{"sections": parts, "considered": []any{protocol.Object{"kind": "heard", "text": strings.ToValidUTF8(prompt[:min(300, len(prompt))], "")}}, "maxTokens": strictjson.Int(2048)})
	if err != nil {
		p.t.Error(err)
	}
	phrase := strings.ToValidUTF8(prompt[max(0, len(prompt)-300):], "")
	if _, err := a.call("generate.made", protocol.Object{"call": answer["call"], "as": "mended", "why": phrase, "left": []any{phrase}}); err != nil {
		p.t.Error(err)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.wrote[string(who)]++
	return string(strictjson.Encode(answer))
}

// Name and Generate are a model that repeats its whole prompt, and looks that it is the script's words and no more.
func (*parrot) Name() string { return "parrot" }
func (p *parrot) Generate(_ context.Context, r model.Request, _ func(model.Piece)) (model.Answer, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(r.Messages) != 1 || !p.prompts[r.Messages[0].Text] {
		p.t.Errorf("a model is told what no script said: %v", r.Messages)
	}
	return model.Answer{Text: r.Messages[0].Text, End: model.Stopped, By: "parrot"}, nil
}

// The parrot test: skills and planners repeat whatever they are given, for a whole story, and of 500
// secrets none comes to where it must not.
func TestParrot(t *testing.T) {
	const wanted, whole = 500, 400
	p := &parrot{t: t, secrets: planted{}, voices: map[string]bool{}, found: map[string]int{}, read: map[string]int{}, prompts: map[string]bool{}, wrote: map[string]int{}}
	files := aviary(p.secrets)
	b := at(t, written(t, files)).with(all(func(*act) error { return nil }))
	scripts := b.opts.Executor.Runner.(*crew)
	for ref := range scripts.does {
		scripts.does[ref] = p.does(ref, event.Player)
	}
	scripts.as = func(ref, who string) func(*act) error { return p.does(ref, event.CharacterID(who)) }
	b.opts.Planner = plannerFunc(func(ctx context.Context, request plan.Request) ([]byte, error) {
		given := string(strictjson.Encode(request.State)) + request.Input + fmt.Sprint(request.Catalogue.Scripts())
		p.hears(event.Player, "the planner's request", given)
		form := narrator.FormOf(request, 0)
		p.hears(event.Player, "the prompt of a model that plans", fmt.Sprint(form.Messages(request, 1<<20), string(form.Schema)))
		d := plan.Document{ID: request.ID, Attempt: request.Attempt, Parent: request.Parent, Narrative: given[:min(len(given), 3000)], Parallel: true}
		d.Tools = []plan.Tool{{ID: "narrate", Path: "storyteller/narrate", Async: true}}
		return d.JSON(), nil
	})
	b.opts.Writer = p
	g := b.open()
	random := rand.New(rand.NewPCG(12, 8))
	pick, seen, shown := "", 0, map[event.CharacterID]int{}
	for turn := range soak.Count(whole) {
		p.mutex.Lock()
		plantLives(t, g, p.secrets, turn, wanted)
		p.mutex.Unlock()
		r := must(t, g, pick)
		p.hears(event.Player, "the record", string(r.JSON()))
		for _, who := range slices.Sorted(maps.Keys(g.story.State().People)) {
			kept, err := g.Prompts(t.Context(), event.Where{}, r.Turn, who, false)
			if err != nil {
				t.Fatal(err)
			}
			p.hears(who, "what is shown of prompts", string(kept.Bytes()))
			if len(kept.Generations) > 0 {
				shown[who] += len(kept.Generations)
			} else if who == event.Player {
				t.Errorf("of turn %d no prompt is shown", r.Turn)
			}
		}
		for _, row := range g.story.State().Player().Pieces() {
			p.hears(event.Player, "what the player knows", row.Content)
		}
		if turn%25 == 10 { // a branch that is left: what was found out on it is nobody's any more
			must(t, g, r.Choices[0].ID)
			p.mutex.Lock()
			word := p.secrets.plant(event.Player)
			p.mutex.Unlock()
			beside(t, g, event.FactEstablished, event.Data{"fact": "left-" + word, "content": "It was " + word + "."})
			beside(t, g, event.FactLearned, event.Data{"who": "player", "fact": "left-" + word, "source": "discovered"})
			beside(t, g, event.MemoryKept, event.Data{"memory": "left-" + word, "knower": "player", "words": "You found " + word + ".", "significance": "high"})
			last, err := g.Last(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			p.hears(event.Player, "the record", string(must(t, g, last.Choices[0].ID).JSON()))
			if _, err := g.Rollback(t.Context(), r.Turn); err != nil {
				t.Fatal(err)
			}
			p.mutex.Lock()
			p.secrets[word] = nil // nobody's
			p.mutex.Unlock()
			r, _ = g.Last(t.Context())
		}
		all := g.world.At(g.story.State()).Possible()
		if random.IntN(3) == 0 || len(r.Choices) == 0 {
			pick = all[random.IntN(len(all))].ID()
		} else {
			pick = r.Choices[random.IntN(len(r.Choices))].ID
		}
		if i := slices.IndexFunc(all, func(o world.Offer) bool { return o.Kind == "talk" || o.Kind == "ask" }); i >= 0 && random.IntN(3) == 0 {
			pick = all[i].ID()
		}
		seen++
	}
	t.Logf("%d turns, %d secrets, %d inputs and records, voices of %v; %d secrets were seen where they may be; of lore %v",
		seen, len(p.secrets), p.heard, slices.Sorted(maps.Keys(p.voices)), len(p.found), p.read)
	if soak.Whole() && len(p.secrets) < wanted || len(p.voices) == 0 || len(p.found) == 0 {
		t.Errorf("%d secrets were planted, %d people spoke, and %d secrets were seen at all", len(p.secrets), len(p.voices), len(p.found))
	}
	if len(p.wrote) < 2 || p.wrote[string(event.Player)] == 0 {
		t.Errorf("a model wrote for %v", p.wrote)
	}
	if len(shown) < 2 || len(p.wrote) > len(shown) {
		t.Errorf("prompts are shown of %v, and a model wrote for %v", shown, p.wrote)
	}
	for who := range p.voices { // their own, what they share with each of two, and six of their flock
		if p.read[who] < 9 || p.read[string(event.Player)] == 0 {
			t.Errorf("of the lore that they may read, %s found %d secrets, and the player %d", who, p.read[who], p.read[string(event.Player)])
		}
	}
}

// plantLives lets people live where the player is not: what they see, say and remember is theirs.
func plantLives(t *testing.T, g *Game, secrets planted, turn, most int) {
	t.Helper()
	s := g.story.State()
	if s.Turn.Number == 0 || len(secrets) >= most+40 {
		return
	}
	for i := range 2 {
		id := event.CharacterID(fmt.Sprintf("n%d", (turn*2+i)%12))
		if s.People[id].Place == s.Place() {
			continue
		}
		alone := (&event.Perception{WitnessedBy: []event.CharacterID{id}, ApparentAudience: []event.CharacterID{id}}).Sorted()
		name := func(kind string) string { return fmt.Sprintf("%s-%d-%s", kind, turn, id) }
		for _, e := range []event.Event{
			{Kind: event.MemoryKept, Data: event.Data{"memory": name("m"), "knower": string(id), "words": "She thought of the cage of yard 1: " + secrets.plant(id) + ".", "significance": "high"}},
			{Kind: event.Said, Perception: alone, Data: event.Data{"speaker": string(id), "text": "To herself: " + secrets.plant(id)}},
			{Kind: event.Happened, Perception: alone, Data: event.Data{"text": "A feather fell, " + secrets.plant(id) + ".", "who": []string{string(id)}}},
			{Kind: event.ClaimMade, Perception: alone, Data: event.Data{"claim": name("c"), "speaker": string(id), "content": "It is " + secrets.plant(id) + ".", "truth": "lie", "fact": "open0"}},
			{Kind: event.CharacterChanged, Perception: alone, Data: event.Data{"who": string(id), "changes": strictjson.Object{"mood": secrets.plant(id)}}},
			{Kind: event.RelationChanged, Data: event.Data{"who": string(id), "whom": "n11", "by": 1000, "reason": secrets.plant(id)}},
		} {
			if e.Text("who") == e.Text("whom") && e.Kind == event.RelationChanged {
				continue
			}
			add(t, g, e)
		}
	}
}

// add lets something happen beside the turns.
func add(t *testing.T, g *Game, e event.Event) {
	t.Helper()
	turn := g.story.Begin(event.TurnID(fmt.Sprintf("beside-%d", g.story.State().Position)))
	e.Actor = event.EngineSelf
	if _, err := turn.Add(e); err != nil {
		t.Fatal(err)
	}
	if _, err := turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func beside(t *testing.T, g *Game, kind event.Kind, data event.Data) {
	t.Helper()
	add(t, g, event.Event{Kind: kind, Data: data})
}
