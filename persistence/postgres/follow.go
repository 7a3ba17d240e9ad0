package postgres

import (
	"cmp"
	"context"
	"fmt"

	"github.com/narratoria/narratoria/persistence"
)

// channel is where the server tells of what was written to the saves of this schema. A database has
// one for all its schemas, and so the store is in its name.
func (d *Driver) channel() string { return fmt.Sprintf("narratoria_%x", uint64(d.id)) }

// Follow calls back at first and whenever a save has been written to since, here or by another
// program, until its context ends or the callback fails: its error is given back. Several
// transactions may be told of by one call, and a call may have nothing new: who follows notes how
// far it has read, and reads on from there. Nothing is missed where the connection broke meanwhile.
func (d *Driver) Follow(ctx context.Context, name string, changed func() error) error {
	f, err := d.find(ctx, name, persistence.Reading)
	if err != nil {
		return err
	}
	for {
		var failed error
		err := insist(ctx, func() (err error) {
			failed, err = d.listen(ctx, fmt.Sprint(f.id), changed)
			return err
		})
		if failed != nil || err != nil {
			return cmp.Or(failed, err)
		}
	}
}

// listen gives the callback's error, or that of a connection of its own.
func (d *Driver) listen(ctx context.Context, save string, changed func() error) (failed, broken error) {
	told := false
	conn, err := d.readers.connect(ctx, func(payload string) { told = told || payload == save })
	if err != nil {
		return nil, err
	}
	defer end(conn)
	if err := (link{conn}).do(ctx, `LISTEN `+quoted(d.channel())); err != nil {
		return nil, err
	}
	for {
		told = false
		if err := changed(); err != nil { // after LISTEN: what comes from now on is told
			return err, nil
		}
		for !told {
			if err := conn.WaitForNotification(ctx); err != nil {
				return nil, err
			}
		}
	}
}
