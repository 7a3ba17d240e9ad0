package prose_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/prose"
)

// Where a thing is, as a sentence of a place may have it: $a is $p $b, and elsewhere $a is $q $c, which is noted.
var whereThingsAre = []string{
	"The $a lies $p the $b.", "$P the $b lies the $a.", "$P the $b, dark and cold, the $a is dim.", "The $a, $p the $b, is cold and dark.", "You see the $a $p the $b.",
	"The $a is cold, and it lies $p the $b.", "The $b is dark, and the $a hangs $p it.", "The $a is dark; it hangs softly $p the $b.", "The $b is dark, and the $a lies there.",
	"The air is cold, and the $a $p the $b is pale.", "The $a rests in the dark and lies $p the $b.", "The light is dim while the $a lies $p the $b.", "The dark is deep where the $a lies $p the $b.",
	"The $a lies $q the $c and $p the $b.", "The $a lies $q the $c, $p the $b.", "The $a lies $q the $c and rests $p the $b.", "The $a $q the $c is cold, and it rests $p the $b.",
	"The $a $p the $b is pale, and the air is cold.", "There is the $a, dim and cold, $p the $b.", "The $c is dim, and $p the $b there is the $a.", "The cold of the $a is $p the $b.",
}

// How one thing is the other's, has it or is it, which is never noted.
var whoseThingsAre = []string{
	"The $b's $a is cold and dim.", "The $b $a is cold and dim.", "The $b has the $a, dim and cold.", "The $b holds the $a, dim and cold.", "The $b is dark with the $a.", "The $b is the $a in the dark.",
	"The $b is dark, and its $a is cold.", "The $a of the $b is cold and dim.", "The $b covers the $a like a haze.", "The $b is dim, and the $a is like it.", "The cold $a is the $b's.",
}

// A thing is nowhere but where one sentence of the notes has it.
func TestNoThingIsMoved(t *testing.T) {
	draw := rand.New(rand.NewPCG(1685, 2))
	things := strings.Fields("key altar rope chest lantern barrel stove bench ladder statue basin cupboard candle pillar bucket crate")
	relations := strings.Fields("in on behind under beside above near against beneath with of over")
	truths, taken, lies, admitted := 0, 0, 0, 0
	for range soak.Count(40_000) {
		of := draw.Perm(len(things))
		related := func() string { return relations[draw.IntN(9)] }
		p, q := related(), related()
		notes := "A " + things[of[0]] + " hangs " + p + " the " + things[of[1]] + ". The " + things[of[2]] + " is old. A " + things[of[3]] + " lies " + q + " the " + things[of[4]] + ", and the walls are bare."
		a, b, by, forms := of[0], of[1], p, whereThingsAre
		moved := draw.IntN(4) > 0
		if moved {
			switch draw.IntN(4) {
			case 0:
				a, b = b, a
			case 1:
				b = of[2+draw.IntN(3)]
			case 2:
				a, b = of[2+draw.IntN(3)], of[draw.IntN(2)]
			default:
				if by = relations[draw.IntN(len(relations))]; by == p {
					continue
				}
			}
			if draw.IntN(3) == 0 {
				forms = whoseThingsAre
			}
		}
		text := forms[draw.IntN(len(forms))]
		if a != of[3] && strings.Contains(text, "$c") {
			if !moved {
				continue
			}
			a, b = of[3], of[draw.IntN(3)]
		}
		text = strings.NewReplacer("$a", things[a], "$b", things[b], "$c", things[of[4]], "$p", by, "$q", q, "$P", english.SentenceCase(by)).Replace(text)
		got, _ := (prose.Scene{Place: prose.Place{Name: "the crypt", Description: notes}, Part: "night"}).Admit(text, "")
		switch {
		case !moved:
			truths++
			if got == text {
				taken++
			}
		default:
			lies++
			if got != "" {
				admitted++
				t.Errorf("%q is told of %q", got, notes)
			}
		}
	}
	t.Logf("of %d sentences that have a thing where the notes do %d are told; of %d that move it %d are", truths, taken, lies, admitted)
	if 100*taken < 30*truths || lies < soak.Count(20_000) {
		t.Error("too few")
	}
}
