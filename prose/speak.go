package prose

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// A Speaker is somebody about to say something, as they know themselves.
type Speaker struct {
	Seed   int64
	Person          // Feeling is their own, for whom they speak to
	Player string   // what they call whom they speak to; "" for no name
	Said   []string // what they said before, the latest last
}

// Say is a line of theirs by what they feel: one that they never said, else the one that they have not
// said for longest; "" for somebody without any, and for who does not speak. The same speaker always
// says the same.
func Say(s Speaker) string {
	if s.Silent {
		return ""
	}
	lines := s.Lines[s.warmth()]
	if len(lines) == 0 {
		lines = s.Lines["neutral"]
	}
	best, last := "", len(s.Said)
	random := rand.New(rand.NewPCG(uint64(s.Seed), 0))
	for _, i := range random.Perm(len(lines)) {
		if strings.Contains(lines[i], "{player}") && s.Player == "" {
			continue
		}
		line := english.EndSentence(Clean(strings.ReplaceAll(lines[i], "{player}", s.Player)))
		if at := lastIndex(s.Said, line); line != "" && at < last {
			best, last = line, at
		}
	}
	return best
}

// lastIndex is where something stands last in a list, -1 for nowhere.
func lastIndex(all []string, wanted string) int {
	for i, text := range slices.Backward(all) {
		if text == wanted {
			return i
		}
	}
	return -1
}
