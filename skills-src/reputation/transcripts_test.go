package reputation_test

import (
	"testing"

	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/skills-src/reputation"
	"github.com/narratoria/narratoria/skills/kit"
)

func TestTranscripts(t *testing.T) {
	scripttest.Transcripts(t, kit.ByOperation(map[string]kit.Script{
		"update-reputation": reputation.Update,
		"query-reputation":  reputation.Query,
	}))
}
