package choices

import (
	"strings"
	"sync"

	"github.com/narratoria/narratoria/prose"
)

// verbs are the ones whose past is recognised in a memory. A regular verb that is
// not here is recognised by its ending, but cannot be put into another form.
const verbs = "accept accuse add admit agree answer arrange ask attend bail bargain be bear beat beg begin believe bend betray bind bite blame bleed blow board borrow break bribe bring build burn bury buy call " +
	"calm carry catch change charge check choose claim clean climb close collect come comfort compare complain confess confront consider copy count cover cross cry cut dance dare deceive decide decline defend deliver demand deny describe " +
	"destroy dig dine discover distract do drag draw dream drink drive drop eat empty enter escape examine exchange explain explore face fail fall feed feel fetch fight fill find finish fish fix flee fling fly follow force forget forgive " +
	"free frighten gather get give go grab greet guard guess hand hang haul have hear help hide hit hold hope hunt hurry hurt ignore insist insult inspect invite join jump keep kick kill kiss kneel knock know land laugh lay lead lean learn leave lend let lie lift light " +
	"listen load lock look lose love lower make mark meet mend mention mind miss move name need nod notice nurse offer open order own overhear pack paint pass pay persuade pick pilot place plan plant play plead pledge point pole poison pour pray press pretend promise protect prove pull pump " +
	"punish push put question quit race raise read realise recall reckon recognise refuse remark remember remind repair repay reply rescue rest return reveal ride ring rise rob row rub run sail save saw say scare search see seek sell send set sew shake shame share shelter shoot shout show shut " +
	"sign sing sink sit slap sleep slip smash smell smile smoke soothe speak spend spill spit splice split spoil spot spread squeeze stab stand stare start stay steal step stop strike study swear sweep swim take talk taste taunt teach tear tell thank think threaten throw tie touch trace trade trap travel treat " +
	"trick trim trust try tug turn uncover understand untie use visit vow wade wait wake walk want warm warn wash watch wave wear weep weigh whisper win wind wish wonder work wound wrap write"

// baseOf finds the verb behind its simple past. The forms "lay", "saw" and the
// like belong to two verbs; here it is the one that memories speak of. A
// participle is not its own past, so "seen" is no verb here.
func baseOf(past string) (base string, certain bool) {
	switch past {
	case "was", "were":
		return "be", true
	case "lay":
		return "lie", true
	case "saw":
		return "see", true
	case "did", "had":
		return "", false
	}
	base, certain = bases()[past]
	return base, certain
}

// bases are the verbs by their past. They are worked out when the first memory is
// read, and never change.
var bases = sync.OnceValue(func() map[string]string {
	byPast := map[string]string{}
	for verb := range strings.FieldsSeq(verbs) {
		if past := prose.PastOf(verb); byPast[past] == "" {
			byPast[past] = verb
		}
	}
	return byPast
})

// regular reports whether a word looks like the past of a verb that is not in
// the list.
func regular(word string) bool {
	return len(word) > 4 && strings.HasSuffix(word, "ed") && !among(word, "indeed hundred sacred naked wicked rugged ragged wretched crooked hatred kindred aged beloved shed speed breed greed weed seed exceed succeed proceed freed agreed")
}

// isPast reports whether a word is a verb's past, be and have among them.
func isPast(word string) bool {
	if word == "" {
		return false
	}
	_, known := baseOf(word)
	return known && !among(word, "read put let set cut hit shut hurt split spread rest bid") || among(word, "did had could would might") || regular(word)
}

// unchanging are pasts that look like the base, recognised only where a past is
// certain to stand.
func isVerbAfterYou(word string) bool {
	return isPast(word) || among(word, "read put let set cut hit shut hurt split spread bid")
}

func among(word, list string) bool { return prose.OneOf(word, list) }

const punctuation = `.,;:!?"'()“”‘’…`

// bare is a word without the signs around it, in small letters.
func bare(word string) string { return strings.ToLower(strings.Trim(word, punctuation)) }

const (
	numbers      = "two three four five six seven eight nine ten eleven twelve"
	determiners  = "a an the some any no my your his her its our their this that these those both " + numbers
	prepositions = "in on at by from to of with without under over before after into onto toward towards through across along up down out off around round behind beside between beyond above below for about against near among inside outside upon past until during as"
	questions    = "who whom whose what why how where when whether which if"
)
