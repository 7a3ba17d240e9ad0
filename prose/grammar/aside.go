package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// besides is a line without what somebody says of themselves beside the deed: "I beg Ines for
// help, wringing my hands", "I ask (mind the beer!) Ines about the oil". What names anything
// that there is, denies, or may be a deed is none of that, and stays.
func (r *Reader) besides(l *line) *line {
	made := l
	for from := 0; from < len(made.words); {
		to := from + 1
		for !made.parted(to) {
			to++
		}
		if to-from < len(made.words) && r.isAside(made, from, to) {
			made = made.with(from, to, nil)
			continue
		}
		from = to
	}
	if made == l {
		return nil
	}
	return made
}

// isAside reports whether a part of a line between two signs is beside the deed.
func (r *Reader) isAside(l *line, from, to int) bool {
	words := l.words[from:to]
	if slices.ContainsFunc(words, func(w string) bool { return english.OneOf(w, denying+" and or then also") }) {
		return len(words) > 2 && slices.Equal(words[len(words)-2:], []string{"and", "all"}) && !r.concerns(l, from, to-2)
	}
	switch gesture := gesturing(words); {
	case gesture && from > 0:
		return !r.concerns(l, from+1, to)
	case r.concerns(l, from, to):
		return false
	case l.inBrackets(from, to):
		return leading(words, quietly) == 0 && !slices.ContainsFunc(words, r.isDoing)
	case from == 0:
		return false
	}
	return words[0] == "because" || words[0] == "where" && to == len(l.words) && !slices.ContainsFunc(words, isSpeaker)
}

// concerns reports whether words hold a name of anything, or a pronoun for somebody.
func (r *Reader) concerns(l *line, from, to int) bool {
	for i := from; i < to; i++ {
		if l.words[i] != "it" && isPronoun(l.words[i]) || english.OneOf(l.words[i], "his their") || r.anyNameAt(l, i) > 0 {
			return true
		}
	}
	return false
}

func isSpeaker(word string) bool { return english.OneOf(word, "i we you my our") }

// isDoing reports whether a word is a verb that a deed may begin with, in any of its forms.
func (r *Reader) isDoing(word string) bool {
	return patterns().bases[word] != "" || len(patterns().by[word]) > 0 && english.IsVerb(word)
}

// inBrackets reports whether words stand in brackets of their own.
func (l *line) inBrackets(from, to int) bool {
	before, after := strings.TrimRight(l.text[:l.begins[from]], " "), strings.TrimLeft(l.text[l.ends[to-1]:], ".!?… ")
	return strings.HasSuffix(before, "(") && strings.HasPrefix(after, ")")
}

// gesturing reports whether words tell what somebody does with their face or body meanwhile:
// "whistling", "my heart hammering".
func gesturing(words []string) bool {
	if english.OneOf(words[0], bodily) {
		return true
	}
	at := count(words, "my with")
	return len(words) == at+2 && english.OneOf(words[at], "heart hands hand voice knees eyes cheeks face lip lips stomach teeth fingers jaw brow") && strings.HasSuffix(words[at+1], "ing")
}

const bodily = "smiling grinning frowning scowling whistling humming nodding shrugging sighing wringing rubbing scratching stroking tapping drumming counting tugging adjusting straightening brushing wiping blinking yawning shivering trembling blushing laughing chuckling giggling winking leaning sniffing coughing squinting swallowing"

// undone is a line without what is not done in it where what is done follows: "don't go to the
// inn, go to the chapel".
func (r *Reader) undone(l *line) *line {
	n := leading(l.words, split("dont|do not|i dont|i do not|i wont|i will not|instead of|rather than"))
	if n == 0 || n >= len(l.words) || !english.IsVerb(l.words[n]) && !r.isGerund(l.words[n]) {
		return nil
	}
	deed := 0
	for i := n + 1; i < len(l.words); i++ {
		if english.OneOf(l.words[i], "or nor and then if unless until") || l.parted(i) && deed > 0 {
			return nil
		}
		if l.parted(i) {
			deed = i
		}
	}
	if made := r.instead(l, n, deed); made != nil {
		return made
	}
	if begin := skipped(l.words, deed); deed == 0 || begin >= len(l.words) || !english.IsVerb(l.words[begin]) || len(patterns().by[l.words[begin]]) == 0 {
		return nil
	}
	return l.with(0, deed, nil)
}

// instead is what is not done towards one, done towards another: "don't ask Dreyer about the stove,
// ask Rook" is to ask Rook about it.
func (r *Reader) instead(l *line, undone, deed int) *line {
	begin := skipped(l.words, deed)
	if deed == 0 || begin+1 >= len(l.words) || l.words[begin] != l.words[undone] {
		return nil
	}
	first, second := r.nameAt(toField, l, undone+1), r.nameAt(toField, l, begin+1)
	if first == 0 || second == 0 || undone+1+first >= deed || begin+1+second+leading(l.words[begin+1+second:], split("instead|rather")) != len(l.words) {
		return nil
	}
	name := l.words[begin+1 : begin+1+second]
	return l.with(deed, len(l.words), nil).with(undone+1, undone+1+first, name).with(0, undone, nil)
}

// endeared is a line without what only follows a name that somebody is spoken to by: "Miss
// Reeve, but do you know", "Ottoline, darling, what about".
func (r *Reader) endeared(l *line) *line {
	at := skipped(l.words, 0)
	at += r.nameAt(toField, l, at)
	if at == 0 || at >= len(l.words) || !l.parted(at) {
		return nil
	}
	if n := leading(l.words[at:], endearing); n > 0 && at+n < len(l.words) && (l.words[at] == "but" || l.parted(at+n)) {
		return l.with(at, at+n, nil)
	}
	return nil
}

var endearing = bound("but|my (dear/friend/darling/love/good man/good woman/lad/boy/girl/child/son/good fellow)|(old/dear) (chap/man/boy/fellow/friend/girl/thing)|lad|lass|mate|darling|dear|love|friend|sir|madam|maam")

// resolved is what somebody does for a reason that they give before it: "I could use an ally, so
// I try to win Honor over". A reason names nothing, and is no deed.
func (r *Reader) resolved(l *line) *line {
	for i := 1; i < len(l.words)-2; i++ {
		n := leading(l.words[i:], split("so i|and so i|so then i"))
		if n == 0 || !l.parted(i) {
			continue
		}
		if slices.ContainsFunc(l.words[:i], func(w string) bool { return english.OneOf(w, denying) }) || r.concerns(l, 0, i) {
			return nil
		}
		if at := slices.IndexFunc(l.words[:i], func(w string) bool { return english.OneOf(w, "i we") }); at >= 0 && at+1 < i && !english.OneOf(l.words[at+1], stative) {
			return nil
		}
		if m := r.matching(newLine(l.typed(0, i)), new(int)); len(m.read()) > 0 {
			return nil
		}
		return l.with(0, i+n, nil)
	}
	return nil
}
