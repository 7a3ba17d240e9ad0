package narrator_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
)

func settlingInput() narrator.SettlingInput {
	return narrator.SettlingInput{
		ID: requestID,
		Memory: narrator.Memory{
			Summary: "You owned your name beside the ninth grave.", Characters: []string{"player", "honor"}, Location: "chapel",
			Significance: "high", Tags: []string{"choice:own_it"}, Topic: "the ninth grave", Episodic: "triumph", Kind: "said",
		},
		Begins: []narrator.Begins{
			{NPC: "wren"},
			{NPC: "stranger", Faction: "strand", Traits: []string{"patient"}, Equipment: []string{"fid"}, Likes: []string{"courage"}, Dislikes: []string{"haste"}},
		},
		Deeds: []narrator.Deed{
			{Who: "honor", By: 15, Reason: "owned a name", Significance: "high"},
			{Who: "strand", Faction: true, By: -10, Reason: "took the keg", Significance: "medium"},
			{Who: "honor", By: -5, Reason: "was late", Significance: "low"},
			{Who: "stranger", By: 2, Significance: "low"},
			{Who: "stranger", Faction: true, By: 1},
			{Who: "stranger", By: 3},
		},
	}
}

// Two changes of one opinion follow one another and its beginning; a person and a
// faction of one name are two.
func TestSettling(t *testing.T) {
	got := checkedSteps(t, bundled(), narrator.Settling(bundled(), settlingInput()))
	want := `begin-1  may  npc-perception/initialize-perception {"npc":"wren"}
begin-2  may  npc-perception/initialize-perception {"dislikes":["haste"],"equipment":["fid"],"faction":"strand","likes":["courage"],"npc":"stranger","traits":["patient"]}
deed-1   may  npc-perception/update-perception {"by":15,"npc":"honor","reason":"owned a name","significance":"high"}
deed-2   may  reputation/update-reputation {"by":-10,"faction":"strand","reason":"took the keg","significance":"medium"}
deed-3   may  npc-perception/update-perception {"by":-5,"npc":"honor","reason":"was late","significance":"low"} after [deed-1]
deed-4   may  npc-perception/update-perception {"by":2,"npc":"stranger","significance":"low"} after [begin-2]
deed-5   may  reputation/update-reputation {"by":1,"faction":"stranger"}
deed-6   may  npc-perception/update-perception {"by":3,"npc":"stranger"} after [deed-4]
keep     may  memory/store-memory {"characters":["player","honor"],"episodic":"triumph","kind":"said","location":"chapel","significance":"high","summary":"You owned your name beside the ninth grave.","tags":["choice:own_it"],"topic":"the ninth grave"}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("settling plan (-want +got):\n%s", diff)
	}
}

// What cannot be had is left out, and what there is no need for.
func TestSettlingLeavesOut(t *testing.T) {
	for name, c := range map[string]struct {
		gone   string
		change func(*narrator.SettlingInput)
		want   string
	}{
		"no memory":      {gone: "memory/", want: "begin-1 begin-2 deed-1 deed-2 deed-3 deed-4 deed-5 deed-6"},
		"no beginnings":  {gone: "npc-perception/initialize", want: "deed-1 deed-2 deed-3 deed-4 deed-5 deed-6 keep"},
		"no reputations": {gone: "reputation/", want: "begin-1 begin-2 deed-1 deed-3 deed-4 deed-6 keep"},
		"nothing kept":   {change: func(in *narrator.SettlingInput) { in.Memory.Summary = "" }, want: "begin-1 begin-2 deed-1 deed-2 deed-3 deed-4 deed-5 deed-6"},
		"nobody":         {change: func(in *narrator.SettlingInput) { in.Begins[0].NPC, in.Deeds[1].Who = "", "" }, want: "begin-2 deed-1 deed-3 deed-4 deed-5 deed-6 keep"},
		"nothing":        {change: func(in *narrator.SettlingInput) { *in = narrator.SettlingInput{} }, want: ""},
	} {
		in, refs := settlingInput(), everything
		if c.change != nil {
			c.change(&in)
		}
		if c.gone != "" {
			refs = without(everything, c.gone)
		}
		document := narrator.Settling(catalogueOf(refs...), in)
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

// Whichever script fails, the plan succeeds, and the steps of all others do.
func TestStepsOfSettlingStandForThemselves(t *testing.T) {
	document := narrator.Settling(bundled(), settlingInput())
	checked, problems := plan.Check("plan.json", document.JSON(), bundled(), plan.Options{})
	if checked == nil {
		t.Fatal(problems)
	}
	for _, broken := range []string{"", "memory/", "reputation/", "npc-perception/", "npc-perception/initialize-perception", "npc-perception/update-perception"} {
		synctest.Test(t, func(t *testing.T) {
			s := &stage{broken: broken}
			result := s.execute(t.Context(), checked, nil)
			if !result.Success {
				t.Errorf("with %q broken the plan failed", broken)
			}
			for _, tool := range result.Tools {
				fails := broken != "" && strings.HasPrefix(tool.Script.String(), broken)
				if (tool.State == plan.Failed) != fails || (tool.State == plan.Success) == fails {
					t.Errorf("with %q broken %s ended as %s", broken, tool.ToolID, tool.State)
				}
			}
		})
	}
}

// Nothing that follows by rule is left out for being much, and the plan of all of it
// passes under the limits that Settling names.
func TestSettlingHoldsAll(t *testing.T) {
	const many = 200
	in := settlingInput()
	for i := range many {
		who := fmt.Sprint("id", i%70)
		in.Begins = append(in.Begins, narrator.Begins{NPC: who, Likes: []string{strings.Repeat("x", 10_000)}})
		in.Deeds = append(in.Deeds, narrator.Deed{Who: who, Faction: i%3 == 0, By: 1, Reason: strings.Repeat("é", 10_000)})
	}
	document := narrator.Settling(bundled(), in)
	if want := 2 + 6 + 2*many + 1; len(document.Tools) != want {
		t.Errorf("%d steps, want %d", len(document.Tools), want)
	}
	limits := plan.Options{MaxTools: len(document.Tools), MaxEdges: len(document.Tools)}
	if checked, problems := plan.Check("plan.json", document.JSON(), bundled(), limits); checked == nil {
		t.Error(problems)
	}
}
