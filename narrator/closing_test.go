package narrator_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

func closingInput() narrator.ClosingInput {
	return narrator.ClosingInput{
		ID: requestID,
		Memory: narrator.Memory{
			Summary: "You owned your name beside the ninth grave.", Characters: []string{"player", "ines"}, Location: "chapel",
			Significance: "high", Tags: []string{"choice:own_it"}, Episodic: "triumph",
		},
		Present: []string{"ines"}, Factions: []string{"strand"}, Query: "Ines grave name",
		Choices: protocol.Object{"want": 3, "moves": []any{}},
	}
}

func checkedSteps(t *testing.T, catalogue *plan.Catalogue, document plan.Document) string {
	t.Helper()
	checked, problems := plan.Check("plan.json", document.JSON(), catalogue, plan.Options{})
	if checked == nil {
		t.Fatal(problems)
	}
	return steps(checked)
}

func TestClosing(t *testing.T) {
	catalogue := bundled()
	got := checkedSteps(t, catalogue, narrator.Closing(catalogue, closingInput()))
	want := `perceive may  npc-perception/query-perception {"npcs":["ines"]}
standing may  reputation/query-reputation {"factions":["strand"]}
recall   may  memory/recall-memory {"limit":5,"query":"Ines grave name"}
feats    may  memory/recall-memory {"filters":{"episodic":true},"limit":8}
keep     may  memory/store-memory {"characters":["player","ines"],"episodic":"triumph","location":"chapel","significance":"high","summary":"You owned your name beside the ninth grave.","tags":["choice:own_it"]}
choose   must player-choices/generate-choices {"moves":[],"want":3} after [perceive standing recall feats]
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("closing plan (-want +got):\n%s", diff)
	}
}

// What cannot be had is left out, and what serves nothing.
func TestClosingLeavesOut(t *testing.T) {
	for name, c := range map[string]struct {
		gone   string
		change func(*narrator.ClosingInput)
		want   string
	}{
		"no memory":     {gone: "memory/", want: "perceive standing choose"},
		"no choices":    {gone: "player-choices/", want: "keep"},
		"none wanted":   {change: func(in *narrator.ClosingInput) { in.Choices = nil }, want: "keep"},
		"alone":         {change: func(in *narrator.ClosingInput) { in.Present, in.Factions = nil, nil }, want: "recall feats keep choose"},
		"nothing kept":  {change: func(in *narrator.ClosingInput) { in.Memory = narrator.Memory{} }, want: "perceive standing recall feats choose"},
		"nothing asked": {change: func(in *narrator.ClosingInput) { in.Query = "" }, want: "perceive standing feats keep choose"},
		"no skills":     {gone: "", change: func(in *narrator.ClosingInput) { *in = narrator.ClosingInput{ID: requestID} }, want: ""},
	} {
		in, refs := closingInput(), everything
		if c.change != nil {
			c.change(&in)
		}
		if c.gone != "" {
			refs = without(everything, c.gone)
		}
		document := narrator.Closing(catalogueOf(refs...), in)
		checkedSteps(t, catalogueOf(refs...), document)
		var got []string
		for _, tool := range document.Tools {
			got = append(got, string(tool.ID))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: the steps are %v, want %s", name, got, c.want)
		}
	}
}

// Without an id a document is given one that follows from what it says.
func TestDocumentsGetAnID(t *testing.T) {
	catalogue, in := bundled(), closingInput()
	in.ID = ""
	one, same := narrator.Closing(catalogue, in), narrator.Closing(catalogue, in)
	in.Query = "another"
	other := narrator.Closing(catalogue, in)
	checkedSteps(t, catalogue, one)
	if one.ID != same.ID || one.ID == other.ID {
		t.Errorf("ids are %s, the same %s, another %s", one.ID, same.ID, other.ID)
	}
}

func TestPortrait(t *testing.T) {
	for gone, want := range map[string]string{
		"nothing":                    `portrait must character-portraits/update-portrait {"character":"ines","description":"A tall woman","name":"Ines Vane"}`,
		"character-portraits/update": `portrait must character-portraits/generate-portrait {"character":"ines","description":"A tall woman","name":"Ines Vane"}`,
		"character-portraits/":       "",
	} {
		catalogue := catalogueOf(without(everything, gone)...)
		got := checkedSteps(t, catalogue, narrator.Portrait(catalogue, "ines", "Ines Vane", "A tall woman"))
		if strings.TrimSpace(got) != want {
			t.Errorf("without %s the plan is %q, want %q", gone, got, want)
		}
	}
}

func TestScripted(t *testing.T) {
	broken := errors.New("no model")
	planner := &narrator.Scripted{
		Turns: [][]narrator.Answer{
			{narrator.Fails(broken), narrator.SaysBytes([]byte("Sure!")), narrator.Says(plan.Document{Narrative: "Good."})},
			{narrator.Says(plan.Document{ID: requestID, Attempt: 3})},
		},
	}
	request := func(attempt int) plan.Request {
		return plan.Request{ID: "0198c5a2-7d3e-7c41-9b60-3f1f6f0a2b10", Attempt: attempt, Disabled: []plan.SkillName{"echo"}}
	}
	var said []string
	for _, attempt := range []int{1, 2, 3, 4, 1, 2} {
		data, err := planner.Plan(context.Background(), request(attempt))
		switch {
		case errors.Is(err, narrator.ErrScriptOver):
			said = append(said, "over")
		case err != nil:
			said = append(said, err.Error())
		case plan.DocumentID(data) != "":
			checked, problems := plan.Check("plan", data, plan.NewCatalogue(nil), plan.Options{})
			if checked == nil {
				t.Fatal(problems)
			}
			said = append(said, string(checked.ID()[33:])+" "+checked.Narrative())
		default:
			said = append(said, string(data))
		}
	}
	if want := []string{"no model", "Sure!", "b10 Good.", "over", "b11 ", "over"}; !slices.Equal(said, want) {
		t.Errorf("it said %q, want %q", said, want)
	}
	if got := planner.Requests(); len(got) != 6 || got[3].Attempt != 4 {
		t.Errorf("it remembers %d requests", len(got))
	}
	planner.Then = narrator.Rules{}
	if _, err := planner.Plan(context.Background(), request(2)); err != nil {
		t.Errorf("with somebody to ask then: %v", err)
	}
}
