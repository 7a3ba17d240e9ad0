package lore_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/lore"
)

const scene = "# Act 1\n\nThe lamp is out. Nobody lit it!\nThe fog came.\r\n\r\nMr. Coad waits.\n\n* * *\n\nMorning. \n# Act 2\nThe end?"

func TestChunkers(t *testing.T) {
	for name, c := range map[string]struct {
		chunks lore.Chunker
		text   string
		want   []string
	}{
		"sentences":          {lore.Sentences, scene, []string{"# Act 1", "The lamp is out.", "Nobody lit it!", "The fog came.", "Mr. Coad waits.", "* * *", "Morning.", "# Act 2\nThe end?"}},
		"paragraphs":         {lore.Paragraphs, scene, []string{"# Act 1", "The lamp is out. Nobody lit it!\nThe fog came.", "Mr. Coad waits.", "* * *", "Morning. \n# Act 2\nThe end?"}},
		"beats":              {lore.Beats, scene, []string{"# Act 1\n\nThe lamp is out. Nobody lit it!\nThe fog came.\n\nMr. Coad waits.", "Morning.", "# Act 2\nThe end?"}},
		"a text of one beat": {lore.Beats, "One.\n\nTwo.", []string{"One.\n\nTwo."}},
		"pages":              {lore.Pages, "One.\fTwo.\n\f\f Three. ", []string{"One.", "Two.", "Three."}},
		"one page":           {lore.Pages, scene, []string{strings.Join(lore.Paragraphs(scene), "\n\n")}},
		"nothing":            {lore.Pages, " \n\f\n", nil},
	} {
		if got := c.chunks(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	long := strings.Repeat(strings.Repeat("word ", 300)+"\n\n", 3)
	if pages := lore.Pages(long); len(pages) != 3 {
		t.Errorf("900 words are on %d pages", len(pages))
	}
	if pages := lore.Pages(strings.Repeat(strings.Repeat("word ", 200)+"\n\n", 3)); len(pages) != 2 {
		t.Errorf("600 words are on %d pages", len(pages))
	}
}

// No chunker loses, doubles or reorders a word, or gives a piece of nothing; but for the signs that part
// beats.
func TestChunkersKeepAllWords(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"The lamp.", " ", "\n", "\n\n", "\r\n", "\f", "***", "- - -", "# Act", "Mr. X", "é", "ランプ。", "!?", "…\"", "a", "\t", "\u00a0", "\u2028"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(pieces).Draw(t, "pieces"), "")
		words := strings.Fields(text)
		for name, chunks := range map[string]lore.Chunker{"sentences": lore.Sentences, "paragraphs": lore.Paragraphs, "pages": lore.Pages, "beats": lore.Beats} {
			got := chunks(text)
			if slices.ContainsFunc(got, func(c string) bool { return strings.TrimSpace(c) != c || c == "" }) {
				t.Fatalf("%s of %q are %q", name, text, got)
			}
			kept := strings.Fields(strings.Join(got, "\n"))
			if name == "beats" {
				kept, words = parted(kept), parted(words)
			}
			if !slices.Equal(kept, words) {
				t.Fatalf("%s of %q are %q", name, text, got)
			}
			words = strings.Fields(text)
		}
	})
}

// parted are words without those that may part beats.
func parted(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.Trim(w, "*-") == "" })
}
