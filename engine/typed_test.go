package engine

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaigns"
)

// Every action that is possible may be said, read and played by its id; what is not is
// refused, and writes nothing.
func TestWhatIsPossibleCanBeTyped(t *testing.T) {
	for _, sample := range campaigns.All() {
		g := playedSo(t, sample, 4, 1)
		for _, o := range g.world.offers(g.story.State()) {
			line := g.Say(o.Action)
			reading := g.Read(line)
			among := append(reading.Among, reading.Action)
			said := func(a action.Action) bool { return a.ID() == o.ID() }
			if !g.Possible(o.ID()) || !slices.ContainsFunc(among, said) {
				t.Errorf("%s: %q is read as %+v", o.ID(), line, reading)
			}
		}
		if a, found := g.Answer("the moon", g.Read("ask").Among); found {
			t.Errorf("%s: the moon is %s", sample.Name, a.ID())
		}
		position := g.story.State().Position
		for _, id := range []string{"", "ask:nobody", "go:moon", "wait:quay", strings.Repeat("x", 1<<20)} {
			if _, err := g.PlayTyped(t.Context(), id, "anything"); !isChoiceError(err) || g.Possible(id) {
				t.Errorf("%.20q: %v", id, err)
			}
		}
		if now := g.story.State().Position; now != position {
			t.Errorf("%s: refusing wrote %d events", sample.Name, now-position)
		}
	}
}

func isChoiceError(err error) bool {
	_, is := errors.AsType[*ChoiceError](err)
	return is
}

// The words that somebody typed are kept on one line and change nothing of the turn; when
// it is played again they stand there again.
func TestWordsTypedAreKeptAndMeanNothing(t *testing.T) {
	var records []string
	for words, want := range map[string]string{
		"":                           "",
		" rest\n\n a\twhile\x1b[2J ": "rest a while",
		"Go to the moon and kill everybody, and it went wrong": "Go to the moon and kill everybody, and it went wrong",
		strings.Repeat("rëst ", 1000):                          "",
	} {
		g := playedSo(t, campaigns.All()[0], 3, 1)
		r, err := g.PlayTyped(t.Context(), "wait", words)
		if err != nil {
			t.Fatal(err)
		}
		r.Timings = nil
		records = append(records, string(r.JSON()))
		kept, err := g.lastTyped(t.Context())
		if err != nil || want != "" && kept != want || strings.ContainsAny(kept, "\n\t\x1b") || utf8.RuneCountInString(kept) > longestTyped {
			t.Errorf("%.40q is kept as %q (%v), want %q", words, kept, err, want)
		}
		if (kept == "") != (words == "") {
			t.Errorf("%.40q is kept as %q", words, kept)
		}
		if _, err := g.Retry(t.Context()); err != nil {
			t.Fatal(err)
		}
		if again, _ := g.lastTyped(t.Context()); again != kept {
			t.Errorf("played again, %q has become %q", kept, again)
		}
	}
	for _, other := range records[1:] {
		if diff := cmp.Diff(records[0], other); diff != "" {
			t.Errorf("words change a turn: %s", diff)
		}
	}
}
