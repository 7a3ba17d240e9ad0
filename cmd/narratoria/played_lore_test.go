package main

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// What of the world's lore is worth telling in a story of sixty turns: more would be
// a lecture, and over several stories there have to be some in each.
const fewestDetails, mostDetails = 1, 12

// A search for lore finds something as often as not, and some of it gets into the
// prose, word for word but for how its sentence begins. A campaign without lore has
// none to tell.
func TestPlayedLore(t *testing.T) {
	ownDirectories(t)
	told, searched, found, plays := 0, 0, 0, seeds(2, 20)
	for _, seed := range plays {
		code, out, errs := command("play", "--auto", "60", "--seed", seed, "--json", "--no-endings", "grey-harbour")
		if code != exitOK || errs != "" {
			t.Fatalf("seed %s: exit %d: %s", seed, code, errs)
		}
		searches, finds, details := loreOf(recordsOf(t, out))
		t.Logf("seed %s: of %d searches %d find something, and %d details are told", seed, searches, finds, details)
		if finds == 0 || details > mostDetails {
			t.Errorf("seed %s: %d searches, %d finds, %d details, want %d at most", seed, searches, finds, details, mostDetails)
		}
		told, searched, found = told+details, searched+searches, found+finds
	}
	if found*2 < searched {
		t.Errorf("%d of %d searches find something, want half", found, searched)
	}
	if told < fewestDetails*len(plays) {
		t.Errorf("%d details in %d plays, want %d in each on average", told, len(plays), fewestDetails)
	}
	_, out, _ := command("play", "--auto", "30", "--seed", "1", "--json", "minimal")
	if searches, finds, details := loreOf(recordsOf(t, out)); searches == 0 || finds+details > 0 {
		t.Errorf("without lore: %d searches, %d finds, %d details", searches, finds, details)
	}
}

// loreOf counts the turns that searched lore, that found some, and that told of it.
func loreOf(turns []told) (searches, finds, details int) {
	for i := range turns {
		for _, step := range turns[i].Result.ToolResults {
			if step.Script != "memory/recall-lore" {
				continue
			}
			searches++
			snippets, _ := step.Output["snippets"].([]any)
			if len(snippets) > 0 {
				finds++
			}
			if tells(turns[i].Prose, snippets) {
				details++
			}
		}
	}
	return searches, finds, details
}

var sentenceEnds = regexp.MustCompile(`[.!?]\s+`)

// tells reports whether a text holds all of a sentence of the snippets but its first
// word.
func tells(text string, snippets []any) bool {
	text = onlyWords(text)
	for _, item := range snippets {
		snippet, _ := item.(map[string]any)
		page, _ := snippet["text"].(string)
		for _, sentence := range sentenceEnds.Split(page, -1) {
			if _, rest, _ := strings.Cut(onlyWords(sentence), " "); strings.Count(rest, " ") >= 3 && strings.Contains(text, rest) {
				return true
			}
		}
	}
	return false
}

func onlyWords(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}
