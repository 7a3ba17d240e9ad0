package telling

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
	stage "github.com/narratoria/narratoria/story/world"
)

// How much a character is given of what is about them.
const (
	mostCompany = 4 // of the others who are there
	mostOpen    = 3 // of what is open between them and the player
	mostHeard   = 6 // of what was said lately
	heardLately = 5 // turns
)

// about puts what is about somebody who speaks to the player, as they see it: the hour and the place, who else is there with what they think of each, whom they are something with, what everybody is at, what is
// open between them and the player, what was said lately where both were, and what goes on there. In what mood they are and what they are after is not in
// it: a skill that speaks in the storyteller's place may say whatever it is given, and the player may know neither.
func about(o strictjson.Object, s world.Sight) {
	v := s.View
	strictjson.Put(o, "part", partNow(v))
	strictjson.Put(o, "clock", prose.Clock(int(v.Minutes()%(24*60))))
	if p, ok := s.Place(v.Place()); ok {
		strictjson.Put(o, "about", p.Description)
	}
	strictjson.Put(o, "at", at(string(v.Doing().Posture), v.Doing().Doing))
	var company []any
	for _, id := range v.Present() {
		is, met := v.Person(id)
		if !met || len(company) == mostCompany {
			continue
		}
		one := strictjson.Object{"name": v.Name(id)}
		strictjson.Put(one, "at", at(string(is.Doing.Posture), is.Doing.Doing))
		if id == string(event.Player) {
			one["player"] = true
		} else {
			b := v.Towards(id)
			one["feeling"], one["trust"] = strictjson.Int(v.Feeling(id)/1000), strictjson.Int(b.Trust/1000)
			strictjson.Put(one, "between", b.Summary)
		}
		company = append(company, one)
	}
	strictjson.PutList(o, "company", company)
	strictjson.PutList(o, "groups", groups(v))
	var open []string
	for _, t := range v.ThreadsWith(event.Player) {
		if t.Open && len(open) < mostOpen {
			open = append(open, t.Title)
		}
	}
	strictjson.PutList(o, "open", strictjson.FromStrings(open))
	strictjson.PutList(o, "heard", heard(v))
	strictjson.PutList(o, "occasions", occasions(v))
}

// at is what somebody is at: "sitting, mending a net".
func at(posture, doing string) string {
	return strings.Trim(posture+", "+doing, ", ")
}

// groups are those of which somebody and the player are, where all of it are there.
func groups(v *story.View) (all []any) {
	here := append(v.Present(), string(v.Who()))
	for _, g := range v.Groups() {
		if !slices.Contains(g.Members, event.Player) || slices.ContainsFunc(g.Members, func(id event.CharacterID) bool { return !slices.Contains(here, string(id)) }) {
			continue
		}
		one := strictjson.Object{"name": g.Name}
		strictjson.Put(one, "summary", g.Summary)
		strictjson.Put(one, "dynamic", g.Dynamic)
		all = append(all, one)
	}
	return all
}

// heard is what was said lately where somebody and the player were, the latest last.
func heard(v *story.View) (all []any) {
	for e := range v.JournalBack() {
		if e.Turn < v.Turn()-heardLately || len(all) == mostHeard {
			break
		}
		if e.Kind != event.Said && e.Kind != event.ClaimMade || e.Speaker == "" || e.Speaker != event.Player && !slices.Contains(e.Who, event.Player) {
			continue
		}
		all = append(all, strictjson.Object{"who": v.Name(string(e.Speaker)), "words": e.Text})
	}
	slices.Reverse(all)
	return all
}

// occasions are what goes on where somebody is, with what it has brought.
func occasions(v *story.View) (all []any) {
	for _, of := range v.Occasions() {
		if of.Stage != stage.Active || of.Place != "" && of.Place != v.Place() {
			continue
		}
		one := strictjson.Object{"name": of.Name}
		strictjson.PutList(one, "props", strictjson.FromStrings(namesOf(of.Props, v.Name)))
		all = append(all, one)
	}
	return all
}
