package engine_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/engine"
	"github.com/narratoria/narratoria/engine/world"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/mem"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/prose/grammar"
	"github.com/narratoria/narratoria/story/event"
)

// What every turn of every story keeps to, whatever its campaign, seed and choices: see
// promises. They are read of states, views and the source of each piece of prose; texts are
// compared for repetition alone.
func TestEveryTurnKeepsItsPromises(t *testing.T) {
	const seeds, turns = 100, 60
	for _, sample := range promised(t) {
		var mutex sync.Mutex
		var taken, fruitful int
		t.Run(sample.Name, func(t *testing.T) {
			for seed := range soak.Count(seeds) {
				t.Run(fmt.Sprint(seed+1), func(t *testing.T) {
					t.Parallel()
					length := turns
					if !soak.Whole() && sample.Name != "grey-harbour" {
						length = turns / 2
					}
					played := playedBy(t, sample, seed, length)
					for _, kept := range promises {
						for _, broken := range kept.broken(played) {
							t.Errorf("%s: %s", kept.name, broken)
						}
					}
					mutex.Lock()
					defer mutex.Unlock()
					taken, fruitful = taken+count(played, asksOrSearches), fruitful+count(played, func(n *turnPlayed) bool { return asksOrSearches(n) && n.fruitful() })
				})
			}
		})
		t.Logf("%s: %d of %d made choices to talk or to search bore fruit", sample.Name, fruitful, taken)
		if fruitful*100 < taken*95 {
			t.Errorf("%s: only %d of %d made choices to talk or to search bore fruit", sample.Name, fruitful, taken)
		}
	}
}

// promised are the campaigns that the promises are held to: the whole one, and those of three
// files.
func promised(t testing.TB) []campaigns.Sample {
	t.Helper()
	all := campaigns.All()
	dirs, err := filepath.Glob("../campaign/reading/testdata/settings/*/manifest.json")
	if err != nil || len(dirs) < 4 {
		t.Fatal(dirs, err)
	}
	for _, file := range dirs {
		all = append(all, campaigns.Sample{Name: filepath.Base(filepath.Dir(file)), Files: os.DirFS(filepath.Dir(file))})
	}
	return all
}

// A turnPlayed is a turn with how things stood before and after it, as far as promises are
// about that.
type turnPlayed struct {
	*engine.Record
	taken  *engine.Choice // that led here
	slot   campaign.Slot  // of a drama's
	before standing
	after  standing
	people []engine.Acquaintance
	around engine.Surroundings
	quiet  bool          // a beat at which its author wants nothing beside
	why    world.Purpose // of the way that was gone
	onward []string      // the ways that lead on to what is further off
}

// A standing is how things stand at the end of a turn.
type standing struct {
	place     string
	whereOf   map[string]string // everybody but the player
	carried   []string          // of the player
	lying     map[string]string // things, by where they lie
	idle      map[string]bool   // topics: of what is settled, held, standing here, or here itself
	closed    map[string]bool   // threads
	known     int               // facts and claims
	topics    int
	moved     []string // threads, each with its last turn and whether it is open
	authored  []string // choices on offer
	ways      bool
	leadsAway map[string]bool // authored choices on offer that take the player elsewhere
}

func stood(g *engine.Game, r *engine.Record) standing {
	now := g.Stands()
	v := now.View
	s := standing{
		place: v.Place(), whereOf: map[string]string{}, lying: map[string]string{}, idle: map[string]bool{}, closed: map[string]bool{},
		known: len(v.Pieces()), topics: len(v.Topics()), ways: now.Ways(), leadsAway: map[string]bool{},
	}
	for id, p := range now.State.People {
		if id != event.Player {
			s.whereOf[string(id)] = p.Place
		}
	}
	for _, item := range v.Items() {
		s.carried = append(s.carried, item.ID)
		s.idle[world.SubjectOf(grammar.Topic(now.ItemName(item.ID))).ID] = true
	}
	for _, id := range append(v.Present(), v.Place()) {
		s.idle[world.SubjectOf(grammar.Topic(v.Name(id))).ID] = true
	}
	for _, t := range v.Topics() {
		s.idle[t.ID] = s.idle[t.ID] || t.Settled
	}
	for _, t := range v.Threads() {
		s.moved = append(s.moved, fmt.Sprint(t.ID, t.Turn, t.Open))
		s.closed[t.ID] = !t.Open
	}
	delete(s.idle, "")
	for _, c := range r.Choices {
		if c.Source != event.Written {
			continue
		}
		s.authored = append(s.authored, c.ID)
		if beat, id, ok := world.AuthorsID(c.ID); ok {
			if b, found := now.Beat(beat); found {
				if written, found := b.Choice(id); found {
					s.leadsAway[c.ID] = now.LeadsAway(written) || written.Slot == campaign.Leaving
				}
			}
		}
	}
	return s
}

// playedBy is a play by picks that follow from a seed. Every other one prefers what no author
// wrote, which is where most promises are made.
func playedBy(t *testing.T, sample campaigns.Sample, seed, turns int) (all []turnPlayed) {
	t.Helper()
	save, err := persistence.New(mem.New(), nil).Create(t.Context(), "promises", "p-1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = save.Close() })
	b := newBabel(t, nil)
	b.ends = true
	g := b.open(t, sample, fmt.Sprint("promises ", seed), save)
	draw := rand.New(rand.NewPCG(uint64(seed), 17))
	var taken *engine.Choice
	var before standing
	for range turns {
		pick := ""
		if taken != nil {
			pick = taken.ID
		}
		why := purposeOf(g, taken)
		r, err := g.Play(t.Context(), pick)
		if err != nil {
			t.Fatalf("after %d turns, %q: %v", len(all), pick, err)
		}
		after := stood(g, r)
		now := g.Stands()
		var onward []string
		for _, o := range now.Worthwhile(0) {
			if why.At != "" && o.LeadsTo(why.At) {
				onward = append(onward, o.ID())
			}
		}
		n := turnPlayed{Record: r, taken: taken, before: before, after: after, people: g.People(), around: g.Scene(), why: why, onward: onward}
		for _, id := range r.Beats {
			b, ok := now.Beat(id)
			n.quiet = n.quiet || ok && b.WantsQuiet()
		}
		if beat, id, ok := world.AuthorsID(pick); ok {
			if b, found := now.Beat(beat); found {
				if written, found := b.Choice(id); found {
					n.slot = written.Slot
				}
			}
		}
		all, before = append(all, n), after
		if r.Ending != nil || len(r.Choices) == 0 {
			break
		}
		among := r.Choices
		if made := slices.DeleteFunc(slices.Clone(among), func(c engine.Choice) bool { return c.Source == event.Written }); seed%2 == 1 && len(made) > 0 && draw.IntN(4) > 0 {
			among = made
		}
		taken = &among[draw.IntN(len(among))]
	}
	return all
}

// purposeOf is why the player would go a way that is taken.
func purposeOf(g *engine.Game, taken *engine.Choice) world.Purpose {
	if taken == nil || taken.Action.Kind != action.Go {
		return world.Purpose{}
	}
	now := g.Stands()
	for _, o := range now.Offers() {
		if o.ID() == taken.ID {
			return now.Purpose(o)
		}
	}
	return world.Purpose{}
}

// asksOrSearches reports whether the turn came of a choice to talk to somebody or to search, that
// no author wrote: by an offer, or by a drama that was made of an author's prose.
func asksOrSearches(n *turnPlayed) bool {
	kinds := []action.Kind{action.Talk, action.Ask, action.Tell, action.Show, action.AskHelp, action.Press, action.Search}
	slots := []campaign.Slot{campaign.Asking, campaign.Wanting, campaign.Acting}
	return n.taken != nil && (n.taken.Source != event.Written && slices.Contains(kinds, n.taken.Action.Kind) || slices.Contains(slots, n.slot))
}

// movedWhom reports whether whom the choice had to do with is elsewhere since: that others go about
// their business is nobody's doing.
func (n *turnPlayed) movedWhom() bool {
	if n.taken == nil {
		return false
	}
	whom := n.taken.Action.Whom().ID
	return n.before.whereOf[whom] != n.after.whereOf[whom]
}

// fruitful reports whether a turn taught, gave or settled something, moved whom it had to do with,
// or opened a choice. Time that went by and what anybody thinks is nothing.
func (n *turnPlayed) fruitful() bool {
	was, is := &n.before, &n.after
	return is.known > was.known || is.topics > was.topics || !slices.Equal(is.carried, was.carried) || !slices.Equal(is.moved, was.moved) ||
		n.movedWhom() || len(n.Beats) > 0 ||
		slices.ContainsFunc(is.authored, func(id string) bool { return !slices.Contains(was.authored, id) })
}

func count(all []turnPlayed, is func(*turnPlayed) bool) (n int) {
	for i := range all {
		if is(&all[i]) {
			n++
		}
	}
	return n
}

// A promise is kept where it finds nothing in a play that breaks it.
type promise struct {
	name   string
	broken func([]turnPlayed) []string
	breaks func(*turnPlayed) // does to a turn what breaks it, for the test of the test
}

// each is a promise of single turns.
func each(broken func(n *turnPlayed) string) func([]turnPlayed) []string {
	return func(all []turnPlayed) (found []string) {
		for i := range all {
			if what := broken(&all[i]); what != "" {
				found = append(found, fmt.Sprintf("turn %d: %s", all[i].Turn, what))
			}
		}
		return found
	}
}

// mostComposed is how many paragraphs of a turn the machine tells at the most.
const mostComposed = 3

// restsFor is for how many turns a sentence is not told again.
const restsFor = 20

var promises = []promise{
	{"an author has the last word", each(func(n *turnPlayed) string {
		last := slices.Index(n.Passages, action.ByAuthor)
		composed := 0
		for i, of := range n.Passages {
			if of != action.ByAuthor {
				composed++
				if last >= 0 && i > last {
					return fmt.Sprintf("%s is told behind an author: %v", of, n.Passages)
				}
				if n.quiet || n.Ending != nil {
					return fmt.Sprintf("%s is told at a moment for nothing beside: %v", of, n.Passages)
				}
			}
		}
		if len(n.Passages) != len(strings.Split(n.Prose, "\n\n")) || composed > mostComposed {
			return fmt.Sprintf("%v of %q", n.Passages, n.Prose)
		}
		return ""
	}), func(n *turnPlayed) {
		n.Passages, n.Prose = append(slices.Clone(n.Passages), action.ByAuthor, action.Around), n.Prose+"\n\nIt was so.\n\nIt is noon."
	}},
	{"nothing is offered of what is settled, held or present", each(func(n *turnPlayed) string {
		for _, c := range n.Choices {
			a := c.Action
			if c.Source == event.Written {
				continue
			}
			if a.Topic.ID != "" && n.after.idle[a.Topic.ID] && a.Kind != action.Show {
				return "idle is " + c.ID
			}
			if n.after.closed[a.Thread.ID] {
				return "closed is " + c.ID
			}
			if a.Kind == action.Take && slices.Contains(n.after.carried, a.Item.ID) || a.Kind == action.Go && a.Place.ID == n.after.place {
				return "done is " + c.ID
			}
			if slices.Contains([]action.Kind{action.Give, action.Show}, a.Kind) && !slices.Contains(n.after.carried, a.Item.ID) {
				return "not in the hand is what " + c.ID + " is of"
			}
		}
		return ""
	}), func(n *turnPlayed) {
		n.Choices = append(slices.Clone(n.Choices), engine.Choice{ID: "go:here", Source: event.Made, Action: action.Action{Kind: action.Go, Place: action.PlaceRef(n.after.place)}})
	}},
	{"nobody is offered who is not there", each(func(n *turnPlayed) string {
		for _, c := range n.Choices {
			if whom := c.Action.Whom(); c.Source != event.Written && whom.Kind == action.Person && !slices.Contains(n.Scene.Present, whom.ID) {
				return whom.ID + " is not here: " + c.ID
			}
		}
		return ""
	}), func(n *turnPlayed) {
		n.Choices = append(slices.Clone(n.Choices), engine.Choice{ID: "talk:nobody", Source: event.Made, Action: action.Action{Kind: action.Talk, To: []action.Ref{action.PersonRef("nobody")}}})
	}},
	{"there is a way out where there are ways", each(func(n *turnPlayed) string {
		if n.Ending != nil || !n.after.ways || slices.ContainsFunc(n.Choices, func(c engine.Choice) bool {
			return c.Source != event.Written && c.Action.Kind == action.Go || n.after.leadsAway[c.ID]
		}) {
			return ""
		}
		return fmt.Sprintf("none leads away from %s of %v", n.after.place, ids(n.Choices))
	}), func(n *turnPlayed) {
		n.Ending, n.after.ways = nil, true
		n.Choices = nil
	}},
	{"what one came for can be done", each(func(n *turnPlayed) string {
		why := n.why
		if why.Person == "" || why.At != "" || len(n.Beats) > 0 || n.Ending != nil || !slices.Contains(n.Scene.Present, why.Person) || len(n.after.authored) == len(n.Choices) {
			return ""
		}
		for _, c := range n.Choices {
			a := c.Action
			if a.Whom().ID == why.Person && (why.Item != "" && a.Item.ID == why.Item || why.Topic.ID != "" && a.Topic.ID == why.Topic.ID) || why.Item == "" && why.Topic.ID == "" {
				return ""
			}
		}
		return fmt.Sprintf("to see %s about %s%s, and may do %v", why.Person, why.Topic.ID, why.Item, ids(n.Choices))
	}), func(n *turnPlayed) {
		n.why, n.Beats, n.Ending, n.Scene.Present = world.Purpose{Person: "nobody", Topic: world.Subject{ID: "nothing"}}, nil, nil, append(slices.Clone(n.Scene.Present), "nobody")
	}},
	{"who is on the way can go on", each(func(n *turnPlayed) string {
		if len(n.onward) == 0 || len(n.Beats) > 0 || n.Ending != nil || len(n.after.authored) == len(n.Choices) ||
			slices.ContainsFunc(n.Choices, func(c engine.Choice) bool { return slices.Contains(n.onward, c.ID) }) {
			return ""
		}
		return fmt.Sprintf("to %s by %v, and may do %v", n.why.At, n.onward, ids(n.Choices))
	}), func(n *turnPlayed) {
		n.onward, n.Beats, n.Ending, n.after.authored = []string{"go:nowhere"}, nil, nil, nil
	}},
	{"nobody is in two places, and nothing", each(func(n *turnPlayed) string {
		for _, id := range n.Scene.Present {
			if n.after.whereOf[id] != n.after.place {
				return id + " is here and at " + n.after.whereOf[id]
			}
		}
		here := 0
		for _, p := range n.people {
			if p.Present != slices.Contains(n.Scene.Present, p.ID) {
				return p.ID + " is here and not here"
			}
			if p.Present {
				here++
			}
		}
		if here != len(n.Scene.Present) || here != len(n.around.Present) || n.around.Place != n.Scene.Place || n.after.place != n.Scene.Place {
			return fmt.Sprintf("the scene is of %v, and looking about finds %v and knows %d", n.Scene.Present, n.around.Present, here)
		}
		return ""
	}), func(n *turnPlayed) { n.Scene.Present = append(slices.Clone(n.Scene.Present), "nobody") }},
	{"no sentence is told twice in twenty turns", repeated, func(n *turnPlayed) {
		n.Prose += "\n\n" + n.Prose
	}},
	{"there are three or four choices", each(func(n *turnPlayed) string {
		if n.Ending == nil && (len(n.Choices) < 3 || len(n.Choices) > 4) || n.Ending != nil && len(n.Choices) > 0 {
			return fmt.Sprintf("%d choices: %v", len(n.Choices), ids(n.Choices))
		}
		return ""
	}), func(n *turnPlayed) { n.Choices = n.Choices[:min(2, len(n.Choices))] }},
}

func ids(choices []engine.Choice) (all []string) {
	for _, c := range choices {
		all = append(all, c.ID)
	}
	return all
}

// repeated are the sentences that are told again too soon. Those of fewer words than four, and
// what people say who have lines of their own, may come back.
func repeated(all []turnPlayed) (found []string) {
	told := map[string]int64{}
	for i := range all {
		for _, sentence := range prose.Sentences(all[i].Prose) {
			if len(strings.Fields(sentence)) < 4 {
				continue
			}
			if last, again := told[sentence]; again && all[i].Turn-last < restsFor {
				found = append(found, fmt.Sprintf("turn %d says what turn %d said: %s", all[i].Turn, last, sentence))
			}
			told[sentence] = all[i].Turn
		}
	}
	return found
}

// Each promise is one that can be broken: what breaks it, done to a turn of a play, is found.
func TestBrokenPromisesAreFound(t *testing.T) {
	played := playedBy(t, campaigns.All()[0], 1, 12)
	for _, kept := range promises {
		broken := slices.Clone(played)
		of := broken[5]
		record := *of.Record
		of.Record = &record
		kept.breaks(&of)
		broken[5] = of
		if found := kept.broken(broken); len(found) != 1+len(kept.broken(played)) && cmp.Or(len(found), 0) <= len(kept.broken(played)) {
			t.Errorf("%s: found is %q", kept.name, found)
		}
	}
	idle := turnPlayed{Record: &engine.Record{}, before: standing{known: 3, whereOf: map[string]string{"ines": "quay"}}, after: standing{known: 3, whereOf: map[string]string{"ines": "quay"}}}
	if idle.fruitful() {
		t.Error("a turn that gives nothing is fruitful")
	}
	idle.taken = &engine.Choice{Action: action.Action{Kind: action.Ask, To: []action.Ref{action.PersonRef("ines")}}}
	others := idle
	others.after.whereOf = map[string]string{"ines": "quay", "wren": "loft"}
	if others.fruitful() {
		t.Error("a turn in which somebody goes about their business is fruitful")
	}
	for name, gives := range map[string]func(*standing){
		"teaches": func(s *standing) { s.known++ }, "gives": func(s *standing) { s.carried = []string{"fid"} }, "settles": func(s *standing) { s.moved = []string{"a1false"} },
		"moves": func(s *standing) { s.whereOf = map[string]string{"ines": "inn"} }, "opens": func(s *standing) { s.authored = []string{"a/b"} },
	} {
		full := idle
		gives(&full.after)
		if !full.fruitful() {
			t.Errorf("a turn that %s is not fruitful", name)
		}
	}

}
