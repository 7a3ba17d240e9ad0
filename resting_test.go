package narratoria_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/internal/runlog"
)

// Texts of a task that nobody wrote three times in a row are not asked for in eight turns, which is in the log each time and told once; then
// they are again.
func TestTextsThatNobodyWritesRest(t *testing.T) {
	s := &writer{}
	s.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	p := enabled(t, open(t, narratoria.Options{Data: homeWith(t, s.settings(t), sight(t), mayGenerate)}))
	must(t, p.DisableSkill("storyteller"))
	g := start(t, p, narratoria.GameOptions{Campaign: "grey-harbour", Unkept: true, NoEndings: true})
	var asked []int
	var told []string
	for n := range 15 {
		if n == 12 {
			s.answers(nil)
		}
		before := len(s.requests())
		r := turnWithSkill(t, g)
		asked, told = append(asked, len(s.requests())-before), append(told, slices.DeleteFunc(slices.Clone(r.Degraded), func(sentence string) bool { return !strings.Contains(sentence, "Nobody wrote") })...)
	}
	for n, times := range asked {
		if rests := n >= 3 && n < 11; (times > 0) == rests {
			t.Errorf("turn by turn it is asked %v times", asked)
			break
		}
	}
	if len(told) != 1 || !strings.Contains(told[0], "for 8 turns none is asked for") {
		t.Errorf("it is told %q", told)
	}
	logged := 0
	must(t, p.ReadLog(runlog.Filter{Kind: runlog.Writing}, func(e runlog.Entry) {
		if strings.Contains(e.Message, "nobody wrote the last 3 texts of the task") {
			logged++
		}
	}))
	if logged != 8 {
		t.Errorf("it is in the log %d times", logged)
	}
}
