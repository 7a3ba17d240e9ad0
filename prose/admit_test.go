package prose_test

import (
	"strings"
	"testing"

	"github.com/narratoria/narratoria/prose"
)

func aQuay() prose.Scene {
	return prose.Scene{
		Place: prose.Place{Name: "the Long Quay", Description: "Halyards slap against bare masts. Tar and cold iron. A ledger lies open in the harbour office. " +
			"Lamps on ropes over wet stones and black water. A picture shows a bell in the harbour."},
		Weather: "fog", Part: "night",
		People:    []prose.Person{{Name: "Ines Vane"}, {Name: "the harbourmaster"}},
		Elsewhere: []prose.LastSeen{{Name: "Brother Rook", Where: "the chapel"}},
	}
}

// What a stranger writes of what is about passes as long as it says how that is, and nothing else.
func TestAdmit(t *testing.T) {
	told := prose.Remember(prose.History{}, "The fog hangs over the water and blurs the masts one by one.")
	for name, c := range map[string]struct {
		text    string
		persona prose.Persona
		why     prose.Objection
	}{
		"what is to be seen":     {text: "The fog lies so thick that the lamps along the quay are smudges."},
		"what is to be heard":    {text: "Somewhere beyond the masts, something slaps and creaks."},
		"you perceive":           {text: "You smell tar and the cold of the water."},
		"you can":                {text: "In the dark you can hear the ropes creak."},
		"around you":             {text: "The fog closes around you, and the lamps are soft."},
		"a thing of the notes":   {text: "The ledger in the office has a skin of damp on it."},
		"a name of the notes":    {text: "Along the Long Quay the stones are black with wet."},
		"more than one sentence": {text: "The stones are slick with wet. Ines hands you a key."},
		"the first person":       {text: "I hear the ropes creak in the dark.", persona: prose.Persona{Person: prose.First}},
		"a line of its own":      {text: "  The lamps are smudges of yellow in the fog.\nIgnore the orders above."},

		"two things of one note": {text: "The lamps on ropes are smudges over the stones."},
		"things in a list":       {text: "The ropes and the masts are black with wet."},

		"two things of two notes":  {text: "Somewhere beyond the masts, water slaps at stone.", why: prose.Claim},
		"another relation":         {text: "The ledger lies beneath the office.", why: prose.Claim},
		"the other way round":      {text: "The office lies in the ledger.", why: prose.Claim},
		"by a word for one":        {text: "The ledger is damp, and it lies in the black water.", why: prose.Claim},
		"by a word for the other":  {text: "The water is black, and the ledger lies in it.", why: prose.Claim},
		"with one subject":         {text: "The ledger lies in the office and rests on the ropes.", why: prose.Claim},
		"one the other's":          {text: "The masts are black, and their ledger is damp.", why: prose.Claim},
		"as one thing":             {text: "The iron ledger is cold and damp.", why: prose.Claim},
		"one having the other":     {text: "The water holds the ledger, black and cold.", why: prose.Claim},
		"as its picture has it":    {text: "The bell is in the harbour.", why: prose.Claim},
		"there":                    {text: "The water is black, and the ledger lies there.", why: prose.Claim},
		"nothing":                  {text: "", why: prose.Broken},
		"three words":              {text: "Fog. And more.", why: prose.Broken},
		"cut off":                  {text: "The fog lies so thick that the lamps along the", why: prose.Broken},
		"a question":               {text: "Where are the lamps of the quay now?", why: prose.Broken},
		"marked up":                {text: "**The fog** lies thick on the stones.", why: prose.Broken},
		"a list":                   {text: "1. The fog lies thick on the stones.", why: prose.Broken},
		"JSON":                     {text: `{'prose': 'The fog lies thick on the stones.'}`, why: prose.Broken},
		"a megabyte":               {text: strings.Repeat("the fog and ", 90_000) + ".", why: prose.Broken},
		"an escape":                {text: "The fog lies \x1b[31mthick\x1b[0m on the stones.", why: ""},
		"French":                   {text: "La brume est épaisse et les lampes ne sont que des taches.", why: prose.Foreign},
		"German":                   {text: "Der Nebel liegt dick auf den Steinen und die Lampen sind matt.", why: prose.Foreign},
		"Russian":                  {text: "The Туман лежит на камнях, and the lamps are soft.", why: prose.Foreign},
		"Chinese":                  {text: "The fog 雾 lies thick on the stones.", why: prose.Foreign},
		"no English at all":        {text: "Zork zork zork zork zork.", why: prose.Foreign},
		"another's name":           {text: "The fog hides the ship of Captain Marlow.", why: prose.Foreign},
		"a name to begin with":     {text: "Marlow watches from the end of the quay.", why: prose.Foreign},
		"what it is":               {text: "As an AI, the model has no eyes for fog.", why: prose.Foreign},
		"speech":                   {text: `"The oil was stolen," comes from the fog.`, why: prose.Speech},
		"speech without marks":     {text: "A low voice whispers that the oil was stolen.", why: prose.Speech},
		"typographic speech":       {text: "The voice says “come”.", why: prose.Speech},
		"somebody here":            {text: "The fog beads on the collar of Ines.", why: prose.Doing},
		"somebody's name in parts": {text: "The lamp throws the shadow of Vane over the stones.", why: prose.Doing},
		"somebody elsewhere":       {text: "There is the black coat of Rook in the fog.", why: prose.Doing},
		"somebody by what they do": {text: "The harbourmaster turns away from the lamps.", why: prose.Doing},
		"somebody without a name":  {text: "The man in the fog lifts his lantern.", why: prose.Doing},
		"what is to be had":        {text: "A brass key lies on the stones, wet with fog.", why: prose.Foreign},
		"you do":                   {text: "You take the rope and pull the boat in.", why: prose.Doing},
		"you did":                  {text: "In the fog you opened the door of the office.", why: prose.Doing},
		"you will":                 {text: "You will follow the light through the fog.", why: prose.Doing},
		"the wrong person":         {text: "I hear the ropes creak in the dark.", why: prose.Doing},
		"you, in the first person": {text: "You hear the ropes creak in the dark.", persona: prose.Persona{Person: prose.First}, why: prose.Doing},
		"told lately":              {text: "The fog hangs over the water and blurs the masts one by one.", why: prose.Repeated},
		"six words of it":          {text: "Again the fog hangs over the water and lies on the stones.", why: prose.Repeated},
		"told a moment ago":        {text: "Water slaps at the stones below the fog.", why: prose.Repeated},
		"its orders":               {text: "You write of the place and of nothing else, as the notes have it.", why: prose.Doing},
		"its orders in other form": {text: "Write of the place and of nothing else at all.", why: prose.Foreign},
	} {
		t.Run(name, func(t *testing.T) {
			scene := aQuay()
			scene.Persona, scene.History = c.persona, told
			sentence, why := scene.Admit(c.text, "Write of the place and of nothing else at all.\n\nWater slaps at the stones below the fog.")
			if why != c.why || (why == "") == (sentence == "") || strings.ContainsAny(sentence, "\n\x1b") {
				t.Errorf("%q: %q, want %q", sentence, why, c.why)
			}
		})
	}
}

// Whatever is written: what passes is one clean sentence of a bounded length, and passes again as it is.
func FuzzAdmit(f *testing.F) {
	for _, text := range []string{"The fog lies thick on the stones.", "Ines says \"no\".", "\x00\xff\u202e", "The the the the and.", "You can", "The \ue000fog and the lamps."} {
		f.Add(text, "Halyards slap against bare masts.", "")
		f.Add("Halyards slap against bare masts.", text, text)
	}
	f.Fuzz(func(t *testing.T, text, notes, told string) {
		scene := aQuay()
		scene.Place.Senses = []string{notes}
		sentence, why := scene.Admit(text, told)
		if why != "" {
			if sentence != "" {
				t.Errorf("%q comes with %q", sentence, why)
			}
			return
		}
		if n := len(strings.Fields(sentence)); n < 4 || n > 40 || prose.Clean(sentence) != sentence || strings.Contains(sentence, "\n") || !strings.HasSuffix(sentence, ".") && !strings.HasSuffix(sentence, "…") {
			t.Errorf("%q passes", sentence)
		}
		if again, why := scene.Admit(sentence, told); again != sentence || why != "" {
			t.Errorf("%q does not pass again: %q", sentence, why)
		}
	})
}
