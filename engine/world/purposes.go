package world

import (
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/story/event"
)

// A Purpose is why the player might go somewhere: somebody they saw there last, something to
// bring up with them or to look for, a thing to show them, a line of the plot, or that they
// never were there. At is where, if that is further than next door, and Far how much further.
type Purpose struct {
	At     string
	Far    int
	Person string
	Topic  Subject
	Item   string
	Thread string
	New    bool
}

// None reports whether there is no purpose that could be named.
func (p Purpose) None() bool { return p.Person == "" && p.Topic.ID == "" && p.Thread == "" && !p.New }

// LeadsTo reports whether an offer is a way to a place, or by what is next door to what there is to
// go for at that place.
func (o *Offer) LeadsTo(place string) bool {
	return o.Kind == action.Go && o.Topic.ID == "" && (o.Place.ID == place || o.For.At == place)
}

// mostSteps is how far off what one goes for may be.
const mostSteps = 4

// purposes gives the ways from here what there is to go for, next door and beyond: of each the
// nearest and best.
func (o *offering) purposes() {
	steps := o.steps()
	for i := range o.all {
		way := &o.all[i]
		if way.Kind != action.Go || way.Topic.ID != "" {
			continue
		}
		for _, to := range steps {
			if to.first != way.Place.ID {
				continue
			}
			if purpose, there := o.purposeAt(to.place); there {
				way.Gives, way.For = GivesWay, purpose
				if to.far > 0 {
					way.For.At, way.For.Far = to.place, to.far
				}
				break
			}
		}
	}
}

// Purpose is why the player would go a way, as it is offered.
func (s Situation) Purpose(way Offer) Purpose {
	o := s.offering()
	o.all = []Offer{way}
	o.purposes()
	return o.all[0].For
}

// A step is a place that can be come to, by which way from here, and how much further.
type step struct {
	place, first string
	far          int
}

// steps are the places that can be come to from here, the nearest first: those next door, and
// through places where the player was before.
func (o *offering) steps() []step {
	var all []step
	seen := map[string]bool{o.here(): true}
	for _, to := range o.Situation.open(o.facts) {
		all, seen[to.ID] = append(all, step{to.ID, to.ID, 0}), true
	}
	for i := 0; i < len(all); i++ {
		at := all[i]
		if at.far+1 >= mostSteps || !o.View.Visited(at.place) || o.Extracted {
			continue
		}
		for _, to := range o.ways(at.place) {
			if !seen[to.ID] && enterable(to, o.facts) {
				all, seen[to.ID] = append(all, step{to.ID, at.first, at.far + 1}), true
			}
		}
	}
	return all
}

// purposeAt is what there is to go for at a place: somebody whom the player saw there last and
// who has an answer, or news, of something that the player can bring up, or would be shown
// something; what its author wrote to be found there; a moment that waits there; or that the
// player never was there. It is false where nothing would come of going, and names nothing
// where something would of which the player knows nothing.
func (o *offering) purposeAt(place string) (Purpose, bool) {
	for _, p := range o.View.People() {
		if id := string(p.ID); p.Place == place && !p.Here && !o.Silent(id) {
			if topic, item, has := o.broughtTo(id, place); has {
				return Purpose{Person: id, Topic: topic, Item: item}, true
			}
		}
	}
	if topics := o.answers(campaign.Occasion{Place: place}).topics; len(topics) > 0 {
		if i := slices.IndexFunc(topics, func(t Subject) bool { return !o.idleTopics()[t.ID] }); i >= 0 {
			return Purpose{Topic: topics[i]}, true
		}
	}
	visited := o.View.Visited(place)
	if b := o.waitsAt(place); b != nil {
		purpose := o.purposeOf(b)
		purpose.New = !visited
		return purpose, true
	}
	return Purpose{New: !visited}, !visited
}

// broughtTo is what the player can bring to somebody elsewhere and get something for.
func (o *offering) broughtTo(person, place string) (topic Subject, item string, has bool) {
	written := o.answers(campaign.Occasion{Person: person})
	to := []action.Ref{action.PersonRef(person)}
	idle := func(a action.Action, topic Subject) bool {
		a.By, a.To, a.Topic = action.Player, to, topic.Ref()
		return o.barred(&Offer{Action: a, Topic: topic}) || topic.ID == o.topic(o.View.Name(person)).ID
	}
	for _, item := range firstOf(Carried(o.View), mostThings) {
		if about := o.subjectOfItem(item); written.of(about) && !idle(action.Action{Kind: action.Show, Item: action.ItemRef(item)}, about) {
			return Subject{}, item, true
		}
	}
	for _, topic := range firstOf(written.topics, mostAnswers) {
		if !idle(action.Action{Kind: action.Ask}, topic) {
			return topic, "", true
		}
	}
	for _, topic := range firstOf(o.known, mostAsked) {
		if !idle(action.Action{Kind: action.Ask}, topic) && o.tells(person, topic, o.View.Name(place)) {
			return topic, "", true
		}
	}
	return Subject{}, "", false
}

// tells reports whether somebody, at a place of that name, has to tell of just a topic what the
// player has not heard.
func (o *offering) tells(person string, topic Subject, place string) bool {
	if o.Silent(person) {
		return false
	}
	if _, has := o.saysOf(person, topic, o.facts); has {
		return true
	}
	about := o.inquiryOf(place, topic, person)
	about.strictly = true
	_, topical, ok := about.pick(o.unheard, o.turn())
	return ok && topical
}

// waitsAt is a moment that would come if the player were at a place now, nil for none.
func (o *offering) waitsAt(place string) *campaign.Beat {
	if o.moments == nil {
		o.moments = o.Elsewhere(o.progressed())
	}
	return o.moments.Due(place, o.peopleAt(place))
}

// peopleAt are those who are at a place, by id, in their author's order.
func (s Situation) peopleAt(place string) (ids []string) {
	for i := range s.People {
		if id := s.People[i].ID; s.State.People[event.CharacterID(id)].Place == place {
			ids = append(ids, id)
		}
	}
	return ids
}

// progressed is the story as conditions see it, made once.
func (o *offering) progressed() *campaign.Progress {
	if o.progress == nil {
		o.progress = o.Progress()
	}
	return o.progress
}

// facts are what the ways from here and beyond are held against.
func (o *offering) facts() *condition.Facts { return &o.progressed().Facts }

// purposeOf is why one would go to a moment, as far as the player knows: what it leaves to talk
// of, where they have heard of that, a line of the plot that it runs along, or somebody there
// whom they have met.
func (o *offering) purposeOf(b *campaign.Beat) Purpose {
	topics := []string{b.Topic}
	for i := range b.Choices {
		topics = append(topics, b.Choices[i].Topic)
	}
	for _, topic := range topics {
		if about := SubjectOf(topic); about.ID != "" && o.View.TopicWords(about.ID) != "" && !o.idleTopics()[about.ID] {
			return Purpose{Topic: about}
		}
	}
	for _, t := range o.View.Threads() {
		if t.Open && slices.Contains(o.World.threads[t.ID], b) {
			return Purpose{Thread: t.ID}
		}
	}
	for _, id := range b.People {
		if p, met := o.View.Person(id); met && p.Place == b.Place {
			return Purpose{Person: id}
		}
	}
	return Purpose{}
}

// Missed is somebody whom the player came to see, and who is not there; "" for nobody.
func (s Situation) Missed(p Purpose) string {
	if p.Person == "" || p.At != "" || slices.Contains(s.View.Present(), p.Person) {
		return ""
	}
	return p.Person
}
