package look_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/skills-src/portraits/look"
)

// Each line of a description says exactly this much.
func TestRead(t *testing.T) {
	for description, want := range map[string]look.Look{
		"An old bearded fisherman in yellow oilskins.": {
			Sex: "man", Age: "old", Beard: look.Beard{Kind: "full"}, Dress: look.Garment{Kind: "oilskins", Colour: "yellow"}},
		"A young red-haired keeper in a dark blue coat; her eyes are green.": {
			Sex: "woman", Age: "young", Eyes: "green", Hair: look.Hair{Colour: "red"}, Dress: look.Garment{Kind: "coat", Colour: "blue"}},
		"A stern customs officer with a black hat and a waxed moustache.": {
			Sex: "man", Mood: "stern", Moustache: "full", Head: look.Garment{Kind: "hat", Colour: "black"}},
		"A widow of sixty, a black shawl over her head.": {
			Sex: "woman", Age: "old", Wrap: look.Garment{Kind: "shawl", Colour: "black"}, Head: look.Garment{Kind: "headscarf", Colour: "black"}},
		"A widow, a black shawl about her shoulders, grey hair in a bun.": {
			Sex: "woman", Wrap: look.Garment{Kind: "shawl", Colour: "black"}, Hair: look.Hair{Colour: "grey", Style: "bun"}},
		"A black shawl drawn over her grey hair.": {
			Sex: "woman", Wrap: look.Garment{Kind: "shawl", Colour: "black"}, Head: look.Garment{Kind: "headscarf", Colour: "black"}, Hair: look.Hair{Colour: "grey"}},
		"A girl of nine with two brown braids.": {
			Sex: "woman", Age: "child", Hair: look.Hair{Colour: "brown", Style: "braid"}},
		"He is clean-shaven, bald and stout.": {
			Sex: "man", Build: "stout", Hair: look.Hair{Length: "bald"}, Beard: look.Beard{Kind: "none"}, Moustache: "none"},
		"Her hair, long and curly, has gone grey.": {
			Sex: "woman", Hair: look.Hair{Colour: "grey", Length: "long", Style: "curly"}},
		"His short beard is white.":                        {Sex: "man", Beard: look.Beard{Kind: "short", Colour: "white"}},
		"No beard, no hat, not old.":                       {Beard: look.Beard{Kind: "none"}, Head: look.Garment{Kind: "none"}},
		"A man in his forties in an old red coat.":         {Sex: "man", Age: "middle-aged", Dress: look.Garment{Kind: "coat", Colour: "red"}},
		"A woman, aged thirty-one.":                        {Sex: "woman", Age: "grown"},
		"A lean man with a scar over his eye.":             {Sex: "man", Build: "slight", Scar: "eye"},
		"A middle-aged woman with white hair.":             {Sex: "woman", Age: "middle-aged", Hair: look.Hair{Colour: "white"}},
		"A small boy.":                                     {Sex: "man", Age: "child"},
		"White hair and a gold earring, black brows.":      {Hair: look.Hair{Colour: "white"}, Brows: "", Earring: "earring"},
		"She wears spectacles and an earring.":             {Sex: "woman", Glasses: "spectacles", Earring: "earring"},
		"A green cloak, its hood up.":                      {Dress: look.Garment{Kind: "cloak", Colour: "green"}, Head: look.Garment{Kind: "hood", Colour: "green"}},
		"A woollen cap.":                                   {Head: look.Garment{Kind: "knit"}},
		"A blue coat over a white shirt.":                  {Dress: look.Garment{Kind: "coat", Colour: "blue"}, Under: look.Garment{Kind: "shirt", Colour: "white"}},
		"A dark-skinned, freckled boy with an eyepatch.":   {Sex: "man", Age: "child", Skin: "dark", Freckles: "freckles", Patch: "eyepatch"},
		"A room with a red door, above a green sea.":       {},
		"She keeps the light and says little.":             {Sex: "woman"},
		"Bushy brows over a weathered face; a thin smile.": {Brows: "heavy", Lines: "weathered", Build: "slight"},
		"Broad, fair going grey, wind-cut face, a knitted cap he never takes off.": {
			Sex: "man", Build: "broad", Hair: look.Hair{Colour: "grey"}, Head: look.Garment{Kind: "knit"}},
		"Short, upright, white hair under a black cap, a man's watch pinned to her bodice.": {
			Sex: "woman", Hair: look.Hair{Colour: "white"}, Head: look.Garment{Kind: "cap", Colour: "black"}, Dress: look.Garment{Kind: "gown"}},
		"Small, freckled, two tight red plaits, an apron that goes round her twice.": {
			Sex: "woman", Build: "slight", Freckles: "freckles", Hair: look.Hair{Colour: "red", Style: "braid"}, Wrap: look.Garment{Kind: "apron"}},
		"Round, bald, clean; spectacles on his forehead that he goes looking for.": {
			Sex: "man", Build: "stout", Hair: look.Hair{Length: "bald"}, Glasses: "spectacles"},
		"": {},
	} {
		if diff := cmp.Diff(want, look.Read(description)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", description, diff)
		}
	}
}

// Words say the same in capitals, broken over lines, and with other quotes.
func TestReadIgnoresForm(t *testing.T) {
	plain := look.Read("an old man with a sou'wester, long grey hair")
	for _, other := range []string{"AN OLD MAN WITH A SOU’WESTER, LONG GREY HAIR", "an  old\tman with a sou'wester,long-grey-hair"} {
		if got := look.Read(other); got != plain {
			t.Errorf("%q reads as %+v, not %+v", other, got, plain)
		}
	}
}

func TestContradicts(t *testing.T) {
	before := look.Read("A young woman with red hair in a blue coat")
	for newer, want := range map[string]bool{
		"":                                   false,
		"a red-haired woman":                 false,
		"a young woman in a coat":            false,
		"a young woman with grey hair":       true,
		"a red-haired woman with a scar":     true,
		"an old woman with red hair":         true,
		"a red-haired woman in a green coat": true,
	} {
		if got := before.Contradicts(look.Read(newer)); got != want {
			t.Errorf("%q: %v, want %v", newer, got, want)
		}
	}
}

// What is said stays; all that a picture needs is there after it; the same seed
// fills in the same.
func TestComplete(t *testing.T) {
	said := look.Read("A sly old woman with green eyes and a red hat")
	for seed := range uint64(soak.Count(4_000)) {
		full := said.Complete(seed)
		if full != said.Complete(seed) {
			t.Fatalf("seed %d gives two faces", seed)
		}
		if full.Contradicts(said) {
			t.Fatalf("seed %d: %+v does not keep %+v", seed, full, said)
		}
		for name, value := range map[string]string{"skin": full.Skin, "hair": full.Hair.Colour, "dress": full.Dress.Kind, "colour": full.Dress.Colour} {
			if value == "" {
				t.Fatalf("seed %d leaves %s open: %+v", seed, name, full)
			}
		}
	}
	if a, b := (look.Look{}).Complete(1), (look.Look{}).Complete(2); a == b {
		t.Error("all strangers look alike")
	}
}

func TestDescribe(t *testing.T) {
	for description, want := range map[string]string{
		"An old fisherman with a full grey beard, in yellow oilskins.": "An old man with a full grey beard, in yellow oilskins",
		"a stern girl, blond ponytail, brown jersey, red scarf":        "A girl with blond tied-back hair, in a brown jersey and a red scarf, looking stern",
		"elderly, bald, a monocle and a top hat":                       "An old person with a bald head and a monocle, in a top hat",
	} {
		if got := look.Read(description).Describe(""); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := look.Read("a boy").Describe("Tam"); got != "Tam: a boy" {
		t.Error(got)
	}
}

// A secret in a description comes neither into the look nor into its words.
func TestVocabularyIsClosed(t *testing.T) {
	canary := "xyzzy"
	for i := range 200 {
		words := strings.Fields("an old man with a long red beard and a scar in a blue coat who is a weary smuggler")
		at := i % len(words)
		words[at] = canary
		l := look.Read(strings.Join(words, " "))
		if said := fmt.Sprintf("%+v %s", l, l.Describe("")); strings.Contains(said, canary) {
			t.Fatal(said)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("An old man, no beard; hair: red, 60 years.")
	f.Add("with with of , , of sou'wester ’’ \x00\x1b[31m red-red--hair")
	f.Add("aged aged 12-year-old of nine")
	f.Add(strings.Repeat("a red ", 40) + "hat")
	f.Fuzz(func(t *testing.T, description string) {
		l := look.Read(description)
		if l.Contradicts(l) {
			t.Fatalf("%+v contradicts itself", l)
		}
		if text := l.Describe(""); strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Fatalf("%q", text)
		}
		full := l.Complete(1)
		if reflect.ValueOf(full).FieldByName("Mood").String() == "" {
			t.Fatal("no mood")
		}
	})
}
