package hostile

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/skills"
)

// A misdeed is one way of a skill to do harm, or to try.
type misdeed struct {
	name string // in words
	does func(s *script) int
	want string // the codes it may end with, with | between; "" for one that ends well
	may  []skills.Permission
	long bool // it is so much that a busy machine may not come to its end in time
}

// slug is its name as a skill's.
func (m misdeed) slug() string {
	slug := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(m.name))
	return "m-" + strings.Trim(slug[:min(len(slug), 60)], "-")
}

// ends reports whether it may end with a code.
func (m misdeed) ends(code string) bool {
	return slices.Contains(strings.Split(m.want, "|"), code) || m.long && code == "timeout"
}

// runsOut reports whether only its timeout ends it.
func (m misdeed) runsOut() bool { return slices.Contains(strings.Split(m.want, "|"), "timeout") }

// all are the misdeeds, those that come first being the five that once got through.
func all() []misdeed {
	return slices.Concat(five, ofLines, ofProcesses, ofFiles, ofCalls)
}

func called(name string) misdeed {
	for _, m := range all() {
		if m.name == name || m.slug() == name {
			return m
		}
	}
	panic("there is no misdeed " + name)
}

// everything is what a skill may be allowed.
var everything = []skills.Permission{
	skills.MemoryRead, skills.MemoryWrite, skills.RelationRead, skills.RelationWrite, skills.LoreRead,
	skills.StoryRead, skills.StoryRecord, skills.Random, skills.Data,
}
