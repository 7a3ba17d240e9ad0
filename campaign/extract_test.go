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
	wants(t, people, "Marta Quill (she)", "Captain Hale (they)", "Father Aldous (they)")
	wants(t, things, "a brass key", "a letter", "a lantern")
	if sparse.Sparse() == false || sparse.Extracted || !c.Extracted {
		t.Error("the campaign itself was changed")
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
