package echo_test

import (
	"testing"

	"github.com/narratoria/narratoria/engine/host/scripttest"
	"github.com/narratoria/narratoria/skills-src/echo"
)

func TestTranscripts(t *testing.T) { scripttest.Transcripts(t, echo.Echo) }
