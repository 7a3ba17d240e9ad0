package perception_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills-src/perception"
	"github.com/narratoria/narratoria/skills-src/reputation"
	"github.com/narratoria/narratoria/skills/kit"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// tale is a real story that scripts are played in, one after the other: what they
// stage becomes events of it.
type tale struct {
	t     *testing.T
	save  *persistence.Save
	story *story.Playthrough
	turns int
}

func newTale(t *testing.T) *tale {
	t.Helper()
	save, err := persistence.New(mem.New(), nil).Create(t.Context(), "monday", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { save.Close() })
	n := &tale{t: t, save: save}
	n.restart()
	events := []event.Event{{Kind: event.PlaythroughStarted, Data: event.Data{
		"campaign": "lighthouse", "version": "1", "digest": "d",
		"persona": strictjson.Object{"name": "Mira", "place": "quay"}, "parameters": strictjson.Object{},
	}}}
	for id, kind := range map[string]string{"ines": "person", "bram": "person", "lamp": "faction", "tide": "faction"} {
		events = append(events, event.Event{Kind: event.EntityAdded, Data: event.Data{"entity": id, "type": kind, "name": id, "place": "quay"}})
	}
	n.add(events...)
	return n
}

// restart opens the story again from what was saved.
func (n *tale) restart() {
	n.t.Helper()
	var err error
	if n.story, err = story.Open(n.t.Context(), n.save); err != nil {
		n.t.Fatal(err)
	}
}

func (n *tale) add(events ...event.Event) {
	n.t.Helper()
	n.turns++
	turn := n.story.Begin(event.TurnID(fmt.Sprint("turn-", n.turns)))
	for _, e := range events {
		e.Actor = event.EngineSelf
		if _, err := turn.Add(e); err != nil {
			n.t.Fatal(err)
		}
	}
	if _, err := turn.Commit(n.t.Context()); err != nil {
		n.t.Fatal(err)
	}
}

func (n *tale) pass(minutes int64) {
	n.t.Helper()
	n.add(event.Event{Kind: event.TimePassed, Data: event.Data{"minutes": minutes}})
}

// play plays a script in the story and decodes its output.
func (n *tale) play(script kit.Script, input, config string, output any) {
	n.t.Helper()
	state := n.story.State()
	request := fmt.Sprintf(`{"requestId":"r1","tool":"t/s","operation":"s","input":%s,"config":%s,"protocol":{"version":"0","features":["calls","random","relation.read","relation.write"]}}`+"\n", input, config)
	events, effects := scripttest.PlayOn(n.t, host.Of(host.Base{State: state}), script, []byte(request))
	var done struct {
		OK     bool
		Output json.RawMessage
	}
	lines := bytes.Split(bytes.TrimSpace(events), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &done); err != nil || !done.OK {
		n.t.Fatalf("%v:\n%s", err, events)
	}
	if err := json.Unmarshal(done.Output, output); err != nil {
		n.t.Fatal(err)
	}
	if happened, _, err := host.Events(staged(n.t, effects), state); err != nil {
		n.t.Fatal(err)
	} else if len(happened) > 0 {
		n.add(happened...)
	}
}

func staged(t *testing.T, lines []byte) (effects []plan.Effect) {
	t.Helper()
	for line := range bytes.Lines(lines) {
		method, params, _ := bytes.Cut(line, []byte(" "))
		object, err := strictjson.ParseObject(params)
		if err != nil {
			t.Fatal(err)
		}
		effects = append(effects, plan.Effect{Script: plan.ScriptRef{Skill: "skill", Script: "script"}, Method: string(method), Params: object})
	}
	return effects
}

type seen struct {
	Score     kit.Thousandths
	Sentiment kit.Thousandths
	Tier      string
	Modifier  int64
	Existing  bool
	Parts     struct{ Faction, Traits, Random, Deeds kit.Thousandths }
}

func (n *tale) perception(npc string) seen {
	n.t.Helper()
	var got struct{ Perceptions []seen }
	n.play(perception.Query, fmt.Sprintf(`{"npcs":[%q]}`, npc), `{}`, &got)
	return got.Perceptions[0]
}

func (n *tale) reputation(faction string) seen {
	n.t.Helper()
	var got struct{ Reputations []seen }
	n.play(reputation.Query, fmt.Sprintf(`{"factions":[%q]}`, faction), `{}`, &got)
	return got.Reputations[0]
}

// SC-017: what a faction thinks colours the first impression its people have, and
// later meetings change nothing.
func TestFirstImpressionInAStory(t *testing.T) {
	n := newTale(t)
	var got seen
	n.play(reputation.Update, `{"faction":"lamp","by":45}`, `{}`, &got)
	n.play(reputation.Update, `{"faction":"tide","by":-45}`, `{}`, &got)
	var ines, bram seen
	n.play(perception.Initialize, `{"npc":"ines","faction":"lamp","traits":["brave"],"likes":["bravery","brave"]}`, `{}`, &ines)
	n.play(perception.Initialize, `{"npc":"bram","faction":"tide","traits":["brave"],"dislikes":["braves"]}`, `{}`, &bram)
	if ines.Parts.Faction != 22_500 || ines.Parts.Traits != 15_000 || bram.Parts.Faction != -22_500 || bram.Parts.Traits != -15_000 {
		t.Errorf("%+v\n%+v", ines, bram)
	}
	if p := ines.Parts; ines.Score != p.Faction+p.Traits+p.Random+p.Deeds || n.perception("ines").Score != ines.Score {
		t.Errorf("%+v", ines)
	}
	var again seen
	n.play(perception.Initialize, `{"npc":"ines","faction":"tide"}`, `{}`, &again)
	if !again.Existing || again.Score != ines.Score || n.perception("ines").Score != ines.Score {
		t.Errorf("%+v, before %+v", again, ines)
	}
}

// SC-028: one grave deed each, against the worst luck that first impressions can
// have.
func TestHelpedAndBetrayed(t *testing.T) {
	n := newTale(t)
	for npc, score := range map[string]int64{"ines": -20_000, "bram": 20_000} {
		n.add(event.Event{Kind: event.RelationBegun, Data: event.Data{"who": npc, "whom": "player", "score": score}})
	}
	var helped, betrayed seen
	n.play(perception.Update, `{"npc":"ines","significance":"high","direction":"positive"}`, `{}`, &helped)
	n.play(perception.Update, `{"npc":"bram","significance":"high","direction":"negative"}`, `{}`, &betrayed)
	criteria.Measured(t, "SC-028", "%s points apart after one grave deed each, against the worst luck of first impressions", helped.Score-betrayed.Score)
	if helped.Score != 30_000 || betrayed.Score != -30_000 || helped.Score-betrayed.Score <= 30_000 {
		t.Errorf("%+v %+v", helped, betrayed)
	}
	if again := n.perception("ines"); again != helped {
		t.Errorf("%+v, was %+v", again, helped)
	}
}

// SC-029: a tenth in each unit, half of that while it is strong; worked out by hand,
// cut to the thousandth. It is the same after a restart.
func TestFading(t *testing.T) {
	const week = 10_080
	steps := 0
	defer func() {
		criteria.Measured(t, "SC-029", "%d steps exact to the thousandth, of people and factions", steps)
	}()
	for _, test := range []struct {
		by    []string // deeds
		weeks []kit.Thousandths
	}{
		{[]string{"40"}, []kit.Thousandths{40_000, 36_000, 32_400, 29_160, 26_244, 23_619, 21_257}},
		{[]string{"-40"}, []kit.Thousandths{-40_000, -36_000, -32_400, -29_160, -26_244, -23_619, -21_257}},
		{[]string{"50", "10"}, []kit.Thousandths{60_000, 57_000, 54_150, 51_442, 48_869, 43_982}},
		{[]string{"50"}, []kit.Thousandths{50_000, 47_500, 42_750}},
		{[]string{"49.999"}, []kit.Thousandths{49_999, 44_999}},
		{[]string{"0.009"}, []kit.Thousandths{9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0}},
	} {
		n := newTale(t)
		for _, by := range test.by {
			var got seen
			n.play(perception.Update, fmt.Sprintf(`{"npc":"ines","by":%s}`, by), `{}`, &got)
			n.play(reputation.Update, fmt.Sprintf(`{"faction":"lamp","by":%s}`, by), `{}`, &got)
		}
		for i, want := range test.weeks {
			if i > 0 {
				n.pass(week - 1)
				if got := n.perception("ines"); got.Score != test.weeks[i-1] {
					t.Errorf("%s, a minute before week %d: %s", test.by, i, got.Score)
				}
				n.pass(1)
			}
			if i == len(test.weeks)/2 {
				n.restart()
			}
			steps++
			if person, faction := n.perception("ines").Score, n.reputation("lamp").Score; person != want || faction != want {
				t.Errorf("%s, week %d: %s and %s, want %s", test.by, i, person, faction, want)
			}
		}
	}
}

// A configured unit and rate hold for opinions that begin under them.
func TestConfiguredFading(t *testing.T) {
	n := newTale(t)
	var got seen
	n.play(reputation.Update, `{"faction":"lamp","by":40}`, `{"decayRate":0.25,"timeUnitMinutes":1440}`, &got)
	n.play(reputation.Update, `{"faction":"tide","by":40}`, `{"decayRate":0}`, &got)
	n.pass(2 * 1440)
	if lamp, tide := n.reputation("lamp").Score, n.reputation("tide").Score; lamp != 22_500 || tide != 40_000 {
		t.Errorf("%s and %s", lamp, tide)
	}
}

// SC-008 and SC-017: a query of a hundred factions and a first impression, with what
// the host takes of a real story.
func TestOpinionsAreQuick(t *testing.T) {
	n := newTale(t)
	var factions []string
	for i := range 100 {
		id := fmt.Sprint("guild-", i)
		n.add(event.Event{Kind: event.EntityAdded, Data: event.Data{"entity": id, "type": "faction", "name": id}},
			event.Event{Kind: event.RelationBegun, Data: event.Data{"who": id, "whom": "player", "score": i * 500}})
		factions = append(factions, id)
	}
	asked, err := json.Marshal(map[string]any{"factions": factions})
	if err != nil {
		t.Fatal(err)
	}
	took := func(do func()) time.Duration {
		var all []time.Duration
		for range 20 {
			began := time.Now()
			do()
			all = append(all, time.Since(began))
		}
		slices.Sort(all)
		return all[18]
	}
	query := took(func() {
		var got struct{ Reputations []seen }
		n.play(reputation.Query, string(asked), `{}`, &got)
		if len(got.Reputations) != 100 || got.Reputations[42].Score != 21_000 {
			t.Errorf("%d reputations, one of them %s", len(got.Reputations), got.Reputations[42].Score)
		}
	})
	people := 0
	meet := took(func() {
		people++
		id, got := fmt.Sprint("stranger-", people), seen{}
		n.add(event.Event{Kind: event.EntityAdded, Data: event.Data{"entity": id, "type": "person", "name": id}})
		n.play(perception.Initialize, fmt.Sprintf(`{"npc":%q,"faction":"guild-90"}`, id), `{}`, &got)
		if got.Parts.Faction == 0 {
			t.Errorf("the faction counts for nothing: %+v", got)
		}
	})
	criteria.Measured(t, "SC-008", "%v for 95 %% of queries of 100 factions each", query.Round(10*time.Microsecond))
	criteria.Measured(t, "SC-017", "%v for 95 %% of first impressions, each coloured by a faction", meet.Round(10*time.Microsecond))
	if limit := 100 * time.Millisecond; query > limit || meet > limit {
		t.Errorf("a query takes %v, a first impression %v", query, meet)
	}
}
