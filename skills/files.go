package skills

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// Bounds of what is read of one skill. They keep a mistaken directory (or a
// hostile one) from costing more than a moment.
const (
	maxManifest    = 1 << 20   // bytes of skill.json, SKILL.md or config-schema.json
	maxPrompt      = 256 << 10 // bytes of a prompt
	maxScript      = 256 << 20 // bytes of one script
	maxScriptFiles = 2_000     // files below scripts/
	maxScriptBytes = 512 << 20 // bytes below scripts/
)

// insidePath cleans a path that a manifest gives and reports whether, by its
// letters alone, it stays inside the skill's directory. What links do is
// checked when the file is opened.
func insidePath(name string) (string, bool) {
	if strings.ContainsAny(name, "\\:\x00") {
		return "", false
	}
	clean := path.Clean(name)
	if name == "" || clean == "." || !fs.ValidPath(clean) || !filepath.IsLocal(filepath.FromSlash(clean)) {
		return "", false
	}
	return clean, true
}
