package prose

import (
	"slices"
	"strconv"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// A toldSentence is one that was told outside of quotes.
type toldSentence struct {
	whole   statement
	clauses []statement
	text    int // in which of the texts
	nth     int // of its text
}

// What was heard is what somebody who is named was heard to say in one sentence.
type heard struct {
	speaker statement
	clauses []statement
}

// A record is what was told, as it can be compared with a summary.
type record struct {
	player    statement
	place     statement
	sentences []toldSentence
	speeches  []heard
	deeds     []statement // of the player, and where they were
	texts     int
}

// record reads an account. What it does not surely read it leaves out.
func (a Account) record() *record {
	r := &record{place: statementOf(english.MidSentence(Clean(a.Place)))}
	if player := statementOf(Clean(a.Player)); !slices.ContainsFunc(player, func(w word) bool { return !w.capital }) {
		r.player = player // "the weigher" may be anybody's word for somebody
	}
	for _, text := range a.Told {
		for paragraph := range strings.SplitSeq(straight(text), "\n") {
			r.read(strings.TrimSpace(paragraph))
		}
	}
	for _, chosen := range a.Chosen {
		r.deeds = append(r.deeds, r.chosen(straight(chosen))...)
	}
	if len(r.place) > 0 {
		for _, been := range []string{"You came to", "You went to", "You were at", "You were in", "You visited"} {
			r.deeds = append(r.deeds, slices.Concat(statementOf(been), r.place))
		}
	}
	return r
}

// straight is a text without what is no sign of it, with one sort of marks for quotes.
func straight(text string) string {
	return strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`).Replace(Clean(text))
}

// statement is what a sentence says, with the player as "you" where their name is.
func (r *record) statement(sentence string) statement { return r.called(statementOf(sentence)) }

func (r *record) called(s statement) (all statement) {
	isPlayer := func(i int) bool {
		n := len(r.player)
		return n > 0 && i+n <= len(s) && slices.EqualFunc(s[i:i+n], r.player, func(a, b word) bool { return a.capital && a.text == b.text }) &&
			(i == 0 || !s[i-1].capital) && (i+n == len(s) || !s[i+n].capital)
	}
	for i := 0; i < len(s); i++ {
		if !isPlayer(i) {
			all = append(all, s[i])
			continue
		}
		all = append(all, word{text: "you"})
		i += len(r.player) - 1
	}
	return all
}

// chosen is what the player did who chose a thing, where to try it is to do it: they may not get what they want to take. Of a choice of two deeds it is the first:
// who looks for somebody to ask them need not find them.
func (r *record) chosen(chosen string) []statement {
	deed := english.WithoutHint(chosen)
	for _, end := range []string{" and ", ",", ";", ":"} {
		deed, _, _ = strings.Cut(deed, end)
	}
	if !OneOf(english.Bare(english.FirstWord(deed)), "ask tell talk speak look read listen wait examine search greet") || strings.ContainsAny(deed, `"“”?`) {
		return nil
	}
	return []statement{r.statement("You " + strings.ToLower(deed[:1]) + deed[1:])}
}

// read takes what was told in one paragraph. Where it cannot be seen who says what, nothing of it is taken.
func (r *record) read(text string) {
	r.texts++
	parts := quotesApart(text)
	if len(parts)%2 == 0 || strings.ContainsAny(text, "«»„") || strings.HasPrefix(text, "'") || strings.Contains(text, " '") || english.HasAnyPrefix(text, []string{"-", "–", "—"}) {
		return
	}
	var narrated strings.Builder
	for i, part := range parts {
		if i%2 == 0 {
			narrated.WriteString(part)
			continue
		}
		narrated.WriteString(quoteMark + strconv.Itoa(i))
		if english.EndsSentence(part) && (i+1 == len(parts) || strings.TrimSpace(parts[i+1]) == "" || english.IsCapital(strings.TrimSpace(parts[i+1]))) {
			narrated.WriteString(". ")
		}
	}
	var speaker statement
	for i, sentence := range english.Sentences(narrated.String()) {
		switch {
		case strings.Contains(sentence, quoteMark):
			speaker = r.speech(sentence, parts, speaker)
			continue
		case !strings.HasSuffix(sentence, "?"):
			whole := r.statement(sentence)
			if n := len(r.sentences) - 1; n >= 0 && whole.takesBack() && r.sentences[n].text == r.texts {
				r.sentences = r.sentences[:n]
			}
			r.sentences = append(r.sentences, toldSentence{whole, whole.toldClauses(), r.texts, i})
		}
		speaker = nil
	}
}

// quotesApart are the parts of a text: outside of quotes, a quote, outside, and so on. What stands between asterisks outside of a quote is written somewhere, and one, too.
// There is an odd number of them, unless one is open.
func quotesApart(text string) (parts []string) {
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			parts = append(parts, strings.ReplaceAll(part, "*", ""))
			continue
		}
		written := strings.Split(part, "*")
		if len(written)%2 == 0 {
			return nil
		}
		parts = append(parts, written...)
	}
	return parts
}

// quoteMark stands for a quote in a sentence; Clean leaves none in a text.
const quoteMark = "\x01"

// speech reads a sentence with quotes in it, and says who goes on to speak. Who speaks is said in it by their name and a verb and nothing else, or was in the sentence before,
// where it is one quote and nothing else.
func (r *record) speech(sentence string, parts []string, before statement) (speaker statement) {
	var quotes, between []string
	for field := range strings.FieldsSeq(sentence) {
		number, is := strings.CutPrefix(strings.TrimRight(field, ".,"), quoteMark)
		if n, err := strconv.Atoi(number); is && err == nil && n < len(parts) {
			if last := len(quotes) - 1; last >= 0 && !english.IsCapital(parts[n]) { // "The oil," says Ines, "is gone."
				quotes[last] = strings.TrimRight(quotes[last], ", ")
			}
			quotes = append(quotes, parts[n])
			continue
		}
		between = append(between, strings.TrimRight(field, ".,:"))
	}
	says := before
	if len(between) > 0 {
		says = r.called(whoSays(between))
		speaker = says
	}
	if len(says) == 0 {
		return nil
	}
	all := english.Sentences(strings.Join(quotes, " "))
	for i, of := range all {
		if i > 0 && OneOf(english.Bare(english.FirstWord(all[i-1])), "suppose imagine pretend say think picture") || i+1 < len(all) && statementOf(all[i+1]).takesBack() {
			continue
		}
		if s := r.called(reportedStatement(of)); s != nil {
			r.speeches = append(r.speeches, heard{says, s.toldClauses()})
		}
	}
	return speaker
}

// takesBack reports whether a sentence says of the one before it that it is not so, or that somebody says it.
func (s statement) takesBack() bool {
	return len(s) > 0 && OneOf(s[0].text, "or so that this it not no") && slices.ContainsFunc(s, func(w word) bool { return w.isReporting() || OneOf(w.text, turningWords+" "+fictionWords) })
}

// whoSays is who speaks by "Ines says" and "says Ines".
func whoSays(words []string) statement {
	says := func(w string) bool {
		return OneOf(w, "says said answers answered replies replied whispers whispered murmurs murmured mutters muttered")
	}
	switch last := len(words) - 1; {
	case last < 1:
		return nil
	case says(words[0]):
		words = words[1:]
	case says(words[last]):
		words = words[:last]
	default:
		return nil
	}
	who := statementOf(strings.Join(words, " "))
	if slices.ContainsFunc(who, func(w word) bool { return !w.capital }) {
		return nil
	}
	return who
}

// reportedStatement is what is said as it is reported: who says "I" is then "he", "she" or "they". What speaks of others without their names is not reported.
func reportedStatement(sentence string) statement {
	if strings.HasSuffix(sentence, "?") {
		return nil
	}
	for _, w := range wordsOf(sentence) {
		if OneOf(w, anaphors+" you your yours yourself we us our ours that") || strings.Contains(w, "'") && OneOf(strings.SplitN(w, "'", 2)[0], anaphors+" you we that there") {
			return nil
		}
	}
	var s statement
	for _, w := range statementOf(strings.TrimRight(sentence, ",;:")) {
		switch {
		case w.text == "yourself" || w.text == "yours":
			return nil
		case w.text == "you":
			w.text = speaking
		}
		s = append(s, w)
	}
	return s
}

// speaking stands for whoever speaks.
const speaking = "\x02"

// anaphors speak of what is named elsewhere.
const anaphors = "he him his himself she her hers herself it its itself they them their theirs themselves this these those here both one ones other others another such same former latter"

// speaksBack reports whether a clause speaks of somebody, something or some place that is named elsewhere.
func (s statement) speaksBack() bool {
	for i, w := range s {
		if w.text == "there" && (i+1 == len(s) || !OneOf(s[i+1].text, auxiliaryWords+" "+modalWords)) {
			return true
		}
	}
	return s.has(anaphors) || len(s) > 0 && s[0].text == "that"
}

// saidIn is what a clause has the speaker say: "that the oil was gone"; nothing where they do not say it.
func (said heard) saidIn(clause statement) statement {
	n := len(said.speaker)
	if len(clause) < n+2 || !said.speaker.says(clause[:n]) || !OneOf(clause[n].text, "said says") {
		return nil
	}
	return clause[n+1:]
}

// says reports whether a clause has its speaker say what they said.
func (said heard) says(clause statement) bool {
	if said.saidIn(clause) == nil {
		return false
	}
	var words statement
	for _, w := range said.saidIn(clause) {
		switch {
		case OneOf(w.text, "he she they him them"):
			w = word{text: speaking}
		case OneOf(w.text, "his her their"):
			words, w = append(words, word{text: speaking}), word{text: "'s"}
		}
		words = append(words, w)
	}
	if len(words) > 1 && words[0].text == "that" {
		words = words[1:]
	}
	return slices.ContainsFunc(said.clauses, func(of statement) bool { return of.begins(words) })
}

// A summing goes through the sentences of a summary.
type summing struct {
	*record
	last    toldSentence // of which the sentence before is, in whole
	taken   int
	chained bool // all before are of sentences that were told one after the other
}

// states reports whether a sentence of a summary says what was told, and nothing else: it is one sentence that was told, or each clause of it is of one.
func (s *summing) states(sentence string) bool {
	of := s.statement(sentence)
	told, is := s.told(of)
	switch {
	case is:
		s.chained = s.taken == 0 || s.chained && told.follows(s.last)
	case s.isClause(of):
		s.chained = false
	case !slices.ContainsFunc(of.clauses(), func(clause statement) bool { return !s.isClause(clause) }):
		s.chained = false
	default:
		return false
	}
	s.last = told
	s.taken++
	return true
}

// told finds the sentence that was told of which another is, in whole. One that speaks of "him" is, where all before it was told just before it; or
// where it begins a summary, and a text.
func (s *summing) told(of statement) (toldSentence, bool) {
	i := slices.IndexFunc(s.sentences, func(told toldSentence) bool {
		switch {
		case !told.whole.says(of):
			return false
		case !of.speaksBack(), s.taken == 0 && told.nth == 0:
			return true
		}
		return s.taken > 0 && s.chained && told.follows(s.last)
	})
	if i < 0 {
		return toldSentence{}, false
	}
	return s.sentences[i], true
}

func (t toldSentence) follows(before toldSentence) bool {
	return t.text == before.text && t.nth == before.nth+1
}

// isClause reports whether a clause is one that was told, or something that somebody said.
func (s *summing) isClause(clause statement) bool {
	if speech := s.speech(clause); len(speech) > 0 {
		return !slices.ContainsFunc(speech, func(of statement) bool {
			return !slices.ContainsFunc(s.speeches, func(said heard) bool { return said.says(of) })
		})
	}
	if deed := s.withoutPlace(clause); slices.ContainsFunc(s.deeds, func(of statement) bool { return of.says(deed) }) {
		return true
	}
	return !clause.speaksBack() && slices.ContainsFunc(s.sentences, func(told toldSentence) bool {
		return told.whole.begins(clause) || slices.ContainsFunc(told.clauses, func(of statement) bool { return of.begins(clause) })
	})
}

// begins reports whether a clause is a statement, or a beginning of it that says no less.
func (s statement) begins(clause statement) bool {
	return slices.ContainsFunc(s.beginnings(), func(of statement) bool { return of.says(clause) })
}

// speech is a clause in which one of those who were heard says something, once for each thing that they say: "Ines said that ... and that ...".
func (s *summing) speech(clause statement) (all []statement) {
	for _, said := range s.speeches {
		words := said.saidIn(clause)
		if words == nil {
			continue
		}
		who, from := clause[:len(clause)-len(words)], 0
		for i := range len(words) - 1 {
			if words[i].text == "and" && words[i+1].text == "that" {
				all = append(all, slices.Concat(who, words[from:i]))
				from = i + 1
			}
		}
		return append(all, slices.Concat(who, words[from:]))
	}
	return nil
}

// withoutPlace is a clause about the player without the words before it that say where the scene is.
func (s *summing) withoutPlace(clause statement) statement {
	n := len(s.place)
	if n == 0 || len(clause) < n+2 || !OneOf(clause[0].text, "at in on") || !s.place.says(clause[1:n+1]) {
		return clause
	}
	rest := clause[n+1:]
	if rest[0].text == "," {
		rest = rest[1:]
	}
	if len(rest) == 0 || rest[0].text != "you" {
		return clause
	}
	return rest
}
