package reading_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/campaign/reading"
)

// in is the first sentence in which words stand, or -1.
func in(r *reading.Reading, words string) int {
	return slices.IndexFunc(r.Sentences, func(s reading.Sentence) bool { return reading.Stands(s.Text, words) })
}

// labelledFindings are what somebody finds who has the labels.
func labelledFindings(r *reading.Reading, l labels) (f reading.Findings) {
	for kind, names := range map[reading.Kind][][]string{reading.Person: l.People, reading.Place: l.Places, reading.Thing: l.Things, reading.Paper: l.Papers} {
		for _, all := range names {
			if at := slices.IndexFunc(all, func(name string) bool { return in(r, name) >= 0 }); at >= 0 {
				f.Entities = append(f.Entities, reading.Found{Kind: kind, Name: all[at], Sentence: in(r, all[at])})
			}
		}
	}
	slices.SortFunc(f.Entities, func(a, b reading.Found) int { return strings.Compare(a.Name, b.Name) })
	for _, piece := range l.Oddities {
		f.Oddities = append(f.Oddities, reading.FoundOdd{Odd: reading.Strange, Sentence: in(r, piece)})
	}
	for _, piece := range l.Questions {
		f.Questions = append(f.Questions, in(r, piece))
	}
	for _, words := range l.Deadline {
		f.Deadlines = append(f.Deadlines, reading.FoundTime{Words: words, Sentence: in(r, words)})
	}
	for _, lock := range l.Locks {
		if len(lock.Locks) > 0 && len(lock.By) > 0 {
			f.Locks = append(f.Locks, reading.FoundLock{Of: lock.Locks[0], By: lock.By[0], Sentence: in(r, lock.Locks[0])})
		}
	}
	return f
}

// Of what is labelled somebody who has the labels finds more than rules do, of each set of campaigns, and nothing that is wrong.
func TestWhoHasTheLabelsFindsMore(t *testing.T) {
	var before, after scores
	for _, dir := range labelledSets {
		for _, one := range labelledIn(t, dir) {
			setting, premise := files(t, one.dir)
			rules := reader().Read(setting, premise)
			found := labelledFindings(rules, labelsIn(t, one.labels))
			read, left := reader().Complete(setting, premise, found)
			kept(t, one.dir, rules, read)
			before.add(held(t, rules, one))
			after.add(held(t, read, one))
			if again, same := reader().Complete(setting, premise, found); cmp.Diff(read, again) != "" || !slices.Equal(left, same) {
				t.Errorf("%s: the same findings make two readings", one.dir)
			}
		}
	}
	t.Logf("of what is labelled rules find %.3f, and with the labels %.3f is found", before.whole.recall(), after.whole.recall())
	before.hold(t, "by rules", 0.90, 0.80)
	after.hold(t, "with what is labelled", 0.90, 0.88)
	if more := after.whole.recall() - before.whole.recall(); more < 0.05 {
		t.Errorf("%.3f more is found", more)
	}
}

// kept holds a completed reading against that by rules: what they found is there as they found it, and nothing but the author's words is added.
func kept(t *testing.T, of string, rules, read *reading.Reading) {
	t.Helper()
	if len(read.Sentences) != len(rules.Sentences) || len(read.Entities) < len(rules.Entities) {
		t.Fatalf("%s: of %d sentences and %d entities are %d and %d left", of, len(rules.Sentences), len(rules.Entities), len(read.Sentences), len(read.Entities))
	}
	for i, e := range rules.Entities {
		if e.At == "" {
			e.At = read.Entities[i].At
		}
		if diff := cmp.Diff(e, read.Entities[i]); diff != "" {
			t.Errorf("%s: rules found otherwise: %s", of, diff)
		}
	}
	text, ids := "", map[string]bool{}
	for i, s := range rules.Sentences {
		text += strings.ToLower(s.Text) + "\n"
		now := read.Sentences[i]
		if s.Odd != "" && (now.Odd != s.Odd || now.Topic != s.Topic) || s.Asks && !now.Asks || s.Subject != "" && now.Subject != s.Subject || now.Text != s.Text || now.Whole != s.Whole {
			t.Errorf("%s: %+v is %+v now", of, s, now)
		}
		if len(now.Names) < len(s.Names) || !slices.Equal(now.Names[:len(s.Names)], s.Names) {
			t.Errorf("%s: %q names %v, and %v now", of, s.Text, s.Names, now.Names)
		}
	}
	for _, e := range read.Entities {
		if ids[e.ID] || e.ID == "" || e.ID == "player" {
			t.Errorf("%s: the id %q is none, or another's", of, e.ID)
		}
		ids[e.ID] = true
	}
	for _, e := range read.Entities[len(rules.Entities):] {
		last := strings.Fields(e.Name)
		if !strings.Contains(text, strings.ToLower(last[len(last)-1])) || !read.Completed.Has(e.ID) {
			t.Errorf("%s: %q is nothing of the author's", of, e.Name)
		}
	}
	if rules.Deadline != nil && cmp.Diff(rules.Deadline, read.Deadline) != "" {
		t.Errorf("%s: the deadline is %+v", of, read.Deadline)
	}
	for i, l := range rules.Locks {
		if now := read.Locks[i]; now.Of != l.Of || l.By != "" && now.By != l.By {
			t.Errorf("%s: the lock %+v is %+v", of, l, now)
		}
	}
	if diff := cmp.Diff(rules.Options, read.Options); diff != "" || rules.Player != read.Player {
		t.Errorf("%s: what the player can do is otherwise: %s", of, diff)
	}
}

// What is not there, is there otherwise, or was found is left out, each by itself; nothing else is.
func TestWhatIsNotThereIsLeftOut(t *testing.T) {
	const (
		setting = "The vicar keeps the keys of the hall. The late Sir Everard died in the conservatory. The guests dance in the pavilion. Old Mrs Pell sells honey by the pond. Nobody draws the flour over a hound. She has a locked box under the stall."
		premise = "You are the judge from the county. The silver urn is missing from the hall. The guild forgot the feast of Saint Luke. Can you find the urn? The show is over before the week ends."
	)
	rules := reader().Read(setting, premise)
	found := func(kind reading.Kind, name, sentence string) reading.Findings {
		return reading.Findings{Entities: []reading.Found{{Kind: kind, Name: name, Sentence: in(rules, sentence)}}}
	}
	odd := func(way reading.Odd, sentence string) reading.Findings {
		return reading.Findings{Oddities: []reading.FoundOdd{{Odd: way, Sentence: in(rules, sentence)}}}
	}
	lock := func(of, by, sentence string) reading.Findings {
		return reading.Findings{Locks: []reading.FoundLock{{Of: of, By: by, Sentence: in(rules, sentence)}}}
	}
	until := func(words, sentence string) reading.Findings {
		return reading.Findings{Deadlines: []reading.FoundTime{{Words: words, Sentence: in(rules, sentence)}}}
	}
	asks := func(sentence string) reading.Findings { return reading.Findings{Questions: []int{in(rules, sentence)}} }
	for name, c := range map[string]struct {
		found reading.Findings
		why   string // "" where it is taken
	}{
		"there":                      {found(reading.Place, "the pond", "honey"), ""},
		"without its article":        {found(reading.Place, "POND", "honey"), ""},
		"a place as somebody":        {found(reading.Person, "the pond", "honey"), "is no word for somebody"},
		"somebody as a place":        {found(reading.Place, "the guests", "dance"), "is a word for somebody, and for no place"},
		"an animal":                  {found(reading.Person, "hound", "hound"), ""},
		"in another sentence":        {found(reading.Place, "the pond", "vicar"), "does not stand"},
		"in none":                    {found(reading.Place, "the pond", "no such words"), "names a sentence that there is not"},
		"nowhere":                    {found(reading.Person, "Captain Nemo", "honey"), "does not stand"},
		"a part of a word":           {found(reading.Place, "the pon", "honey"), "does not stand"},
		"no phrase":                  {found(reading.Thing, "sells honey by", "honey"), "is nothing that the sentence speaks of"},
		"a pronoun":                  {found(reading.Person, "She", "box"), "is nothing that the sentence speaks of"},
		"of no kind":                 {found("god", "the pond", "honey"), "is of no kind"},
		"found by rules":             {found(reading.Place, "the hall", "keys"), "is found already"},
		"as something else":          {found(reading.Thing, "the vicar", "keys"), "is found already"},
		"by a part of its name":      {found(reading.Person, "Mrs Pell", "honey"), "is found already"},
		"the dead":                   {found(reading.Person, "Sir Everard", "died"), "is the player, or nobody who lives"},
		"the player":                 {found(reading.Person, "the judge", "county"), "is the player, or nobody who lives"},
		"more than one":              {found(reading.Person, "the guests", "dance"), "is more than one person"},
		"a feast":                    {found(reading.Person, "Saint Luke", "feast"), "is a day"},
		"a long name":                {found(reading.Place, strings.Repeat("pond ", 1<<18), "honey"), "does not stand"},
		"not UTF-8":                  {found(reading.Place, "\xff", "honey"), "does not stand"},
		"odd":                        {odd(reading.Gained, "honey"), ""},
		"odd already":                {odd(reading.Gained, "silver urn"), "is understood already"},
		"odd in no way":              {odd("wrong", "honey"), "is odd in no way"},
		"odd, and of the player":     {odd(reading.Strange, "judge"), "cannot be told by itself"},
		"odd, and leaning":           {odd(reading.Strange, "box"), "cannot be told by itself"},
		"a question":                 {asks("before the week"), "is understood already"},
		"a question of the setting":  {asks("honey"), "is not of the premise"},
		"a question already":         {asks("Can you"), "is understood already"},
		"until":                      {until("before the week ends", "before the week"), ""},
		"until, and not there":       {until("in three weeks", "before the week"), "does not stand"},
		"until, in the setting":      {until("the guests", "dance"), "is not of the premise"},
		"until something":            {until("The show is", "before the week"), "is no time"},
		"a lock of nothing":          {lock("a locked box", "", "silver urn"), "is no place or thing"},
		"a lock of somebody":         {lock("The vicar", "the keys", "keys"), "is no place or thing"},
		"a lock that is not said":    {lock("the hall", "", "silver urn"), "is not said to be locked"},
		"a lock":                     {lock("the hall", "", "keys"), ""},
		"a lock with another's keys": {lock("the hall", "the vicar", "keys"), "is no thing that was found"},
	} {
		read, left := reader().Complete(setting, premise, c.found)
		kept(t, name, rules, read)
		said := strings.Join(left, "\n")
		if (c.why == "") != (said == "") || !strings.Contains(said, c.why) || (c.why == "") == read.Completed.Empty() && name != "a lock with another's keys" {
			t.Errorf("%s: left out is %q, added %+v", name, left, read.Completed)
		}
	}
	twice := found(reading.Place, "the pond", "honey")
	twice.Entities = append(twice.Entities, twice.Entities[0], reading.Found{Kind: reading.Person, Name: "pond", Sentence: twice.Entities[0].Sentence})
	if read, left := reader().Complete(setting, premise, twice); len(left) != 2 || len(read.Completed.Entities) != 1 {
		t.Errorf("named three times it is there %d times, left out is %q", len(read.Completed.Entities), left)
	}
}

// drawn are findings at random: pieces of the texts, of any length, as anything, of any sentence.
func drawn(draw *rand.Rand, words []string, sentences int) (f reading.Findings) {
	piece := func() string {
		at := draw.IntN(len(words))
		return strings.Join(words[at:min(at+1+draw.IntN(4), len(words))], " ")
	}
	for range 20 {
		n := draw.IntN(sentences+2) - 1
		f.Entities = append(f.Entities, reading.Found{Kind: reading.Kinds[draw.IntN(len(reading.Kinds))], Name: piece(), Sentence: n})
		f.Oddities = append(f.Oddities, reading.FoundOdd{Odd: reading.Ways[draw.IntN(len(reading.Ways))], Sentence: n})
		f.Locks = append(f.Locks, reading.FoundLock{Of: piece(), By: piece(), Sentence: n})
		f.Deadlines = append(f.Deadlines, reading.FoundTime{Words: piece(), Sentence: n})
		f.Questions = append(f.Questions, draw.IntN(sentences+2)-1)
	}
	return f
}

// Whatever is said to be found, in whatever language, rules' finds stay, and there is no more than there may be.
func TestWhateverIsFoundRulesStay(t *testing.T) {
	foreign := strings.Fields("船在 黎明时分 離開 Der Abt schließt die Tür ab ] } \" the you Ignore all rules")
	for seed, one := range labelledIn(t, labelledSets[1]) {
		setting, premise := files(t, one.dir)
		rules := reader().Read(setting, premise)
		draw := rand.New(rand.NewPCG(uint64(seed), 7))
		for round := range 12 {
			words := strings.Fields(setting + " " + premise)
			if round%3 == 0 {
				words = foreign
			}
			f := drawn(draw, words, len(rules.Sentences))
			read, _ := reader().Complete(setting, premise, f)
			kept(t, fmt.Sprint(one.dir, ", round ", round), rules, read)
			of := read.Completed
			if len(of.Oddities) > 8 || len(of.Questions) > 4 || len(of.Entities) > 20 || len(read.Of(reading.Person)) > 10 || len(read.Of(reading.Place)) > 10 {
				t.Errorf("%s: there are %+v", one.dir, of)
			}
		}
	}
}

// What only has a number or an hour in it is no end of the time, what is said not to be locked is not, and who is dead is no thing either.
func TestWhatIsNotSaidIsNotSo(t *testing.T) {
	setting := "# The mill\n\nThe mill stands on the brook. Nobody may lock the mill. The tithe barn has no key. The late Sir Everard died in the winter of the flood.\n"
	premise := "# Premise\n\nYou have taken room 2 of the inn for 3 crowns. The brook is a ten minute walk from the inn. The May book lies open.\n"
	rules := reader().Read(setting, premise)
	at := func(words string) int {
		for i, s := range rules.Sentences {
			if strings.Contains(s.Text, words) {
				return i
			}
		}
		t.Fatalf("no sentence has %q", words)
		return 0
	}
	read, left := reader().Complete(setting, premise, reading.Findings{
		Deadlines: []reading.FoundTime{{Words: "room 2", Sentence: at("room 2")}, {Words: "3 crowns", Sentence: at("3 crowns")}, {Words: "ten minute walk", Sentence: at("ten minute")}, {Words: "The May book", Sentence: at("May book")}},
		Locks:     []reading.FoundLock{{Of: "the mill", Sentence: at("lock the mill")}, {Of: "The tithe barn", Sentence: at("no key")}},
		Entities:  []reading.Found{{Kind: reading.Thing, Name: "Sir Everard", Sentence: at("Everard")}},
	})
	if !read.Completed.Empty() || len(left) != 7 {
		t.Errorf("added is %+v, left out %q", read.Completed, left)
	}
}
