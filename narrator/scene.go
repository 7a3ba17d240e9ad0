package narrator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// How much of a scene a plan takes up, so that it stays within its limits whoever
// wrote the state.
const (
	mostPeople = 6
	mostKnown  = 64 // people whose names are looked for
	mostTags   = 12
	nameBytes  = 128
	textBytes  = 400
)

// A scene is what a planner may know of the turn. Whatever is missing from the
// state, or is not what it should be, is missing here.
type scene struct {
	input  string
	spoken saying // the choice in words, where triggers are looked for
	// saying is what the choice is about, in words: its own where nothing but words says
	// it, else those for what its data name.
	saying saying
	turn   int

	kind      string // travel, dialogue, danger, resolution or ""
	arrived   bool
	returning bool // a session has just begun, and not the first
	place     named
	present   []person
	known     []named // who was met or is present
	cues      []string
	beats     int
	choice    choice
	checked   bool
	check     check
	threads   []named
	// factions are those of the people present.
	factions []string
	opinions map[string]bool // who is known to think something of the player
	player   player
}

type named struct{ id, name string }

type person struct {
	named
	isNew bool
}

type player struct{ name, appearance string }

// sceneOf reads a request.
func sceneOf(request plan.Request) *scene {
	state := request.State
	from := strictjson.AsObject(state["$scene"])
	s := &scene{
		spoken: sayingOf(request.Input), input: clip(request.Input, mostBytes), choice: choiceOf(strictjson.AsObject(from["choice"])),
		kind: kindOf(from["type"]), arrived: from["arrived"] == true, returning: from["returning"] == true, place: namedOf(from["place"]),
		factions: names(from["factions"], mostPeople), checked: len(strictjson.AsObject(from["check"])) > 0, check: checkOf(strictjson.AsObject(from["check"])),
		opinions: map[string]bool{}, turn: turnOf(from["turn"]), player: playerOf(strictjson.AsObject(state["$player"])),
	}
	s.saying = s.spoken
	if !s.choice.worded() {
		s.saying = s.choice.subject(s.place)
	}
	s.readPresent(strictjson.AsList(from["present"]))
	s.readPeople(strictjson.AsObject(state["$people"]))
	s.readBeats(strictjson.AsList(from["beats"]))
	s.readThreads(strictjson.AsList(state["$threads"]))
	for id := range strictjson.AsObject(state["$relations"]) {
		s.opinions[id] = true
	}
	return s
}

// turnOf is the number of a turn; one that cannot be is 0.
func turnOf(v any) int {
	var text string
	switch v := v.(type) {
	case int, int64:
		text = fmt.Sprint(v)
	case strictjson.Number:
		text = string(v)
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return 0
	}
	return int(max(n, 0))
}

func kindOf(v any) string {
	if kind := strictjson.AsString(v); has(" travel dialogue danger resolution ", kind) {
		return kind
	}
	return ""
}

func (s *scene) readPresent(all []any) {
	for _, v := range all {
		o := strictjson.AsObject(v)
		p := person{named: namedOf(o), isNew: o["new"] == true}
		if p.id == "" || s.isPresent(p.id) || len(s.present) == mostPeople {
			continue
		}
		s.present = append(s.present, p)
		s.known = append(s.known, p.named)
	}
}

func (s *scene) readPeople(all protocol.Object) {
	ids := make([]string, 0, len(all))
	for id := range all {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		if len(s.known) == mostKnown {
			return
		}
		if id = name(id); id != "" && !s.isPresent(id) {
			s.known = append(s.known, named{id, name(strictjson.AsObject(all[id])["name"])})
		}
	}
}

func (s *scene) readBeats(all []any) {
	for _, v := range all {
		o := strictjson.AsObject(v)
		if name(o["id"]) == "" {
			continue
		}
		s.beats++
		if cue := text(o["cue"]); cue != "" && len(s.cues) < 2 {
			s.cues = append(s.cues, cue)
		}
	}
}

func (s *scene) readThreads(all []any) {
	for _, v := range all {
		o := strictjson.AsObject(v)
		thread := named{name(o["id"]), name(o["title"])}
		if thread.id != "" && o["open"] != false && len(s.threads) < mostKnown {
			s.threads = append(s.threads, thread)
		}
	}
}

func playerOf(o protocol.Object) player {
	return player{name: name(o["name"]), appearance: text(o["appearance"])}
}

func (s *scene) isPresent(id string) bool {
	return slices.ContainsFunc(s.present, func(p person) bool { return p.id == id })
}

// meant are the people that the choice is about: the one the engine knows of, and
// those whose names the player says.
func (s *scene) meant() (all []named) {
	for _, n := range s.known {
		if n.id == s.choice.person || n.name != "" && s.saying.namesOne(n.name) {
			all = append(all, n)
		}
	}
	if id := s.choice.person; id != "" && !slices.ContainsFunc(all, func(n named) bool { return n.id == id }) {
		all = append(all, named{id: id})
	}
	return all[:min(len(all), mostPeople)]
}

// company are the people meant, else everyone present.
func (s *scene) company() []named {
	if meant := s.meant(); len(meant) > 0 {
		return meant
	}
	return s.here()
}

func (s *scene) here() []named {
	all := make([]named, len(s.present))
	for i, p := range s.present {
		all[i] = p.named
	}
	return all
}

// newcomers are met for the first time, and think nothing of the player yet.
func (s *scene) newcomers() (all []person) {
	for _, p := range s.present {
		if p.isNew && !s.opinions[p.id] {
			all = append(all, p)
		}
	}
	return all
}

// thread is the one the choice takes up: the engine's, else one of whose title the
// player says at least two words that mean something, or all there are.
func (s *scene) thread() (named, bool) {
	takenUp := func(t named) bool { return s.speaksOf(t.name) }
	if id := s.choice.thread; id != "" {
		takenUp = func(t named) bool { return t.id == id }
	}
	if at := slices.IndexFunc(s.threads, takenUp); at >= 0 {
		return s.threads[at], true
	}
	return named{id: s.choice.thread}, s.choice.thread != ""
}

func (s *scene) speaksOf(title string) bool {
	words := sayingOf(title).content()
	said := 0
	for _, w := range words {
		if s.saying.says(w) {
			said++
		}
	}
	return said > 0 && said >= min(len(words), 2)
}

// name is a text fit for an id or a name: one that is too long is none.
func name(v any) string {
	s := strictjson.AsString(v)
	if len(s) > nameBytes || !strictjson.Valid(s) {
		return ""
	}
	return s
}

// text is the beginning of a text.
func text(v any) string {
	s := strictjson.AsString(v)
	return strings.ToValidUTF8(clip(s, textBytes), "")
}

func namedOf(v any) named {
	o := strictjson.AsObject(v)
	return named{name(o["id"]), name(o["name"])}
}

// names are the names in a list, without those that are none.
func names(v any, most int) (all []string) {
	for _, item := range strictjson.AsList(v) {
		if n := name(item); n != "" && len(all) < most && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}

func tags(v any) []any { return strictjson.FromStrings(names(v, mostTags)) }

// number is a number as it can stand in a plan, or nil.
func number(v any) any {
	switch v := v.(type) {
	case int, int64:
		return v
	case strictjson.Number:
		if len(v) <= 20 {
			if parsed, err := strictjson.Parse([]byte(v)); err == nil && strictjson.Kind(parsed) == "number" {
				return parsed
			}
		}
	}
	return nil
}
