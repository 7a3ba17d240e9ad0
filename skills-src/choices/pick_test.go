package choices

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/criteria"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/prose"
)

// verbs begin a choice of ours, in small letters.
const verbs = "ask balance be bring catch count do fall find follow forget get give go hold insist keep lean leave let look make mention offer pass pick press pursue puzzle put search see set show sit sound spend stand stay take talk tell think thinking trust try turn use wait walk with wondering work"

// faults says what is wrong with the language of a choice, or "".
func faults(text string) string {
	words := strings.Fields(text)
	switch {
	case text != strings.Join(words, " "):
		return "spaces"
	case len(words) < fewestWords || len(words) > mostWords:
		return fmt.Sprint(len(words), " words")
	case strings.ContainsAny(text, "{}[]|<>") || strings.Contains(text, "%!") || strings.Contains(text, "?,"):
		return "signs"
	case strings.HasSuffix(text, ".") || strings.HasSuffix(text, ",") || strings.HasSuffix(text, ":"):
		return "its last sign"
	case !capital(words[0]) || !among(strings.ToLower(strings.Trim(words[0], ",")), verbs):
		return "it does not begin with a verb"
	}
	for i, word := range words[:len(words)-1] {
		w, next := strings.ToLower(strings.Trim(word, ",:")), strings.ToLower(words[i+1])
		switch {
		case w == next:
			return "a word twice: " + w
		case among(w, "a an") && w != prose.Article(next):
			return "the article before " + next
		case (w == "she" || w == "he") && among(next, "know think have speak make be say are were want"):
			return "agreement: " + w + " " + next
		case w == "they" && among(next, "knows thinks has was is speaks makes says wants"):
			return "agreement: " + w + " " + next
		}
	}
	if last := words[len(words)-1]; among(last, "the a an of and or but to with about your") {
		return "it ends with " + last
	}
	return ""
}

func TestFaultsAreFound(t *testing.T) {
	for _, text := range []string{
		"Ask Ines  about it", "Ask", "Ask Ines about {thing}", "Ask Ines about the oil.", "ask Ines about it", "Oil is what you ask about", "Look for it: where is it?, and go",
		"Ask Ines about the the oil", "Ask Ines about a oar", "Ask Ines about the", "Ask Ines what she know of it", "Ask them what they knows of it",
	} {
		if faults(text) == "" {
			t.Errorf("nothing found in %q", text)
		}
	}
}

// some is a turn with some of the harbour's moves and people.
func some(r *rand.Rand) input {
	in := harbour()
	in.Turn = 4 + r.IntN(40)
	r.Shuffle(len(in.Moves), func(i, j int) { in.Moves[i], in.Moves[j] = in.Moves[j], in.Moves[i] })
	in.Moves = in.Moves[:8+r.IntN(len(in.Moves)-7)]
	for i := range in.Moves {
		if in.Moves[i].Worth = r.IntN(100); r.IntN(4) == 0 {
			in.Moves[i].Grounds = nil
		}
		in.Moves[i].Answered = r.IntN(5) == 0
		for _, slot := range slots[1:] {
			if r.IntN(4) == 0 {
				in.Moves[i].Slots = append(in.Moves[i].Slots, slot)
			}
		}
	}
	for i := range in.People {
		in.People[i].Pronouns = []string{"she", "he", "they", ""}[r.IntN(4)]
		in.People[i].Opinion = float64(r.IntN(200) - 100)
	}
	in.Want, in.Leave = ptr(3+r.IntN(2)), r.IntN(2) == 0
	return in
}

// move finds a move by its id.
func (in input) move(t *testing.T, id string) *move {
	t.Helper()
	i := slices.IndexFunc(in.Moves, func(m move) bool { return m.ID == id })
	if i < 0 {
		t.Fatalf("%q was not offered", id)
	}
	return &in.Moves[i]
}

// earlier is a choice as a later turn is told of it.
func (in input) earlier(t *testing.T, c choice) earlier {
	m := in.move(t, c.ID)
	e := earlier{ID: c.ID}
	if m.Topic.ID != "" {
		e.Topics = append(e.Topics, m.Topic.ID)
	}
	return e
}

// Whatever the turn, there are three or four choices, unlike each other, in good
// order, the ways last and one at least where one has to lead away; what rests on a memory
// speaks of it; where a stat is tried, most name it.
func TestGeneratedTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	all, grounded, tried, leant, twice := 0, 0, 0, 0, 0
	for turn := range max(200, soak.Count(4_000)) {
		in := some(r)
		s := in.scene(r.Uint64())
		moves, made := s.allowed(), s.made()
		if len(made) != min(*in.Want, len(moves)) {
			t.Fatalf("turn %d: %d of %d moves", turn, len(made), len(moves))
		}
		seen, topics, ways := map[string]bool{}, map[string]int{}, 0
		for _, c := range made {
			if fault := faults(c.Text); fault != "" {
				t.Errorf("turn %d: %q: %s", turn, c.Text, fault)
			}
			if seen[c.ID] || seen[same(c.Text)] {
				t.Errorf("turn %d: twice the same in %v", turn, made)
			}
			seen[c.ID], seen[same(c.Text)] = true, true
			m := in.move(t, c.ID)
			if c.Kind == "go" {
				ways++
			} else if ways > 0 {
				t.Errorf("turn %d: %q stands behind a way", turn, c.Text)
			}
			if topics[m.Topic.ID]++; m.Topic.ID != "" && topics[m.Topic.ID] > 1 {
				twice++
			}
			if all++; len(c.Because) > 0 {
				grounded++
				mustSpeak(t, in, m, c)
			}
			if m.Stat != "" {
				if tried++; slices.Contains(wordsOf(c.Text), m.Stat) {
					leant++
				}
			}
		}
		if ways == 0 && in.Leave && slices.ContainsFunc(moves, func(m move) bool { return m.Kind == "go" }) {
			t.Errorf("turn %d: nothing leads away in %v", turn, made)
		}
	}
	t.Logf("%d choices, %d rest on a memory, %d of a topic that another is of", all, grounded, twice)
	criteria.Measured(t, "SC-014", "%d of %d choices that try a stat name it, %d %%", leant, tried, leant*100/tried)
	if grounded == 0 {
		t.Error("no choice rests on a memory")
	}
	if tried < 20 || leant*100 < 70*tried {
		t.Errorf("%d of %d choices that try a stat name it", leant, tried)
	}
	if twice*50 > all {
		t.Errorf("%d of %d choices are of the same topic as another", twice, all)
	}
}

// mustSpeak: what a choice rests on is in its text, by the words of its topic.
func mustSpeak(t *testing.T, in input, m *move, c choice) {
	t.Helper()
	i := slices.IndexFunc(m.Grounds, func(g ground) bool { return g.ID == c.Because[0] })
	if i < 0 {
		t.Fatalf("%q rests on %q, which is no ground of it", c.Text, c.Because)
	}
	words := m.Grounds[i].Topic.Words
	if m.Grounds[i].Topic.Own {
		words = "part in all this"
	}
	if !strings.Contains(c.Text, words) {
		t.Errorf("%q does not speak of %q", c.Text, words)
	}
}

// In a story that stays in one place with the same moves, no text returns within ten
// turns, no frame is heard often, and nobody only waits.
func TestNoTextReturns(t *testing.T) {
	in := harbour()
	last := map[string]int{}
	var recent []string
	var lately []earlier
	for turn := range 300 {
		in.Turn, in.Recent, in.Lately = turn+1, recent[max(0, len(recent)-30):], lately[max(0, len(lately)-30):]
		resting := 0
		made := in.scene(uint64(turn)).made()
		for _, c := range made {
			before, said := last[c.Text]
			if said && turn-before <= 10 && c.Text != in.move(t, c.ID).Say { // what is in nobody's words but the caller's may
				t.Errorf("turn %d: %q again after %d turns", turn, c.Text, turn-before)
			}
			if among(c.Kind, idle) {
				resting++
			}
			last[c.Text] = turn
			recent, lately = append(recent, c.Text), append(lately, in.earlier(t, c))
		}
		if len(made) != 3 || resting > 1 {
			t.Fatalf("turn %d: %v", turn, made)
		}
	}
	t.Logf("%d texts in 300 turns", len(last))
	if len(last) < 80 {
		t.Errorf("only %d texts in 300 turns", len(last))
	}
}

func TestSameSeedSameChoices(t *testing.T) {
	differ := false
	for seed := range uint64(20) {
		in := harbour()
		one, two, other := in.scene(seed).made(), in.scene(seed).made(), in.scene(seed+100).made()
		if fmt.Sprint(one) != fmt.Sprint(two) {
			t.Fatalf("seed %d: %v, then %v", seed, one, two)
		}
		differ = differ || fmt.Sprint(one) != fmt.Sprint(other)
	}
	if !differ {
		t.Error("the seed changes nothing")
	}
}

// What was offered lately is not offered, nor what stands beside.
func TestNothingTakenOrRecent(t *testing.T) {
	for seed := range uint64(30) {
		in := harbour()
		first := in.scene(seed).made()
		in.Recent = []string{strings.ToUpper(first[0].Text) + "."}
		in.Taken = []string{first[1].Text}
		for _, c := range in.scene(seed).made() {
			if same(c.Text) == same(first[0].Text) || same(c.Text) == same(first[1].Text) {
				t.Errorf("seed %d: %q again", seed, c.Text)
			}
		}
	}
}

func TestHowMany(t *testing.T) {
	for _, test := range []struct {
		want        *int
		taken       int
		least, most int
		made        int
	}{
		{ptr(3), 0, 3, 4, 3}, {ptr(4), 0, 3, 4, 4}, {ptr(9), 0, 3, 4, 4}, {ptr(1), 0, 3, 4, 3}, {nil, 0, 3, 4, 3}, {ptr(-7), 0, 3, 4, 3}, {ptr(-7), 3, 3, 4, 0},
		{ptr(3), 1, 3, 4, 3}, {ptr(3), 2, 3, 4, 2}, {ptr(1), 3, 3, 4, 1}, {ptr(2), 4, 3, 4, 0}, {ptr(2), 0, 2, 2, 2}, {ptr(6), 0, 3, 6, 6},
	} {
		in := harbour()
		in.Want = test.want
		for i := range test.taken {
			in.Taken = append(in.Taken, fmt.Sprint("Do something else ", i))
		}
		s := in.scene(1)
		s.set.MinOptions, s.set.MaxOptions = test.least, test.most
		if made := s.made(); len(made) != test.made {
			t.Errorf("%+v: %d choices", test, len(made))
		}
	}
}

// Without grounds choices are made all the same.
func TestNothingRemembered(t *testing.T) {
	in := harbour()
	for i := range in.Moves {
		in.Moves[i].Grounds = nil
	}
	for seed := range uint64(40) {
		made := in.scene(seed).made()
		if len(made) != 3 {
			t.Fatalf("seed %d: %v", seed, made)
		}
		for _, c := range made {
			if fault := faults(c.Text); fault != "" || len(c.Because) > 0 {
				t.Errorf("%+v: %s", c, fault)
			}
		}
	}
}

// offered counts in how many of a hundred turns one of eight like moves is, with
// something of it changed.
func offered(change func(*move)) (n int) {
	in := input{Turn: 12, Want: ptr(3), Place: named{"quay", "the quay"}}
	for i := range 8 {
		id, words := fmt.Sprint("p", i), fmt.Sprint("the ", []string{"wreck", "burner", "oil", "grave", "ledger", "lamp", "keg", "coin"}[i])
		in.People = append(in.People, person{ID: id, Name: []string{"Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal"}[i], Pronouns: "they"})
		g := remembered(fmt.Sprint("m", i), words, "", 4, 2)
		in.Moves = append(in.Moves, move{ID: id, Kind: "ask", Person: id, Topic: of(words), Gives: "news", Worth: 20, Grounds: []ground{g}})
	}
	change(&in.Moves[3])
	for seed := range uint64(100) {
		if slices.ContainsFunc(in.scene(seed).made(), func(c choice) bool { return c.ID == "p3" }) {
			n++
		}
	}
	return n
}

// What gives much is preferred, what an author answers, and what is fresh in the mind; what
// gives nothing is not chosen while there is anything else.
func TestWhatIsPreferred(t *testing.T) {
	usual := offered(func(*move) {})
	more := map[string]int{
		"worthy":   offered(func(m *move) { m.Worth = 30 }),
		"fresh":    offered(func(m *move) { m.Grounds[0].TurnsAgo = ptr(1) }),
		"answered": offered(func(m *move) { m.Answered = true }),
	}
	less := map[string]int{
		"old":     offered(func(m *move) { m.Grounds[0].TurnsAgo = ptr(40) }),
		"unknown": offered(func(m *move) { m.Grounds = nil }),
		"nothing": offered(func(m *move) { m.Gives = "" }),
	}
	t.Log("usual", usual, more, less)
	for name, n := range more {
		if n <= usual {
			t.Errorf("%s: %d, usual %d", name, n, usual)
		}
	}
	for name, n := range less {
		if n >= usual {
			t.Errorf("%s: %d, usual %d", name, n, usual)
		}
	}
	if less["nothing"] > 0 {
		t.Errorf("what gives nothing is chosen %d times", less["nothing"])
	}
}

// Each slot of a menu is filled with what is good for it, whatever else is worth more; and
// what is good for one and gives nothing fills none, but for the way out.
func TestSlots(t *testing.T) {
	for _, slot := range slots {
		for gives, want := range map[string]bool{"sight": true, "": slot == leaving} {
			in := harbour()
			in.Leave = true
			for i := range in.Moves {
				in.Moves[i].Slots, in.Moves[i].Worth = nil, 100
			}
			in.Moves = append(in.Moves, move{ID: "x", Kind: "go", Say: "Go", Place: named{"x", "the fish house"}, Slots: []string{slot}, Gives: gives})
			made := in.scene(1).made()
			if got := slices.ContainsFunc(made, func(c choice) bool { return c.ID == "x" }); got != want {
				t.Errorf("%s, giving %q: %v", slot, gives, made)
			}
		}
	}
}

func TestLongestPiece(t *testing.T) {
	for pattern, want := range map[string]string{
		"Ask {P} about {thing}": "", "Go to {place}, now that {done}": ", now that ", "Think back to the moment when {whole}": "Think back to the moment when ",
		"Wait a while and see who comes": "Wait a while and see who comes", "": "", "Press {P} and {P}, and then leave": ", and then leave",
	} {
		if got := longestPiece(pattern); got != want {
			t.Errorf("%q: %q, want %q", pattern, got, want)
		}
	}
}
