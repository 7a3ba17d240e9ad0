package prose

import (
	"slices"
	"strings"
	"sync"

	"github.com/narratoria/narratoria/internal/english"
)

// A clause of small talk asks, bids, greets, or says how I, you, the hour or the weather are. It names nobody, but for whom it
// is said to, and says of nothing where it is, nor of anybody what they will do.

// isSmallTalk reports whether a clause of a sentence tells nothing: one that asks, or may be asked about what is in asks, or another.
func (s Saying) isSmallTalk(clause []string, asks bool) bool {
	if asks {
		return s.asksOnly(clause)
	}
	return onlyCalls(clause) || greetsOnly(clause) || bidsOnly(clause) || saysHow(clause)
}

// asksOnly is true of a clause of a question whose words are all small talk, or of what its speaker asks about.
func (s Saying) asksOnly(clause []string) bool {
	if len(clause) > 1 && clause[0] == "did" && clause[1] == "you" { // "Did you sleep well?" tells nothing
		clause = clause[1:]
	}
	return all(clause, func(w string) bool { return isSmallWord(w) || holds(w) || s.mayAsk(w) })
}

// isAsked reports whether a clause asks by its order of words, or has no verb that could tell.
func isAsked(clause []string) bool {
	clause = behind(clause, leads)
	return len(clause) > 0 && OneOf(clause[0], askers) || len(clause) > 1 && clause[0] == "did" && clause[1] == "you" || !slices.ContainsFunc(clause, func(w string) bool { return OneOf(w, finite+" "+bidden+" "+thirds) })
}

// onlyCalls is true of a clause that is a name for whom it is said to: "my friend".
func onlyCalls(clause []string) bool {
	return len(clause) < 4 && OneOf(clause[len(clause)-1], persons) && all(clause, func(w string) bool { return OneOf(w, persons+" my good kind") })
}

// greetsOnly is true of a clause without a verb, of a greeting, or of an hour and weather: "Good evening to you", "A cold night".
func greetsOnly(clause []string) bool {
	greets := has(clause, greetings) || has(clause, states) && has(clause, hourWords) && !has(clause, "early late today tonight tomorrow") // "Early tomorrow" answers
	return (greets || len(clause) == 1) && all(clause, func(w string) bool {
		return OneOf(w, greetings+" "+states+" "+hourWords+" a an the this another to you and or but for what so very quite rather too as now then well here there")
	})
}

// bidsOnly is true of a clause that has you do something, in which there is no thing that you would have to look for, and nobody.
func bidsOnly(clause []string) bool {
	if clause = behind(clause, leads); len(clause) > 2 && clause[0] == "you" && OneOf(clause[1], "may can could should must might need") {
		clause = behind(clause[2:], "to not")
	}
	clause = behind(clause, "do don't not just "+leads)
	if len(clause) == 0 || !OneOf(clause[0], bidden+" be have let's sorry goodbye") || OneOf(clause[0], wanting) || has(clause, persons) || has(clause, "will i'll we'll you'll it'll") {
		return false
	}
	named := has(clause, thingWords)
	if named && has(clause[1:], finite+" "+thirds+" "+hiding) {
		return false
	}
	for i, word := range clause {
		switch {
		case !isSmallWord(word) && !holds(word):
			return false
		case i == 0:
		case OneOf(word, bidden) && OneOf(clause[i-1], "i we"):
			return false // "Wait while I take ..."
		case OneOf(word, thingWords) && OneOf(clause[i-1], "the this that these those my our") && !OneOf(word, atHand):
			return false
		case OneOf(word, thingWords) && clause[i-1] == "your" && !OneOf(word, yours):
			return false
		case OneOf(word, bidden) && has(clause[:i], thingWords) && !OneOf(clause[i-1], "and or to not"):
			return false // "Mind, your boots need ..."
		}
	}
	return true
}

// saysHow is true of a clause that says how I, you, the hour or the weather are, and of wishes.
func saysHow(clause []string) bool {
	clause = behind(clause, leads)
	if len(clause) == 0 {
		return false
	}
	mine, hour := OneOf(clause[0], "i i'm you you're we we're"), OneOf(clause[0], pointers)
	if !mine && !hour {
		at := slices.IndexFunc(clause, func(w string) bool { return OneOf(w, hourWords) })
		hour = at >= 0 && all(clause[:at], func(w string) bool { return OneOf(w, states+" a an the this such what") })
	}
	wishes := len(clause) > 1 && OneOf(clause[0], "i we") && OneOf(clause[1], "hope wish") && OneOf(clause[min(2, len(clause)-1)], "you")
	how := has(clause, states) || has(clause, hourWords) || has(clause, feeling)
	if !mine && (!hour || !has(clause, finite+" "+thirds)) || !how && !wishes || !hour && has(clause, "will i'll we'll you'll it'll") {
		return false
	}
	for i, word := range clause {
		switch {
		case OneOf(word, places):
			if next := behind(clause[i+1:], "the a an this such "+states); len(next) == 0 || !OneOf(next[0], hourWords) {
				return false // "in the house"
			}
		case OneOf(word, unnamed):
			return false
		case OneOf(word, states+" "+hourWords+" "+feeling+" "+degrees+" "+thirds+" luck"), holds(word), wishes && OneOf(word, bidden):
		case OneOf(word, "see bother") && clause[i-1] == "to" && i+1 < len(clause) && clause[i+1] == "you": // "I am glad to see you"
		default:
			return false
		}
	}
	return true
}

// holds reports whether a word holds a sentence together and tells nothing.
func holds(word string) bool {
	return english.IsFunctionWord(word) && !OneOf(word, tellingWords) || OneOf(word, contractions)
}

// behind are the words of a clause without those of a list that it begins with.
func behind(clause []string, list string) []string {
	for len(clause) > 0 && OneOf(clause[0], list) {
		clause = clause[1:]
	}
	return clause
}

func has(words []string, list string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return OneOf(w, list) })
}

func all(words []string, is func(string) bool) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !is(w) })
}

func isSmallWord(word string) bool { return smallWords()[word] }

var smallWords = sync.OnceValue(func() map[string]bool {
	is := map[string]bool{}
	for word := range strings.FieldsSeq(strings.Join([]string{greetings, persons, thingWords, bidden, thirds, hourWords, states, degrees}, " ")) {
		is[word] = true
	}
	return is
})

// The words of small talk, by what they can do in a clause. Nothing in them is past, of others, or an answer.
const (
	greetings  = "good hello goodbye greetings welcome sorry pardon please luck thank bless"
	persons    = "stranger friend friends sir madam dear company visitor guest people"
	thingWords = "word words question questions answer trouble matter business way lot step seat chair bench fire hearth bread water tea soup supper breakfast " +
		"table street house home world thing things head heart hand hands eye eyes ears feet bones shoulder coat boots hat door window roof"
	bidden = "come go wait stay sit stand rest look see hear listen mind stop hurry walk eat drink sleep work talk speak ask tell hope wish like want need " +
		"try help thank pardon forgive excuse welcome bless keep bring take give leave let make bother worry care feel seem"
	thirds    = "seems looks sounds feels comes goes takes makes suits"
	hourWords = "today tonight tomorrow morning afternoon evening night day days hour hours moment moments minute minutes while time times " +
		"weather rain wind snow fog mist storm sun sky air"
	states = "good best better bad worse fine well warm cold hot wet dry dark bright quiet calm slow quick careful easy hard long short early late glad happy sad " +
		"tired hungry thirsty ready busy kind patient brave polite curious strange nice pleasant lovely dreadful terrible wonderful plain simple welcome sorry afraid"
	degrees = "soon later back first next last little one two half such same other else ahead away inside outside rather gently kindly politely quietly slowly yourself"

	// leads stand before what a clause says.
	leads = "and but or well now then if when while as since though please"
	// askers are what a question begins with.
	askers = "who what where when why how which whose whom is are am do does can could will would shall should may might must have has " +
		"isn't aren't don't doesn't can't won't couldn't wouldn't shouldn't what's who's where's how's that"
	// finite are the verbs with which something is said to be.
	finite = "is are am will would has have does can could may might must should i'm you're we're it's that's there's isn't aren't doesn't don't can't won't wouldn't"
	// feeling are verbs with which one says how one is.
	feeling = "hope wish like care worry thank feel seem look mind"
	// wanting are of those that bid the ones that do so behind "do not" alone.
	wanting = "want need like wish hope seem care feel"
	// hiding is where something is that one would have to look for.
	hiding = "from behind under beneath below above beyond between against over across inside within around along"
	// atHand are things that stand where one is bidden to sit down, and yours what somebody has by them who is spoken to.
	atHand = "step seat chair bench fire hearth door window house table street world way question matter"
	yours  = "word words question questions way business seat time head heart hand hands eye eyes ears feet bones shoulder coat boots hat"
	// places say where something is, and unnamed are for what one does not name.
	places  = hiding + " in on at by into before after onto toward towards through near off up down out there there's"
	unnamed = "something anything everything other others another one two same else home whoever whatever ahead away outside back"
)
