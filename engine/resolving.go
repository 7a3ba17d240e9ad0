package engine

import (
	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/telling"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/story/event"
)

// What is resolved: what came of a choice.
type resolved struct {
	telling.Turn
	author      *authored          // what an author wrote of the choice; nil where nobody did
	acted       event.Position     // of the deed; 0 for none
	impressions []world.Impression // what opinions are to be changed by it
	heard       world.Subject      // what came up in what was learned
	why         world.Purpose      // of the way that was gone
}

// An authored choice, and the beat that it is of.
type authored struct {
	beat   *campaign.Beat
	choice *campaign.Choice
}

// A resolving is a choice that is happening: the deed, and all that the turn brings besides it. What it needs of a story
// is apart by who needs it: a happening knows of no beat, and a plot of no deed.
type resolving struct{ plot }

// A plot is which beats are due in a turn, and which ending.
type plot struct {
	happening
	led    []string // beats a choice leads to, until they are told
	judged bool     // verdicts were given
	seen   plotSeen
}

// A plotSeen is how the plot stood when so much was staged.
type plotSeen struct {
	outlook *campaign.Outlook // nil before the first look
	events  int
	led     int
}

// resolve lets the choice happen: the check, its words and effects, movement,
// time, and the beats that are due now. Its error is a *ChoiceError.
func resolve(t *turn, c chosen) (resolved, error) {
	r := resolvingOf(t)
	if c.Choice != nil {
		if err := r.choose(c); err != nil {
			return resolved{}, err
		}
	}
	r.happen()
	return r.resolved, nil
}

func resolvingOf(t *turn) *resolving {
	return &resolving{plot{happening: happening{turn: t, resolved: resolved{Turn: telling.Turn{Seed: t.seed, Company: t.view().Present()}}}}}
}

// happen lets happen what does whatever was chosen.
func (t *resolving) happen() {
	t.routine()
	t.hearsay()
	t.tellBeats()
	t.premise()
	t.occasions()
	t.openScene()
	t.meet()
	t.end()
	t.stageDone("resolve")
}

// premise opens a story that has no opening beat: it tells who the player is and
// what it is about.
func (t *resolving) premise() {
	if t.w.Dramatic && t.Opening() { // its first beat tells it
		t.rememberPremise()
	} else if t.Opening() && len(t.Beats) == 0 {
		t.Authored = append(t.Authored, world.Paragraphs(t.w.Campaign.Premise.Body)...)
		t.rememberPremise()
	}
}

// premiseTag marks what the player remembers of the premise.
const premiseTag = "premise"

// rememberPremise keeps what a premise that was told says of the people, places and
// things of the story. It is all that the player knows of them then.
func (t *resolving) rememberPremise() {
	for _, line := range t.w.Premise() {
		t.add(event.MemoryKept, event.Data{ // at no place: it was told, and did not happen here
			"memory": t.newID("memory"), "knower": string(event.Player), "words": line.Words, "significance": string(action.Medium),
			"kind": string(event.Internal), "source": string(event.Narrative), "characters": t.characters(line.People), "tags": append([]string{premiseTag}, line.Others...),
		})
	}
}

// openScene begins a scene where the player has come to another place, or the
// story has just begun.
func (t *resolving) openScene() {
	s := t.state()
	if s.Scene.Open {
		return
	}
	t.add(event.SceneOpened, event.Data{
		"scene": t.newID("scene"), "type": string(t.teller(t.Turn).Type()), "place": t.place(), "present": append(t.now().Present(), string(event.Player)),
	})
}

// leaveScene closes the scene the player goes away from.
func (t *happening) leaveScene() {
	s := t.state()
	if !s.Scene.Open {
		return
	}
	t.add(event.SceneClosed, event.Data{"scene": s.Scene.ID, "significance": string(t.sceneWeight())})
}

// sceneWeight is that of the weightiest thing that the player perceived in the scene, or
// that of the beats told in it.
func (t *happening) sceneWeight() action.Significance {
	s, weight := t.state(), action.Low
	for entry := range t.view().JournalBack() {
		if entry.Turn < s.Scene.Turn {
			break
		}
		if entry.Significance.Rank() > weight.Rank() {
			weight = entry.Significance
		}
	}
	for id, turn := range s.Reached {
		if b, ok := t.w.Beat(id); ok && int64(turn) >= s.Scene.Turn && b.Priority >= campaign.High {
			return action.High
		}
	}
	return weight
}

// mostPictured is of how many of those present there are portraits: in a crowd nobody looks
// at all of them.
const mostPictured = 12

// meet shows the portraits of people met now: the author's at once; others are
// drawn between the turns and arrive later.
func (t *resolving) meet() {
	t.portrait(string(event.Player))
	here := t.view().Present()
	for _, id := range here[:min(len(here), mostPictured)] {
		t.portrait(id)
	}
}
