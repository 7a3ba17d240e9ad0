package knowledge

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/lore"
	"github.com/narratoria/narratoria/story"
	"github.com/narratoria/narratoria/story/event"
)

// A NewChunk is a piece of a document for the corpus.
type NewChunk struct {
	Content                            string
	Source, Section, Category, Version string
	Audience                           []string // public, narrator, character:ID, faction:ID; public unless given
	Metadata                           Object
}

// LoadChunk puts one piece into the corpus. Error: event.ErrInvalid.
func (b *Base) LoadChunk(ctx context.Context, c NewChunk) (ChunkID, error) {
	ids, err := b.load(ctx, c, []string{c.Content})
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// LoadText puts a text into the corpus, in pieces; paragraphs where chunks is nil. All of it is there
// when it returns, or nothing.
func (b *Base) LoadText(ctx context.Context, c NewChunk, chunks lore.Chunker) ([]ChunkID, error) {
	if chunks == nil {
		chunks = lore.Paragraphs
	}
	pieces := chunks(c.Content)
	if len(pieces) == 0 {
		return nil, invalid("corpus: %q has no text", cut(c.Source))
	}
	return b.load(ctx, c, pieces)
}

// LoadDocument is LoadText of a file, whose Content is read from there. Errors: the file's too.
func (b *Base) LoadDocument(ctx context.Context, file string, c NewChunk, chunks lore.Chunker) ([]ChunkID, error) {
	info, err := os.Stat(file)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: file, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	if info.Size() > mostDocument {
		return nil, invalid("corpus: %s has %d bytes; a document may have %d", cut(file), info.Size(), int64(mostDocument))
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(data) {
		return nil, invalid("corpus: %s is not UTF-8", cut(file))
	}
	c.Content = string(data)
	if c.Source == "" {
		c.Source = file
	}
	return b.LoadText(ctx, c, chunks)
}

const mostDocument = 64 << 20

// load writes pieces along the branch that the corpus stands on.
func (b *Base) load(ctx context.Context, c NewChunk, pieces []string) (ids []ChunkID, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, err := b.corpus(ctx)
	if err != nil {
		return nil, err
	}
	if err := b.readers(ctx, c.Audience); err != nil {
		return nil, err
	}
	var events []event.Event
	for i, text := range pieces {
		if strings.TrimSpace(text) == "" {
			return nil, invalid("corpus: a piece is empty")
		}
		id := ChunkID(fmt.Sprintf("chunk-%d", len(p.State().Lore)+i+1))
		data := event.Data{"chunk": string(id), "text": text}
		for name, value := range map[string]string{"source": c.Source, "section": c.Section, "category": c.Category, "version": c.Version} {
			strictjson.Put(strictjson.Object(data), name, value)
		}
		if len(c.Audience) > 0 {
			data["audience"] = c.Audience
		}
		if len(c.Metadata) > 0 {
			data["metadata"] = strictjson.Object(c.Metadata)
		}
		events, ids = append(events, event.Event{Kind: event.LoreAdded, Data: data}), append(ids, id)
	}
	_, err = b.write(ctx, p, events...)
	return ids, err
}

// readers looks whether those whom something is for can be.
func (b *Base) readers(ctx context.Context, audience []string) error {
	ground, err := b.ground(ctx)
	if err != nil {
		return err
	}
	for _, who := range audience {
		kind, id, _ := strings.Cut(who, ":")
		switch {
		case who == story.Public || who == story.Narrator || kind == "faction" && event.CheckID(id) == nil:
		case kind == "character":
			if err := characterOf(ground.State(), event.CharacterID(id)); err != nil {
				return err
			}
		default:
			return invalid("audience: %q is none of public, narrator, character:ID and faction:ID", cut(who))
		}
	}
	return nil
}

// corpus is the branch that the corpus stands on.
func (b *Base) corpus(ctx context.Context) (*story.Playthrough, error) {
	if p := b.open[story.Corpus]; p != nil {
		return p, p.Refresh(ctx)
	}
	tree, err := b.save.Tree(ctx)
	if err != nil {
		return nil, err
	}
	if _, none := tree.Branch(story.Corpus); none != nil {
		ground, err := b.ground(ctx)
		if err != nil {
			return nil, err
		}
		if _, err := ground.BranchAt(ctx, story.Corpus, event.Where{Branch: event.Trunk}, "", "documents, for every take"); err != nil {
			return nil, err
		}
	}
	p, err := story.OpenAlong(ctx, b.save, story.Corpus)
	if err == nil {
		b.open[story.Corpus] = p
	}
	return p, err
}

// A CorpusQuery is what is looked for in the corpus. Each filter that is given must match.
type CorpusQuery struct {
	Text                      string // "" for all, latest first
	Category, Version, Source string
	Limit                     int // 0 for CorpusLimit; negative for all
	// Reader is whose eyes it is read with: a character on a take is asked by QueryState. "" reads what is
	// public, and story.Narrator what is for the narrator too.
	Reader string
}

// QueryCorpus finds chunks, best first. Errors: event.ErrInvalid, persistence's.
func (b *Base) QueryCorpus(ctx context.Context, q CorpusQuery) ([]Chunk, error) {
	of := story.LoreQuery{Text: q.Text, Limit: max(0, limited(q.Limit, CorpusLimit)), Source: q.Source, Category: q.Category, Version: q.Version}
	switch q.Reader {
	case "":
		found, err := story.PublicLore(ctx, b.save, of)
		return chunksOf(found), err
	case story.Narrator:
		found, err := story.NarratorLore(ctx, b.save, of)
		return chunksOf(found), err
	}
	b.mu.Lock()
	ground, err := b.ground(ctx)
	b.mu.Unlock()
	if err != nil {
		return nil, err
	}
	who := event.CharacterID(q.Reader)
	if err := characterOf(ground.State(), who); err != nil {
		return nil, err
	}
	found, err := ground.State().As(who).Lore(ctx, of)
	return chunksOf(found), err
}

func chunksOf(found []story.LoreFound) (all []Chunk) {
	for _, f := range found {
		all = append(all, Chunk{
			ID: ChunkID(f.ID), Content: f.Text, Source: f.Source, Section: f.Section, Category: f.Category, Version: f.Version,
			Metadata: Object(f.Metadata), Relevance: f.Relevance, Likeness: f.Likeness,
		})
	}
	return all
}

// Chunk is a piece by its id, which says so where it was withdrawn. Errors: *UnknownError; persistence's.
func (b *Base) Chunk(ctx context.Context, id ChunkID) (Chunk, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, err := b.corpus(ctx)
	if err != nil {
		return Chunk{}, err
	}
	known, is := p.State().Lore[string(id)]
	if !is {
		return Chunk{}, unknown("chunk", string(id), nil)
	}
	r, err := p.Event(ctx, known.Position)
	e := r.Event
	return Chunk{
		ID: id, Content: e.Text("text"), Source: e.Text("source"), Section: e.Text("section"), Category: e.Text("category"), Version: e.Text("version"),
		Metadata: Object(e.Object("metadata")), Withdrawn: known.Withdrawn,
	}, err
}

// DeleteCorpusVersion withdraws all chunks of a version of a document, and says how many: none of them
// is found again, and each is still there by its id. Errors: persistence's.
func (b *Base) DeleteCorpusVersion(ctx context.Context, source, version string) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, err := b.corpus(ctx)
	if err != nil {
		return 0, err
	}
	var ids []string
	for id, c := range p.State().Lore {
		if c.Source == source && c.Version == version && !c.Withdrawn {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return 0, nil
	}
	slices.Sort(ids)
	events := make([]event.Event, len(ids))
	for i, id := range ids {
		events[i] = event.Event{Kind: event.LoreWithdrawn, Data: event.Data{"chunk": id}}
	}
	_, err = b.write(ctx, p, events...)
	return len(ids), err
}
