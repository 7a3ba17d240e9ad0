package prose

import "github.com/narratoria/narratoria/internal/english"

// Banks are all forms by the name of their bank.
func Banks() map[string][]string {
	banks := map[string][]string{
		"anywhere": anywhere, "inside": inside, "outside": outside, "insideByDay": insideByDay, "noticingOutside": noticingOutside, "recollecting": recollecting, "canonSaid": canonSaid, "hearsaySaid": hearsaySaid, "farther": farther, "arriving": arriving, "arrivingUnsaid": arrivingUnsaid,
		"noticing": noticing, "thinking": thinking, "staying": staying, "solitude": solitude, "handing": handing, "elapsing": elapsing,
		"deciding": deciding, "againDoing": againDoing, "company": company, "returning": returning, "haunting": haunting, "thoughts": thoughts, "reminding": reminding, "canon": canon, "hearsay": hearsay,
		"rumoured": rumoured, "asking": asking, "scenesAnywhere": scenesAnywhere, "scenesInside": scenesInside, "scenesOutside": scenesOutside, "beyond": beyond, "leaving": leaving, "sidestepping": sidestepping, "waited": waited, "quoting": quoting, "gaining": gaining, "knowing": knowing, "elsewhereWhom": elsewhereWhom, "elsewhereWhere": elsewhereWhere, "telling": telling, "turning": turning, "repeating": repeating,
		"overhearing": overhearing, "answered": answered, "sending": sending, "pointing": pointing, "wordless": wordless, "losing": losing, "images": images,
	}
	for name, t := range map[string]table{
		"weathers": weathers, "behindWalls": behindWalls, "partsOfDay": partsOfDay, "hoursOutside": hoursOutside, "hoursInTheSun": hoursInTheSun, "bearing": bearing, "moods": moods, "saying": saying, "outcome": outcome, "kinds": kinds,
		"again": again, "learning": learning, "briefly": briefly, "outcomeOf": outcomeOf, "yield": yield, "answers": answers, "taking": taking, "withheld": withheld, "unspoken": unspoken} {
		for _, row := range t {
			banks[name+" "+row.key] = row.bank
		}
	}
	return banks
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
