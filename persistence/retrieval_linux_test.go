package persistence_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/model/lexical"
	"github.com/narratoria/narratoria/model/minilm"
	"github.com/narratoria/narratoria/model/minilm/minilmtest"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/sqlite"
	"github.com/narratoria/narratoria/persistence/vector"
	"github.com/narratoria/narratoria/story/event"
)

var updateTable = flag.Bool("retrieval", false, "write what was measured of retrieval into docs/models.md")

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A set is texts with what is asked of them, by parts: queries that anything may be chosen by, and those held back.
type set struct {
	keys, texts []string
	asked       [2][]asked // the chosen by, the held back
}

type asked struct {
	text  string
	right []string // keys
}

// retrieval reads one of the files of testdata/retrieval, whose lines are "key | text".
func retrieval(t testing.TB, name string, line func(section, key, text string)) {
	t.Helper()
	data, err := os.ReadFile("testdata/retrieval/" + name)
	must(t, err)
	section := ""
	for l := range strings.Lines(string(data)) {
		l = strings.TrimSpace(l)
		if head, is := strings.CutPrefix(l, "= "); is {
			section = head
		} else if l != "" && !strings.HasPrefix(l, "#") {
			key, text, _ := strings.Cut(l, "|")
			line(section, strings.TrimSpace(key), strings.TrimSpace(text))
		}
	}
}

// sets are the lore and the memories of a long play, each second query held back.
func sets(t testing.TB) map[string]*set {
	t.Helper()
	all := map[string]*set{"lore": {}, "memories": {}}
	for name, s := range all {
		retrieval(t, name+".txt", func(_, key, text string) {
			s.keys, s.texts = append(s.keys, key), append(s.texts, strings.ReplaceAll(text, " / ", "\n"))
		})
	}
	n := map[string]int{}
	retrieval(t, "queries.txt", func(of, text, right string) {
		s := all[of]
		half := n[of] % 2
		n[of]++
		s.asked[half] = append(s.asked[half], asked{text, strings.Fields(right)})
	})
	return all
}

// save is one that has the texts of a set.
func (s *set) save(t testing.TB, e vector.Embedder) (*persistence.Save, persistence.Scope) {
	t.Helper()
	return remembering(t, &persistence.Options{Embedder: e}, s.texts...)
}

// keysOf are the keys in the set of what was found.
func (s *set) keysOf(found []persistence.Found) (keys []string) {
	for _, f := range found {
		n, _ := strconv.Atoi(strings.TrimPrefix(string(f.Row.Key), "m-"))
		keys = append(keys, s.keys[n])
	}
	return keys
}

const recalledAt = 5

// recall is which share of what is right is among the first five, of what can be.
func (a asked) recall(keys []string) float64 {
	n := 0
	for _, key := range keys[:min(recalledAt, len(keys))] {
		if slices.Contains(a.right, key) {
			n++
		}
	}
	return float64(n) / float64(min(recalledAt, len(a.right)))
}

// interval is in which the mean of what is like these lies, 95 times of 100, by drawing from them again and again.
func interval(values []float64) (mean, low, high float64) {
	random := rand.New(rand.NewPCG(3, 4))
	means := make([]float64, 4000)
	for i := range means {
		for range values {
			means[i] += values[random.IntN(len(values))] / float64(len(values))
		}
	}
	slices.Sort(means)
	for _, v := range values {
		mean += v / float64(len(values))
	}
	return mean, means[len(means)*25/1000], means[len(means)*975/1000]
}

// A finder is a way to find, by its name in the table.
type finder struct {
	name     string
	embedder vector.Embedder
	by       persistence.Way
}

// usualFinder is what is usual where the network is.
const usualFinder = "MiniLM, words behind (usual)"

// weighed is an embedder with other weights.
type weighed struct {
	*minilm.Embedder
	words, meaning int64
}

func (w weighed) Weights() (words, meaning int64) { return w.words, w.meaning }

func finders(t testing.TB) []finder {
	words, network := lexical.New(), minilmtest.Device(t)
	return []finder{
		{"words alone", words, persistence.ByWords},
		{"lexical alone", words, persistence.ByMeaning},
		{"lexical and words, blended (usual)", words, persistence.Usual},
		{"lexical and words, by rank", words, persistence.ByRank},
		{"MiniLM alone", network, persistence.ByMeaning},
		{"MiniLM and words, by rank", network, persistence.ByRank},
		{"MiniLM and words, 3 to 1", weighed{network, 1, 3}, persistence.Usual},
		{usualFinder, network, persistence.Usual},
	}
}

// TestRetrieval measures how much of what is right is among the first five that are found, and holds the table in
// docs/models.md against it. What is usual is the best of the half that is held back.
func TestRetrieval(t *testing.T) {
	all := sets(t)
	names := []string{"lore", "memories"}
	var table strings.Builder
	fmt.Fprintln(&table, "| found by | lore, chosen by | memories, chosen by | lore, held back | memories, held back | held back, both |")
	fmt.Fprintln(&table, "| --- | --- | --- | --- | --- | --- |")
	held := map[string]float64{}
	for _, f := range finders(t) {
		var values [2][2][]float64
		for n, name := range names {
			s := all[name]
			save, scope := s.save(t, f.embedder)
			for half, asked := range s.asked {
				for _, a := range asked {
					found, _, err := save.Best(t.Context(), scope, persistence.Query{Text: a.text, Limit: recalledAt, By: f.by})
					must(t, err)
					values[half][n] = append(values[half][n], a.recall(s.keysOf(found)))
				}
			}
		}
		fmt.Fprintf(&table, "| %s |", f.name)
		for _, v := range [][]float64{values[0][0], values[0][1], values[1][0], values[1][1], slices.Concat(values[1][0], values[1][1])} {
			mean, low, high := interval(v)
			fmt.Fprintf(&table, " %.2f (%.2f to %.2f) |", mean, low, high)
			held[f.name] = mean
		}
		fmt.Fprintln(&table)
	}
	t.Logf("\n%s", &table)
	compareTable(t, "retrieval", table.String())
	for name, mean := range held {
		if mean > held[usualFinder]+0.005 {
			t.Errorf("%s finds %.3f of what is held back, and what is usual %.3f", name, mean, held[usualFinder])
		}
	}
}

// ends measures where searches end: what is right is to be found, and nothing else. Of a query it is the harmonic mean of the share that is
// found and the share of it that is right.
func ends(t *testing.T, e vector.Embedder, way persistence.Way) (chosen, held float64) {
	t.Helper()
	stories := map[string]*set{"tuning": {}, "held out": {}}
	retrieval(t, "cutoffs.txt", func(section, key, text string) {
		s := stories[section]
		if question, is := strings.CutPrefix(key, "? "); is {
			s.asked[0] = append(s.asked[0], asked{question, strings.Fields(text)})
		} else {
			s.keys, s.texts = append(s.keys, key), append(s.texts, text)
		}
	})
	of := func(s *set) (sum float64) {
		save, scope := s.save(t, e)
		for _, a := range s.asked[0] {
			found, _, err := save.Best(t.Context(), scope, persistence.Query{Text: a.text, Relevance: 700, By: way})
			must(t, err)
			right := 0
			for _, key := range s.keysOf(found) {
				if slices.Contains(a.right, key) {
					right++
				}
			}
			switch {
			case len(a.right) > 0:
				sum += 2 * float64(right) / float64(len(found)+len(a.right))
			case len(found) == 0:
				sum++
			}
		}
		return sum / float64(len(s.asked[0]))
	}
	return of(stories["tuning"]), of(stories["held out"])
}

// unrelatedWords is the network without its kinship.
type unrelatedWords struct{ vector.Embedder } // whose methods are those of vector.Embedder alone

// TestWhereSearchesEnd measures the threshold of 0.7, with and without the kinship of words.
func TestWhereSearchesEnd(t *testing.T) {
	network := minilmtest.Device(t)
	var table strings.Builder
	fmt.Fprintln(&table, "| where it ends | story to choose by | story held back |")
	fmt.Fprintln(&table, "| --- | --- | --- |")
	var with, without float64
	for _, f := range []struct {
		name     string
		embedder vector.Embedder
		held     *float64
	}{{"lexical", lexical.New(), new(float64)}, {"MiniLM by its cosine alone", unrelatedWords{network}, &without}, {"MiniLM with the kinship of words", network, &with}} {
		chosen, held := ends(t, f.embedder, persistence.ByMeaning)
		fmt.Fprintf(&table, "| %s | %.2f | %.2f |\n", f.name, chosen, held)
		*f.held = held
	}
	t.Logf("\n%s", &table)
	compareTable(t, "ends", table.String())
	if with < without {
		t.Errorf("with kinship searches end at %.3f, without at %.3f", with, without)
	}
}

// craft are memories of three crafts in several wordings, among others; the question is the specification's.
var craft = [][3]string{
	{"Player helped blacksmith repair anvil", "The weaponsmith sharpened your sword.", "You asked the armorsmith to mend your helmet."},
	{"The blacksmith Aldric sold you a hammer and grumbled about the price.", "The weaponsmith showed you a spear she had forged.", "The armorsmith measured you for a breastplate."},
	{"Player helped blacksmith repair anvil", "Player bought spear from weaponsmith", "Player ordered breastplate from armorsmith"},
	{"The blacksmith refused to serve you.", "The weaponsmith refused to serve you.", "The armorsmith refused to serve you."},
	{"You argued with the blacksmith about a debt.", "You argued with the weaponsmith about a debt.", "You argued with the armorsmith about a debt."},
	{"The blacksmith lied to you about the murder.", "The weaponsmith lied to you about the murder.", "The armorsmith lied to you about the murder."},
	{"The blacksmith wept at the funeral.", "The weaponsmith wept at the funeral.", "The armorsmith wept at the funeral."},
}

var unrelated = []string{
	"Somebody told a joke about goats.", "A storm sank the ferry in the night.", "You crossed the river at dawn.", "Mira lit the lamp at the top of the lighthouse.",
	"A rider brought a letter.", "Everybody danced at the wedding.", "You lost your hat in the river.", "The wolf bit your arm and the wound bled until evening.",
}

// remembered is the network, which is asked for each text once.
type remembered struct {
	*minilm.Embedder
	vectors map[string][]float32
}

func (r remembered) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	var found [][]float32
	for _, text := range texts {
		if r.vectors[text] == nil {
			made, err := r.Embedder.Embed(ctx, []string{text})
			if err != nil {
				return nil, err
			}
			r.vectors[text] = made[0]
		}
		found = append(found, r.vectors[text])
	}
	return found, nil
}

// besides are what is added to the example: nothing, each of the memories that have nothing to do with it, groups of
// five, and all.
func besides(t *testing.T) (all [][]string) {
	t.Helper()
	parts := map[bool][]string{}
	later := ""
	retrieval(t, "unrelated.txt", func(section, _, text string) {
		if section == "held back" {
			later = section
		}
		parts[later != ""] = append(parts[later != ""], text)
	})
	every := slices.Concat(parts[false], parts[true])
	all = [][]string{nil, parts[false], parts[true], every}
	for _, one := range every {
		all = append(all, []string{one})
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 5 {
		random.Shuffle(len(every), func(i, j int) { every[i], every[j] = every[j], every[i] })
		all = slices.AppendSeq(all, slices.Chunk(slices.Clone(every), 5))
	}
	return all
}

// TestInteractionsWithCraftspeople is the example of the specification, whatever else is remembered.
func TestInteractionsWithCraftspeople(t *testing.T) {
	network := remembered{minilmtest.Device(t), map[string][]float32{}}
	searches := 0
	for _, more := range besides(t) {
		for _, three := range craft {
			save, scope := remembering(t, &persistence.Options{Embedder: network}, slices.Concat(three[:], unrelated, more)...)
			for _, way := range []persistence.Way{persistence.ByMeaning, persistence.Usual} {
				found, _, err := save.Best(t.Context(), scope, persistence.Query{Text: "interactions with craftspeople", Relevance: 700, By: way})
				must(t, err)
				searches++
				if want := slices.Sorted(slices.Values(three[:])); !slices.Equal(textsOf(found), want) {
					t.Errorf("by %q, beside %q: %q, want %q", way, more, textsOf(found), want)
				}
			}
			must(t, save.Close())
		}
	}
	t.Logf("%d searches", searches)
}

// TestEachCraftspersonIsFoundAlone: what is found hangs on no other memory of a craft.
func TestEachCraftspersonIsFoundAlone(t *testing.T) {
	network := remembered{minilmtest.Device(t), map[string][]float32{}}
	for _, text := range slices.Concat(craft[0][:], craft[1][:], craft[2][:], craft[3][:], craft[4][:], craft[5][:], craft[6][:], []string{"The carpenter mended your door."}) {
		save, scope := remembering(t, &persistence.Options{Embedder: network}, append(slices.Clone(unrelated), text)...)
		for _, way := range []persistence.Way{persistence.ByMeaning, persistence.Usual} {
			found, _, err := save.Best(t.Context(), scope, persistence.Query{Text: "interactions with craftspeople", Relevance: 700, By: way})
			must(t, err)
			if !slices.Equal(textsOf(found), []string{text}) {
				t.Errorf("by %q: %q, want %q", way, textsOf(found), text)
			}
		}
		must(t, save.Close())
	}
}

func textsOf(found []persistence.Found) (texts []string) {
	for _, f := range found {
		texts = append(texts, f.Row.Text)
	}
	slices.Sort(texts)
	return texts
}

// TestAnotherCraftTakesNoneAway: one that is nearer to the question is found beside the three, and where there is none, nothing is.
func TestAnotherCraftTakesNoneAway(t *testing.T) {
	network := minilmtest.Device(t)
	for name, texts := range map[string]struct{ right, others []string }{
		"a carpenter": {append(craft[1][:], "The carpenter mended your door."), unrelated},
		"none":        {nil, unrelated},
	} {
		save, scope := remembering(t, &persistence.Options{Embedder: network}, slices.Concat(texts.right, texts.others)...)
		found, _, err := save.Best(t.Context(), scope, persistence.Query{Text: "interactions with craftspeople", Relevance: 700})
		must(t, err)
		if want := slices.Sorted(slices.Values(texts.right)); !slices.Equal(textsOf(found), want) {
			t.Errorf("%s: %q, want %q", name, textsOf(found), want)
		}
	}
}

// TestTheLastSentenceIsFound: a fact at the very end of a text of 512 tokens.
func TestTheLastSentenceIsFound(t *testing.T) {
	network := minilmtest.Device(t)
	filler := strings.Repeat("The tide came in over the flats and the boats rose with it. ", 38)
	long := filler + "The treasure of the abbot lies under the third step of the mill."
	save, scope := remembering(t, &persistence.Options{Embedder: network}, long, filler+"The rain went on.", "A rider brought a letter.")
	for _, question := range []string{"where is the abbot's treasure hidden", "gold concealed beneath stairs"} {
		found, err := save.SemanticSearch(t.Context(), scope, persistence.Query{Text: question, Limit: 1})
		must(t, err)
		if len(found) != 1 || found[0].Row.Text != long || found[0].Likeness < 400 {
			t.Errorf("%q: %d found", question, len(found))
		}
	}
}

// BenchmarkTextToMemory is from a text to a memory on the disk, with the vector it is found by.
func BenchmarkTextToMemory(b *testing.B) {
	store := persistence.New(sqlite.New(b.TempDir()), &persistence.Options{Embedder: minilmtest.Device(b), Meanwhile: lexical.New(), KeepVectors: true})
	save, err := store.Create(b.Context(), "monday", "p-1")
	must(b, err)
	defer save.Close()
	n := 0
	keep := func() {
		n++
		_, err := save.Append(b.Context(), persistence.Batch{
			Branch: event.Trunk, Expected: event.Position(n - 1), Turn: event.TurnID(fmt.Sprint("turn-", n)), Events: []event.Event{remark},
			Rows: []persistence.Change{{Op: persistence.OpStore, Row: persistence.Row{
				Kind: persistence.Memory, Key: persistence.Key(fmt.Sprint("m-", n)), Knower: "mira", Text: fmt.Sprintf("You hid brass key %d under a loose stone on the quay.", n),
			}}},
		})
		must(b, err)
		must(b, save.Embed(b.Context(), persistence.Memory, nil))
	}
	keep() // which starts the worker
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		keep()
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "p50-ms")
	b.ReportMetric(500, "p50-ms-target")
}

var figure = regexp.MustCompile(`\d\.\d\d`)

// compareTable holds a table of docs/models.md against one that was measured: the same but for what another processor's rounding moves.
func compareTable(t *testing.T, name, table string) {
	t.Helper()
	const path = "../docs/models.md"
	data, err := os.ReadFile(path)
	must(t, err)
	begin, end := "<!-- measured: "+name+" -->\n", "<!-- end -->"
	before, rest, is := strings.Cut(string(data), begin)
	shown, after, whole := strings.Cut(rest, end)
	if !is || !whole {
		t.Fatalf("%s has no table %q", path, name)
	}
	if *updateTable {
		must(t, os.WriteFile(path, []byte(before+begin+table+end+after), 0o644))
		return
	}
	if figure.ReplaceAllString(shown, "") != figure.ReplaceAllString(table, "") {
		t.Fatalf("%s shows another table %q; go test -run TestRetrieval -retrieval writes it", path, name)
	}
	measured := figure.FindAllString(table, -1)
	for i, text := range figure.FindAllString(shown, -1) {
		a, _ := strconv.ParseFloat(text, 64)
		b, _ := strconv.ParseFloat(measured[i], 64)
		if a-b > 0.03 || b-a > 0.03 {
			t.Errorf("%s shows %s in the table %q, where %s was measured", path, text, name, measured[i])
		}
	}
}
