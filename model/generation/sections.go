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

// Prompted are the sections of orders and of parts, of which those fit that have so many bytes together; or a third as many tokens, where count
// counts the tokens of texts as whoever is asked does. It may be nil, and may give nil.
func Prompted(orders string, most int, parts []prompt.Part, count func(texts []string) []int) []Section {
	size := func(i int) int { return len(parts[i].Text) }
	texts := []string{orders}
	for _, p := range parts {
		texts = append(texts, p.Text)
	}
	var counted []int
	if count != nil {
		counted = count(texts)
	}
	if counted != nil {
		most, size = most/BytesPerToken, func(i int) int { return counted[i+1] }
	}
	sections := append(
		SectionsOf(model.System, []prompt.Part{{Section: "orders", Tier: prompt.Must, Text: orders}}, []bool{true}),
		SectionsOf(model.User, parts, prompt.FitsBy(most, parts, size))...)
	for i := range counted {
		sections[i].Tokens = counted[i]
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
