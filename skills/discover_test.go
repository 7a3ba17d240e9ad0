package skills

import (
	"io/fs"
	"testing/fstest"
)

// bundleFS is a small bundle: one skill, dice.
func bundleFS() fs.FS {
	return fstest.MapFS{
		"dice/skill.json": {Data: []byte(`{"name":"dice","version":"1.0.0","description":"Rolls.","scripts":[{"name":"roll","builtin":"roll","permissions":["random","data"]}]}`)},
		"dice/prompt.md":  {Data: []byte("Roll where chance decides.\n")},
		"notes/README.md": {Data: []byte("No skill.\n")},
	}
}
