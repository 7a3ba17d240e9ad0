package grammar

import (
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// isIdle reports whether a clause says nothing of what is done.
func (r *Reader) isIdle(l *line, all []clause, at int) bool {
	c := all[at]
	if at > 0 && c.to > c.from+1 && english.OneOf(l.words[c.from], "but and") && leading(l.words[c.from+1:c.to], reasons) > 0 {
		c.from++
	}
	words := l.words[c.from:c.to]
	if at > 0 && all[at-1].to < len(l.words) && !english.OneOf(words[0], "he she it they there") && strings.Contains(l.text[l.ends[c.from-1]:max(l.ends[c.from-1], l.begins[c.from])], ":") || strings.HasPrefix(strings.TrimLeft(l.text[l.ends[c.to-1]:], " "), ":") {
		return false // what follows a colon is somebody's words, or a machine's
	}
	if c.said && slices.ContainsFunc(all, func(c clause) bool { return !c.said }) {
		if s := r.sense(toField, l, c.from); s.to == c.to && len(s.entries) > 0 {
			return true
		}
		return r.isPointing(l, c.from, c.to) || leading(words, attentions) > 0 || len(words) < 3 && english.OneOf(words[0], attending)
	}
	switch {
	case len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return english.OneOf(w, unsaying) || strings.ContainsAny(w, "0123456789") }) || r.isHeard(words) && leading(words, reasons) > 0:
		return false
	case leading(words, conditions) > 0 && leading(words, split("after all")) == 0 || slices.Contains(words, "unless"):
		return leading(words, favours) > 0
	case leading(words, reasons) > 0:
		return len(words) > 1 && !r.commands(l, all, at)
	case leading(words, until) > 0:
		return r.waits(l, all[:at]) || r.urges(l, all[:at])
	case at > 0 && english.OneOf(words[0], "who which whose") && len(words) > 2 && !strings.Contains(l.text[l.ends[c.to-1]:min(len(l.text), l.ends[c.to-1]+1)], "?"):
		return !r.concerns(l, c.from+1, c.to) // "Corin, who looks so pale"
	case at > 0 && leading(words, watching) > 0:
		return r.waits(l, all[:at]) || r.goes(l, all[:at])
	case at > 0 && leading(words, resting) > 0:
		return r.waits(l, all[:at]) && !r.namesTopic(newLine(l.typed(c.from, c.to)))
	case at > 0 && c.joined && words[0] == "and" && leading(l.words[all[at-1].from:all[at-1].to], reasons) > 0 && len(words) > 2 && english.OneOf(words[1], "i we he she they it there the"):
		return true // "because it is locked and I want to see it"
	case leading(words, meanwhile) > 0:
		n := leading(words, meanwhile)
		if n+1 >= len(words) {
			return false
		}
		if english.OneOf(words[n], "i we") && !english.OneOf(words[n+1], stative+" lose change forget go leave sleep die starve freeze get still") {
			return false
		}
		return !r.isGerund(words[n]) && !r.reads(l, c.from+n, c.to)
	}
	if words[0] == "as" && len(words) < 7 && slices.Contains(words[2:], "as") {
		return true // "as friendly as I can"
	}
	n := leading(words, split("after all"))
	n += count(words[n:], "and but so oh ah well now then yes no alas perhaps maybe really truly for besides anyway also")
	n += leading(words[n:], quietly)
	if n >= len(words) {
		return !slices.Contains(words, "then") && !slices.Contains(words, "also")
	}
	rest := words[n:]
	switch {
	case english.OneOf(rest[0], "i we ive im id ill"):
		return r.isState(l, all, at, n)
	case english.OneOf(rest[0], "dont") && len(rest) > 1 && english.OneOf(rest[1], "play pretend lie act waste fool kid joke try start mess worry fret cry be tell give look"):
		return !r.reads(l, c.from+n+1, c.to) && !r.concerns(l, c.from+n, c.to)
	case leading(rest, denials) > 0:
		return r.isDenied(l, all, at, n)
	case english.OneOf(rest[0], attending) || leading(rest, attentions) > 0 && len(rest) <= leading(rest, attentions)+1:
		return c.said || at == 0 || c.stop && !r.reads(l, c.from+n, c.to)
	case r.isStatement(l, c.from+n, c.to):
		return !r.reads(l, c.from, c.to)
	}
	return r.isFragment(l, c.from+n, c.to) || c.stop && at > 0 && english.IsQuestionWord(rest[0]) && r.isPointing(l, c.from+n, c.to) && !r.reads(l, c.from+n, c.to)
}

// commands reports whether what stands before a clause is to make somebody do what it says.
func (r *Reader) commands(l *line, all []clause, at int) bool {
	if !english.OneOf(l.words[all[at].from], "to for") || at == 0 {
		return false
	}
	first := skipped(l.words, all[at-1].from)
	if l.words[all[at].from] == "for" {
		return first >= all[at].from || !english.OneOf(l.words[first], "search comb hunt scour look rummage go walk examine inspect explore check ransack poke dig")
	}
	return first < all[at].from && english.OneOf(l.words[first], "ask tell get make help beg order force persuade convince urge want need let demand insist")
}

// waits reports whether the clause before tells of waiting: until when makes no other deed of it.
func (r *Reader) waits(l *line, before []clause) bool {
	if len(before) == 0 {
		return false
	}
	c := before[len(before)-1]
	first := skipped(l.words[:c.to], c.from)
	return slices.ContainsFunc(l.words[min(first, c.to):c.to], func(w string) bool {
		return english.OneOf(w, "wait linger stay remain rest sit stand lean perch pause loiter tarry bide")
	})
}

// urges reports whether the clause before tells of pressing somebody.
func (r *Reader) urges(l *line, before []clause) bool {
	if len(before) == 0 {
		return false
	}
	c := before[len(before)-1]
	first := c.from + leading(l.words[c.from:c.to], split("so i|and i|so|and|then i"))
	first = skipped(l.words[:c.to], first)
	return first < c.to && english.OneOf(l.words[first], "press push keep go lean work pester badger grill question interrogate ask demand insist stay nag")
}

// isState reports whether somebody says of themselves how they are or what they want, and not
// what they do.
func (r *Reader) isState(l *line, all []clause, at, n int) bool {
	c := all[at]
	rest := l.words[c.from+n : c.to]
	if len(rest) < 2 {
		return false
	}
	if english.OneOf(rest[1], "cant cannot couldnt") && !r.reads(l, c.from+n+2, c.to) {
		return true // "I can't do this alone"
	}
	if leading(rest, denials) > 0 || slices.ContainsFunc(rest[:min(len(rest), 4)], func(w string) bool {
		return english.OneOf(w, "not wont dont cannot cant never wouldnt shant didnt couldnt shouldnt")
	}) {
		return r.isDenied(l, all, at, n)
	}
	verb := rest[1]
	if (verb == "am" || rest[0] == "im") && !english.OneOf(rest[min(len(rest)-1, 2)], "going about ready trying off") && len(rest) < 8 && (slices.Contains(rest, "sorry") || !slices.Contains(rest, "to")) {
		return true // "I am sorry to ask"
	}
	if english.OneOf(rest[0], "im ive") || english.IsAdverb(verb) && len(rest) > 2 && english.OneOf(rest[2], stative) {
		verb = "am"
	}
	return english.OneOf(verb, stative) && !r.reads(l, c.from+n, c.to)
}

// Stative are the verbs of how somebody is, what they feel, know or want.
const stative = "am was have had feel felt want wanted need needed think thought know knew wonder hope hoped believe fear feared must ought should would could can may might will shall doubt suspect guess like love hate heard hear saw see seem trust mean meant care suppose remember owe promise swear understand expect wish deserve regret miss pity admire"

// isDenied reports whether a clause says what is not done, and a deed beside it what is.
func (r *Reader) isDenied(l *line, all []clause, at, n int) bool {
	c := all[at]
	rest := l.words[c.from+n : c.to]
	if len(rest) < 3 || slices.ContainsFunc(rest, func(w string) bool { return english.OneOf(w, "it that so or nor") }) && len(rest) < 5 {
		return false
	}
	verbal := slices.ContainsFunc(rest[1:], func(w string) bool { return english.IsVerb(w) || patterns().bases[w] != "" || w == "be" })
	next := at+1 < len(all) && leading(l.words[all[at+1].from:], split("but|i|we|instead|rather")) > 0
	return verbal && (c.stop || next || at > 0 && (c.joined || all[at-1].stop))
}

// goes reports whether the clause before tells of going somewhere.
func (r *Reader) goes(l *line, before []clause) bool {
	if len(before) == 0 {
		return false
	}
	c := before[len(before)-1]
	first := skipped(l.words[:c.to], c.from)
	return first < c.to && english.OneOf(l.words[first], "go walk head run hurry return move come visit")
}

var (
	resting    = bound("and (warm/rest/dry/stretch/relax/enjoy/watch/listen/breathe/doze/daydream/catch)")
	watching   = bound("and (see/watch/hear/listen/look) (if/whether/what/how/who/where/why)")
	reasons    = bound("for a (cup/drink/pint/bite/rest/smoke/breath/walk/chat/mug/glass)|to (be/make sure/clear/stretch/keep/pass/think/avoid/feel/get some/get warm/get dry/warm/calm/cheer/please/satisfy/refresh/decide/understand/know/gain/save/settle/while away/catch my/rest my/ease/escape/set my/put my/stay/hide/dry/cool/prove/look busy/seem/appear/kill time)|for (anything/whatever/something/what)|so that|so as to|so (he/she/they/it/we/nobody/no one/noone)|in order (to/that)|(just)? in case|because|lest|for fear|to (see/find out/learn/check) (if/whether/what/how/who/where/why)|since|seeing (that/as)|now that|given that|although|though|even though|as (if/though)|as (i/he/she/they/it/we/there) (am/is/are/was/were/have/has/had/think/know/want/need/would/must/seems/seem/may/might/can/could)|where")
	meanwhile  = bound("while|before|as")
	until      = bound("until|till")
	conditions = bound("if|unless|when|once|after|provided|providing|suppose|supposing|whenever|as soon|as long|only|except|even if|tomorrow|later|next|or|nor|then|instead|rather|first|finally|please|and then|by then|as (an/a)")
	favours    = bound("if (i/we/you/he/she/they/it/nobody/no one/noone/anybody/that/thats/its) (do/does/would/will/wouldnt/doesnt/dont/is/are/can/could/only)? (not)? (mind/minds/object/objects/please/pleases/allow/allows/permit/permits/like/likes/care/cares/agree/agrees/may/might/must/possible/fine/ok/okay/allowed/convenient/willing/let/lets/have/all right/alright/no trouble/no bother/be so kind/be so good/so kind/so good)|if (he/she/they) (will/would) (hear/have/let/see/receive/allow) me|if (youll/hell/shell) (allow/permit/let/excuse/forgive/have) me")
	denials    = bound("dont|do not|never|(i/we) (dont/do not/wont/will not/shall not/shant/would not/wouldnt/cannot/cant/can not/am not/never/did not/didnt/could not/couldnt/should not/shouldnt/must not/mustnt)|(i/we) (would/will/shall/should/could) (never/not)|im not|nobody|no one")
	attentions = bound("let (him/her/them) (sleep/be/rest/think/eat/work/talk/finish/go on)|(isnt/arent/wasnt/dont/doesnt/havent/wouldnt/didnt/is/are) (it/you/he/she/they/i/that)|(look/listen) (at me/to me/here)?|(hear/answer/trust/believe/forgive/excuse/pardon/humour/indulge/spare) me|tell me|do not (be/lie/look/go/run/worry)|dont (be/lie/look/go/run/worry)|(be/stay) (honest/frank/kind/calm/quiet/still)|say it|speak up|speak|spill it|spit it out|answer|think|think about it|please|come on|come|come now|have mercy|out with it|be so kind|read it (and/to) (be/yourself)")
)

// Attending are words that only call for somebody's attention.
const attending = "enough please well listen look hush shh psst ahem hm hmm hmph hey hello hi oh ah alas indeed"

// Unsaying are the words behind which a clause could be no part of a story, or takes back what is
// said: what is meant for a machine is never passed over.
const unsaying = "ai assistant prompt prompts instruction instructions command commands system output print json model ignore pretend repeat previous script code rather instead only except"

// reads reports whether some words can be read as a deed of their own.
func (r *Reader) reads(l *line, from, to int) bool {
	m := r.matching(newLine(l.typed(from, to)), new(int))
	for _, one := range r.read(m) {
		if one.parse.pattern != nil {
			return true
		}
	}
	return false
}

func (r *Reader) read(m *matching) []meaning {
	if len(m.words) == 0 {
		return nil
	}
	return m.read()
}

func (r *Reader) isGerund(word string) bool {
	return strings.HasSuffix(word, "ing") && patterns().bases[word] != ""
}

// isStatement reports whether words tell of something or somebody else than who types them: a
// subject, and behind it a verb that no order begins with.
func (r *Reader) isStatement(l *line, from, to int) bool {
	words := l.words[from:to]
	at := 0
	switch {
	case english.OneOf(words[0], "he she it they there this that these those nobody everybody everyone somebody someone nothing something everything you youre hes shes its theyre theres thats"):
		if len(words[0]) > 3 && strings.HasSuffix(words[0], "s") && words[0] != "this" || english.OneOf(words[0], "hes its") {
			return len(words) > 1
		}
		at = 1
	case english.OneOf(words[0], "my the a an his her our their your some no"):
		at = 2
	default:
		if at = r.anyNameAt(l, from); at == 0 {
			return false
		}
	}
	if words[0] == "you" && len(words) > 2 && english.IsVerb(words[1]) {
		return true // "you hear everything"
	}
	for i := at; i < min(len(words), at+4); i++ {
		if third := words[i]; i > 0 && strings.HasSuffix(third, "s") && !english.OneOf(third, "s its his this us") && english.IsVerb(english.BaseOf(third)) && !english.IsVerb(third) {
			return true
		}
		if english.OneOf(words[i], "is are was were has have had will would can could may might must should seems seem looks look knows know said says told does did isnt wasnt arent hasnt wont cannot cant needs wants comes came goes went feels felt makes made gets got keeps kept stands lies sits grows") || i > 0 && english.IsPast(words[i]) {
			return true
		}
	}
	return false
}

// Hailed are the words of somebody who begins to speak, beside names.
const hailed = "my the a an your now well then enough truth sir madam maam miss mister friend friends fellow lad lass child man woman lady gentleman darling dear love father mother brother sister master mistress captain doctor good day morning evening afternoon night again so right very all this that time please thank thanks you what ah oh hey hello hi greetings excuse me pardon god heavens lord goodness gracious christ hell dammit bless blast damn fine great poor late cold strange odd funny interesting curious hmm hm ahem psst hush here there come look listen say wait yes no ok okay alright sure indeed aye nay first last of course"

// isFragment reports whether some few words name nothing but somebody who is spoken to, and are
// no verb: "my dear fellow", "the truth now".
func (r *Reader) isFragment(l *line, from, to int) bool {
	if english.IsVerb(l.words[from]) && r.nameAt(toField, l, from) == 0 {
		return false
	}
	named, left := 0, 0
	for at := from; at < to; {
		if n := r.nameAt(toField, l, at); n > 0 && at+n <= to {
			named, at = named+1, at+n
			continue
		}
		w := l.words[at]
		if at == 0 && from == 0 && !english.OneOf(w, hailed) && !isModifier(w) || from == 0 && at > 0 && !english.OneOf(w, hailed+" "+describing) || at > 0 && english.IsCapital(l.typed(at, at+1)) && !english.OneOf(w, hailed) {
			return false // somebody else may be spoken to
		}
		if english.OneOf(w, denying) && !english.OneOf(w, "without") || english.OneOf(w, "then also and or to") || r.isDoing(w) && !english.IsAlsoNoun(w) && !english.OneOf(w, describing) || isPronoun(w) || r.anyNameAt(l, at) > 0 {
			return false
		}
		at++
		left++
	}
	return named < 2 && left <= 4 && (named > 0 || left > 0)
}

// isPointing reports whether what is said only points at what is shown or done meanwhile: "do you
// know this?", "read it and be satisfied".
func (r *Reader) isPointing(l *line, from, to int) bool {
	pointing := false
	for at := from; at < to; at++ {
		pointing = pointing || english.OneOf(l.words[at], "this that it these there")
		if english.OneOf(l.words[at], "take keep have accept give") || r.anyNameAt(l, at) > 0 && !isPronoun(l.words[at]) {
			return false
		}
	}
	return pointing
}

// plainText reports whether all words of a line could be words of a language written in these
// letters: others are never passed over.
func plainText(l *line) bool {
	return !slices.ContainsFunc(l.words, func(w string) bool {
		return strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789") != "" || !strings.ContainsAny(w, "aeiouy0123456789") && !english.OneOf(w, "mr mrs ms dr st hm hmm hmph shh psst")
	})
}
