package skills

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/contracts"
	"github.com/narratoria/narratoria/plan"
)

// consented enables a skill of a source, as `skills enable` does, and gives what
// is on disk afterwards.
func consented(t *testing.T, dir, source, name string, opts EnableOptions) *Consent {
	t.Helper()
	c, err := LoadConsent(dir)
	must(t, err)
	skill, err := discover(t, c, Source{source, FromUser}).Candidate(name, opts.Replace)
	must(t, err)
	_, err = c.Enable(skill, opts)
	must(t, err)
	must(t, c.Save())
	c, err = LoadConsent(dir)
	must(t, err)
	return c
}

func statusOf(t *testing.T, r *Registry, name string) (Status, string) {
	t.Helper()
	for _, l := range r.Listings() {
		if string(l.Name) == name && l.Origin != FromBundle {
			return l.Status, l.Reason
		}
	}
	t.Fatalf("%s is not listed", name)
	return "", ""
}

// A skill that wants more than state and randomness waits, runs once it is
// allowed to, and waits again when a byte of it changed.
func TestConsent(t *testing.T) {
	dir, source := t.TempDir(), t.TempDir()
	skill := writeSkill(t, source, "torch", `"data","random"`)
	writeSkill(t, source, "plain", `"story.read","random"`)
	status, reason := statusOf(t, discover(t, nil, Source{source, FromUser}), "torch")
	if status != Waiting || reason != "it asks for data; to allow that: narratoria skills enable torch" {
		t.Errorf("%s: %s", status, reason)
	}
	if status, _ := statusOf(t, discover(t, nil, Source{source, FromUser}), "plain"); status != Ready {
		t.Errorf("a skill that wants nothing is %s", status)
	}

	c := consented(t, dir, source, "torch", EnableOptions{})
	if status, reason := statusOf(t, discover(t, c, Source{source, FromUser}), "torch"); status != Ready {
		t.Errorf("after consent %s: %s", status, reason)
	}
	for _, file := range []string{"scripts/go.sh", "skill.json"} {
		path := filepath.Join(skill, file)
		before, err := os.ReadFile(path)
		must(t, err)
		must(t, os.WriteFile(path, append(slices.Clone(before), '\n'), 0o755))
		status, reason = statusOf(t, discover(t, c, Source{source, FromUser}), "torch")
		if status != Waiting || reason != "it has changed since it was enabled, and asks for data; to allow that: narratoria skills enable torch" {
			t.Errorf("after a change of %s %s: %s", file, status, reason)
		}
		must(t, os.WriteFile(path, before, 0o755))
	}

	must(t, c.Disable("torch"))
	must(t, c.Save())
	c, err := c.Reload()
	must(t, err)
	if status, _ := statusOf(t, discover(t, c, Source{source, FromUser}), "torch"); status != Disabled {
		t.Errorf("after disable %s", status)
	}
	if !c.Granted(&Skill{Name: "torch"}).Empty() {
		t.Error("disabling kept what was granted")
	}
}

// An older version that was agreed to once waits like any other change, from when a newer one
// was agreed to.
func TestAnOlderVersionWaits(t *testing.T) {
	dir, source := t.TempDir(), t.TempDir()
	script := filepath.Join(writeSkill(t, source, "torch", `"data"`), "scripts", "go.sh")
	older, err := os.ReadFile(script)
	must(t, err)
	var c *Consent
	for _, version := range [][]byte{older, append(slices.Clone(older), "# mended\n"...)} {
		must(t, os.WriteFile(script, version, 0o755))
		c = consented(t, dir, source, "torch", EnableOptions{})
		if status, reason := statusOf(t, discover(t, c, Source{source, FromUser}), "torch"); status != Ready {
			t.Errorf("after consent %s: %s", status, reason)
		}
	}
	must(t, os.WriteFile(script, older, 0o755))
	status, reason := statusOf(t, discover(t, c, Source{source, FromUser}), "torch")
	if status != Waiting || !strings.HasPrefix(reason, "it has changed since it was enabled") {
		t.Errorf("the older version is %s: %s", status, reason)
	}
}

// Another skill of the same name inherits nothing.
func TestConsentIsForOneSkill(t *testing.T) {
	dir, source, other := t.TempDir(), t.TempDir(), t.TempDir()
	writeSkill(t, source, "torch", `"data"`)
	writeSkill(t, other, "torch", `"data"`) // says another description
	c := consented(t, dir, source, "torch", EnableOptions{})
	if status, _ := statusOf(t, discover(t, c, Source{other, FromFlag}), "torch"); status != Waiting {
		t.Errorf("the other one is %s", status)
	}
}

// What the user agreed to and what has changed since is told apart from what was never
// agreed to, also where it is broken now, or stands in for a bundled skill.
func TestChangedSinceAgreed(t *testing.T) {
	const since = "is left out: it has changed since it was enabled, and"
	for _, c := range []struct {
		name, file, content string
		agreed              bool
		said                string
	}{
		{"torch", "prompt.md", "Changed.\n", true, "The skill torch " + since + " asks for data; to allow that: narratoria skills enable torch"},
		{"torch", "skill.json", `{"name": "torch", "version": 3}`, true, "The skill torch is left out: "},
		{"torch", "prompt.md", "Changed.\n", false, ""},
		{"torch", "data/kept", "Not the skill's.\n", true, ""},
		{"dice", "prompt.md", "Changed.\n", true, "The skill dice " + since + " the program's own is used; to use it as it is now: narratoria skills enable dice --replace"},
		{"dice", "prompt.md", "Changed.\n", false, ""},
	} {
		source := t.TempDir()
		dir := writeSkill(t, source, c.name, `"data"`)
		var consent *Consent
		if c.agreed {
			consent = consented(t, t.TempDir(), source, c.name, EnableOptions{Replace: c.name == "dice"})
		}
		writeFile(t, filepath.Join(dir, c.file), c.content)
		var said []string
		for _, l := range discover(t, consent, Source{source, FromUser}).Changed() {
			said = append(said, l.LeftOut())
		}
		if got := strings.Join(said, "\n"); got != c.said && (c.file != "skill.json" || !strings.HasPrefix(got, c.said)) {
			t.Errorf("%s with another %s: %q", c.name, c.file, got)
		}
	}
}

func TestReplaceBundled(t *testing.T) {
	dir, source := t.TempDir(), t.TempDir()
	skill := writeSkill(t, source, "dice", "")
	before := discover(t, nil, Source{source, FromFlag})
	if s, ok := before.Skill("dice"); !ok || !s.Bundled {
		t.Fatal("the bundled skill was shadowed without consent")
	}
	c := consented(t, dir, source, "dice", EnableOptions{Replace: true})
	after := discover(t, c, Source{source, FromFlag})
	if s, ok := after.Skill("dice"); !ok || s.Bundled {
		t.Error("the bundled skill was not replaced")
	}
	if len(after.Skipped()) != 1 {
		t.Errorf("the bundled one is not listed as skipped: %v", statuses(after))
	}
	writeFile(t, filepath.Join(skill, "prompt.md"), "Changed.\n")
	if s, ok := discover(t, c, Source{source, FromFlag}).Skill("dice"); !ok || !s.Bundled {
		t.Error("a changed skill still replaces the bundled one")
	}
}

// Variables allowed to the skill that replaces a bundled one are not the
// bundled one's, nor the reverse.
func TestGrantsOfBundledSkills(t *testing.T) {
	bundled := &Skill{Name: "dice", Bundled: true, Digest: strings.Repeat("a", 64), Env: []string{"KEY"}}
	other := &Skill{Name: "dice", Digest: strings.Repeat("b", 64), Env: []string{"KEY"}}
	for _, tt := range []struct{ enabled, asked *Skill }{{bundled, other}, {other, bundled}} {
		c, err := LoadConsent(t.TempDir())
		must(t, err)
		_, err = c.Enable(tt.enabled, EnableOptions{})
		must(t, err)
		if got := c.Granted(tt.enabled).Env; len(got) != 1 {
			t.Errorf("granted %v", got)
		}
		if got := c.Granted(tt.asked).Env; len(got) != 0 {
			t.Errorf("the other one got %v", got)
		}
	}
}

func TestConsentFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, consentFile)
	if c, err := LoadConsent(dir); err != nil || c.Disabled("torch") {
		t.Errorf("without a file: %v", err)
	}
	for content, want := range map[string]string{
		"":                                       "the text is empty",
		`{"skills":{"torch":{"enabled":"yes"}}}`: `"enabled" is "yes"`,
		`{"skills":{"torch":{}}}`:                `"enabled" is missing`,
		`{}`:                                     `"skills" is missing`,
	} {
		must(t, os.WriteFile(path, []byte(content), 0o600))
		_, err := LoadConsent(dir)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want it to name the file and say %s", content, err, want)
		}
	}
	must(t, os.Remove(path))
	c, err := LoadConsent(filepath.Join(dir, "new"))
	must(t, err)
	must(t, c.Disable("torch"))
	must(t, c.Save())
	if runtime.GOOS != "windows" {
		if info, err := os.Stat(c.path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
	}
	if err := c.Disable("技能"); err == nil {
		t.Error("recorded a name that the file cannot hold")
	}
}

// What is enabled and disabled, in any order, is what the file says afterwards,
// and the file is always one that the schema takes.
func TestConsentRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		c := &Consent{path: filepath.Join(dir, consentFile), records: map[plan.SkillName]record{}}
		model := map[plan.SkillName]record{}
		for range rapid.IntRange(0, 8).Draw(t, "steps") {
			skill := drawSkill(t)
			if rapid.Bool().Draw(t, "disable") {
				_ = c.Disable(skill.Name)
				model[skill.Name] = record{}
				continue
			}
			replace := rapid.Bool().Draw(t, "replace")
			if _, err := c.Enable(skill, EnableOptions{Replace: replace}); err != nil {
				t.Fatal(err)
			}
			grant := skill.Asks()
			grant.Replace = replace && !skill.Bundled
			model[skill.Name] = record{enabled: true, grant: grant, digest: pin(skill)}
		}
		if err := c.Save(); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(c.path)
		if err != nil {
			t.Fatal(err)
		}
		if _, problems := contracts.Validate(contracts.Consent, consentFile, data); len(problems) > 0 {
			t.Fatal(problems)
		}
		read, err := LoadConsent(dir)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(fmt.Sprint(model), fmt.Sprint(read.records)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func drawSkill(t *rapid.T) *Skill {
	skill := &Skill{
		Name:    plan.SkillName(rapid.StringMatching(`[a-c][0-9-]{0,2}`).Draw(t, "name")),
		Bundled: rapid.Bool().Draw(t, "bundled"),
		Digest:  rapid.StringMatching(`[0-9a-f]{64}`).Draw(t, "digest"),
		Env:     rapid.SliceOfDistinct(rapid.StringMatching(`[A-Z_]{1,3}`), rapid.ID[string]).Draw(t, "env"),
	}
	asked := rapid.SliceOfDistinct(rapid.SampledFrom(Permissions), rapid.ID[Permission]).Draw(t, "permissions")
	skill.Scripts = []*Script{{Skill: skill, Permissions: asked}}
	return skill
}
