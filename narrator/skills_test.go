package narrator_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
	"github.com/narratoria/narratoria/skills"
)

// letters stand for skills in testdata/skills.txt, and for what the skill memory does
// with lore.
var letters = map[string]string{
	"memory": "m", "npc-perception": "p", "reputation": "r", "dice-roller": "d", "memory/recall-lore": "l", "character-portraits": "c", "storyteller": "",
}

func letterOf(script plan.ScriptRef) string {
	if letter, ok := letters[script.String()]; ok {
		return letter
	}
	return letters[string(script.Skill)]
}

// A wanted is a line of the table.
type wanted struct{ scene, must, may, input string }

func readTable(t testing.TB) (table []wanted) {
	t.Helper()
	data, err := os.ReadFile("testdata/skills.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 4 || strings.HasPrefix(line, "#") {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		table = append(table, wanted{cells[0], cells[1], cells[2], cells[3]})
	}
	return table
}

// wrong says what a plan lacks or has too much, or "".
func (w wanted) wrong(used string) string {
	var faults []string
	for _, letter := range letters {
		switch {
		case letter == "":
		case strings.Contains(w.must, letter) && !strings.Contains(used, letter):
			faults = append(faults, "lacks "+letter)
		case !strings.Contains(w.must+w.may, letter) && strings.Contains(used, letter):
			faults = append(faults, "has "+letter)
		}
	}
	slices.Sort(faults)
	return strings.Join(faults, ", ")
}

func lettersOf(checked *plan.Plan) (used string) {
	for _, step := range checked.Steps() {
		used += letterOf(step.Script)
	}
	return used
}

// SC-001 and SC-002: of the actions in the table at least 90 % are given the skills
// they need, and every plan is valid and made long before its five seconds are over.
func TestSkillSelection(t *testing.T) {
	table, catalogue := readTable(t), bundled()
	if len(table) < 120 {
		t.Fatalf("%d actions, want at least 120", len(table))
	}
	right, valid, longest := 0, 0, time.Duration(0)
	for _, w := range table {
		request := requestIn(t, w.scene, w.input, catalogue)
		began := time.Now()
		data, err := narrator.Rules{}.Plan(context.Background(), request)
		longest = max(longest, time.Since(began))
		if err != nil {
			t.Fatal(err)
		}
		checked, problems := plan.Check("plan.json", data, catalogue, plan.Options{})
		if checked == nil {
			t.Errorf("%s, %q: %v", w.scene, w.input, problems)
			continue
		}
		valid++
		if !slices.ContainsFunc(checked.Steps(), func(s plan.Step) bool { return s.Script.Skill == "storyteller" && s.Required }) {
			t.Errorf("%s, %q: nobody tells the turn", w.scene, w.input)
		}
		if fault := w.wrong(lettersOf(checked)); fault != "" {
			t.Logf("%-8s %-60q %s; %v", w.scene, w.input, fault, narrator.Fitting(request))
			continue
		}
		right++
	}
	criteria.Measured(t, "SC-001", "%d of %d plans valid, the slowest made in %v", valid, len(table), longest.Round(time.Microsecond))
	criteria.Measured(t, "SC-002", "%d of %d actions, %d %%", right, len(table), right*100/len(table))
	if right*10 < len(table)*9 {
		t.Errorf("%d of %d right, want 90 %%", right, len(table))
	}
	if longest > 5*time.Second {
		t.Errorf("a plan took %v", longest)
	}
}

// A planner that uses everything, and one that uses nothing, are found wrong.
func TestSelectionIsMeasured(t *testing.T) {
	table := readTable(t)
	for _, used := range []string{"", "mprdlc", "m"} {
		right := 0
		for _, w := range table {
			if w.wrong(used) == "" {
				right++
			}
		}
		if right*2 > len(table) {
			t.Errorf("always using %q counts as right for %d of %d actions", used, right, len(table))
		}
	}
}

// Every script that is planned by name comes with the program.
func TestScriptsAreBundled(t *testing.T) {
	catalogue := skills.Discover(skills.DiscoverOptions{}).Catalogue(nil)
	for _, ref := range everything {
		if _, ok := catalogue.Script(script(ref).Ref); !ok {
			t.Errorf("%s is not bundled", ref)
		}
	}
}
