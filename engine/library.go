package engine

import (
	"context"

	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A library is the lore that the player may know, as it was stored when the story
// began.
type library struct{ story *story.Playthrough }

var _ host.Lore = library{}

// Search implements host.Lore.
func (l library) Search(ctx context.Context, query string, limit int, filter host.LoreFilter) ([]host.Snippet, error) {
	tags := append([]string(nil), filter.Tags...)
	for _, wanted := range []struct{ name, value string }{{"mode", filter.Mode}, {"kind", filter.Kind}, {"category", filter.Category}} {
		if wanted.value != "" {
			tags = append(tags, loreTag(wanted.name, wanted.value))
		}
	}
	found, err := l.story.Search(ctx, persistence.Scope{
		Kind: persistence.Lore, Knower: event.Player, Facets: persistence.Facets{Source: filter.Source, Tags: tags},
	}, persistence.Query{Text: query, Limit: limit})
	if err != nil {
		return nil, err
	}
	snippets := make([]host.Snippet, len(found))
	for i, f := range found {
		snippets[i] = host.Snippet{
			Text: f.Row.Text, Title: textOf(f.Row.Data["title"]), Source: f.Row.Facets.Source,
			Mode: textOf(f.Row.Data["mode"]), Kind: textOf(f.Row.Data["kind"]), Author: textOf(f.Row.Data["author"]),
			Relevance: f.Score.Relevance,
		}
	}
	return snippets, nil
}

// loreTag is how a row of lore carries what it can be filtered by.
func loreTag(name, value string) string { return name + ":" + value }

// constraintEntry is a breach of a campaign's constraint, for its author.
func constraintEntry(constraint, words string) runlog.Entry {
	return runlog.Entry{Kind: runlog.Execution, Level: runlog.Warn, Outcome: "constraint", Message: constraint + " is broken: " + words}
}
