package prose

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/narratoria/narratoria/internal/english"
)

// The memory of the composer: nothing it said in the last Window turns is said
// again, and of its forms those are taken first that rested longest.
const (
	Window    = 20 // turns in which no sentence and no run of Run words returns
	Run       = 6
	formTurns = 100 // turns for which the use of a form is known
	mostKept  = 500 // hashes of one kind that a turn leaves behind
)

// History is what was told lately, as hashes. It is part of a playthrough: give
// each turn the one that the turn before returned. The zero History begins a
// story. Its size is bounded by its turns, 40 KiB of JSON at most in ordinary
// play; Compose never changes the one it is given.
type History struct {
	Turn int    `json:"turn"`
	Told []Told `json:"told,omitempty"` // oldest first
}

// Told is what one turn told.
type Told struct {
	Turn      int    `json:"turn"`
	Sentences Hashes `json:"sentences,omitempty"`
	Runs      Hashes `json:"runs,omitempty"`
	Forms     Hashes `json:"forms,omitempty"`
	Lore      Hashes `json:"lore,omitempty"` // all lore told up to and with this turn
}

// Hashes is a list of 32-bit hashes, base64 in JSON.
type Hashes []uint32

// MarshalText writes the hashes little-endian in base64.
func (h Hashes) MarshalText() ([]byte, error) {
	raw := make([]byte, 0, 4*len(h))
	for _, v := range h {
		raw = binary.LittleEndian.AppendUint32(raw, v)
	}
	return base64.RawStdEncoding.AppendEncode(nil, raw), nil
}

// UnmarshalText reads what MarshalText wrote.
func (h *Hashes) UnmarshalText(text []byte) error {
	raw, err := base64.RawStdEncoding.AppendDecode(nil, text)
	if err != nil || len(raw)%4 != 0 {
		return errors.New("prose: hashes of a history are not base64 of whole 32-bit numbers: pass on the history of the turn before unchanged")
	}
	*h = nil
	for ; len(raw) > 0; raw = raw[4:] {
		*h = append(*h, binary.LittleEndian.Uint32(raw))
	}
	return nil
}

// NewHistory is the history of the turns that told these, however they are
// ordered. Those of the last Window turns are all that a telling needs:
//
//	kept = append(kept, telling.History.Last())
//	history := prose.NewHistory(kept[max(0, len(kept)-prose.Window):])
func NewHistory(told []Told) History {
	told = slices.Clone(told)
	slices.SortStableFunc(told, func(a, b Told) int { return cmp.Compare(a.Turn, b.Turn) })
	if len(told) == 0 {
		return History{}
	}
	return History{Turn: told[len(told)-1].Turn, Told: told}
}

// Last is what the latest turn told; zero where none was.
func (h History) Last() Told {
	if len(h.Told) == 0 {
		return Told{}
	}
	return h.Told[len(h.Told)-1]
}

// Remember is the history after a turn that somebody else told, so that the
// composer does not say again what they said.
func Remember(h History, text string) History {
	return h.next(Told{Turn: h.Turn + 1}.With(text))
}

// With is what a turn told that also told this text.
func (t Told) With(text string) Told {
	l := &ledger{told: map[uint32]bool{}}
	for paragraph := range strings.SplitSeq(Clean(text), "\n\n") {
		l.tell(paragraph)
	}
	t.Sentences = capped(slices.Concat(t.Sentences, l.now.Sentences))
	t.Runs = capped(slices.Concat(t.Runs, l.now.Runs))
	return t
}

// Knows reports whether a text would repeat the last Window turns: a sentence of
// it, or a run of its words. A sentence told as a scene's memory or lore counts in
// whatever words it was told.
func (h History) Knows(text string) bool {
	l := openLedger(h)
	text = phrase(text, longText)
	for _, sentence := range Sentences(text) {
		if !l.rested(sentence) {
			return true
		}
	}
	sentences, runs := l.hashes(text)
	return l.knows(sentences) || l.knows(runs)
}

// Unsaid is what a paragraph has to tell that was not told in the last Window turns, in its
// words: without the sentences that were, and those that lean on one of them. Speech stays. It
// is for words of ours that an author's stand in, never for an author's own.
func (h History) Unsaid(paragraph string) string {
	l := openLedger(h)
	var kept []string
	left, speech := false, false // the sentence before was left out; somebody goes on speaking
	for _, sentence := range Sentences(Clean(paragraph)) {
		said := speech || strings.ContainsAny(sentence, "\"“”")
		speech = speech != (strings.Count(sentence, `"`)%2 == 1)
		hashes, _ := l.hashes(sentence)
		if left = !said && (l.knows(hashes) || left && english.OneOf(opening(sentence), "it its he his she her they their this that")); !left {
			kept = append(kept, sentence)
		}
	}
	return strings.Join(kept, " ")
}

// HasLore reports whether a sentence was told as a scene's lore, however long ago.
func (h History) HasLore(sentence string) bool {
	return slices.Contains(h.Last().Lore, fnv(0, phrase(sentence, longText)))
}

// HasMemory reports whether a memory was told in the last Window turns. One without an
// id is known by its words.
func (h History) HasMemory(m Memory) bool {
	if m.ID == "" {
		return h.Knows(m.Summary)
	}
	return !openLedger(h).rested(m.key())
}

// Reminded reports whether a deed of a sitting before was told in the last Window turns.
func (h History) Reminded() bool { return !openLedger(h).rested(toldBefore) }

// next is the history with one turn more, and without what is too old to matter.
func (h History) next(t Told) History {
	now := t.Turn
	t.Sentences, t.Runs, t.Forms = capped(t.Sentences), capped(t.Runs), capped(t.Forms)
	t.Lore = capped(slices.Concat(h.Last().Lore, t.Lore))
	kept := make([]Told, 0, len(h.Told)+1)
	for _, old := range h.Told {
		age := now - old.Turn
		switch {
		case age <= 0 || age > formTurns:
			continue
		case age >= Window:
			old.Sentences, old.Runs = nil, nil
		}
		kept = append(kept, old)
	}
	kept = append(kept, t)
	return History{Turn: now, Told: kept[max(0, len(kept)-formTurns):]}
}

// capped keeps the last hashes, which are the composer's: authored text comes first.
func capped(h Hashes) Hashes { return h[max(0, len(h)-mostKept):] }

// A ledger is the history opened for one turn.
type ledger struct {
	told  map[uint32]bool // sentences and runs that must not return
	used  map[uint32]int  // form to the turn of its last use
	now   Told
	trail []string // the last words told, across sentences
}

func openLedger(h History) *ledger {
	l := &ledger{told: make(map[uint32]bool, 2500), used: make(map[uint32]int, 600), now: Told{Turn: h.Turn + 1}}
	for _, t := range h.Told {
		age := l.now.Turn - t.Turn
		if age > 0 && age <= Window {
			l.mark(t.Sentences)
			l.mark(t.Runs)
		}
		for _, f := range t.Forms {
			if age > 0 && age <= formTurns {
				l.used[f] = max(l.used[f], t.Turn)
			}
		}
	}
	return l
}

func (l *ledger) mark(hashes Hashes) {
	for _, h := range hashes {
		l.told[h] = true
	}
}

// fresh reports whether a text, told next, would repeat nothing.
func (l *ledger) fresh(text string) bool {
	sentences, runs := l.hashes(text)
	return !l.knows(sentences) && !l.knows(runs) && distinct(runs) && distinct(sentences)
}

func (l *ledger) knows(hashes Hashes) bool {
	for _, h := range hashes {
		if l.told[h] {
			return true
		}
	}
	return false
}

func distinct(hashes Hashes) bool {
	for i, h := range hashes {
		for _, other := range hashes[:i] {
			if h == other {
				return false
			}
		}
	}
	return true
}

// rested reports whether a form, or a text given to be told, was not used lately.
func (l *ledger) rested(form string) bool {
	used, known := l.used[fnv(0, form)]
	return !known || l.now.Turn-used > Window
}

// use records that a text which was given was told, in whatever words.
func (l *ledger) use(given string) {
	l.now.Forms = append(l.now.Forms, fnv(0, given))
}

// tell records a text as told.
func (l *ledger) tell(text string) {
	sentences, runs := l.hashes(text)
	l.now.Sentences = append(l.now.Sentences, sentences...)
	l.now.Runs = append(l.now.Runs, runs...)
	l.mark(sentences)
	l.mark(runs)
	words := append(l.trail, wordsOf(text)...)
	l.trail = words[max(0, len(words)-Run+1):]
}

// hashes are those of a text's sentences, and of the runs of words that it
// completes, those that began in the text before it among them.
func (l *ledger) hashes(text string) (sentences, runs Hashes) {
	for _, s := range Sentences(text) {
		if words := wordsOf(s); len(words) > 0 {
			sentences = append(sentences, hash("s", words))
		}
	}
	words := append(append(make([]string, 0, 64), l.trail...), wordsOf(text)...)
	for i := 0; i+Run <= len(words); i++ {
		runs = append(runs, hash("r", words[i:i+Run]))
	}
	return sentences, runs
}

// hash is FNV-1a over words, each ended by a zero.
func hash(kind string, words []string) uint32 {
	h := fnv(2166136261, kind)
	for _, w := range words {
		h = fnv(h, w)
	}
	return h
}

func fnv(h uint32, text string) uint32 {
	for i := range len(text) {
		h = (h ^ uint32(text[i])) * 16777619
	}
	return h * 16777619
}

// wordsOf are a text's words in small letters, without the signs around them.
func wordsOf(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	kept := words[:0]
	for _, w := range words {
		if w = strings.Trim(w, "'’"); w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}

// Words counts the words of a text.
func Words(text string) int { return len(wordsOf(text)) }
