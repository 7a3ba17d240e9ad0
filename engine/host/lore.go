package host

import (
	"fmt"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/protocol"
	"github.com/narratoria/narratoria/skills"
	"github.com/narratoria/narratoria/skills/kit"
)

var isMode = optional(oneOf("STRICT", "MYTHIC"))

// readLore searches the campaign's documents. It is the one call that may wait.
func (s *session) readLore(p *params) (protocol.Object, *protocol.CallError) {
	query := p.text("query", isProse)
	limit := p.integer("limit", 1, maxSnippets, 3)
	minimum := p.thousandths("minimum", 0, kit.Points(1), 0)
	by := persistence.Way(p.text("by", isWay, ""))
	filter := LoreFilter{
		Mode:     p.text("mode", isMode, ""),
		Kind:     p.text("kind", optional(isName), ""),
		Category: p.text("category", optional(isName), ""),
		Source:   p.text("source", optional(isName), ""),
		Tags:     p.texts("tags", isName, maxNames),
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	found, refused := s.searchLore(p, LoreQuery{Text: query, Limit: maxSearched, By: by, Filter: filter})
	if refused != nil {
		return nil, refused
	}
	told := []any{}
	for _, snippet := range found {
		if len(told) < int(limit) && kit.Thousandths(max(snippet.Relevance, snippet.Likeness)) >= minimum {
			told = append(told, tellSnippet(len(told)+1, snippet))
		}
	}
	return sized(protocol.Object{"snippets": told, "cut": strictjson.Int(len(found) - len(told))}, "snippets")
}

// searchLore asks for more than the script did, to know what was cut. Documents are those
// that the one who asks may know.
func (s *session) searchLore(p *params, q LoreQuery) ([]Snippet, *protocol.CallError) {
	if s.story == nil || s.story.base.Lore == nil {
		return nil, nil
	}
	found, err := s.story.base.Lore.Search(p.ctx, s.story.base.State.As(s.as()).Audience(), q)
	if err != nil {
		return nil, &protocol.CallError{
			Code:    skills.CallUnavailable,
			Message: fmt.Sprintf("%s: the campaign's documents cannot be searched now: %v", p.method, err),
		}
	}
	return found, nil
}

func tellSnippet(n int, snippet Snippet) protocol.Object {
	told := protocol.Object{
		"id": fmt.Sprintf("l%d", n), "text": snippet.Text, "title": snippet.Title, "source": snippet.Source,
		"mode": snippet.Mode, "kind": snippet.Kind, "author": snippet.Author,
		"relevance": number(kit.Thousandths(snippet.Relevance)),
	}
	if snippet.Likeness > 0 {
		told["likeness"] = number(kit.Thousandths(snippet.Likeness))
	}
	return told
}
