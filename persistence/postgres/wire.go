package postgres

import (
	"context"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// A link is a connection, or a transaction by it. Values go to the server and come from it as it has
// them, in four types: no more is in the tables. (pgx, above this, has all types there are, which
// are three megabytes of a program.)
type link struct{ *pgconn.PgConn }

// A row is what a query found, column by column; nil is NULL.
type row [][]byte

func (r row) number(column int) int64 {
	switch b := r[column]; len(b) {
	case 8:
		return int64(binary.BigEndian.Uint64(b))
	case 4:
		return int64(int32(binary.BigEndian.Uint32(b)))
	}
	return 0
}

func (r row) text(column int) string { return string(r[column]) }
func (r row) is(column int) bool     { return len(r[column]) == 1 && r[column][0] == 1 }

// hash reads one that may be missing, which leaves it zero.
func (r row) hash(column int, into *event.Hash) error {
	if r[column] == nil {
		return nil
	}
	if len(r[column]) != len(into) {
		return fmt.Errorf("%w: a hash of %d bytes", persistence.ErrCorrupt, len(r[column]))
	}
	copy(into[:], r[column])
	return nil
}

// binaryResults are asked for of every column.
var binaryResults = []int16{1}

// encode writes arguments: bytes as they are, all others as text.
func encode(arguments []any) (values [][]byte, formats []int16) {
	for _, a := range arguments {
		format := int16(0)
		var value []byte
		switch a := a.(type) {
		case []byte:
			value, format = a, 1
		case string:
			value = []byte(a)
		case int:
			value = strconv.AppendInt(nil, int64(a), 10)
		case int64:
			value = strconv.AppendInt(nil, a, 10)
		case bool:
			value = strconv.AppendBool(nil, a)
		default:
			panic(fmt.Sprintf("postgres: an argument of type %T", a))
		}
		values, formats = append(values, value), append(formats, format)
	}
	return values, formats
}

// rows gives all that a query finds.
func (l link) rows(ctx context.Context, sql string, arguments ...any) (found []row, err error) {
	values, formats := encode(arguments)
	result := l.ExecParams(ctx, sql, values, nil, formats, binaryResults)
	for result.NextRow() {
		var r row
		for _, column := range result.Values() { // valid until the next
			if column != nil {
				column = own(column)
			}
			r = append(r, column)
		}
		found = append(found, r)
	}
	_, err = result.Close()
	return found, err
}

// one gives the one row that a query finds; nil where there is none.
func (l link) one(ctx context.Context, sql string, arguments ...any) (row, error) {
	found, err := l.rows(ctx, sql, arguments...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

func (l link) do(ctx context.Context, sql string, arguments ...any) error {
	_, err := l.rows(ctx, sql, arguments...)
	return err
}

// script runs statements, of which there may be several.
func (l link) script(ctx context.Context, statements string) error {
	_, err := l.Exec(ctx, statements).ReadAll()
	return err
}
