package storyteller

import (
	"context"

	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit"
)

// speaker is what the host gives a character who speaks, made of what that one may use.
type speaker struct {
	Name     string              `json:"name"`
	Pronouns string              `json:"pronouns"`
	Player   string              `json:"player"`
	Feeling  int                 `json:"feeling"`
	Lines    map[string][]string `json:"lines"`
	Said     []string            `json:"said"`
}

// Speak is the script speak: it lets one character say something, of what that one knows. Whatever
// else the step's input holds, the host has put in its place what the character may use; see
// docs/skills.md. Output: {said}, "" for nothing.
func Speak(_ context.Context, inv *kit.Invocation) error {
	var in speaker
	if err := inv.ReadInput(&in); err != nil {
		return err
	}
	said := prose.Say(prose.Speaker{
		Seed:   inv.Seed,
		Person: prose.Person{Name: in.Name, Pronouns: in.Pronouns, Lines: in.Lines, Feeling: in.Feeling},
		Player: in.Player, Said: in.Said,
	})
	if said != "" {
		inv.UI("narration", map[string]any{"text": `"` + said + `"`, "speaker": in.Name})
	}
	inv.Output(map[string]string{"said": said})
	inv.Summary(in.Name + " speaks")
	return nil
}
