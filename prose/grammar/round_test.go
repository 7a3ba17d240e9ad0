package grammar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose/grammar"
	"pgregory.net/rapid"
)

// What names are made of here is chosen to be confounded: with one another, with the words
// of the grammar, with determiners.
var nameWords = []string{
	"Ines", "Vane", "Tobias", "lamp", "oil", "quay", "and", "about", "for", "help", "with", "the", "a", "of", "her", "to", "ask", "what", "who", "is", "dark",
	"Zoë", "St.", "R&D", "42", "truth", "some", "your", "now", "please", "quietly", "hour", "wait", "it", "O'Hara", "half-moon", "don't", "說",
}

func anyName(t *rapid.T, what string) string {
	words := rapid.SliceOfN(rapid.SampledFrom(nameWords), 1, 4).Draw(t, what)
	return strings.Join(words, " ")
}

// anyScene is names and actions over them; few of each, so that they meet.
func anyScene(t *rapid.T) (grammar.Table, []action.Action) {
	table := grammar.Table{}
	ref := func(kind action.RefKind) action.Ref {
		r := action.Ref{Kind: kind, ID: fmt.Sprint(rapid.IntRange(0, 2).Draw(t, "id"))}
		if _, ok := table[r.String()]; !ok {
			noun := grammar.Noun{Text: anyName(t, "name"), Pronouns: rapid.SampledFrom([]string{"she", "he", "they", ""}).Draw(t, "pronouns")}
			if kind == action.Topic && rapid.Bool().Draw(t, "question") {
				noun.Text = rapid.SampledFrom([]string{"who", "why", "what"}).Draw(t, "asks") + " " + noun.Text
			}
			if kind == action.Thread && rapid.Bool().Draw(t, "asking") {
				noun.Text = rapid.SampledFrom([]string{"Who is ", "Why is ", "Is "}).Draw(t, "asks") + noun.Text + "?"
			}
			table[r.String()] = noun
		}
		return r
	}
	maybe := func(kind action.RefKind) action.Ref {
		if rapid.Bool().Draw(t, "none") {
			return action.Ref{}
		}
		return ref(kind)
	}
	var all []action.Action
	for range rapid.IntRange(1, 12).Draw(t, "actions") {
		all = append(all, anyAction(t, ref, maybe))
	}
	return table, all
}

func anyAction(t *rapid.T, ref, maybe func(action.RefKind) action.Ref) action.Action {
	a := action.Action{By: action.Player, Kind: rapid.SampledFrom(action.Kinds()).Draw(t, "kind")}
	if a.Kind.Social() {
		for range rapid.IntRange(1, 2).Draw(t, "many") {
			if r := ref(action.Person); !slices.Contains(a.To, r) {
				a.To = append(a.To, r)
			}
		}
	}
	if a.Topic = maybe(action.Topic); a.Kind == action.Ask || a.Kind == action.Tell {
		a.Topic = ref(action.Topic)
	}
	switch a.Kind {
	case action.Show, action.Give, action.Take:
		a.Item = ref(action.Item)
	case action.Use:
		a.Item = ref(action.Item)
		if r := maybe(rapid.SampledFrom([]action.RefKind{action.Person, action.Item, action.Place}).Draw(t, "on")); !r.None() {
			a.To = []action.Ref{r}
		}
	case action.Go, action.Search:
		a.Place = ref(action.Place)
	case action.Examine:
		if a.Item = maybe(action.Item); a.Item.None() {
			a.Place = ref(action.Place)
		}
	case action.Wait:
		a.Place = maybe(action.Place)
	case action.Pursue:
		a.Thread = ref(action.Thread)
	case action.Skip:
		a.Minutes = rapid.Int64Range(0, 3000).Draw(t, "minutes")
	case action.Say:
		a.Words = anyName(t, "words")
		if r := maybe(action.Person); !r.None() {
			a.To = []action.Ref{r}
		}
	case action.Authored, action.Train, action.Custom:
		a.Words = rapid.SampledFrom([]string{"Ask ", "Go to ", "Jump over "}).Draw(t, "deed") + anyName(t, "words") + "."
	}
	if !wordedKind(a.Kind) && rapid.IntRange(0, 5).Draw(t, "manner") == 0 {
		a.Manner = action.Quietly
	}
	return a
}

func wordedKind(k action.Kind) bool {
	return k == action.Authored || k == action.Train || k == action.Custom
}

// alike is a line as nobody would tell it from another: without articles, case, accents
// and signs.
func alike(line string) string {
	words := strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(line, "'", "")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '&'
	})
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return english.OneOf(w, "a an the some") }), " ")
}

// What is said for an action is read as that action, or as a question between those that
// are said alike.
func TestReadOfSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, all := anyScene(t)
		reader := grammar.NewReader(all, table)
		for _, a := range all {
			line := grammar.Say(a, table)
			r := reader.Read(line)
			wellFormed(t, line, r)
			found := r.Among
			if r.Found {
				found = []action.Action{r.Action}
			}
			if !slices.ContainsFunc(found, a.Equal) {
				t.Fatalf("%q of %+v is read as %s %q\nnames: %v", line, a, shown(r), r.Refusal, table)
			}
			for _, b := range found {
				if said := grammar.Say(b, table); alike(said) != alike(line) {
					t.Fatalf("%q may be %q\nnames: %v", line, said, table)
				}
			}
		}
	})
}

// What is said and told is one line, with single spaces and determiners, that begins large.
func TestSayAndTellAreSentences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, all := anyScene(t)
		voice := grammar.Voice{
			Person: rapid.SampledFrom([]english.Viewpoint{english.First, english.Second, english.Third}).Draw(t, "person"),
			Tense:  rapid.SampledFrom([]english.Tense{english.Past, english.Present}).Draw(t, "tense"),
			Name:   rapid.SampledFrom([]string{"", "Mara", "the diver"}).Draw(t, "player"), Pronouns: rapid.SampledFrom([]string{"she", "they"}).Draw(t, "their"),
		}
		for _, a := range all {
			if rapid.Bool().Draw(t, "another") {
				a.By = action.Ref{Kind: action.Person, ID: "2"}
			}
			outcome := action.Outcome{Grade: rapid.SampledFrom(action.Grades()).Draw(t, "grade")}
			for range rapid.IntRange(0, 4).Draw(t, "changes") {
				outcome.Changes = append(outcome.Changes, action.Change{
					Kind: rapid.SampledFrom(action.ChangeKinds()).Draw(t, "change"), Who: rapid.SampledFrom([]action.Ref{{}, a.By, action.Player}).Draw(t, "who"),
					What: action.Ref{Kind: rapid.SampledFrom(action.RefKinds()).Draw(t, "of"), ID: fmt.Sprint(rapid.IntRange(0, 2).Draw(t, "id"))},
				})
			}
			sentence(t, grammar.Say(a, table), false, !wordedKind(a.Kind))
			sentence(t, grammar.Tell(a, outcome, table, voice), true, !wordedKind(a.Kind))
			for _, form := range []grammar.Form{grammar.Past, grammar.Perfect, grammar.Gerund} {
				if clause := grammar.Clause(a, table, voice, form); clause != "" {
					sentence(t, english.SentenceCase(clause), false, !wordedKind(a.Kind))
				}
			}
		}
	})
}

// sentence finds fault with a text that is no sentence, or none without a stop. Words of
// others may hold what ours may not.
func sentence(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string, stop, ours bool) {
	t.Helper()
	runes := []rune(text)
	switch {
	case text == "" || len(runes) > 240:
		t.Fatalf("%d characters: %q", len(runes), text)
	case strings.Contains(text, "  ") || strings.TrimSpace(text) != text || strings.ContainsAny(text, "\n\r\t\x1b{}"):
		t.Fatalf("spaces or signs: %q", text)
	case strings.ContainsFunc(text, unicode.IsControl):
		t.Fatalf("control characters: %q", text)
	case unicode.IsLower(runes[0]):
		t.Fatalf("begins small: %q", text)
	case stop && !english.EndsSentence(text), !stop && strings.HasSuffix(text, ".") && !strings.HasSuffix(text, ".."):
		t.Fatalf("ends wrongly: %q", text)
	case stop && len(english.Sentences(outsideQuotes(text))) != 1:
		t.Fatalf("not one sentence: %q", text)
	}
	words := strings.Fields(strings.ToLower(text))
	for i := range len(words) - 1 {
		if ours && english.OneOf(words[i], "a an the") && english.OneOf(words[i+1], "a an the") {
			t.Fatalf("determined twice: %q", text)
		}
	}
}

func outsideQuotes(text string) string {
	parts := strings.Split(text, `"`)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = "x"
	}
	return strings.Join(parts, `"`)
}

// Somebody may be called as it is said that a deed is done: what is said so is read so.
func TestNamedAsADeedIsDone(t *testing.T) {
	table := grammar.Table{"item:1": {Text: "the lamp"}, "person:0": {Text: "Quietly", Pronouns: "she"}}
	lamp, quietly := action.Ref{Kind: action.Item, ID: "1"}, action.Ref{Kind: action.Person, ID: "0"}
	take := action.Action{By: action.Player, Kind: action.Take, Item: lamp, Manner: action.Quietly}
	give := action.Action{By: action.Player, Kind: action.Give, To: []action.Ref{quietly}, Item: lamp, Manner: action.Quietly}
	reader := grammar.NewReader([]action.Action{give, take}, table)
	for _, a := range []action.Action{give, take} {
		if line := grammar.Say(a, table); !reader.Read(line).Action.Equal(a) {
			t.Errorf("%q is read as %s", line, shown(reader.Read(line)))
		}
	}
}
