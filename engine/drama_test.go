package engine

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/drama"
	read "github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// threeFiles are the campaigns of three files to work with, as they are played.
func threeFiles(t testing.TB) []string {
	t.Helper()
	return []string{"../campaigns/minimal", "../campaign/reading/testdata/settings/kitchen", "../campaign/reading/testdata/settings/dyeworks", "../campaign/reading/testdata/settings/parish",
		"../campaign/reading/testdata/settings/light", "../campaign/reading/testdata/settings/sentence"}
}

func threeFile(t testing.TB, dir string) *campaign.Campaign {
	t.Helper()
	c, problems := campaign.LoadDir(dir, campaign.Options{})
	if c == nil {
		t.Fatal(problems)
	}
	full, err := campaign.Complete(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// A turnCount is what came of the turns of plays.
type turnCount struct{ turns, facts, moved, choices int }

// playDrama plays by picks, and counts; it checks of each turn what has to hold of every one.
func playDrama(t *testing.T, dir string, seed, most int, pick func(r *Record) string) (n turnCount, ended bool) {
	t.Helper()
	return playCampaign(t, dir, threeFile(t, dir), seed, most, pick)
}

// playCampaign is playDrama of a campaign as it was read.
func playCampaign(t *testing.T, dir string, c *campaign.Campaign, seed, most int, pick func(r *Record) string) (n turnCount, ended bool) {
	t.Helper()
	b := at(t, c)
	b.opts.Seed = fmt.Sprint(seed)
	g := b.open()
	r := must(t, g, "")
	known := map[string]bool{}
	toldOf(c, r.Prose, known)
	told := map[string]int{}
	for turn := 1; turn <= most && r.Ending == nil; turn++ {
		if len(r.Choices) < 2 || len(r.Choices) > 4 {
			t.Errorf("%s, seed %d, turn %d: %d choices", dir, seed, turn, len(r.Choices))
		}
		before := g.story.State()
		reached, where := len(before.Reached), whereabouts(g)
		r = must(t, g, pick(r))
		after := g.story.State()
		n.turns++
		n.facts += toldOf(c, r.Prose, known)
		n.choices += len(r.Choices)
		if len(after.Reached) > reached || !slices.Equal(where, whereabouts(g)) {
			n.moved++
		}
		for paragraph := range strings.SplitSeq(r.Prose, "\n\n") {
			if last, again := told[paragraph]; again && turn-last < 20 && len(strings.Fields(paragraph)) > 8 {
				t.Errorf("%s, seed %d, turn %d says what turn %d said: %s", dir, seed, turn, last, paragraph)
			}
			told[paragraph] = turn
			if broken := brokenSentence(paragraph); broken != "" {
				t.Errorf("%s, seed %d, turn %d: %s", dir, seed, turn, broken)
			}
		}
	}
	return n, r.Ending != nil
}

// toldOf is how many of the author's sentences are told for the first time.
func toldOf(c *campaign.Campaign, text string, known map[string]bool) (n int) {
	text = strings.NewReplacer(",\"", ".\"").Replace(text)
	for _, s := range c.Reading.Sentences {
		if !known[s.ID] && s.Whole && strings.Contains(text, strings.TrimSuffix(s.Text, ".")) {
			known[s.ID] = true
			n++
		}
	}
	return n
}

// whereabouts is where everybody is.
func whereabouts(g *Game) (all []string) {
	for id, p := range g.story.State().People {
		if id != event.Player {
			all = append(all, string(id)+"@"+p.Place)
		}
	}
	slices.Sort(all)
	return all
}

// brokenSentence is what is wrong with how a paragraph is written, as far as its signs show
// it.
func brokenSentence(paragraph string) string {
	trimmed := strings.TrimRight(paragraph, `"”’)`)
	switch {
	case strings.TrimSpace(paragraph) == "":
		return "an empty paragraph"
	case !strings.ContainsAny(trimmed[max(0, len(trimmed)-1):], ".!?…:"):
		return "it does not end: " + paragraph
	case strings.Contains(paragraph, "  ") || strings.Contains(paragraph, " .") || strings.Contains(paragraph, ",,") || strings.Contains(paragraph, "the the "):
		return "it is put together badly: " + paragraph
	case strings.Count(paragraph, `"`)%2 != 0:
		return "a quotation does not close: " + paragraph
	}
	return ""
}

// Every turn of a drama moves a thread, the clock or a person in most, brings facts, and comes
// to one of two ends.
func TestDramasArePlayed(t *testing.T) {
	const plays = 20
	for _, dir := range threeFiles(t) {
		if n, _ := playDrama(t, dir, 1, 60, onwards); n.turns > 0 {
			t.Logf("%s, by somebody who wants to know: %d turns, %.2f new facts a turn", dir, n.turns, float64(n.facts)/float64(n.turns))
		}
		var all turnCount
		ends := 0
		for seed := range soak.Count(plays) {
			n, ended := playDrama(t, dir, seed, 90, func(r *Record) string { return r.Choices[(seed*7+int(r.Turn)*3)%len(r.Choices)].ID })
			all.turns, all.facts, all.moved = all.turns+n.turns, all.facts+n.facts, all.moved+n.moved
			if ended {
				ends++
			} else {
				t.Errorf("%s, seed %d: no end in 90 turns", dir, seed)
			}
		}
		t.Logf("%s: %d ends, %.1f turns, %.2f new facts a turn, %.0f %% of turns with an event", dir, ends, float64(all.turns)/float64(soak.Count(plays)), float64(all.facts)/float64(all.turns), 100*float64(all.moved)/float64(all.turns))
		if all.moved*10 < all.turns*6 {
			t.Errorf("%s: only %d of %d turns move anything", dir, all.moved, all.turns)
		}
	}
}

// The campaigns that were kept back are told without a sentence that is put together badly.
func TestKeptBackAreTold(t *testing.T) {
	dirs, err := filepath.Glob("../campaign/reading/testdata/keptback/*/manifest.json")
	if err != nil || len(dirs) != 6 {
		t.Fatal(dirs, err)
	}
	for _, file := range dirs {
		for seed := range soak.Count(20) {
			n, ended := playDrama(t, filepath.Dir(file), seed, 90, func(r *Record) string { return r.Choices[(seed*5+int(r.Turn)*3)%len(r.Choices)].ID })
			if !ended {
				t.Errorf("%s, seed %d: no end", file, seed)
			}
			if seed == 0 {
				t.Logf("%s: %d turns, %d facts", file, n.turns, n.facts)
			}
		}
	}
}

// The 24 labelled campaigns, completed by somebody who has their labels, are played to an end as they are by rules alone, and told without a
// sentence that is put together badly.
func TestCompletedCampaignsArePlayed(t *testing.T) {
	reader, completed := read.New(), 0
	files, err := filepath.Glob("../campaign/reading/testdata/*/*.labels.json")
	if err != nil || len(files) != 24 {
		t.Fatal(files, err)
	}
	for i, file := range files {
		dir := strings.TrimSuffix(file, ".labels.json")
		if filepath.Base(dir) == "minimal" {
			dir = "../campaigns/minimal"
		}
		c, problems := campaign.LoadDir(dir, campaign.Options{})
		if c == nil {
			t.Fatal(problems)
		}
		rules := reader.Read(c.Setting.Body, c.Premise.Body)
		all, _ := reader.Complete(c.Setting.Body, c.Premise.Body, labelledIn(t, file, rules))
		if len(all.Completed.Entities) > 0 {
			completed++
		}
		full, err := campaign.Complete(c, func(string, string) *read.Reading { return all })
		if err != nil {
			t.Fatal(dir, err)
		}
		if _, ended := playCampaign(t, dir, full, i, 90, func(r *Record) string { return r.Choices[(i*5+int(r.Turn)*3)%len(r.Choices)].ID }); !ended {
			t.Errorf("%s: no end", dir)
		}
	}
	if completed < 15 {
		t.Errorf("only %d have anything that rules did not find", completed)
	}
}

// labelledIn are what is labelled, each in the first sentence that has it.
func labelledIn(t *testing.T, file string, rules *read.Reading) (f read.Findings) {
	t.Helper()
	var labels struct{ People, Places, Things, Papers [][]string }
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &labels)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, of := range [][][]string{labels.People, labels.Places, labels.Things, labels.Papers} {
		for _, names := range of {
			at := slices.IndexFunc(rules.Sentences, func(s read.Sentence) bool {
				return strings.Contains(strings.ToLower(s.Text), strings.ToLower(names[0]))
			})
			f.Entities = append(f.Entities, read.Found{Kind: read.Kinds[i], Name: names[0], Sentence: at})
		}
	}
	return f
}

// onwards picks what is here before what is elsewhere, and waits and decides last.
func onwards(r *Record) string {
	for _, c := range r.Choices {
		if !strings.Contains(c.ID, "/wait-") && !strings.Contains(c.ID, "/early-") && !strings.Contains(c.ID, "/leave-") {
			return c.ID
		}
	}
	return r.Choices[0].ID
}

// The plot is kept in the story's first event: a story goes on by the one it began with, and
// one that began without any goes on without.
func TestAStoryKeepsItsDrama(t *testing.T) {
	b := at(t, threeFile(t, "../campaigns/minimal"))
	b.opts.Seed = "1"
	g := b.open()
	must(t, g, "")
	kept := drama.Parse(strictjson.AsObject(g.story.State().Parameters[dramaParameter]))
	if kept == nil || len(kept.Threads) == 0 || !g.opts.Campaign.Dramatic {
		t.Fatalf("kept is %+v", kept)
	}
	without := at(t, undramatic(t)).open()
	must(t, without, "")
	if without.opts.Campaign.Dramatic || without.story.State().Parameters[dramaParameter] != nil {
		t.Error("a plot was made of nothing")
	}
}

// What is locked cannot be gone to until it is open.
func TestALockIsAPrecondition(t *testing.T) {
	b := at(t, threeFile(t, "../campaigns/minimal"))
	b.opts.Seed = "1"
	g := b.open()
	must(t, g, "")
	open := func() bool {
		return slices.ContainsFunc(g.world.At(g.story.State()).Offers(), func(o world.Offer) bool { return o.ID() == "go:ossuary" })
	}
	if open() {
		t.Error("the Ossuary is open at first")
	}
	turn := g.begun()
	turn.patch(nested("drama.open-ossuary", true))
	if !slices.ContainsFunc(turn.now().Offers(), func(o world.Offer) bool { return o.ID() == "go:ossuary" }) {
		t.Error("the Ossuary stays locked")
	}
}

// Whoever searches a place finds what its drama has there, without dice and in the time that its clock has for
// a deed; where there is no more, the search finds nothing and is rolled for nothing.
func TestASearchInADrama(t *testing.T) {
	b := at(t, threeFile(t, "../campaigns/minimal"))
	b.opts.Seed = "1"
	g := b.open()
	must(t, g, "")
	place := g.Stands().View.Place()
	for n := range 5 {
		r := must(t, g, "search:"+place)
		if r.Check != nil {
			t.Errorf("searched with %+v", r.Check)
		}
		if n == 0 && len(r.Beats) == 0 {
			t.Errorf("there is something to be seen at %s, and nothing was found: %s", place, r.Prose)
		}
	}
	for _, o := range g.world.At(g.story.State()).Offers() {
		if o.Kind != action.Wait && int(o.Minutes) > g.world.Pace {
			t.Errorf("%s takes %d minutes of %d", o.ID(), o.Minutes, g.world.Pace)
		}
	}
	for _, o := range g.world.At(g.story.State()).Worthwhile(4) {
		if o.Kind == action.Wait || o.Kind == action.Examine && o.Item.None() {
			t.Errorf("offered beside the drama's own: %s", o.ID())
		}
	}
}

// In half of the turns of a drama at least something happens that is not the player's own deed: somebody comes, goes or
// asks another, or time passes by a sign; and it is told.
func TestTurnsTellOfMoreThanTheDeed(t *testing.T) {
	const plays = 20
	for _, dir := range []string{"../campaigns/minimal", "../campaign/reading/testdata/further/theatre"} {
		c := threeFile(t, dir)
		turns, told := 0, 0
		for seed := range plays {
			b := at(t, c)
			b.opts.Seed = fmt.Sprint(seed)
			g := b.open()
			r := must(t, g, "")
			for r.Ending == nil && r.Turn < 40 {
				before, was := whereabouts(g), g.Stands().View.Place()
				r = must(t, g, r.Choices[(seed*7+int(r.Turn)*3)%len(r.Choices)].ID)
				turns++
				if happened(g, r, before, was) {
					told++
				}
			}
		}
		t.Logf("%s: something happens in %d of %d turns, %d %%", dir, told, turns, told*100/turns)
		if told*2 < turns {
			t.Errorf("%s: something happens in %d of %d turns alone", dir, told, turns)
		}
	}
}

// tellsOf reports whether anything that a beat may tell is told.
func tellsOf(g *Game, beat, told string) bool {
	b, _ := g.world.Campaign.Beat(beat)
	return slices.ContainsFunc(b.Prose, func(p campaign.Paragraph) bool {
		return slices.ContainsFunc(p, func(v campaign.Variant) bool { return v.Text != "" && strings.Contains(told, v.Text) })
	})
}

// happened reports whether a turn tells of a sign or an errand, or has somebody come to where the player is, or
// leave, who was not there before: of whoever the player went to, neither.
func happened(g *Game, r *Record, before []string, was string) bool {
	for _, id := range r.Beats {
		if strings.HasPrefix(id, "sign-") || strings.HasPrefix(id, "leave-errand") || strings.HasPrefix(id, "asks-errand") || strings.HasPrefix(id, "pass-errand") && tellsOf(g, id, r.Prose) {
			return true
		}
	}
	here := g.Stands().View.Place()
	for _, at := range whereabouts(g) {
		if !slices.Contains(before, at) && strings.HasSuffix(at, "@"+here) {
			return true
		}
	}
	for _, at := range before {
		if here == was && strings.HasSuffix(at, "@"+here) && !slices.Contains(whereabouts(g), at) {
			return true
		}
	}
	return false
}
