package campaign

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/contracts"
)

// checkReach warns of what no play of the story can come to.
func (l *loader) checkReach() {
	told := l.c.reachableBeats()
	lacks := l.c.lacking(told)
	for _, s := range l.sources {
		listed := 0
		for i, place := range s.beats {
			if b := &l.c.Beats[s.first+i]; !told[b.ID] && listed <= maxProblems { // more of one file are never shown
				listed++
				s.report(contracts.Problem{Pointer: "/beats/" + strconv.Itoa(place), Kind: contracts.BadValue, Warning: true, Message: fmt.Sprintf("the beat %q can never be told: %s", b.ID, l.c.whyUnreachable(b, told)), Lacks: lacks[b.ID]})
			}
		}
	}
	l.checkPlacesReach()
	l.checkEndingsReach(told, lacks)
}

// reachableBeats are the beats that some play can tell, as far as their order
// decides it: what is required comes first, so that beats which require each
// other in a circle are never told.
func (c *Campaign) reachableBeats() map[string]bool {
	told := map[string]bool{}
	c.tellAll(told)
	return told
}

// tellAll adds to some beats all that can be told once those are, and gives these in an order
// in which they can be; led is who leads to which.
func (c *Campaign) tellAll(told map[string]bool) (order []*Beat, led map[string]string) {
	led, x := map[string]string{c.Manifest.Opening.Beat: ""}, c.plotted()
	offered := map[string][]int{} // beats, by those of whose choices their conditions require one
	for i := range c.Beats {
		for _, choice := range orNone(c.Beats[i].Conditions).Choices {
			if beat, _, named := strings.Cut(choice, "/"); named {
				offered[beat] = append(offered[beat], i)
			}
		}
	}
	queue := make([]int, len(c.Beats)) // beats to look at: all, and again when something they wait for is told
	for i := range queue {
		queue[i] = i
	}
	for ; len(queue) > 0; queue = queue[1:] {
		b := &c.Beats[queue[0]]
		_, follows := led[b.ID]
		if told[b.ID] || !follows && (b.Conditions == nil && x.leads[b.ID] || !possible(b.Conditions, told)) {
			continue
		}
		told[b.ID] = true
		order = append(order, b)
		queue = append(append(queue, x.after.of[b.ID]...), offered[b.ID]...)
		b.brings(func(effect.Effect) {}, func(beat string) {
			if _, i, ok := c.beatAt(beat); ok {
				if _, already := led[beat]; !already {
					led[beat] = b.ID
					queue = append(queue, i)
				}
			}
		})
	}
	return order, led
}

// lacking says of beats that cannot be told which beat, that is not there, they would follow from.
func (c *Campaign) lacking(told map[string]bool) map[string]contracts.Name {
	if len(told) == len(c.Beats) {
		return nil
	}
	supposed, lacks := maps.Clone(told), map[string]contracts.Name{}
	for i := range c.Beats {
		for _, id := range required(c.Beats[i].Conditions) {
			if _, _, known := c.beatAt(id); !known {
				supposed[id], lacks[id] = true, contracts.Name{Kind: "beat", ID: id}
			}
		}
	}
	order, led := c.tellAll(supposed)
	for _, b := range order {
		for _, before := range append(required(b.Conditions), led[b.ID]) {
			if name, is := lacks[before]; is {
				lacks[b.ID] = name
				break
			}
		}
	}
	return lacks
}

// required are the beats that a condition names as told before it.
func required(c *condition.Condition) (beats []string) {
	if c == nil {
		return nil
	}
	beats = append([]string{c.Beat}, c.AnyBeat...)
	for _, choice := range c.Choices {
		if beat, _, named := strings.Cut(choice, "/"); named {
			beats = append(beats, beat)
		}
	}
	return slices.DeleteFunc(beats, func(id string) bool { return id == "" })
}

// possible reports whether what a condition requires to have been told has been.
func possible(c *condition.Condition, told map[string]bool) bool {
	if c == nil {
		return true
	}
	return (c.Beat == "" || told[c.Beat]) &&
		(len(c.AnyBeat) == 0 || slices.ContainsFunc(c.AnyBeat, func(id string) bool { return told[id] })) &&
		!slices.ContainsFunc(c.Choices, func(id string) bool { return !offered(id, told) })
}

// offered reports whether a choice's beat is told; one named without its beat is
// taken to be.
func offered(choice string, told map[string]bool) bool {
	beat, _, named := strings.Cut(choice, "/")
	return !named || told[beat]
}

func (c *Campaign) whyUnreachable(b *Beat, told map[string]bool) string {
	when := b.Conditions
	switch {
	case when == nil:
		return "it has no conditions, and no beat that can be told leads to it"
	case when.Beat != "" && !told[when.Beat]:
		return "it requires " + strconv.Quote(when.Beat) + ", which cannot be told before it"
	case len(when.AnyBeat) > 0 && !slices.ContainsFunc(when.AnyBeat, func(id string) bool { return told[id] }):
		return "none of the beats it requires can be told before it"
	}
	return "it requires a choice of a beat that cannot be told"
}

// checkPlacesReach warns of places that neither a way nor a beat leads to.
func (l *loader) checkPlacesReach() {
	reached := map[string]bool{}
	queue := append([]string{l.c.Start()}, l.c.entrances()...)
	for ; len(queue) > 0; queue = queue[1:] {
		place, ok := l.c.Place(queue[0])
		if ok && !reached[place.ID] {
			reached[place.ID] = true
			queue = append(queue, place.Exits...)
		}
	}
	s, d := l.of("world/places.json")
	d.elements(s.tree, "places", func(place tree) {
		if id, _ := place["id"].(string); !reached[id] {
			d.report(contracts.Problem{Kind: contracts.BadValue, Warning: true, Message: fmt.Sprintf("no way leads to the place %q", id), Expected: "the exit of another place, or a beat that moves the player there", Lacks: contracts.Name{Kind: lostWay, ID: id}})
		}
	})
}

// entrances are the places that beats and occasions take the player to.
func (c *Campaign) entrances() (all []string) {
	c.EachEffect(func(e effect.Effect) {
		if move, ok := e.(effect.Move); ok {
			all = append(all, move.Place)
		}
	})
	return all
}

// checkEndingsReach warns of endings that wait for what can never be told.
func (l *loader) checkEndingsReach(told map[string]bool, lacks map[string]contracts.Name) {
	caused := l.c.endingsNamed(func(b *Beat) bool { return told[b.ID] })
	named := l.c.endingsNamed(func(*Beat) bool { return true })
	for _, e := range l.c.Endings {
		if e.Conditions == nil && named[e.ID] && !caused[e.ID] {
			s, _ := l.of(e.File)
			s.report(contracts.Problem{Kind: contracts.BadValue, Warning: true, Message: fmt.Sprintf("the ending %q can never be reached: it has no conditions, and waits for an effect of a beat that never comes", e.ID), Lacks: l.c.bringing(e.ID, lacks)})
			continue
		}
		if !caused[e.ID] && !possible(e.Conditions, told) {
			s, _ := l.of(e.File)
			s.report(contracts.Problem{Pointer: "/conditions", Kind: contracts.BadValue, Warning: true, Message: fmt.Sprintf("the ending %q can never be reached: it requires beats or choices that never come", e.ID), Lacks: lackedBy(e.Conditions, lacks)})
		}
	}
}

// lackedBy is the first beat that is not there of those from which what a condition requires would follow.
func lackedBy(c *condition.Condition, lacks map[string]contracts.Name) contracts.Name {
	for _, before := range required(c) {
		if name, is := lacks[before]; is {
			return name
		}
	}
	return contracts.Name{}
}

// bringing is the same of beats that bring an ending.
func (c *Campaign) bringing(ending string, lacks map[string]contracts.Name) (name contracts.Name) {
	for i := range c.Beats {
		c.Beats[i].EachEffect(func(e effect.Effect) {
			if brought, is := e.(effect.Ending); is && brought.ID == ending && name == (contracts.Name{}) {
				name = lacks[c.Beats[i].ID]
			}
		})
	}
	return name
}
