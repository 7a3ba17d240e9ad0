package choices

import (
	"strings"
	"testing"
)

func TestForms(t *testing.T) {
	people := map[string]person{"ines": {"ines", "Ines Vane", "she", ""}, "wren": {"wren", "Wren", "she", ""}}
	for _, test := range []struct {
		summary, characters string
		want                forms
	}{
		{"You asked Ines who paid for the oil.", "", forms{mine: true, whole: "you asked Ines who paid for the oil", done: "you have asked Ines who paid for the oil", doing: "asking Ines who paid for the oil", asked: "Ines", query: "who paid for the oil"}},
		{"You found the burner in the flour and left no mark.", "", forms{mine: true, whole: "you found the burner in the flour and left no mark", done: "you have found the burner in the flour and left no mark", doing: "finding the burner in the flour and leaving no mark", thing: "the burner you found in the flour"}},
		{"You asked her about the oil.", "ines", forms{mine: true, whole: "you asked Ines Vane about the oil", done: "you have asked Ines Vane about the oil", doing: "asking Ines Vane about the oil", asked: "Ines Vane", subject: "the oil"}},
		{"You took her hand.", "wren", forms{mine: true, whole: "you took Wren's hand", done: "you have taken Wren's hand", doing: "taking Wren's hand"}},
		{"You asked her about the oil.", "ines wren", forms{}},
		{"You asked her about the oil.", "", forms{}},
		{"The ninth grave is Matty's.", "", forms{fact: "the ninth grave is Matty's"}},
		{"Seven boats are coming home.", "", forms{fact: "seven boats are coming home"}},
		{"The old man saw the fid and turned away.", "", forms{event: "the old man saw the fid and turned away", whole: "the old man saw the fid and turned away"}},
		{"A torn letter from the sea.", "", forms{thing: "the torn letter from the sea"}},
		{"You asked Ines who paid for the oil, and it went badly.", "", forms{mine: true, whole: "you asked Ines who paid for the oil", done: "you have asked Ines who paid for the oil", doing: "asking Ines who paid for the oil", asked: "Ines", query: "who paid for the oil"}},
		{"You told Wren now that you have asked Ines who paid.", "", forms{mine: true, whole: "you told Wren", done: "you have told Wren", doing: "telling Wren"}},
		{"You were caught among the eggs.", "", forms{mine: true, whole: "you were caught among the eggs", done: "you have been caught among the eggs"}},
		{"You did not open the letter.", "", forms{mine: true, whole: "you did not open the letter"}},
		{`"Ask it straight or not at all," said Ines.`, "", forms{note: `"Ask it straight or not at all," said Ines`}},
		{"You chose this: run.", "", forms{}},
		{"{You} found it.", "", forms{}},
		{"Well.", "", forms{}},
		{"", "", forms{}},
	} {
		test.want.text = ""
		got := read(memory{Summary: test.summary, Characters: append([]string{"player"}, strings.Fields(test.characters)...)}, people)
		got.text = ""
		if got != test.want {
			t.Errorf("%q:\n got %+v\nwant %+v", test.summary, got, test.want)
		}
	}
}

// What the premise says is only asked after: never told as news, and left out where it
// has no thing or question in it.
func TestPremiseForms(t *testing.T) {
	for summary, want := range map[string]string{
		"Somebody has oiled the lock of the Ossuary.":  "riddle: who oiled the lock of the Ossuary",
		"Tomas Hasek paid a debt in silver last week.": "thing: the debt Tomas Hasek paid",
		"Saint Orla is too light.":                     "",
		"Half of Varn wants the bell back.":            "",
	} {
		f := read(memory{Summary: summary, Tags: []string{premise}}, nil)
		got := ""
		switch {
		case f.riddle != "":
			got = "riddle: " + f.riddle
		case f.thing != "":
			got = "thing: " + f.thing
		}
		if got != want || f.whole+f.event+f.fact+f.note != "" {
			t.Errorf("%q: %q, want %q, %+v", summary, got, want, f)
		}
		if plain := read(memory{Summary: summary}, nil); plain.whole+plain.fact == "" {
			t.Errorf("%q, no premise, is not told: %+v", summary, plain)
		}
	}
}

func TestByPronoun(t *testing.T) {
	for _, test := range []struct{ text, pronouns, want string }{
		{"you finished Ines Vane's splice", "she", "you finished her splice"},
		{"Ines taught you to knot", "she", "she taught you to knot"},
		{"you told Ines that Ines is right", "she", "you told her that she is right"},
		{"Ines is right", "they", "Ines is right"},
		{"Ines taught you", "they", "they taught you"},
		{"you saw Wren and Ines", "she", "you saw Wren and Ines"},
		{"you sat with Ines, and waited", "she", "you sat with her, and waited"},
		{"you met Ines Holm", "she", "you met Ines Holm"},
		{"the debt Ines paid", "she", "the debt she paid"},
		{"the keg you carried for Ines", "she", "the keg you carried for her"},
	} {
		if got := byPronoun(test.text, person{"ines", "Ines Vane", test.pronouns, ""}); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

func TestThreadsInWords(t *testing.T) {
	for title, want := range map[string]string{
		"Why is the Tooth dark?":                   "matter: why the Tooth is dark",
		"What became of Matty?":                    "matter: what became of Matty",
		"Who took the name off the ninth grave?":   "matter: who took the name off the ninth grave",
		"Where is the burner?":                     "matter: where the burner is",
		"Why did the old keeper leave?":            "open: why did the old keeper leave?",
		"Why is the old lamp dark?":                "open: why is the old lamp dark?",
		"Seven boats are coming home in the dark":  "news: seven boats are coming home in the dark",
		"A burner, clean oil, and a pair of hands": "about: a burner, clean oil, and a pair of hands",
		"who paid for the oil":                     "matter: who paid for the oil",
	} {
		in := input{}
		places := map[string]string{}
		in.scene(known{}, 1).matters(&move{Thread: thread{Title: title}}, person{}, places)
		got := ""
		for _, key := range []string{"matter", "open", "news", "about"} {
			if places[key] != "" {
				got = key + ": " + places[key]
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

// Whatever a summary holds, the choices are sound; where they rest on it they
// speak of it.
func FuzzSummaries(f *testing.F) {
	_, k := harbour()
	for _, m := range k.Memories {
		f.Add(m.Summary, "ines", "a question")
	}
	for _, odd := range []string{
		"You you asked.", "You", "you asked Ines about", "You asked Ines who.", `You said "no`, "He left.", "It was a a trap.", "{P} {he know}", "You asked, and, and, and.",
		"A very long thing that goes on and on and on without any end at all to it and still goes on, and on, until nobody at all remembers how it began or why",
		"YOU ASKED INES WHO PAID FOR THE OIL", "You saw the the oil", "Of the", "You found a the.", "the  old\tman  saw", "You took an key.", "Who knows?", "You gave Ines's's coin: gone; lost — away", "– — –", "Ünder øld åsh you fell", "1,000 men left 3.5 boats.",
	} {
		f.Add(odd, "wren", odd)
	}
	f.Fuzz(func(t *testing.T, summary, who, topic string) {
		in, k := harbour()
		k.Memories = []memory{{ID: "m1", Summary: summary, Characters: []string{who}, Location: "quay"}}
		for i := range in.Moves {
			in.Moves[i].Topic = topic
		}
		made := in.scene(k, 7).made()
		if len(made) != 3 {
			t.Fatalf("%d choices", len(made))
		}
		for _, c := range made {
			words := strings.Fields(c.Text)
			if len(words) < fewestWords || len(words) > mostWords || !capital(words[0]) || strings.ContainsAny(c.Text, "{}\n\t\x00") || strings.Contains(c.Text, "  ") || stammers(c.Text) {
				t.Errorf("%q of %q", c.Text, summary)
			}
			if len(c.Because) > 0 && !covers(content(c.Text), content(summary)) {
				t.Errorf("%q does not speak of %q", c.Text, summary)
			}
		}
	})
}
