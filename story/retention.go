package story

import (
	"context"
	"fmt"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A Retention says which memories are kept to be searched. What is not is retired, oldest first,
// but for what is never forgotten, a triumph or a failure: it stays in the log and is found no
// more. The zero Retention retires nothing.
type Retention struct {
	Days  int64 // of story time: older ones are retired; 0 for no limit
	Count int   // the latest so many are kept, of everybody's together; 0 for no limit
	Bytes int64 // the latest that take up so much are kept; 0 for no limit
}

// String says it for people, and for the record of what was retired.
func (r Retention) String() string {
	text := ""
	for _, limit := range []struct {
		n    int64
		what string
	}{{r.Days, "days"}, {int64(r.Count), "memories"}, {r.Bytes, "bytes"}} {
		if limit.n > 0 {
			text += fmt.Sprintf(", %d %s", limit.n, limit.what)
		}
	}
	if text == "" {
		return "all are kept"
	}
	return "kept are" + text[1:]
}

// RetirePreview is what Retire would retire, and retires nothing. Errors: persistence's.
func (p *Playthrough) RetirePreview(ctx context.Context, keep Retention) (persistence.Retired, error) {
	at, some, err := p.retiring(ctx, keep)
	if err != nil || !some {
		return persistence.Retired{}, err
	}
	return p.save.RetirePreview(ctx, at)
}

// Retire retires the memories of the story that are beyond what is to be kept: they are not
// recalled any more, along whatever branch has them. It writes nothing where there is none.
// Errors: persistence's.
func (p *Playthrough) Retire(ctx context.Context, keep Retention) (persistence.Retired, error) {
	at, some, err := p.retiring(ctx, keep)
	if err != nil || !some {
		return persistence.Retired{}, err
	}
	if preview, err := p.save.RetirePreview(ctx, at); err != nil || preview.Memories == 0 {
		return preview, err
	}
	return p.save.Retire(ctx, at, keep.String())
}

// retiring is the last position up to which memories are beyond what is to be kept.
func (p *Playthrough) retiring(ctx context.Context, keep Retention) (at event.Where, some bool, err error) {
	at = p.Where()
	if keep == (Retention{}) || at.Position == 0 {
		return at, false, nil
	}
	sizes, err := p.memorySizes(ctx, at)
	if err != nil {
		return at, false, err
	}
	at.Position = max(p.tooOld(keep.Days, sizes), p.tooMany(keep, sizes))
	return at, at.Position > 0, nil
}

// tooOld is the last position before which all memories are older than so many days.
func (p *Playthrough) tooOld(days int64, sizes map[event.Position]int64) (last event.Position) {
	if days <= 0 {
		return 0
	}
	for _, m := range p.State().Memories.From(0) {
		if !retirable(&m, sizes) {
			continue
		}
		if p.State().Minutes-m.Minutes <= days*minutesADay {
			break
		}
		last = m.Position
	}
	return last
}

// tooMany is the position of the latest memory that is one too many.
func (p *Playthrough) tooMany(keep Retention, sizes map[event.Position]int64) event.Position {
	count, bytes := 0, int64(0)
	for _, m := range p.State().Memories.Back() {
		if !retirable(&m, sizes) {
			continue
		}
		count++
		bytes += sizes[m.Position]
		if keep.Count > 0 && count > keep.Count || keep.Bytes > 0 && bytes > keep.Bytes {
			return m.Position
		}
	}
	return 0
}

// retirable reports whether a memory has a row, and is not one that is never forgotten.
func retirable(m *Memory, sizes map[event.Position]int64) bool {
	_, stored := sizes[m.Position]
	return stored && m.Episodic == ""
}

const minutesADay = 24 * 60

// memorySizes are how many bytes the rows of memories take up that are searched at a place, by
// the positions of the events that keep them.
func (p *Playthrough) memorySizes(ctx context.Context, at event.Where) (map[event.Position]int64, error) {
	tree, err := p.save.Tree(ctx)
	if err != nil {
		return nil, err
	}
	sees, err := tree.Sees(at)
	if err != nil {
		return nil, err
	}
	sizes := make(map[event.Position]int64)
	for raw, err := range p.save.StoredRows(ctx, persistence.Memory) {
		if err != nil {
			return nil, err
		}
		if sees(raw.Branch, raw.Position) {
			sizes[raw.Position] += int64(len(raw.Bytes))
		}
	}
	return sizes, nil
}
