package lore

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/persistence/rank"
)

// An index of another version of the program is searched with this one's words.
func TestOtherWordsAreAnotherFormat(t *testing.T) {
	const text = "The keepers' bells were ringing; Anselm carried costly oils, dying at the abbey's edge in 1612. Näher, Straße, 灯台, don't."
	const words = "the keeper bell were ring anselm carri cost oil die at the abbey edg in 1612 naher straße 灯 台 don't"
	if got := strings.Join(rank.Words(text), " "); got != words || format != 2 {
		t.Errorf("format %d has the words %q\ninstead of    %q: give format another number, and write that and the words here", format, got, words)
	}
}
