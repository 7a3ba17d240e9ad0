package prose_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
)

var values = map[string]string{
	"place": "the Long Quay", "at": "at the Long Quay", "span": "half an hour", "clock": "half past nine", "struck": "half past nine", "stat": "wits",
	"topic": "the ninth grave", "memory": "the Margaret went down.", "source": "the Almanac", "items": "a brass key and some matches", "who": "Honor", "there": "the hall", "way": "the chapel", "far": "ten minutes",
	"said": `"Mind the step,"`, "quote": `"Mind the step."`, "choice": "climb the stair.", "thing": "the brass key", "fact": "gulls nested there.", "Fact": "Gulls nested there.",
	"whom": "Tobias", "speaker": "Tobias", "where": "the chapel",
}

// TestEveryForm fills each form in each person and tense and has it read.
func TestEveryForm(t *testing.T) {
	forms := 0
	for bank, list := range prose.Banks() {
		for _, form := range list {
			forms++
			checkForm(t, bank, form)
		}
	}
	t.Logf("%d forms", forms)
	if forms < 100 {
		t.Errorf("only %d forms were read", forms)
	}
}

func checkForm(t *testing.T, bank, written string) {
	t.Helper()
	for _, person := range []prose.Viewpoint{prose.First, prose.Second, prose.Third} {
		for _, tense := range []prose.Tense{prose.Present, prose.Past} {
			for _, pronouns := range []string{"she", "they"} {
				persona := prose.Persona{Name: "Mara", Pronouns: pronouns, Person: person, Tense: tense}
				text, complete := prose.Fill(written, persona, prose.Person{Name: "Ines", Pronouns: pronouns}, values)
				if !complete {
					t.Fatalf("%s: %q has a slot without a value", bank, written)
				}
				faults := append(agreement(text), constant(outsideQuotes(text), persona)...)
				piece := prose.Piece{Text: text}
				if strings.Contains(text, `"`) {
					piece.Speaker = "Ines"
				}
				if faults = append(faults, form(piece)...); len(faults) > 0 {
					t.Errorf("%s: %q: %s", bank, written, strings.Join(faults, "; "))
				}
			}
		}
	}
}

var verbMark = regexp.MustCompile(`\[([^\]]*)\]`)

// TestVerbsOfForms: what a form marks is a verb, written so that its base is found.
func TestVerbsOfForms(t *testing.T) {
	third := prose.Subject{Person: prose.Third}
	for bank, list := range prose.Banks() {
		for _, form := range list {
			if strings.Count(form, "[") != strings.Count(form, "]") || strings.Count(form, "{") != strings.Count(form, "}") || strings.Count(form, "<") != strings.Count(form, ">") {
				t.Errorf("%s: brackets of %q", bank, form)
			}
			for _, m := range verbMark.FindAllStringSubmatch(form, -1) {
				word := m[1]
				base := strings.TrimLeft(word, "+*")
				if base == word && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
					base = prose.BaseOf(word)
					if back := prose.Verb(base, third, prose.Present); back != word {
						t.Errorf("%s: [%s] reads as %q, which is %q", bank, word, base, back)
					}
				}
				if strings.ContainsAny(base, " +*") || base == "" {
					t.Errorf("%s: [%s] is no verb", bank, word)
				}
			}
		}
	}
}

// TestFormsAreDistinct: a form in two banks would be told twice.
func TestFormsAreDistinct(t *testing.T) {
	seen := map[string]string{}
	for bank, list := range prose.Banks() {
		for _, form := range list {
			if first, twice := seen[form]; twice {
				t.Errorf("%q is in %s and in %s", form, first, bank)
			}
			seen[form] = bank
		}
	}
}

// TestRowsAreForKinds: what is told by the deed is told by a kind of action there is.
func TestRowsAreForKinds(t *testing.T) {
	for name, words := range prose.DeedKeys() {
		for _, word := range words {
			kind, grade, _ := strings.Cut(word, ":")
			if !action.Kind(kind).Known() || !slices.Contains(action.Grades(), action.Grade(grade)) {
				t.Errorf("%s is for %q, which nobody does", name, word)
			}
		}
	}
}

// anybodys are the forms that name nothing of the story they are told in: for a turn of which
// there is nothing else to tell, and for what stands beside a name.
var anybodys = map[string]bool{
	"Nothing changes.": true, "{you} [be] where {you} [be].": true, "It [is] as it was.": true,
}

// TestNoFormCouldStandAnywhere: a sentence of the composer's names what it is about: somebody,
// something, a place, an hour, a fact. What it says otherwise is that there is nothing.
func TestNoFormCouldStandAnywhere(t *testing.T) {
	names := regexp.MustCompile(`\{(name|name's|who|whom|thing|items|topic|fact|Fact|said|quote|place|at|where|clock|struck|span|memory|stat|choice)\}`)
	for bank, list := range prose.Banks() {
		for _, form := range list {
			if !names.MatchString(form) && !anybodys[form] && !strings.HasPrefix(bank, "nothing") && !strings.HasPrefix(bank, "costs") {
				t.Errorf("%s: %q could stand in any story", bank, form)
			}
		}
	}
	if names.MatchString("A dog [barks] twice, and [stops].") {
		t.Error("a form that could stand anywhere is not found")
	}
}
