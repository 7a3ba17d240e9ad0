package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/engine/portraits"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/executor"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/transcript"
)

// Two stories that differ only in what the player could not perceive are told alike,
// byte for byte, given the same offers, the same deed and the same beats: what planners
// and scripts are given, what choices are made of, and what the player may look up. What they
// differ in is what others did, said, kept, thought and were at, occasions and bonds among them, lore for
// them, and what lies and who hides in what is shut: see also unseen. The
// weather is the log's to give to single places, and no author's yet, so it is given here:
// to places where the player is not, and to the whole world but for the one where they are.
func TestEqualViewsTellTheSame(t *testing.T) {
	const games = 20
	pairs := soak.Count(2000)
	if soak.Whole() {
		pairs = 10_000
	}
	var learning atomic.Int64 // games in which there was something to be learned where they stood
	t.Cleanup(func() {
		if soak.Whole() && learning.Load() < games*3/4 {
			t.Errorf("something was learned in %d games of %d, so little of that was compared", learning.Load(), games)
		}
	})
	for n := range games {
		t.Run(fmt.Sprint("game ", n+1), func(t *testing.T) {
			t.Parallel()
			draw := rand.New(rand.NewPCG(uint64(n), 3))
			length := 4 + draw.IntN(14)
			sample := campaigns.All()[n%2]
			seen, hidden := playedSo(t, withLore(t, sample, nil), length, uint64(n)), playedSo(t, withLore(t, sample, elsewhereRead), length, uint64(n))
			furnish(t, seen)
			furnish(t, hidden)
			differing, taught := 0, 0
			differing += playOn(t, seen, hidden, draw)
			if diff := cmp.Diff(writtenDown(t, seen), writtenDown(t, hidden)); diff != "" {
				t.Fatalf("after %d things that the player did not perceive, what is made of the story says otherwise (-without +with):\n%.30000s", differing, diff)
			}
			changeProfiles(hidden)
			for i := range pairs / games {
				for range 1 + draw.IntN(4) {
					differing += happenUnseen(t, hidden, draw, i) + happenElsewhere(t, hidden, draw, event.Player, false)
				}
				differing += weatherElsewhere(t, hidden, draw, hidden.story.State().Place())
				offers := seen.world.At(seen.story.State()).Offers()
				of := dealt{put: seen.world.At(seen.story.State()).Worthwhile(mostChoices), taken: offers[draw.IntN(len(offers))], beat: draw.IntN(len(seen.world.Beats) + 1)}
				of.does = seen.world.At(seen.story.State()).Consequences(of.taken)
				without := toldBy(t, seen, of)
				of.meanwhile = true
				if i%4 == 0 {
					if diff := cmp.Diff(shownOf(t, seen, event.Player), shownOf(t, hidden, event.Player)); diff != "" {
						t.Fatalf("after %d things that the player did not perceive, they are shown otherwise (-without +with):\n%.30000s", differing, diff)
					}
				}
				if diff := cmp.Diff(without, toldBy(t, hidden, of)); diff != "" {
					t.Fatalf("after %d things that the player did not perceive, %q is told otherwise (-without +with):\n%.30000s", differing, of.taken.ID(), diff)
				}
				taught += len(of.does.Learns)
			}
			if differing == 0 {
				t.Error("nothing happened unseen, so nothing was compared")
			}
			if taught > 0 {
				learning.Add(1)
			}
		})
	}
}

// playOn plays a few turns more of both games, before each of which something happens in
// the second that the player does not perceive and that changes nobody's doings: and what is
// told of them is the same. So what is unseen lies between what is seen, too.
func playOn(t *testing.T, seen, hidden *Game, draw *rand.Rand) (unseen int) {
	t.Helper()
	pick := ""
	last, err := seen.Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pick = last.Choices[draw.IntN(len(last.Choices))].ID
	for round := range 4 {
		began := seen.story.State().Place()
		r, told := playedTaped(t, seen, pick)
		unseen += happenQuietly(t, hidden, draw, round) + happenElsewhere(t, hidden, draw, event.Player, true)
		if seen.story.State().Weather != "" { // where there is none, none can be given back
			unseen += weatherElsewhere(t, hidden, draw, began, seen.story.State().Place())
		}
		other, toldOther := playedTaped(t, hidden, pick)
		if diff := cmp.Diff(told, toldOther); diff != "" {
			t.Fatalf("with what happened unseen between, scripts are given something else (-without +with):\n%.30000s", diff)
		}
		if diff := cmp.Diff(shown(r), shown(other)); diff != "" {
			t.Fatalf("with what happened unseen between, a turn is told otherwise (-without +with):\n%.30000s", diff)
		}
		if a, b := leftAt(seen), leftAt(hidden); a != b {
			t.Fatalf("with what happened unseen between, the scene that was left is %q, and without %q", b, a)
		}
		if weather := seen.story.State().Weather; weather != "" {
			weatherIs(t, hidden, event.Data{"weather": weather}) // where the player comes next, they see it
		}
		pick = r.Choices[draw.IntN(len(r.Choices))].ID
	}
	return unseen
}

// leftAt is the scene that the last turn has closed.
func leftAt(g *Game) string {
	left, is := g.Left()
	return fmt.Sprint(left.Scene, left.Significance, left.Turn, is)
}

// playedTaped plays a turn, and gives what scripts were given in it that ran as the player.
func playedTaped(t *testing.T, g *Game, pick string) (r *Record, told map[string]string) {
	t.Helper()
	told = g.opts.Executor.Runner.(*tape).record("", func() {
		var err error
		if r, err = g.Play(t.Context(), pick); err != nil {
			t.Fatal(err)
		}
	})
	return r, told
}

// happenQuietly lets something happen that the player does not perceive, and from which
// nothing else will come that they do; it gives how many things did.
func happenQuietly(t *testing.T, g *Game, draw *rand.Rand, n int) (count int) {
	t.Helper()
	turn := g.story.Begin(event.TurnID(fmt.Sprintf("quiet-%d-%d", n, draw.Uint64())))
	add := func(kind event.Kind, by event.CharacterID, data event.Data) {
		e := event.Event{Kind: kind, Actor: event.Actor(by), Data: data}
		if kind.Perceived() {
			e.Perception = unseenBy(turn.State(), by, event.Player)
		}
		if _, err := turn.Add(e); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		count++
	}
	s := turn.State()
	for _, id := range slices.Sorted(maps.Keys(s.People)) { // some where the player is
		if id == event.Player {
			continue
		}
		name := fmt.Sprintf("quiet-%s-%d-%d", id, n, draw.Uint32())
		switch draw.IntN(7) {
		case 6:
			add(event.Narrated, id, event.Data{"text": "Somewhere else the silver changes hands."})
		case 5:
			threadUnseen(g, turn.State(), add, draw, id, name)
		case 0:
			add(event.MemoryKept, id, event.Data{"memory": name, "knower": string(id), "words": "You lit the lamp and hid the silver.", "significance": "high"})
		case 1:
			add(event.FactEstablished, id, event.Data{"fact": name, "content": "The silver is under the altar.", "about": someOf(turn.State(), draw)})
		case 2:
			add(event.Said, id, event.Data{"speaker": string(id), "text": "Nobody else hears this whisper."})
		case 3:
			add(event.Happened, id, event.Data{"text": "Something was slipped from hand to hand.", "who": []string{string(id)}})
		case 4:
			deed := action.Action{By: action.PersonRef(string(id)), Kind: action.Search, Manner: action.Quietly, Place: action.PlaceRef(s.People[id].Place)}
			add(event.Acted, id, event.Data{"action": deed.Object(), "outcome": action.Outcome{}.Object(), "significance": "low"})
		}
	}
	if count > 0 {
		if _, err := turn.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return count
}

// threadUnseen lets somebody follow a line of the plot, or go on with one they follow, of
// which the player knows nothing: by a name of its own, or by that of one which an author
// wrote and which the player may come to follow later.
func threadUnseen(g *Game, s *story.State, add func(event.Kind, event.CharacterID, event.Data), draw *rand.Rand, who event.CharacterID, name string) {
	var open []string
	for _, thread := range s.As(who).Threads() {
		if _, players := s.Player().Thread(thread.ID); thread.Open && !players { // the player would learn of theirs
			open = append(open, thread.ID)
		}
	}
	if len(open) == 0 || draw.IntN(3) == 0 {
		if i := draw.IntN(1 + 2*len(g.world.Beats)); i < len(g.world.Beats) {
			g.world.Beats[i].EachEffect(func(e effect.Effect) {
				if written, is := e.(effect.Thread); is {
					name = written.ID
				}
			})
		}
		_, follows := s.As(who).Thread(name)
		if _, players := s.Player().Thread(name); follows || players {
			return
		}
		title := []string{"Who hid the silver?", "What lit the lamp?", "The oil that nobody sold"}[draw.IntN(3)]
		add(event.ThreadOpened, who, event.Data{"thread": name, "title": title, "summary": "It is whispered.", "characters": []string{string(who)}})
		return
	}
	id := open[draw.IntN(len(open))]
	if draw.IntN(2) == 0 {
		add(event.ThreadContinued, who, event.Data{"thread": id, "summary": "You lit the lamp, it is whispered."})
		return
	}
	add(event.ThreadResolved, who, event.Data{"thread": id, "outcome": "It was under the altar."})
}

// weatherElsewhere gives places their own weather where the player is not, or the whole
// world another one but for some places; it gives how many turned.
func weatherElsewhere(t *testing.T, g *Game, draw *rand.Rand, but ...string) (count int) {
	t.Helper()
	s := g.story.State()
	to := func() string { return []string{"fog", "rain", "clear", "storm", "hail of frogs"}[draw.IntN(5)] }
	if draw.IntN(3) == 0 && s.Weather != "" { // everywhere, and where the player is as it was
		all := []event.Data{{"weather": to()}}
		for _, place := range slices.Compact(slices.Sorted(slices.Values(but))) {
			all = append(all, event.Data{"weather": s.WeatherAt(place), "place": place})
		}
		weatherIs(t, g, all...)
		return len(all)
	}
	var all []event.Data
	for id, e := range s.Entities {
		if e.Type == "place" && !slices.Contains(but, id) {
			all = append(all, event.Data{"place": id})
		}
	}
	slices.SortFunc(all, func(a, b event.Data) int {
		return strings.Compare(strictjson.AsString(a["place"]), strictjson.AsString(b["place"]))
	})
	all = slices.DeleteFunc(all, func(d event.Data) bool { return draw.IntN(2) == 0 })
	for _, d := range all {
		d["weather"] = to()
	}
	weatherIs(t, g, all...)
	return len(all)
}

func weatherIs(t *testing.T, g *Game, all ...event.Data) {
	t.Helper()
	if len(all) == 0 {
		return
	}
	turn := g.story.Begin(event.TurnID(fmt.Sprint("weather-", g.story.State().Position)))
	for _, d := range all {
		if _, err := turn.Add(event.Event{Kind: event.WeatherChanged, Actor: event.EngineSelf, Data: d}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// shown is what a turn shows.
func shown(r *Record) string {
	text := r.Prose
	for _, c := range r.Choices {
		text += fmt.Sprintf("\n%s: %s %s %s", c.ID, c.Text, c.Hint, c.Difficulty)
	}
	check := world.Check{}
	if r.Check != nil {
		check = *r.Check
	}
	check.Modifiers = slices.Clone(check.Modifiers)
	for i := range check.Modifiers {
		check.Modifiers[i].Event = 0 // where it stands in the log is not told
	}
	return fmt.Sprint(text, "\n", asText(tree(check)), r.Beats, r.Degraded)
}

// writtenDown is what is made of a whole story for the player: its transcript in each form, with
// the titles of its scenes, and what a list of stories says of it.
func writtenDown(t *testing.T, g *Game) map[string]string {
	t.Helper()
	told, err := transcript.Of(t.Context(), g.story, event.Where{}, transcript.Options{Title: "A story"})
	if err != nil {
		t.Fatal(err)
	}
	scenes, err := g.story.Scenes(t.Context(), event.Where{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range scenes {
		scenes[i].First, scenes[i].Last = 0, 0 // where they stand in the log is not told
	}
	all := map[string]string{"scenes": fmt.Sprintf("%+v", scenes), "list": fmt.Sprintf("%+v", g.story.State().Summary())}
	for form, write := range map[string]func(io.Writer) error{"Markdown": told.Markdown, "JSONL": told.JSONL, "HTML": told.HTML} {
		var text strings.Builder
		if err := write(&text); err != nil {
			t.Fatal(err)
		}
		all[form] = text.String()
	}
	return all
}

// changeProfiles makes everybody somebody else in what their profiles say of their
// character, which nobody sees.
func changeProfiles(g *Game) {
	for i := range g.world.People {
		p := &g.world.People[i]
		p.Likes, p.Dislikes, p.Motivations = []string{"thunder"}, []string{"honesty"}, []string{"to be left alone"}
		p.Personality.Virtues, p.Personality.Flaws = []string{"meanness"}, []string{"kindness"}
	}
}

// playedSo is a game after so many turns, without any skill.
func playedSo(t *testing.T, sample campaigns.Sample, turns int, seed uint64) *Game {
	t.Helper()
	c, persona := Sampled(t, sample)
	store := persistence.New(mem.New(), &persistence.Options{Embedder: lexical.New()}) // as the program has one
	save, err := store.Create(t.Context(), "test", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	registry := skills.Discover(skills.DiscoverOptions{})
	g, err := Open(t.Context(), Options{
		Campaign: c, CampaignID: sample.Name, Digest: "d", Save: save, Persona: persona, Seed: "views", NoEndings: true,
		Registry: func() *skills.Registry { return registry },
		Executor: executor.Options{Runner: &tape{}, Concurrency: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close(context.Background(), "quit"); _ = save.Close() })
	draw, pick := rand.New(rand.NewPCG(seed, 5)), ""
	for range turns {
		r, err := g.Play(t.Context(), pick)
		if err != nil {
			t.Fatal(err)
		}
		pick = r.Choices[draw.IntN(len(r.Choices))].ID
	}
	return g
}

// What resolving deals out, the same to both: what was possible, what was taken and comes of
// it, and the place of the beat that is told, or one more than there are for none. And not
// the same to both: whether something goes on unseen in the turn itself.
type dealt struct {
	put   []world.Offer // before the player
	taken world.Offer
	does  world.Consequences
	beat  int

	meanwhile bool
}

// toldBy is all that is told of a turn in which an offer was taken, and all that may be
// looked up in it.
func toldBy(tb testing.TB, g *Game, with dealt) map[string]string {
	tb.Helper()
	of := with.taken
	t := g.begun()
	t.Choice = of.ID()
	t.Taken, t.Action, t.Does = &of, of.Action, with.does
	t.raise(of.Topic, string(event.Player))
	t.set, t.cause = usual(), t.stage(event.Event{Kind: event.ChoiceMade, Actor: event.Actor(event.Player), Data: event.Data{"choice": of.ID(), "action": of.Action.Object()}})
	if with.meanwhile {
		for _, id := range absent(t.state()) {
			t.add(event.ThreadOpened, event.Data{"thread": "meanwhile-" + string(id), "title": "Who lit the lamp?", "characters": []string{string(id)}})
			t.add(event.SceneOpened, event.Data{"scene": "meanwhile-" + string(id), "type": "dialogue", "place": t.state().People[id].Place, "present": []string{string(id)}})
		}
	}
	t.acting = true
	t.impressions = append(t.impressions, with.does.Impressions[action.Certain]...)
	for _, told := range with.does.Learns {
		if told.Speaker != "" && !slices.Contains(t.view().Present(), told.Speaker) {
			told.Speaker = "" // where they are, the player cannot know: as if it were found
		}
		t.learn(told, "discovered")
	}
	t.acting = false
	t.act(t.place(), t.cause)
	if with.beat < len(g.world.Beats) {
		beat := &g.world.Beats[with.beat]
		t.Beats, t.Authored = append(t.Beats, beat), []string{"What its author wrote."}
		t.add(event.BeatReached, event.Data{"beat": beat.ID, "priority": beat.Priority.String()})
	}
	t.Outcome.Grade = action.Partial
	t.Check = &world.Check{Stat: of.Stat, Band: string(action.Partial), Formula: "2d6"}
	t.Rolled = t.sight().OfferedCheck(of)
	t.OpinionBefore = t.view().Regard(t.Rolled.Person)
	told := map[string]string{
		"$scene":              asText(t.teller(t.Turn).Scene()),
		"$telling":            asText(tree(t.teller(t.Turn).Material())),
		"session state":       asText(t.view().Object()),
		"the choices' input":  asText(t.closes().choicesInput(&menu{leave: true}, 4, with.put)),
		"the planner's input": t.teller(t.Turn).Input(),
		"look":                fmt.Sprintf("%+v", g.Scene()),
		"people":              fmt.Sprintf("%+v", g.People()),
		"beats told":          asText(t.teller(t.Turn).Scene()["beats"]),
		"what was learned":    asText(tree(t.teller(t.Turn).Pieces(false))),
		"settling":            asText(tree(t.settles().settlingInput(t.settles().memory(), t.impressions))),
		"inventory":           fmt.Sprintf("%+v", g.Inventory()),
		"the weather to ask":  fmt.Sprint(t.now().Progress().World["weather"]),
		"the memory":          fmt.Sprintf("%+v", t.settles().memory().Tags),
		"journal":             fmt.Sprintf("%+v", g.Journal()),
	}
	for _, o := range g.world.At(g.story.State()).Offers() {
		if o.Kind == action.Go { // where somebody is, the player knows only by having seen them there
			told["way "+o.ID()] = fmt.Sprint(o.Peopled)
		}
	}
	for _, id := range append(t.view().Present(), string(event.Player)) {
		told["portrait of "+id] = portraits.Looks(t.w.Campaign, t.view(), id)
	}
	maps.Copy(told, viewed(t.view()))
	closing := narrator.ClosingInput{Choices: t.closes().choicesInput(&menu{}, 4, telling.WorthMost(with.put))}
	told["the closing plan"] = string(narrator.Closing(g.catalogue(), closing).JSON())
	for call, answer := range askedOf(tb, t) {
		told[call] = answer
	}
	told["what planners are given"] = requested(tb, t)
	if t.refused != nil {
		tb.Errorf("%s: %v", of.ID(), t.refused)
	}
	return told
}

// requested is what a planner is given to plan the turn by, as it is given.
func requested(tb testing.TB, t *resolving) string {
	tb.Helper()
	var given []string
	planner := t.g.planner
	t.g.planner = plan.PlannerFunc(func(_ context.Context, r plan.Request) ([]byte, error) {
		form := narrator.FormOf(r, 0)
		given = append(given, fmt.Sprint(r.ID, r.Input, asText(r.State), r.Disabled, r.Attempt, r.Parent, r.Problems, r.Failures, r.Seed),
			fmt.Sprint(form.Messages(r, 0), string(form.Schema), form.Left)) // what a model that plans is told, and may say
		return nil, errors.New("nothing is planned")
	})
	p := &performer{turn: t.turn}
	tell(p, t.resolved, planAndPlay(tb.Context(), p, t.resolved))
	t.g.planner = planner
	if len(given) == 0 {
		tb.Error("no planner was asked")
	}
	return strings.Join(given, "\n")
}

// askedOf is what a script that runs as the player is told when it asks for all there is.
func askedOf(tb testing.TB, t *resolving) map[string]string {
	tb.Helper()
	h := host.Of(host.Base{State: t.state(), Lore: t.g.lore})
	ids := []string{string(event.Player)}
	for id, e := range t.state().Entities {
		if e.Type == "person" || e.Type == "faction" {
			ids = append(ids, id)
		}
	}
	return answers(tb.Context(), h.Open(skills.Scope{State: skills.Known(t.view().Object())}), ids...)
}

func asText(v any) string { return string(strictjson.Append(nil, v)) }

func handles(found []story.Recalled) (all []string) {
	for _, r := range found {
		all = append(all, fmt.Sprint(r.Handle, r.Relevance, r.Memory.Words))
	}
	return all
}

// happenUnseen lets something happen that the player does not perceive, and gives how many
// things did.
func happenUnseen(t *testing.T, g *Game, draw *rand.Rand, n int) int {
	t.Helper()
	s := g.story.State()
	turn := g.story.Begin(event.TurnID(fmt.Sprintf("unseen-%d-%d", n, draw.Uint64())))
	count := 0
	add := func(kind event.Kind, by event.CharacterID, data event.Data) {
		e := event.Event{Kind: kind, Actor: event.Actor(by), Data: data}
		if kind.Perceived() && kind != event.Moved { // who sees somebody go, the story itself says
			e.Perception = unseenBy(turn.State(), by, event.Player)
		}
		if _, err := turn.Add(e); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		count++
	}
	for _, id := range absent(s) {
		switch draw.IntN(14) {
		case 0:
			if to := elsewhere(turn.State(), draw); to != "" {
				add(event.Moved, id, event.Data{"who": string(id), "to": to})
			}
		case 1:
			add(event.CharacterChanged, id, event.Data{"who": string(id), "changes": strictjson.Object{"mood": "afraid", "appearance": fmt.Sprint("scarred ", n)}})
		case 2:
			add(event.ItemGained, id, event.Data{"who": string(id), "item": fmt.Sprint("thing-", n), "count": 1})
		case 3:
			add(event.ClaimMade, id, event.Data{"claim": fmt.Sprintf("unseen-%s-%d-%d", id, n, draw.Uint32()), "speaker": string(id), "content": "The lamp was lit by night.", "truth": "sincere", "about": someOf(turn.State(), draw)})
		case 4:
			add(event.RelationChanged, id, event.Data{"who": string(id), "whom": string(event.Player), "by": int64(draw.IntN(60_000) - 30_000)})
		case 5:
			deed := action.Action{By: action.PersonRef(string(id)), Kind: action.Search, Place: action.PlaceRef(s.People[id].Place)}
			add(event.Acted, id, event.Data{"action": deed.Object(), "outcome": action.Outcome{}.Object(), "significance": "low"})
		case 6:
			fact := fmt.Sprintf("unseen-%s-%d-%d", id, n, draw.Uint32())
			add(event.FactEstablished, id, event.Data{"fact": fact, "content": "The silver is under the altar.", "about": someOf(turn.State(), draw)})
			add(event.FactLearned, id, event.Data{"who": string(id), "fact": fact, "source": "witnessed"})
		case 7:
			add(event.MemoryKept, id, event.Data{"memory": fmt.Sprintf("unseen-%s-%d-%d", id, n, draw.Uint32()), "knower": string(id), "words": "You lit the lamp and hid the silver.", "significance": "high"})
		case 8:
			add(event.TopicRaised, id, event.Data{"topic": fmt.Sprint("unseen-", n), "words": "the thing that nobody saw", "by": string(id)})
		case 9:
			add(event.Said, id, event.Data{"speaker": string(id), "text": "Nobody hears this."})
		case 10:
			add(event.Happened, id, event.Data{"text": "The lamp went out, far off.", "who": []string{string(id)}})
		case 11: // of the player, a faction's word gets round
			if all := factions(s); len(all) > 0 {
				add(event.RelationChanged, id, event.Data{"who": all[draw.IntN(len(all))], "whom": string(id), "by": int64(draw.IntN(60_000) - 30_000)})
			}
		case 12:
			others := slices.Sorted(maps.Keys(s.People))
			if whom := others[draw.IntN(len(others))]; whom != id && whom != event.Player {
				add(event.RelationChanged, id, event.Data{"who": string(id), "whom": string(whom), "by": int64(1 + draw.IntN(30_000))})
			}
		case 13:
			threadUnseen(g, turn.State(), add, draw, id, fmt.Sprintf("unseen-%s-%d-%d", id, n, draw.Uint32()))
		}
	}
	for _, id := range s.Present() { // in the same room, and kept to themselves
		if draw.IntN(3) == 0 {
			add(event.CharacterChanged, id, event.Data{"who": string(id), "changes": strictjson.Object{"mood": []string{"afraid", "angry", "sad"}[draw.IntN(3)]}})
		}
	}
	if count == 0 {
		return 0
	}
	if _, err := turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return count
}

// someOf are some of all people, the player among them, and perhaps nobody.
func someOf(s *story.State, draw *rand.Rand) []string {
	some := []string{}
	for _, id := range slices.Sorted(maps.Keys(s.People)) {
		if draw.IntN(3) == 0 && len(some) < story.MostAbout {
			some = append(some, string(id))
		}
	}
	return some
}

// factions are those there are, in order.
func factions(s *story.State) (all []string) {
	for id, e := range s.Entities {
		if e.Type == "faction" {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
}

// unseenBy is the perception of what somebody does where they are, kept from one.
func unseenBy(s *story.State, by, from event.CharacterID) *event.Perception {
	p := s.At(by, s.People[by].Place)
	but := func(ids []event.CharacterID) []event.CharacterID {
		return slices.DeleteFunc(ids, func(id event.CharacterID) bool { return id == from })
	}
	p.WitnessedBy, p.ApparentAudience, p.Noticed = but(p.WitnessedBy), but(p.ApparentAudience), nil
	return p
}

// absent are the people who are not where the player is, in order.
func absent(s *story.State) (all []event.CharacterID) {
	for id, c := range s.People {
		if id != event.Player && c.Place != s.Place() {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
}

// elsewhere is some place other than the player's, "" for none.
func elsewhere(s *story.State, draw *rand.Rand) string {
	var places []string
	for id, e := range s.Entities {
		if e.Type == "place" && id != s.Place() {
			places = append(places, id)
		}
	}
	slices.Sort(places)
	if len(places) == 0 {
		return ""
	}
	return places[draw.IntN(len(places))]
}
