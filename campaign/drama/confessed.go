package drama

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/prose"
)

// A confession is made of the author's sentences: what is odd is owned to in so many words, and what the
// player lays before its owner, and why they did it, are sentences as they stand.

// read is what was read of one of the author's sentences; nil for one of which nothing is known.
func (s *stage) read(text string) *reading.Sentence {
	if s.c == nil || s.c.Reading == nil {
		return nil
	}
	for i := range s.c.Reading.Sentences {
		if of := &s.c.Reading.Sentences[i]; of.Text == text {
			return of
		}
	}
	return nil
}

// own is a sentence as somebody says it whom it is about: "I took four mules down the pass." It is ""
// where that cannot be said without knowing more of the sentence than is read of it.
func (s *stage) own(text string, p *Person) string {
	read := s.read(text)
	if read == nil || read.Subject != p.ID || s.alike(read, p) {
		return ""
	}
	for _, name := range s.names(p) {
		if rest, is := strings.CutPrefix(text, prose.SentenceCase(name)+" "); is {
			return withoutWhat(inFirst(rest, prose.PronounsFor(p.Pronoun), lastName(p.Name)), p)
		}
	}
	return ""
}

// alike reports whether a sentence names somebody else whom the same pronouns may mean.
func (s *stage) alike(read *reading.Sentence, p *Person) bool {
	return slices.ContainsFunc(read.Names, func(id string) bool {
		e := s.c.Reading.Entity(id)
		return id != p.ID && e != nil && e.Kind == reading.Person && (e.Pronoun == p.Pronoun || e.Pronoun == "")
	})
}

// names are how the author may begin a sentence with somebody, the longest first.
func (s *stage) names(p *Person) []string {
	all := []string{p.Name}
	if e := s.c.Reading.Entity(p.ID); e != nil {
		all = append(all, e.Also...)
	}
	for _, name := range slices.Clone(all) {
		all = append(all, "the "+name)
		if p.Role != "" {
			all = append(all, "the "+p.Role+" "+name, name+", the "+p.Role+",")
		}
	}
	if pronoun := he(p); pronoun != "they" {
		all = append(all, pronoun)
	}
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}

// inFirst is what stands behind somebody's name as they say it of themselves: "I" before it, its verbs
// after that and the pronouns that mean them put into their mouth; "" where it is not sure which those are.
func inFirst(rest string, of english.Pronouns, last string) string {
	words := strings.Fields(rest)
	if of.Plural || len(words) == 0 || strings.Contains(rest, last) || strings.ContainsAny(rest, "\"“”") {
		return ""
	}
	verb := true // the next word is one that "I" is the subject of
	for i, word := range words {
		bare, signs := strings.TrimRight(word, ",.;:!?"), ""
		signs = word[len(bare):]
		next := ""
		if i+1 < len(words) {
			next = strings.ToLower(strings.TrimRight(words[i+1], ",.;:!?"))
		}
		was := verb
		verb = false
		switch low := strings.ToLower(bare); {
		case was && (firstOf(bare) != ""):
			bare = firstOf(bare)
		case was && i == 0:
			return ""
		case low == of.Subject:
			bare, verb = "I", true
		case low == of.Possessive && low == of.Object: // "her"
			if bare = "my"; signs != "" || next == "" || english.IsFunctionWord(next) {
				bare = "me"
			}
		case low == of.Possessive:
			bare = "my"
		case low == of.Object:
			bare = "me"
		case low == of.Reflexive:
			bare = "myself"
		case low == "and" || low == "but":
			verb = true
		}
		words[i] = bare + signs
	}
	return "I " + strings.Join(words, " ")
}

// firstOf is a verb behind a singular third person as it stands behind "I"; "" for what may be none.
func firstOf(word string) string {
	switch {
	case word == "is":
		return "am"
	case english.OneOf(word, "was had did will would can could may might must shall should"):
		return word
	case english.IsPast(word) || english.PastBase(word) != "":
		return word
	case strings.HasSuffix(word, "s") && (word == "has" || word == "does" || english.IsVerb(english.BaseOf(word))):
		return english.BaseOf(word)
	case english.OneOf(word, "swears sneezes declines refuses hides whistles limps mutters"):
		return english.BaseOf(word)
	}
	return ""
}

// reported are the words behind which a sentence has what somebody only noticed.
var reported = []string{" has noticed that ", " noticed that ", " has seen that ", " has found that ", " found that ", " says that ", " swears that "}

// clause is what is odd in a sentence, as it stands behind "that": what somebody else noticed is that,
// and not that they did.
func (s *stage) clause(odd string) string {
	for _, words := range reported {
		if _, behind, is := strings.Cut(odd, words); is {
			odd = behind
			break
		}
	}
	for _, word := range []string{"And ", "But ", "Yet "} {
		odd = strings.TrimPrefix(odd, word)
	}
	return s.behind(strings.TrimRight(odd, ".!"))
}

// behind is a sentence as it stands behind other words: its first word is small unless it is a name, or nobody knows.
func (s *stage) behind(sentence string) string {
	first := english.FirstWord(sentence)
	small := strings.ToLower(first)
	if mid := prose.MidSentence(sentence); mid != sentence || s.c == nil || s.c.Reading == nil || first == "I" {
		return mid
	}
	for i := range s.c.Reading.Sentences {
		if slices.Contains(strings.Fields(s.c.Reading.Sentences[i].Text), small) {
			return small + strings.TrimPrefix(sentence, first)
		}
	}
	return sentence
}

// somebodys are subjects of a sentence that does not say who it was.
var somebodys = []string{"somebody ", "someone "}

// owning is what is odd as somebody owns to it, without its full stop: "It was I who oiled the lock of the Ossuary".
// Whose is "my", or "your" and "Anna's" as others say it of them, and subject "I", "you" and "Anna" with it.
func (s *stage) owning(t *Thread, p *Person, subject, whose string) string {
	of := s.clause(t.Odd)
	read := s.read(t.Odd)
	if strings.ContainsAny(of, "\"“”?") || english.OneOf("i", strings.ToLower(strings.Join(strings.FieldsFunc(of, func(r rune) bool { return r == ' ' || r == ',' }), " "))) {
		return "It was " + subject + " who was behind " + t.Topic
	}
	for _, who := range somebodys {
		if did := didWhat(strings.TrimPrefix(of, who)); did != "" && strings.HasPrefix(of, who) {
			return "It was " + subject + " who " + did
		}
	}
	if subject == "I" { // who says it of themselves has no name for it
		for _, name := range s.names(p) {
			of = strings.ReplaceAll(of, prose.Possessive(name)+" ", "my ")
		}
	}
	if strings.Contains(of, lastName(p.Name)) {
		return "It was " + subject + " who was behind " + t.Topic
	}
	if read != nil && read.Subject != "" && read.Subject != p.ID && s.person(read.Subject).Name != read.Subject && !slices.ContainsFunc(reported, func(w string) bool { return strings.Contains(t.Odd, w) }) {
		whom := subject
		if subject == "I" {
			whom = "me"
		}
		return "If " + of + ", it is because of " + whom
	}
	comma := ""
	if strings.Contains(of, ", ") || strings.Contains(of, ";") {
		comma = ","
	}
	return "That " + of + comma + " is " + whose + " doing"
}

// didWhat is what somebody did of whom a sentence does not say who it was, in the past: of "has written it"
// it is "wrote it". It is "" where more is said of them first, or they still do it.
func didWhat(clause string) string {
	behind, has := strings.CutPrefix(clause, "has ")
	if !has {
		behind, has = strings.CutPrefix(clause, "had ")
	}
	first := english.FirstWord(behind)
	if has && first == "been" {
		return "had " + behind
	}
	for _, base := range append(english.Bases(first), english.ParticipleBase(first)) {
		if has && base != "" && english.Participle(base) == first {
			return english.PastOf(base) + strings.TrimPrefix(behind, first)
		}
	}
	if english.IsPast(first) || english.PastBase(first) != "" {
		return behind
	}
	return ""
}

// confession: the player lays before the owner what they have, and the owner says what it was.
func (s *stage) confession(step *Step) campaign.Prose {
	p, t := s.person(step.Person), &s.Threads[step.Thread]
	told, kept := s.challenge(step)
	all := campaign.Prose{paragraph(told)}
	if p.Silent {
		nods := []string{
			begin(p.Name) + " does not speak, and nods.",
			begin(p.Name) + " does not speak. " + begin(he(p)) + " " + does(p, "holds", "hold") + " out both hands.",
		}[step.Thread%2]
		if read := s.read(t.Odd); read == nil || read.Subject != p.ID {
			nods = s.asks(s.owning(t, p, "you", "your")) + " " + nods
		}
		return append(all, paragraph(strings.TrimSpace(nods+" "+s.why(p, step.Thread))))
	}
	return append(all, paragraph(strings.TrimSpace(s.owns(p, step.Thread, kept)+" "+s.why(p, step.Thread))))
}

// asks has the player ask somebody whether it is so.
func (s *stage) asks(owning string) string {
	return s.says("You say it for the one who will not", owning+".")
}

// challenge is what the player lays before the owner: what is odd, what explains it, and who saw them.
// What explains it and is of the owner alone is theirs to say, and kept for that.
func (s *stage) challenge(step *Step) (told, kept string) {
	p, t := s.person(step.Person), &s.Threads[step.Thread]
	facts := slices.DeleteFunc(slices.Clone(step.Joins), func(fact string) bool { return strings.ContainsAny(fact, "\"“”") })
	if last := len(facts) - 1; last > 0 && !p.Silent {
		if kept = s.own(facts[last], p); kept != "" {
			facts = facts[:last]
		}
	}
	lead := []string{"You say it to " + p.Name + " as it was said to you", "You tell " + p.Name + " what you have", "You put it to " + p.Name + " as it is"}[step.Thread%3]
	if len(facts) == 0 {
		facts = []string{prose.SentenceCase(t.Topic) + "."}
	}
	told = s.says(lead, facts...)
	for i := range s.Steps {
		if saw := &s.Steps[i]; saw.Thread == step.Thread && saw.Saw != "" && len(saw.Says) == 0 {
			told += ` "` + begin(s.person(saw.Person).Name) + " saw you come away from " + s.place(saw.Saw).Name + `, alone."`
		}
	}
	return told, kept
}

// owns is how somebody owns to a thread: in the author's words of what is odd, or of what they did.
func (s *stage) owns(p *Person, thread int, kept string) string {
	t := &s.Threads[thread]
	own := s.own(t.Odd, p)
	if t.Way == string(reading.Hushed) { // which they no longer do
		own = strings.NewReplacer(" will not ", " would not ", " refuse to ", " refused to ", " decline to ", " declined to ").Replace(own)
	}
	switch read := s.read(t.Odd); {
	case kept != "" && read != nil && read.Subject == p.ID && t.Way == string(reading.Hushed):
		return `"I will say it now," ` + p.Name + ` says. "` + kept + `"`
	case kept != "" && read != nil && read.Subject == p.ID:
		return `"It is so," ` + p.Name + ` says. "` + kept + `"`
	case strings.HasPrefix(own, "I swear ") || strings.HasPrefix(own, "I say "): // and it is seen not to be
		return quoted(strings.NewReplacer("I swear ", "I swore ", "I say ", "I said ").Replace(own)) + " " + p.Name + ` says. "It was not so."`
	case own != "":
		return quoted(own) + " " + p.Name + ` says. "It is so."`
	case read != nil && read.Subject == p.ID:
		return `"It is so," ` + p.Name + ` says. "It was I who was behind ` + owned(t.Topic, p, "my") + `."`
	}
	text := `"` + s.owning(t, p, "I", "my") + `," ` + p.Name + " says."
	if kept != "" {
		text += ` "` + kept + `"`
	}
	return text
}

// ownedTo is what is known of a thread that was owned to.
func (s *stage) ownedTo(step *Step) string {
	p, t := s.person(step.Person), &s.Threads[step.Thread]
	if read := s.read(t.Odd); read != nil && read.Subject == p.ID {
		return begin(p.Name) + " has owned to " + owned(t.Topic, p, prose.PronounsFor(p.Pronoun).Possessive) + "."
	}
	return s.owning(t, p, p.Name, prose.Possessive(p.Name)) + "."
}

// why is why somebody did it, in the author's words: as they say it of themselves, else as the player says
// it to whoever confesses; where there is nothing said of it, that they will not say.
func (s *stage) why(p *Person, thread int) string {
	why := s.Threads[thread].Why
	if why == "" || strings.ContainsAny(why, "\"“”") {
		return s.keepsWhy(p, thread)
	}
	if own := s.own(why, p); own != "" && !p.Silent {
		return `"` + own + `"`
	}
	first, lead := strings.ToLower(english.FirstWord(why)), "You say the rest for "+him(p)
	switch {
	case first == he(p) || first == prose.PronounsFor(p.Pronoun).Possessive:
		lead = "You say what is said of " + p.Name
	case !strings.Contains(why, lastName(p.Name)):
		lead = "You say what it was for"
	}
	stands := []string{
		begin(he(p)) + " " + does(p, "lets", "let") + " it stand.",
		begin(he(p)) + " " + does(p, "does", "do") + " not say no.",
	}[thread%2]
	return s.says(lead, why) + " " + stands
}

// withoutWhat leaves out of what somebody says of themselves what they are, where it says what they did besides: of "I am
// a giant who has cast eleven bells" it is "I have cast eleven bells".
func withoutWhat(own string, p *Person) string {
	rest, is := strings.CutPrefix(own, "I am a")
	if _, did, besides := strings.Cut(rest, " who "); is && besides {
		if mine := inFirst(did, prose.PronounsFor(p.Pronoun), lastName(p.Name)); mine != "" {
			return mine
		}
	}
	return own
}

// keepsWhy is what somebody says of why they did it where their author says nothing: that it ends there.
func (s *stage) keepsWhy(p *Person, thread int) string {
	topic := owned(s.Threads[thread].Topic, p, "my")
	if p.Silent {
		return begin(he(p)) + " " + does(p, "shows", "show") + " no more than that."
	}
	return []string{
		`"You need not ask me why: of ` + topic + ` there is no more that I will say."`,
		`"That is all that you will hear from me of ` + topic + `, and why is no part of it."`,
		`"Why I keep to myself, and that is the end of ` + topic + `."`,
	}[thread%3]
}

// asksWhy lets the player ask somebody why who has confessed; of what they confessed, the last in order.
func (s *stage) asksWhy(step *Step) {
	p, thread := s.person(step.Person), step.Thread
	if p.Silent {
		return
	}
	w, later := wants{flags: []string{step.ID}, present: []string{p.ID}}, false
	for i := range s.Steps {
		of := &s.Steps[i]
		if later && of.Kind == Confess && of.Person == p.ID {
			w.not = append(w.not, of.ID)
		}
		later = later || of.ID == step.ID
	}
	s.add(campaign.Choice{
		ID: "why-" + step.ID, Text: "Ask " + p.Name + " why", Told: "You asked " + p.Name + " why.", Topic: s.Threads[thread].Topic, Slot: campaign.Typed, Of: "why:" + p.ID, Minutes: s.pace(), Stays: true,
		Prose: campaign.Prose{paragraph(s.why(p, thread))},
	}, w)
}

// longEnough is how many words what is odd has for an ending not to tell all of it again.
const longEnough = 8

// ended is whose doing a thread was, in fewer words than what is odd was told in.
func (s *stage) ended(step *Step) string {
	p, t := s.person(step.Person), &s.Threads[step.Thread]
	if known := s.ownedTo(step); !strings.Contains(known, s.clause(t.Odd)) || len(strings.Fields(s.clause(t.Odd))) < longEnough {
		return known
	}
	return "It was " + p.Name + " who was behind " + owned(t.Topic, p, prose.PronounsFor(p.Pronoun).Possessive) + "."
}
