package prose

import (
	"maps"
	"slices"
	"strings"

	"github.com/narratoria/narratoria/internal/english"
)

// Banks are all forms by the name of their bank.
func Banks() map[string][]string {
	banks := map[string][]string{
		"quoting": quoting, "telling": telling, "goingOn": goingOn, "repeating": repeating, "citing": citing, "overheard": overheard, "reported": reported, "written": written, "rumoured": rumoured, "found": found,
		"unknowing": unknowing, "sending": sending, "hearing": hearing, "listening": listening, "hearsay": hearsay, "inspecting": inspecting, "taking": taking, "wordless": wordless, "pointing": pointing,
		"elsewhereWhom": elsewhereWhom, "elsewhereWhere": elsewhereWhere, "recollecting": recollecting, "remembering": remembering, "knowing": knowing, "reminding": reminding, "finding": finding, "gaining": gaining, "losing": losing, "deciding": deciding,
		"going": going, "goingTogether": goingTogether, "standing": standing, "standingTogether": standingTogether, "missing": missing,
		"still": still,
	}
	for name, clauses := range map[string][]string{"staying": staying, "alone": alone, "lastSeen": lastSeen} {
		for _, clause := range clauses {
			banks["hours and "+name] = append(banks["hours and "+name], hours[0]+", and "+clause+".")
		}
	}
	for _, hour := range hours {
		banks["hours"] = append(banks["hours"], hour+".")
	}
	for name, t := range tables() {
		for _, row := range t {
			banks[name+" "+row.keys] = row.bank
		}
	}
	return banks
}

func tables() map[string]table {
	return map[string]table{"graded": graded, "costs": costs, "ended": ended, "nothing": nothing, "coming": coming}
}

// DeedKeys are the words that rows of the tables are for which are keyed by the deed.
func DeedKeys() map[string][]string {
	keys := map[string][]string{}
	for _, name := range []string{"graded", "costs", "nothing"} {
		for _, row := range tables()[name] {
			keys[name] = append(keys[name], strings.Fields(row.keys)...)
		}
	}
	return keys
}

// Fill renders a form.
func Fill(form string, p Persona, who Person, values map[string]string) (text string, complete bool) {
	text, _, complete = fill{persona: p, person: &who, values: values}.render(form, false)
	return text, complete
}

// BaseOf and IsVerb are what forms and imperatives are read with.
var (
	BaseOf = english.BaseOf
	IsVerb = english.IsVerb
)

// IsStill reports whether a telling of a scene only says that there is nothing to tell.
func IsStill(scene Scene, told Telling) bool {
	return slices.ContainsFunc(still, func(form string) bool {
		text, _, _ := fill{persona: scene.cleaned().Persona, values: newComposer(scene).values}.render(form, false)
		return told.Text() == text
	})
}

// The words of small talk.
const (
	Persons    = persons
	ThingWords = thingWords
	Bidden     = bidden
)

// SmallWords are all of them, in order of the alphabet.
func SmallWords() []string { return slices.Sorted(maps.Keys(smallWords())) }

// IsOfSenses reports whether a word is one of how things are perceived, and SensesWords are all of these.
var IsOfSenses = isOfSenses

const SensesWords = sensesLight + " " + sensesSound + " " + sensesAir + " " + sensesTouch + " " + sensesPlace + " " + sensesManner
