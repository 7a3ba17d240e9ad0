package narratoria

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/narratoria/narratoria/campaign/reading"
	"github.com/narratoria/narratoria/campaigns"
	"github.com/narratoria/narratoria/persistence"
)

// proseReader reads the prose of a campaign of three files once: what the program carries was
// read when it was built, and any other reading is kept in the store beside the lore, by the
// sum of the texts. What cannot be kept is read anew at every start, which takes a moment.
func (p *Program) proseReader(ctx context.Context, src source) func(setting, premise string) *reading.Reading {
	return func(setting, premise string) *reading.Reading {
		sum := reading.Sum(setting, premise)
		if src.dir == "" {
			if r := readAs(campaigns.Reading(src.id), sum); r != nil {
				return r
			}
		}
		worlds, err := p.openWorlds(ctx)
		if err != nil {
			return reading.New().Read(setting, premise)
		}
		key := readingKey(sum)
		if kept, err := keptIn(ctx, worlds, key); err == nil {
			if r := readAs(kept, sum); r != nil {
				return r
			}
		}
		r := reading.New().Read(setting, premise)
		if data, err := json.Marshal(r); err == nil {
			_ = worlds.Update(ctx, func(w persistence.WorldWriter) error { return w.Put(key, data) }) // else it is read again
		}
		return r
	}
}

// keptIn is what the worlds of a store keep under a key.
func keptIn(ctx context.Context, worlds persistence.Worlds, key string) (kept []byte, err error) {
	err = worlds.View(ctx, func(w persistence.WorldReader) (err error) {
		kept, err = w.Get(key)
		return err
	})
	return kept, err
}

// readingKey is the key under which a reading is kept.
func readingKey(sum string) string {
	of := sha256.Sum256([]byte(sum))
	return fmt.Sprintf("reading/%d/%s", reading.Version, hex.EncodeToString(of[:]))
}

// readAs is a kept reading, if it is one of these texts by today's rules.
func readAs(data []byte, sum string) *reading.Reading {
	var r reading.Reading
	if len(data) == 0 || json.Unmarshal(data, &r) != nil || r.Version != reading.Version || r.Texts != sum {
		return nil
	}
	return &r
}
