package drama

import (
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
)

// The beats that are no step's.
const (
	openingBeat = "opening"
	lastSign    = "sign-5"
)

// done is the path of what was done, in the session state.
const done = "drama"

// A stage is a campaign being put on.
type stage struct {
	*Plot
	c     *campaign.Campaign
	seed  rng.Seed
	beats []campaign.Beat
	hub   campaign.Beat // its choices are on offer wherever what they require holds
	voice prose.Persona
}

// Stage makes a campaign of a plot, as if its author had written it: the premise is its
// first beat, every step, sign and confession is another.
func Stage(c *campaign.Campaign, p *Plot) *campaign.Campaign {
	s := &stage{Plot: p, c: c, seed: rng.FromString(p.Seed)}
	s.voice = prose.Persona{Person: prose.Viewpoint(c.Manifest.Person), Tense: prose.Tense(c.Manifest.Tense)}
	s.opening()
	for i := range p.Places {
		s.arrival(&p.Places[i])
	}
	for i := range p.Steps {
		s.step(&p.Steps[i])
	}
	for i := range p.Locks {
		s.lock(&p.Locks[i])
	}
	s.signs()
	endings := s.decisions()
	s.beats = append([]campaign.Beat{s.hub}, s.beats...)
	opening := campaign.Opening{Beat: openingBeat, Place: p.Start, Time: c.Manifest.Opening.Time, Weather: c.Manifest.Opening.Weather}
	return c.Staged(campaign.Parts{Opening: opening, Places: s.places(), People: s.people(), Items: s.items(), Beats: s.beats, Endings: endings})
}

func (s *stage) place(id string) *Place {
	for i := range s.Places {
		if s.Places[i].ID == id {
			return &s.Places[i]
		}
	}
	return &Place{ID: id, Name: id}
}

func (s *stage) person(id string) *Person {
	for i := range s.People {
		if s.People[i].ID == id {
			return &s.People[i]
		}
	}
	return &Person{ID: id, Name: id, Pronoun: "they"}
}

func (s *stage) thing(id string) *Thing {
	for i := range s.Things {
		if s.Things[i].ID == id {
			return &s.Things[i]
		}
	}
	return &Thing{ID: id, Name: id}
}

func (s *stage) lockOf(id string) *Lock {
	for i := range s.Locks {
		if s.Locks[i].Of == id {
			return &s.Locks[i]
		}
	}
	return nil
}

// places are the plot's, each with a way to every other.
func (s *stage) places() []campaign.Place {
	var all []campaign.Place
	for _, p := range s.Places {
		place := campaign.Place{ID: p.ID, Name: p.Name, Description: strings.Join(p.Says, " "), Indoors: p.Indoors, TravelMinutes: 10}
		for _, other := range s.Places {
			if other.ID != p.ID {
				place.Exits = append(place.Exits, other.ID)
			}
		}
		if l := s.lockOf(p.ID); l != nil {
			place.Entry = s.when(wants{flags: []string{opened(l)}})
			place.Shut = sentence(l.Name + " is locked")
		}
		all = append(all, place)
	}
	return all
}

func (s *stage) people() []campaign.Person {
	var all []campaign.Person
	for _, p := range s.People {
		person := campaign.Person{ID: p.ID, Name: p.Name, Role: p.Role, Pronouns: p.Pronoun, Place: p.Home}
		if len(p.Says) > 0 {
			person.Background = p.Says[0]
		}
		if person.Role == "" {
			person.Role = "somebody of this place"
		}
		if p.Silent {
			person.Personality.Traits = []string{campaign.Silent}
		}
		all = append(all, person)
	}
	return all
}

// items are the plot's things. None lies about to be taken: who takes what, choices say.
func (s *stage) items() []campaign.Item {
	var all []campaign.Item
	for _, t := range s.Things {
		all = append(all, campaign.Item{ID: t.ID, Name: t.Name, Description: strings.Join(t.Says, " ")})
	}
	return all
}

// wants are what has to be so for a beat, a choice or a paragraph.
type wants struct {
	flags, not []string // of what was done
	at, away   string   // where the player is, and is not
	present    []string
	where      map[string]string // who is where
	gone       map[string]string // and who is not
	beat       string
	forbids    []string
	holds      string // an item
	least      map[string]int
	from       int // the turn
}

// when makes a condition.
func (s *stage) when(w wants) *condition.Condition {
	tree := strictjson.Object{}
	player := strictjson.Object{}
	for _, f := range w.flags {
		player[done+"."+f] = true
	}
	for _, f := range w.not {
		player[done+"."+f] = strictjson.Object{"!=": true}
	}
	for path, n := range w.least {
		player[done+"."+path] = strictjson.Object{">=": strictjson.Int(int64(n))}
	}
	if w.holds != "" {
		player["items"] = w.holds
	}
	if len(player) > 0 {
		tree["player_state"] = player
	}
	if w.at != "" {
		tree["place"] = w.at
	}
	if w.away != "" {
		tree["world_state"] = strictjson.Object{"place": strictjson.Object{"!=": w.away}}
	}
	people := strictjson.Object{}
	for who, at := range w.where {
		people[who+".place"] = at
	}
	for who, at := range w.gone {
		people[who+".place"] = strictjson.Object{"!=": at}
	}
	if len(people) > 0 {
		tree["npc_state"] = people
	}
	list := func(name string, ids []string) {
		if len(ids) > 0 {
			tree[name] = strictjson.FromStrings(ids)
		}
	}
	list("present", w.present)
	list("forbids_beat", w.forbids)
	if w.beat != "" {
		tree["requires_beat"] = w.beat
	}
	if w.from > 0 {
		tree["scene_count"] = strictjson.Object{"min": strictjson.Int(int64(w.from))}
	}
	if len(tree) == 0 {
		return nil
	}
	c, _ := condition.Parse(tree, condition.Options{})
	return c
}

func opened(l *Lock) string { return "open-" + l.Of }

// flag is the effect that notes that something was done.
func flag(name string) effect.Effect { return effect.Set{Path: done + "." + name, Value: true} }

// pick chooses among ways to word the same, always the same way for the same step.
func (s *stage) pick(id string, ways ...string) string {
	return ways[s.seed.Derive("word", id).Stream().IntN(len(ways))]
}

// paragraph is one that is always told.
func paragraph(text string) campaign.Paragraph { return campaign.Paragraph{{Text: text}} }

// add adds a choice to those that are on offer wherever what they require holds, until the
// last sign.
func (s *stage) add(c campaign.Choice, w wants) {
	w.forbids = append(w.forbids, lastSign)
	c.Requires = s.when(w)
	s.hub.Choices = append(s.hub.Choices, c)
}

// opening tells the premise, and opens the threads.
func (s *stage) opening() {
	s.hub = campaign.Beat{ID: openingBeat, Title: s.c.Manifest.Title, Priority: campaign.Critical, Once: true, Skippable: true}
	for text := range strings.SplitSeq(s.c.Premise.Body, "\n\n") {
		if text = strings.Join(strings.Fields(text), " "); text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		s.hub.Prose = append(s.hub.Prose, paragraph(text))
	}
	for i, t := range s.Threads {
		s.hub.Effects = append(s.hub.Effects, effect.Thread{ID: t.ID, Title: prose.SentenceCase(t.Topic)})
		if i == 0 {
			s.hub.Topic = t.Topic
		}
	}
	s.hub.Effects = append(s.hub.Effects, flag("at-"+s.Start))
}

// arriving is what the first time at a place tells, and what it leaves.
func (s *stage) arriving(p *Place) (told campaign.Prose, effects []effect.Effect) {
	effects = append(effects, flag("at-"+p.ID))
	if len(p.Says) > 0 {
		told = append(told, paragraph(strings.Join(p.Says, " ")))
	}
	for _, said := range p.Says {
		effects = append(effects, effect.Learn{Fact: said})
	}
	for _, who := range s.People {
		text := s.here(&who)
		if len(who.Says) > 0 && who.Home == p.ID {
			text = strings.Join(who.Says, " ")
		}
		told = append(told, campaign.Paragraph{{Text: text, When: s.when(wants{where: map[string]string{who.ID: p.ID}, not: []string{"met-" + who.ID}})}})
		if who.Home == p.ID {
			effects = append(effects, flag("met-"+who.ID))
			told = append(told, campaign.Paragraph{{Text: s.missed(&who), When: s.when(wants{gone: map[string]string{who.ID: p.ID}})}})
		}
	}
	if len(told) == 0 && p.ID != s.Start {
		told = append(told, paragraph(sentence("this is "+p.Name)))
	}
	return told, effects
}

// arrival is the first time at a place that is gone to for its own sake.
func (s *stage) arrival(p *Place) {
	b := campaign.Beat{
		ID: "arrive-" + short(p.ID), Title: p.Name, Place: p.ID, Priority: campaign.High, Once: true, Skippable: true,
		Conditions: s.when(wants{beat: openingBeat, not: []string{"at-" + p.ID}, forbids: []string{lastSign}}),
	}
	b.Prose, b.Effects = s.arriving(p)
	if p.ID == s.Start { // the story begins there
		s.hub.Prose, s.hub.Effects = append(s.hub.Prose, b.Prose...), append(s.hub.Effects, b.Effects...)
		return
	}
	s.beats = append(s.beats, b)
	// a way there for its own sake, where nothing else leads there
	w := wants{away: p.ID, not: []string{"at-" + p.ID}}
	if l := s.lockOf(p.ID); l != nil {
		w.flags = append(w.flags, opened(l))
	}
	s.add(campaign.Choice{
		ID: "see-" + short(p.ID), Text: "Go and see " + p.Name, Told: "You went to " + p.Name + ".", Slot: campaign.Leaving, Of: "go:" + p.ID,
		LeadsTo: b.ID, Minutes: 10,
	}, w)
}

// short is an id that leaves room for what stands before it.
func short(id string) string { return strings.TrimRight(id[:min(len(id), 40)], "-") }

// step puts a step on: its beat, and the choices that lead to it.
func (s *stage) step(step *Step) {
	b := campaign.Beat{
		ID: step.ID, Title: prose.SentenceCase(step.Topic), Topic: step.Topic, About: []string{step.Topic}, Priority: campaign.Medium, Once: true, Skippable: true,
		Conditions: s.when(wants{flags: s.needs(step), forbids: []string{lastSign}}),
		Effects:    []effect.Effect{flag(step.ID)},
	}
	if step.Thread >= 0 {
		b.Effects = append(b.Effects, flag(fmt.Sprintf("thread-%d", step.Thread)))
	}
	for _, said := range step.Says {
		b.Effects = append(b.Effects, effect.Learn{Fact: said})
	}
	if made := s.madeFact(step); made != "" {
		b.Effects = append(b.Effects, effect.Learn{Fact: made})
	}
	switch step.Kind {
	case Look:
		b.Place = step.Place
		b.Prose = s.seen(step)
		s.lookChoices(step)
	case Ask:
		b.People = []string{step.Person}
		b.Prose = s.saidBy(step)
		s.askChoices(step)
	case Secret:
		b.People = []string{step.Person}
		b.Prose = s.saidBy(step)
		b.About = nil // it is not said for the asking
		s.secretChoices(step)
		s.fear(step, &b)
	case Confess:
		b.People = []string{step.Person}
		b.Prose = s.confession(step)
		b.About = nil
		b.Effects = append(b.Effects, effect.Thread{ID: s.Threads[step.Thread].ID, Title: prose.SentenceCase(step.Topic), Resolved: true}, effect.Add{Path: done + ".confessed", Amount: 1})
		s.confessChoices(step)
	}
	if b.About == nil { // what nothing leads to by itself waits for its choice
		b.Conditions = nil
	}
	if step.Mover != "" {
		mover := s.person(step.Mover)
		for _, p := range s.People {
			if p.ID == mover.ID {
				b.Prose = append(b.Prose, campaign.Paragraph{{Text: s.leaves(mover, step.To), When: s.when(wants{present: []string{mover.ID}, not: []string{"hid-" + mover.ID, "left-" + short(mover.ID) + "-" + short(step.To)}, gone: map[string]string{mover.ID: step.To}})}})
			}
		}
		b.Effects = append(b.Effects, effect.NPC{Person: mover.ID, Path: "place", Value: step.To}, flag("gone-"+mover.ID), flag("left-"+short(mover.ID)+"-"+short(step.To)))
	}
	s.beats = append(s.beats, b)
}

// needs are the steps that come before, and what has to be open.
func (s *stage) needs(step *Step) []string {
	all := slices.Clone(step.Needs)
	if step.Locked != "" {
		all = append(all, "open-"+step.Locked)
	}
	return all
}

// goTo leads to a place with a purpose, and tells of the place the first time.
func (s *stage) goTo(step *Step, place, text, told string, w wants) {
	w.flags, w.not = append(slices.Clone(w.flags), s.needs(step)...), append(slices.Clone(w.not), step.ID)
	if l := s.lockOf(place); l != nil {
		w.flags = append(w.flags, opened(l))
	}
	w.away = place
	c := campaign.Choice{Text: text, Told: told, Topic: step.Topic, Slot: campaign.Leaving, Of: "go:" + place, After: step.Needs, Minutes: 10, LeadsTo: step.ID}
	first, again := w, w
	first.not = append(slices.Clone(w.not), "at-"+place)
	again.flags = append(slices.Clone(w.flags), "at-"+place)
	if place != s.Start {
		c.ID = "first-" + step.ID + "-" + short(place)
		c.Prose, c.Effects = s.arriving(s.place(place))
		c.Effects = append(c.Effects, effect.Move{Place: place})
		if step.Kind == Secret {
			c.LeadsTo = "want-" + step.ID
			first.not = append(first.not, c.LeadsTo)
		}
		s.add(c, first)
	}
	c.ID, c.LeadsTo, c.Prose = "go-"+step.ID+"-"+short(place), step.ID, nil
	c.Effects = []effect.Effect{effect.Move{Place: place}}
	if step.Kind == Secret { // who keeps it says first what they want for it
		c.LeadsTo = "want-" + step.ID
		again.not = append(again.not, c.LeadsTo)
		found := again
		found.not = slices.Clone(w.not)
		found.flags = append(slices.Clone(again.flags), c.LeadsTo)
		s.add(c, again)
		c.ID, c.LeadsTo, c.Text = "find-"+step.ID+"-"+short(place), "", "Find "+s.person(step.Person).Name+" again, at "+s.place(place).Name
		again = found
	}
	s.add(c, again)
}

func (s *stage) lookChoices(step *Step) {
	text, told := s.looking(step)
	lost := s.lostWith(step)
	w := wants{flags: s.needs(step), not: []string{step.ID, lost}, at: step.Place}
	s.add(campaign.Choice{ID: "do-" + step.ID, Text: text, Told: told, Topic: step.Topic, Slot: campaign.Acting, Of: "look:" + step.Place + step.Thing, After: step.Needs, LeadsTo: step.ID, Minutes: 10}, w)
	place := s.place(step.Place)
	s.goTo(step, step.Place, "Go to "+place.Name+" and "+lowerFirst(strings.Replace(text, place.Name, "it", 1)), "You went to "+place.Name+".", wants{not: []string{lost}})
}

// lostWith is what keeps a thing from being looked at once it is gone: all that can be seen of what a
// sign takes goes with it, but for what a thread needs.
func (s *stage) lostWith(step *Step) string {
	if i := slices.IndexFunc(s.Steps, func(of Step) bool { return of.ID == s.Clock.Takes }); i >= 0 && step.Thread < 0 && step.Thing == s.Steps[i].Thing && step.Thing != "" {
		return "lost-" + s.Clock.Takes
	}
	return "lost-" + step.ID
}

func (s *stage) askChoices(step *Step) {
	p := s.person(step.Person)
	w := wants{flags: s.needs(step), not: []string{step.ID}, present: []string{p.ID}}
	text := "Ask " + p.Name + " about " + s.topicFor(step, p)
	s.add(campaign.Choice{ID: "do-" + step.ID, Text: text, Told: "You asked " + p.Name + " about " + s.topicFor(step, p) + ".", Topic: step.Topic, Slot: campaign.Asking, Of: "ask:" + p.ID, After: step.Needs, LeadsTo: step.ID, Minutes: 10}, w)
	for _, at := range s.haunts(p) {
		s.goTo(step, at, "Go to "+s.place(at).Name+" and "+lowerFirst(text), "You went to "+s.place(at).Name+".", wants{where: map[string]string{p.ID: at}})
	}
}

// haunts are the places where somebody can be.
func (s *stage) haunts(p *Person) []string {
	all := []string{p.Home}
	for _, at := range []string{p.Toward, p.Hide} {
		if at != "" && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	return all
}

// secretChoices: who keeps a secret says what they want for it; the player tells them that,
// or presses.
func (s *stage) secretChoices(step *Step) {
	p := s.person(step.Person)
	topic := s.topicFor(step, p)
	want := "want-" + step.ID
	w := wants{flags: s.needs(step), not: []string{step.ID}, present: []string{p.ID}}
	asked := w
	asked.not = append(slices.Clone(w.not), want)
	text := "Ask " + p.Name + " about " + topic
	s.add(campaign.Choice{ID: "ask-" + step.ID, Text: text, Told: "You asked " + p.Name + " about " + topic + ".", Topic: step.Topic, Slot: campaign.Asking, Of: "ask:" + p.ID, After: step.Needs, LeadsTo: want, Minutes: 10}, asked)
	for _, at := range s.haunts(p) {
		s.goTo(step, at, "Go to "+s.place(at).Name+" and "+lowerFirst(text), "You went to "+s.place(at).Name+".", wants{where: map[string]string{p.ID: at}})
	}
	b := campaign.Beat{ID: want, Title: p.Name, People: []string{p.ID}, Priority: campaign.Medium, Once: true, Skippable: true, Topic: step.Topic, Effects: []effect.Effect{flag(want)}}
	told := w
	told.flags = append(slices.Clone(w.flags), want)
	press := campaign.Choice{
		ID: "press-" + step.ID, Text: "Press " + p.Name + " about " + topic, Told: "You pressed " + p.Name + " about " + topic + ".", Topic: step.Topic, Slot: campaign.Final, Of: "press:" + p.ID, After: []string{want}, Minutes: 10,
		Check: &campaign.Check{
			Stat: "nerve", About: topic,
			Success: campaign.Outcome{LeadsTo: step.ID, Effects: []effect.Effect{effect.Opinion{Person: p.ID, By: -10}, flag("pressed-" + p.ID)}},
			Failure: campaign.Outcome{Prose: campaign.Prose{paragraph(s.refuses(p, topic))}, Effects: []effect.Effect{effect.Opinion{Person: p.ID, By: -20}, flag("pressed-" + p.ID)}},
		},
	}
	if wants := s.wantedFor(p, step); wants >= 0 {
		other := s.Threads[wants].Topic
		b.Prose = s.bargain(p, topic, other)
		w := told
		w.flags = append(slices.Clone(told.flags), fmt.Sprintf("thread-%d", wants))
		s.add(campaign.Choice{
			ID: "trade-" + step.ID, Text: "Tell " + p.Name + " what you know of " + other, Told: "You told " + p.Name + " what you knew of " + other + ".", Topic: other, Slot: campaign.Wanting, Of: "ask:" + p.ID, After: []string{want}, LeadsTo: step.ID, Minutes: 10,
			Effects: []effect.Effect{effect.Opinion{Person: p.ID, By: 10}, flag("traded-" + p.ID)},
		}, w)
		for _, at := range s.haunts(p) { // or goes to them with it
			away := w
			away.present, away.away, away.where = nil, at, map[string]string{p.ID: at}
			away.flags = append(slices.Clone(w.flags), "at-"+at)
			s.add(campaign.Choice{
				ID: "bring-" + step.ID + "-" + short(at), Text: "Go to " + s.place(at).Name + " and tell " + p.Name + " what you know of " + other, Told: "You went to " + s.place(at).Name + ".", Topic: other, Slot: campaign.Leaving, Of: "go:" + at, After: []string{want},
				LeadsTo: step.ID, Minutes: 20, Effects: []effect.Effect{effect.Move{Place: at}, effect.Opinion{Person: p.ID, By: 10}, flag("traded-" + p.ID)},
			}, away)
		}
	} else {
		b.Prose = s.unwilling(p, topic)
	}
	s.add(press, told)
	s.beats = append(s.beats, b)
}

// wantedFor is the thread that somebody wants to hear of for a secret: theirs, or where the
// secret is of that, the one after it; -1 where there is no other.
func (s *stage) wantedFor(p *Person, step *Step) int {
	switch {
	case len(s.Threads) < 2:
		return -1
	case p.Wants >= 0 && p.Wants < len(s.Threads) && p.Wants != step.Thread:
		return p.Wants
	}
	return (max(step.Thread, 0) + 1) % len(s.Threads)
}

// fear: the owner hides once what explains it is known.
func (s *stage) fear(step *Step, b *campaign.Beat) {
	if step.Thread < 0 {
		return
	}
	owner := s.Threads[step.Thread].Owner
	p := s.person(owner)
	if owner == "" || owner == step.Person || p.Hide == "" || p.Hide == p.Home {
		return
	}
	b.Effects = append(b.Effects, effect.NPC{Person: owner, Path: "place", Value: p.Hide}, flag("hid-"+owner), flag("gone-"+owner))
	b.Prose = append(b.Prose, campaign.Paragraph{{Text: s.flees(p, &s.Threads[step.Thread]), When: s.when(wants{present: []string{owner}})}})
}

func (s *stage) confessChoices(step *Step) {
	p := s.person(step.Person)
	t := s.Threads[step.Thread]
	w := wants{flags: s.needs(step), not: []string{step.ID}, present: []string{p.ID}}
	text := "Tell " + p.Name + " what you know of " + t.Topic
	s.add(campaign.Choice{ID: "do-" + step.ID, Text: text, Told: "You told " + p.Name + " what you knew of " + t.Topic + ".", Topic: t.Topic, Slot: campaign.Final, Of: "ask:" + p.ID, After: step.Needs, LeadsTo: step.ID, Minutes: 10}, w)
	for _, at := range s.haunts(p) {
		s.goTo(step, at, "Go to "+s.place(at).Name+" and tell "+p.Name+" what you know of "+t.Topic, "You went to "+s.place(at).Name+".", wants{where: map[string]string{p.ID: at}})
	}
}

// lock puts on the two ways past something that is locked.
func (s *stage) lock(l *Lock) {
	open := "open-" + short(l.Of)
	b := campaign.Beat{ID: open, Title: l.Name, Priority: campaign.High, Once: true, Skippable: true, Effects: []effect.Effect{flag(opened(l))}, Prose: campaign.Prose{paragraph(s.opens(l))}}
	if !l.Thing {
		b.Place = "" // the way is open from here on; to go there is another deed
	}
	s.beats = append(s.beats, b)
	if l.Key != "" {
		key := s.thing(l.Key)
		s.add(campaign.Choice{
			ID: "take-" + short(key.ID), Text: "Take " + definite(key.Name), Told: "You took " + definite(key.Name) + ".", Slot: campaign.Acting, Of: "take:" + key.ID, Minutes: 5,
			Prose: campaign.Prose{paragraph(s.taken(key))}, Effects: []effect.Effect{effect.Gain{Item: key.ID}, flag("has-" + key.ID)},
		}, wants{at: key.At, not: []string{"has-" + key.ID, opened(l)}})
		s.add(campaign.Choice{
			ID: "unlock-" + short(l.Of), Text: "Unlock " + l.Name + " with " + definite(key.Name), Told: "You unlocked " + l.Name + ".", Slot: campaign.Final, Of: "open:" + l.Of, LeadsTo: open, Minutes: 10,
		}, wants{holds: key.ID, not: []string{opened(l)}})
	} else {
		s.add(campaign.Choice{
			ID: "force-" + short(l.Of), Text: "Break " + l.Name + " open", Told: "You broke " + l.Name + " open.", Slot: campaign.Final, Of: "open:" + l.Of, LeadsTo: open, Minutes: 20, Hint: "It cannot be mended.",
			Effects: []effect.Effect{flag("forced")},
		}, wants{not: []string{opened(l)}, least: map[string]int{"signs": 1}})
	}
	if l.Keeper == "" {
		return
	}
	p := s.person(l.Keeper)
	w := wants{present: []string{p.ID}, not: []string{opened(l)}}
	if p.Wants >= 0 {
		w.flags = append(w.flags, fmt.Sprintf("thread-%d", p.Wants))
	}
	s.add(campaign.Choice{
		ID: "beg-" + short(l.Of), Text: "Ask " + p.Name + " to open " + l.Name, Told: "You asked " + p.Name + " to open " + l.Name + ".", Slot: campaign.Wanting, Of: "open:" + l.Of, LeadsTo: open, Minutes: 15,
		Prose: campaign.Prose{paragraph(s.letsIn(p, l))}, Effects: []effect.Effect{effect.Opinion{Person: p.ID, By: -5}, flag("begged-" + p.ID)},
	}, w)
}

// signs are the five signs of the time that runs out.
func (s *stage) signs() {
	before := openingBeat
	for i, turn := range s.Clock.Turns {
		id := fmt.Sprintf("sign-%d", i+1)
		b := campaign.Beat{
			ID: id, Title: s.Clock.Words, Priority: campaign.Critical, Once: true, Skippable: false, Conditions: s.when(wants{beat: before, from: turn}),
			Effects: append(s.passes(i), effect.Set{Path: done + ".signs", Value: strictjson.Int(int64(i + 1))}),
			Prose:   s.sign(i),
		}
		if p := s.person(s.Clock.Who); s.Clock.Who != "" && i%2 == 1 && p.Toward != "" {
			b.Effects = append(b.Effects, effect.NPC{Person: p.ID, Path: "place", Value: p.Toward})
		}
		if i == 2 && s.Clock.Takes != "" {
			for _, step := range s.Steps {
				if step.ID == s.Clock.Takes {
					b.Effects = append(b.Effects, flag("lost-"+step.ID))
					b.Prose = append(b.Prose, campaign.Paragraph{{Text: s.lost(&step), When: s.when(wants{not: []string{step.ID}})}})
				}
			}
		}
		s.beats = append(s.beats, b)
		w := wants{beat: before, forbids: []string{id}}
		if i == 0 {
			w.least = nil
		}
		s.add(campaign.Choice{ID: "wait-" + id, Text: s.waiting(i), Told: "You waited.", Slot: campaign.Staying, Of: "wait", LeadsTo: id, Minutes: 1}, w)
		before = id
	}
}

// passes is the time that goes by with a sign: days go by from evening to morning.
func (s *stage) passes(i int) (passes []effect.Effect) {
	if !s.Clock.byDays() {
		return append(passes, effect.Minutes{Count: s.Clock.Minutes / signs})
	}
	if gone := s.Clock.skipped(i); gone > 0 {
		passes = append(passes, effect.Minutes{Count: gone * aDay})
	}
	return append(passes, effect.Until{Minute: []int{evening, morning}[i%2]})
}

// decisions are the two things that the player can do in the end, each an ending.
func (s *stage) decisions() (endings []campaign.Ending) {
	last := &s.beats[slices.IndexFunc(s.beats, func(b campaign.Beat) bool { return b.ID == lastSign })]
	last.Holds = true
	for i, words := range s.ways() {
		id := fmt.Sprintf("ending-%d", i+1)
		text := prose.SentenceCase(words)
		c := campaign.Choice{
			ID: "decide-" + id, Text: text, Told: sentence("you decided to " + words), Slot: campaign.Final, Of: "end:" + id, Minutes: 10, Prose: s.ending(i, words), Effects: []effect.Effect{effect.Ending{ID: id}},
		}
		last.Choices = append(last.Choices, c)
		early := c
		early.ID, early.Hint, early.Slot = "early-"+id, "The story ends with it.", campaign.Deciding
		s.add(early, wants{least: map[string]int{"confessed": 2, "signs": 2}})
		endings = append(endings, campaign.Ending{ID: id, Title: text, Priority: campaign.Medium, Body: s.last(i, words)})
	}
	// who does not decide has it decided by what was found out
	known := "step-1-confessed"
	for i, w := range []wants{{flags: []string{known}}, {not: []string{known}}} {
		last.Choices = append(last.Choices, campaign.Choice{
			ID: fmt.Sprintf("leave-%d", i+1), Text: "Let it be decided without you", Told: "You let it be decided without you.", Slot: campaign.Deciding, Of: "end:leave", Minutes: 10, Requires: s.when(w),
			Prose: campaign.Prose{paragraph(s.decided(i))}, Effects: []effect.Effect{effect.Ending{ID: endings[min(i, len(endings)-1)].ID}},
		})
	}
	return endings
}

func lowerFirst(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// definite is a thing with "the" before it, unless it has a name of its own.
func definite(name string) string { return prose.Definite(name) }

// sentence makes one of words.
func sentence(words string) string { return prose.EndSentence(prose.SentenceCase(words)) }
