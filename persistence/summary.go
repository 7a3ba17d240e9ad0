package persistence

import (
	"context"
	"errors"
	"time"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/story/event"
)

// A summary is what a list shows of a save, written with each append, so that nothing else
// of the save need be read. It is no part of the story: one that is missing, damaged or of
// before the last write is passed over, and the save is read instead.
type summary struct {
	branch   event.BranchID // the head, that was appended to
	position event.Position
	hash     event.Hash
	control  int64 // the last control record; 0 for none
	written  int64 // when, in nanoseconds since 1970
	story    strictjson.Object
}

// summaryVersion is that of its form; one of another is passed over.
const summaryVersion = 1

func (s summary) encode() []byte {
	return seal(strictjson.Object{
		"v": strictjson.Int(summaryVersion), "branch": string(s.branch), "position": strictjson.Int(int64(s.position)), "hash": s.hash.String(),
		"control": strictjson.Int(s.control), "written": strictjson.Int(s.written), "story": s.story,
	})
}

func parseSummary(data []byte) (s summary, ok bool) {
	o := unseal(data, summaryVersion)
	if o == nil {
		return s, false
	}
	hash, err := event.ParseHash(strictjson.AsString(o["hash"]))
	return summary{
		branch: event.BranchID(strictjson.AsString(o["branch"])), position: event.Position(strictjson.AsInteger(o["position"])), hash: hash,
		control: strictjson.AsInteger(o["control"]), written: strictjson.AsInteger(o["written"]), story: strictjson.AsObject(o["story"]),
	}, err == nil
}

// summarize writes what an append that ended at a receipt says of the story.
func (s *Save) summarize(w Writer, story strictjson.Object, receipt Receipt, wall int64) error {
	if story == nil {
		return nil
	}
	state, err := s.control(w)
	if err != nil || state.tree.Head != receipt.Branch {
		return err
	}
	return w.PutSummary(summary{
		branch: receipt.Branch, position: receipt.Last, hash: receipt.Head, control: state.last, written: wall, story: story,
	}.encode())
}

// resummarize has a summary stay true where the control stream went on and the head is where
// it was.
func resummarize(w Writer, before, after controlState) error {
	data, err := w.Summary()
	if err != nil {
		return err
	}
	s, ok := parseSummary(data)
	if !ok || s.control != before.last || s.branch != after.tree.Head {
		return nil
	}
	s.control = after.last
	return w.PutSummary(s.encode())
}

var errNoSummary = errors.New("it has no summary, or one of before")

// current reports whether nothing was written since the summary.
func (s summary) current(r Reader) (bool, error) {
	tip, err := r.Tip(s.branch)
	if err != nil || tip.Position != s.position || tip.Hash != s.hash {
		return false, err
	}
	last, there, err := r.LastTurn(s.branch)
	if err != nil || !there || last.Last != s.position || last.Head != s.hash {
		return false, err
	}
	for raw, err := range r.Control(max(s.control-1, 0)) {
		if err != nil || raw.Sequence != s.control {
			return false, err
		}
	}
	return true, nil
}

// glance reads what a save says of itself, and nothing else of it.
func (s *Store) glance(ctx context.Context, name string) (info Info, err error) {
	if err := CheckName(name); err != nil {
		return info, err
	}
	file, err := s.driver.Open(ctx, name, Glancing)
	if err != nil {
		return info, err
	}
	defer file.Close()
	written, anchored := anchorOf(file) // first: whoever writes meanwhile has the save behind it
	err = packingFile{file, &s.packing}.View(ctx, func(r Reader) error {
		data, err := r.Summary()
		if err != nil {
			return err
		}
		there, ok := parseSummary(data)
		if ok {
			ok, err = there.current(r)
		}
		if err == nil && ok && anchored {
			ok, err = written.isLast(r)
		}
		if err == nil && !ok {
			err = errNoSummary
		}
		info = Info{
			Name: name, Playthrough: file.Playthrough(), Head: there.branch, Position: there.position,
			Written: time.Unix(0, there.written), Summary: there.story,
		}
		return err
	})
	return info, err
}
