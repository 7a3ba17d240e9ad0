package terminal

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A tale is a small real game: three turns on a quay, of which each choice leads
// to the next record of its list.
type tale struct {
	turns    []*engine.Record // told so far
	script   func(turn int64, choice string) (*engine.Record, error)
	possible []action.Action // beside the choices
	played   []string
	typed    []string // the words of what was typed, by turn
	branch   event.BranchID
	beside   map[event.BranchID][]*engine.Record // what was told along other branches
}

// What there is to do and talk of on the quay.
var (
	called = grammar.Table{
		"person:ines": {Text: "Ines Coad", Pronouns: "she/her"}, "person:wren": {Text: "Wren", Pronouns: "she/her"},
		"topic:oil": {Text: "the oil"}, "topic:letter": {Text: "the letter"},
		"topic:whalebone": {Text: "the whalebone fid"}, "topic:other": {Text: "the other fid"},
		"place:quay": {Text: "the Long Quay"}, "place:lane": {Text: "Rope Lane"}, "place:inn": {Text: "the Drowned Bell"},
	}
	ines, wren  = action.PersonRef("ines"), action.PersonRef("wren")
	askOil      = action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{ines}, Topic: action.TopicRef("oil")}
	askLetter   = action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{ines}, Topic: action.TopicRef("letter")}
	askWren     = action.Action{By: action.Player, Kind: action.Ask, To: []action.Ref{wren}, Topic: action.TopicRef("oil")}
	waitHere    = action.Action{By: action.Player, Kind: action.Wait, Place: action.PlaceRef("quay")}
	goLane      = action.Action{By: action.Player, Kind: action.Go, Place: action.PlaceRef("lane")}
	examineQuay = action.Action{By: action.Player, Kind: action.Examine, Place: action.PlaceRef("quay")}
)

func (t *tale) Read(line string) grammar.Reading { return grammar.Read(line, t.possible, called) }

func (t *tale) Answer(line string, among []action.Action) (action.Action, bool) {
	return grammar.Answer(line, among, called)
}

func (t *tale) Options(actions ...action.Action) (all []engine.Option) {
	for _, a := range actions {
		all = append(all, t.option(a))
	}
	return all
}

func (t *tale) option(a action.Action) engine.Option {
	for _, r := range t.turns[max(0, len(t.turns)-1):] {
		for _, c := range r.Choices {
			if c.Action.Equal(a) {
				return engine.Option{ID: c.ID, Text: c.Text}
			}
		}
	}
	return engine.Option{ID: a.ID(), Text: grammar.Say(a, called)}
}

func (t *tale) PlayTyped(ctx context.Context, choice, words string) (*engine.Record, error) {
	t.typed = append(t.typed, words)
	record, err := t.Play(ctx, choice)
	for _, a := range t.possible {
		if err == nil && a.ID() == choice && record.Choice != nil {
			record.Choice.Text = grammar.Say(a, called)
		}
	}
	return record, err
}

func (t *tale) Last(context.Context) (*engine.Record, error) {
	if len(t.turns) == 0 {
		return nil, nil
	}
	last := *t.turns[len(t.turns)-1]
	last.Resumed = true
	return &last, nil
}

func (t *tale) Play(ctx context.Context, choice string) (*engine.Record, error) {
	t.played = append(t.played, choice)
	record, err := t.script(int64(len(t.turns)+1), choice)
	if err != nil {
		return nil, err
	}
	t.turns = append(t.turns, record)
	return record, nil
}

func (t *tale) Back(ctx context.Context) (*engine.Record, error) {
	t.turns = t.turns[:len(t.turns)-1]
	return t.Last(ctx)
}

func (t *tale) Rollback(ctx context.Context, turn int64) (*engine.Record, error) {
	if turn < 1 || turn >= int64(len(t.turns)) {
		return nil, &story.NoPlaceError{Message: fmt.Sprintf("there is no turn %d to go back to", turn)}
	}
	t.turns = t.turns[:turn]
	return t.Last(ctx)
}

func (t *tale) Undo(context.Context) (*engine.Record, error) { return nil, story.ErrNothingToUndo }

func (t *tale) Switch(ctx context.Context, branch event.BranchID) (*engine.Record, error) {
	t.beside[t.branch] = t.turns
	t.branch, t.turns = branch, t.beside[branch]
	return t.Last(ctx)
}

func (t *tale) Branch(_ context.Context, name event.BranchID) (event.BranchID, error) {
	if t.beside == nil {
		t.beside, t.branch = map[event.BranchID][]*engine.Record{}, event.Trunk
	}
	if _, there := t.beside[name]; there || name == t.branch {
		return "", &story.NoPlaceError{Message: "it is there already"}
	}
	t.beside[t.branch] = slices.Clone(t.turns)
	t.branch = cmp.Or(name, "take-2")
	return t.branch, nil
}

func (t *tale) Branches(context.Context) ([]story.Branch, error) {
	list := []story.Branch{{Branch: persistence.Branch{ID: event.Trunk, Status: event.Active}, Turn: int64(len(t.beside[event.Trunk])), Head: t.branch != "take-2"}}
	if t.branch == "take-2" {
		b := persistence.Branch{ID: t.branch, Parent: event.Trunk, Status: event.Active}
		list = append(list, story.Branch{Branch: b, From: list[0].Turn, Turn: int64(len(t.turns)), Depth: 1, Head: true})
	}
	return list, nil
}

func (t *tale) Retry(ctx context.Context) (*engine.Record, error) {
	last := t.turns[len(t.turns)-1]
	t.turns = t.turns[:len(t.turns)-1]
	choice := ""
	if last.Choice != nil {
		choice = last.Choice.ID
	}
	return t.Play(ctx, choice)
}

func (t *tale) Scene() engine.Surroundings {
	return engine.Surroundings{
		Place: "quay", Name: "The Long Quay", Description: "Wet stone, and halyards slapping against bare masts.",
		Time: "day 1, 16:40, afternoon", Weather: "fog", Music: "music/harbour.wav",
		Exits:   []engine.Thing{{ID: "lane", Name: "Rope Lane"}, {ID: "inn", Name: "the Drowned Bell"}},
		Present: []string{"Ines Coad"},
	}
}

func (t *tale) Self() engine.Character {
	return engine.Character{
		Name: "Jo", Pronouns: "they", Class: "Ship's carpenter", Background: "You have been wet before.",
		Stats:  []engine.CharacterStat{{Name: "Nerve", Value: 15, Min: 1, Max: 20, Gives: []string{"You can do a thing while being afraid of it."}}, {Name: "Wits", Value: 9, Min: 1, Max: 20}},
		Traits: []engine.CharacterTrait{{Name: "Sea legs", Description: "And at night.", From: "Ship's carpenter"}, {Name: "Stubborn"}},
	}
}

func (t *tale) Map() []engine.MapPlace {
	return []engine.MapPlace{{Thing: engine.Thing{ID: "quay", Name: "the Long Quay"}, Here: true, Exits: []engine.Thing{{ID: "lane", Name: "Rope Lane"}}}, {Thing: engine.Thing{ID: "inn", Name: "the Drowned Bell"}}}
}

func (t *tale) People() []engine.Acquaintance {
	return []engine.Acquaintance{
		{ID: "ines", Name: "Ines Coad", Role: "harbour clerk", Present: true, Feeling: "wary"},
		{ID: "wren", Name: "Wren", Feeling: "warm", LastSeen: "Rope Lane", Turn: 1},
	}
}

func (t *tale) Inventory() []engine.Thing {
	return []engine.Thing{{ID: "fid", Name: "a fid", Description: "Whalebone, your father's."}}
}

func (t *tale) Journal() engine.Journal {
	return engine.Journal{
		Threads:  []engine.Thread{{Title: "The dark lamp", Open: true}, {Title: "The letter", Outcome: "You gave it back."}},
		Facts:    []string{"The oil was paid for."},
		Memories: []string{"You lied to Ines about your name."},
		Recent:   []string{"You came to the Long Quay."},
	}
}

func (t *tale) Degraded() []string {
	return []string{"character-portraits is degraded: it failed twice."}
}

// harbour is the tale that transcripts tell.
func harbour() *tale {
	return &tale{possible: []action.Action{askOil, askLetter, askWren, goLane, waitHere, examineQuay}, script: func(turn int64, choice string) (*engine.Record, error) {
		switch turn {
		case 1:
			return arrival(), nil
		case 2:
			return answer(choice), nil
		case 3:
			return failed(choice), nil
		}
		return farewell(turn, choice), nil
	}}
}

func scene() engine.SceneRecord {
	return engine.SceneRecord{Type: "dialogue", Place: "quay", Name: "The Long Quay", Present: []string{"ines"}, Day: 1, Time: "16:40", Part: "afternoon", Weather: "fog"}
}

func arrival() *engine.Record {
	return &engine.Record{
		Turn: 1, Session: 1, Scene: scene(),
		Prose:    "The carrier's cart leaves you at the head of the Long Quay with your bag, your coat and another person's letter, and turns back before you have thanked anybody for the ride.\n\nThe lamp is dark.",
		Attempts: 1,
		Choices: []engine.Choice{
			{ID: "arrival/ask", Text: "Ask Ines who paid for the oil.", Source: "authored", Difficulty: "hard", Hint: "She keeps the ledger, and she does not like strangers reading over her shoulder."},
			{ID: "arrival/climb", Text: "Climb to the lamp.", Source: "authored"},
			{ID: "wait", Action: waitHere, Text: "Wait for the tide to turn.", Source: "made", Because: []engine.Ground{{Position: 12, Text: "You came to the Long Quay."}}},
		},
		Assets: []engine.Asset{
			{ID: "art/quay.png", Kind: "image", Name: "The harbour", Origin: "campaign", Path: "art/quay.png"},
			{ID: "ines", Kind: "image", Name: "Ines Coad", Who: "ines", Origin: "drawn"},
			{ID: "music/harbour.wav", Kind: "audio", Name: "The harbour", Origin: "campaign", Path: "music/harbour.wav"},
		},
		UI: []engine.UI{
			{Event: "narration", Payload: strictjson.Object{"text": "not shown twice"}},
			{Event: "tide_table", Payload: strictjson.Object{"high": strictjson.Number("17")}, Skill: "tides"},
		},
		Plan:   strictjson.Object{"tools": []any{strictjson.Object{"toolId": "n", "toolPath": "storyteller/narrate"}}},
		Result: strictjson.Object{"toolResults": []any{strictjson.Object{"toolId": "n", "state": "success"}}},
		Settling: strictjson.Object{
			"plan":   strictjson.Object{"tools": []any{strictjson.Object{"toolId": "m", "toolPath": "memory/store-memory"}}},
			"result": strictjson.Object{"toolResults": []any{strictjson.Object{"toolId": "m", "state": "success"}}},
		},
	}
}

func answer(choice string) *engine.Record {
	return &engine.Record{
		Turn: 2, Session: 1, Scene: scene(), Choice: &engine.Taken{ID: choice, Text: "Ask Ines who paid for the oil."},
		Check: &engine.Check{
			Stat: "Tongue", About: "asking what she keeps back", Formula: "2d6", Band: "partial", Rolls: []int64{4, 3}, Total: 7,
			Modifiers: []engine.Modifier{{Name: "Good listener", Value: 1, Because: "you leave room at the end of a sentence"}, {Name: "Ines", Value: -1, Because: "she is wary of you"}},
		},
		Rolls:     []engine.Roll{{Skill: "weather-lore", Formula: "1d20", Total: 14, Text: "The weather holds"}},
		Narrative: "You let the question stand.",
		Prose:     "You let the question stand.\n\n\"Nobody paid,\" Ines says. \"That is what the ledger is for.\"",
		Attempts:  2,
		Degraded:  []string{"No portrait could be drawn in time; it comes later."},
		Choices:   []engine.Choice{{ID: "press", Text: "Press her."}, {ID: "leave", Text: "Leave it at that."}, {ID: "look-up", Text: "Look up at the lamp."}},
	}
}

func failed(choice string) *engine.Record {
	return &engine.Record{
		Turn: 3, Session: 1, Scene: scene(), Choice: &engine.Taken{ID: choice, Text: "Press her."},
		Prose: "Time passes on the Long Quay.", Attempts: 5, Fallback: true,
		Choices: []engine.Choice{{ID: "on", Text: "Go on."}, {ID: "around", Text: "Look around."}, {ID: "rest", Text: "Rest a while."}},
		Result: strictjson.Object{"toolResults": []any{
			strictjson.Object{"toolId": "n", "script": "storyteller/narrate", "state": "timeout", "error": strictjson.Object{"message": "it took longer than 2 s"}},
		}},
		Timings: []engine.Stage{{Name: "plan", Microseconds: 12345}},
	}
}

func farewell(turn int64, choice string) *engine.Record {
	there := scene()
	there.Place, there.Name, there.Time = "lamp", "The Lamp Room", "18:05"
	return &engine.Record{
		Turn: turn, Session: 1, Scene: there, Choice: &engine.Taken{ID: choice, Text: "Go on."},
		Prose: "The lamp takes the flame, and the harbour has a light again.", Attempts: 1,
		Ending: &engine.Ending{ID: "lit", Title: "The Lamp Is Lit"},
	}
}

// hostile is a record in which everything that can be foreign is.
func hostile() *engine.Record {
	const bad = "\x1b[2J\x1b]0;owned\x07a\u202eb\x9bc\r\nd\x00e\u2028f<script>alert(1)</script>"
	say := func(what string) string { return what + " " + bad }
	return &engine.Record{
		Turn: 2, Scene: engine.SceneRecord{Name: say("name"), Day: 1, Time: say("time"), Weather: say("weather")},
		Choice: &engine.Taken{ID: "x", Text: say("taken")}, Narrative: say("narrative"), Prose: say("prose") + "\n\n" + say("more"),
		Check:    &engine.Check{Stat: say("stat"), Formula: say("formula"), Band: say("band"), About: say("about"), Rolls: []int64{1}, Modifiers: []engine.Modifier{{Name: say("modifier"), Value: 1, Because: say("because")}}},
		Choices:  []engine.Choice{{ID: say("id"), Text: say("text"), Difficulty: say("difficulty"), Hint: say("hint"), Source: event.ChoiceSource(say("source")), Because: []engine.Ground{{Position: 1, Text: say("ground")}}}},
		Degraded: []string{say("degraded")},
		Assets:   []engine.Asset{{ID: say("asset"), Kind: say("kind"), Name: say("called"), Path: say("path")}},
		UI:       []engine.UI{{Event: say("event"), Payload: strictjson.Object{"text": say("payload")}, Skill: say("skill")}, {Event: "other", Payload: strictjson.Object{say("key"): say("value")}}},
		Rolls:    []engine.Roll{{Formula: say("dice"), Total: 3, Text: say("rolled")}},
		Plan:     strictjson.Object{"tools": []any{strictjson.Object{"toolId": "n", "toolPath": say("step")}}},
		Result:   strictjson.Object{"toolResults": []any{strictjson.Object{"toolId": "n", "state": say("state"), "error": strictjson.Object{"message": say("error")}}}},
		Timings:  []engine.Stage{{Name: say("stage"), Microseconds: 1}},
	}
}

// endless is a tale without an end, each of whose turns offers as many choices.
func endless(choices int) *tale {
	return &tale{script: func(turn int64, choice string) (*engine.Record, error) {
		r := &engine.Record{Turn: turn, Prose: fmt.Sprintf("Turn %d.", turn)}
		for i := range choices {
			r.Choices = append(r.Choices, engine.Choice{ID: fmt.Sprintf("c%d", i+1), Text: fmt.Sprintf("Choice %d.", i+1)})
		}
		return r, nil
	}}
}
