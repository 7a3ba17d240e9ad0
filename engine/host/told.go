package host

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/model"
	"github.com/narratoria/narratoria/model/generation"
	"github.com/narratoria/narratoria/prose/prompt"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills/kit"
)

// told reads what a model is told: messages, the one that a prompt is, or those that sections make.
// Sections are read instead of messages and not beside them, so what is shown of them is what was sent. Nil sections are
// one for each message.
func (p *params) told() ([]model.Message, []generation.Section) {
	given, isList := p.take("messages")
	prompt := p.text("prompt", isPrompted, "")
	parts, isParted := p.take("sections")
	_, isPrompt := p.rest["prompt"]
	switch {
	case isPrompt && isList:
		p.fail("messages", "nothing beside params.prompt", given, true)
	case isParted && (isPrompt || isList):
		p.fail("sections", "nothing beside params.messages and params.prompt", parts, true)
	case isPrompt:
		return []model.Message{{Role: model.User, Text: prompt}}, nil
	case isParted:
		return p.sections(parts)
	default:
		return p.messages(given, isList), nil
	}
	return nil, nil
}

// messages reads a list of messages.
func (p *params) messages(given any, present bool) []model.Message {
	items, ok := given.([]any)
	if !ok || len(items) == 0 || len(items) > maxNames {
		p.fail("messages", fmt.Sprintf("a list of 1 to %d messages, params.prompt or params.sections", maxNames), given, present)
		return nil
	}
	all := make([]model.Message, len(items))
	for i, item := range items {
		all[i] = p.message(fmt.Sprintf("messages[%d]", i), item)
	}
	p.fits("messages", all, given)
	return all
}

// message reads one.
func (p *params) message(at string, item any) model.Message {
	object, ok := item.(protocol.Object)
	role, text := strictjson.AsString(object["role"]), strictjson.AsString(object["text"])
	if !ok || len(object) != 2 || !isRole.is(role) || !isPrompted.is(text) {
		p.fail(at, fmt.Sprintf(`{"role", "text"}: %s, and %s`, isRole.expected, isPrompted.expected), item, true)
	}
	return model.Message{Role: model.Role(role), Text: text}
}

// sections reads the parts that messages are made of, with those that are not sent. Parts of one role that stand together
// are one message.
func (p *params) sections(given any) (all []model.Message, sections []generation.Section) {
	items, ok := given.([]any)
	if !ok || len(items) == 0 || len(items) > generation.MostSections {
		p.fail("sections", fmt.Sprintf("a list of 1 to %d sections", generation.MostSections), given, true)
		return nil, nil
	}
	dropped := 0
	for i, item := range items {
		s := p.section(fmt.Sprintf("sections[%d]", i), item)
		if sections = append(sections, s); s.Dropped != "" {
			dropped += len(s.Text)
		}
	}
	all = generation.MessagesOf(sections)
	if len(all) == 0 {
		p.fail("sections", "one at least that is not dropped", given, true)
	}
	if dropped > maxPrompt {
		p.fail("sections", fmt.Sprintf("texts that are dropped of at most %d bytes together", maxPrompt), given, true)
	}
	p.fits("sections", all, given)
	return all, sections
}

// fitted are the messages of sections of so many tokens at most, as the model counts them, but for those that a prompt must have: what is needed less is left out first,
// and said to be, and so is what was looked at and is held by it.
func fitted(ctx context.Context, writer model.Generator, of model.Place, room int, sections []generation.Section, considered []generation.Candidate, holds []int64) []model.Message {
	var texts []string
	for _, section := range sections {
		texts = append(texts, section.Text)
	}
	counted := model.Count(ctx, writer, of, texts)
	size := func(i int) int {
		switch {
		case sections[i].Dropped != "":
			return 0
		case counted != nil:
			return counted[i]
		}
		return generation.Reckoned(len(texts[i]))
	}
	parts := make([]prompt.Part, len(sections))
	for i, section := range sections {
		parts[i].Tier = tiers[section.Tier]
	}
	for i, fits := range prompt.FitsBy(room, parts, size) {
		if !fits && sections[i].Dropped == "" {
			sections[i].Dropped = prompt.NoRoom
		}
	}
	for i, in := range holds {
		if in > 0 && sections[in-1].Dropped != "" && considered[i].Dropped == "" {
			considered[i].Dropped = prompt.NoRoom
		}
	}
	return generation.MessagesOf(sections)
}

var tiers = map[string]prompt.Tier{"": prompt.Must, prompt.Must.String(): prompt.Must, prompt.Should.String(): prompt.Should, prompt.Nice.String(): prompt.Nice}

// section reads one.
func (p *params) section(at string, item any) generation.Section {
	of := &params{ctx: p.ctx, method: p.method}
	object, ok := item.(protocol.Object)
	if !ok {
		p.fail(at, "an object", item, true)
	}
	of.rest = object
	s := generation.Section{
		Name: of.text("name", isLabel), Role: of.text("role", isRole), Tier: of.text("tier", isTier, ""),
		Text: of.text("text", isPrompted), Dropped: of.text("dropped", isReason, ""),
	}
	p.within(at, of)
	return s
}

// within takes over the fault of what was read of an object that a parameter holds.
func (p *params) within(at string, of *params) {
	if err := of.end(); err != nil {
		p.faulty(at, err.Message[len(p.method)+len(": "):])
	}
}

// fits refuses messages that are too long together.
func (p *params) fits(name string, all []model.Message, given any) {
	size := 0
	for _, m := range all {
		size += len(m.Text)
	}
	if size > maxPrompt {
		p.fail(name, fmt.Sprintf("texts of at most %d bytes together", maxPrompt), given, true)
	}
}

const maxScores = 8 // of one candidate

// considered reads what was looked at for a prompt, and which section holds each, from 1, 0 for none.
func (p *params) considered(name string) (all []generation.Candidate, holds []int64) {
	given, present := p.take(name)
	if !present {
		return nil, nil
	}
	items, ok := given.([]any)
	if !ok || len(items) > generation.MostConsidered {
		p.fail(name, fmt.Sprintf("a list of at most %d", generation.MostConsidered), given, true)
		return nil, nil
	}
	for i, item := range items {
		at := fmt.Sprintf("%s[%d]", name, i)
		object, ok := item.(protocol.Object)
		if !ok {
			p.fail(at, "an object", item, true)
		}
		of := &params{ctx: p.ctx, method: p.method, rest: object}
		all = append(all, generation.Candidate{
			Kind: of.text("kind", isLabel), Text: of.text("text", isProse), Scores: of.scores("scores"), Dropped: of.text("dropped", isReason, ""),
		})
		holds = append(holds, of.integer("section", 1, generation.MostSections, 0))
		p.within(at, of)
	}
	return all, holds
}

// scores reads scores by their names, in the order of these.
func (p *params) scores(name string) (all []generation.Score) {
	given, present := p.take(name)
	object, ok := given.(protocol.Object)
	if present && (!ok || len(object) > maxScores) {
		p.fail(name, fmt.Sprintf("an object of at most %d numbers", maxScores), given, true)
		return nil
	}
	of := &params{ctx: p.ctx, method: p.method, rest: object}
	for _, by := range slices.Sorted(maps.Keys(object)) {
		if !isLabel.is(by) {
			p.fail(name, "names of "+isLabel.expected, by, true)
		}
		all = append(all, generation.Score{Name: by, Value: int64(of.thousandths(by, kit.Points(-1000), kit.Points(1000)))})
	}
	p.within(name, of)
	return all
}
