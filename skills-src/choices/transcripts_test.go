package choices_test

import (
	"testing"

	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/skills-src/choices"
	"github.com/narratoria/narratoria/skills/kit"
)

func TestTranscripts(t *testing.T) {
	scripttest.Transcripts(t, kit.ByOperation(map[string]kit.Script{
		"generate-choices": choices.Generate,
		"evaluate-choice":  choices.Evaluate,
	}))
}
