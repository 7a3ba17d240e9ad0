package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

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
	var failed error
	for {
		err := insist(ctx, func() error {
			conn, err := d.keeper.connect(ctx)
			if err != nil {
				return err
			}
			defer conn.Close(context.WithoutCancel(ctx)) // what is left to tell the next connection is told
			failed, err = d.listen(ctx, conn, fmt.Sprint(f.id), changed)
			return err
		})
		if failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
	}
}

// listen gives the callback's error, or that of the connection.
func (d *Driver) listen(ctx context.Context, conn *pgx.Conn, save string, changed func() error) (failed, broken error) {
	if _, err := conn.Exec(ctx, `LISTEN `+pgx.Identifier{d.channel()}.Sanitize()); err != nil {
		return nil, err
	}
	for {
		if err := changed(); err != nil { // after LISTEN: what comes from now on is told
			return err, nil
		}
		for {
			told, err := conn.WaitForNotification(ctx)
			if err != nil {
				return nil, err
			}
			if told.Payload == save {
				break
			}
		}
	}
}
