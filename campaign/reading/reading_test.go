package reading_test

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/campaign/reading"
)

var reader = sync.OnceValue(reading.New)

// A labelled campaign is a file of labels and the directory that it is of.
type labelled struct{ labels, dir string }

// labelledSets are the directories with campaigns and their labels.
var labelledSets = []string{"testdata/settings", "testdata/keptback", "testdata/further", "testdata/fresh"}

var labelledDir = flag.String("labelled", "", "report how well a directory of labelled campaigns is read, too")

// labelledIn are the labelled campaigns of a directory: NAME.labels.json beside NAME.
func labelledIn(t testing.TB, dir string) (all []labelled) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "*.labels.json"))
	if err != nil || len(found) == 0 {
		t.Fatal(dir, "has no labels: ", err)
	}
	for _, f := range found {
		of := strings.TrimSuffix(f, ".labels.json")
		if dir == labelledSets[0] && filepath.Base(of) == "minimal" {
			of = "../../campaigns/minimal"
		}
		all = append(all, labelled{f, of})
	}
	return all
}

// TestFound holds what is found in the labelled campaigns against their labels. The model was
// made of them: how well others are read, [TestUnseen] says.
func TestFound(t *testing.T) {
	want := map[string][2]float64{
		"testdata/settings": {0.90, 0.93},
		"testdata/keptback": {0.92, 0.82},
		"testdata/further":  {0.91, 0.80},
		"testdata/fresh":    {0.93, 0.76},
	}
	dirs := labelledSets
	if *labelledDir != "" {
		dirs = append(slices.Clone(dirs), *labelledDir)
	}
	for _, dir := range dirs {
		var s scores
		for _, one := range labelledIn(t, dir) {
			s.add(scored(t, reader(), one))
		}
		s.hold(t, dir, want[dir][0], want[dir][1])
	}
}

// TestLabelsStandInTheText: what is labelled in words is there to be found.
func TestLabelsStandInTheText(t *testing.T) {
	for _, dir := range labelledSets {
		for _, one := range labelledIn(t, dir) {
			standing(t, one)
		}
	}
}

// small are texts with all that is to be found in each.
var small = map[string]string{
	"They weigh the bell Saint Orla, and she hums. Saint Orla knows it.":                    "thing Saint Orla",
	"On the feast of Saint Luke the guild pays its debts. Saint Luke's day is on Thursday.": "",
	"The dishwasher hears everything. He has kept a white glove.":                           "person the dishwasher, thing a white glove",
	"The dye works of the widow van Aken stand where two canals meet.":                      "place the dye works",
	"The show is run by three people: the vicar, Mrs Ogilvy-Bates, and Desmond.":            "person the vicar, person Mrs Ogilvy-Bates, person Desmond",
	"Tomas Hasek, the muleteer, owns the mules. Nobody met Tomas.":                          "person Tomas Hasek",
	"Library: a globe; a gun cabinet, locked; two glasses.":                                 "place the library, thing a globe, thing a gun cabinet, thing the glasses",
	"You are the judge from the county. The judge has gone.":                                "",
	"The late Sir Everard died in the conservatory.":                                        "place the conservatory",
	"The cold store is locked at midnight with a brass key that hangs in the office.":       "place the cold store, thing a brass key, place the office",
	"Привет, это текст на другом языке.":                                                    "",
	"": "",
}

// TestWhatIsWhat: in small texts is found what is in them, and nothing else.
func TestWhatIsWhat(t *testing.T) {
	for text, want := range small {
		var found []string
		r := reader().Read(text, "")
		for _, e := range r.Entities {
			found = append(found, string(e.Kind)+" "+e.Name)
		}
		slices.Sort(found)
		wanted := slices.DeleteFunc(strings.Split(want, ", "), func(s string) bool { return s == "" })
		slices.Sort(wanted)
		if !slices.Equal(found, wanted) {
			t.Errorf("%q has %q, wanted %q", text, found, wanted)
		}
	}
}

// TestVerbsBehindNames: what a name does is no part of it, and what is said on of "he" is of whom it names.
func TestVerbsBehindNames(t *testing.T) {
	const who = "Anselm Rook, the founder, is a burnt giant. Anselm Rook has cast eleven bells. "
	for _, said := range []string{"Anselm Rook rules the house.", "Anselm Rook cannot lie without laughing."} {
		r := reader().Read(who+said+" He is eighty.", "")
		if s := r.Sentences[2]; s.Subject != "anselm-rook" || !s.Whole {
			t.Errorf("%q is of %q, whole: %v", said, s.Subject, s.Whole)
		}
		if s := r.Sentences[3]; s.Subject != "anselm-rook" {
			t.Errorf("behind %q he is %q", said, s.Subject)
		}
	}
}

// TestQuotedWholeOrNotAtAll: every sentence stands in the text as it is given.
func TestQuotedWholeOrNotAtAll(t *testing.T) {
	for _, one := range labelledIn(t, labelledSets[0]) {
		dir := one.dir
		setting, premise := files(t, dir)
		all := strings.Join(strings.Fields(strings.NewReplacer("**", "", "\n- ", "\n").Replace(setting+"\n"+premise)), " ")
		whole := 0
		for _, s := range reader().Read(setting, premise).Sentences {
			if !s.Whole {
				continue
			}
			if whole++; !strings.Contains(all, s.Text) && !strings.Contains(all, "And "+strings.ToLower(s.Text[:1])+s.Text[1:]) {
				t.Errorf("%s: %q is not the author's", dir, s.Text)
			}
		}
		if whole == 0 {
			t.Errorf("%s has no sentence that can be quoted", dir)
		}
	}
}

// TestSameEveryTime: equal texts give equal readings, by another reader too.
func TestSameEveryTime(t *testing.T) {
	setting, premise := files(t, "../../campaigns/minimal")
	first, second := reader().Read(setting, premise), reading.New().Read(setting, premise)
	if d := cmp.Diff(first, second); d != "" {
		t.Error(d)
	}
}

// TestHostile: what says nothing, is huge, or is no language at all is read in bounded time.
func TestHostile(t *testing.T) {
	for name, text := range map[string]string{
		"4 MB":        strings.Repeat("The chef of the cook of the Baker's key, which is a key, opens the door. ", 4<<20/74),
		"one word":    strings.Repeat("a", 1<<20),
		"commas":      strings.Repeat("the a, ", 20_000),
		"no letters":  strings.Repeat("?!: - * #\n", 10_000),
		"invalid":     "\xff\xfe\x00 the \xc3 chef says.",
		"unfinished":  "The chef says (\"who",
		"of of of":    strings.Repeat("of the key ", 5_000) + ".",
		"and and and": strings.Repeat("Anna and ", 5_000) + "Otto are here.",
		"Chinese":     strings.Repeat("船在黎明时分离开。", 1000),
	} {
		r := reader().Read(text, text)
		if n := len(r.Entities); n > 50 {
			t.Errorf("%s: %d entities", name, n)
		}
	}
}

func FuzzRead(f *testing.F) {
	setting, premise := files(f, "../../campaigns/minimal")
	f.Add(setting, premise)
	f.Add("- **A** b: c\n# D\n", "You must e, or f.")
	f.Fuzz(func(t *testing.T, setting, premise string) {
		for _, s := range reader().Read(setting, premise).Sentences {
			if s.Whole && strings.TrimSpace(s.Text) == "" {
				t.Error("nothing is a whole sentence")
			}
		}
	})
}
