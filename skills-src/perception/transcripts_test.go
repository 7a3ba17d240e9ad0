package perception_test

import (
	"testing"

	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/skills-src/perception"
	"github.com/narratoria/narratoria/skills/kit"
)

func TestTranscripts(t *testing.T) {
	scripttest.Transcripts(t, kit.ByOperation(map[string]kit.Script{
		"initialize-perception": perception.Initialize,
		"update-perception":     perception.Update,
		"query-perception":      perception.Query,
	}))
}
