package generation

import (
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/prose/prompt"
)

// SectionsOf are the parts of a prompt as sections of one role; those that do not fit are not sent.
func SectionsOf(role model.Role, parts []prompt.Part, fits []bool) (sections []Section) {
	for i, p := range parts {
		s := Section{Name: p.Section, Role: string(role), Tier: p.Tier.String(), Text: p.Text}
		if !fits[i] {
			s.Dropped = prompt.NoRoom
		}
		sections = append(sections, s)
	}
	return sections
}

// MessagesOf are the messages that sections make which are not dropped: those of one role that stand together are one.
func MessagesOf(sections []Section) (all []model.Message) {
	for _, s := range sections {
		last := len(all) - 1
		switch {
		case s.Dropped != "":
		case last >= 0 && string(all[last].Role) == s.Role:
			all[last].Text += s.Text
		default:
			all = append(all, model.Message{Role: model.Role(s.Role), Text: s.Text})
		}
	}
	return all
}
