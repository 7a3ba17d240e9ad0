package reading

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
	"github.com/narratoria/narratoria/internal/english/lexicon"
)

// evidence is what speaks for what an entity is, by name, each from 0 to full: what its noun
// is a word for, how the text uses it, where it stands.
type evidence map[string]int

const full = 10

// some is n of most, from 0 to full.
func some(n, most int) int { return full * min(n, most) / most }

func (v evidence) add(name string, n int) {
	if n != 0 {
		v[name] = min(full, v[name]+n)
	}
}

func (v evidence) is(name string, yes bool) {
	if yes {
		v[name] = full
	}
}

// lexical is what the lexicon says that words are words for, as evidence is called.
var lexical = []struct {
	name string
	kind lexicon.Kind
}{
	{"person", lexicon.Person},
	{"animal", lexicon.Animal},
	{"indoors", lexicon.Indoors},
	{"outdoors", lexicon.Outdoors},
	{"readable", lexicon.Readable},
	{"thing", lexicon.Thing},
	{"stuff", lexicon.Stuff},
	{"time", lexicon.Time},
	{"group", lexicon.Group},
	{"body", lexicon.Body},
	{"other", lexicon.Other},
}

// word is what a word is a word for; as says where it stands.
func (v evidence) word(as string, s lexicon.Shares) {
	for _, l := range lexical {
		v.add(as+l.name, s.Of(l.kind)*full/9)
	}
}

const containers = "box chest crate cupboard cabinet case basket drawer safe tank barrel bag trunk suitcase hatbox coffin tin jar bottle cage hive wardrobe locker"

const ways = "stair stairs staircase step steps corridor passage gate path road street lane bridge footbridge ladder lift door way causeway tunnel"

// evidenceOf gathers what speaks for what an entity is.
func (t *text) evidenceOf(e *entity) evidence {
	v := evidence{"always": full}
	v.named(t, e)
	v.used(t, e)
	v.weighed(t, e)
	v.placed(e)
	v["place"] = min(full, v["indoors"]+v["outdoors"])
	v["object word"] = min(full, v["thing"]+v["readable"])
	return v
}

// named is what the name says.
func (v evidence) named(t *text, e *entity) {
	words := strings.Fields(e.key)
	noun := words[len(words)-1]
	title := e.proper && english.OneOf(words[0], nameTitles)
	numbered := e.proper && len(words) > 1 && (isDigits(noun) || english.OneOf(english.SentenceCase(noun), capitalNumbers) || len(noun) == 1)
	if numbered { // "Airlock 2", "Lab B"
		noun = words[0]
	}
	known := t.lexicon.Knows(noun)
	v.is("proper", e.proper)
	v.is("numbered", numbered)
	v.is("title", title && len(words) > 1)
	v.is("title alone", title && len(words) == 1)
	v.is("short", len(words) == 1)
	v.is("plural", e.plural)
	v.is("counted", e.counted)
	v.is("scenery", english.OneOf(noun, scenery))
	v.is("container", english.OneOf(noun, containers))
	v.is("way", english.OneOf(noun, ways))
	v.is("unknown", !known)
	v.is("hyphened", strings.Contains(noun, "-"))
	if e.proper {
		v.properName(t, e, words, noun, numbered || len(words) > 1 && !title || e.anyDet("the"))
	} else {
		v.commonName(t, words, noun)
	}
	for role := range strings.FieldsSeq(strings.ToLower(e.role)) {
		v.word("role ", t.lexicon.Noun(role))
	}
	for _, p := range e.phrases {
		if p.role != "" {
			v.word("role ", t.lexicon.Noun(p.role))
		}
	}
}

// properName is what the words of a name are words for, where it may be one of words: "the
// Counting Room", "the Feast of Fools".
func (v evidence) properName(t *text, e *entity, words []string, noun string, ofWords bool) {
	if ofWords {
		v.word("", t.lexicon.Noun(noun))
		v.word("named ", t.lexicon.Noun(noun))
		v.is("name of words", t.lexicon.Knows(noun))
	}
	if strings.Contains(e.key, " of ") {
		v.word("named ", t.lexicon.Noun(words[0]))
	}
	v.is("names", len(words) > 1 && !t.lexicon.Knows(words[len(words)-1]))
}

// longestJoined is the longest word that is looked at for words that it is joined of.
const longestJoined = 24

// commonName is what a noun is a word for, with what stands before it: "the storm lantern".
func (v evidence) commonName(t *text, words []string, noun string) {
	if len(words) > 1 {
		before := words[len(words)-2]
		v.word("", t.lexicon.Phrase(before, noun))
		v.word("before ", t.lexicon.Noun(before))
		v.is("compound", true)
	} else {
		v.word("", t.lexicon.Noun(noun))
	}
	if len(noun) > longestJoined || t.lexicon.Knows(noun) {
		return
	}
	for at := 3; at+3 <= len(noun); at++ { // "guardhouse": what its end is a word for
		if end := t.lexicon.Noun(noun[at:]); end != "" && t.lexicon.Knows(noun[:at]) {
			v.word("", end)
			v.is("joined", true)
			return
		}
	}
}

// mostUses is how many of an entity's phrases are looked at.
const mostUses = 60

// used is how the text uses it: how many of its phrases do what, each counted as far as its
// most.
func (v evidence) used(t *text, e *entity) {
	n := uses{}
	for _, p := range e.phrases[:min(len(e.phrases), mostUses)] {
		head := p // what stands before the list that it is in counts for all of it
		if p.list != nil {
			head = p.list
		}
		n.determined(p)
		n.acting(t, p)
		n.behind(p, head)
		n.acted(p, head)
		n.beside(t, p)
		n.around(t, p)
	}
	for name, count := range n {
		most, ok := mostOf[name]
		if !ok {
			most = 1
		}
		v.add(name, some(count, most))
	}
}

// uses counts what phrases do.
type uses map[string]int

func (n uses) is(name string, yes bool) {
	if yes {
		n[name]++
	}
}

// mostOf is how often something counts at most, where that is more than once.
var mostOf = map[string]int{
	"the": 2, "bare": 2, "owner": 2, "of": 1,
	"subject": 3, "acts": 3, "is": 2, "done to": 2, "about": 3,
	"in": 3, "to": 2, "on": 2, "part of": 2, "about it": 2, "no prep": 2,
	"object": 3, "had": 2,
	"beside people": 9, "beside places": 9, "beside things": 9,
	"premise": 3, "odd": 2,
	"before a verb": 3, "before a preposition": 2, "before a sign": 2,
	"behind in": 2, "behind at": 2, "behind on": 2, "behind of": 2,
}

// determined is what determines a phrase, and what it belongs to.
func (n uses) determined(p *phrase) {
	tokens := p.said.tokens
	switch {
	case p.det == "":
		n["bare"]++
	case p.det == "the":
		n["the"]++
	case english.OneOf(p.det, "a an one half"):
		n["a"]++
	case english.OneOf(p.det, "his her their its"):
		n["his"]++
	case english.OneOf(p.det, "this that these those each every any some another no"):
		n["any"]++
	}
	n.is("owned", p.owner >= 0)
	n.is("of", p.of >= 0 && textAt(tokens, p.to) == "of")
	n.is("owner", tagAt(tokens, p.to) == "POS")
}

// acting is what it does, where it is the subject of something.
func (n uses) acting(t *text, p *phrase) {
	s := p.said
	n.is("about", p == s.subject)
	if p.subject == "" {
		return
	}
	n["subject"]++
	switch {
	case p.subject == "be":
		n["is"]++
	case english.OneOf(p.subject, onlyPeoples):
		n["says"]++
		n["acts"]++
	case english.OneOf(p.subject, peoplesVerbs):
		n["acts"]++
	case english.OneOf(p.subject, "lie hang stand smell hold lead run open close"):
		n["lies"]++
	}
	at := s.verbOfAt(p)
	n.is("done to", english.OneOf(textAt(s.tokens, at), "is are was were been") && (strings.HasPrefix(tagAt(s.tokens, at+1), "VBN") || strings.HasPrefix(tagAt(s.tokens, at+2), "VBN")))
	n.is("first", t.said[0] == s)
}

// behind is which preposition it stands behind.
func (n uses) behind(p, head *phrase) {
	switch prep := head.prep; {
	case prep == "":
		n["no prep"]++
	case english.OneOf(prep, "in at inside into through outside within"):
		n["in"]++
	case english.OneOf(prep, "from to towards toward across beyond between past"):
		n["to"]++
	case english.OneOf(prep, "on under behind beneath beside by above below near over against"):
		n["on"]++
	case prep == "with":
		n["with"]++
	case prep == "of":
		n["part of"]++
	default:
		n["about it"]++
	}
	if word := textAt(p.said.tokens, p.from-1); english.OneOf(word, "in at on from to into behind under above with by of for over below through beside near") {
		n["behind "+word]++
	}
}

// acted is what is done with it.
func (n uses) acted(p, head *phrase) {
	verb := p.object
	if verb == "" {
		verb = head.object
	}
	switch {
	case verb == "be":
		n["what is"]++
	case verb != "":
		n["object"]++
		n.is("had", english.OneOf(verb, "have carry keep wear hold hang put take find give bring send lose buy sell steal leave"))
		n.is("entered", english.OneOf(verb, "enter leave reach pass cross climb visit rule"))
	}
	n.is("there", p.there || head.there)
	n.is("who", p.follows == "who" || p.follows == "whose")
	n.is("where", p.follows == "where")
	n.is("which", p.follows == "which" || p.follows == "that")
}

// mostMates is how far in a list something is looked at for what stands beside it.
const mostMates = 8

// beside is what stands in one list with a phrase.
func (n uses) beside(t *text, p *phrase) {
	if p.list == nil {
		return
	}
	s := p.said
	at := slices.Index(s.phrases, p)
	for _, mate := range s.phrases[max(0, at-mostMates):min(len(s.phrases), at+mostMates+1)] {
		switch {
		case mate == p || mate.list != p.list || mate.entity == nil:
		case mate.proper:
			n["beside names"]++
		default:
			shares := t.shares(mate)
			n["beside people"] += shares.Of(lexicon.Person)
			n["beside places"] += shares.Of(lexicon.Indoors, lexicon.Outdoors)
			n["beside things"] += shares.Of(lexicon.Thing, lexicon.Readable)
		}
	}
}

// around is what the sentence is, and what stands next.
func (n uses) around(t *text, p *phrase) {
	s := p.said
	n.is("listed", len(s.verbs) == 0)
	n.is("premise", s.premise)
	n.is("odd", s.odd != "" && !s.premise)
	n.is("odd premise", s.odd != "" && s.premise)
	n.is("player", s.player)
	n.is("locked", p == s.subject && strings.Contains(strings.ToLower(s.text), "lock"))
	n.is("label", s.label != "" && p.from == 0)
	n.is("under a label", s.listed && !(s.label != "" && p.from == 0))
	switch next := tagAt(s.tokens, p.to); {
	case finite(next):
		n["before a verb"]++
	case next == "IN":
		n["before a preposition"]++
	case next == "," || next == "." || next == ":":
		n["before a sign"]++
	}
	if of := s.subject; of != nil && of != p && of.entity != nil && english.OneOf(of.subject, "have contain hold house be") {
		shares := t.shares(of)
		place := !of.proper && shares.Of(lexicon.Indoors, lexicon.Outdoors) >= 5 || of.proper && of.entity.score[Place] > of.entity.score[Person]
		n.is("had by a place", place)
		n.is("had by a person", !place && (of.proper || shares.Of(lexicon.Person) >= 5))
	}
}

// weighed is what the rules of grammar weighed, and what they would take it for.
func (v evidence) weighed(t *text, e *entity) {
	for _, k := range []Kind{Person, Place, Thing, Paper} {
		v.add("score "+string(k), min(full, max(-full, e.score[k]/6)))
		v.is("rule "+string(k), e.kind == k)
		v.is("kept "+string(k), e.kind == k && e.weight > 0)
	}
	v.add("score none", min(full, e.none/6))
	v.is("rule none", e.kind == "")
	v.add("acting", some(e.acts, 3))
	v.add("weight", min(full, e.weight/10))
	v.is("located", e.near > 0)
	v.is("gone to", e.far > 0)
	v.is("there is", e.there)
	v.is("parts", e.parts)
	v.is("of stuff", e.stuff)
	v.is("acted on", t.acted(e))
	v.is("aside", t.aside(e))
	v.is("often", len(e.in) > 1)
	v.add("much", some(len(e.in)-1, 4))
	v.is("owned always", e.ownedAlways())
	v.is("only there", !slices.ContainsFunc(e.phrases, func(p *phrase) bool { return p.prep == "" && (p.list == nil || p.list.prep == "") }))
}

// placed is what stands around it: headings, lists, pronouns.
func (v evidence) placed(e *entity) {
	v.is("he", e.pronoun == "he" || e.pronoun == "she")
	v.is("it", e.pronoun == "it")
	v.is("dead", e.dead)
	v.is("section people", e.under[Person] > 0)
	v.is("section places", e.under[Place] > 0)
	v.is("section things", e.under[Thing] > 0)
	v.is("leads", e.leads)
	v.is("heading", e.heads)
	v.is("people listed", e.peopled)
	v.is("sent", e.sent)
	v.is("silent", e.silent)
}
