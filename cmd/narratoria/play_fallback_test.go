package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/narrator"
	"github.com/narratoria/narratoria/plan"
)

// A turn for which five plans failed is told by the program itself, and the player is
// offered to go on, to begin a new session, or to see what went wrong; all three do
// what they say. The program is the real one, with a planner that fails when told.
func TestAfterFivePlansThePlayerDecides(t *testing.T) {
	ownDirectories(t)
	var fails []narrator.Answer
	for i := range plan.MaxAttempts {
		fails = append(fails, []narrator.Answer{
			narrator.SaysBytes([]byte("{")), narrator.SaysBytes([]byte(`{"tools": "none"}`)), narrator.Fails(errors.New("no model answers")),
		}[i%3])
	}
	planner := &narrator.Scripted{Turns: [][]narrator.Answer{{}, fails}, Then: narrator.Rules{}}
	var out, errs bytes.Buffer
	s := streams{strings.NewReader("1\ncontinue\ndetails\nrestart\n1\nq\n"), &out, &errs, new(string)}
	flags := &playFlags{seed: "1"}
	program, err := openForPlay(s, flags)
	must(t, err)
	p := &player{streams: s, program: program, flags: flags, session: newSession(s, flags, nil), planner: planner}
	defer p.session.Lines.Close()
	must(t, p.prepare(t.Context(), []string{"grey-harbour"}))
	must(t, p.run(t.Context()))
	must(t, p.end(t.Context(), nil))

	rest := out.String()
	for _, text := range []string{
		"> 1\n", "The narrator could not make this turn, though it tried 5 times.",
		"  continue  ", "  restart   ", "  details   ", "\n1. ",
		"> continue\n", "could not make this turn", "\n1. ",
		"> details\n", "How turn 2 was made", "No plan worked out, though 5 plans were asked for",
		"> restart\n", "A new session has begun", "in turn 2.", "\n1. ",
		"> 1\n", "\n1. ", "> q\n", "Kept as \"grey-harbour-1\"",
	} {
		_, after, found := strings.Cut(rest, text)
		if !found {
			t.Fatalf("after the rest there is no %q:\n%s", text, rest)
		}
		rest = after
	}
	attempts := map[int]int{}
	for _, r := range planner.Requests() {
		attempts[r.Attempt]++
	}
	if attempts[1] != 3 || attempts[plan.MaxAttempts] != 1 || errs.Len() > 0 {
		t.Errorf("plans were asked for at attempts %v; %s", attempts, errs.String())
	}
	records := recordsOf(t, playedOn(t))
	if r := records[0]; r.Turn != 3 || r.Session != 2 || r.Fallback {
		t.Errorf("what is kept goes on with turn %d of session %d, fallback %v", r.Turn, r.Session, r.Fallback)
	}
}

// playedOn is what a play prints that goes on with the latest story.
func playedOn(t *testing.T) string {
	t.Helper()
	code, out, errs := command("play", "--continue", "--auto", "1", "--json")
	if code != exitOK || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	return out
}
