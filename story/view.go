package story

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// A View is what one character may use of a story: the only door through which
// skills, planners and prompts see it. It holds no id of an event, no position and
// no count beyond its own items, so that equal views are equal byte for byte.
type View struct {
	state *State // as it was when the view was made
	who   event.CharacterID
}

// Player is the player's view. It stays as it is when the story goes on.
func (s *State) Player() *View { return &View{state: s.snapshot(), who: event.Player} }

// journalShown is how much of the journal session state has.
const journalShown = 20

// Object is the view as session state has it, under the keys $player, $people,
// $relations, $time, $world, $threads and $journal, beside the free keys. The
// object is the caller's; what it holds is shared, and not to be changed.
func (v *View) Object() strictjson.Object {
	o := strictjson.Object{}
	for key, value := range v.state.Free {
		if !strings.HasPrefix(key, "$") {
			o[key] = value
		}
	}
	o["$player"], o["$time"], o["$world"] = v.player(), v.time(), v.world()
	o["$people"], o["$relations"] = v.people()
	o["$threads"], o["$journal"] = v.threads(), v.journal()
	return o
}

// player is who the player is: as it was decided at the start, and what has
// become of that, as far as they noticed.
func (v *View) player() strictjson.Object {
	is := v.state.People[event.Player]
	o := make(strictjson.Object, len(is.Shown.Changes)+2)
	maps.Copy(o, is.Shown.Changes)
	put(o, "place", is.Place)
	items := make([]any, len(is.Shown.Items))
	for i, item := range is.Shown.Items {
		items[i] = item.ID
	}
	o["items"] = items
	return o
}

func put(o strictjson.Object, name, value string) {
	if value != "" {
		o[name] = value
	}
}

func (v *View) time() strictjson.Object {
	s := v.state
	return strictjson.Object{
		"day": number(s.Day()), "hour": number(s.Hour()), "minute": number(s.Minute()), "minutes": number(s.Minutes),
	}
}

func (v *View) world() strictjson.Object {
	o := strictjson.Object{}
	put(o, "weather", v.state.WeatherAt(v.state.Place()))
	put(o, "place", v.state.Place())
	return o
}

// people are those whom the player has met or sees now, and what they and the
// factions think of the player.
func (v *View) people() (people, relations strictjson.Object) {
	s := v.state
	people, relations = strictjson.Object{}, strictjson.Object{}
	present := s.Present()
	for id, c := range s.People {
		_, here := slices.BinarySearch(present, id)
		if id == event.Player || c.Met == 0 && !here {
			continue
		}
		people[string(id)] = v.person(id, c, here)
	}
	for pair, relation := range s.Relations {
		_, known := people[pair.Who]
		kind := s.Entities[pair.Who].Type
		if pair.Whom == string(v.who) && (known || kind == faction || kind == "group") {
			relations[pair.Who] = Points(relation.At(s.Minutes))
		}
	}
	return people, relations
}

func (v *View) person(id event.CharacterID, c Character, here bool) strictjson.Object {
	o := strictjson.Object{"name": v.state.Name(string(id)), "met": c.Met != 0}
	place, ago := c.Shown.Place, v.state.Turn.Number-c.Seen
	if here {
		place, ago = c.Place, 0
	}
	put(o, "place", place)
	put(o, "mood", text(c.Shown.Changes["mood"]))
	o["turns_ago"] = number(ago)
	return o
}

func (v *View) threads() []any {
	threads := make([]any, len(v.state.Threads))
	for i, t := range v.state.Threads {
		threads[i] = strictjson.Object{"id": t.ID, "title": t.Title, "open": t.Open}
	}
	return threads
}

// journal is what happened lately, each thing once: a choice stands for what came of
// it until that is told.
func (v *View) journal() []any {
	all := v.state.Journal
	shown, told := []any{}, int64(-1) // the turn of which it is told what the player did
	for i := len(all) - 1; i >= 0 && len(shown) < journalShown; i-- {
		entry := &all[i]
		if entry.Kind == event.Happened && slices.Contains(entry.Who, event.Player) {
			told = entry.Turn
		}
		if entry.Kind == event.ChoiceMade && entry.Turn == told {
			continue
		}
		shown = append(shown, strictjson.Object{
			"id": handle('e', i), "text": entry.Text, "turns_ago": number(v.state.Turn.Number - entry.Turn),
		})
	}
	slices.Reverse(shown)
	return shown
}

// handle numbers what a view holds, from 1.
func handle(kind byte, i int) string { return string(kind) + strconv.Itoa(i+1) }

// Position is the event behind a handle of this view, "m3" or "e5".
func (v *View) Position(handle string) (event.Position, bool) {
	if len(handle) < 2 || handle[1] < '1' || handle[1] > '9' {
		return 0, false
	}
	n, err := strconv.Atoi(handle[1:])
	if err != nil {
		return 0, false
	}
	switch kind := handle[0]; {
	case kind == 'm' && n <= len(v.memories()):
		return v.state.Memories[v.memories()[n-1]].Position, true
	case kind == 'e' && n <= len(v.state.Journal):
		return v.state.Journal[n-1].Position, true
	}
	return 0, false
}

// memories are the places of those that the viewer remembers.
func (v *View) memories() []int {
	own := []int{}
	for i := range v.state.Memories {
		if knower := v.state.Memories[i].Knower; knower == v.who || knower == event.Everyone {
			own = append(own, i)
		}
	}
	return own
}

// A candidate is a memory that passed the filters: which of the view's it is, and
// where the state has it.
type candidate struct{ number, place, relevance int }

// Recall finds memories of the view, best first, equally good ones latest first.
// See Query. What the filters leave out moves no rank.
func (v *View) Recall(q Query) []Recalled {
	var all []candidate
	for n, i := range v.memories() {
		if q.admits(&v.state.Memories[i]) {
			all = append(all, candidate{n, i, wholeRelevance})
		}
	}
	slices.Reverse(all)
	if q.Text != "" {
		all = v.ranked(all, q)
	}
	if q.Limit > 0 && len(all) > q.Limit {
		all = all[:q.Limit]
	}
	var found []Recalled
	for _, c := range all {
		found = append(found, Recalled{Handle: handle('m', c.number), Memory: v.state.Memories[c.place], Relevance: c.relevance})
	}
	return found
}

// wholeRelevance is that of a memory to a query that asks for nothing.
const wholeRelevance = 1000

// ranked leaves of candidates, latest first, those that speak of the query, best
// first.
func (v *View) ranked(all []candidate, q Query) []candidate {
	x := v.state.index
	if x == nil {
		x = new(index)
	}
	scores := x.score(v.state.Memories, all, q.Text)
	var best []int
	for i, score := range scores {
		if all[i].relevance = score.Relevance; score.Millionths > 0 && score.Relevance >= q.Relevance {
			best = append(best, i)
		}
	}
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(scores[b].Millionths, scores[a].Millionths) })
	ranked := make([]candidate, len(best))
	for place, i := range best {
		ranked[place] = all[i]
	}
	return ranked
}

func (q *Query) admits(m *Memory) bool {
	return (q.Place == "" || m.Place == q.Place) && (!q.Episodic || m.Episodic != "") &&
		(q.From == nil || m.Minutes >= *q.From) && (q.To == nil || m.Minutes <= *q.To) &&
		(q.Before <= 0 || m.Turn < q.Before) &&
		containsAll(m.Characters, q.Characters) && containsAll(m.Tags, q.Tags)
}

func containsAll[T comparable](list, wanted []T) bool {
	return !slices.ContainsFunc(wanted, func(w T) bool { return !slices.Contains(list, w) })
}

// Points writes thousandths as a number of points: 12500 is 12.5.
func Points(thousandths int64) strictjson.Number {
	sign, n := "", uint64(thousandths)
	if thousandths < 0 {
		sign, n = "-", -n
	}
	written := sign + strconv.FormatUint(n/1000, 10)
	if rest := n % 1000; rest != 0 {
		written += "." + strings.TrimRight(strconv.FormatUint(1000+rest, 10)[1:], "0")
	}
	return strictjson.Number(written)
}

// A Query is what is looked for among memories. Every filter that is given must
// match.
type Query struct {
	Text       string // "" finds everything, latest first
	Limit      int    // 0 for all
	Relevance  int    // the least, in thousandths
	Place      string
	Characters []event.CharacterID // all of them
	Tags       []string            // all of them
	Episodic   bool                // triumphs and failures alone
	From, To   *int64              // story minutes
	Before     int64               // turns: only memories of an earlier turn; 0 for any
}

// Recalled is a memory that was found.
type Recalled struct {
	Handle    string // "m3": the third memory of the view
	Memory    Memory
	Relevance int // thousandths
}
