package dice_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/dice"
	"github.com/narratoria/narratoria/internal/soak"
	"pgregory.net/rapid"
)

// TestMain fixes the seed of all properties; -rapid.seed on the command line wins.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{
		"rapid.seed": "3", "rapid.checks": strconv.Itoa(soak.Count(20_000)), "rapid.nofailfile": "true",
	} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	m.Run()
}

// formulas generates texts of the language.
func formulas() *rapid.Generator[string] {
	part := func(of ...string) *rapid.Generator[string] { return rapid.SampledFrom(of) }
	group := rapid.Custom(func(t *rapid.T) string {
		return part("", "1", "2", "3", "10", "40").Draw(t, "count") + part("d", "D").Draw(t, "d") +
			part("2", "6", "20", "%", "F ", "1000000").Draw(t, "sides") +
			part("", "r1", "ro<3", "r=2", " R >= 2").Draw(t, "reroll") +
			part("", "!", "!!", "!p", "!>4", "!!=6", "!2").Draw(t, "explosion") +
			part("", "kh", "k1", "kl1", "dh1", "d1", "adv", " disadvantage").Draw(t, "selection") +
			part("", ">=5", "=6", "<2").Draw(t, "success")
	})
	leaf := rapid.OneOf(group, part("7", "0", "12", "strength", "δ"))
	return rapid.Custom(func(t *rapid.T) string {
		text := leaf.Draw(t, "first")
		for range rapid.IntRange(0, 5).Draw(t, "more") {
			text += part("+", "-", " * ", "/", "--").Draw(t, "operator") + leaf.Draw(t, "next")
			if rapid.Bool().Draw(t, "wrap") {
				text = part("(", "-(", "3*(").Draw(t, "open") + text + ")"
			}
		}
		return text
	})
}

var givenNames = map[string]int64{"strength": 3, "δ": -2}

func TestRollsAddUp(t *testing.T) {
	parsed := 0
	rapid.Check(t, func(t *rapid.T) {
		formula, err := dice.Parse(formulas().Draw(t, "formula"))
		if err != nil {
			return
		}
		parsed++
		seed := rapid.Uint64().Draw(t, "seed")
		result, err := formula.Roll(dice.FromRand(rand.New(rand.NewPCG(seed, 0))), givenNames)
		if err != nil {
			acceptable(t, err)
			return
		}
		for _, roll := range result.Rolls {
			checkRoll(t, roll)
		}
		again, err := formula.Roll(dice.FromRand(rand.New(rand.NewPCG(seed, 0))), givenNames)
		if err != nil || !reflect.DeepEqual(result, again) {
			t.Fatalf("one seed, two rolls:\n%v\n%v, %v", result, again, err)
		}
	})
	if parsed == 0 {
		t.Error("no generated formula was valid")
	}
}

// acceptable are the errors a valid formula may still meet when rolled.
func acceptable(t *rapid.T, err error) {
	formulaError, ok := errors.AsType[*dice.Error](err)
	if errors.Is(err, dice.ErrTooMany) || ok && strings.HasPrefix(formulaError.Message, "division by zero") ||
		ok && strings.HasPrefix(formulaError.Message, "the result lies beyond") {
		return
	}
	t.Fatal(err)
}

func checkRoll(t *rapid.T, roll dice.Roll) {
	var kept, passed int64
	standing := 0
	for _, die := range roll.Dice {
		if die.Parts != nil && sum(die.Parts) != die.Value {
			t.Fatalf("parts %v of %d", die.Parts, die.Value)
		}
		if die.Dropped && die.Rerolled || die.Passed && !die.Kept() {
			t.Fatalf("impossible die %+v", die)
		}
		if die.Kept() {
			kept += die.Value
			standing++
		}
		if die.Passed {
			passed++
		}
	}
	want := kept
	if roll.Of.Success != nil {
		want = passed
	}
	if roll.Value != want {
		t.Fatalf("%s is worth %d, its dice %d: %s", roll.Of, roll.Value, want, roll)
	}
	if s := roll.Of.Selection; s != nil && strings.HasPrefix(string(s.Kind), "k") && standing != s.Count {
		t.Fatalf("%s keeps %d dice: %s", roll.Of, standing, roll)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"2d6+3", "4d6kh3", "1d20 advantage", "dF kh+1", "5d10!=10>=8", "2d6!p r1 dl1", "-(a*(b-2))--3/d%", "d6ro<-3", "((", "2d6\xff", "99999999999999999999d6", "K", "2d6\u212ah1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		formula, err := dice.Parse(text)
		if err != nil {
			formulaError, ok := errors.AsType[*dice.Error](err)
			if !ok || formulaError.Offset > len(text) || formulaError.Caret() == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		spelled := formula.String()
		if len(spelled) > dice.MaxLength {
			return
		}
		again, err := dice.Parse(spelled)
		if err != nil {
			t.Fatalf("%q is spelled %q, which does not parse: %v", text, spelled, err)
		}
		if again.String() != spelled {
			t.Fatalf("%q is spelled %q, then %q", text, spelled, again.String())
		}
		sameRoll(t, formula, again)
	})
}

// sameRoll rolls both spellings with the same dice.
func sameRoll(t *testing.T, a, b *dice.Formula) {
	names := map[string]int64{}
	for _, name := range a.Names() {
		names[name] = int64(len(name))
	}
	ra, errA := a.Roll(dice.FromRand(rand.New(rand.NewPCG(1, 2))), names)
	rb, errB := b.Roll(dice.FromRand(rand.New(rand.NewPCG(1, 2))), names)
	if (errA == nil) != (errB == nil) {
		t.Fatalf("%q: %v; %q: %v", a.Source(), errA, b.Source(), errB)
	}
	if errA == nil && (ra.Total != rb.Total || ra.Text != rb.Text) {
		t.Fatalf("%q rolls %s, %q rolls %s", a.Source(), ra.Text, b.Source(), rb.Text)
	}
}
