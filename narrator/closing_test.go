package narrator_test

import (
	"testing"

	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/protocol"
)

func checkedSteps(t *testing.T, catalogue *plan.Catalogue, document plan.Document) string {
	t.Helper()
	checked, problems := plan.Check("plan.json", document.JSON(), catalogue, plan.Options{})
	if checked == nil {
		t.Fatal(problems)
	}
	return steps(checked)
}

// One step makes the choices; where they cannot be made or are not wanted there is none.
func TestClosing(t *testing.T) {
	wanted := protocol.Object{"want": 3, "offers": []any{}}
	for name, c := range map[string]struct {
		catalogue *plan.Catalogue
		choices   protocol.Object
		want      string
	}{
		"choices":     {bundled(), wanted, `choose   must player-choices/generate-choices {"offers":[],"want":3}` + "\n"},
		"nobody to":   {catalogueOf(without(everything, "player-choices/")...), wanted, ""},
		"none wanted": {bundled(), nil, ""},
		"nothing":     {nil, wanted, ""},
	} {
		document := narrator.Closing(c.catalogue, narrator.ClosingInput{ID: requestID, Choices: c.choices})
		if got := checkedSteps(t, bundled(), document); got != c.want {
			t.Errorf("%s: the plan is %q, want %q", name, got, c.want)
		}
	}
}

// Without an id a document is given one that follows from what it says.
func TestDocumentsGetAnID(t *testing.T) {
	closing := func(want int) plan.Document {
		return narrator.Closing(bundled(), narrator.ClosingInput{Choices: protocol.Object{"want": want}})
	}
	one, same, other := closing(3), closing(3), closing(4)
	checkedSteps(t, bundled(), one)
	if one.ID != same.ID || one.ID == other.ID {
		t.Errorf("ids are %s, the same %s, another %s", one.ID, same.ID, other.ID)
	}
}
