package engine

import (
	"context"
	"crypto/sha256"
	"sync"

	"github.com/narratoria/narratoria/campaign"
	"github.com/narratoria/narratoria/engine/host"
	"github.com/narratoria/narratoria/internal/runlog"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/persistence"
)

// A library is a campaign's lore.
type library struct {
	index    *lore.Index
	campaign *campaign.Campaign
	byWords  bool

	mu      sync.Mutex
	trouble error
}

var _ host.Lore = (*library)(nil)

// cutting is how documents are cut into pieces. With another way there are other pieces,
// and what was indexed before is not taken for them.
const cutting = "campaign/chunk 1"

// Documents are a campaign's lore, for its index: see [Options.Lore].
func Documents(c *campaign.Campaign) []lore.Document {
	documents := make([]lore.Document, len(c.Lore))
	for i := range c.Lore {
		d := &c.Lore[i]
		documents[i] = lore.Document{
			Name: d.File, Bytes: d.Bytes, First: d.Public(), Sum: sha256.Sum256(append([]byte(cutting), d.Sum[:]...)),
			Pieces: func() ([]string, error) { return piecesOf(c, d) },
		}
	}
	return documents
}

func piecesOf(c *campaign.Campaign, d *campaign.Document) ([]string, error) {
	chunks, err := c.Chunks(d)
	if err != nil {
		return nil, err
	}
	pieces := make([]string, len(chunks))
	for i := range chunks {
		pieces[i] = chunks[i].Text
	}
	return pieces, nil
}

// Search implements host.Lore.
func (l *library) Search(ctx context.Context, audience []string, q host.LoreQuery) ([]host.Snippet, error) {
	if q.Limit <= 0 {
		return nil, nil
	}
	asked := lore.Query{Text: q.Text, Limit: q.Limit, By: q.By, Missed: l.missed}
	if l.byWords {
		asked.By = persistence.ByWords
	}
	found, err := l.index.Search(ctx, asked, func(document int) bool {
		d := &l.campaign.Lore[document]
		return host.IsFor(d.Audience, audience) && q.Filter.Passes(host.LoreFilter{Mode: d.Mode, Kind: d.Kind, Category: d.Category, Source: d.File, Tags: d.Tags})
	})
	if err != nil {
		return nil, err
	}
	snippets := make([]host.Snippet, len(found))
	for i, f := range found {
		d := &l.campaign.Lore[f.Document]
		snippets[i] = host.Snippet{
			Text: f.Text, Title: d.Title, Source: d.File, Mode: d.Mode, Kind: d.Kind, Author: d.Author,
			Relevance: f.Shared, Likeness: f.Likeness,
		}
	}
	return snippets, nil
}

// missed notes that a search did without the embedder.
func (l *library) missed(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trouble = err
}

// Trouble is why a search did without the embedder since it was asked last; nil where none did.
func (l *library) Trouble() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	trouble := l.trouble
	l.trouble = nil
	return trouble
}

// constraintEntry is a breach of a campaign's constraint, for its author.
func constraintEntry(constraint, words string) runlog.Entry {
	return runlog.Entry{Kind: runlog.Execution, Level: runlog.Warn, Outcome: "constraint", Message: constraint + " is broken: " + words}
}
