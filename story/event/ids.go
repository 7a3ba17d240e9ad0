package event

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type (
	// PlaythroughID is one person's way through one campaign. The name of a save
	// is not part of it.
	PlaythroughID string
	// BranchID is one line of telling within a playthrough.
	BranchID string
	// TurnID makes an append repeatable: a turn is written once.
	TurnID string
	// CharacterID is somebody who can perceive: a person of the campaign, or "player".
	CharacterID string
	// Actor is who brought an event about: a character, a player by name, the
	// engine, a skill.
	Actor string

	// Position orders writing. The first event of a playthrough has position 1,
	// and a branch goes on counting where it left its parent, so a position is
	// unique within a lineage.
	Position int64
	// Sequence orders moments, from 1, and is unique within a lineage.
	Sequence int64
)

// Trunk is the branch every playthrough begins with.
const Trunk BranchID = "main"

// Names that mean the same in every campaign.
const (
	Player     CharacterID = "player"
	Everyone   CharacterID = "*" // the knower of what is known to all
	EngineSelf Actor       = "engine"
)

const maxID = 256

// CheckID says what is wrong with an id, nil when nothing is: it must be 1 to
// 256 bytes of UTF-8 without control characters.
func CheckID[T ~string](id T) error {
	switch s := string(id); {
	case isPlainID(s):
		return nil
	case s == "":
		return fmt.Errorf("the id is empty")
	case len(s) > maxID:
		return fmt.Errorf("the id %q... is longer than %d bytes", strings.ToValidUTF8(s[:32], ""), maxID)
	case !utf8.ValidString(s):
		return fmt.Errorf("the id %q is not UTF-8", s)
	case strings.ContainsFunc(s, unicode.IsControl):
		return fmt.Errorf("the id %q has control characters", s)
	}
	return nil
}

// isPlainID reports whether an id is of visible ASCII and spaces, as most are.
func isPlainID[T string | []byte](s T) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return 0 < len(s) && len(s) <= maxID
}
