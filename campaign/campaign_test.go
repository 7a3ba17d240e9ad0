package campaign_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/campaign/condition"
	"github.com/narratoria/narratoria/campaign/effect"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/golden"
	"github.com/narratoria/narratoria/internal/strictjson"
)

// whole loads testdata/whole.txtar with pictures and a sound.
func whole(t testing.TB) *campaign.Campaign {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "campaign")
	golden.Read(t, "testdata/whole.txtar", 1)[0].LayOut(t, dir, nil)
	golden.WriteFile(t, filepath.Join(dir, "art/locations/quay.png"), picture(8, 6))
	golden.WriteFile(t, filepath.Join(dir, "art/characters/npc_tobias.png"), picture(4, 4))
	golden.WriteFile(t, filepath.Join(dir, "characters/npcs/ines/portrait.png"), picture(4, 4))
	golden.WriteFile(t, filepath.Join(dir, "music/harbour.wav"), sound(2))
	c, problems := campaign.LoadDir(dir, campaign.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return c
}

func picture(width, height int) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)))
	return b.Bytes()
}

// sound is a WAV file of silence that says it lasts so many seconds.
func sound(seconds uint32) []byte {
	head := []byte("RIFF....WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00")
	for _, n := range []uint32{8000, 8000} {
		head = binary.LittleEndian.AppendUint32(head, n)
	}
	head = append(head, "\x01\x00\x08\x00data"...)
	return binary.LittleEndian.AppendUint32(head, 8000*seconds)
}

func TestWhole(t *testing.T) {
	c := whole(t)
	ines, _ := c.Someone("ines")
	tobias, _ := c.Someone("tobias")
	arrival, _ := c.Beat("arrival")
	stair, _ := c.Beat("stair")
	lamp, _ := c.Beat("lamp")
	climb, _ := arrival.Choice("climb")
	relit, _ := c.Ending("relit")
	for _, test := range []struct {
		what      string
		got, want any
	}{
		{"setting", c.Setting, campaign.Text{File: "world/setting.md", Title: "A harbour", Body: "Grey water."}},
		{"rules in words", strings.Join(strings.Fields(c.Rules.Prose.Body), " "), "One die is thrown. The tide turns at six."},
		{"rules", c.Rules.String(), "d20; failure 1 to 5, partial 6 to 10, success 11 to 20; trait +2, sentiment ±1, memory +1"},
		{"age", ines.Age, campaign.Words("34")},
		{"appearance", ines.Appearance, campaign.Words("build: slight; hair: grey")},
		{"goals", []string{ines.Goals[0].Description, ines.Goals[1].Description}, []string{"Be left alone", "Find the lens"}},
		{"portrait", ines.Portrait, "characters/npcs/ines/portrait.png"},
		{"where by night", ines.WhereAt(2), "inn"}, {"where at dawn", ines.WhereAt(6), "cellar"}, {"where by day", ines.WhereAt(15), "quay"},
		{"secrets", secretIDs(ines), []string{"the-false-lamp", "the-letter", "the-letter-2"}},
		{"a secret", ines.Secrets[0], campaign.Secret{ID: "the-false-lamp", Title: "The false lamp", Text: "She lit it.", File: "characters/npcs/ines/secrets.md", Line: 1}},
		{"a secret without heading", secretIDs(tobias), []string{"secret"}},
		{"defaults of people", []any{tobias.Pronouns, tobias.Disposition == nil}, []any{"they", true}},
		{"starting place", c.Player.StartingLocation, "quay"},
		{"start", c.Start(), "quay"},
		{"route", c.Route("quay", "cellar"), []string{"quay", "inn", "cellar"}},
		{"no route", c.Route("cellar", "quay"), []string(nil)},
		{"beats in order", beatIDs(c), []string{"arrival", "stair", "lamp", "knock", "telegram", "rider", "after", "rumour"}},
		{"where a beat is written", []any{lamp.File, lamp.Line}, []any{"plot/beats.json", 12}},
		{"defaults of beats", []any{arrival.Priority, arrival.Skippable, arrival.Once, lamp.Skippable}, []any{campaign.Medium, true, true, false}},
		{"prose by paragraph", arrival.Prose.Tell(&condition.Facts{}), []string{"You came by cart.", "Nobody looked up."}},
		{"variants", stair.Prose.Tell(&condition.Facts{World: object{"weather": "fog"}}), []string{"It was dark.", "Fog came in."}},
		{"otherwise", stair.Prose.Tell(&condition.Facts{State: object{"patience": strictjson.Number("1")}}), []string{"It was dark.", "The air stood still.", "You had waited."}},
		{"effects", lamp.Effects, []effect.Effect{effect.Consequence{Text: "The town sees it."}, effect.Reveal{Person: "ines", Secret: "the-letter-2"}, effect.Ending{ID: "relit"}}},
		{"a check's effects", climb.Check.Success.Effects, []effect.Effect{effect.Gain{Item: "brass-key"}}},
		{"an empty band", climb.Check.Partial.Empty(), true},
		{"ending", []any{relit.Title, relit.Body, relit.Priority}, []any{"The lamp burns", "Light went out over the water.", campaign.Critical}},
		{"keywords of a sidecar", asset(t, c, "art/locations/quay.png").Keywords, []string{"quay", "fog"}},
		{"keywords of a name", asset(t, c, "art/characters/npc_tobias.png").Keywords, []string{"npc", "tobias"}},
		{"links", asset(t, c, "art/characters/npc_tobias.png").Links, []string{"tobias"}},
		{"size", asset(t, c, "art/locations/quay.png").Media.Width, 8},
		{"seconds", asset(t, c, "music/harbour.wav").Media.Seconds, 2.0},
		{"weathers", c.Weathers(), []string{"fog"}},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.what, diff)
		}
	}
	if portrait, ok := c.Portrait("tobias"); !ok || portrait.Path != "art/characters/npc_tobias.png" {
		t.Errorf("the portrait of tobias is %v", portrait)
	}
}

type object = strictjson.Object

func secretIDs(p *campaign.Person) (ids []string) {
	for _, s := range p.Secrets {
		ids = append(ids, s.ID)
	}
	return ids
}

func beatIDs(c *campaign.Campaign) (ids []string) {
	for _, b := range c.Beats {
		ids = append(ids, b.ID)
	}
	return ids
}

func asset(t testing.TB, c *campaign.Campaign, path string) *campaign.Asset {
	t.Helper()
	a, ok := c.Asset(path)
	if !ok {
		t.Fatalf("there is no %s", path)
	}
	return a
}

func TestLore(t *testing.T) {
	c := whole(t)
	want := []campaign.Document{
		{File: "lore/history/wreck.md", Mode: "MYTHIC", Kind: "RUMOR", Title: "What the boats say", InWorldDate: "1887-10-01",
			Audience: []string{"faction:keepers", "character:ines"}, Tags: []string{"sea"}, Category: "history", Version: "1.0",
			BodyLine: 10},
		{File: "lore/plain.md", Mode: "STRICT", Kind: "OTHER", Title: "The town", Audience: []string{"public"}, BodyLine: 1},
	}
	var bodies []string
	for i := range c.Lore {
		body, err := c.Body(&c.Lore[i])
		if err != nil || c.Lore[i].Bytes == 0 {
			t.Errorf("%+v: %v", c.Lore[i], err)
		}
		bodies = append(bodies, body)
	}
	if diff := cmp.Diff([]string{"\nA lamp was lit on the wrong rock.\n\nTwo ships were lost.\n", "# The town\n\nForty houses.\n"}, bodies); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got := slices.Clone(c.Lore)
	for i := range got {
		got[i].Bytes, got[i].Sum = 0, [32]byte{}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	chunks, err := c.Chunks(&c.Lore[0])
	if err != nil || len(chunks) != 2 || chunks[0].Line != 11 || chunks[1].Line != 13 || chunks[1].Text != "Two ships were lost." {
		t.Errorf("%+v", chunks)
	}
}

func TestRecord(t *testing.T) {
	c := whole(t)
	for i := range c.Assets {
		record, err := c.Record(&c.Assets[i])
		if err != nil {
			t.Fatal(err)
		}
		if problems := contracts.AssetMetadata.Schema().ValidateTree("record", record); len(problems) > 0 {
			t.Error(problems)
		}
	}
	data, err := c.Read(asset(t, c, "art/locations/quay.png"))
	if err != nil || !bytes.Equal(data, picture(8, 6)) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

func TestRules(t *testing.T) {
	rules := campaign.DefaultRules()
	for total, want := range map[int64]action.Grade{-3: "failure", 2: "failure", 6: "failure", 7: "partial", 9: "partial", 10: "success", 12: "success", 15: "success"} {
		if got := rules.Result(total); got != want {
			t.Errorf("%d is a %s, want %s", total, got, want)
		}
	}
}

func TestConstraints(t *testing.T) {
	c := whole(t)
	for text, want := range map[string]int{
		"A Ghost  appears, and laughs.":       1,
		"A ghost\nappears. The dead walk on.": 2,
		"The ghostly appearance.":             0,
		"No ghost has appeared.":              0,
		"":                                    0,
	} {
		if got := c.Constraints.CheckText(text); len(got) != want {
			t.Errorf("%q breaks %v", text, got)
		}
	}
	alive := func(v any) *condition.Facts {
		return &condition.Facts{People: object{"ines": object{"alive": v}}}
	}
	if len(c.Constraints.CheckFacts(alive(true))) != 0 || len(c.Constraints.CheckFacts(alive(false))) != 1 || len(c.Constraints.CheckFacts(&condition.Facts{})) != 0 {
		t.Error("what always holds is not checked")
	}
}

func TestPersona(t *testing.T) {
	c := whole(t)
	var asked []string
	for _, q := range c.Player.Questions() {
		asked = append(asked, fmt.Sprintf("%s=%s", q.ID, q.Default))
	}
	if diff := cmp.Diff([]string{"name=Jo", "pronouns=they", "race=Human", "class=Clerk", "trait=sea-legs", "stat:nerve=12", "stat:wits=10"}, asked); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
	usual, err := c.Player.Persona(nil)
	want := campaign.Persona{
		Name: "Jo", Pronouns: "they", Race: "Human", Class: "Clerk", Background: "Came late.", Place: "quay",
		Stats: map[string]int{"nerve": 12, "wits": 13}, Traits: []string{"sea-legs", "listener"}, Abilities: []string{"reckon"}, Items: []string{"oil", "a worn coat"},
	}
	if diff := cmp.Diff(want, usual); diff != "" || err != nil {
		t.Errorf("without answers (-want +got):\n%s%v", diff, err)
	}
	own, err := c.Player.Persona(campaign.Answers{"name": "Ada", "pronouns": "She", "class": "carpenter", "trait": "listener", "stat:nerve": "5"})
	if err != nil || own.Name != "Ada" || own.Pronouns != "she" || own.Class != "Carpenter" || own.Stats["nerve"] != 1 || !slices.Contains(own.Traits, "strong") {
		t.Errorf("%+v, %v", own, err)
	}
	for id, answer := range map[string]string{"stat:nerve": "21", "stat:wits": "many", "class": "Clark", "nmae": "Ada"} {
		if _, err := c.Player.Persona(campaign.Answers{id: answer}); err == nil {
			t.Errorf("%s=%s is taken", id, answer)
		}
	}
	_, err = c.Player.Persona(campaign.Answers{"class": "Clark"})
	if want := `"Clark" is no answer to "class"; expected one of Clerk, Carpenter; did you mean "Clerk"?`; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

// TestModes makes characters in each of the three ways, without answers too.
func TestModes(t *testing.T) {
	for template, want := range map[string]string{
		`{}`: "the stranger,,", `{"character_creation": {"mode": "freeform"}, "allowed_classes": [{"name": "Knight"}]}`: "the stranger,Knight,",
		`{"presets": [{"name": "A", "class": "x", "items": ["rope"]}, {"name": "B"}]}`: "A,x,rope",
	} {
		c := load(t, map[string]string{"characters/player/template.json": template})
		p, err := c.Player.Persona(nil)
		if got := p.Name + "," + p.Class + "," + strings.Join(p.Items, " "); got != want || err != nil {
			t.Errorf("%s makes %s, %v", template, got, err)
		}
	}
	c := load(t, map[string]string{"characters/player/template.json": `{"character_creation": {"mode": "preset"}, "presets": [{"name": "A"}, {"name": "B"}]}`})
	if p, err := c.Player.Persona(campaign.Answers{"preset": "b"}); p.Name != "B" || err != nil {
		t.Errorf("%+v, %v", p, err)
	}
	free := load(t, map[string]string{"characters/player/template.json": `{"allowed_classes": [{"name": "Knight"}]}`})
	if p, err := free.Player.Persona(campaign.Answers{"class": "Baker of bread", "background": "None."}); p.Class != "Baker of bread" || p.Background != "None." || err != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestGates(t *testing.T) {
	gates := whole(t).Player.Stats[0].Gates
	for value, want := range map[int][2]bool{15: {true, false}, 14: {false, false}, 8: {false, false}, 7: {false, true}} {
		if got := [2]bool{gates[0].Open(value), gates[1].Open(value)}; got != want {
			t.Errorf("%d opens %v, want %v", value, got, want)
		}
	}
}

// load loads a campaign of a manifest and some files, which must be sound.
func load(t testing.TB, files map[string]string) *campaign.Campaign {
	t.Helper()
	dir := t.TempDir()
	golden.WriteFile(t, filepath.Join(dir, "manifest.json"), []byte(`{"title": "T", "version": "1.0.0"}`))
	for name, text := range files {
		golden.WriteFile(t, filepath.Join(dir, name), []byte(text))
	}
	c, problems := campaign.LoadDir(dir, campaign.Options{})
	if problems.Err() != nil {
		t.Fatal(problems)
	}
	return c
}

func TestPick(t *testing.T) {
	c := whole(t)
	knock, _ := c.Beat("knock")
	for draw, want := range map[int]string{0: "Ines", 699: "Ines", 700: "Nobody", 999: "Nobody"} {
		if got := knock.Pick(draw); got == nil || got.Description != want {
			t.Errorf("%d picks %v, want %s", draw, got, want)
		}
	}
	open := load(t, map[string]string{"plot/beats.json": `{"beats": [{"id": "a", "title": "A", "outcomes": [{"id": "x"}, {"id": "y", "probability": 0.5}, {"id": "z"}]}]}`})
	counts := map[string]int{}
	for draw := range 1000 {
		counts[open.Beats[0].Pick(draw).ID]++
	}
	if diff := cmp.Diff(map[string]int{"x": 250, "y": 500, "z": 250}, counts); diff != "" {
		t.Error(diff)
	}
}

func TestScoreEndings(t *testing.T) {
	c := whole(t)
	best := func(texts ...string) string {
		var taken []condition.Taken
		for _, text := range texts {
			taken = append(taken, condition.Taken{Text: text})
		}
		return c.ScoreEndings(func() []condition.Taken { return taken })[0].Ending.ID
	}
	if got := best("Tell Ines the truth", "Help with the nets"); got != "trust" {
		t.Errorf("honest play ends in %s", got)
	}
	if got := best("Lie about the cart", "Leave at once"); got != "alone" {
		t.Errorf("false play ends in %s", got)
	}
	due := c.DueEndings(&condition.Facts{Reached: map[string]int{"lamp": 3}})
	if len(due) != 1 || due[0].ID != "relit" || len(c.DueEndings(&condition.Facts{})) != 0 {
		t.Errorf("due are %v", due)
	}
}

// TestEqualFilesGiveEqualCampaigns loads twice and compares what an author sees
// and how every beat stands.
func TestEqualFilesGiveEqualCampaigns(t *testing.T) {
	a, b := whole(t), whole(t)
	if diff := cmp.Diff(a.Report(), b.Report()); diff != "" {
		t.Error(diff)
	}
	p := &campaign.Progress{Facts: condition.Facts{Scene: 3, Reached: map[string]int{"arrival": 1}}}
	for i, s := range a.Standings(p) {
		if other := b.Standings(p)[i]; s.Status != other.Status || s.Why != other.Why {
			t.Errorf("%s is %s (%s), then %s (%s)", s.Beat.ID, s.Status, s.Why, other.Status, other.Why)
		}
	}
}

func TestNotADirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.json")
	golden.WriteFile(t, file, nil)
	for _, dir := range []string{file, filepath.Join(t.TempDir(), "none"), ""} {
		if c, problems := campaign.LoadDir(dir, campaign.Options{}); c != nil || problems.Err() == nil {
			t.Errorf("%q loads", dir)
		}
	}
}

func TestLabel(t *testing.T) {
	dir := t.TempDir()
	_, problems := campaign.LoadDir(dir, campaign.Options{Label: "my-campaign"})
	if len(problems) != 1 || problems[0].File != filepath.ToSlash(filepath.Join("my-campaign", "manifest.json")) {
		t.Error(problems)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Error("loading has written something")
	}
}

// Two choices of a beat that read alike are warned of, where they are written.
func TestChoicesThatReadAlike(t *testing.T) {
	beats := `{"beats": [
		{"id": "a", "title": "A", "choices": [{"id": "one", "text": "Light the lamp"}, {"id": "two", "text": "Wait"},
			{"id": "three", "text": "light  the lamp."}]},
		{"id": "b", "title": "B", "choices": [{"id": "one", "text": "Light the lamp"}]}]}`
	c, problems := campaign.Load(fstest.MapFS{
		"manifest.json": {Data: []byte(`{"title": "T", "version": "1.0.0"}`)}, "plot/beats.json": {Data: []byte(beats)},
	}, campaign.Options{})
	if len(problems) != 1 || problems.Err() != nil || len(c.Beats[0].Choices) != 3 {
		t.Fatalf("%v", problems)
	}
	p := problems[0]
	if p.File != "plot/beats.json" || p.Pointer != "/beats/0/choices/2/text" || p.Line != 3 || !strings.Contains(p.Message, `"one" and "three" read alike`) {
		t.Errorf("%+v", p)
	}
}
