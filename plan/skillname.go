package plan

import (
	"path"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Key is what all spellings of a skill's name have in common, so that a
// disabled skill stays disabled under every alias: letter case, Unicode
// compatibility forms, invisible characters and the path forms of a toolPath
// ("skills/memory/recall.dart", "memory/recall") all lead to the same key.
//
// A key is for comparing only. Nothing is looked up by it: see
// [Catalogue.Resolve], which takes exact names alone.
func (n SkillName) Key() SkillName {
	folded := strings.ToLower(norm.NFKC.String(string(n)))
	visible := strings.ReplaceAll(strings.Map(dropInvisible, folded), `\`, "/")
	below := strings.TrimPrefix(path.Clean("/"+visible), "/")
	skill, _, _ := strings.Cut(strings.TrimPrefix(below, "skills/"), "/")
	return SkillName(strings.Trim(skill, "."))
}

func dropInvisible(r rune) rune {
	if unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Cc) {
		return -1
	}
	return r
}
