package campaign_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
)

const village = `# Low Mill

Low Mill is a village of forty houses on the River Esk. The old mill has not turned since the flood.
Everybody drinks at the Drowned Bell, which Marta Quill keeps; she waters the beer. Father Aldous says mass in the chapel above the ford.

On market days Captain Hale rides in from Harrow Castle and asks for taxes.`

const homecoming = `You come home after nine years with a brass key in your coat and a letter from your sister.
Marta Quill tells you that your sister walked into the old mill on Sunday and did not come out. Tam, the miller's boy, saw a lantern. He is afraid of Captain Hale.`

// TestComplete plays the part of a campaign of three files.
func TestComplete(t *testing.T) {
	sparse := load(t, map[string]string{"world/setting.md": village, "plot/premise.md": homecoming})
	if !sparse.Sparse() || len(sparse.Places) > 0 {
		t.Fatal("the campaign is not sparse")
	}
	c, err := campaign.Complete(t.Context(), sparse, campaign.Lexical{})
	if err != nil {
		t.Fatal(err)
	}
	var places, people, things []string
	for _, p := range c.Places {
		places = append(places, p.Name)
		if p.ID != c.Start() && len(c.Route(c.Start(), p.ID)) == 0 {
			t.Errorf("no way leads to %s", p.Name)
		}
	}
	for _, p := range c.People {
		people = append(people, p.Name+" ("+p.Pronouns+")")
		if _, ok := c.Place(p.Place); !ok {
			t.Errorf("%s is nowhere", p.Name)
		}
	}
	for _, i := range c.Items {
		things = append(things, i.Name)
	}
	wants(t, places, "Low Mill", "the River Esk", "the old mill", "the Drowned Bell", "Harrow Castle", "the chapel")
	wants(t, people, "Marta Quill (she)", "Captain Hale (they)", "Father Aldous (he)")
	wants(t, things, "a brass key", "a letter", "a lantern")
	if sparse.Sparse() == false || sparse.Extracted || !c.Extracted {
		t.Error("the campaign itself was changed")
	}
}

// A noun that stands beside a name says what it is of, a title and the next sentence
// say of whom: what is called a bell is nobody, and a book is nowhere.
func TestWhatNamesAreOf(t *testing.T) {
	for text, want := range map[string]string{
		"They weigh the bell Saint Orla, and she hums. Saint Orla knows it.":                               "thing Saint Orla",
		"There lies the great bell called Saint Orla. Saint Orla waits.":                                   "thing Saint Orla",
		"Saint Orla waits. Saint Orla knows it, and she says so.":                                          "person Saint Orla she",
		"It stands in the Black Ledger. In the Black Ledger he looked.":                                    "thing the Black Ledger",
		"They drink in the Black Anchor. In the Black Anchor he slept.":                                    "place the Black Anchor",
		"Travellers pass a stone hut known as the Last Word.":                                              "place the Last Word",
		"Abbot Celestin knows it, and she does not.":                                                       "person Abbot Celestin he",
		"Sister Vail says little.":                                                                         "person Sister Vail she",
		"Captain Hale waits. She has time.":                                                                "person Captain Hale she",
		"Captain Hale waits.":                                                                              "person Captain Hale they",
		"The novice Pietro has stopped speaking. He waits in the Foundry.":                                 "place the Foundry, person Pietro he novice silent at foundry",
		"The novice Pietro waits in vain.":                                                                 "person Pietro they novice",
		"Tomas Hasek, the muleteer, owns mules. Nobody met Tomas.":                                         "person Tomas Hasek they muleteer",
		"Speech is short. Snow knows no law, and the snow is deep.":                                        "",
		"He hung the Abbot's Key there. Brother Anselm Rook has the Abbot's Key. He asked Brother Anselm.": "person Brother Anselm Rook he, thing the Abbot's Key",
	} {
		found, err := campaign.Lexical{}.Extract(t.Context(), campaign.Text{Body: text}, campaign.Text{})
		if err != nil {
			t.Fatal(err)
		}
		if got := inWords(found); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func inWords(found campaign.Extract) string {
	var all []string
	for _, p := range found.Places {
		all = append(all, "place "+p.Name)
	}
	for _, p := range found.People {
		one := "person " + p.Name + " " + p.Pronouns
		if p.Role != "somebody of this place" && p.Role != "captain" && p.Role != "abbot" {
			one += " " + p.Role
		}
		if len(p.Personality.Traits) > 0 {
			one += " " + p.Personality.Traits[0]
		}
		if p.Place != "" {
			one += " at " + p.Place
		}
		all = append(all, one)
	}
	for _, i := range found.Items {
		all = append(all, "thing "+i.Name)
	}
	return strings.Join(all, ", ")
}

// The sample of three files is understood: who is somebody and where they are, and
// that its bell, its books and its scale are things.
func TestMinimalIsUnderstood(t *testing.T) {
	c, problems := campaign.Load(os.DirFS("../campaigns/minimal"), campaign.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	full, err := campaign.Complete(t.Context(), c, campaign.Lexical{})
	if err != nil {
		t.Fatal(err)
	}
	got := inWords(campaign.Extract{People: full.People, Items: full.Items})
	for _, want := range []string{
		"person Abbot Celestin he at refectory", "person Brother Anselm Rook he founder at foundry", "person Lucan Dreyer he merchant at varn",
		"person Sister Marguerite Vail she at counting-room", "person Tomas Hasek he muleteer at mule-yard", "person Pietro he novice silent at last-house",
		"thing Saint Orla", "thing the Black Ledger", "thing the Abbey Scale",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if len(full.People) != 6 || len(full.Places) != 8 {
		t.Errorf("%d people and %d places", len(full.People), len(full.Places))
	}
	for _, p := range full.Places {
		if p.Description == "" || strings.Contains(p.Description, "Nobody in") {
			t.Errorf("%s: %q", p.ID, p.Description)
		}
	}
}

// What is counted is nobody, though somebody be spoken of in the same breath; the
// same name without a number is somebody.
func TestCountedThingsAreNobody(t *testing.T) {
	for text, want := range map[string]int{
		"In the abbey she should hold twelve Silver Bars; by the scale there are eleven in her.": 0,
		"The twelve Silver Bars were his. Somebody asked for all Silver Bars, and he gave them.": 0,
		"Somebody asked Silver Barr, and he gave them.":                                          1,
	} {
		c, err := campaign.Complete(t.Context(), load(t, map[string]string{"world/setting.md": text, "plot/premise.md": ""}), campaign.Lexical{})
		if err != nil || len(c.People) != want {
			t.Errorf("%q: %d people, want %d, %v", text, len(c.People), want, err)
		}
	}
}

// A terminal's escape sequences are no part of a name, nor names of their own.
func TestNamesWithoutEscapeSequences(t *testing.T) {
	text := "Captain Hale\x1b]0;Pwned Man\x07\x1b[2J\x1b[31m says that nobody sleeps. Captain Hale\x1b]0;Pwned\x1b[2J waits at Salt\x1b[1m Row."
	c, err := campaign.Complete(t.Context(), load(t, map[string]string{"world/setting.md": text, "plot/premise.md": ""}), campaign.Lexical{})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.People) != 1 || c.People[0].Name != "Captain Hale" || c.People[0].ID != "captain-hale" {
		t.Errorf("%+v", c.People)
	}
}

func wants(t *testing.T, got []string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%q is not among %q", w, got)
		}
	}
}

func TestCompleteLeavesTheRestAlone(t *testing.T) {
	c := whole(t)
	if same, err := campaign.Complete(t.Context(), c, campaign.Lexical{}); same != c || err != nil {
		t.Error("a campaign with people and places was changed")
	}
	peopled := load(t, map[string]string{"characters/npcs/ines/profile.json": `{"name": "Ines", "role": "x", "personality": {}}`, "plot/premise.md": homecoming})
	full, err := campaign.Complete(t.Context(), peopled, campaign.Lexical{})
	if err != nil || len(full.People) != 1 || len(full.Places) == 0 {
		t.Errorf("%d people, %d places, %v", len(full.People), len(full.Places), err)
	}
}

// TestCompleteOfNothing: a manifest alone still has somewhere to be.
func TestCompleteOfNothing(t *testing.T) {
	for _, text := range []string{"", "...", "The the the.", strings.Repeat("A ", 5000), "“”‘’", "# \n\n#"} {
		c, err := campaign.Complete(t.Context(), load(t, map[string]string{"world/setting.md": text}), campaign.Lexical{})
		if err != nil || c.Start() == "" {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// fixed is an extractor that always finds the same.
type fixed struct {
	found campaign.Extract
	err   error
}

func (f fixed) Extract(context.Context, campaign.Text, campaign.Text) (campaign.Extract, error) {
	return f.found, f.err
}

func TestCompleteChecksExtractors(t *testing.T) {
	sparse := load(t, nil)
	for name, e := range map[string]fixed{
		"twice":  {found: campaign.Extract{Places: []campaign.Place{{ID: "a"}}, People: []campaign.Person{{ID: "a"}}}},
		"no id":  {found: campaign.Extract{People: []campaign.Person{{Name: "A"}}}},
		"failed": {err: errors.New("no model")},
	} {
		if _, err := campaign.Complete(t.Context(), sparse, e); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzLexical(f *testing.F) {
	f.Add(village, homecoming)
	f.Add("Mr. A. of the", "\"’s A's of Of.")
	f.Fuzz(func(t *testing.T, setting, premise string) {
		found, err := campaign.Lexical{}.Extract(context.Background(), campaign.Text{Body: setting}, campaign.Text{Body: premise})
		if err != nil {
			t.Fatal(err)
		}
		ids := map[string]bool{}
		for _, p := range found.Places {
			ids[p.ID] = true
		}
		for _, p := range found.People {
			ids[p.ID] = true
		}
		for _, i := range found.Items {
			ids[i.ID] = true
		}
		if n := len(found.Places) + len(found.People) + len(found.Items); len(ids) != n || ids[""] {
			t.Errorf("%d ids of %d", len(ids), n)
		}
	})
}

func ExampleLoadDir() {
	dir, err := os.MkdirTemp("", "campaign")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	manifest := `{"title": "The Dark Lamp", "version": "1.0.0", "opening": {"beat": "arival"}}`
	if err := os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(manifest), 0o600); err != nil {
		panic(err)
	}
	c, problems := campaign.LoadDir(dir, campaign.Options{})
	fmt.Println(problems)
	fmt.Println(c.Manifest.Title, "is played by", &c.Rules)
	// Output:
	// manifest.json:1:68: /opening/beat: there is no beat "arival"; expected the id of a beat
	// The Dark Lamp is played by 2d6; failure 2 to 6, partial 7 to 9, success 10 to 12; trait +1, sentiment ±1, memory +1
}
