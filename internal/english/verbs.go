package english

import (
	"strings"
	"sync"
)

// Viewpoint is the person a story is told in: "first" (I), "second" (you), "third"
// (she, Mara).
type Viewpoint string

// Tense is when: "present" or "past".
type Tense string

// The viewpoints and tenses there are. Any other text counts as Second and Present.
const (
	First   Viewpoint = "first"
	Second  Viewpoint = "second"
	Third   Viewpoint = "third"
	Present Tense     = "present"
	Past    Tense     = "past"
)

// A Subject is what a verb agrees with.
type Subject struct {
	Person Viewpoint
	Plural bool
}

// Verb is the form of a verb that agrees with its subject: Verb("be", Subject{First,
// false}, Past) is "was". The verb is given as its base, "be", "carry", "can".
func Verb(base string, s Subject, tense Tense) string {
	if base == "be" {
		return formOfBe(s, tense)
	}
	if tense == Past {
		return PastOf(base)
	}
	if s.Person == Third && !s.Plural {
		return ThirdSingular(base)
	}
	return base
}

func formOfBe(s Subject, tense Tense) string {
	many := s.Plural || s.Person != First && s.Person != Third
	switch {
	case tense == Past && many:
		return "were"
	case tense == Past:
		return "was"
	case many:
		return "are"
	case s.Person == First:
		return "am"
	}
	return "is"
}

func ThirdSingular(base string) string {
	switch {
	case base == "have":
		return "has"
	case OneOf(base, "can could will would may might must should shall"):
		return base
	case HasAnySuffix(base, "s", "x", "z", "ch", "sh", "o"):
		return base + "es"
	case strings.HasSuffix(base, "y") && !endsInVowelY(base):
		return base[:len(base)-1] + "ies"
	}
	return base + "s"
}

// PastOf is the simple past of a verb: "took", "carried", "stopped".
func PastOf(base string) string {
	if forms := irregularForms(base); forms != nil {
		return forms[1]
	}
	return regularPast(base)
}

// Participle is the past participle: "taken", "carried".
func Participle(base string) string {
	if forms := irregularForms(base); forms != nil {
		return forms[len(forms)-1]
	}
	return regularPast(base)
}

// Ing is the present participle: "taking", "stopping", "lying".
func Ing(base string) string {
	switch {
	case OneOf(base, "lie die tie vie"):
		return base[:len(base)-2] + "ying"
	case base == "be", HasAnySuffix(base, "ee", "oe", "ye"):
		return base + "ing"
	case len(base) > 2 && strings.HasSuffix(base, "e"):
		return base[:len(base)-1] + "ing"
	case doublesLast(base):
		return base + base[len(base)-1:] + "ing"
	}
	return base + "ing"
}

func regularPast(base string) string {
	switch {
	case strings.HasSuffix(base, "e"):
		return base + "d"
	case strings.HasSuffix(base, "y") && !endsInVowelY(base):
		return base[:len(base)-1] + "ied"
	case doublesLast(base):
		return base + base[len(base)-1:] + "ed"
	}
	return base + "ed"
}

// doublesLast: one vowel before one final consonant in a word of one syllable,
// and the few longer ones that stress their end.
func doublesLast(base string) bool {
	if OneOf(base, "admit permit commit submit regret prefer refer occur forget begin control rebel compel patrol unzip travel marvel signal quarrel shovel level") {
		return true
	}
	n := len(base)
	return n >= 3 && !IsVowel(base[n-1]) && !strings.ContainsRune("wxy", rune(base[n-1])) && IsVowel(base[n-2]) && vowelGroups(base) == 1 &&
		(!IsVowel(base[n-3]) || strings.HasPrefix(base, "qu") && n == 4)
}

func vowelGroups(word string) (groups int) {
	inside := false
	for i := range len(word) {
		vowel := IsVowel(word[i]) && !(word[i] == 'u' && i > 0 && word[i-1] == 'q')
		if vowel && !inside {
			groups++
		}
		inside = vowel
	}
	return groups
}

func IsVowel(b byte) bool { return strings.IndexByte("aeiou", b) >= 0 }

func endsInVowelY(base string) bool { return len(base) > 1 && IsVowel(base[len(base)-2]) }

func HasAnySuffix(word string, suffixes ...string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(word, s) {
			return true
		}
	}
	return false
}

// irregularForms are base, past and participle, or nil for a regular verb.
func irregularForms(base string) []string { return irregularVerbs()[base] }

var irregularVerbs = sync.OnceValue(func() map[string][]string {
	all := make(map[string][]string, strings.Count(irregular, "\n"))
	for line := range strings.Lines(irregular) {
		if forms := strings.Fields(line); len(forms) > 1 && all[forms[0]] == nil {
			all[forms[0]] = forms
		}
	}
	return all
})

// BaseOf finds the verb behind a third person singular: "carries" is "carry".
func BaseOf(form string) string {
	switch {
	case form == "is":
		return "be"
	case form == "has":
		return "have"
	case strings.HasSuffix(form, "ies") && len(form) > 4:
		return form[:len(form)-3] + "y"
	case HasAnySuffix(form, "sses", "shes", "ches", "xes", "zzes", "oes") && form != "aches":
		return form[:len(form)-2]
	}
	return strings.TrimSuffix(form, "s")
}

// PastAuxiliary is the past of an auxiliary verb in the present, "" for any other word.
func PastAuxiliary(word string) string {
	switch word {
	case "is":
		return "was"
	case "are":
		return "were"
	case "has":
		return "had"
	case "does":
		return "did"
	case "can":
		return "could"
	case "will":
		return "would"
	}
	return ""
}

// IsPast knows a form in -ed and the irregular pasts that differ from their base.
func IsPast(word string) bool {
	if strings.HasSuffix(word, "ed") && len(word) > 4 {
		return true
	}
	return word != "" && irregularForms(word) == nil && irregularPasts()[word] != ""
}

// irregularPasts are the bases of the irregular pasts.
var irregularPasts = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(irregular) {
		if forms := strings.Fields(line); len(forms) > 1 && all[forms[1]] == "" {
			all[forms[1]] = forms[0]
		}
	}
	return all
})

// IsVerb reports whether a word is the base of a verb that an imperative may begin with.
func IsVerb(word string) bool {
	return irregularForms(word) != nil && !OneOf(word, "can may shall will must would could") || OneOf(word, regularVerbs)
}

// IsAlsoNoun are verbs that a list of things may hold as well: "bread and water".
func IsAlsoNoun(word string) bool { return OneOf(word, verbsAndNouns) }

const irregular = `
be was been
bear bore borne
beat beat beaten
become became become
begin began begun
bend bent bent
bet bet bet
bid bade bidden
bind bound bound
bite bit bitten
bleed bled bled
blow blew blown
break broke broken
bring brought brought
build built built
burst burst burst
buy bought bought
can could could
cast cast cast
catch caught caught
choose chose chosen
cling clung clung
come came come
cost cost cost
creep crept crept
cut cut cut
deal dealt dealt
dig dug dug
do did done
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed fed
feel felt felt
fight fought fought
find found found
flee fled fled
fling flung flung
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got got
give gave given
go went gone
grind ground ground
grow grew grown
hang hung hung
have had had
hear heard heard
hide hid hidden
hit hit hit
hold held held
hurt hurt hurt
keep kept kept
kneel knelt knelt
know knew known
lay laid laid
lead led led
leap leapt leapt
leave left left
lend lent lent
let let let
lie lay lain
light lit lit
lose lost lost
make made made
may might might
mean meant meant
meet met met
mislead misled misled
must must must
overhear overheard overheard
pay paid paid
put put put
quit quit quit
read read read
ride rode ridden
ring rang rung
rise rose risen
run ran run
say said said
see saw seen
seek sought sought
sell sold sold
send sent sent
set set set
sew sewed sewn
shake shook shaken
shall should should
shed shed shed
shine shone shone
shoot shot shot
show showed shown
shrink shrank shrunk
shut shut shut
sing sang sung
sink sank sunk
sit sat sat
sleep slept slept
slide slid slid
sling slung slung
speak spoke spoken
spend spent spent
spin spun spun
spit spat spat
split split split
spread spread spread
spring sprang sprung
stand stood stood
steal stole stolen
stick stuck stuck
sting stung stung
stride strode stridden
strike struck struck
swear swore sworn
sweep swept swept
swim swam swum
swing swung swung
take took taken
teach taught taught
tear tore torn
tell told told
think thought thought
throw threw thrown
undo undid undone
understand understood understood
wake woke woken
wear wore worn
weep wept wept
will would would
win won won
wind wound wound
withdraw withdrew withdrawn
withhold withheld withheld
wring wrung wrung
write wrote written
`

const regularVerbs = "abandon accept accompany accuse act add admire admit advance advise agree aim allow announce answer apologise apologize appeal " +
	"appear approach argue arrange arrest arrive ask assist assure attack attempt attend avoid back bang bargain bar barter beckon beg believe blame " +
	"bless block board borrow bow bribe brush bury call calm carry challenge change charge chase check circle claim clean clear climb close collect " +
	"comfort commit compare complain confess confront consider consult continue convince cook copy corner correct count cover crawl cross crouch cry " +
	"dance dare decide declare decline defend delay deliver demand deny descend describe destroy direct discuss distract dive dodge double douse drag " +
	"dress drop duck empty encourage end enter escape escort examine excuse explain explore extinguish face fasten fetch fill finish fire fish fix " +
	"flatter follow force free gamble gather glance grab grasp greet grip guard guess guide hand handle harm hasten haul help hesitate hire hoist hope " +
	"hurry ignore inquire insist inspect insult interrupt introduce invite join joke jump kick kill kiss knock land laugh launch lean learn " +
	"lift linger listen load lock look loosen lower lure march mark measure mend mention mind mix mount mourn move murmur nod note notice obey " +
	"object offer oil open oppose order owe pack paint pass patch pause pick place plan play plead please pledge pocket point pour pray prepare present " +
	"press pretend produce promise propose protect protest prove pull pursue push question raise reach rebuild recall recognise recover refuse reject " +
	"relight release rely remain remember remind remove repair repay repeat reply report request rescue resist rest retreat return reveal risk rob " +
	"roll row rub ruin sail salute save scare scatter scold scout scramble scrape scream search settle shelter shout shove sign signal slip " +
	"smash smell smile smoke smuggle snatch sneak sort spare spy stack start stay steady steer step stop strip study suggest support surrender surprise " +
	"swap tackle talk taste tease tempt test thank threaten tie tip toss touch trace track trade trail translate trap travel treat trim trust try tug " +
	"turn unbar uncover unfold unlock unpack untie unwrap urge use visit wade wait walk wander want warm warn wash waste watch wave weigh welcome " +
	"whisper whistle wipe wish wonder work worry wrap yell yield hail haggle heal imagine invent investigate like live love need name nurse own peer " +
	"persuade pity poke pretend punch reassure reconsider sacrifice shade share sip skip slam slap smother soothe sound stare stoop stow stroll stumble swallow sweeten " +
	"taunt thread trudge tuck tiptoe volunteer vow calculate cast chat cheer confide conceal confirm crack dig dismiss disturb drift edge fold forge hammer head hum hunt inform " +
	"keel kneel levy loot memorise mock moor negotiate nudge pace peek ponder pry quicken quiet ration rattle reason retrace retrieve ring rouse rummage rush scan scoop scour shadow shield sidle " +
	"signal skirt snuff spend spill stalk state stash strike survey suspect swear tap tend throw tidy time toast top tour trick turn vanish venture verify vouch wager weave wedge wrestle settle deceive betray"

const verbsAndNouns = "act aim answer appeal approach arrest attack attempt back bar bargain bet bite blame block blow board bow break bribe brush call cast challenge change charge chase check " +
	"circle claim climb comfort cook copy corner count cover crawl cross cry cut dance deal delay demand dive double drag draw dress drink drive drop duck " +
	"end escape escort excuse face fall feed fight find fire fish fix force gamble glance grasp grip ground guard guess guide hand handle harm haul head heat help hide hold " +
	"hope hurt insult iron joke jump kick kill kiss knock land laugh launch lead leap lie lift light load lock look love mark measure mind mix mount move murmur name need nod note notice " +
	"object offer oil order pack paint pass patch pause pick place plan play pledge pocket point present press promise protest pull push question reach read reason record release reply report request " +
	"rescue rest retreat return ride ring rise risk roll row ruin run rush sail salute scare scream search set shade shadow share shelter shield shot shout show sign signal sleep slide slip smell smile smoke " +
	"sound spare spit split spread spring spy stack start state stay step stick sting stop strike strip stroll study support surprise swap sweep swim swing talk taste tear test thread throw tie time tip toast top toss touch " +
	"tour trace track trade trail trap travel treat trick trim trust try tug turn use visit vow wager wait wake walk wash waste watch water wave welcome whisper whistle win wind wish wonder work worry wrap yield salt tar rope lamp net"

// ParticipleBase is the verb that an irregular past participle is of, "" for none: "taken" is of "take".
func ParticipleBase(word string) string { return irregularParticiples()[word] }

var irregularParticiples = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(irregular) {
		if forms := strings.Fields(line); len(forms) > 1 && all[forms[len(forms)-1]] == "" {
			all[forms[len(forms)-1]] = forms[0]
		}
	}
	return all
})

// PastBase is the verb that an irregular past is of, "" for none: "took" is of "take".
func PastBase(word string) string { return irregularPasts()[word] }
