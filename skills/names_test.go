package skills

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/hostiletext"
)

// TestHostileNamesOfSkills: what a skill calls itself or its scripts becomes no part of a
// path unless it is a plain name: in either kind of manifest.
func TestHostileNamesOfSkills(t *testing.T) {
	for i, name := range hostiletext.Names() {
		quoted, err := json.Marshal(name)
		must(t, err)
		source := t.TempDir()
		for at, manifest := range map[string]string{
			"its name":              `{"name":` + string(quoted) + `,"version":"1.0.0","description":"x","scripts":[{"name":"go","path":"go.sh","description":"x","timeout":1000}]}`,
			"a script's name":       `{"name":"a-b","version":"1.0.0","description":"x","scripts":[{"name":` + string(quoted) + `,"path":"go.sh","description":"x","timeout":1000}]}`,
			"a script's path":       `{"name":"a-c","version":"1.0.0","description":"x","scripts":[{"name":"go","path":` + string(quoted) + `,"description":"x","timeout":1000}]}`,
			"a prompt's path":       `{"name":"a-d","version":"1.0.0","description":"x","prompt":` + string(quoted) + `}`,
			"a schema's path":       `{"name":"a-e","version":"1.0.0","description":"x","configSchema":` + string(quoted) + `}`,
			"its name, in Markdown": "---\nname: " + string(quoted) + "\ndescription: x\n---\nBody.\n",
		} {
			dir := filepath.Join(source, fmt.Sprint(i), "at "+at)
			file := "skill.json"
			if at == "its name, in Markdown" {
				file = "SKILL.md"
			}
			writeFile(t, filepath.Join(dir, file), manifest)
			writeFile(t, filepath.Join(dir, "scripts", "go.sh"), "#!/bin/sh\n")
			writeFile(t, filepath.Join(source, fmt.Sprint(i), "outside"), "canary") // where ../outside leads
		}
		// A script that no manifest lists is called as its file is, where there are such files.
		dir := filepath.Join(source, fmt.Sprint(i), "unlisted")
		writeFile(t, filepath.Join(dir, "skill.json"), `{"name":"a-f","version":"1.0.0","description":"x"}`)
		must(t, os.MkdirAll(filepath.Join(dir, "scripts"), 0o755))
		if !strings.ContainsRune(name, '/') {
			_ = os.WriteFile(filepath.Join(dir, "scripts", name+".sh"), []byte("#!/bin/sh\n"), 0o755)
		}
		found := discover(t, nil, Source{Dir: filepath.Join(source, fmt.Sprint(i))})
		for _, listing := range found.Listings() {
			if listing.Skill == nil || listing.Status == Skipped {
				continue
			}
			skill := listing.Skill
			if !ValidName(string(skill.Name)) && (len(skill.Scripts) > 0 || recordable(skill.Name) == nil) {
				t.Errorf("%.80q: a skill is called %q and has %d scripts", name, skill.Name, len(skill.Scripts))
			}
			for _, script := range skill.Scripts {
				if rel, err := filepath.Rel(skill.Dir, script.Path); !ValidName(string(script.Ref.Script)) || err != nil || !filepath.IsLocal(rel) {
					t.Errorf("%.80q: the script %q is %s", name, script.Ref, script.Path)
				}
			}
		}
	}
}
