package drama_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/drama"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/rng"
	"github.com/narratoria/narratoria/prose"
)

var reader = sync.OnceValue(reading.New)

// settings are the campaigns to work with, as they are played.
func settings(t testing.TB) map[string]*campaign.Campaign {
	t.Helper()
	return campaignsOf(t, "settings")
}

// campaignsOf are the campaigns of a directory of the reading's, or of all ("*"), and the sample.
func campaignsOf(t testing.TB, set string) map[string]*campaign.Campaign {
	t.Helper()
	all := map[string]*campaign.Campaign{}
	dirs, err := filepath.Glob("../reading/testdata/" + set + "/*/manifest.json")
	if err != nil || len(dirs) < 5 {
		t.Fatal(dirs, err)
	}
	for _, file := range append(dirs, "../../campaigns/minimal/manifest.json") {
		dir := filepath.Dir(file)
		c, problems := campaign.LoadDir(dir, campaign.Options{})
		if c == nil {
			t.Fatal(problems)
		}
		all[filepath.Base(dir)] = complete(t, c)
	}
	return all
}

func complete(t testing.TB, c *campaign.Campaign) *campaign.Campaign {
	t.Helper()
	full, err := campaign.Complete(c, reader().Read)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// eachPlot makes plots with several seeds of every campaign.
func eachPlot(t *testing.T, look func(t *testing.T, c *campaign.Campaign, p *drama.Plot)) {
	t.Helper()
	for name, c := range settings(t) {
		for seed := range 20 {
			t.Run(fmt.Sprintf("%s %d", name, seed), func(t *testing.T) {
				look(t, c, drama.Make(c, rng.FromString(fmt.Sprint(seed))))
			})
		}
	}
}

// Each thread has a place where it can be seen; where there are people, somebody it is of,
// and a way to them of which each step follows from the one before.
func TestThreadsHaveTraceWitnessAndOwner(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		if len(p.Threads) == 0 {
			t.Fatal("there are no threads")
		}
		for i, thread := range p.Threads {
			if problem := threadProblem(p, i); problem != "" {
				t.Errorf("%s: %s", thread.Topic, problem)
			}
		}
	})
}

func threadProblem(p *drama.Plot, i int) string {
	thread := p.Threads[i]
	if !slices.ContainsFunc(p.Places, func(place drama.Place) bool { return place.ID == thread.Trace }) {
		return "its trace is nowhere"
	}
	if len(p.People) == 0 {
		return ""
	}
	if !slices.ContainsFunc(p.People, func(who drama.Person) bool { return who.ID == thread.Owner }) {
		return "nobody owns it"
	}
	var kinds []drama.StepKind
	before := ""
	for _, s := range p.Steps {
		if s.Thread != i {
			continue
		}
		if before != "" && !slices.Contains(s.Needs, before) {
			return "the step " + s.ID + " does not follow from " + before
		}
		before, kinds = s.ID, append(kinds, s.Kind)
		if s.Kind == drama.Secret && s.Person == thread.Owner {
			return "its owner gives it away"
		}
	}
	switch {
	case !slices.Contains(kinds, drama.Look):
		return "nothing of it can be seen"
	case kinds[len(kinds)-1] != drama.Confess:
		return "nobody confesses it"
	case len(speakers(p)) > 1 && !slices.Contains(kinds, drama.Secret):
		return "nobody has seen anything"
	}
	return ""
}

// speakers are the people who speak.
func speakers(p *drama.Plot) (all []string) {
	for _, who := range p.People {
		if !who.Silent {
			all = append(all, who.ID)
		}
	}
	return all
}

// Every fact has a carrier that is somewhere, and nobody tells of themselves what a sentence
// says of them by name.
func TestFactsHaveCarriers(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		for _, s := range p.Steps {
			if problem := carrierProblem(p, s); problem != "" {
				t.Errorf("%s: %s", s.ID, problem)
			}
		}
	})
}

func carrierProblem(p *drama.Plot, s drama.Step) string {
	place := slices.ContainsFunc(p.Places, func(place drama.Place) bool { return place.ID == s.Place })
	at := slices.IndexFunc(p.People, func(who drama.Person) bool { return who.ID == s.Person })
	switch {
	case s.Kind == drama.Look && !place:
		return "nothing carries it"
	case s.Kind != drama.Look && at < 0:
		return "nobody says it"
	case s.Kind == drama.Confess || at < 0:
		return ""
	case p.People[at].Silent:
		return "somebody says it who does not speak"
	}
	for _, said := range s.Says {
		if strings.Contains(said, p.People[at].Name) {
			return p.People[at].Name + " says of themselves: " + said
		}
	}
	return ""
}

// Whatever is locked has two ways past it.
func TestLocksHaveTwoWays(t *testing.T) {
	locks := 0
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		staged := drama.Stage(c, p)
		for _, l := range p.Locks {
			locks++
			if n := waysPast(staged, l.Of); n < 2 && len(p.People) > 0 {
				t.Errorf("%s has %d ways past", l.Of, n)
			}
		}
		for _, place := range staged.Places {
			if locked := slices.ContainsFunc(p.Locks, func(l drama.Lock) bool { return l.Of == place.ID }); locked != (place.Entry != nil) {
				t.Errorf("%s: locked %v, and yet %v", place.ID, locked, place.Entry)
			}
		}
	})
	if locks == 0 {
		t.Error("nothing is locked anywhere")
	}
}

// waysPast are the choices that lead to something being opened.
func waysPast(c *campaign.Campaign, of string) (n int) {
	for _, choice := range c.Beats[0].Choices {
		if choice.Of == "open:"+of {
			n++
		}
	}
	return n
}

// The clock has five signs, each later than the one before, and each can be waited for.
func TestClockHasFiveSigns(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		if len(p.Clock.Turns) != 5 || !slices.IsSorted(p.Clock.Turns) || p.Clock.Turns[0] < 2 || p.Clock.Turns[4] > 60 || p.Clock.Minutes < 5 {
			t.Errorf("%+v", p.Clock)
		}
		staged := drama.Stage(c, p)
		for i := 1; i <= 5; i++ {
			b, ok := staged.Beat(fmt.Sprintf("sign-%d", i))
			if !ok || len(b.Effects) == 0 {
				t.Fatalf("sign %d: %+v", i, b)
			}
			if !slices.ContainsFunc(staged.Beats[0].Choices, func(c campaign.Choice) bool { return c.LeadsTo == b.ID }) {
				t.Errorf("sign %d cannot be waited for", i)
			}
		}
	})
}

// What the third sign takes is lost for good, and bears on no thread.
func TestASignTakesSomething(t *testing.T) {
	taken := 0
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		if p.Clock.Takes == "" {
			return
		}
		taken++
		i := slices.IndexFunc(p.Steps, func(s drama.Step) bool { return s.ID == p.Clock.Takes })
		if i < 0 || p.Steps[i].Thread >= 0 {
			t.Errorf("%s is of a thread, or of nothing", p.Clock.Takes)
		}
		gone := func(w condition.Wanted) bool { return w.Path == "drama.lost-"+p.Clock.Takes }
		staged := drama.Stage(c, p)
		for _, step := range p.Steps {
			if step.Thing != p.Steps[i].Thing {
				continue
			}
			if step.Thread >= 0 {
				t.Errorf("%s, which is gone, is of a thread", step.ID)
			}
			for _, choice := range staged.Beats[0].Choices {
				if choice.LeadsTo == step.ID && !slices.ContainsFunc(choice.Requires.Player, gone) {
					t.Errorf("what is gone can be looked at by %q", choice.Text)
				}
			}
		}
	})
	if taken == 0 {
		t.Error("nothing is ever taken")
	}
}

// Whatever else a thing shows that a sign took is gone with it.
func TestWhatIsGoneShowsNothingMore(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		i := slices.IndexFunc(p.Steps, func(s drama.Step) bool { return s.ID == p.Clock.Takes })
		if i < 0 {
			return
		}
		more := p.Steps[i]
		more.ID, more.Topic, more.Needs = "more", "what else there is", nil
		p.Steps = append(p.Steps, more)
		for _, choice := range drama.Stage(c, p).Beats[0].Choices {
			if choice.LeadsTo == "more" && !slices.ContainsFunc(choice.Requires.Player, func(w condition.Wanted) bool { return w.Path == "drama.lost-"+p.Clock.Takes }) {
				t.Errorf("what is gone can be looked at by %q", choice.Text)
			}
		}
	})
}

// Two things can be done in the end, and each is an ending.
func TestTwoEndings(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		staged := drama.Stage(c, p)
		last, _ := staged.Beat("sign-5")
		if len(staged.Endings) != 2 || len(last.Choices) != 4 || last.Choices[0].Text == last.Choices[1].Text {
			t.Errorf("%d endings, %+v", len(staged.Endings), last.Choices)
		}
	})
}

// A plot comes out of the story's first event as it went in.
func TestPlotIsKept(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		o, err := p.Object()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(p, drama.Parse(o)); d != "" {
			t.Error(d)
		}
	})
	if drama.Parse(nil) != nil || drama.Parse(map[string]any{"version": "x"}) != nil {
		t.Error("what is no plot was read as one")
	}
}

// Equal seeds give equal plots, and others give others.
func TestSeeded(t *testing.T) {
	c := settings(t)["minimal"]
	a, b, other := drama.Make(c, rng.FromString("1")), drama.Make(c, rng.FromString("1")), drama.Make(c, rng.FromString("2"))
	if d := cmp.Diff(a, b); d != "" {
		t.Error(d)
	}
	if cmp.Equal(a.Steps, other.Steps) {
		t.Error("another seed makes the same drama")
	}
}

// No choice of a staged plot leads nowhere, and no two have one id.
func TestStagedHangsTogether(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		staged := drama.Stage(c, p)
		ids := map[string]bool{}
		for _, b := range staged.Beats {
			if ids[b.ID] || len(b.ID) > 64 {
				t.Errorf("the beat %s", b.ID)
			}
			ids[b.ID] = true
		}
		choices := map[string]bool{}
		for _, choice := range staged.Beats[0].Choices {
			if choices[choice.ID] || len(choice.ID) > 64 || choice.Slot == "" || choice.Of == "" {
				t.Errorf("the choice %+v", choice)
			}
			choices[choice.ID] = true
			if choice.LeadsTo != "" && !ids[choice.LeadsTo] {
				t.Errorf("%s leads to %s, which is not there", choice.ID, choice.LeadsTo)
			}
		}
	})
}

// Three files that say nothing, contradict themselves, are huge or in another script make a
// drama as small as it must be.
func TestHostileFiles(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":       "",
		"a heading":     "# Nothing",
		"contradiction": "The door is locked. The door is open. Nobody is here. Anna is here, and Anna is not here. You must go, or stay.",
		"4 MB":          strings.Repeat("The chef of the cook of the Baker's key opens the door, and nobody says why. ", 4<<20/78),
		"Russian":       strings.Repeat("Капитан говорит, что маяк погас. ", 50),
		"Chinese":       strings.Repeat("船长说灯塔熄灭了。", 50),
		"signs":         "“”‘’ — … !!! ???",
		"one name":      "Anna.",
	} {
		c := complete(t, load(t, text))
		p := drama.Make(c, rng.FromString("1"))
		if p == nil {
			t.Errorf("%s: no drama", name)
			continue
		}
		staged := drama.Stage(c, p)
		if len(staged.Places) == 0 || len(staged.Endings) != 2 {
			t.Errorf("%s: %d places, %d endings", name, len(staged.Places), len(staged.Endings))
		}
	}
}

func load(t *testing.T, text string) *campaign.Campaign {
	t.Helper()
	dir := t.TempDir()
	for path, content := range map[string]string{"manifest.json": `{"title": "T", "version": "1.0.0"}`, "world/setting.md": text, "plot/premise.md": text} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, problems := campaign.LoadDir(dir, campaign.Options{})
	if c == nil {
		t.Fatal(problems)
	}
	return c
}

// The rules above can fail: a thread without an owner, a step out of order, an owner who
// gives it away, a fact that nobody carries, and a lock with one way past are noticed.
func TestRulesAreHeld(t *testing.T) {
	c := settings(t)["minimal"]
	fresh := func() *drama.Plot { return drama.Make(c, rng.FromString("1")) }
	for name, break_ := range map[string]func(p *drama.Plot) bool{
		"no owner":    func(p *drama.Plot) bool { p.Threads[0].Owner = ""; return threadProblem(p, 0) == "" },
		"no trace":    func(p *drama.Plot) bool { p.Threads[0].Trace = "moon"; return threadProblem(p, 0) == "" },
		"not in turn": func(p *drama.Plot) bool { p.Steps[1].Needs = nil; return threadProblem(p, p.Steps[1].Thread) == "" },
		"given away": func(p *drama.Plot) bool {
			for i := range p.Steps {
				if p.Steps[i].Thread == 0 && p.Steps[i].Kind == drama.Secret {
					p.Steps[i].Person = p.Threads[0].Owner
				}
			}
			return threadProblem(p, 0) == ""
		},
		"no carrier": func(p *drama.Plot) bool {
			p.Steps[0].Place, p.Steps[0].Person = "", ""
			return carrierProblem(p, p.Steps[0]) == ""
		},
		"of oneself": func(p *drama.Plot) bool {
			i := slices.IndexFunc(p.Steps, func(s drama.Step) bool { return s.Kind == drama.Ask })
			who := slices.IndexFunc(p.People, func(who drama.Person) bool { return who.ID == p.Steps[i].Person })
			p.Steps[i].Says = []string{p.People[who].Name + " did it."}
			return carrierProblem(p, p.Steps[i]) == ""
		},
		"one way": func(p *drama.Plot) bool {
			p.Locks[0].Keeper = ""
			return waysPast(drama.Stage(c, p), p.Locks[0].Of) >= 2
		},
	} {
		if break_(fresh()) {
			t.Errorf("%s is not noticed", name)
		}
	}
}

// Nobody goes to a place to see about it.
func TestNobodySeesToWhereTheyGo(t *testing.T) {
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		for _, b := range drama.Stage(c, p).Beats {
			for _, piece := range slices.Concat(b.Prose...) {
				for _, place := range p.Places {
					if strings.Contains(piece.Text, " goes to "+place.Name+", to see about "+place.Name+".") {
						t.Error(piece.Text)
					}
				}
			}
		}
	})
}

// What the signs say is left is what the story's clock leaves: a clock that counts days comes to the
// evening of the last, that of "in three days" to the fourth, and no two signs say the same.
func TestSignsAgreeWithTheClock(t *testing.T) {
	const aDay = 24 * 60
	c := settings(t)["minimal"]
	for days := 2; days < 100; days++ {
		p := drama.Make(c, rng.FromString("signs"))
		p.Clock.Minutes, p.Clock.Said, p.Stakes = days*aDay, "", nil
		staged := drama.Stage(c, p)
		minute, said := 8*60, map[string]bool{}
		for i := 1; i <= 5; i++ {
			b, _ := staged.Beat(fmt.Sprintf("sign-%d", i))
			before := minute
			for _, e := range b.Effects {
				switch e := e.(type) {
				case effect.Minutes:
					minute += e.Count
				case effect.Until:
					minute += ((e.Minute-minute)%aDay + aDay) % aDay
				}
			}
			text := strings.Join(b.Prose.Tell(&condition.Facts{}), " ")
			if minute <= before || said[text] {
				t.Errorf("%d days, sign %d, at %d after %d: %s", days, i, minute, before, text)
			}
			said[text] = true
			left := days - minute/aDay
			if left == 0 && !strings.Contains(text, "no time left") && !strings.HasSuffix(text, "the day has come.") || left > 1 && strings.HasSuffix(text, " left.") && !strings.Contains(text, prose.Number(left)+" days are left.") {
				t.Errorf("%d days, sign %d, %d left: %s", days, i, left, text)
			}
		}
		if minute/aDay != days || minute%aDay < aDay/2 {
			t.Errorf("%d days end after %d minutes", days, minute)
		}
	}
}

// The sign of the sample's three days, and of hours, as they are told.
func TestSignsAsTold(t *testing.T) {
	c := settings(t)["minimal"]
	for name, test := range map[string]struct {
		minutes int
		said    string
		want    [5]string
	}{
		"three days":  {3 * 24 * 60, "Snow is expected in three days.", [5]string{"Snow is expected in three days. The first evening comes.", "The night goes by. It is morning, and two days are left.", "Evening comes once again.", "Another night goes by. It is morning again, and a day is left."}},
		"two days":    {2 * 24 * 60, "", [5]string{"The first evening comes, and two days are left.", "The night goes by. It is morning, and a day is left.", "Evening comes once again.", "Another night goes by. It is morning again, and the day has come."}},
		"a week":      {7 * 24 * 60, "", [5]string{"The first evening comes, and seven days are left.", "A day later it is morning, and five days are left.", "Two days later it is evening, and three days are left.", "Another night goes by. It is morning again, and two days are left."}},
		"an hour":     {60, "", [5]string{"Fifty minutes are left.", "Thirty-five minutes are left.", "Twenty-five minutes are left.", "Twelve minutes are left."}},
		"three hours": {3 * 60, "", [5]string{"Two hours and twenty-five minutes are left.", "An hour and fifty minutes are left.", "An hour and ten minutes are left.", "Thirty-five minutes are left."}},
		"ten hours":   {10 * 60, "You have until six.", [5]string{"You have until six. Eight hours are left.", "Six hours are left.", "Four hours are left.", "Two hours are left."}},
	} {
		p := drama.Make(c, rng.FromString("signs"))
		p.Clock.Minutes, p.Clock.Said, p.Stakes = test.minutes, test.said, nil
		staged := drama.Stage(c, p)
		for i, want := range test.want {
			b, _ := staged.Beat(fmt.Sprintf("sign-%d", i+1))
			if is := b.Prose.Tell(&condition.Facts{}); want != "" && is[0] != want {
				t.Errorf("%s, sign %d: %q", name, i+1, is)
			}
		}
	}
}

// Who is after something, by a sentence of the author's, is after that when they are asked to speak, and nobody else is.
func TestWantsAreTheirOwn(t *testing.T) {
	wanting := 0
	eachPlot(t, func(t *testing.T, c *campaign.Campaign, p *drama.Plot) {
		for i, person := range drama.Stage(c, p).People {
			var want []campaign.Goal
			if of := p.People[i].Want; of != "" {
				want = []campaign.Goal{{Description: of}}
				wanting++
			}
			if person.ID != p.People[i].ID || !slices.Equal(person.Goals, want) {
				t.Errorf("%s wants %v, and not %v", person.ID, person.Goals, want)
			}
		}
	})
	t.Logf("%d people want something", wanting)
	if wanting == 0 {
		t.Error("nobody wants anything")
	}
}
