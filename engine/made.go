package engine

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/story/event"
)

// takeMove lets a choice happen that no author wrote: what its move does now. One
// that is not to be had any more, because the campaign's files have changed, passes
// the time.
func (t *turn) takeMove() {
	m, ok := findMove(t.c, t.state(), t.choice.ID, t.choice.Text)
	if !ok {
		t.pass(usualMinutes)
		return
	}
	t.move = &m
	does := m.outcome(t.c, t.state())
	band := certain
	if does.Stat != "" {
		t.throw(trial{Stat: does.Stat, About: does.About, Text: t.choice.Text, Person: m.Person, Tags: []string{m.Kind}, Subjects: []string{m.Topic, m.Title}})
		band = t.check.Band
	}
	t.deeds = append(t.deeds, does.after(band)...)
	if does.Loses != "" {
		t.lose(does.Loses)
	}
	if does.Thread != "" {
		t.add(event.ThreadContinued, event.Data{"thread": does.Thread, "summary": deedOf(m.words(), referent{})})
	}
	if band != string(prose.Failure) && t.bringUp(m) {
		does.Learns, does.Whom, does.Where = nil, "", "" // it is the author's to say
		t.answered = true
	}
	if does.succeeded(band) && does.Gains != "" {
		t.gain(does.Gains)
	}
	if does.succeeded(band) || does.Grudged && band == string(prose.Partial) {
		for _, fact := range does.Learns {
			t.learn(fact, "told")
		}
	}
	m.Does = &does
	t.pass(max(does.Minutes, 1))
	if does.To != "" {
		t.movePlayer(does.To, nil)
	}
}

// telling is the material of the turn's prose.
func (t *turn) telling() prose.Scene {
	in := tellingInput{
		Seed: t.seed.Derive("telling").Int53(), Kind: t.sceneType(), Authored: t.authored,
		Arrived: t.arrived, From: t.from, Minutes: int(t.minutes), Gained: t.gained, Lost: t.lost, Learned: t.learned,
	}
	if t.choice != nil {
		in.Choice, in.Made, in.Person = t.choice.Text, t.choice.Source != authored, t.addressed()
	}
	if t.move != nil {
		in.Deed = t.move.Kind
		if t.move.Does != nil {
			in.Does = *t.move.Does
		}
	}
	if t.answered || t.overtaken() {
		in.Made, in.Arrived = false, false
	}
	if t.check != nil && in.Made {
		in.Check = &prose.Check{Stat: t.check.Stat, Band: prose.Band(t.check.Band), Total: int(t.check.Total)}
	}
	return telling(t.c, t.state(), in)
}

// overtaken reports whether what was told took the player elsewhere than they meant
// to go: then the way there is not told.
func (t *turn) overtaken() bool {
	return t.move != nil && t.move.Kind == moveGo && len(t.authored) > 0 && t.place() != t.move.Place
}

// addressed is whom the choice was made towards, or "".
func (t *turn) addressed() string {
	if t.move != nil {
		return t.move.Person
	}
	return t.concerned(t.choice.Text)
}

// memory is what the player remembers of the turn.
func (t *turn) memory() memory {
	facts := turnFacts{
		Move: t.move, Kind: t.sceneType(), Beats: t.beats, Gained: t.gained, Lost: t.lost, Learned: t.learned,
		Revealed: t.saw(event.SecretRevealed), Moved: t.saw(event.RelationChanged),
	}
	if t.choice != nil {
		facts.ChoiceID, facts.Choice, facts.Person = t.choice.ID, t.choice.Text, t.addressed()
		if beat, _, ok := t.authoredChoice(); ok {
			facts.Written = beat
		}
	}
	if t.check != nil {
		facts.Stat, facts.Band = t.check.Stat, t.check.Band
	}
	return summary(t.c, t.state(), facts)
}

// saw reports whether an event of a kind was staged in this turn.
func (t *turn) saw(kind event.Kind) bool {
	for _, r := range t.story.Events() {
		if r.Event.Kind == kind {
			return true
		}
	}
	return false
}

// happened is the turn as everybody present perceived it.
func (t *turn) happened(kept memory) event.Data {
	data := event.Data{"text": kept.Summary, "significance": kept.Significance, "who": kept.Characters}
	setText(data, "place", kept.Place)
	if len(kept.Tags) > 0 {
		data["tags"] = kept.Tags
	}
	return data
}

// closingInput is what the closing plan is about, but for the choices.
func (t *turn) closingInput(kept memory) narrator.ClosingInput {
	return narrator.ClosingInput{
		Memory: narrator.Memory{
			Summary: kept.Summary, Characters: kept.Characters, Location: kept.Place,
			Significance: kept.Significance, Tags: kept.Tags, Topic: kept.Topic, Episodic: kept.Episodic,
		},
		Present: present(t.state()), Factions: texts(t.factions()), Query: t.recallQuery(),
	}
}

// recallQuery is what memories are sought by for the choices to come: who is here,
// where here is, and what is open.
func (t *turn) recallQuery() string {
	words := []string{t.personName(t.place())}
	for _, id := range present(t.state()) {
		words = append(words, t.personName(id))
	}
	for _, thread := range t.state().Threads {
		if thread.Open {
			words = append(words, thread.Title)
		}
	}
	return strings.Join(words, " ")
}

// recentTexts is how many choices that were made are not to be offered again.
const recentTexts = 12

// recent are the texts of the choices of the last turns, and of those that were
// taken.
func (t *turn) recent() []string {
	s := t.state()
	all := slices.Concat(s.Lately...)
	for _, taken := range s.Taken[max(0, len(s.Taken)-recentTexts):] {
		if !slices.Contains(all, taken.Text) {
			all = append(all, taken.Text)
		}
	}
	return all
}

func choiceTexts(choices []Choice) []string {
	all := make([]string, len(choices))
	for i, c := range choices {
		all[i] = c.Text
	}
	return all
}

func (t *turn) genericChoices(before []Choice) []Choice {
	return genericChoices(t.c, t.state(), choiceTexts(before))
}
