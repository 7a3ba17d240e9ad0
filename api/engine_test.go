package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/api"
	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/internal/soak"
)

// text calls a method, and gives what it gives as it is.
func text(t testing.TB, c *api.Client, method string, params any) string {
	t.Helper()
	given, err := json.Marshal(params)
	must(t, err)
	result, err := c.Call(t.Context(), method, given)
	if err != nil {
		t.Fatalf("%s %s: %v", method, given, err)
	}
	return string(result)
}

type params map[string]any

// A turn by the API is, byte for byte, the turn that the program plays.
func TestTurnsAreThePrograms(t *testing.T) {
	turns := soak.Count(60)
	program, err := narratoria.Open(narratoria.Options{Data: t.TempDir(), NoProcesses: true})
	must(t, err)
	defer program.Close(context.Background())
	game, err := program.Start(t.Context(), narratoria.GameOptions{Campaign: "grey-harbour", Seed: "7", NoEndings: true, Story: "a"})
	must(t, err)
	record, err := game.Play(t.Context(), "")
	must(t, err)
	c := open(t, api.Options{}).Client(nil)
	var p struct{ Record json.RawMessage }
	must(t, json.Unmarshal([]byte(text(t, c, "story.play", params{"campaign": "grey-harbour", "seed": "7", "noEndings": true, "story": "a"})), &p))
	got := string(p.Record)
	for turn := 1; ; turn++ {
		shown := *record
		shown.Timings = nil
		if want := string(shown.JSON()); got != want {
			t.Fatalf("turn %d:\n%s\nwant\n%s", turn, got, want)
		}
		var described api.Record
		strict := json.NewDecoder(strings.NewReader(got))
		strict.DisallowUnknownFields()
		must(t, strict.Decode(&described))
		if turn == turns {
			return
		}
		choice := record.Choices[turn%len(record.Choices)].ID
		record, err = game.Play(t.Context(), choice)
		must(t, err)
		got = text(t, c, "story.choose", params{"story": "a", "choice": choice})
	}
}

// Whoever asks what somebody knows gets that character's knowledge, as it is or was; how it came to
// them, and who else has it, is told from outside.
func TestLookingIntoMinds(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	for _, begin := range []string{`{"campaign":"grey-harbour","seed":"1","story":"a"}`, `{"campaign":"grey-harbour","seed":"1","unkept":true}`} {
		begun := call[played](t, c, "story.play", begin)
		for range 2 {
			last := call[api.Record](t, c, "story.last", `{"story":"`+begun.Story+`"}`)
			call[api.Record](t, c, "story.choose", `{"story":"`+begun.Story+`","choice":"`+last.Choices[0].ID+`"}`)
		}
		ask := func(more string) string { return `{"story":"` + begun.Story + `"` + more + `}` }
		ines := call[api.Knowledge](t, c, "story.know", ask(`,"character":"Ines"`))
		if len(ines.Known) != 1 || ines.Name != "Ines Vane" || ines.Known[0].How != "witnessed" || ines.Known[0].Since != (api.When{}) {
			t.Fatalf("Ines knows %+v", ines)
		}
		now := call[api.Knowledge](t, c, "story.know", ask(``))
		then := call[api.Knowledge](t, c, "story.know", ask(`,"turn":1,"branch":"main"`))
		if len(then.Known) == 0 || len(then.Known) >= len(now.Known) || !reflect.DeepEqual(then.Known, now.Known[:len(then.Known)]) {
			t.Errorf("in turn 1 the player knew %+v, and knows %+v", then, now)
		}
		if at := call[api.Knowledge](t, c, "story.know", ask(`,"moment":1`)); len(at.Known) >= len(now.Known) {
			t.Errorf("at the first moment the player knew %+v", at)
		}
		fact := ines.Known[0].Fact
		why := call[api.Why](t, c, "story.why", ask(`,"fact":"1","character":"ines"`))
		if why.Fact != fact || len(why.Reasons) != 1 || why.Reasons[0].Hops[0].Name != "Ines Vane" {
			t.Errorf("why Ines knows it is %+v", why)
		}
		if why := call[api.Why](t, c, "story.why", ask(`,"fact":"`+fact+`"`)); len(why.Reasons) != 0 || why.Character != "player" {
			t.Errorf("why the player knows it is %+v", why)
		}
		who := call[api.Spread](t, c, "story.who", ask(`,"fact":"her father is not drowned"`))
		if who.Fact != fact || len(who.Knowers) != 1 || who.Knowers[0].Hop.Who != "ines" {
			t.Errorf("who knows it is %+v", who)
		}
		thinks := call[api.Thoughts](t, c, "story.thinks", ask(`,"chain":["Ines","ines"]`))
		if len(thinks.Chain) != 2 || len(thinks.Beliefs) != 1 || thinks.Beliefs[0].Fact != fact {
			t.Errorf("what Ines thinks that she knows is %+v", thinks)
		}
		if thinks := call[api.Thoughts](t, c, "story.thinks", ask(`,"chain":["player","ines","player"]`)); len(thinks.Beliefs) != 0 {
			t.Errorf("the player thinks that Ines thinks that they know %+v", thinks.Beliefs)
		}
		remembers := call[api.Memories](t, c, "story.recall", ask(``))
		if len(remembers.Memories) == 0 || remembers.Memories[0].Memory != "m1" || remembers.Character != "player" {
			t.Fatalf("the player remembers %+v", remembers)
		}
		best := call[api.Memories](t, c, "story.recall", ask(`,"limit":1,"text":`+quotedText(remembers.Memories[0].Text)))
		if len(best.Memories) != 1 || best.Memories[0].Memory != "m1" || best.Memories[0].Relevance != 1000 {
			t.Errorf("best is %+v", best)
		}
		if heard := call[api.Memories](t, c, "story.recall", ask(`,"kind":"heard","moment":1`)); len(heard.Memories) != 0 {
			t.Errorf("heard at the first moment was %+v", heard)
		}
		if pinned := call[api.Pinned](t, c, "story.pin", ask(`,"memory":"m1"`)); pinned != (api.Pinned{Character: "player", Memory: "m1", Pinned: true}) {
			t.Errorf("pinned is %+v", pinned)
		}
		if all := call[api.Memories](t, c, "story.recall", ask(``)).Memories; !all[0].Pinned || len(all) > 1 && all[1].Pinned {
			t.Errorf("then it is %+v", all)
		}
		refused(t, c, "story.pin", ask(`,"memory":"m1"`), api.Exists)
		if now := call[api.State](t, c, "story.state", ask(``)).State["$pinned"]; now == nil {
			t.Error("pinned, and the state has nothing of it")
		}
		refused(t, c, "story.pin", ask(`,"memory":"m99"`), api.NotFound)
		refused(t, c, "story.pin", ask(`,"memory":"m1","character":"nobody"`), api.NotFound)
		call[api.Pinned](t, c, "story.unpin", ask(`,"memory":"m1","character":"player"`))
		if now := call[api.State](t, c, "story.state", ask(``)).State["$pinned"]; now != nil {
			t.Errorf("nothing is pinned, and the state has %v", now)
		}
		refused(t, c, "story.unpin", ask(`,"memory":"m1"`), api.NotFound)
		if several := refused(t, c, "story.who", ask(`,"fact":"e"`), api.Unclear); len(several.Among) < 2 || several.Among[0].ID == "" || several.Among[0].Text == "" {
			t.Errorf("a letter means %s", several.JSON())
		}
		refused(t, c, "story.recall", ask(`,"kind":"dreamt"`), api.BadParams)
		refused(t, c, "story.recall", ask(`,"character":"nobody"`), api.NotFound)
		if wrong := refused(t, c, "story.thinks", ask(`,"chain":["ines","inse"]`), api.NotFound); wrong.Nearest != "ines" {
			t.Errorf("the nearest to inse is %q: %v", wrong.Nearest, wrong)
		}
		refused(t, c, "story.thinks", ask(`,"chain":[]`), api.BadParams)
		refused(t, c, "story.thinks", ask(`,"chain":["`+strings.Repeat(`ines","`, 16)+`ines"]`), api.BadParams)
		if b := call[api.Bond](t, c, "story.bond", ask(`,"with":"Ines"`)); b.Character.ID != "player" || b.With.ID != "ines" {
			t.Errorf("what the player has with Ines is %+v", b)
		}
		refused(t, c, "story.bond", ask(`,"with":"nobody at all"`), api.NotFound)
		if wrong := refused(t, c, "story.know", ask(`,"character":"inse"`), api.NotFound); wrong.Nearest != "ines" {
			t.Errorf("the nearest to inse is %q: %v", wrong.Nearest, wrong)
		}
		if wrong := refused(t, c, "story.who", ask(`,"fact":"`+strings.Replace(fact, "the", "teh", 1)+`"`), api.NotFound); wrong.Nearest != fact {
			t.Errorf("the nearest to the fact is %q: %v", wrong.Nearest, wrong)
		}
		refused(t, c, "story.why", ask(`,"fact":"`+fact+`","character":"nobody"`), api.NotFound)
		refused(t, c, "story.why", ask(`,"fact":"99"`), api.NotFound)
		refused(t, c, "story.know", ask(`,"branch":"nowhere"`), api.NotFound)
		refused(t, c, "story.know", ask(`,"turn":99`), api.NotFound)
		refused(t, c, "story.know", ask(`,"turn":1,"moment":1`), api.BadParams)
	}
}

// Whatever can be asked of a story is answered, and what is wrong with asking is said.
func TestLookingUp(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	p := call[played](t, c, "story.play", `{"campaign":"grey-harbour","seed":"1","story":"a"}`)
	turn := p.Record
	for turn.Turn < 6 { // to the inn, where people are
		turn = call[api.Record](t, c, "story.choose", `{"story":"a","choice":"`+turn.Choices[len(turn.Choices)-1].ID+`"}`)
	}
	if s := call[api.Surroundings](t, c, "story.scene", `{"story":"a"}`); s.Name != turn.Scene.Name || s.Description == "" || len(s.Exits) == 0 {
		t.Errorf("the scene is %+v", s)
	}
	if all := call[api.People](t, c, "story.people", `{"story":"a"}`); len(all.People) == 0 || all.People[0].Name == "" || all.People[0].Feeling == "" {
		t.Errorf("the people are %+v", all)
	}
	if j := call[api.Journal](t, c, "story.journal", `{"story":"a"}`); len(j.Recent) == 0 {
		t.Errorf("the journal is %+v", j)
	}
	known := call[api.Knowledge](t, c, "story.know", `{"story":"a"}`)
	if len(known.Known) == 0 || known.Known[0].Content == "" || known.Known[0].Turn == 0 || known.Known[0].How == "" || known.Known[0].Since.Moment == 0 || known.Character != "player" {
		t.Errorf("what is known is %+v", known)
	}
	if i := call[api.Inventory](t, c, "story.inventory", `{"story":"a"}`); i.Things == nil {
		t.Errorf("the inventory is %+v", i)
	}
	state := call[api.State](t, c, "story.state", `{"story":"a"}`)
	if names := slices.Sorted(maps.Keys(state.State)); !slices.Contains(names, "$people") || !slices.Contains(names, "$world") {
		t.Errorf("the state has %q", names)
	}
	read := call[api.Reading](t, c, "story.read", `{"story":"a","line":"look around"}`)
	if len(read.Among) == 0 && read.Refusal == "" {
		t.Errorf("it reads %+v", read)
	}
	if r := call[api.Record](t, c, "story.last", `{"story":"a"}`); !r.Resumed || r.Turn != 6 || r.Prose != turn.Prose {
		t.Errorf("the last turn is %d, %.80q", r.Turn, r.Prose)
	}
	if r := call[api.Record](t, c, "story.back", `{"story":"a"}`); r.Turn != 5 {
		t.Errorf("back leads to %d", r.Turn)
	}
	if r := call[api.Record](t, c, "story.undo", `{"story":"a"}`); r.Turn != 6 {
		t.Errorf("undo leads to %d", r.Turn)
	}
	if r := call[api.Record](t, c, "story.rollback", `{"story":"a","turn":3}`); r.Turn != 3 {
		t.Errorf("rollback leads to %d", r.Turn)
	}
	if b := call[api.Branched](t, c, "story.branch", `{"story":"a","branch":"other"}`); b.Branch != "other" {
		t.Errorf("the branch is %q", b.Branch)
	}
	all := call[api.Branches](t, c, "story.branches", `{"story":"a"}`)
	if len(all.Branches) < 3 || !slices.ContainsFunc(all.Branches, func(b api.Branch) bool { return b.Head && b.Branch == "other" }) {
		t.Errorf("the branches are %+v", all)
	}
	if r := call[api.Record](t, c, "story.switch", `{"story":"a","branch":"`+all.Branches[0].Branch+`"}`); r.Turn == 0 {
		t.Errorf("switch leads to %d", r.Turn)
	}
	if wrong := refused(t, c, "story.switch", `{"story":"a","branch":"nowhere"}`, api.NotFound); !strings.Contains(wrong.Hint, "story.branches") {
		t.Errorf("the hint is %q", wrong.Hint)
	}
	refused(t, c, "story.branch", `{"story":"a","branch":"other"}`, api.Exists)
	refused(t, c, "story.branch", `{"story":"a","branch":"an other"}`, api.BadParams)
	refused(t, c, "story.rollback", `{"story":"a","turn":99}`, api.NotFound)
	if wrong := refused(t, c, "story.choose", `{"story":"a","choice":"nothing of the kind"}`, api.NoChoice); wrong.Message == "" {
		t.Error("nothing is said of the choice")
	}
	if wrong := refused(t, c, "story.type", `{"story":"a","line":"xyzzy plugh"}`, api.Unclear); wrong.Message == "" || !strings.Contains(wrong.Hint, "story.last") {
		t.Errorf("of the line is said %q, %q", wrong.Message, wrong.Hint)
	}
	if r := call[api.Record](t, c, "story.type", `{"story":"a","line":"1"}`); r.Turn == 0 {
		t.Errorf("typing leads to %+v", r)
	}
	if r := call[api.Record](t, c, "story.retry", `{"story":"a"}`); r.Turn == 0 {
		t.Errorf("retry leads to %+v", r)
	}
	if r := call[api.Record](t, c, "story.restart", `{"story":"a"}`); !r.Resumed {
		t.Errorf("restart leads to %+v", r.Turn)
	}
	o := call[omitted](t, c, "story.omit", `{"story":"a","turn":2}`)
	if o.Moved || o.Turns == 0 {
		t.Errorf("a turn is taken out: %+v", o)
	}
	if o := call[omitted](t, c, "story.omit", `{"story":"a","turn":2,"agree":true}`); !o.Moved {
		t.Errorf("no turn is taken out: %+v", o)
	}
	if wrong := refused(t, c, "saves.verify", `{"story":"A"}`, api.BadParams); wrong.Nearest != "" {
		t.Errorf("%q is meant", wrong.Nearest)
	}
	if wrong := refused(t, c, "story.last", `{"story":"b"}`, api.NotFound); !strings.Contains(wrong.Hint, "saves.list") {
		t.Errorf("the hint is %q", wrong.Hint)
	}
	refused(t, c, "story.last", `{"story":"../b"}`, api.BadParams)
	refused(t, c, "story.last", `{"story":"~7"}`, api.NotFound)
	refused(t, c, "story.play", `{"story":"a"}`, api.Exists)
	if wrong := refused(t, c, "story.play", `{"campaign":"grey-harber"}`, api.NotFound); !strings.Contains(wrong.Hint, "campaign.list") {
		t.Errorf("the hint is %q", wrong.Hint)
	}
	refused(t, c, "story.play", `{"unkept":true,"continue":true}`, api.BadParams)
	wrong := refused(t, c, "story.play", `{"answers":{"nme":"Jo"},"story":"c"}`, api.BadParams)
	if len(wrong.Problems) != 1 || wrong.Problems[0].Pointer != "/answers" || !strings.HasPrefix(wrong.Message, "/answers: ") {
		t.Errorf("the answers are wrong: %s", wrong.JSON())
	}
}

type omitted struct {
	Moved, Agree bool
	Turns        int
}

// Pictures and sounds come as bytes: those of the save, and the campaign's.
func TestAssets(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	p := call[played](t, c, "story.play", `{"campaign":"grey-harbour","seed":"1","unkept":true}`)
	turn, seen := p.Record, map[string]bool{}
	for range 8 {
		for _, a := range turn.Assets {
			given := params{"story": p.Story, "path": a.Path}
			if a.Blob != "" {
				given = params{"story": p.Story, "blob": a.Blob}
			}
			var b api.Bytes
			must(t, json.Unmarshal([]byte(text(t, c, "story.asset", given)), &b))
			if b.Size < 100 || len(b.Base64) < b.Size {
				t.Errorf("%+v has %d bytes", a, b.Size)
			}
			seen[a.Kind] = true
		}
		turn = call[api.Record](t, c, "story.choose", `{"story":"`+p.Story+`","choice":"`+turn.Choices[0].ID+`"}`)
	}
	if !seen["portrait"] || !seen["audio"] {
		t.Errorf("only %v were seen", seen)
	}
	for given, want := range map[string]api.Code{
		`"path":"art/none.png"`:                          api.NotFound,
		`"path":"../../secret"`:                          api.NotFound,
		`"blob":"zz"`:                                    api.NotFound,
		`"blob":"` + strings.Repeat("0", 64) + `"`:       api.NotFound,
		`"blob":"", "path":""`:                           api.BadParams,
		`"blob":"` + strings.Repeat("0", 64) + `x"`:      api.BadParams,
		`"path":"` + strings.Repeat("a/", 5000) + `x"`:   api.BadParams,
		`"path":"world/places.json"`:                     api.NotFound,
		`"path":"music/ambient/harbour.wav","blob":"00"`: api.BadParams,
	} {
		refused(t, c, "story.asset", `{"story":"`+p.Story+`",`+given+`}`, want)
	}
}

// Saves are listed, checked and deleted, but not under whoever plays them.
func TestSaves(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	call[played](t, c, "story.play", `{"campaign":"minimal","story":"a"}`)
	all := call[api.Saves](t, c, "saves.list", `{}`)
	if len(all.Saves) != 1 || !all.Saves[0].Open || all.Saves[0].Turn != 1 || all.Saves[0].Written == "" {
		t.Errorf("%+v", all)
	}
	call[api.Nothing](t, c, "saves.verify", `{"story":"a"}`)
	if wrong := refused(t, c, "saves.delete", `{"story":"a"}`, api.InUse); !strings.Contains(wrong.Hint, "story.close") {
		t.Errorf("the hint is %q", wrong.Hint)
	}
	if s := call[api.Shut](t, c, "story.close", `{"story":"a"}`); !s.Found {
		t.Error("it was not open")
	}
	if s := call[api.Shut](t, c, "story.close", `{"story":"a"}`); s.Found {
		t.Error("it was open again")
	}
	call[api.Nothing](t, c, "saves.delete", `{"story":"a"}`)
	refused(t, c, "saves.delete", `{"story":"a"}`, api.NotFound)
	refused(t, c, "saves.verify", `{"story":"a"}`, api.NotFound)
}

func TestCampaigns(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	all := call[api.Campaigns](t, c, "campaign.list", `{}`)
	if len(all.Campaigns) != 2 || all.Campaigns[0].ID == "" || all.Campaigns[0].Description == "" {
		t.Errorf("%+v", all)
	}
	info := call[api.CampaignInfo](t, c, "campaign.info", `{"campaign":"grey-harbour"}`)
	if info.Campaign.Title == "" || len(info.Counts) == 0 || info.Rules == "" {
		t.Errorf("%+v", info)
	}
	if v := call[api.Validation](t, c, "campaign.validate", `{"campaign":"grey-harbour"}`); !v.Playable || v.Errors != 0 {
		t.Errorf("%+v", v)
	}
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(`{"titel":1}`), 0o644))
	v := call[api.Validation](t, c, "campaign.validate", `{"campaign":`+fmt.Sprintf("%q", dir)+`}`)
	if v.Playable || v.Errors == 0 || v.Problems[0].Message == "" || v.Problems[0].File == "" {
		t.Errorf("%+v", v)
	}
	must(t, os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(`{"title":"T","version":"1.0.0","opening":{"place":"quay"}}`), 0o644))
	must(t, os.Mkdir(filepath.Join(dir, "world"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "world", "places.json"), []byte(`{"places": [{"id": "quay" "name": "the quay"}]}`), 0o644))
	v = call[api.Validation](t, c, "campaign.validate", `{"campaign":`+fmt.Sprintf("%q", dir)+`}`)
	if v.Errors != 1 || v.Follow != 1 || len(v.Problems) != 2 || v.Problems[0].Kind != "syntax" || v.Problems[0].Follows || v.Problems[1].Pointer != "/opening/place" || !v.Problems[1].Follows {
		t.Errorf("%+v", v)
	}
	must(t, os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(`{"titel":1}`), 0o644))
	if wrong := refused(t, c, "campaign.info", `{"campaign":"gray-harbour"}`, api.NotFound); wrong.Nearest != "grey-harbour" {
		t.Errorf("the nearest is %q", wrong.Nearest)
	}
	refused(t, c, "campaign.info", `{"campaign":`+fmt.Sprintf("%q", dir)+`}`, api.Invalid)
}

// dropSkill puts a skill into the user's directory.
func dropSkill(t testing.TB, data, name, manifest, schema string) {
	t.Helper()
	dir := filepath.Join(data, "skills", name)
	must(t, os.MkdirAll(filepath.Join(dir, "scripts"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "skill.json"), []byte(manifest), 0o644))
	must(t, os.WriteFile(filepath.Join(dir, "scripts", "go.py"), []byte("#!/usr/bin/env python3\n"), 0o755))
	if schema != "" {
		must(t, os.WriteFile(filepath.Join(dir, "config-schema.json"), []byte(schema), 0o644))
	}
}

// A phone starts nothing: a skill with a program of its own is listed with why it cannot be
// used, bundled ones run in the program itself, and what is a prompt alone is ready.
func TestSkillsOnAPhone(t *testing.T) {
	data := t.TempDir()
	dropSkill(t, data, "torch", `{"name":"torch","version":"1.0.0","description":"Lights torches.","scripts":[{"name":"go","path":"go.py"}]}`, "")
	dropSkill(t, data, "lamp", `{"name":"lamp","version":"1.0.0","description":"Lights lamps.","scripts":[{"name":"go","path":"go.py","interpreter":"ruby"}]}`, "")
	dropSkill(t, data, "storyteller", `{"name":"storyteller","version":"1.0.0","description":"Tells otherwise.","scripts":[{"name":"narrate","path":"go.py"}]}`, "")
	c := open(t, api.Options{Program: narratoria.Options{Data: data}}).Client(nil)
	got := map[string]string{}
	for _, s := range call[api.Skills](t, c, "skills.list", `{}`).Skills {
		got[s.Name+" "+s.Origin] = s.Status + " " + s.Runs + ": " + s.Reason
	}
	for name, want := range map[string]string{
		"torch user":          `unavailable : its script "scripts/go.py" is a program of its own, and here none can be started`,
		"lamp user":           `unavailable : its script "scripts/go.py" is a program of its own, and here none can be started`,
		"storyteller user":    `unavailable : its script "scripts/go.py" is a program of its own, and here none can be started`,
		"storyteller bundled": `ready in-process: `,
		"memory bundled":      `ready in-process: `,
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	refused(t, c, "skills.enable", `{"skill":"torch","agree":true}`, api.Failed)
	refused(t, c, "skills.enable", `{"skill":"storyteller","replace":true,"agree":true}`, api.Failed)
	if p := call[played](t, c, "story.play", `{"campaign":"minimal","unkept":true}`); len(p.Record.Degraded) > 0 || p.Record.Fallback {
		t.Errorf("the story is told with %q", p.Record.Degraded)
	}
}

// Settings are shown in their author's order, without secrets, and are changed as a whole.
func TestConfigure(t *testing.T) {
	data := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(data, "skills", "scribe"), 0o755))
	must(t, os.WriteFile(filepath.Join(data, "skills", "scribe", "skill.json"), []byte(`{"name":"scribe","version":"1.0.0","description":"Writes."}`), 0o644))
	must(t, os.WriteFile(filepath.Join(data, "skills", "scribe", "config-schema.json"), []byte(`{"type":"object","additionalProperties":false,"required":["tone"],"properties":{
		"tone":{"type":"string","title":"Tone","enum":["dry","wry"],"default":"dry"},
		"length":{"type":"integer","minimum":1,"maximum":9,"default":3,"x-category":"Form"},
		"key":{"type":"string","x-sensitive":true,"description":"A secret."},
		"deep":{"type":"object","properties":{"a":{"type":"boolean"}}}}}`), 0o644))
	c := open(t, api.Options{Program: narratoria.Options{Data: data}}).Client(nil)
	form := call[api.Form](t, c, "skills.form", `{"skill":"scribe"}`)
	shown := ""
	for _, f := range form.Fields {
		shown += fmt.Sprintf("%s %s %v %v %v; ", f.Name, f.Type, f.Options, f.Sensitive, f.Required)
	}
	if want := "tone string [dry wry] false true; length integer [] false false; key string [] true false; deep json [] false false; "; shown != want {
		t.Errorf("the form has %s", shown)
	}
	if got := fmt.Sprint(form.Values, form.Set); got != "map[length:3 tone:dry] []" {
		t.Errorf("the values are %s", got)
	}
	wrong := refused(t, c, "skills.configure", `{"skill":"scribe","values":{"tone":"loud","length":12,"keyy":"x"}}`, api.Invalid)
	if len(wrong.Problems) < 3 {
		t.Errorf("the problems are %v", wrong.Problems)
	}
	call[api.Nothing](t, c, "skills.configure", `{"skill":"scribe","values":{"tone":"wry","length":5,"key":"hush-hush-now"}}`)
	form = call[api.Form](t, c, "skills.form", `{"skill":"scribe"}`)
	if got := fmt.Sprint(form.Values, form.Set); got != "map[length:5 tone:wry] [/key]" {
		t.Errorf("the values are %s", got)
	}
	refused(t, c, "skills.form", `{"skill":"memry"}`, api.NotFound)
	if wrong := refused(t, c, "skills.configure", `{"skill":"scrib","values":{}}`, api.NotFound); wrong.Nearest != "scribe" {
		t.Errorf("the nearest is %q", wrong.Nearest)
	}
	call[api.Nothing](t, c, "skills.disable", `{"skill":"scribe"}`)
	status := func() string {
		for _, s := range call[api.Skills](t, c, "skills.list", `{}`).Skills {
			if s.Name == "scribe" {
				return s.Status
			}
		}
		return "gone"
	}
	if got := status(); got != "disabled" {
		t.Errorf("it is %s", got)
	}
	call[api.Nothing](t, c, "skills.enable", `{"skill":"scribe"}`)
	if got := status(); got != "ready" {
		t.Errorf("it is %s", got)
	}
	must(t, os.RemoveAll(filepath.Join(data, "skills", "scribe")))
	if got := status(); got != "gone" {
		t.Errorf("it is %s", got)
	}
}

// What a skill asks for is shown before it is agreed to.
func TestAgreeing(t *testing.T) {
	data := t.TempDir()
	dropSkill(t, data, "torch", `{"name":"torch","version":"1.0.0","description":"Lights.","scripts":[{"name":"go","path":"go.py","interpreter":"sh","permissions":["data"]}]}`, "")
	e, err := api.Open(api.Options{Program: narratoria.Options{Data: data}})
	must(t, err)
	defer e.Close(context.Background())
	c := e.Client(nil)
	if wrong := refused(t, c, "skills.enable", `{"skill":"torch"}`, api.NotAgreed); !slices.Equal(wrong.Asks, []string{"data"}) {
		t.Errorf("it asks for %q", wrong.Asks)
	}
	call[api.Nothing](t, c, "skills.enable", `{"skill":"torch","agree":true}`)
	for _, s := range call[api.Skills](t, c, "skills.list", `{}`).Skills {
		if s.Name == "torch" && s.Status != "ready" {
			t.Errorf("it is %s: %s", s.Status, s.Reason)
		}
	}
}

func TestPlanAndLog(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	plan := `{"requestId":"5f0f7f0e-4f6e-4c5e-9b8e-2d3c1f0a9b8e","narrative":null,"parallel":false,"tools":[{"toolId":"luck","toolPath":"dice-roller/roll-dice","input":{"formula":"2d6+1"}}]}`
	var ran struct{ Result struct{ Success bool } }
	must(t, json.Unmarshal([]byte(text(t, c, "plan.run", params{"plan": json.RawMessage(plan), "seed": "1"})), &ran))
	if !ran.Result.Success {
		t.Error("the plan failed")
	}
	var bad struct {
		Result struct {
			Success  bool
			Problems []any
		}
	}
	must(t, json.Unmarshal([]byte(text(t, c, "plan.run", params{"plan": params{"tools": 1}})), &bad))
	if bad.Result.Success || len(bad.Result.Problems) == 0 {
		t.Errorf("a plan that is none gives %+v", bad)
	}
	if log := call[api.Log](t, c, "log.read", `{"most":1}`); len(log.Entries) != 1 || log.Entries[0].Time == "" {
		t.Errorf("the log is %+v", log)
	}
}

// A method that there is not is named with the one that was meant.
func TestUnknownMethods(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	for name, hint := range map[string]string{
		"story.chose": "did you mean story.choose?", "Story.Choose": "did you mean story.choose?",
		"saves.nothing-like-it": "saves.list, saves.delete, saves.verify", "": "engine.methods", "no": "engine.methods",
		strings.Repeat("story.choose", 1<<16): "did you mean story.choose?", strings.Repeat("x", 1<<20): "engine.methods",
		"story.choose\x00": "did you mean story.choose?",
	} {
		wrong := refused(t, c, name, `{}`, api.UnknownMethod)
		said := string(wrong.JSON())
		if !strings.Contains(said, hint) || len(said) > 4<<10 {
			t.Errorf("%.30q: %.500s", name, said)
		}
	}
}

// Two engines want one directory: the second is told who has it, and may have it later.
func TestTwoEngines(t *testing.T) {
	data := t.TempDir()
	first, err := api.Open(api.Options{Program: narratoria.Options{Data: data}})
	must(t, err)
	_, err = api.Open(api.Options{Program: narratoria.Options{Data: data}})
	wrong, is := errors.AsType[*api.Error](err)
	if !is || wrong.Code != api.InUse || wrong.Process != int64(os.Getpid()) {
		t.Errorf("the second is told %v", err)
	}
	must(t, first.Suspend(t.Context()))
	second, err := api.Open(api.Options{Program: narratoria.Options{Data: data}})
	must(t, err)
	if wrong, is := errors.AsType[*api.Error](first.Resume()); !is || wrong.Code != api.InUse {
		t.Errorf("the first may go on: %v", err)
	}
	must(t, second.Close(t.Context()))
	must(t, first.Resume())
	must(t, first.Close(t.Context()))

	// Those that share a directory do not share a story.
	one := open(t, api.Options{Program: narratoria.Options{Data: data, Shared: true}}).Client(nil)
	two := open(t, api.Options{Program: narratoria.Options{Data: data, Shared: true}}).Client(nil)
	call[played](t, one, "story.play", `{"campaign":"minimal","story":"a"}`)
	if wrong := refused(t, two, "story.last", `{"story":"a"}`, api.InUse); wrong.Process != int64(os.Getpid()) {
		t.Errorf("%+v", wrong)
	}
	call[api.Shut](t, one, "story.close", `{"story":"a"}`)
	call[api.Record](t, two, "story.last", `{"story":"a"}`)
}

// After Close every method says that, and nothing is told any more.
func TestClosed(t *testing.T) {
	e := open(t, api.Options{})
	var told atomic.Int64
	c := e.Client(func(string, api.Event) { told.Add(1) })
	call[api.Subscription](t, c, "events.subscribe", `{}`)
	call[played](t, c, "story.play", `{"campaign":"minimal","story":"a"}`)
	must(t, e.Close(t.Context()))
	must(t, e.Close(t.Context()))
	c.Wait(t.Context())
	count := told.Load()
	for _, m := range api.Methods() {
		if _, err := c.Call(t.Context(), m.Name, nil); codeOf(err) != api.Closed && codeOf(err) != api.BadParams {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
	refused(t, c, "story.last", `{"story":"a"}`, api.Closed)
	if e.Cancel("x") || told.Load() != count || count == 0 {
		t.Errorf("%d events were told, and then %d", count, told.Load()-count)
	}
	if codeOf(e.Resume()) != api.Closed || codeOf(e.Suspend(t.Context())) != api.Closed {
		t.Error("a closed engine goes on")
	}
	gone := open(t, api.Options{}).Client(nil)
	gone.Close()
	gone.Close()
	refused(t, gone, "engine.info", `{}`, api.Closed)
}

func codeOf(err error) api.Code {
	wrong, _ := errors.AsType[*api.Error](err)
	if wrong == nil {
		return ""
	}
	return wrong.Code
}

// A hundred threads call all there is, from inside callbacks too, while the engine is
// suspended, resumed and closed: nothing hangs, panics, or answers but by a code.
func TestHammer(t *testing.T) {
	e := open(t, api.Options{Stories: 4, Calls: 40})
	var inside atomic.Int64
	var c *api.Client
	ready := make(chan struct{})
	c = e.Client(func(_ string, event api.Event) {
		<-ready
		inside.Add(1)
		_, _ = c.Call(t.Context(), "story.last", []byte(`{"story":"a"}`))
		_, _ = c.Call(t.Context(), "events.unsubscribe", []byte(`{"subscription":"`+fmt.Sprint(event.Number%40)+`"}`))
		if event.Number%50 == 0 {
			_, _ = c.Call(t.Context(), "engine.suspend", []byte(`{"within":2000}`))
			_, _ = c.Call(t.Context(), "engine.resume", nil)
		}
	})
	close(ready)
	all, fitting := api.Methods(), parametersOf(t)
	var callers sync.WaitGroup
	var answered atomic.Int64
	codes := sync.Map{}
	for i := range 100 {
		callers.Go(func() {
			for j := range soak.Count(100) {
				m := all[(i*7+j*13)%len(all)]
				if m.Name == "engine.suspend" && (i+j)%10 > 0 {
					m = all[0] // else most would be told that it is suspended, and nothing more
				}
				params := fitting[m.Name]
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+(i+j)%400)*time.Millisecond)
				result, err := c.Call(ctx, m.Name, []byte(params[(i+j*5)%len(params)]))
				cancel()
				switch code := codeOf(err); {
				case err == nil && json.Valid(result):
					answered.Add(1)
				case err == nil || code == "" || code == api.Fault:
					t.Errorf("%s gives %q, %v", m.Name, result, err)
				}
				codes.Store(codeOf(err), m.Name)
				if m.Name == "engine.suspend" || codeOf(err) == api.Suspended {
					_, _ = c.Call(t.Context(), "engine.resume", nil)
				}
			}
		})
	}
	callers.Go(func() { // the others' calls, which are given up soon, may all end before an event comes
		for tried := 0; inside.Load() == 0 && tried < 10_000; tried++ {
			_, _ = c.Call(t.Context(), "engine.resume", nil)
			_, _ = c.Call(t.Context(), "events.subscribe", nil)
			_, _ = c.Call(t.Context(), "story.play", []byte(`{"campaign":"minimal","unkept":true}`))
		}
	})
	callers.Wait()
	_ = e.Resume()
	seen := 0
	codes.Range(func(any, any) bool { seen++; return true })
	if seen < 4 || inside.Load() == 0 || answered.Load() == 0 {
		t.Errorf("%d codes, %d calls from inside, %d answered", seen, inside.Load(), answered.Load())
	}
	t.Logf("%d were answered, %d from inside", answered.Load(), inside.Load())
	if _, err := c.Call(t.Context(), "engine.info", nil); err != nil {
		t.Errorf("it does not go on: %v", err)
	}
}

// parametersOf are some that each method takes, by its name.
func parametersOf(t *testing.T) map[string][]string {
	t.Helper()
	dir := t.TempDir()
	given := []string{
		`{}`, `{"story":"a"}`, `{"story":"a","choice":""}`, `{"story":"b","choice":"x"}`, `{"story":"a","line":"1"}`, `{"story":"a","line":"look","call":"x"}`,
		`{"campaign":"minimal"}`, `{"campaign":"minimal","story":"a"}`, `{"campaign":"minimal","unkept":true}`, `{"story":"a","continue":true}`, `{"story":"b","continue":true}`,
		`{"story":"a","call":"x"}`, `{"call":"x"}`, `{"wait":20}`, `{"story":"a","turn":2}`, `{"story":"a","branch":"other"}`, `{"story":"a","path":"none"}`,
		`{"story":"a","fact":"1"}`, `{"story":"a","fact":"the","turn":1}`, `{"story":"a","chain":["player","player"]}`, `{"story":"a","memory":"m1"}`, `{"story":"a","with":"player"}`, `{"story":"b","character":"player","branch":"main"}`,
		`{"skill":"memory"}`, `{"skill":"memory","values":{}}`, `{"subscription":"1"}`, `{"plan":{"tools":[]}}`,
		quoted(params{"story": "a", "file": filepath.Join(dir, "a.zip")}), quoted(params{"file": filepath.Join(dir, "a.zip")}),
		quoted(params{"path": filepath.Join(dir, "m.gguf")}), quoted(params{"path": filepath.Join(dir, "m.gguf"), "model": "n", "call": "x"}), `{"model":"m"}`,
	}
	phi(t, filepath.Join(dir, "m.gguf"), 1)
	closed := open(t, api.Options{})
	must(t, closed.Close(t.Context()))
	fitting := map[string][]string{}
	for _, m := range api.Methods() {
		for _, params := range given {
			if _, err := closed.Client(nil).Call(t.Context(), m.Name, []byte(params)); codeOf(err) == api.Closed { // and not bad_params
				fitting[m.Name] = append(fitting[m.Name], params)
			}
		}
		if fitting[m.Name] == nil {
			t.Fatalf("%s takes none of the parameters here; add some", m.Name)
		}
	}
	return fitting
}

// A callback may end its own subscription, its client and the engine.
func TestEndingFromInside(t *testing.T) {
	for name, end := range map[string]func(*api.Engine, *api.Client, string){
		"the subscription": func(_ *api.Engine, c *api.Client, s string) {
			_, _ = c.Call(context.Background(), "events.unsubscribe", []byte(`{"subscription":"`+s+`"}`))
		},
		"the client": func(_ *api.Engine, c *api.Client, _ string) { c.Close() },
		"the engine": func(e *api.Engine, _ *api.Client, _ string) { _ = e.Close(context.Background()) },
	} {
		t.Run(name, func(t *testing.T) {
			e := open(t, api.Options{})
			var c *api.Client
			ready, ended := make(chan struct{}), make(chan struct{})
			var calls atomic.Int64
			c = e.Client(func(s string, _ api.Event) {
				<-ready
				if calls.Add(1) == 1 {
					end(e, c, s)
					close(ended)
				}
			})
			close(ready)
			call[api.Subscription](t, c, "events.subscribe", `{}`)
			_, _ = c.Call(t.Context(), "story.play", []byte(`{"campaign":"minimal","unkept":true}`))
			<-ended
			must(t, e.Close(t.Context()))
			c.Wait(t.Context())
			if told := calls.Load(); told != 1 && name != "the engine" { // which ends what happens
				t.Errorf("it was told %d times", told)
			}
		})
	}
}

// What is cancelled before it begins has done nothing; a turn that has begun is told.
func TestCancel(t *testing.T) {
	e := open(t, api.Options{})
	c := e.Client(nil)
	p := call[played](t, c, "story.play", `{"campaign":"grey-harbour","seed":"1","story":"a"}`)
	choice := p.Record.Choices[0].ID
	type answer struct {
		result []byte
		err    error
	}
	first, second := make(chan answer), make(chan answer)
	begin := func(to chan answer, name string) {
		result, err := c.Call(context.Background(), "story.choose", fmt.Appendf(nil, `{"story":"a","choice":%q,"call":%q}`, choice, name))
		to <- answer{result, err}
	}
	go begin(first, "one") // ends with its answer, as the other does
	go begin(second, "two")
	for !e.Cancel("two") {
		runtime.Gosched()
	}
	one, two := <-first, <-second
	for _, a := range []answer{one, two} {
		switch {
		case a.err == nil:
			var r api.Record
			must(t, json.Unmarshal(a.result, &r))
			if r.Turn < 2 || r.Prose == "" {
				t.Errorf("it is told as %+v", r)
			}
		case codeOf(a.err) != api.Cancelled && codeOf(a.err) != api.NoChoice:
			t.Errorf("it is refused: %v", a.err)
		}
	}
	if codeOf(one.err) == api.Cancelled {
		t.Errorf("the wrong one was cancelled: %v", one.err)
	}
	if e.Cancel("two") || e.Cancel("") {
		t.Error("there is something to cancel")
	}
	wait := make(chan answer)
	go func() { // ends when it is cancelled
		result, err := c.Call(context.Background(), "events.read", []byte(`{"wait":60000,"story":"nobody","call":"w"}`)) // the story may not have told all yet
		wait <- answer{result, err}
	}()
	for s := (api.Shut{}); !s.Found; {
		s = call[api.Shut](t, c, "calls.cancel", `{"call":"w"}`)
	}
	if a := <-wait; codeOf(a.err) != api.Cancelled {
		t.Errorf("%s, %v", a.result, a.err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Call(ctx, "story.choose", []byte(`{"story":"a","choice":"x"}`)); codeOf(err) != api.Cancelled {
		t.Errorf("%v", err)
	}
}

// No more than a number of calls and of stories at a time.
func TestBusy(t *testing.T) {
	e := open(t, api.Options{Stories: 2, Calls: 3})
	c := e.Client(func(string, api.Event) {})
	call[played](t, c, "story.play", `{"campaign":"minimal","story":"a"}`)
	call[played](t, c, "story.play", `{"campaign":"minimal","unkept":true}`)
	if wrong := refused(t, c, "story.play", `{"campaign":"minimal","story":"b"}`, api.Busy); !strings.Contains(wrong.Hint, "story.close") {
		t.Errorf("the hint is %q", wrong.Hint)
	}
	call[api.Shut](t, c, "story.close", `{"story":"~1"}`)
	call[played](t, c, "story.play", `{"campaign":"minimal","story":"b"}`)
	var waiting sync.WaitGroup
	for i := range 3 {
		waiting.Go(func() {
			// What concerns all may end one call, and not the waiting; nor does the question how many there
			// are, which counts while it is asked.
			for err := error(nil); err == nil || codeOf(err) == api.Busy; {
				_, err = c.Call(context.Background(), "events.read", fmt.Appendf(nil, `{"wait":60000,"story":"nobody","call":"%d"}`, i))
			}
		})
	}
	for call[api.Info](t, c, "engine.info", `{}`).Calls < 4 { // with itself
		runtime.Gosched()
	}
	refused(t, c, "events.read", `{"wait":1,"call":"0"}`, api.Busy) // too many, whatever its name
	refused(t, c, "story.last", `{"story":"a"}`, api.Busy)
	if wrong := refused(t, c, "events.read", `{"wait":1,"call":"1"}`, api.Busy); !strings.Contains(string(wrong.JSON()), `"retry":true`) {
		t.Errorf("%s", wrong.JSON())
	}
	for i := range 3 {
		call[api.Shut](t, c, "calls.cancel", fmt.Sprintf(`{"call":"%d"}`, i))
	}
	waiting.Wait()
	for range 16 {
		call[api.Subscription](t, c, "events.subscribe", `{}`)
	}
	refused(t, c, "events.subscribe", `{}`, api.Busy)
	c.Close()
}

// No two calls have one name at a time: the second is refused, and cancelling ends the first.
func TestCallsOfOneName(t *testing.T) {
	e := open(t, api.Options{})
	c, other := e.Client(nil), e.Client(nil)
	first := make(chan error)
	go func() { // ends when it is cancelled
		_, err := c.Call(context.Background(), "events.read", []byte(`{"wait":60000,"call":"x"}`))
		first <- err
	}()
	for call[api.Info](t, c, "engine.info", `{}`).Calls < 2 { // with itself
		runtime.Gosched()
	}
	if wrong := refused(t, other, "events.read", `{"wait":1,"call":"x"}`, api.BadParams); !strings.Contains(wrong.Message, `"x"`) {
		t.Errorf("it is refused by %q", wrong.Message)
	}
	if !e.Cancel("x") || codeOf(<-first) != api.Cancelled {
		t.Error("the first was not cancelled")
	}
	call[api.EventList](t, other, "events.read", `{"call":"x"}`) // the name is free again
}

// A client that is closed ends what its calls wait for; an engine that lets go tells whoever waits.
func TestWaitingCallsEnd(t *testing.T) {
	for name, end := range map[string]struct {
		by   func(*api.Engine, *api.Client) error
		code api.Code
	}{
		"the client is closed": {func(_ *api.Engine, c *api.Client) error { c.Close(); return nil }, api.Cancelled},
		"the engine suspends":  {func(e *api.Engine, _ *api.Client) error { return e.Suspend(context.Background()) }, api.Suspended},
		"the engine is closed": {func(e *api.Engine, _ *api.Client) error { return e.Close(context.Background()) }, api.Closed},
	} {
		t.Run(name, func(t *testing.T) {
			e := open(t, api.Options{})
			c, ended := e.Client(nil), make(chan error)
			go func() { // ends with its call
				_, err := c.Call(context.Background(), "events.read", []byte(`{"from":1,"wait":60000,"story":"nobody"}`))
				ended <- err
			}()
			for call[api.Info](t, e.Client(nil), "engine.info", `{}`).Calls < 2 { // with itself
				runtime.Gosched()
			}
			began := time.Now()
			must(t, end.by(e, c))
			err := <-ended
			told := err == nil && end.code != api.Cancelled // by an event, which was quicker
			if !told && codeOf(err) != end.code || time.Since(began) > 30*time.Second {
				t.Errorf("it ends with %v after %v", err, time.Since(began))
			}
		})
	}
}

// A host goes to the background and comes back: everything was let go of, nothing of the
// story is lost, and the same turn is shown.
func TestSuspend(t *testing.T) {
	before := goleak.IgnoreCurrent()
	data := t.TempDir()
	e := open(t, api.Options{Program: narratoria.Options{Data: data}})
	c := e.Client(nil)
	p := call[played](t, c, "story.play", `{"campaign":"grey-harbour","seed":"1","story":"a","noEndings":true}`)
	turn := p.Record
	call[played](t, c, "story.play", `{"campaign":"minimal","unkept":true}`)
	var slowest time.Duration
	for i := range soak.Count(100) {
		playing := make(chan api.Record)
		if i%2 == 1 { // in the middle of a turn
			go func() { // ends with its turn
				result, err := c.Call(context.Background(), "story.choose", []byte(`{"story":"a","choice":"`+turn.Choices[i%len(turn.Choices)].ID+`"}`))
				var r api.Record
				if err == nil {
					err = json.Unmarshal(result, &r)
				}
				if err != nil && codeOf(err) != api.Suspended {
					t.Error(err)
				}
				playing <- r
			}()
			for call[api.Info](t, c, "engine.info", `{}`).Calls < 2 {
				runtime.Gosched()
			}
		} else {
			turn = call[api.Record](t, c, "story.choose", `{"story":"a","choice":"`+turn.Choices[i%len(turn.Choices)].ID+`"}`)
		}
		began := time.Now()
		_, err := c.Call(t.Context(), "engine.suspend", []byte(`{"within":10000}`))
		must(t, err)
		slowest = max(slowest, time.Since(began))
		if i%2 == 1 {
			if r := <-playing; r.Turn > 0 {
				turn = r
			}
		}
		if left := openFiles(t, data); len(left) > 0 {
			t.Fatalf("still open are %q", left)
		}
		if err := goleak.Find(before); err != nil {
			t.Fatal(err)
		}
		if got := call[api.Info](t, c, "engine.info", `{}`); got.State != "suspended" || len(got.Stories) > 0 {
			t.Errorf("it is %+v", got)
		}
		if wrong := refused(t, c, "story.last", `{"story":"a"}`, api.Suspended); !strings.Contains(wrong.Error(), "suspended") {
			t.Errorf("%v", wrong)
		}
		call[api.Nothing](t, c, "engine.suspend", `{}`)
		call[api.Nothing](t, c, "engine.resume", `{}`)
		call[api.Nothing](t, c, "engine.resume", `{}`)
		shown := call[api.Record](t, c, "story.last", `{"story":"a"}`)
		if !shown.Resumed || shown.Turn != turn.Turn || shown.Prose != turn.Prose || len(shown.Choices) != len(turn.Choices) {
			t.Fatalf("another turn is shown: %d %.100q, not %d %.100q", shown.Turn, shown.Prose, turn.Turn, turn.Prose)
		}
		refused(t, c, "story.last", `{"story":"~1"}`, api.NotFound)
	}
	t.Logf("the slowest of them took %v", slowest)
	if slowest > 5*time.Second {
		t.Errorf("to let go took %v", slowest)
	}
	kinds := ""
	for _, event := range call[api.EventList](t, c, "events.read", `{"from":1,"most":1024}`).Events {
		if event.Kind == "suspended" || event.Kind == "resumed" {
			kinds += event.Kind + " "
		}
	}
	if !strings.Contains(kinds, "suspended resumed suspended resumed") {
		t.Errorf("events tell of %q", kinds)
	}
}

// How a story was opened counts also when it is opened again without saying: with its
// campaign's directory, and whether it ends.
func TestSuspendRemembersTheWay(t *testing.T) {
	dir := t.TempDir()
	must(t, os.CopyFS(filepath.Join(dir, "mine"), os.DirFS(filepath.Join("..", "campaigns", "minimal"))))
	e := open(t, api.Options{})
	c := e.Client(nil)
	text(t, c, "story.play", params{"campaign": filepath.Join(dir, "mine"), "story": "a", "noEndings": true})
	must(t, e.Suspend(t.Context()))
	must(t, e.Resume())
	if r := call[api.Record](t, c, "story.last", `{"story":"a"}`); r.Turn != 1 || len(r.Choices) == 0 {
		t.Errorf("%+v", r)
	}
	call[api.Shut](t, c, "story.close", `{"story":"a"}`)
	call[api.Record](t, c, "story.last", `{"story":"a"}`)
}

// openFiles are those below a directory that this process has open.
func openFiles(t testing.TB, dir string) (open []string) {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return nil // elsewhere than on Linux
	}
	for _, entry := range entries {
		if to, err := os.Readlink("/proc/self/fd/" + entry.Name()); err == nil && strings.HasPrefix(to, dir) {
			open = append(open, to)
		}
	}
	return open
}

func quotedText(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}

// A story that has no name is none, whichever method it is given to; and what is wrong with parameters is always
// said place by place.
func TestNamesThatAreEmpty(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	call[played](t, c, "story.play", `{"campaign":"minimal","story":"a"}`)
	found := 0
	for _, m := range api.Describe().Methods {
		for _, p := range m.Params {
			if p.Name != "story" || !p.Required {
				continue
			}
			found++
			wrong := refused(t, c, m.Name, `{"story":""}`, api.BadParams)
			if !slices.ContainsFunc(wrong.Problems, func(p contracts.Problem) bool { return p.Pointer == "/story" }) {
				t.Errorf("%s says %s", m.Name, wrong.JSON())
			}
		}
	}
	if found < 30 {
		t.Errorf("%d methods have a story", found)
	}
	for method, given := range map[string]string{
		"story.play": `{"story":"a","continue":true,"unkept":true}`, "story.asset": `{"story":"a"}`, "story.thinks": `{"story":"a","chain":[]}`,
		"story.know": `{"story":"a","turn":1,"event":1}`, "story.recall": `{"story":"a","kind":"dreamt"}`, "story.branch": `{"story":"a","branch":"No Name"}`,
		"models.import": `{"path":"/"}`, "models.check": `{"model":"No Name"}`, "saves.verify": `{"story":"No Name"}`,
	} {
		if wrong := refused(t, c, method, given, api.BadParams); len(wrong.Problems) == 0 || wrong.Problems[0].Message == "" {
			t.Errorf("%s says %s", method, wrong.JSON())
		}
	}
}

// A story is not taken up as another than it is, also where it is open; what it is said to be and is, is taken.
func TestTakenUpAsAnother(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	call[played](t, c, "story.play", `{"campaign":"minimal","story":"a","seed":"7"}`)
	for range 2 {
		for more, code := range map[string]api.Code{`"campaign":"grey-harbour"`: api.Invalid, `"seed":"8"`: api.Invalid, `"answers":{"name":"Ines"}`: api.BadParams} {
			refused(t, c, "story.play", `{"story":"a","continue":true,`+more+`}`, code)
		}
		if again := call[played](t, c, "story.play", `{"story":"a","continue":true,"campaign":"minimal","seed":"7"}`); again.Record.Turn != 1 {
			t.Errorf("taken up as it is, it is %+v", again)
		}
		call[api.Shut](t, c, "story.close", `{"story":"a"}`)
	}
}
