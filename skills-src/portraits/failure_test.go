package portraits

import (
	"bytes"
	"context"
	"image"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/skills-src/portraits/draw"
	"github.com/narratoria/narratoria/skills-src/portraits/look"
	"github.com/narratoria/narratoria/skills/kit"
)

// A fault in the drawing costs the portrait and nothing else.
func TestFaultyPainter(t *testing.T) {
	faulty := func(context.Context, look.Look, draw.Options) (image.Image, error) { panic("no canvas") }
	script := func(ctx context.Context, inv *kit.Invocation) error {
		s, err := open(ctx, inv)
		if err != nil {
			return err
		}
		if s.drawn(faulty, look.Look{}, draw.Options{Side: 64}) != nil {
			t.Error("a picture of a faulty painter")
		}
		if s.drawn(draw.Portrait, look.Look{}, draw.Options{Side: 64}) == nil {
			t.Error("no picture of a sound one")
		}
		return nil
	}
	var events bytes.Buffer
	code := kit.Serve(t.Context(), strings.NewReader(`{"input":{"character":"a"}}`+"\n"), &events, t.Output(), script)
	if said := events.String(); code != 0 || !strings.Contains(said, `"ok":true`) || !strings.Contains(said, "no canvas") {
		t.Errorf("exit %d\n%s", code, said)
	}
}
