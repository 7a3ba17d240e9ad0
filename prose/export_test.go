package prose

import (
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// Banks are all forms by the name of their bank.
func Banks() map[string][]string {
	banks := map[string][]string{
		"anywhere": anywhere, "inside": inside, "outside": outside, "insideByDay": insideByDay, "noticingOutside": noticingOutside, "recollecting": recollecting, "canonSaid": canonSaid, "hearsaySaid": hearsaySaid, "farther": farther, "arriving": arriving, "arrivingUnsaid": arrivingUnsaid,
		"noticing": noticing, "thinking": thinking, "staying": staying, "solitude": solitude, "handing": handing, "elapsing": elapsing,
		"deciding": deciding, "againDoing": againDoing, "company": company, "returning": returning, "haunting": haunting, "thoughts": thoughts, "reminding": reminding, "canon": canon, "hearsay": hearsay,
		"rumoured": rumoured, "asking": asking, "scenesAnywhere": scenesAnywhere, "scenesInside": scenesInside, "scenesOutside": scenesOutside, "beyond": beyond, "leaving": leaving, "sidestepping": sidestepping, "waited": waited, "quoting": quoting, "gaining": gaining, "knowing": knowing, "elsewhereWhom": elsewhereWhom, "elsewhereWhere": elsewhereWhere, "telling": telling, "turning": turning, "repeating": repeating,
		"overhearing": overhearing, "overhearingOne": overhearingOne, "reported": reported, "learned": learned, "answered": answered, "sending": sending, "pointing": pointing, "wordless": wordless, "losing": losing, "images": images,
	}
	for name, t := range map[string]table{
		"weathers": weathers, "behindWalls": behindWalls, "partsOfDay": partsOfDay, "hoursOutside": hoursOutside, "hoursInTheSun": hoursInTheSun, "bearing": bearing, "moods": moods, "saying": saying, "outcome": outcome, "kinds": kinds,
		"again": again, "learning": learning, "briefly": briefly, "outcomeOf": outcomeOf, "yield": yield, "answers": answers, "taking": taking, "hearing": hearing, "inspecting": inspecting, "withheld": withheld, "unspoken": unspoken} {
		for _, row := range t {
			banks[name+" "+row.keys] = row.bank
		}
	}
	return banks
}

// DeedKeys are the words that rows of the tables are for which are keyed by the deed.
func DeedKeys() map[string][]string {
	keys := map[string][]string{}
	for name, t := range map[string]table{"again": again, "briefly": briefly, "outcomeOf": outcomeOf, "yield": yield, "withheld": withheld, "unspoken": unspoken, "learning": learning} {
		for _, row := range t {
			keys[name] = append(keys[name], strings.Fields(row.keys)...)
		}
	}
	return keys
}

// Fill renders every wording of a form.
func Fill(form string, p Persona, who Person, values map[string]string) (texts []string, complete bool) {
	complete = true
	for n := range 6 {
		_, form := condition(form)
		text, _, ok := fill{persona: p, person: &who, values: values}.render(choose(form, func(options int) int { return n % options }), false)
		texts, complete = append(texts, text), complete && ok
	}
	return texts, complete
}

// BaseOf and IsVerb are what forms and imperatives are read with.
var (
	BaseOf = english.BaseOf
	IsVerb = english.IsVerb
)

// FirstSpoken is the first sentence of a text, with all of what is said in it.
var FirstSpoken = firstSpoken
