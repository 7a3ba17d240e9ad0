package engine

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// A tape keeps all that scripts are given which run as somebody, while it runs, and what they are told
// when they ask for all there is. They end well and give nothing.
type tape struct {
	mutex sync.Mutex
	runs  bool
	as    string // "" for the player
	heard map[string]string
}

// record has a tape run while something is done, and gives what was on it. Portraits are drawn beside
// the turns, whenever there is time: what they are made of is compared by itself.
func (r *tape) record(as string, does func()) map[string]string {
	r.mutex.Lock()
	r.runs, r.as, r.heard = true, as, map[string]string{}
	r.mutex.Unlock()
	does()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.runs = false
	return r.heard
}

// Run implements executor.Runner.
func (r *tape) Run(ctx context.Context, inv skills.Invocation) skills.Outcome {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	ref := inv.Script.Ref.String()
	if r.runs && inv.Scope.As == r.as && inv.Script.Ref.Skill != "character-portraits" {
		at := fmt.Sprintf("%s, %d", ref, len(r.heard))
		r.heard[at] = fmt.Sprint(inv.Request.RequestID, asText(inv.Request.Input), asText(inv.Request.Config), inv.Request.Seed, asText(inv.Request.Results), asText(inv.Scope.State()), inv.Scope.Seed)
		for call, answer := range answers(ctx, inv.Host.Open(inv.Scope), "ines", "keepers", string(event.Player)) {
			r.heard[at+" "+call] = answer
		}
	}
	done := &protocol.Done{OK: true, Output: protocol.Object{}}
	return skills.Outcome{Events: []protocol.Event{done}, Done: done}
}

// answers are what a script is told when it asks for all there is, of those of some ids among it.
func answers(ctx context.Context, session skills.Session, ids ...string) map[string]string {
	told := map[string]string{}
	ask := func(method string, params strictjson.Object) {
		call := method + " " + asText(params) // which takes the params apart
		answer, refused := session.Call(ctx, method, params)
		told[call] = fmt.Sprint(asText(answer), " ", refused)
	}
	for _, whom := range ids {
		ask("relation.read", strictjson.Object{"whom": whom})
		for _, who := range ids {
			ask("relation.read", strictjson.Object{"who": who, "whom": whom})
		}
	}
	for _, query := range []string{"", "lamp", "silver", "you"} {
		params := strictjson.Object{"limit": strictjson.Int(100)}
		strictjson.Put(params, "query", query)
		ask("memory.read", params)
		if query != "" {
			ask("lore.read", strictjson.Object{"query": query, "limit": strictjson.Int(20)})
		}
	}
	for _, path := range []string{"$player", "$people", "$relations", "$journal", "$threads", "$time", "$world", "$minds", "$pinned", "$telling"} {
		ask("story.read", strictjson.Object{"path": path})
	}
	ask("data.list", strictjson.Object{})
	return told
}

// elsewhereRead is lore that neither the player nor anybody else who speaks may read, before and behind
// what a campaign has.
var elsewhereRead = map[string]string{
	"lore/aa-silver.md":  "---\naudience: narrator\n---\n# The silver\n\nYou will find the silver, and the lamp will be lit.\n",
	"lore/zz-lamp.md":    "---\naudience: [narrator]\nmode: mythic\n---\n# The lamp\n\nThe lamp is the silver. The lamp, the lamp.\n",
	"lore/zz/silver2.md": "---\naudience: narrator\ncategory: secret\n---\n# The silver\n\nSilver, silver and silver of the lamp; you, too.\n",
}

// withLore is a sample with more lore.
func withLore(t *testing.T, s campaigns.Sample, more map[string]string) campaigns.Sample {
	t.Helper()
	all := fstest.MapFS{}
	err := fs.WalkDir(s.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(s.Files, path)
		all[path] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range more {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return campaigns.Sample{Name: s.Name, Files: all}
}

// closet is what stands at a place, shut: nobody sees or hears into it or out.
func closet(place string) string { return "closet-" + place }

// furnish puts a closet at each place of a story, before all eyes, has all be something together and remember something, and hides
// the first of what each remembers alone.
func furnish(t *testing.T, g *Game) {
	t.Helper()
	turn := g.story.Begin("furnished")
	for _, place := range placesOf(turn.State()) {
		for _, e := range []event.Event{
			{Kind: event.EntityAdded, Data: event.Data{"entity": closet(place), "type": "item", "name": "A closet"}},
			{Kind: event.ContainerChanged, Data: event.Data{"container": closet(place), "inside": place, "open": false, "sound": string(event.NoSound)}},
		} {
			e.Actor = event.EngineSelf
			if _, err := turn.Add(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	everybody := []string{}
	for _, id := range slices.Sorted(maps.Keys(turn.State().People)) {
		everybody = append(everybody, string(id))
	}
	for _, e := range []event.Event{
		{Kind: event.EntityAdded, Data: event.Data{"entity": "everybody", "type": "group", "name": "Everybody"}},
		{Kind: event.GroupChanged, Data: event.Data{"group": "everybody", "members": everybody, "summary": "They all know of the lamp."}},
		{Kind: event.MemoryKept, Data: event.Data{"memory": "everybody-s", "knower": string(event.Everyone), "words": "The lamp was always lit.", "significance": "low"}},
	} {
		e.Actor = event.EngineSelf
		if _, err := turn.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, id := range everybody {
		if all := g.story.State().As(event.CharacterID(id)).Memories(); len(all) > 0 && all[0].Knower == event.CharacterID(id) {
			if err := g.story.Hide(t.Context(), all[0].Position); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func placesOf(s *story.State) (all []string) {
	for id, e := range s.Entities {
		if e.Type == "place" {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all
}

// An unseen is what happens out of one's eyes and ears, in a world of containers: in what is shut, at other
// places, and in the hearts of others. Who perceives it the world says, but where somebody keeps it from
// one who is there.
type unseen struct {
	t     *testing.T
	turn  *story.Turn
	draw  *rand.Rand
	from  event.CharacterID
	name  string
	count int
}

// add lets something happen as it comes to those who are in reach of it.
func (u *unseen) add(kind event.Kind, by event.CharacterID, data event.Data) {
	u.put(event.Event{Kind: kind, Actor: event.Actor(by), Data: data})
}

func (u *unseen) put(e event.Event) {
	u.t.Helper()
	if _, err := u.turn.Add(e); err != nil {
		u.t.Fatalf("%s: %v", e.Kind, err)
	}
	u.count++
}

// id is one that nothing has yet.
func (u *unseen) id(of string) string {
	return fmt.Sprintf("%s-%s-%d-%d", of, u.name, u.count, u.draw.Uint32())
}

// away are those who are where one does not perceive them, and shut those of them who are in a closet.
func (u *unseen) away() (all, shut []event.CharacterID) {
	s := u.turn.State()
	for _, id := range slices.Sorted(maps.Keys(s.People)) {
		switch {
		case id == u.from:
		case strings.HasPrefix(s.World.In(string(id)), closet("")):
			shut = append(shut, id)
		case s.People[id].Place != s.People[u.from].Place && s.People[id].Place != "":
			all = append(all, id)
		}
	}
	return all, shut
}

// thing is a thing of which nobody has heard.
func (u *unseen) thing() string {
	id := u.id("thing")
	u.add(event.EntityAdded, "engine", event.Data{"entity": id, "type": "item", "name": "The silver"})
	return id
}

// stow puts things into closets: at other places, before whoever is there, and where one is, behind their
// back.
func (u *unseen) stow() {
	s := u.turn.State()
	here := s.People[u.from].Place
	away, _ := u.away()
	if len(away) > 0 {
		who := away[u.draw.IntN(len(away))]
		u.add(event.ItemPut, who, event.Data{"item": u.thing(), "in": closet(s.People[who].Place), "by": string(who)})
	}
	if here != "" {
		u.put(event.Event{Kind: event.ItemPut, Actor: event.EngineSelf, Perception: &event.Perception{}, Data: event.Data{"item": u.thing(), "in": closet(here)}})
	}
}

// plan lets an occasion be planned among others, begin, end, or be called off, where one is not or in
// what is shut. Who is at it may gain what there is for it alone, for good or till its end, and carry it wherever they go.
func (u *unseen) plan() {
	away, shut := u.away()
	who := slices.Concat(away, shut)
	if len(who) == 0 {
		return
	}
	s := u.turn.State()
	id, of := u.id("occasion"), who[u.draw.IntN(len(who))]
	place := s.World.In(string(of))
	prop := u.thing()
	u.add(event.OccasionPlanned, of, event.Data{
		"occasion": id, "name": "The lighting of the lamp", "trigger": string(event.ByHand), "place": place, "people": []string{string(of)}, "significance": "high",
		"at": s.Minutes + 30, "props": []string{prop},
	})
	if u.draw.IntN(3) == 0 {
		u.add(event.OccasionCancelled, of, event.Data{"occasion": id, "reason": "The silver is gone."})
		return
	}
	u.add(event.OccasionStarted, of, event.Data{"occasion": id})
	u.add(event.Said, of, event.Data{"speaker": string(of), "text": "Now you light the lamp."})
	switch gained := (event.Event{Kind: event.ItemGained, Actor: event.Actor(of), Data: event.Data{"who": string(of), "item": prop, "count": 1}}); u.draw.IntN(3) {
	case 0:
		gained.Cause = u.turn.State().World.Occasions[id].Start
		u.put(gained)
	case 1:
		u.put(gained)
	}
	if u.draw.IntN(2) == 0 {
		u.add(event.OccasionCompleted, of, event.Data{"occasion": id, "gist": "The lamp was lit."})
	}
}

// feel lets others think of each other, and of one, what they do not show, and belong together.
func (u *unseen) feel() {
	s := u.turn.State()
	people := slices.DeleteFunc(slices.Sorted(maps.Keys(s.People)), func(id event.CharacterID) bool { return id == u.from })
	who, whom := people[u.draw.IntN(len(people))], people[u.draw.IntN(len(people))]
	if u.draw.IntN(3) == 0 {
		whom = u.from
	}
	if who == whom {
		return
	}
	u.add(event.RelationNoted, who, event.Data{"who": string(who), "whom": string(whom), "trust": int64(u.draw.IntN(100_000) - 50_000), "summary": "They share the silver."})
	if whom == u.from {
		return
	}
	group := u.id("group")
	u.add(event.EntityAdded, "engine", event.Data{"entity": group, "type": "group", "name": "Those of the lamp"})
	u.add(event.GroupChanged, "engine", event.Data{"group": group, "members": []string{string(who), string(whom)}, "summary": "They have been through a storm.", "dynamic": "Close."})
}

// some are others in order, as many as are drawn, at least one.
func (u *unseen) some() (ids []string) {
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(u.turn.State().People)), func(id event.CharacterID) bool { return id == u.from })
	first := u.draw.IntN(len(others))
	for i, id := range others {
		if i == first || u.draw.IntN(3) == 0 {
			ids = append(ids, string(id))
		}
	}
	return ids
}

// group has others be something together, or takes some into a group of others or out of it.
func (u *unseen) group() {
	groups := u.turn.State().World.Groups
	of := slices.DeleteFunc(slices.Sorted(maps.Keys(groups)), func(id string) bool { return slices.Contains(groups[id].Members, u.from) })
	if len(of) == 0 || u.draw.IntN(3) == 0 {
		of = []string{u.id("group")}
		u.add(event.EntityAdded, "engine", event.Data{"entity": of[0], "type": "group", "name": "Those of the silver"})
	}
	data := event.Data{"group": of[u.draw.IntN(len(of))], "members": u.some()}
	if u.draw.IntN(2) == 0 {
		data["summary"], data["dynamic"] = "They hid the silver from you.", "Wary."
	}
	u.add(event.GroupChanged, "engine", data)
}

// meet opens a scene among others where one is not or in what is shut, and closes one that goes on among them.
func (u *unseen) meet() {
	if open := u.turn.State().Apart; len(open) > 0 && u.draw.IntN(2) == 0 {
		u.add(event.SceneClosed, "engine", event.Data{"scene": open[u.draw.IntN(len(open))].ID, "significance": "high"})
		return
	}
	away, shut := u.away()
	var present []string
	for _, id := range slices.Concat(away, shut) {
		if id != event.Player && u.draw.IntN(2) == 0 {
			present = append(present, string(id))
		}
	}
	if len(present) == 0 {
		return
	}
	u.add(event.SceneOpened, "engine", event.Data{"scene": u.id("scene"), "type": "dialogue", "place": u.turn.State().People[event.CharacterID(present[0])].Place, "present": present})
}

// follow has others follow a line of the plot in secret, go on with it, or come to its end: one of theirs alone, or one that
// somebody follows too from whom they keep that they do.
func (u *unseen) follow() {
	s := u.turn.State()
	who := event.CharacterID(u.some()[0])
	var open []string
	for _, thread := range s.As(who).Threads() {
		if _, follows := s.As(u.from).Thread(thread.ID); thread.Open && !follows {
			open = append(open, thread.ID)
		}
	}
	switch {
	case len(open) > 0 && u.draw.IntN(3) == 0:
		u.add(event.ThreadContinued, who, event.Data{"thread": open[u.draw.IntN(len(open))], "summary": "You lit the lamp, it is whispered."})
	case len(open) > 0 && u.draw.IntN(3) == 0:
		u.add(event.ThreadResolved, who, event.Data{"thread": open[u.draw.IntN(len(open))], "outcome": "It was under the altar."})
	default:
		id := u.id("thread")
		if theirs := s.As(u.from).Threads(); len(theirs) > 0 && u.draw.IntN(2) == 0 {
			id = theirs[u.draw.IntN(len(theirs))].ID
		}
		with := slices.DeleteFunc(u.some(), func(other string) bool {
			_, follows := s.As(event.CharacterID(other)).Thread(id)
			return follows
		})
		if len(with) > 0 {
			u.add(event.ThreadOpened, "engine", event.Data{"thread": id, "title": "Who hid the silver?", "summary": "It is whispered.", "characters": with})
		}
	}
}

// pin has others pin what they remember, and unpin it.
func (u *unseen) pin() {
	for _, who := range u.some() {
		theirs := u.turn.State().As(event.CharacterID(who))
		all := theirs.Memories()
		if len(all) == 0 {
			continue
		}
		m, kind := all[u.draw.IntN(len(all))], event.MemoryPinned
		if theirs.HasPinned(m.Position) {
			kind = event.MemoryUnpinned
		}
		u.add(kind, event.CharacterID(who), event.Data{"memory": m.ID, "who": who})
	}
}

// await plans an occasion in what is shut that begins in the next turn, and with it a scene among those in whose name it is, which ends with it.
func (u *unseen) await() {
	s := u.turn.State()
	places := placesOf(s)
	id, scene, who := u.id("occasion"), u.id("scene"), u.some()
	place := closet(places[u.draw.IntN(len(places))])
	who = slices.DeleteFunc(who, func(other string) bool { return other == string(event.Player) })
	if len(who) == 0 || !slices.Contains(places, s.World.Place(place)) || s.World.Containers[place].Open {
		return
	}
	u.put(event.Event{Kind: event.OccasionPlanned, Actor: event.EngineSelf, Perception: &event.Perception{}, Data: event.Data{
		"occasion": id, "name": "What is in the closet", "trigger": string(event.ByTime), "at": s.Minutes, "span": 1, "place": place, "significance": "high",
		"on_start":    []any{strictjson.Object{"kind": string(event.SceneOpened), "data": strictjson.Object{"scene": scene, "type": "dialogue", "place": s.World.Place(place), "present": asAny(who)}}},
		"on_complete": []any{strictjson.Object{"kind": string(event.SceneClosed), "data": strictjson.Object{"scene": scene, "significance": "high"}}},
	}})
}

func asAny(texts []string) (all []any) {
	for _, text := range texts {
		all = append(all, text)
	}
	return all
}

// work lets somebody be at something else, elsewhere.
func (u *unseen) work() {
	away, shut := u.away()
	who := slices.Concat(away, shut)
	if len(who) == 0 {
		return
	}
	of := who[u.draw.IntN(len(who))]
	u.add(event.ActivityChanged, of, event.Data{
		"who": string(of), "posture": string(event.Kneeling), "doing": "polishing the silver", "span": 20, "attention": string(event.Absorbed),
		"attends": []string{string(u.from)}, "status": []string{string(event.Hurt)},
	})
}

// hide lets somebody go into the closet where one is, from elsewhere, and be heard and seen there by
// nobody who is outside.
func (u *unseen) hide() {
	s := u.turn.State()
	here := s.People[u.from].Place
	if away, _ := u.away(); len(away) > 0 && here != "" && u.draw.IntN(2) == 0 {
		if of := away[u.draw.IntN(len(away))]; of != event.Player {
			u.add(event.Moved, of, event.Data{"who": string(of), "to": closet(here)})
		}
	}
	_, shut := u.away()
	for _, of := range shut {
		switch u.draw.IntN(6) {
		case 0:
			u.add(event.Said, of, event.Data{"speaker": string(of), "text": "You do not know that the lamp is mine."})
		case 1:
			alone := (&event.Perception{WitnessedBy: []event.CharacterID{of}, ApparentAudience: []event.CharacterID{of}}).Sorted()
			u.put(event.Event{Kind: event.Happened, Actor: event.Actor(of), Perception: alone, Data: event.Data{"text": "The lamp fell in the closet.", "who": []string{string(of)}}})
		case 2:
			u.add(event.ClaimMade, of, event.Data{"claim": u.id("claim"), "speaker": string(of), "content": "You lit the lamp.", "truth": "sincere", "about": someOf(u.turn.State(), u.draw)})
		case 3:
			u.add(event.CharacterChanged, of, event.Data{"who": string(of), "changes": strictjson.Object{"mood": "afraid", "appearance": "Dusty."}})
		case 4:
			deed := action.Action{By: action.PersonRef(string(of)), Kind: action.Search, Place: action.PlaceRef(s.People[of].Place)}
			u.add(event.Acted, of, event.Data{"action": deed.Object(), "outcome": action.Outcome{}.Object(), "significance": "high"})
		case 5:
			u.add(event.ItemPut, of, event.Data{"item": u.thing(), "in": closet(here), "by": string(of)})
		}
	}
}

// rummage opens and shuts what is elsewhere.
func (u *unseen) rummage() {
	s := u.turn.State()
	for _, place := range placesOf(s) {
		if place != s.People[u.from].Place && u.draw.IntN(3) == 0 {
			u.add(event.ContainerChanged, "engine", event.Data{"container": closet(place), "open": u.draw.IntN(2) == 0, "moving": u.draw.IntN(2) == 0})
		}
	}
}

// think lets everybody remember, pin and learn what is theirs alone.
func (u *unseen) think() {
	for _, who := range slices.Sorted(maps.Keys(u.turn.State().People)) {
		if who == u.from || u.draw.IntN(3) > 0 {
			continue
		}
		memory := u.id("memory")
		u.add(event.MemoryKept, who, event.Data{"memory": memory, "knower": string(who), "words": "You lit the lamp and hid the silver.", "significance": "high", "kind": string(event.Internal), "characters": []string{string(u.from)}})
		if u.draw.IntN(2) == 0 {
			u.add(event.MemoryPinned, who, event.Data{"memory": memory, "who": string(who)})
		}
	}
}

// does are the doings of an unseen, of which those that would show to whoever came there later are last.
func (u *unseen) does(quietly bool) {
	all := []func(){u.stow, u.plan, u.feel, u.think, u.group, u.meet, u.follow, u.pin, u.await}
	if !quietly {
		all = append(all, u.work, u.hide, u.rummage)
	}
	for range 1 + u.draw.IntN(3) {
		all[u.draw.IntN(len(all))]()
	}
}

// happenElsewhere lets things happen of which one perceives nothing, and gives how many did.
func happenElsewhere(t *testing.T, g *Game, draw *rand.Rand, from event.CharacterID, quietly bool) int {
	t.Helper()
	name := fmt.Sprint(g.story.State().Position)
	u := &unseen{t: t, turn: g.story.Begin(event.TurnID("elsewhere-" + name)), draw: draw, from: from, name: name}
	u.does(quietly)
	if u.count == 0 {
		return 0
	}
	if _, err := u.turn.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	u.cover(g)
	return u.count
}

// cover hides some of what happened.
func (u *unseen) cover(g *Game) {
	for _, r := range u.turn.Events() {
		if u.draw.IntN(8) > 0 && (r.Event.Kind != event.MemoryKept || u.draw.IntN(2) == 0) {
			continue
		}
		if err := g.story.Hide(u.t.Context(), r.Position); err != nil {
			u.t.Fatal(err)
		}
	}
}

// Two stories that differ only in what somebody could not perceive who is with the player have them
// speak of the same, byte for byte: what the script is given that speaks for them, what it is told when
// it asks for all there is, and all that they know, remember and may read.
func TestEqualViewsOfOthersSayTheSame(t *testing.T) {
	const games = 10
	pairs := soak.Count(1000)
	if soak.Whole() {
		pairs = 10_000
	}
	for n := range games {
		t.Run(fmt.Sprint("game ", n+1), func(t *testing.T) {
			t.Parallel()
			draw := rand.New(rand.NewPCG(uint64(n), 7))
			sample := campaigns.All()[n%2]
			length := 2 + draw.IntN(8)
			seen, hidden := playedSo(t, withLore(t, sample, nil), length, uint64(n)), playedSo(t, withLore(t, sample, elsewhereRead), length, uint64(n))
			furnish(t, seen)
			furnish(t, hidden)
			others := seen.story.State().Present()
			for i := 0; len(others) == 0; i++ { // to where somebody is
				offers := seen.world.At(seen.story.State()).Offers()
				id := offers[(i*7)%len(offers)].ID()
				for _, g := range []*Game{seen, hidden} {
					if _, err := g.Play(t.Context(), id); err != nil {
						t.Fatal(err)
					}
				}
				others = seen.story.State().Present()
			}
			from, differing, spoke := others[draw.IntN(len(others))], 0, 0
			for range pairs / games {
				for range 1 + draw.IntN(4) {
					differing += happenElsewhere(t, hidden, draw, from, false)
				}
				without, with := toldToSpeak(t, seen, string(from)), toldToSpeak(t, hidden, string(from))
				if draw.IntN(4) == 0 {
					maps.Copy(without, shownOf(t, seen, from))
					maps.Copy(with, shownOf(t, hidden, from))
				}
				if diff := cmp.Diff(without, with); diff != "" {
					t.Fatalf("after %d things that %s did not perceive, they are given something else to say (-without +with):\n%.3000s", differing, from, diff)
				}
				for at := range without {
					if strings.HasPrefix(at, "storyteller/speak") {
						spoke++
					}
				}
			}
			if differing == 0 || spoke == 0 {
				t.Errorf("%d things happened that %s did not perceive, and %d times something was said", differing, from, spoke)
			}
		})
	}
}

// toldToSpeak is all that somebody is given who speaks to the player, and what they have.
func toldToSpeak(t *testing.T, g *Game, who string) map[string]string {
	t.Helper()
	turn := g.begun()
	p := &performer{turn: turn.turn}
	catalogue := g.catalogue()
	told := g.opts.Executor.Runner.(*tape).record(who, func() {
		if result, _ := p.runFixed(t.Context(), event.MainPart, character(who), narrator.Speaking(catalogue, who), catalogue); result == nil {
			t.Error("nobody was asked to speak")
		}
	})
	maps.Copy(told, viewed(turn.state().As(event.CharacterID(who))))
	return told
}

// shownOf is all that is shown of somebody who is looked into, of which what was hidden is left out.
func shownOf(t *testing.T, g *Game, who event.CharacterID) map[string]string {
	t.Helper()
	state, err := g.story.Shown(t.Context(), event.Where{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	v := state.As(who)
	told := map[string]string{"shown to be known": fmt.Sprintf("%+v", v.Known())}
	for at, text := range viewed(v) {
		told["shown: "+at] = text
	}
	for _, limit := range []int{0, 3} {
		found, all, err := v.Best(t.Context(), story.Query{Text: "the lamp", Limit: limit})
		told[fmt.Sprint("shown: the best of all, ", limit)] = fmt.Sprintf("%v %d %v", handles(found), all, err)
	}
	for at, text := range told {
		told[at] = inTheLog.ReplaceAllString(text, "$1")
	}
	return told
}

// viewed is all that a view gives.
func viewed(v *story.View) map[string]string {
	told := map[string]string{
		"view": asText(v.Object()), "known": fmt.Sprintf("%+v", v.Pieces()), "audience": fmt.Sprint(v.Audience()),
		"occasions": fmt.Sprintf("%+v", v.Occasions()), "groups": fmt.Sprintf("%+v", v.Groups()), "its people": fmt.Sprintf("%+v", v.People()),
		"its topics": fmt.Sprintf("%+v", v.Topics()), "its threads": fmt.Sprintf("%+v", v.Threads()), "present": fmt.Sprint(v.Present()),
	}
	for _, e := range v.Journal(0) {
		told["its journal"] += fmt.Sprintln(e.Kind, e.Turn, e.Place, e.Who, e.Text, e.Speaker)
	}
	for i, m := range v.Memories() {
		told["its memories"] += fmt.Sprintln(i, m.Turn, m.Place, v.Words(&m))
	}
	for _, p := range v.People() {
		b := v.Bond(string(p.ID))
		told["threads with "+string(p.ID)] = fmt.Sprintf("%+v", v.ThreadsWith(p.ID))
		told["bond with "+string(p.ID)] = fmt.Sprint(b.Score, b.Trust, b.Summary, b.Since, saidOf(b.About), saidOf(b.Between), handles(b.Alone))
	}
	for _, word := range []string{"the", "lamp", "silver", "you"} {
		found, err := v.Recall(context.Background(), story.Query{Text: word})
		told["its recall of "+word] = fmt.Sprintf("%v %v", handles(found), err)
	}
	for what, text := range told {
		told[what] = inTheLog.ReplaceAllString(text, "$1")
	}
	return told
}

// saidOf is what some pieces say, and of whom.
func saidOf(some []mind.Known) (all []string) {
	for _, k := range some {
		all = append(all, fmt.Sprint(k.Content, k.About))
	}
	return all
}

// inTheLog is where something stands in the log, which is not told.
var inTheLog = regexp.MustCompile(`(Position|Opened):\d+`)
