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

// faults says what is wrong with the language of a choice, or "".
func faults(text string) string {
	words := strings.Fields(text)
	switch {
	case text != strings.Join(words, " "):
		return "spaces"
	case len(words) < fewestWords || len(words) > mostWords:
		return fmt.Sprint(len(words), " words")
	case strings.ContainsAny(text, "{}[]|<>") || strings.Contains(text, "%!"):
		return "braces"
	case strings.HasSuffix(text, ".") || strings.HasSuffix(text, ",") || strings.HasSuffix(text, ":"):
		return "its last sign"
	case !capital(words[0]) || !among(strings.ToLower(bare(words[0])), verbs+" bide head practise press rely demand set own weigh do lean trust mention come catch describe hand make hold face stand stay"):
		return "it does not begin with a verb"
	}
	for i, word := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch w := bare(word); {
		case next != "" && w == bare(next):
			return "a word twice: " + w
		case among(w, "a an") && (next == "" || w != prose.Article(next)):
			return "the article before " + next
		case next == "" && among(w, "the a an of and or but to that with about your"):
			return "it ends with " + w
		case (w == "she" || w == "he") && among(bare(next), "know think have remember hold turn leave make be say are were want"):
			return "agreement: " + w + " " + next
		case w == "they" && among(bare(next), "knows thinks has was is remembers holds turns makes says wants"):
			return "agreement: " + w + " " + next
		case w == "you" && among(bare(next), "is was has am"):
			return "agreement: " + w + " " + next
		}
	}
	return ""
}

func TestFaultsAreFound(t *testing.T) {
	for _, text := range []string{
		"Ask Ines  about it", "Ask", "Ask Ines about {thing}", "Ask Ines about the oil.", "ask Ines about it", "Oil is what you ask about",
		"Ask Ines about the the oil", "Ask Ines about a oar", "Ask Ines about the", "Ask Ines what she know of it", "Ask them what they knows of it", "Tell Ines that you was there",
	} {
		if faults(text) == "" {
			t.Errorf("nothing found in %q", text)
		}
	}
}

// some is a turn with some of the harbour's moves, people and memories.
func some(r *rand.Rand) (input, known) {
	in, k := harbour()
	in.Turn = 4 + r.IntN(40)
	r.Shuffle(len(in.Moves), func(i, j int) { in.Moves[i], in.Moves[j] = in.Moves[j], in.Moves[i] })
	in.Moves = in.Moves[:6+r.IntN(len(in.Moves)-5)]
	r.Shuffle(len(k.Memories), func(i, j int) { k.Memories[i], k.Memories[j] = k.Memories[j], k.Memories[i] })
	k.Memories = k.Memories[:3+r.IntN(8)]
	k.Perceptions = map[string]perception{}
	for i := range in.People {
		in.People[i].Pronouns = []string{"she", "he", "they", ""}[r.IntN(4)]
		if r.IntN(3) > 0 {
			k.Perceptions[in.People[i].ID] = perception{Score: number(fmt.Sprint(r.IntN(200) - 100))}
		}
	}
	want := 3 + r.IntN(2)
	in.Want = &want
	return in, k
}

// Whatever the turn, there are three or four choices, unlike each other, in good
// order; most rest on a memory and speak of it; where a stat is tried, most name
// it.
func TestGeneratedTurns(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	all, grounded, tried, named := 0, 0, 0, 0
	for turn := range max(200, soak.Count(4_000)) {
		in, k := some(r)
		s := in.scene(k, r.Uint64())
		moves, made := s.allowed(), s.made()
		if len(made) != min(*in.Want, len(moves)) {
			t.Fatalf("turn %d: %d of %d moves", turn, len(made), len(moves))
		}
		texts, ids, onwards := map[string]bool{}, map[string]bool{}, 0
		for _, c := range made {
			if fault := faults(c.Text); fault != "" {
				t.Errorf("turn %d: %q: %s", turn, c.Text, fault)
			}
			texts[same(c.Text)], ids[c.ID] = true, true
			if among(c.Kind, onward) {
				onwards++
			}
			all++
			if len(c.Because) > 0 {
				grounded++
				mustSpeak(t, k, c)
			}
			m := in.Moves[slices.IndexFunc(in.Moves, func(m move) bool { return m.ID == c.ID })]
			if m.Stat != "" {
				tried++
				if slices.Contains(wordsOf(c.Text), m.Stat) {
					named++
				}
			}
		}
		if len(texts) != len(made) || len(ids) != len(made) {
			t.Errorf("turn %d: twice the same in %v", turn, made)
		}
		if onwards == 0 && slices.ContainsFunc(moves, func(m move) bool { return among(m.Kind, onward) }) {
			t.Errorf("turn %d: nothing leads on in %v", turn, made)
		}
	}
	t.Logf("%d choices, %d%% rest on a memory", all, grounded*100/all)
	criteria.Measured(t, "SC-014", "%d of %d choices that try a stat name it, %d %%", named, tried, named*100/tried)
	if grounded*100 < 80*all {
		t.Errorf("%d of %d choices rest on a memory", grounded, all)
	}
	if tried < 20 || named*100 < 70*tried {
		t.Errorf("%d of %d choices that try a stat name it", named, tried)
	}
}

// mustSpeak counts words by its own measure: two of the summary's, or half.
func mustSpeak(t *testing.T, k known, c choice) {
	t.Helper()
	i := slices.IndexFunc(k.Memories, func(m memory) bool { return m.ID == c.Because[0] })
	shared, total := 0, 0
	for _, word := range strings.FieldsFunc(strings.ToLower(k.Memories[i].Summary), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if len(word) < 3 || among(word, "the you and who how her his for that with from your into what they when") {
			continue
		}
		total++
		if strings.Contains(strings.ToLower(c.Text), word) {
			shared++
		}
	}
	if shared < 2 && shared*2 < total {
		t.Errorf("%q does not speak of %q", c.Text, k.Memories[i].Summary)
	}
}

// In a story that stays in one place with eight moves and twelve memories, no text
// returns within ten turns.
func TestNoTextReturns(t *testing.T) {
	in, k := harbour()
	in.Moves, k.Memories = in.Moves[4:12], k.Memories[:12]
	last := map[string]int{}
	var recent [][]string
	openings := map[string]int{}
	for turn := range 300 {
		in.Turn, in.Recent = turn+1, slices.Concat(recent...)
		var texts []string
		for _, c := range in.scene(k, uint64(turn)).made() {
			if before, said := last[c.Text]; said && turn-before <= 10 {
				t.Errorf("turn %d: %q again after %d turns", turn, c.Text, turn-before)
			}
			last[c.Text] = turn
			texts = append(texts, c.Text)
			openings[strings.Join(strings.Fields(c.Text)[:2], " ")]++
		}
		if len(texts) != 3 {
			t.Fatalf("turn %d: %q", turn, texts)
		}
		recent = append(recent, texts)
		recent = recent[max(0, len(recent)-10):]
	}
	t.Logf("%d texts in 300 turns, %d ways to begin", len(last), len(openings))
	if len(last) < 80 {
		t.Errorf("only %d texts in 300 turns", len(last))
	}
}

func TestSameSeedSameChoices(t *testing.T) {
	differ := false
	for seed := range uint64(20) {
		in, k := harbour()
		one, two, other := in.scene(k, seed).made(), in.scene(k, seed).made(), in.scene(k, seed+100).made()
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
		in, k := harbour()
		first := in.scene(k, seed).made()
		in.Recent = []string{strings.ToUpper(first[0].Text) + "."}
		in.Taken = []string{first[1].Text}
		for _, c := range in.scene(k, seed).made() {
			if same(c.Text) == same(first[0].Text) || same(c.Text) == same(first[1].Text) {
				t.Errorf("seed %d: %q again", seed, c.Text)
			}
		}
	}
}

func TestHowMany(t *testing.T) {
	number := func(n int) *int { return &n }
	for _, test := range []struct {
		want        *int
		taken       int
		least, most int
		made        int
	}{
		{number(3), 0, 3, 4, 3}, {number(4), 0, 3, 4, 4}, {number(9), 0, 3, 4, 4}, {number(1), 0, 3, 4, 3}, {nil, 0, 3, 4, 3},
		{number(3), 1, 3, 4, 3}, {number(3), 2, 3, 4, 2}, {number(1), 3, 3, 4, 1}, {number(2), 4, 3, 4, 0}, {number(2), 0, 2, 2, 2}, {number(6), 0, 3, 6, 6},
	} {
		in, k := harbour()
		in.Want = test.want
		for i := range test.taken {
			in.Taken = append(in.Taken, fmt.Sprint("Do something else ", i))
		}
		s := in.scene(k, 1)
		s.set.MinOptions, s.set.MaxOptions = test.least, test.most
		if made := s.made(); len(made) != test.made {
			t.Errorf("%+v: %d choices", test, len(made))
		}
	}
}

// Without results choices are made all the same.
func TestNothingKnown(t *testing.T) {
	in, _ := harbour()
	for seed := range uint64(40) {
		made := in.scene(known{}, seed).made()
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
