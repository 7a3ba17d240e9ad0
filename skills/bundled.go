package skills

import (
	"embed"
	"io/fs"
)

// Bundled holds the directories of the skills that come with the program: their
// manifests, prompts and schemas. Their scripts are in cmd/narratoria-skills.
func Bundled() fs.FS { return bundled }

//go:embed character-portraits dice-roller echo memory npc-perception player-choices reputation storyteller
var bundled embed.FS
