package narrator_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
)

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
