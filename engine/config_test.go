package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/rules"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story/event"
)

// configure sets what skills are configured to, of those that are there.
func (b *table) configure(values map[string]string) *table {
	b.t.Helper()
	all := map[string]protocol.Object{}
	for skill, text := range values {
		parsed, err := strictjson.Parse([]byte(text))
		if err != nil {
			b.t.Fatal(err)
		}
		all[skill] = parsed.(strictjson.Object)
	}
	b.opts.Executor.Config = func(script *skills.Script) (protocol.Object, []string) { return all[string(script.Ref.Skill)], nil }
	return b
}

// idle are scripts whose configuration the engine follows; they do nothing.
func idle() map[string]func(a *act) error {
	return map[string]func(a *act) error{"reputation/update-reputation": nil, "npc-perception/update-perception": nil}
}

// begunOpinions are a harbour in which people and factions think something from the start,
// and a choice brings Tobias to think something too.
var begunOpinions = but(harbour, append(beats(`{"id": "start", "title": "Start", "prose": "It begins.", "choices": [
		{"id": "help", "text": "Bring Tobias his oil", "stays": true, "minutes": 1, "effects": [{"opinion": {"tobias": 20}}]},
		{"id": "sleep", "text": "Sleep", "stays": true, "minutes": 120}]}`),
	"world/factions.json", `{"factions": [{"id": "keepers", "name": "the Lamp Keepers", "members": ["ines"], "reputation": 40}]}`,
	"characters/npcs/ines/profile.json", `{"name": "Ines Vane", "role": "net maker", "personality": {}, "pronouns": "she", "place": "quay", "faction": "keepers", "disposition": 40}`)...)

func kinds(g *Game, t *testing.T, kind event.Kind) (owners []string) {
	for _, r := range g.log(t) {
		if r.Event.Kind == kind {
			owners = append(owners, r.Event.Text("owner"))
		}
	}
	return owners
}

// Opinions that the engine begins fade as their skill is configured: people's by the
// one, factions' by the other. What is configured later counts for those that begin
// later; it is written down once.
func TestConfiguredFading(t *testing.T) {
	b := at(t, written(t, begunOpinions)).with(idle()).configure(map[string]string{
		"reputation":     `{"decayRate": 0.5, "timeUnitMinutes": 60}`,
		"npc-perception": `{"decayRate": 0, "timeUnitMinutes": 60, "factionInfluenceWeight": 0.1}`,
	})
	g := b.open()
	must(t, g, "")
	must(t, g, "start/sleep") // two units
	s := g.story.State()
	if keepers, ines := s.Opinion("keepers"), s.Opinion("ines"); keepers != 10_000 || ines != 40_000 {
		t.Errorf("the keepers %d, Ines %d", keepers, ines)
	}
	if changed := kinds(g, t, event.ConfigChanged); len(changed) != 0 {
		t.Errorf("nothing was changed: %v", changed)
	}

	b.configure(map[string]string{"reputation": `{"decayRate": 0.5, "timeUnitMinutes": 60}`, "npc-perception": `{"decayRate": 0.1, "timeUnitMinutes": 60}`})
	g = b.open()
	must(t, g, "start/help")
	must(t, g, "start/sleep")
	s = g.story.State()
	if tobias, ines := s.Opinion("tobias"), s.Opinion("ines"); tobias != 16_200 || ines != 40_000 {
		t.Errorf("Tobias %d, Ines %d", tobias, ines)
	}
	if changed := kinds(g, t, event.ConfigChanged); !slices.Equal(changed, []string{"npc-perception"}) {
		t.Errorf("%v was changed", changed)
	}
	replayed(t, g)

	// A turn taken back takes what was changed in it along, and the next one says it again.
	for range 2 {
		if _, err := g.Back(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	must(t, g, "start/help")
	if changed := kinds(g, t, event.ConfigChanged); !slices.Equal(changed, []string{"npc-perception"}) {
		t.Errorf("after two steps back %v was changed", changed)
	}
	replayed(t, g)
}

// Nonsense in a configuration, and a skill that is not there, leave the usual.
func TestSettingsThatCannotBe(t *testing.T) {
	choices := map[string]func(a *act) error{"player-choices/generate-choices": nil, "npc-perception/update-perception": nil, "reputation/update-reputation": nil}
	for _, text := range []string{
		`{}`, `{"decayRate": 2, "timeUnitMinutes": 0, "modifierScale": -1, "minOptions": 4, "maxOptions": 3, "showDifficultyThreshold": 7}`,
		`{"decayRate": "fast", "timeUnitMinutes": [], "modifierScale": {}, "minOptions": "x", "maxOptions": null, "showDifficultyThreshold": "", "consequenceHintVerbosity": 3}`,
	} {
		b := at(t, written(t, harbour)).with(choices).configure(map[string]string{"reputation": text, "npc-perception": text, "player-choices": text})
		if got := b.open().settings(); got != usual() {
			t.Errorf("%s: %+v", text, got)
		}
	}
	g := at(t, written(t, harbour)).configure(map[string]string{"reputation": `{"decayRate": 0.5}`}).open()
	if got := g.settings(); got != usual() {
		t.Errorf("without the skills: %+v", got)
	}
}

// What a step of an opinion counts on a d20 is what npc-perception is configured to,
// in the check, in what player-choices is told, and never on two dice.
func TestConfiguredScale(t *testing.T) {
	for scale, want := range map[string]int64{"0": 0, "0.5": 1, "1": 2, "2": 4} {
		b := at(t, written(t, harbour)).with(idle()).configure(map[string]string{"npc-perception": `{"modifierScale": ` + scale + `}`})
		g := b.open()
		r := must(t, g, "")
		picked, err := g.pick(r.Choices[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		turn := g.begun()
		turn.Choice = picked.ID
		turn.add(event.RelationChanged, event.Data{"who": "ines", "whom": "player", "by": int64(60_000)})
		try := world.CheckSpec{Stat: "tact", Text: "Speak with Ines", Person: "ines"}
		for dice, want := range map[string]int64{"": 1, "1d20": want} {
			try.Dice = dice
			if got := valueOf(turn.modifiers(try), action.Opinion); got != want {
				t.Errorf("scale %s, dice %q: %+d, want %+d", scale, dice, got, want)
			}
		}
		told := strictjson.AsObject(turn.closes().choicesInput(&menu{}, 1, nil)["rules"])
		if got := strictjson.AsInteger(told["scale"]); got != world.ScaleIn(turn.view()) || got != map[string]int64{"0": 0, "0.5": 500, "1": 1000, "2": 2000}[scale] {
			t.Errorf("scale %s: player-choices is told %v", scale, told["scale"])
		}
	}
}

// many is a campaign with so many authored choices on offer.
func many(n int) map[string]string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`{"id": "c%d", "text": "Do the thing of number %d", "stays": true}`, i, i))
	}
	return but(harbour, beats(`{"id": "start", "title": "Start", "prose": "It begins.", "choices": [`+strings.Join(all, ",")+`]}`)...)
}

// player-choices says how many choices a turn has, within three and four.
func TestConfiguredNumberOfChoices(t *testing.T) {
	makes := map[string]func(a *act) error{"player-choices/generate-choices": func(a *act) error {
		var all []any
		for _, item := range a.input["moves"].([]any) {
			m := item.(protocol.Object)
			all = append(all, protocol.Object{"id": m["id"], "text": fmt.Sprint("Now ", m["id"]), "kind": m["kind"]})
		}
		want := int(strictjson.AsInteger(a.input["want"]))
		a.output = protocol.Object{"choices": all[:min(want, len(all))]}
		return nil
	}}
	makesNone := map[string]func(a *act) error{"player-choices/generate-choices": func(a *act) error {
		a.output = protocol.Object{"choices": []any{}}
		return nil
	}}
	for _, test := range []struct {
		config  string
		written int
		does    map[string]func(a *act) error
		want    int
	}{
		{`{}`, 0, makes, 4}, {`{"maxOptions": 3}`, 0, makes, 3}, {`{"maxOptions": 3}`, 2, makes, 3}, {`{"maxOptions": 3}`, 6, makes, 3}, {`{}`, 6, makes, 4},
		{`{"minOptions": 4}`, 0, makes, 4}, {`{}`, 0, makesNone, 3}, {`{"minOptions": 4}`, 0, makesNone, 4}, {`{"minOptions": 3}`, 2, makesNone, 3},
	} {
		g := at(t, written(t, many(test.written))).with(test.does).configure(map[string]string{"player-choices": test.config}).open()
		r := must(t, g, "")
		for range 3 {
			if len(r.Choices) != test.want {
				t.Errorf("%s, %d written: %d choices, want %d", test.config, test.written, len(r.Choices), test.want)
			}
			if mentions(r, "made to measure") {
				t.Errorf("%s, %d written: %v", test.config, test.written, r.Degraded)
			}
			r = must(t, g, r.Choices[len(r.Choices)-1].ID)
		}
	}
	if r := must(t, at(t, written(t, harbour)).open(), ""); !mentions(r, "made to measure") {
		t.Errorf("no skill makes choices: %v", r.Degraded)
	}
}

// How much a choice says of its odds and of what it asks holds for what authors wrote
// as for what is made.
func TestConfiguredHintsOfAuthors(t *testing.T) {
	files := but(stats(10, ""), append(beats(`{"id": "start", "title": "Start", "prose": "It begins.", "people": ["ines"], "choices": [
		{"id": "try", "text": "Dare the stair with Ines", "hint": "It is wet.", "check": {"stat": "nerve", "success": {"prose": "Up."}, "failure": {"prose": "Down."}}},
		{"id": "say", "text": "Sing", "hint": "Softly."}]}`),
		"characters/npcs/ines/profile.json", `{"name": "Ines Vane", "role": "net maker", "personality": {}, "pronouns": "she", "place": "quay", "disposition": -40}`)...)
	for config, want := range map[string][3]string{
		`{}`:                                   {"risky", "It is wet.", "Softly."},
		`{"consequenceHintVerbosity": "none"}`: {"risky", "", ""},
		`{"consequenceHintVerbosity": "detailed"}`: {"risky", "It is wet. This will try your nerve. Ines Vane thinks ill of you.", "Softly."},
		`{"showDifficultyThreshold": 0}`:           {"", "It is wet.", "Softly."},
		`{"showDifficultyThreshold": 0.083}`:       {"", "It is wet.", "Softly."}, // 3 of 36 ways are a full success
		`{"showDifficultyThreshold": 0.084}`:       {"risky", "It is wet.", "Softly."},
	} {
		b := at(t, written(t, files)).with(map[string]func(a *act) error{"player-choices/generate-choices": nil}).configure(map[string]string{"player-choices": config})
		r := must(t, b.open(), "")
		if got := [3]string{r.Choices[0].Difficulty, r.Choices[0].Hint, r.Choices[1].Hint}; got != want {
			t.Errorf("%s: %q, want %q", config, got, want)
		}
	}
}

// A weak stat is marked: one word harder, or, where the campaign's rules take it off
// the dice, as the dice have it. Low charisma is marked as the specification says.
func TestWeakStatsAreMarked(t *testing.T) {
	weak := "# Rules\n\n```rules\nmodifiers:\n  weak: 1\n```\n"
	for _, test := range []struct {
		stat, value, rules, want string
		modifier                 int64
	}{
		{"nerve", "6", "", "even", 0}, {"nerve", "5", "", "risky", 0}, {"nerve", "5", weak, "risky", -1}, {"nerve", "6", weak, "even", 0},
		{"nerve", "15", "", "", 1}, {"charisma", "8", "", "even", 0}, {"charisma", "7", "", "unlikely to succeed", 0},
	} {
		files := but(harbour, append(beats(`{"id": "start", "title": "Start", "prose": "It begins.", "choices": [
			{"id": "try", "text": "Dare the stair", "check": {"stat": "`+test.stat+`", "success": {"prose": "Up."}, "failure": {"prose": "Down."}}}]}`),
			"characters/player/template.json", fmt.Sprintf(`{"stats": [{"id": %q, "name": "It", "default": 10, "words": ["dare"]}], "preset": {"name": "Jo", "stats": {%q: %s}}}`, test.stat, test.stat, test.value))...)
		if test.rules != "" {
			files["world/rules.md"] = test.rules
		}
		g := at(t, written(t, files)).open()
		r := must(t, g, "")
		if r.Choices[0].Difficulty != test.want {
			t.Errorf("%+v: %q", test, r.Choices[0].Difficulty)
		}
		if r := must(t, g, "start/try"); valueOf(r.Check.Modifiers, action.Strength)+valueOf(r.Check.Modifiers, action.Weakness) != test.modifier {
			t.Errorf("%+v: %+v", test, r.Check)
		}
	}
}

// What authored choices of the sample campaign are marked as is what the dice then
// keep: the word for the chance that the modifiers of the roll give.
func TestMarksFitTheOdds(t *testing.T) {
	c := sample(t, "grey-harbour")
	marked, checked := 0, 0
	for seed := range 20 {
		b := at(t, c)
		b.opts.Seed = fmt.Sprint(seed)
		g := b.open()
		r := must(t, g, "")
		for turn := 0; turn < 40 && r.Ending == nil; turn++ {
			at := slices.IndexFunc(r.Choices, func(c Choice) bool { return c.Kind == "check" })
			if at < 0 {
				at = (turn + seed) % len(r.Choices)
			}
			offered := r.Choices[at]
			if r = must(t, g, offered.ID); offered.Kind != "check" || offered.Source != event.Written {
				continue
			}
			by := int64(0)
			for _, m := range r.Check.Modifiers {
				by += m.Value
			}
			ours := world.RulesOf(&c.Rules, 1000)
			ours.Dice = r.Check.Formula
			odds, _ := ours.Chance(by)
			if checked++; offered.Difficulty != "" {
				marked++
			}
			if want := rules.Difficulty(odds.Succeeds()); offered.Difficulty != want && (offered.Difficulty != "" || want != rules.Likely && odds[len(odds)-1].Chance < 500) {
				t.Errorf("seed %d, %q is marked %q, the dice say %q: %+v", seed, offered.Text, offered.Difficulty, want, r.Check)
			}
		}
	}
	if marked == 0 || checked == 0 {
		t.Errorf("%d of %d checks are marked", marked, checked)
	}
	t.Logf("%d of %d checks are marked", marked, checked)
}
