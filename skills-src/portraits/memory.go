package portraits

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/skills-src/portraits/look"
)

// memory is what a character's portrait was drawn from.
type memory struct {
	Description string `json:"description"`
	Mood        string `json:"mood"`
}

// clipped keeps of a text what is read of it.
func clipped(text string) string {
	const longest = 16 << 10
	return strings.ToValidUTF8(text[:min(len(text), longest)], "")
}

func (m memory) look() look.Look {
	l := look.Read(m.Description)
	if mood := look.Read(m.Mood).Mood; mood != "" {
		l.Mood = mood
	}
	return l
}

// hash tells descriptions apart, but not by case, spaces or punctuation.
func (m memory) hash() string { return hashed(strings.Join(tokens(m.Description), " ")) }

// changed is the rule of the package page.
func changed(before, now memory) bool {
	is := now.look()
	if before.look().Contradicts(is) {
		return true
	}
	is.Sex, is.Mood = "", "" // a pronoun alone, or a mood, describes nobody
	return is.Says() && is.Details() < sameDetails && !alike(tokens(before.Description), tokens(now.Description))
}

// sameDetails are how many things that are as they were tell that somebody is who they were,
// in whatever words.
const sameDetails = 2

// alike reports whether at least half of the words of the shorter text are in the
// longer one.
func alike(a, b []string) bool {
	one, other := content(a), content(b)
	if len(one) > len(other) {
		one, other = other, one
	}
	shared := 0
	for word := range one {
		if other[word] {
			shared++
		}
	}
	return shared*2 >= len(one)
}

// content are the words of a text that carry its meaning, or nearly so.
func content(tokens []string) map[string]bool {
	words := map[string]bool{}
	for _, token := range tokens {
		if len(token) > 3 || token == "red" || token == "old" {
			words[token] = true
		}
	}
	return words
}

func tokens(text string) []string { return strings.FieldsFunc(strings.ToLower(text), separates) }

func separates(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '.'
}

// recall is what was drawn before, or the zero memory.
func (s *session) recall() memory {
	var m memory
	if !s.inv.Has("data") {
		if text, ok := s.cache.read(s.place() + ".json"); ok && json.Unmarshal(text, &m) != nil {
			return memory{}
		}
		return m
	}
	value, found, err := s.inv.Data().Get(s.ctx, "portrait/"+s.place())
	if err != nil {
		s.inv.Log("warn", "what was drawn before cannot be read; the portrait is drawn anew", map[string]any{"error": err.Error()})
	}
	if kept, ok := value.(map[string]any); found && ok {
		m.Description, _ = kept["description"].(string)
		m.Mood, _ = kept["mood"].(string)
	}
	return m
}

func (s *session) remember(m memory) {
	if s.inv.Has("data") {
		if err := s.inv.Data().Set(s.ctx, "portrait/"+s.place(), m); err != nil {
			s.inv.Log("warn", "what was drawn cannot be remembered", map[string]any{"error": err.Error()})
		}
		return
	}
	text, err := json.Marshal(m)
	if err == nil {
		s.cache.keep(s.place()+".json", text)
	}
}

// place is where a character's memory is kept: identifiers are foreign text, and
// keys and file names have their limits.
func (s *session) place() string { return hashed(s.in.Character) }

// key names a picture by all that its pixels follow from.
func (s *session) key(m memory) string {
	return hashed(fmt.Sprintf("%q", []any{generator, s.in.Character, m.look(), s.set.StylePreset, s.set.Resolution}))
}

func seedOf(character string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(character))
	return h.Sum64()
}

// hashed is no secret and keeps none: a name of 32 digits for a text.
func hashed(text string) string {
	h := fnv.New128a()
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

func short(key string) string { return key[:12] }
