package drama

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/action"
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

	arrivals map[arrivalAt]arrival // that were made already
	sent     map[string]bool       // steps that somebody sends the player to
}

// Stage makes a campaign of a plot, as if its author had written it: the premise is its
// first beat, every step, sign and confession is another.
func Stage(c *campaign.Campaign, p *Plot) *campaign.Campaign {
	s := &stage{Plot: p, c: c, seed: rng.FromString(p.Seed), arrivals: map[arrivalAt]arrival{}, sent: map[string]bool{}}
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
	for i := range p.People {
		s.answers(&p.People[i])
	}
	for i := range p.Steps {
		if s.sent[p.Steps[i].ID] { // where nothing led to it, it would come by itself
			s.sending(&p.Steps[i])
		}
	}
	s.errands()
	s.signs()
	endings := s.decisions()
	s.beats = append([]campaign.Beat{s.hub}, s.beats...)
	opening := campaign.Opening{Beat: openingBeat, Place: p.Start, Time: cmp.Or(c.Manifest.Opening.Time, p.Clock.begins()), Weather: c.Manifest.Opening.Weather}
	return c.Staged(campaign.Parts{Opening: opening, Places: s.places(), People: s.people(), Items: s.items(), Beats: s.beats, Endings: endings, Pace: s.pace()})
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
		if p.Want != "" {
			person.Goals = []campaign.Goal{{Description: p.Want}}
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
	met, unmet string            // whom the player has met before this turn, and has not
	known      []string          // more whom they have met
	without    string            // whom they did not speak to last
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
	if w.without != "" {
		player[done+".with"] = strictjson.Object{"!=": w.without}
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
	if w.met != "" {
		people[w.met+".met"] = true
	}
	for _, who := range w.known {
		people[who+".met"] = true
	}
	if w.unmet != "" {
		people[w.unmet+".met"] = strictjson.Object{"!=": true}
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
	if to, who, is := strings.Cut(c.Of, ":"); is && len(s.Errands) > 0 && slices.Contains([]string{"ask", "talk", "press", "why"}, to) { // who is spoken to stays
		c.Effects = append(slices.Clip(c.Effects), effect.Set{Path: done + ".with", Value: who})
	}
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
}

// An arrival is what the first time at a place tells, and what it leaves: the place, and who is there or
// is not where they are to be found.
type arrival struct {
	told    campaign.Prose
	effects []effect.Effect
}

// arrivalAt is which: once is where the player has to be for it, if that is not sure, and speaks who
// will be told of anyway.
type arrivalAt struct {
	place, once, speaks string
	again               bool // it is not the first time
}

// arriving is an arrival, which many choices share: whoever adds to it has a copy.
func (s *stage) arriving(at arrivalAt) (campaign.Prose, []effect.Effect) {
	a, made := s.arrivals[at]
	if !made {
		a.told, a.effects = s.arrived(s.place(at.place), at.once, at.speaks)
		s.arrivals[at] = a
	}
	return slices.Clip(a.told), slices.Clip(a.effects)
}

func (s *stage) arrived(p *Place, once, speaks string) (told campaign.Prose, effects []effect.Effect) {
	if len(p.Says) > 0 {
		told = append(told, campaign.Paragraph{{Text: strings.Join(p.Says, " "), When: s.when(wants{at: once})}})
	}
	for _, said := range p.Says {
		effects = append(effects, effect.Learn{Fact: said})
	}
	for i := range s.People {
		who := &s.People[i]
		there := map[string]string{who.ID: p.ID}
		var is campaign.Paragraph
		if len(who.Says) > 0 {
			is = append(is, campaign.Variant{Text: strings.Join(who.Says, " "), When: s.when(wants{at: once, where: there, unmet: who.ID})})
		}
		if who.ID != speaks {
			is = append(is, campaign.Variant{Text: s.here(who), When: s.when(wants{at: once, where: there})})
		}
		if len(is) > 0 {
			told = append(told, is)
		}
		if who.Home == p.ID {
			told = append(told, campaign.Paragraph{{Text: s.missed(who), When: s.when(wants{at: once, gone: there})}})
		}
	}
	if len(p.Says) == 0 && len(s.People) == 0 && p.ID != s.Start {
		told = append(told, campaign.Paragraph{{Text: sentence("this is " + p.Name), When: s.when(wants{at: once})}})
	}
	return told, effects
}

// anew is what whoever comes to a place once more sees that they did not expect: somebody who is elsewhere as
// a rule, and that somebody is not who is there as a rule.
func (s *stage) anew(at arrivalAt) (told campaign.Prose) {
	if len(s.Errands) == 0 { // a drama in which people keep to their places
		return nil
	}
	at.again = true
	if a, made := s.arrivals[at]; made {
		return a.told
	}
	for i := range s.People {
		p := &s.People[i]
		there := map[string]string{p.ID: at.place}
		switch {
		case p.ID == at.speaks:
		case p.Home == at.place:
			told = append(told, campaign.Paragraph{{Text: s.missed(p), When: s.when(wants{gone: there})}})
		case slices.Contains(s.haunts(p), at.place):
			told = append(told, campaign.Paragraph{{Text: introduced(p, s.here(p)), When: s.when(wants{where: there, unmet: p.ID})}, {Text: begin(p.Name) + p.is() + " here too.", When: s.when(wants{where: there})}})
		}
	}
	s.arrivals[at] = arrival{told: told}
	return told
}

// arrival is the first time at a place that is gone to for its own sake.
func (s *stage) arrival(p *Place) {
	b := campaign.Beat{
		ID: "arrive-" + short(p.ID), Title: p.Name, Place: p.ID, Priority: campaign.High, Once: true, Skippable: true,
		Conditions: s.when(wants{beat: openingBeat, not: []string{"at-" + p.ID}, forbids: []string{lastSign}}),
	}
	b.Prose, b.Effects = s.arriving(arrivalAt{place: p.ID})
	b.Effects = append(b.Effects, flag("at-"+p.ID))
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
		LeadsTo: b.ID, Minutes: s.pace(),
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
		b.Effects = append(b.Effects, effect.Set{Path: done + "." + bargains(s.person(step.Person)), Value: false})
		s.secretChoices(step)
		s.fear(step, &b)
	case Confess:
		b.People = []string{step.Person}
		b.Prose = s.confession(step)
		b.About = nil
		b.Effects = append(b.Effects, effect.Learn{Fact: s.ownedTo(step)})
		if why := s.Threads[step.Thread].Why; why != "" {
			b.Effects = append(b.Effects, effect.Learn{Fact: why})
		}
		b.Effects = append(b.Effects, effect.Thread{ID: s.Threads[step.Thread].ID, Title: prose.SentenceCase(step.Topic), Resolved: true}, effect.Add{Path: done + ".confessed", Amount: 1})
		s.confessChoices(step)
	}
	if b.About == nil { // what nothing leads to by itself waits for its choice
		b.Conditions = nil
	}
	if step.Mover != "" {
		mover := s.person(step.Mover)
		b.Prose = append(b.Prose, campaign.Paragraph{{Text: s.leaves(mover, step.To), When: s.when(wants{present: []string{mover.ID}, not: []string{"hid-" + mover.ID, went(mover, step.To)}, gone: map[string]string{mover.ID: step.To}})}})
		arrives := wants{at: step.To, not: []string{"hid-" + mover.ID}, gone: map[string]string{mover.ID: step.To}}
		first, anew := arrives, arrives
		first.unmet, anew.not = mover.ID, append(slices.Clone(arrives.not), went(mover, step.To))
		b.Prose = append(b.Prose, campaign.Paragraph{
			{Text: introduced(mover, s.comes(mover, step.To)), When: s.when(first)},
			{Text: s.comes(mover, step.To), When: s.when(anew)},
			{Text: begin(mover.Name) + mover.is() + " back.", When: s.when(arrives)},
		})
		b.Effects = append(b.Effects, effect.NPC{Person: mover.ID, Path: "place", Value: step.To}, flag("gone-"+mover.ID), flag(went(mover, step.To)))
	}
	s.beats = append(s.beats, b)
}

// went is the flag of somebody's having gone to a place.
func went(p *Person, to string) string { return "left-" + short(p.ID) + "-" + short(to) }

// needs are the steps that come before, and what has to be open.
func (s *stage) needs(step *Step) []string {
	all := slices.Clone(step.Needs)
	if step.Locked != "" {
		all = append(all, "open-"+step.Locked)
	}
	return all
}

// after are the beats that make a step possible, and the one that sends the player to it.
func (s *stage) after(step *Step) []string {
	after := append(slices.Clip(step.Needs), sentTo(step))
	if step.Locked != "" {
		after = append(after, "open-"+short(step.Locked))
	}
	return after
}

// goTo leads to a place with a purpose, and tells of the place the first time.
func (s *stage) goTo(step *Step, place, text, told string, w wants) {
	w.flags, w.not = append(slices.Clone(w.flags), s.needs(step)...), append(slices.Clone(w.not), step.ID)
	if l := s.lockOf(place); l != nil {
		w.flags = append(w.flags, opened(l))
	}
	w.away = place
	c := campaign.Choice{Text: text, Told: told, Topic: step.Topic, Slot: campaign.Leaving, Of: "go:" + place, After: s.after(step), Minutes: s.pace(), LeadsTo: step.ID}
	first, again := w, w
	first.not = append(slices.Clone(w.not), "at-"+place)
	again.flags = append(slices.Clone(w.flags), "at-"+place)
	if place != s.Start {
		c.ID = "first-" + step.ID + "-" + short(place)
		c.Prose, c.Effects = s.arriving(arrivalAt{place: place, speaks: step.Person})
		c.Effects = append(c.Effects, flag("at-"+place), effect.Move{Place: place})
		if step.Kind == Secret {
			c.LeadsTo = "want-" + step.ID
			first.not = append(first.not, c.LeadsTo)
		}
		s.add(c, first)
	}
	c.ID, c.LeadsTo, c.Prose = "go-"+step.ID+"-"+short(place), step.ID, nil
	if step.Person != "" {
		c.Prose = s.found(s.person(step.Person), place)
	}
	c.Prose = append(c.Prose, s.anew(arrivalAt{place: place, speaks: step.Person})...)
	c.Effects = []effect.Effect{effect.Move{Place: place}}
	if step.Kind == Secret { // who keeps it says first what they want for it
		c.LeadsTo = "want-" + step.ID
		again.not = append(again.not, c.LeadsTo)
	}
	s.add(c, again)
}

func (s *stage) lookChoices(step *Step) {
	text, told := s.looking(step)
	lost := s.lostWith(step)
	w := wants{flags: s.needs(step), not: []string{step.ID, lost}, at: step.Place}
	s.add(campaign.Choice{ID: "do-" + step.ID, Text: text, Told: told, Topic: step.Topic, Slot: campaign.Acting, Of: "look:" + step.Place + step.Thing, After: s.after(step), LeadsTo: step.ID, Minutes: s.pace()}, w)
	if step.Thing != "" { // whoever looks before there is anything to look for
		needs := s.needs(step)
		for n, need := range needs {
			s.add(campaign.Choice{
				ID: fmt.Sprintf("before-%d-%s", n, step.ID), Text: text, Told: told, Topic: step.Topic, Slot: campaign.Typed, Of: "look:" + step.Place + step.Thing, Minutes: 5, Stays: true, Prose: campaign.Prose{paragraph(s.unseeing(step))},
			}, wants{at: step.Place, flags: needs[:n], not: []string{need}})
		}
	}
	s.seekChoices(step, w)
	place := s.place(step.Place)
	there := text
	if before, is := strings.CutSuffix(text, place.Name); is { // and not "read it notes"
		there = before + "it"
	}
	s.goTo(step, step.Place, "Go to "+place.Name+" and "+lowerFirst(there), "You went to "+place.Name+".", wants{not: []string{lost}})
}

// seekChoices: whoever searches a place, or looks about it, finds what there is to be seen, the first of it first.
func (s *stage) seekChoices(step *Step, w wants) {
	name := s.place(step.Place).Name
	for _, as := range []struct {
		kind       action.Kind
		text, told string
	}{{action.Search, "Search " + name, "You searched " + name + "."}, {action.Examine, "Look around " + name, "You looked around " + name + "."}} {
		of := action.Action{Kind: as.kind, Place: action.PlaceRef(step.Place)}.ID()
		s.add(campaign.Choice{ID: string(as.kind) + "-" + step.ID, Text: as.text, Told: as.told, Topic: step.Topic, Slot: campaign.Seeking, Of: of, LeadsTo: step.ID, Minutes: s.pace()}, w)
	}
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
	s.add(campaign.Choice{ID: "do-" + step.ID, Text: text, Told: "You asked " + p.Name + " about " + s.topicFor(step, p) + ".", Topic: step.Topic, Slot: campaign.Asking, Of: "ask:" + p.ID, After: s.after(step), LeadsTo: step.ID, Minutes: s.pace(), Effects: []effect.Effect{flag(asked(step))}}, w)
	for _, at := range s.haunts(p) {
		s.goTo(step, at, s.goes(p, at, text), "You went to "+s.place(at).Name+".", wants{where: map[string]string{p.ID: at}})
	}
}

// goes is a choice to do something with somebody that leads to them: where they are to be found as a
// rule, else it has to be found out, and the player does not know it beforehand.
func (s *stage) goes(p *Person, at, text string) string {
	if at == p.Home {
		return "Go to " + s.place(at).Name + " and " + lowerFirst(text)
	}
	return "Look for " + p.Name + " and " + lowerFirst(strings.Replace(text, p.Name, him(p), 1))
}

// found is where somebody is who had to be looked for.
func (s *stage) found(p *Person, at string) campaign.Prose {
	if at == p.Home {
		return nil
	}
	return campaign.Prose{paragraph(begin(p.Name) + " is at " + s.place(at).Name + ".")}
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

func lowerFirst(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// definite is a thing with "the" before it, unless it has a name of its own.
func definite(name string) string { return prose.Definite(name) }

// sentence makes one of words.
func sentence(words string) string { return prose.EndSentence(prose.SentenceCase(words)) }
