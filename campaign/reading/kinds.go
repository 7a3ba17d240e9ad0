package reading

import (
	"cmp"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/english/lexicon"
)

// What speaks for a kind, and how much.
const (
	byTitle   = 30
	bySection = 25
	byList    = 12
	byDeed    = 5  // it does what only people do
	byWho     = 10 // "who" follows
	byPronoun = 12
	byPlace   = 6 // "in the vestry"
	byWhere   = 12
	byIs      = 2 // "is a long shed": a share of it
)

// peoplesVerbs are what is said of people, and hardly of anything else.
const peoplesVerbs = "say swear know want ask tell think believe refuse decline promise fear hope remember forget notice hear see speak whisper whistle sing laugh smile cry read write sign count keep pay owe lend buy sell trust own rule grow drive play judge resign hire burn preach forgive arrive sleep eat drink sit walk come wear carry mind translate scrub find found offer swore work run enter take give let try learn name choose agree deny confess begin need wait stand tend dictate wake use send cast mean outlive dismiss receive grant state"

const onlyPeoples = "say swear know want ask tell think believe refuse decline promise remember forget notice whisper laugh smile cry sign owe lend trust resign preach forgive dictate confess deny mean swore judge state declare admit insist"

const locators = "in at from into inside through to towards toward outside behind beyond above below near within across around beneath under"

// grammar weighs how a sentence uses its phrases.
func (t *text) grammar(n int, s *said) {
	inList := t.peopleListed(s)
	for i, p := range s.phrases {
		e := p.entity
		if e == nil {
			continue
		}
		if p.subject != "" {
			e.verbs++
			if english.OneOf(p.subject, peoplesVerbs) {
				e.acts++
				if english.OneOf(p.subject, onlyPeoples) {
					e.score[Person] += byDeed
				} else if e.proper {
					e.score[Person]++
				} else if t.shares(p).Of(lexicon.Person) > 0 {
					e.score[Person] += byDeed
				}
			}
		}
		if p.follows == "who" || p.follows == "whose" && e.score[Person] > 0 {
			e.score[Person] += byWho
		}
		if p.follows == "where" {
			e.score[Place] += byWhere
			e.near++
		}
		if p.follows == "which" {
			e.score[Person] -= 4
		}
		if p.subject == "be" && english.OneOf(textAt(s.tokens, s.verbOfAt(p)+1), "where") {
			e.score[Place] += byWhere
		}
		if s.existential(p) || len(s.verbs) == 0 {
			e.near++
			e.there = true
		}
		if p == s.subject && !e.proper && english.OneOf(p.subject, "lie hang keep stand") && e.score[Person] == 0 && t.shares(p).Of(lexicon.Person, lexicon.Indoors, lexicon.Outdoors) < 5 {
			e.score[Thing] += 5 * byDeed
		}
		if n := len(p.words); n > 1 && !e.proper && english.OneOf(strings.ToLower(p.words[n-2]), "brass copper iron lead silver gold golden wooden tin glass leather paper bronze ivory stone") {
			e.score[Thing] += 6 * byDeed
		}
		if english.OneOf(p.prep, locators) || p.prep == "on" && (e.proper || t.shares(p).Of(lexicon.Indoors, lexicon.Outdoors) >= 2) {
			e.located(t, s, p)
		}
		if inList[i] {
			e.score[Person] += byList
			e.sent, e.peopled = true, true
		}
		if s.label != "" && strings.EqualFold(bare(s.label), p.name()) && t.shares(p).Of(lexicon.Indoors, lexicon.Outdoors) >= 3 {
			e.score[Place] += bySection
			e.near++
			e.sent = true
		}
		t.section(s, p)
		t.predicate(s, i)
		if next := textAt(s.tokens, p.to); english.OneOf(next, "day eve") || i > 0 && s.phrases[i-1].of == i && english.OneOf(s.phrases[i-1].head(), "feast day eve night") {
			e.none, e.feast = e.none+byTitle, true // a feast is no person
		}
		if words := strings.Fields(strings.ToLower(p.name())); len(words) > 1 && english.OneOf(words[len(words)-1], "day eve") && p.proper {
			e.none, e.feast = e.none+byTitle, true
		}
		if slices.ContainsFunc(p.words, func(w string) bool { return english.OneOf(strings.ToLower(w), "late dead deceased") }) ||
			p.from > 0 && p.det == "" && textAt(s.tokens, p.from-1) == "late" || english.OneOf(p.subject, "die") || p.role == "late" {
			e.dead = true
		}
		for at := p.from; at < p.to; at++ {
			if textAt(s.tokens, at) == "late" {
				e.dead = true
			}
		}
		if silent(s, p) {
			e.silent = true
		}
	}
}

// existential reports whether a sentence says of a phrase that there is such a thing.
func (s *said) existential(p *phrase) bool {
	at := p.from - 1
	for at > 0 && s.tokens[at].Tag == "RB" {
		at--
	}
	return at > 0 && english.OneOf(textAt(s.tokens, at), "is are was were") && textAt(s.tokens, at-1) == "there"
}

// located: something is in it, or somebody goes there or comes from it.
func (e *entity) located(t *text, s *said, p *phrase) {
	shares := t.shares(p)
	places := shares.Of(lexicon.Indoors, lexicon.Outdoors)
	switch {
	case e.proper && p.prep == "at" && !t.isThing(e):
		e.score[Place] += 5 * byPlace // in a book one reads, at an inn one is
	case e.proper && english.OneOf(p.prep, "in on at") && !t.isThing(e) && shares.Of(lexicon.Thing, lexicon.Readable) < 5:
		e.score[Place] += 4 * byPlace
	case e.proper || places >= 2:
		e.score[Place] += byPlace
	}
	if !e.proper && places >= 2 && p.det == "the" && !p.counted { // a yard that one goes through is no measure
		e.none -= 12
	}
	if english.OneOf(p.prep, "from to towards toward across") {
		e.far++
	} else {
		e.near++
	}
}

// peopleListed are the phrases of a list of people behind a colon or a number of them:
// "four people: the vicar, Mrs Ogilvy-Bates, Colonel Prewitt, and Desmond".
func (t *text) peopleListed(s *said) map[int]bool {
	colon := -1
	for i, k := range s.tokens {
		if k.Text == ":" {
			colon = i
			break
		}
	}
	if colon < 0 {
		return nil
	}
	people := english.OneOf(english.FirstWord(s.label), "persons people crew staff cast")
	for _, p := range s.phrases {
		if p.to <= colon && (english.OneOf(p.head(), "people persons men women brothers sisters") || p.plural && !p.proper && t.shares(p).Of(lexicon.Person) >= 6) {
			people = true
		}
	}
	if !people {
		return nil
	}
	is := map[int]bool{}
	for i, p := range s.phrases {
		if p.from > colon && p.prep == "" && !p.plural && (p.proper || t.shares(p).Of(lexicon.Person) >= 3) {
			is[i] = true
		}
	}
	return is
}

// section takes what a heading says of what the sentences below it begin with.
func (t *text) section(s *said, p *phrase) {
	if s.subject != p && !(s.first && s.block.lead != "" && strings.EqualFold(p.name(), bare(s.block.lead))) {
		return
	}
	words := strings.Fields(s.block.section)
	has := func(list string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return english.OneOf(strings.Trim(w, ",.:"), list) })
	}
	e := p.entity
	shares := t.shares(p)
	e.leads = e.leads || s.block.item && s.first
	if has("people persons characters who crew cast staff inhabitants company") {
		e.under[Person]++
	} else if has("places place where rooms decks locations map house modules layout") {
		e.under[Place]++
	} else if has("things objects items") {
		e.under[Thing]++
	}
	switch {
	case has("people persons characters who crew cast staff inhabitants"):
		if p.proper && !t.commonHead(e) || shares.Of(lexicon.Person, lexicon.Animal) >= 3 {
			e.score[Person] += bySection
			e.sent = true
		}
	case has("places place where rooms decks locations map"):
		if p.proper || shares.Of(lexicon.Indoors, lexicon.Outdoors) >= 1 || shares.Of(lexicon.Person) == 0 && s.first {
			e.score[Place] += bySection
			e.near++
			e.sent = true
		}
	case has("things objects items"):
		if shares.Of(lexicon.Person) < 5 || p.proper && t.commonHead(e) {
			e.score[Thing] += bySection / 2
		}
	}
	if s.block.item && s.block.lead != "" && strings.EqualFold(p.name(), bare(s.block.lead)) {
		e.near++
	}
}

func bare(name string) string {
	for _, article := range []string{"the ", "a ", "an ", "The ", "A ", "An "} {
		if rest, is := strings.CutPrefix(name, article); is {
			return rest
		}
	}
	return name
}

// predicate takes what a sentence says something is: "The Foundry is a long shed".
func (t *text) predicate(s *said, i int) {
	p := s.phrases[i]
	if p.subject != "be" || p.entity == nil {
		return
	}
	for _, q := range s.phrases[i+1:] {
		if q.prep != "" || q.from < p.to {
			continue
		}
		before := q.from - 1
		if q.counted {
			return
		}
		if before < 0 || !english.OneOf(textAt(s.tokens, before), "is was are were") && !(s.tokens[before].Tag == "RB") {
			return
		}
		shares := t.shares(q)
		p.entity.weigh(shares, byIs)
		p.entity.none -= byIs * shares.Of(lexicon.Time, lexicon.Other, lexicon.Group, lexicon.Body)
		if shares.Of(lexicon.Person) >= 5 {
			p.entity.role = cmp.Or(p.entity.role, q.name())
		}
		return
	}
}

// pronouns gives those their due who are spoken of as he or she.
func (t *text) pronouns() {
	var last *entity
	for _, s := range t.said {
		first := firstWord(s.tokens)
		if s.first {
			last = nil
		}
		word := textAt(s.tokens, first)
		sex := pronounOf(word)
		if sex != "" && last != nil {
			last.refer(sex)
		}
		subject := last
		if s.subject != nil && s.subject.entity != nil && s.subject.prep == "" {
			subject = s.subject.entity
			for _, k := range s.tokens[s.subject.to:] {
				if sex := pronounOf(strings.ToLower(k.Text)); sex != "" && sex != "it" && sex != "they" {
					if others := t.othersBefore(s, k.At, subject); !others {
						subject.refer(sex)
					}
					break
				}
			}
		} else if sex == "" {
			subject = nil
		}
		last = subject
	}
}

// othersBefore reports whether another who may be a person is named before a pronoun.
func (t *text) othersBefore(s *said, at int, but *entity) bool {
	for _, p := range s.phrases {
		if p.entity != nil && p.entity != but && s.tokens[p.from].At < at && (p.proper && !t.commonHead(p.entity) || t.shares(p).Of(lexicon.Person) >= 5) {
			return true
		}
	}
	return false
}

func (e *entity) refer(sex string) {
	switch sex {
	case "he", "she":
		e.pronoun = cmp.Or(e.pronoun, sex)
		if e.pronoun == "it" {
			e.pronoun = sex
		}
		e.score[Person] += byPronoun
	case "it":
		e.pronoun = cmp.Or(e.pronoun, sex)
		e.score[Person] -= 3
	}
}

func pronounOf(word string) string {
	switch word {
	case "he", "his", "him", "himself":
		return "he"
	case "she", "her", "hers", "herself":
		return "she"
	case "it", "its", "itself":
		return "it"
	case "they", "their", "them":
		return "they"
	}
	return ""
}

const hisTitles = "mr father brother lord king prince sir uncle master abbot bishop friar reverend mirza hakim baron count monsieur signor"

const herTitles = "mrs ms miss mother sister lady queen princess dame aunt mistress abbess widow begum madame"

// silent reports whether a sentence says of its subject that they do not speak.
func silent(s *said, p *phrase) bool {
	if s.subject != p {
		return false
	}
	low := strings.ToLower(s.text)
	return slices.ContainsFunc([]string{
		"stopped speaking", "stopped talking", "does not speak", "has not spoken", "never speaks", "cannot speak", "has not said a word", " is mute", "vow of silence", "lost his voice", "lost her voice",
	}, func(phrase string) bool { return strings.Contains(low, phrase) })
}

// decide says what an entity is; nothing where little speaks for any kind.
func (t *text) decide(e *entity) {
	last := e.words[len(e.words)-1]
	words := strings.Fields(e.key)
	if e.proper {
		title := strings.ToLower(e.words[0])
		switch {
		case english.OneOf(title, nameTitles) && len(e.words) > 1 && !t.commonHead(e) && !t.isThing(e):
			e.score[Person] += byTitle
			if english.OneOf(title, hisTitles) {
				e.pronoun = cmp.Or(only(e.pronoun, "he she"), "he")
			} else if english.OneOf(title, herTitles) {
				e.pronoun = cmp.Or(only(e.pronoun, "he she"), "she")
			}
		case t.lexicon.Knows(last) && (len(e.words) > 1 || e.anyDet("the")):
			s := t.lexicon.Noun(last)
			if len(words) > 1 {
				s = t.lexicon.Phrase(words[len(words)-2], words[len(words)-1])
			}
			none := e.none
			e.weigh(s, 3)
			if s.Most() != lexicon.Time && s.Most() != lexicon.Group {
				e.none = none // a name is of something
			}
		}
		if strings.Contains(e.key, " of ") {
			e.weigh(t.lexicon.Noun(words[0]), 3)
		}
		if t.isThing(e) {
			e.score[Person] = 0
		}
		for _, p := range e.phrases {
			if p.role != "" {
				e.weigh(t.lexicon.Noun(p.role), 3)
			}
		}
		for _, p := range e.phrases { // "the monastery of Varn"
			if p.from >= 2 {
				e.apposedBy(t, p)
			}
		}
	} else {
		s := t.lexicon.Noun(last)
		if len(e.words) > 1 {
			s = t.lexicon.Phrase(e.words[len(e.words)-2], last)
		}
		e.weigh(s, 3)
		if s == "" && e.acts > 0 && e.definite {
			e.score[Person] += byDeed
		}
	}
	e.kind = e.most()
	e.stuff = t.lexicon.Noun(last).Of(lexicon.Stuff) >= 5 || english.OneOf(strings.ToLower(last), "sand soup bread flour beer ale salt sugar")
}

// isThing reports whether a name is one of a thing: "the bell Saint Orla".
func (t *text) isThing(e *entity) bool {
	f := strings.Fields(e.role)
	for _, p := range e.phrases {
		if p.role != "" {
			f = append(f, p.role)
		}
	}
	return slices.ContainsFunc(f, func(w string) bool { return t.lexicon.Noun(w).Of(lexicon.Thing, lexicon.Readable) >= 6 })
}

// animals are people where two of them are by what they do: then it is a tale of animals.
func (t *text) animals() {
	var all []*entity
	acting := 0
	for _, e := range t.entities {
		if !e.proper && e.definite && t.lexicon.Noun(e.words[len(e.words)-1]).Of(lexicon.Animal) >= 2 {
			all = append(all, e)
			if e.kind == Person {
				acting++
			}
		}
	}
	for _, e := range all {
		if acting >= 2 && e.verbs > 0 {
			e.kind, e.acts = Person, max(e.acts, 1)
		}
	}
}

// apposedBy takes the noun before "of": "the monastery of Varn" is a place, "the brother of
// Anna" nobody's name.
func (e *entity) apposedBy(t *text, p *phrase) {
	for _, s := range t.said {
		for _, q := range s.phrases {
			if q.of >= 0 && q.of < len(s.phrases) && s.phrases[q.of] == p && !q.proper {
				if is := t.shares(q); is.Of(lexicon.Indoors, lexicon.Outdoors) >= 5 || english.OneOf(q.head(), "monastery village town city island port parish house") {
					e.score[Place] += 3 * byPlace
				}
				return
			}
		}
	}
}

func only(word, list string) string {
	if english.OneOf(word, list) {
		return word
	}
	return ""
}

// most is the kind that most speaks for.
func (e *entity) most() Kind {
	best, most := Kind(""), max(e.none, 5)
	if e.proper {
		most = max(e.none, 2)
	}
	for _, k := range []Kind{Person, Place, Paper, Thing} {
		if e.score[k] > most || e.score[k] == most && best == "" && most > e.none {
			best, most = k, e.score[k]
		}
	}
	return best
}
