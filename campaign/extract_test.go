package campaign_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/reading"
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
	c := complete(t, sparse)
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
	wants(t, places, "Low Mill", "the mill", "the Drowned Bell", "the chapel")
	wants(t, people, "Marta Quill (she)", "Captain Hale (they)", "Father Aldous (he)")
	wants(t, things, "a brass key", "a letter")
	if !sparse.Sparse() || sparse.Extracted || !c.Extracted || c.Reading == nil {
		t.Error("the campaign itself was changed, or the copy was not")
	}
}

// Who the player is, is what the premise says, where the author wrote nobody to play.
func TestThePlayerIsWhoThePremiseSays(t *testing.T) {
	for premise, want := range map[string]string{"You are the weigher, and the bell is too light.": "the weigher", "You are a customs officer. The bell is too light.": "the customs officer", "The bell is too light.": "the stranger"} {
		c := complete(t, load(t, map[string]string{"world/setting.md": village, "plot/premise.md": premise}))
		if p, err := c.Player.Persona(nil); err != nil || p.Name != want {
			t.Errorf("%q is played by %s, %v", premise, p.Name, err)
		}
	}
}

func complete(t *testing.T, c *campaign.Campaign) *campaign.Campaign {
	t.Helper()
	full, err := campaign.Complete(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// The sample of three files is understood: who is somebody and where they are, and
// that its bell, its books and its scale are things.
func TestMinimalIsUnderstood(t *testing.T) {
	c, problems := campaign.Load(os.DirFS("../campaigns/minimal"), campaign.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	full := complete(t, c)
	var got []string
	for _, p := range full.People {
		got = append(got, fmt.Sprint(p.Name, " ", p.Pronouns, " ", p.Role, " ", p.Personality.Traits, " at ", p.Place))
	}
	for _, i := range full.Items {
		got = append(got, i.Name)
	}
	wants(t, got, "Brother Anselm Rook he founder [] at foundry", "Tomas Hasek he muleteer [] at mule-yard", "Pietro he novice [silent] at last-house",
		"Saint Orla", "the Black Ledger", "the Abbey Scale")
	if len(full.People) != 6 {
		t.Errorf("%d people", len(full.People))
	}
}

// A terminal's escape sequences are no part of a name, nor names of their own.
func TestNamesWithoutEscapeSequences(t *testing.T) {
	text := "Captain Hale\x1b]0;Pwned Man\x07\x1b[2J\x1b[31m says that nobody sleeps. Captain Hale\x1b]0;Pwned\x1b[2J waits at Salt\x1b[1m Row."
	c := complete(t, load(t, map[string]string{"world/setting.md": text, "plot/premise.md": ""}))
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
	never := func(string, string) *reading.Reading {
		t.Error("a campaign with people and places was read")
		return nil
	}
	if same, err := campaign.Complete(c, never); same != c || err != nil {
		t.Error("a campaign with people and places was changed")
	}
	peopled := load(t, map[string]string{"characters/npcs/ines/profile.json": `{"name": "Ines", "role": "x", "personality": {}}`, "plot/premise.md": homecoming})
	if full := complete(t, peopled); len(full.People) != 1 || len(full.Places) == 0 {
		t.Errorf("%d people, %d places", len(full.People), len(full.Places))
	}
}

// TestCompleteOfNothing: a manifest alone still has somewhere to be.
func TestCompleteOfNothing(t *testing.T) {
	for _, text := range []string{"", "...", "The the the.", strings.Repeat("A ", 5000), "“”‘’", "# \n\n#"} {
		if c := complete(t, load(t, map[string]string{"world/setting.md": text})); c.Start() == "" {
			t.Errorf("%.20q has nowhere to be", text)
		}
	}
}

func TestCompleteChecksReadings(t *testing.T) {
	sparse := load(t, nil)
	for name, r := range map[string]reading.Reading{
		"twice": {Entities: []reading.Entity{{ID: "a", Kind: reading.Place}, {ID: "a", Kind: reading.Person}}},
		"no id": {Entities: []reading.Entity{{Name: "A", Kind: reading.Person}}},
	} {
		if _, err := campaign.Complete(sparse, func(string, string) *reading.Reading { return &r }); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
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
