package replan

import (
	"strings"

	"github.com/narratoria/narratoria/internal/rng"
)

// The specification's templates. The last is for a player who said nothing that
// can be shown.
var echoing = []string{
	"The narrator pauses, considering your words: '{input}'",
	"Your action '{input}' echoes in the stillness...",
}

const wordless = "The story continues, though the path is unclear..."

// template answers without a plan. The same turn is always answered the same.
func template(input string, seed rng.Seed) string {
	words := echo(input)
	if words == "" {
		return wordless
	}
	choice := seed.Derive("fallback").Stream().IntN(len(echoing))
	return strings.Replace(echoing[choice], "{input}", words, 1)
}
