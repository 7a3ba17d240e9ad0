package choices

import (
	"math/bits"
	"strings"
)

// An ear has heard the texts of the last turns and of this one. What a choice is has
// been decided; here it is put so that it sounds like none of them.
type ear struct {
	s      *scene
	texts  map[string]bool // word for word
	runs   map[uint32]int  // runs of three words heard lately
	heard  []sound         // texts of this turn
	worn   map[string]int  // how often each frame's words were heard lately
	random *stream
}

// A sound is how a choice begins and what it turns on.
type sound struct {
	first, second string
	joints        uint32
	words         int
}

// joints are what sentences turn on: two choices of a turn that turn on the same one
// sound alike.
var joints = []string{" where ", " how ", " why ", " who ", " whether ", ": ", " by way of ", " yourself", " anything ", "your "}

func newEar(s *scene) *ear {
	e := &ear{s: s, texts: map[string]bool{}, runs: map[uint32]int{}, worn: map[string]int{}, random: newStream(^s.seed)}
	for _, text := range s.in.Taken {
		e.hear(text)
		e.heard = append(e.heard, soundOf(text))
	}
	for _, text := range s.in.Recent {
		e.hear(text)
	}
	return e
}

func (e *ear) hear(text string) {
	words := wordsOf(text)
	e.texts[strings.Join(words, " ")] = true
	for _, run := range trigrams(words) {
		e.runs[run]++
	}
}

func soundOf(text string) sound {
	words := strings.Fields(text)
	s := sound{words: len(words)}
	if len(words) > 1 {
		s.first, s.second = words[0], words[1]
	}
	for i, joint := range joints {
		if strings.Contains(text, joint) {
			s.joints |= 1 << i
		}
	}
	return s
}

// What it costs a wording to be other than ours, and to be one that was heard before: that is
// for where there is no other.
const (
	unworded    = 600
	heardBefore = 2000
)

// wording is the best that a pick can be put in. Where our words cannot be used or were
// all heard, the caller's plain ones are; no move is lost for its words.
func (e *ear) wording(p *pick) wording {
	best := e.s.plainly(p.move)
	most := e.worth(best) - unworded
	for _, w := range e.s.wordings(p.move, p.ground) {
		if worth := e.worth(w); worth > most {
			best, most = w, worth
		}
	}
	best.ground = p.ground
	e.hear(best.text)
	e.heard = append(e.heard, soundOf(best.text))
	return best
}

// worth is how well a wording sounds after what was heard.
func (e *ear) worth(w wording) int {
	sound := soundOf(w.text)
	worth := e.random.below(45) + lengthWorth(sound.words) - e.wear(w.pattern)
	if e.texts[strings.Join(w.said, " ")] {
		worth -= heardBefore
	}
	for _, run := range trigrams(w.said) {
		worth -= 7 * min(e.runs[run], 4)
	}
	for _, heard := range e.heard {
		if heard.first == sound.first {
			worth -= 22
			if heard.second == sound.second {
				worth -= 15
			}
		}
		worth -= 22 * bits.OnesCount32(heard.joints&sound.joints)
	}
	if w.move.Stat != "" && !w.leans {
		worth -= 220
	}
	return worth
}

func lengthWorth(words int) int {
	switch {
	case words > 14:
		return -6 * (words - 14)
	case words < 5:
		return -10
	}
	return 0
}

// How many texts of the last turns count as just heard, and how far back a frame is
// remembered at all.
const (
	justHeard = 14
	onceHeard = 40
	mostWear  = 240
)

// wear is how often the words of a frame were heard lately, the last of them most.
func (e *ear) wear(pattern string) int {
	if worn, known := e.worn[pattern]; known {
		return worn
	}
	worn, said := 0, longestPiece(pattern)
	for ago := range min(len(e.s.in.Recent), onceHeard) {
		if said == "" || !strings.Contains(e.s.in.Recent[len(e.s.in.Recent)-1-ago], said) {
			continue
		}
		if worn += 30; ago < justHeard {
			worn += 70
		}
	}
	worn = min(worn, mostWear)
	e.worn[pattern] = worn
	return worn
}

// shortestPiece is how many letters tell a frame from others.
const shortestPiece = 8

// longestPiece is the longest of a frame's own words between two places, or "".
func longestPiece(pattern string) (longest string) {
	for piece := range strings.SplitSeq(pattern, "{") {
		if _, after, found := strings.Cut(piece, "}"); found {
			piece = after
		}
		if len(piece) >= max(shortestPiece, len(longest)+1) {
			longest = piece
		}
	}
	return longest
}
