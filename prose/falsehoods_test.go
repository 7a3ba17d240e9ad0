package prose_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/prose"
)

// A summedScene is a scene of a recorded play, as a model was asked to sum it up.
type summedScene struct {
	account prose.Account
	answers []string
}

// A request is a recorded request of one task, and what was answered.
type request struct {
	text, answer string
}

// recorded reads the requests of a task that are recorded.
func recorded(t *testing.T, task string) (all []request) {
	t.Helper()
	names, err := filepath.Glob("../testdata/recorded/*.ndjson")
	if err != nil || len(names) < 2 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var of struct {
				Task    string
				Answer  struct{ Text string }
				Request struct{ Messages []struct{ Text string } }
			}
			if err := json.Unmarshal(lines.Bytes(), &of); err != nil {
				t.Fatal(err)
			}
			if of.Task == task {
				all = append(all, request{of.Request.Messages[len(of.Request.Messages)-1].Text, of.Answer.Text})
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// plays are the scenes that were summed up.
func plays(t *testing.T) (all []summedScene) {
	for _, of := range recorded(t, "summary") {
		var p summedScene
		for line := range strings.Lines(of.text) {
			what, quoted, _ := strings.Cut(strings.TrimSpace(line), ": ")
			text, err := strconv.Unquote(quoted)
			if err != nil {
				continue
			}
			switch what {
			case "in it you are":
				p.account.Player = text
			case "place":
				p.account.Place = text
			case "you chose":
				p.account.Chosen = append(p.account.Chosen, text)
			default:
				p.account.Told = append(p.account.Told, text)
			}
		}
		p.answers = []string{of.answer}
		if n := len(all) - 1; n >= 0 && slices.Equal(all[n].account.Told, p.account.Told) {
			all[n].answers = append(all[n].answers, of.answer)
			continue
		}
		all = append(all, p)
	}
	return all
}

var saidBy = regexp.MustCompile(`^"([^"]+)[,.]" (?:says ([A-Z][A-Za-z ]+)|([A-Z][A-Za-z ]+) says)\.`)

// truths are sentences of a play as they were told, and again in the past, and what somebody said there as they said it.
func (p summedScene) truths() (all []string) {
	for _, text := range p.account.Told {
		if of := saidBy.FindStringSubmatch(text); of != nil {
			for _, said := range prose.Sentences(of[1]) {
				all = append(all, of[2]+of[3]+" said that "+english.MidSentence(strings.TrimRight(said, "."))+".")
			}
		}
		if strings.ContainsAny(text, `"*`) {
			continue
		}
		for _, sentence := range prose.Sentences(text) {
			all = append(all, sentence, prose.Retell(sentence, prose.Persona{Person: prose.Second, Tense: prose.Past}))
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(s string) bool { return !prose.StandsAlone(s) || !strings.HasSuffix(s, ".") })
}

var aName = regexp.MustCompile(`(?:[A-Z][a-z]+(?:'s)?)(?: (?:[A-Z][a-z]+(?:'s)?))+`)

// names are those of several words that a play has.
func (p summedScene) names() (all []string) {
	all = aName.FindAllString(strings.Join(p.account.Told, "\n"), -1)
	all = append(all, p.account.Place)
	slices.Sort(all)
	return slices.Compact(all)
}

// flat are the words of a text without articles, each as it begins, for what is told to be found in it.
func flat(text string) string {
	var all []string
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if w = strings.Trim(w, `.,;:"'`); w != "" && !english.OneOf(w, "a an the and but that has have had") {
			if past := english.PastBase(w); past != "" {
				w = past
			}
			if english.OneOf(w, "is are am were") {
				w = "be"
			}
			all = append(all, english.Stem(w))
		}
	}
	return " " + strings.Join(all, " ") + " "
}

// A liar makes a sentence that was not told of some that were.
type liar struct {
	draw   *rand.Rand
	truths []string
	names  []string
}

func (l *liar) one(of []string) string { return of[l.draw.IntN(len(of))] }

// other are the words of a sentence that does not begin with these: it is of somebody else.
func (l *liar) other(first, second string) []string {
	words := strings.Fields(l.one(l.truths))
	if words[0] == first && (words[1] == second || first == "You") {
		return nil
	}
	return words
}

// lie is one, and how it was made.
func (l *liar) lie() (text, how string) {
	text = l.one(l.truths)
	words := strings.Fields(text)
	in := aName.FindAllString(text, -1)
	switch l.draw.IntN(12) {
	case 0:
		if len(in) > 0 {
			return strings.Replace(text, l.one(in), l.one(l.names), 1), "another's name"
		}
	case 1:
		if len(in) > 1 {
			return strings.NewReplacer(in[0], in[1], in[1], in[0]).Replace(text), "names swapped"
		}
	case 2:
		for _, no := range []string{" not ", " never ", " no ", "n't "} {
			if strings.Contains(text, no) {
				return strings.Replace(text, no, " ", 1), "no not"
			}
		}
		for _, be := range []string{" is ", " was ", " were ", " has ", " had ", " can ", " could ", " will "} {
			if strings.Contains(text, be) {
				return strings.Replace(text, be, be+"not ", 1), "a not"
			}
		}
	case 3:
		for i, w := range words {
			if english.OneOf(w, english.Prepositions) && l.draw.IntN(2) == 0 {
				words[i] = l.one(strings.Fields("in on under behind to from with without beneath over"))
				return strings.Join(words, " "), "elsewhere"
			}
		}
	case 4:
		other := l.other(words[0], words[1])
		if other == nil {
			return "", ""
		}
		i, j := 1+l.draw.IntN(len(words)-1), 1+l.draw.IntN(len(other)-1)
		return strings.Join(append(slices.Clone(words[:i]), other[j:]...), " "), "the end of another"
	case 5:
		other := strings.Fields(l.one(l.truths))
		at, by := l.draw.IntN(len(words)), other[l.draw.IntN(len(other))]
		if by == words[0] && english.OneOf(words[at], "and but") {
			return "", "" // "Pietro looks in, Pietro is gone": who it is, said again
		}
		words[at] = by
		return english.SentenceCase(strings.Join(words, " ")), "a word of another"
	case 6:
		if who, what, said := strings.Cut(text, " said that "); said {
			return l.one([]string{english.SentenceCase(what), l.one(l.names) + " said that " + what, "You said that " + what, who + " did " + what}), "said by another"
		}
		return l.one(l.names) + " said that " + english.MidSentence(text), "not said"
	case 7:
		return l.one(l.names) + " said that " + l.one(l.names) + " took " + l.one(l.names) + ".", "accused"
	case 8:
		return "You " + l.one(strings.Fields("killed took hid burned sold stole found")) + " " + l.one(l.names) + " and took " + l.one(l.names) + ".", "you did"
	case 9:
		other := l.other(words[0], words[1])
		if other == nil {
			return "", ""
		}
		i := 1 + l.draw.IntN(len(other)-1)
		if i == 1 && english.OneOf(other[0], "The A An") || strings.HasSuffix(other[i-1], ",") || english.OneOf(other[i-1], "and but") {
			return "", "" // it is all of the other, or of what it says behind a comma: that was told
		}
		return strings.TrimRight(text, ".") + " and " + strings.Join(other[i:], " "), "another's deed too"
	case 10:
		i := 1 + l.draw.IntN(len(words)-1)
		return english.SentenceCase(strings.Join(words[i:], " ")), "the end alone"
	default:
		i, j := l.draw.IntN(len(words)), l.draw.IntN(len(words))
		words[i], words[j] = words[j], words[i]
		return english.SentenceCase(strings.Join(words, " ")), "words swapped"
	}
	return "", ""
}

// A summary that puts together what was not told so is not taken, and what was told is.
func TestNoFalsehoodIsTakenForASummary(t *testing.T) {
	told, taken, lies, admitted, answers, whole := 0, 0, 0, 0, 0, 0
	for i, p := range plays(t) {
		for _, answer := range p.answers {
			answers++
			if got, _ := p.account.Admit(answer); got == answer {
				whole++
			}
		}
		truths := p.truths()
		for _, text := range truths {
			told++
			if got, _ := p.account.Admit(text); got == text {
				taken++
			}
		}
		if len(truths) == 0 {
			continue
		}
		l := &liar{rand.New(rand.NewPCG(1680, uint64(i))), truths, p.names()}
		was := flat(strings.Join(append(slices.Clone(p.account.Told), truths...), " "))
		for range soak.Count(5_000) {
			text, how := l.lie()
			if text == "" || strings.Contains(was, flat(text)) {
				continue
			}
			lies++
			got, _ := p.account.Admit(text)
			if slices.ContainsFunc(prose.Sentences(got), func(taken string) bool { return !strings.Contains(was, flat(taken)) }) {
				admitted++
				t.Errorf("%s: %q is taken of %q", how, got, text)
			}
		}
	}
	t.Logf("of %d sentences that were told %d are taken; of %d that were not %d are; of %d recorded summaries %d are taken whole", told, taken, lies, admitted, answers, whole)
	if 100*taken < 50*told || lies < soak.Count(40_000) {
		t.Error("too few")
	}
}
