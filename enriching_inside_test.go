package narratoria

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/enrichment"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/fallback"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/model/scripted"
)

// A story waits fifteen seconds for a model that hangs, is told of it while it waits and warned of it then, and keeps that it was asked.
func TestAStoryWaitsFifteenSecondsForAReading(t *testing.T) {
	src, _ := carried("minimal")
	written, _ := src.read()
	full, err := campaign.Complete(written, nil)
	must(t, err)
	synctest.Test(t, func(t *testing.T) {
		var warned, told []string
		p := &Program{opts: Options{Warn: func(text string) { warned = append(warned, text) }}}
		p.asking = &asking{program: p}
		chain, err := fallback.New(scripted.New("m", scripted.Stall(`{"entities": [`)), nil)
		must(t, err)
		by := &writing{program: p, from: p.asking, names: []string{"here"}, chain: chain}
		g := &Game{program: p, campaign: (&Campaign{written: written}).of(full), history: newHistory(func(e Event) { told = append(told, string(e.Kind)+" "+e.Text) })}
		began := time.Now()
		made := g.askEnricher(t.Context(), by, nil)
		if took := time.Since(began); took != enrichment.Time || enrichment.Time != 15*time.Second || made.Reading != nil {
			t.Errorf("after %v there is %+v", took, made.Reading)
		}
		if len(warned) != 1 || !strings.HasSuffix(warned[0], "is read by rules alone: m did not answer within 15s") || len(told) != 1 || !strings.HasPrefix(told[0], "stage a model reads") {
			t.Errorf("it is warned %q, and told %q", warned, told)
		}
		if len(made.Asked) != 1 || made.Asked[0].End != generation.Failed || made.Asked[0].Why != string(model.Timeout) || made.Asked[0].Took != 0 {
			t.Errorf("kept is %+v", made.Asked)
		}
	})
}
