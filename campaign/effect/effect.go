// Package effect holds what a beat, a choice or an outcome changes in a story.
//
//	effects, problems := effect.Parse(tree, known)
//	for _, e := range effects {
//		switch e := e.(type) {
//		case effect.Gain: // e.Item
//		case effect.Opinion: // e.Person, e.By
//		...
//
// The set of effects is closed, and each is plain data: what it does to a
// playthrough is the engine's to say. Whatever an effect names has been looked up
// when the campaign was loaded; an effect that names something that is not there
// is reported and left out.
package effect

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// Effect is one of the types of this package whose method it is.
type Effect interface{ isEffect() }

// The effects.
type (
	// Set gives a value to a path of the session state.
	Set struct {
		Path  string
		Value any
	}
	// Add adds to a number of the session state, 0 where there is none yet.
	Add struct {
		Path   string
		Amount int64
	}
	// Gain puts an item into the player's hands.
	Gain struct{ Item string }
	// Lose takes one out of them.
	Lose struct{ Item string }
	// Opinion moves what a person thinks of the player, within -100 to 100.
	Opinion struct {
		Person string
		By     int
	}
	// Reputation moves what a faction thinks of the player, within -100 to 100.
	Reputation struct {
		Faction string
		By      int
	}
	// NPC gives a value to something about a person: mood, place, or the author's own.
	NPC struct {
		Person, Path string
		Value        any
	}
	// World gives a value to something about the world, such as the weather.
	World struct {
		Path  string
		Value any
	}
	// Move takes the player, and whoever goes along, to a place.
	Move struct {
		Place string
		With  []string
	}
	// Minutes lets story time pass.
	Minutes struct{ Count int }
	// Until lets story time go on to a time of day, in minutes from midnight, where
	// that is at most twelve hours off; else it has been already.
	Until struct{ Minute int }
	// Learn is a fact in words that the player knows from now on.
	Learn struct{ Fact string }
	// Know is one of the campaign's facts that some know from now on: the player, where nobody is
	// named.
	Know struct {
		Fact string
		Who  []string
	}
	// Tell lets one person tell others of a fact, for everybody there to hear unless it is done
	// quietly. Says is what they say instead of what they have of it, Concerns whom and what that is about, by
	// their ids, and As how they say that.
	Tell struct {
		Fact, From string
		To         []string
		Says       string
		Concerns   []string
		As         action.Truth
		Quietly    bool
	}
	// Remember is a memory that is kept for ever.
	Remember struct {
		Text         string
		Significance action.Significance
		Triumph      bool
		Failure      bool
		Tags, About  []string
	}
	// Reveal lets the player know a person's secret.
	Reveal struct{ Person, Secret string }
	// Thread opens a thread of the plot, or resolves it.
	Thread struct {
		ID, Title string
		Resolved  bool
	}
	// Ending ends the story.
	Ending struct{ ID string }
	// Occasion takes an occasion on: one that is planned is [event.OccasionStarted] or
	// [event.OccasionCancelled], one that goes on [event.OccasionCompleted].
	Occasion struct {
		ID, Because string
		Now         event.Kind
	}
	// Consequence is in words, and becomes a fact.
	Consequence struct{ Text string }
)

func (Set) isEffect()         {}
func (Add) isEffect()         {}
func (Gain) isEffect()        {}
func (Lose) isEffect()        {}
func (Opinion) isEffect()     {}
func (Reputation) isEffect()  {}
func (NPC) isEffect()         {}
func (World) isEffect()       {}
func (Move) isEffect()        {}
func (Minutes) isEffect()     {}
func (Until) isEffect()       {}
func (Learn) isEffect()       {}
func (Know) isEffect()        {}
func (Tell) isEffect()        {}
func (Remember) isEffect()    {}
func (Reveal) isEffect()      {}
func (Thread) isEffect()      {}
func (Ending) isEffect()      {}
func (Occasion) isEffect()    {}
func (Consequence) isEffect() {}

// Known looks up a name of some kind: "place", "person", "item", "faction",
// "secret", "fact", "occasion" or "ending". It gives the problem with it, or nil.
type Known func(kind, id string) *contracts.Problem

// Limits of the effects of one thing that happens.
const (
	Max     = 1_000
	MaxSize = 128 << 10 // bytes of them as JSON: each time they happen a story keeps them
)

// Parse reads a list of effects that has passed its schema. Pointers of problems
// begin at the list.
func Parse(tree any, known Known) ([]Effect, contracts.Problems) {
	p := parser{known: known}
	list := strictjson.AsList(tree)
	left := MaxSize
	for i, item := range list {
		p.at = "/" + strconv.Itoa(i)
		if len(p.effects) >= Max {
			p.report(contracts.Problem{Kind: contracts.Limit, Message: fmt.Sprintf("there are more effects than the first %d, which are read", Max)})
			break
		}
		if left -= strictjson.Size(item); left < 0 {
			p.report(contracts.Problem{Kind: contracts.Limit, Message: fmt.Sprintf("the effects of one thing that happens may have %d bytes together; this one and what comes after it is left out", MaxSize)})
			break
		}
		switch item := item.(type) {
		case string:
			p.effects = append(p.effects, Consequence{item})
		case strictjson.Object:
			p.object(item)
		}
	}
	return p.effects[:min(len(p.effects), Max)], p.problems
}

type parser struct {
	known    Known
	at       string
	effects  []Effect
	problems contracts.Problems
}

// kinds are the fields an effect can have, each with its reader, in the order
// in which one object's effects happen.
var kinds = []struct {
	field string
	read  func(p *parser, tree any, whole strictjson.Object)
}{
	{"set", (*parser).set}, {"add", (*parser).add},
	{"gain", (*parser).gain}, {"lose", (*parser).lose},
	{"opinion", (*parser).opinion}, {"reputation", (*parser).reputation},
	{"npc", (*parser).npc}, {"world", (*parser).world},
	{"move", (*parser).move}, {"minutes", (*parser).minutes}, {"until", (*parser).until},
	{"learn", (*parser).learn}, {"know", (*parser).know}, {"tell", (*parser).tell}, {"remember", (*parser).remember}, {"reveal", (*parser).reveal},
	{"thread", (*parser).thread}, {"ending", (*parser).ending}, {"occasion", (*parser).occasion},
}

func (p *parser) object(tree strictjson.Object) {
	here, fields := p.at, 0
	for _, kind := range kinds {
		if value, ok := tree[kind.field]; ok {
			p.at = here + "/" + kind.field
			kind.read(p, value, tree)
			fields++
		}
	}
	p.at = here
	switch {
	case fields == 0:
		p.report(contracts.Problem{Kind: contracts.Missing, Message: "the effect says nothing that is known", Expected: "one of " + strings.Join(names(), ", ")})
	case fields > 1:
		p.report(contracts.Problem{Kind: contracts.BadValue, Warning: true, Message: fmt.Sprintf("the effect says %d things at once; write one effect for each", fields)})
	}
}

func names() []string {
	all := make([]string, len(kinds))
	for i, kind := range kinds {
		all[i] = kind.field
	}
	return all
}

func (p *parser) report(problem contracts.Problem) {
	problem.Pointer = p.at
	p.problems = append(p.problems, problem)
}

// is reports a name that leads nowhere.
func (p *parser) is(kind, id, token string) bool {
	problem := p.known(kind, id)
	if problem == nil {
		return true
	}
	here := p.at
	if token != "" {
		p.at += "/" + strictjson.Token(token)
	}
	p.report(*problem)
	p.at = here
	return false
}

func (p *parser) set(tree any, _ strictjson.Object) {
	for path, value := range sorted(tree) {
		if p.free(path) {
			p.effects = append(p.effects, Set{path, value})
		}
	}
}

func (p *parser) add(tree any, _ strictjson.Object) {
	for path, value := range sorted(tree) {
		if p.free(path) {
			p.effects = append(p.effects, Add{path, strictjson.AsInteger(value)})
		}
	}
}

// free reports whether an author may write to a path: what begins with $ is the
// game's own.
func (p *parser) free(path string) bool {
	message := ""
	switch {
	case strings.HasPrefix(path, "$"):
		message = fmt.Sprintf("%q begins with $, which is the game's own", path)
	case path == "" || strings.HasPrefix(path, ".") || strings.HasSuffix(path, ".") || strings.Contains(path, ".."):
		message = fmt.Sprintf("%q is no path", path)
	default:
		return true
	}
	p.report(contracts.Problem{Kind: contracts.Forbidden, Message: message, Expected: `names joined by dots, such as "lamp.lit"`})
	return false
}

func (p *parser) gain(tree any, _ strictjson.Object) {
	for token, item := range list(tree) {
		if p.is("item", item, token) {
			p.effects = append(p.effects, Gain{item})
		}
	}
}

func (p *parser) lose(tree any, _ strictjson.Object) {
	for token, item := range list(tree) {
		if p.is("item", item, token) {
			p.effects = append(p.effects, Lose{item})
		}
	}
}

func (p *parser) opinion(tree any, _ strictjson.Object) {
	for person, points := range sorted(tree) {
		if p.is("person", person, person) {
			p.effects = append(p.effects, Opinion{person, int(strictjson.AsInteger(points))})
		}
	}
}

func (p *parser) reputation(tree any, _ strictjson.Object) {
	for faction, points := range sorted(tree) {
		if p.is("faction", faction, faction) {
			p.effects = append(p.effects, Reputation{faction, int(strictjson.AsInteger(points))})
		}
	}
}

func (p *parser) npc(tree any, _ strictjson.Object) {
	for path, value := range sorted(tree) {
		person, rest, ok := strings.Cut(path, ".")
		if !ok || !p.free(rest) {
			p.report(contracts.Problem{Kind: contracts.BadValue, Message: fmt.Sprintf("%q does not say what changes", path), Expected: `a person and a name, such as "ines.mood"`})
			continue
		}
		place, isText := value.(string)
		if p.is("person", person, path) && (rest != "place" || isText && p.is("place", place, path)) {
			p.effects = append(p.effects, NPC{person, rest, value})
		}
	}
}

func (p *parser) world(tree any, _ strictjson.Object) {
	for path, value := range sorted(tree) {
		if !p.free(path) {
			continue
		}
		if path == "weather" {
			weather, isText := value.(string)
			problem := Weather(weather)
			if !isText {
				problem = &contracts.Problem{Kind: contracts.WrongType, Message: "the weather is called by a name", Expected: aWeather}
			}
			if problem != nil {
				p.report(*problem)
				continue
			}
		}
		p.effects = append(p.effects, World{path, value})
	}
}

// Weather is what is wrong with a weather, or nil: a story keeps it as a name.
func Weather(name string) *contracts.Problem {
	if event.CheckID(name) == nil {
		return nil
	}
	return &contracts.Problem{Kind: contracts.BadValue, Message: "no weather can be called " + contracts.Quote(name, 60), Expected: aWeather}
}

const aWeather = `a name of one line, such as "fog"`

func (p *parser) move(tree any, whole strictjson.Object) {
	place := strictjson.AsString(tree)
	if !p.is("place", place, "") {
		return
	}
	move := Move{Place: place}
	for _, person := range list(whole["with"]) {
		if p.is("person", person, "") {
			move.With = append(move.With, person)
		}
	}
	p.effects = append(p.effects, move)
}

func (p *parser) minutes(tree any, _ strictjson.Object) {
	p.effects = append(p.effects, Minutes{int(strictjson.AsInteger(tree))})
}

// until reads "06:10"; the schema has seen to its form.
func (p *parser) until(tree any, _ strictjson.Object) {
	text := strictjson.AsString(tree)
	hours, minutes, _ := strings.Cut(text, ":")
	hour, err := strconv.Atoi(hours)
	minute, also := strconv.Atoi(minutes)
	if err == nil && also == nil {
		p.effects = append(p.effects, Until{hour*60 + minute})
	}
}

func (p *parser) learn(tree any, _ strictjson.Object) {
	fact := strictjson.AsString(tree)
	p.effects = append(p.effects, Learn{fact})
}

func (p *parser) know(tree any, whole strictjson.Object) {
	fact := strictjson.AsString(tree)
	if !p.is("fact", fact, "") {
		return
	}
	know := Know{Fact: fact, Who: []string{string(event.Player)}}
	if who, named := whole["who"]; named {
		know.Who = p.people(strings.TrimSuffix(p.at, "/know")+"/who", who)
	}
	if len(know.Who) > 0 {
		p.effects = append(p.effects, know)
	}
}

func (p *parser) tell(tree any, _ strictjson.Object) {
	object := strictjson.AsObject(tree)
	t := Tell{
		Fact: strictjson.AsString(object["fact"]), From: strictjson.AsString(object["from"]), To: p.people(p.at+"/to", object["to"]),
		Says: strictjson.AsString(object["says"]), As: TruthOf(strictjson.AsString(object["as"])), Quietly: object["quietly"] == true,
	}
	t.Concerns = p.those("being", p.at+"/concerns", object["concerns"])
	if p.is("fact", t.Fact, "fact") && p.is("person", t.From, "from") && len(t.To) > 0 {
		p.effects = append(p.effects, t)
	}
}

// people are those of a text or a list, which stands at a pointer, who are somebody.
func (p *parser) people(at string, tree any) []string { return p.those("person", at, tree) }

// those are the ids of a text or a list, which stands at a pointer, that are of a kind.
func (p *parser) those(kind, at string, tree any) (all []string) {
	here := p.at
	defer func() { p.at = here }()
	p.at = at
	for token, id := range list(tree) {
		if p.is(kind, id, token) {
			all = append(all, id)
		}
	}
	return all
}

// TruthOf is an author's word for how somebody says something that is not what is so: a lie, where
// there is none. Who is mistaken means what they say.
func TruthOf(word string) action.Truth {
	switch word {
	case "mistake":
		return action.Sincere
	case "guess":
		return action.Guess
	case "rumour":
		return action.Rumour
	}
	return action.Lie
}

// weighty is an author's word for how much something matters. The specification has one
// more than a story knows, "critical", which is high.
func weighty(word string) action.Significance {
	if s := action.Significance(word); s.Rank() >= 0 {
		return s
	}
	return action.High
}

func (p *parser) remember(tree any, _ strictjson.Object) {
	r := Remember{Significance: action.High}
	switch tree := tree.(type) {
	case string:
		r.Text = tree
	case strictjson.Object:
		r.Text = strictjson.AsString(tree["text"])
		if significance, ok := tree["significance"].(string); ok {
			r.Significance = weighty(significance)
		}
		r.Triumph, r.Failure = tree["triumph"] == true, tree["failure"] == true
		r.Tags, r.About = strictjson.AsStrings[string](tree["tags"]), strictjson.AsStrings[string](tree["about"])
	}
	p.effects = append(p.effects, r)
}

func (p *parser) reveal(tree any, _ strictjson.Object) {
	id := strictjson.AsString(tree)
	person, secret, _ := strings.Cut(id, "/")
	if p.is("secret", id, "") {
		p.effects = append(p.effects, Reveal{person, secret})
	}
}

func (p *parser) thread(tree any, _ strictjson.Object) {
	object := strictjson.AsObject(tree)
	t := Thread{Resolved: object["state"] == "resolved"}
	t.ID = strictjson.AsString(object["id"])
	t.Title = strictjson.AsString(object["title"])
	p.effects = append(p.effects, t)
}

func (p *parser) ending(tree any, _ strictjson.Object) {
	id := strictjson.AsString(tree)
	if p.is("ending", id, "") {
		p.effects = append(p.effects, Ending{id})
	}
}

// occasion reads {id, now, because}; the schema has seen to what may become of one.
func (p *parser) occasion(tree any, _ strictjson.Object) {
	object := strictjson.AsObject(tree)
	o := Occasion{ID: strictjson.AsString(object["id"]), Now: event.Kind("occasion." + strictjson.AsString(object["now"])), Because: strictjson.AsString(object["because"])}
	if p.is("occasion", o.ID, "id") {
		p.effects = append(p.effects, o)
	}
}

// sorted goes through an object in the order of its names, so that equal files
// give equal effects.
func sorted(tree any) func(yield func(string, any) bool) {
	object := strictjson.AsObject(tree)
	return func(yield func(string, any) bool) {
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if !yield(name, object[name]) {
				return
			}
		}
	}
}

// list goes through one text, with the token "", or several with theirs.
func list(tree any) func(yield func(token, text string) bool) {
	return func(yield func(token, text string) bool) {
		if text, ok := tree.(string); ok {
			yield("", text)
			return
		}
		for i, text := range strictjson.AsStrings[string](tree) {
			if !yield(strconv.Itoa(i), text) {
				return
			}
		}
	}
}
