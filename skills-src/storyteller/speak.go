package storyteller

import (
	"context"
	"slices"

	"github.com/narratoria/narratoria/action"
	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills/kit"
)

// speaker is what the host gives a character who speaks, made of what that one may use.
type speaker struct {
	NPC      string              `json:"npc"`
	Name     string              `json:"name"`
	Pronouns string              `json:"pronouns"`
	Role     string              `json:"role"`
	Style    string              `json:"style"`
	Examples []string            `json:"examples"`
	Traits   []string            `json:"traits"`
	Wants    []string            `json:"wants"`
	Player   string              `json:"player"`
	Feeling  int                 `json:"feeling"`
	Trust    int                 `json:"trust"`
	Between  string              `json:"between"`
	Known    []string            `json:"known"`
	Lines    map[string][]string `json:"lines"`
	Said     []string            `json:"said"`
	Told     []string            `json:"told"`
	Pinned   []string            `json:"pinned"`
	Mood     string              `json:"-"` // which is read, and not given
	Deed     struct {
		Kind  action.Kind `json:"kind"`
		Words string      `json:"words"`
		Topic string      `json:"topic"`
	} `json:"deed"`

	Place     string    `json:"place"`
	Present   []string  `json:"present"`
	About     string    `json:"about"`
	Weather   string    `json:"weather"`
	Part      string    `json:"part"`
	Clock     string    `json:"clock"`
	At        string    `json:"at"`
	Company   []company `json:"company"`
	Groups    []group   `json:"groups"`
	Open      []string  `json:"open"`
	Heard     []heardOf `json:"heard"`
	Occasions []goingOn `json:"occasions"`
}

// company is somebody else who is there, with what the speaker thinks of them.
type company struct {
	Name    string `json:"name"`
	Player  bool   `json:"player"`
	At      string `json:"at"`
	Feeling int    `json:"feeling"`
	Trust   int    `json:"trust"`
	Between string `json:"between"`
}

type group struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Dynamic string `json:"dynamic"`
}

type heardOf struct {
	Who   string `json:"who"`
	Words string `json:"words"`
}

type goingOn struct {
	Name  string   `json:"name"`
	Props []string `json:"props"`
}

// Speak is the script speak: it lets one character say something, of what that one knows. Whatever
// else the step's input holds, the host has put in its place what the character may use; see
// docs/skills.md. A line that their author wrote and that they have not said yet is said first. Where there is none, and the program
// has a model that writes, it is asked for one, and what of it may be said is ([prose.Saying]); else it is the line that they have not
// said for longest. Output: {said, by}: "" for nothing; by is "author", "model" or "".
func Speak(ctx context.Context, inv *kit.Invocation) error {
	var in speaker
	var set config
	if err := inv.ReadInput(&in); err != nil {
		return err
	}
	if err := inv.ReadConfig(&set); err != nil {
		return err
	}
	as := in.speaking(inv.Seed)
	said, by := prose.Say(as), "author"
	if (said == "" || slices.Contains(in.Said, said)) && set.Words != wordsOfAuthors && inv.Has(generate) {
		if words := worded(ctx, inv, in, as); words != "" {
			said, by = words, "model"
		}
	}
	if said == "" {
		by = ""
	} else {
		inv.UI("narration", map[string]any{"text": `"` + said + `"`, "speaker": in.Name})
	}
	inv.Output(map[string]string{"said": said, "by": by})
	inv.Summary(in.Name + " speaks")
	return nil
}

func (in *speaker) speaking(seed int64) prose.Speaker {
	return prose.Speaker{
		Seed:   seed,
		Person: prose.Person{Name: in.Name, Pronouns: in.Pronouns, Lines: in.Lines, Feeling: in.Feeling},
		Player: in.Player, Said: in.Said,
	}
}
