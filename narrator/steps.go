package narrator

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

// plan adds the steps that the patterns need, and those that the scene asks for by
// itself.
func (d *draft) plan(s *scene, fit []string, needs need) {
	before := []plan.ToolID{}
	if needs&toRoll != 0 {
		before = append(before, d.require("roll", rollDice, s.roll()))
	}
	if needs&toPerceive != 0 {
		before = append(before, d.perceive(s))
	}
	if needs&toKnowStanding != 0 && (len(s.factions) > 0 || slices.Contains(fit, "faction")) {
		before = append(before, d.standing(s))
	}
	if needs&toRecall != 0 {
		before = append(before, d.recall(s))
	}
	if s.returning {
		before = append(before, d.try("before", recallMemory, protocol.Object{"limit": recalledBefore, "filters": protocol.Object{"from": 0}}))
	}
	if needs&toSearchLore != 0 {
		before = append(before, d.lore(s))
	}
	if needs&toSeeFace != 0 {
		d.face(s)
	}
	before = append(before, d.trigger(s))
	// Narration survives whatever it waits for, but for the dice: optional steps that
	// fail give null.
	d.require("narrate", narrate, s.telling(fit), before...)
	if needs&toWeigh != 0 {
		d.weigh(s)
	}
}

func (d *draft) perceive(s *scene) plan.ToolID {
	who := ids(s.company())
	for _, p := range s.newcomers() {
		if !slices.Contains(who, p.id) {
			who = append(who, p.id)
		}
	}
	if len(who) == 0 {
		return ""
	}
	return d.try("perceive", queryOpinion, protocol.Object{"npcs": strictjson.FromStrings(who)})
}

func (d *draft) standing(s *scene) plan.ToolID {
	input := protocol.Object{}
	strictjson.PutList(input, "factions", strictjson.FromStrings(s.factions))
	return d.try("standing", queryStanding, input)
}

const (
	recalled = 6
	// What somebody who comes back to the story is reminded of is among the latest.
	recalledBefore = 40
	snippets       = 5
)

func (d *draft) recall(s *scene) plan.ToolID {
	query := s.about()
	if query == "" {
		return ""
	}
	input := protocol.Object{"query": query, "limit": recalled}
	// Only a choice to remember somebody is sure to be about nobody else.
	if s.choice.kind == action.Recall && s.choice.person != "" {
		input["filters"] = protocol.Object{"characters": []any{s.choice.person}}
	}
	return d.try("recall", recallMemory, input)
}

func (d *draft) lore(s *scene) plan.ToolID {
	query := s.matters()
	if query == "" {
		return ""
	}
	return d.try("lore", recallLore, protocol.Object{"query": query, "limit": snippets})
}

// face shows somebody's picture. Narration does not wait for it.
func (d *draft) face(s *scene) {
	who, ok := s.portrayed()
	if !ok {
		return
	}
	ref := lookupPortrait
	if s.saying.holds(phrases("sketch, paint, draw, portrait, likeness")) && d.can(drawPortrait) {
		ref = drawPortrait
	}
	input := protocol.Object{"character": who.id}
	strictjson.Put(input, "name", who.name)
	if who.id == playerID {
		strictjson.Put(input, "description", s.player.appearance)
	}
	d.try("portrait", ref, input)
}

// playerID is what stories call the player.
const playerID = "player"

// portrayed is whose face the player wants to see: somebody named, themselves, or
// whoever alone is there.
func (s *scene) portrayed() (named, bool) {
	if s.saying.holds(phrases("mirror, my face, my own face, my reflection, your reflection, your own face, your face, myself, yourself")) {
		return named{playerID, s.player.name}, true
	}
	if company := s.company(); len(company) == 1 || len(s.meant()) > 0 {
		return company[0], true
	}
	return named{}, false
}

// trigger adds one script that has a phrase of the choice among its triggers: of its
// words, whatever kind of choice it is, since words are what a script asks for.
func (d *draft) trigger(s *scene) plan.ToolID {
	for _, script := range d.catalogue.Scripts() {
		if !slices.ContainsFunc(script.Triggers, s.spoken.says) || !d.can(script.Ref) || d.plans(script.Ref) || script.Ref == narrate {
			continue
		}
		return d.try("trigger", script.Ref, s.called())
	}
	return ""
}

// called is what a script is given that the player's words call for.
func (s *scene) called() protocol.Object {
	present := make([]any, len(s.present))
	for i, p := range s.present {
		present[i] = p.object()
	}
	return protocol.Object{"choice": s.input, "place": s.place.object(), "present": present}
}

func (d *draft) plans(ref plan.ScriptRef) bool {
	return slices.ContainsFunc(d.Tools, func(t plan.Tool) bool { return t.Path == ref.String() })
}

func (n named) object() protocol.Object {
	return protocol.Object{"id": n.id, "name": n.name}
}

// defaultFormula is rolled where the player does not say which dice.
const defaultFormula = "2d6"

var diceIn = regexp.MustCompile(`(?i)\b(?:[1-9][0-9]?)?d(?:[1-9][0-9]{0,2}|%)(?:\s?[+-]\s?[0-9]{1,2}\b)?`)

// formula is the dice that the player names, or "".
func (s *scene) formula() string {
	found := strings.ToLower(strings.ReplaceAll(diceIn.FindString(s.input), " ", ""))
	if _, err := dice.Parse(found); found == "" || err != nil {
		return ""
	}
	return found
}

func (s *scene) roll() protocol.Object {
	formula := s.formula()
	if formula == "" {
		formula = defaultFormula
	}
	return protocol.Object{"formula": formula, "reason": text(s.input)}
}

// telling is the narration's input: what the plan knows of the turn's kind, and
// what it is about.
func (s *scene) telling(fit []string) protocol.Object {
	input := protocol.Object{}
	kind := s.kind
	if kind == "" && len(s.present) > 0 && slices.ContainsFunc(fit, isSocial) {
		kind = "dialogue"
	}
	strictjson.Put(input, "kind", kind)
	strictjson.Put(input, "focus", s.topic())
	return input
}

func isSocial(pattern string) bool { return has(" talk help press trade ", pattern) }

// topic is what the turn is about, in words: what the player speaks of, who is meant, and a place that was reached just now.
func (s *scene) topic() string {
	words := s.saying.content()
	for _, n := range s.meant() {
		words = addName(words, n.name)
	}
	if thread, ok := s.thread(); ok {
		words = addName(words, thread.name)
	}
	if s.arrived || len(words) == 0 {
		words = addName(words, s.place.name)
	}
	return joined(words, topicWords)
}

// matters is what lore is searched by, each matter by itself, with semicolons between:
// what the player speaks of, who is meant, where this is, and one of the threads that
// are open, another with every turn.
func (s *scene) matters() string {
	parts := []string{joined(s.saying.content(), matterWords)}
	for _, n := range s.meant() {
		parts = append(parts, joined(addName(nil, n.name), matterWords))
	}
	parts = append(parts, joined(addName(nil, s.place.name), matterWords))
	if thread, ok := s.threadNow(); ok {
		parts = append(parts, joined(addName(nil, thread.name), matterWords))
	}
	var said []string
	for _, part := range parts {
		said = addWord(said, part)
	}
	return strings.Join(said[:min(len(said), mostMatters)], "; ")
}

const (
	matterWords = 4
	mostMatters = 4
)

// threadNow is the thread that the choice takes up, else an open one.
func (s *scene) threadNow() (named, bool) {
	if thread, ok := s.thread(); ok || len(s.threads) == 0 {
		return thread, ok
	}
	return s.threads[s.turn%len(s.threads)], true
}

// about is what memories are searched by. It is kept short: the more words a search
// has, the less of them any memory holds. Where the choice says little, the people
// and the place stand in, and what the beats of the turn are about.
func (s *scene) about() string {
	var words []string
	for _, n := range s.meant() {
		words = addWord(words, n.called())
	}
	if thread, ok := s.thread(); ok {
		words = addName(words, thread.name)
	}
	for _, w := range s.saying.content() {
		words = addWord(words, w)
	}
	if s.arrived {
		words = addName(words, s.place.name)
	}
	for _, cue := range s.cues {
		if len(words) < fewWords {
			words = addName(words, cue)
		}
	}
	for _, n := range s.company() {
		if len(words) < fewWords {
			words = addWord(words, n.called())
		}
	}
	if len(words) < fewWords {
		words = addName(words, s.place.name)
	}
	return joined(words, recallWords)
}

// called is the first word of a name that means something, which is what memories
// call people by: "Honor", "pilot".
func (n named) called() string {
	for _, w := range wordsOf(n.name) {
		if !isSmall(w.low) && !has(titles, w.low) {
			return w.text
		}
	}
	return ""
}

// addName adds the words of a name or a sentence that mean something.
func addName(words []string, name string) []string {
	for _, w := range wordsOf(name) {
		if !isSmall(w.low) {
			words = addWord(words, w.text)
		}
	}
	return words
}

const (
	fewWords    = 3 // fewer than these say little
	recallWords = 8
	topicWords  = 16
)

func joined(words []string, most int) string { return strings.Join(words[:min(len(words), most)], " ") }

func ids(all []named) []string {
	list := make([]string, len(all))
	for i, n := range all {
		list[i] = n.id
	}
	return list
}

func numbered(name string, at int) plan.ToolID {
	return plan.ToolID(name + "-" + strconv.Itoa(at+1))
}
