package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/story"
)

// The premise that opened a story is remembered, of whom and what it speaks.
func TestThePremiseIsRemembered(t *testing.T) {
	g := at(t, sample(t, "minimal")).open()
	must(t, g, "")
	v := g.story.State().Player()
	if !slices.ContainsFunc(v.Memories(), func(m story.Memory) bool { return strings.Contains(v.Words(&m), "Ossuary") }) {
		t.Errorf("%+v", v.Memories())
	}
}
