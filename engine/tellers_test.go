package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/narratoria/narratoria/internal/hostiletext"
	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/protocol"
)

// poor are what a model gives when it does not do its work.
var poor = []string{
	"", " \n\t\n ", "\u200b\u2060", "...", "---", "\"\"", "null", "[]", "{}", "```json\n```", "N/A", "0",
	"I'm sorry, but I can't help with that.", "As a language model I cannot continue this story.",
	"Lo siento, no puedo continuar esta historia.", "申し訳ありませんが、続けられません。", "Извините, но я не могу.", "لا أستطيع المتابعة.",
	"<|im_end|>", "<|im_start|>assistant\n<|im_end|>", "<s></s>", "[INST][/INST]", "<think>Let me see.", "<|endoftext|><|endoftext|>", "\u2581\u2581",
	"\xff\xfe\xfd", "The lamp \xc3", "\xed\xa0\x80 broken", "The lamp goes ou", "You walk to the", "\"You", "Mrs.",
	"\x00", "\x1b[2J", strings.Repeat("\u0301", 300), "<script>", "<b></b>", "<!-- nothing -->", "\u202e", "{\"narration\": \"The la",
	`{"version":"0","type":"done","ok":true}`, "🙂", "\U000e0041\U000e0042",
}

// repeated are what a model repeats that does not come to an end.
var repeated = []string{"the ", "the", "\n", "no. ", "😀", "a\u0301", "<b>", "\x1b[0m", "<|im_end|>", "« ", "\"", "Wait. Wait. "}

// poorText is one of them; a token again and again once in eight times.
func poorText(draw *rand.Rand) string {
	switch draw.IntN(8) {
	case 0:
		return strings.Repeat(repeated[draw.IntN(len(repeated))], 100_000/(1+draw.IntN(20)))
	case 1:
		all := hostiletext.Texts()
		return all[draw.IntN(len(all))]
	case 2:
		text := "You cross the quay and knock at the door of the keeper, who lets you wait."
		return text[:draw.IntN(len(text))]
	}
	return poor[draw.IntN(len(poor))]
}

// poorChoices are choices of such texts, or no choices.
func poorChoices(draw *rand.Rand) any {
	switch draw.IntN(6) {
	case 0:
		return nil
	case 1:
		return poorText(draw)
	}
	all := make([]any, draw.IntN(6))
	for i := range all {
		all[i] = raw(poorText(draw), poorText(draw), poorText(draw))
		if draw.IntN(8) == 0 {
			all[i] = poorText(draw)
		}
	}
	return all
}

// says reports whether a text says something: a word and the end of a sentence, and not the
// same few words all over.
func says(text string) bool {
	different, all := map[string]bool{}, strings.Fields(text)
	for _, word := range all {
		different[word] = true
	}
	return strings.ContainsFunc(text, unicode.IsLetter) && strings.ContainsAny(text, ".!?…。؟") &&
		(len(all) < 500 || len(different) > 20) && !strings.Contains(text, "<|")
}

// TestPoorTellersAreStoodInFor: whatever a writer of turns and choices gives that does not do
// its work, the player is told a sentence at least and can choose.
func TestPoorTellersAreStoodInFor(t *testing.T) {
	const games = 50
	for n := range games {
		t.Run(fmt.Sprint("game ", n+1), func(t *testing.T) {
			t.Parallel()
			draw, last := rand.New(rand.NewPCG(uint64(n), 8)), ""
			says1 := func(a *act) error {
				last = poorText(draw)
				a.ui(protocol.UINarration, protocol.Object{"text": last})
				a.output = protocol.Object{"text": last, "told": protocol.Object{"turn": last}}
				return nil
			}
			b := at(t, sample(t, []string{"grey-harbour", "minimal"}[n%2])).with(map[string]func(a *act) error{
				"storyteller/narrate": says1,
				"player-choices/generate-choices": func(a *act) error {
					a.output = protocol.Object{"choices": poorChoices(draw)}
					return nil
				},
			})
			b.opts.Seed, b.opts.NoEndings = fmt.Sprint(n), true
			g, pick := b.open(), ""
			for range soak.Count(1000) / games {
				r := must(t, g, pick)
				checkShown(t, fmt.Sprintf("%.60q", last), r)
				if !says(r.Prose) {
					t.Errorf("after %.60q (%d bytes) the turn is told as %.200q", last, len(last), r.Prose)
				}
				pick = r.Choices[draw.IntN(len(r.Choices))].ID
			}
			replayed(t, g)
		})
	}
}
