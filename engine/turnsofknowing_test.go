package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/story/event"
	"github.com/narratoria/narratoria/story/mind"
)

// plays plays the sample by ids, of what was offered or of what can be done, and gives the beats that
// were told.
func plays(t *testing.T, ids ...string) (*Game, []string) {
	t.Helper()
	g := at(t, sample(t, "grey-harbour")).open()
	var beats []string
	for _, id := range append([]string{""}, ids...) {
		r, err := g.Play(t.Context(), id)
		if err != nil {
			s := g.story.State()
			t.Fatalf("%s: %v; at %s with %v, possible: %v", id, err, s.Place(), s.Present(), idsOf(g.world.At(s).Possible()))
		}
		t.Logf("%s (%s %s) %v: %s", id, r.Scene.Place, r.Scene.Time, r.Beats, r.Prose)
		beats = append(beats, r.Beats...)
	}
	return g, beats
}

// chain is how somebody came by a fact, back to whoever saw it.
func chain(t *testing.T, g *Game, fact string, who event.CharacterID) (hops []string) {
	t.Helper()
	why, err := g.story.State().Minds.Why(fact, who)
	if err != nil {
		t.Fatal(err)
	}
	for _, reason := range why.Reasons[:min(1, len(why.Reasons))] {
		for _, hop := range reason {
			hops = append(hops, string(hop.Who)+" "+string(hop.How))
		}
	}
	return hops
}

// spread are those who know a fact, and those who have something else of it.
func spread(t *testing.T, g *Game, fact string) (all []string) {
	t.Helper()
	spread, err := g.story.State().Minds.Who(fact)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range spread.Knowers {
		all = append(all, string(k.Who))
	}
	for _, m := range spread.Mistaken {
		all = append(all, "not "+string(m.Who))
	}
	return all
}

// Wren saw the pilot's lantern for what it was. Whoever asks her, and takes it up the hill to him,
// gives him what he has wanted to hear; to whoever has nothing to tell him he tells nothing.
func TestThePilotHearsThatHeWasSeen(t *testing.T) {
	to := []string{"arrival/to_the_inn", "inn_welcome/sign_own", "inn_welcome/ask_numbers", "go:chapel", "go:headland", "pilot_watch/ask_burn"}
	asks := []string{"go:chapel", "go:inn", "ask:wren#the-burnt-turf", "go:chapel", "go:headland"}
	tells := []string{"tell:peder#the-burnt-turf"}

	g, beats := plays(t, slices.Concat(to, asks, tells)...)
	if !slices.Contains(beats, "peder_seen") {
		t.Errorf("who has it from Wren and tells him plays %v", beats)
	}
	if got, want := chain(t, g, "seen-warning", "peder"), []string{"peder told", "player told", "wren witnessed"}; !slices.Equal(got, want) {
		t.Errorf("he has it so: %q, want %q", got, want)
	}
	if _, beats := plays(t, slices.Concat(to, tells)...); slices.Contains(beats, "peder_seen") {
		t.Errorf("who never asked her plays %v", beats)
	}
	if _, beats := plays(t, slices.Concat(to, asks)...); slices.Contains(beats, "peder_seen") {
		t.Errorf("who keeps it to themselves plays %v", beats)
	}
}

// The news that the boats have sailed goes from Gaunt to Wren, at the inn: before the player, who waits
// and listens, or behind their back, and then they can ask her. Whoever takes it to Coad, who has two
// sons aboard, gets the last good oil for it.
func TestCoadHearsOfHisSons(t *testing.T) {
	to := []string{"arrival/to_the_inn", "inn_welcome/sign_pell", "go:quay", "go:chandlery", "chandler_scales/take_sweet", "go:quay", "go:inn",
		"wait", "wait", "wait", "wait", "wait", "wait", "wait", "wait", "wait", "night_falls/sleep"}
	overhears, asks := []string{"wait"}, []string{"go:quay", "go:inn", "ask:wren#the-sons-at-sea"}
	tells := []string{"go:quay", "go:chandlery", "tell:coad#the-boats-coming-home"}

	g, beats := plays(t, slices.Concat(to, overhears, tells)...)
	if !slices.Contains(beats, "coad_told") {
		t.Errorf("who listens and tells him plays %v", beats)
	}
	if got, want := chain(t, g, "boats-sailed", "coad"), []string{"coad told", "player heard", "gaunt witnessed"}; !slices.Equal(got, want) {
		t.Errorf("he has it so: %q, want %q", got, want)
	}
	g, beats = plays(t, slices.Concat(to, asks, tells)...)
	if !slices.Contains(beats, "wren-knows-boats") || !slices.Contains(beats, "coad_told") {
		t.Errorf("who asks Wren and tells him plays %v", beats)
	}
	if got, want := chain(t, g, "boats-sailed", "coad"), []string{"coad told", "player told", "wren told", "gaunt witnessed"}; !slices.Equal(got, want) {
		t.Errorf("he has it so: %q, want %q", got, want)
	}
	g, beats = plays(t, slices.Concat(to, []string{"go:quay", "go:chandlery"})...)
	if slices.Contains(beats, "coad_told") {
		t.Errorf("who has not heard of it plays %v", beats)
	}
	if got := chain(t, g, "boats-sailed", "wren"); !slices.Equal(got, []string{"wren told", "gaunt witnessed"}) {
		t.Errorf("behind the player's back Wren has it so: %q", got)
	}
	if known := g.story.State().Player().Pieces(); slices.ContainsFunc(known, func(p mind.Piece) bool { return strings.Contains(p.Content, "sailed") }) {
		t.Errorf("the player has %v", known)
	}
}

// Honor Strake lies about the ninth man. Whoever has only her word for it, or only the curate's, has
// nothing to put to her.
func TestHonorIsCaughtInHerLie(t *testing.T) {
	to := []string{"arrival/to_the_inn", "inn_welcome/sign_own", "go:chapel", "chapel_rows/ask_ninth", "chapel_rows/kneel_ninth"}
	lie := []string{"go:hall", "ask:honor#the-ninth-man", "honor-ninth-grave/got_wrong"}
	truth := []string{"go:chapel", "ask:pask#the-ninth-man", "ask:pask#the-ninth-man"}
	back := []string{"go:hall"}

	g, beats := plays(t, slices.Concat(to, lie, truth, back)...)
	if !slices.Contains(beats, "honor_read") {
		t.Errorf("who has both accounts plays %v", beats)
	}
	if got, want := chain(t, g, "ninth-name", event.Player), []string{"player told", "honor witnessed"}; !slices.Equal(got, want) {
		t.Errorf("the player has it first so: %q, want %q", got, want)
	}
	g, beats = plays(t, slices.Concat(to, lie, []string{"go:chapel"}, back)...)
	if slices.Contains(beats, "honor_read") {
		t.Errorf("who has her word alone plays %v", beats)
	}
	if got, want := spread(t, g, "ninth-name"), []string{"pask", "honor", "not player"}; !slices.Equal(got, want) {
		t.Errorf("with her word alone it is known to %q, not %q", got, want)
	}
	for _, k := range g.story.State().Minds.Known("honor") {
		if told := slices.Contains(k.KnownTo, event.Player); k.Fact == "ninth-name" && told != (k.How == mind.HowSaid) {
			t.Errorf("Honor takes the player to know %q: %v", k.Content, told)
		}
	}
	if _, beats := plays(t, slices.Concat(to, truth[1:], back)...); slices.Contains(beats, "honor_read") {
		t.Errorf("who has the curate's alone plays %v", beats)
	}
}
