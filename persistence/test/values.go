package test

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/strictjson"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/story/event"
)

// texts are strings that stores have been known to change.
var texts = map[string]string{
	"empty": "", "space": " ", "trailing space": "a ", "newlines": "a\r\nb\nc\r", "tab": "\t",
	"nul": "a\x00b", "only nul": "\x00", "control": "\x01\x07\x1b[31m\x7f",
	"four mebibytes": strings.Repeat("lamp ", 4<<20/5),
	"composed":       "caf\u00e9", "decomposed": "cafe\u0301", "hangul": "\u1100\u1161", "angstrom": "\u212b \u00c5",
	"line separator": "a\u2028b\u2029", "emoji": "👩‍👩‍👧‍👦", "last code point": "\U0010ffff", "noncharacter": "\ufffe\uffff",
	"replacement": "\ufffd", "byte order mark": "\ufeffx", "right to left": "\u202eabc", "zero width": "a\u200bb",
	"turkish": "İı", "sharp s": "ßẞ", "quotes": `'"` + "`\\", "sql": "'; DROP TABLE event; --", "pattern": "%_*?[a]",
	"json": `{"a":[1,null]}`, "html": "<b>&amp;</b>", "null": "null", "number": "0", "format": "%s%n$1",
}

// numbers are written as they must come back.
var numbers = []string{
	"0", "-1", "9007199254740991", "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
	"18446744073709551616", "123456789012345678901234567890", "0.1", "0.10", "-0", "-0.0", "1e308", "1E+2", "1e-400",
}

func values() []testCase {
	var cases []testCase
	for name, text := range texts {
		cases = append(cases,
			testCase{"text in an event: " + name, func(w *world) { textInEvent(w, text) }},
			testCase{"text in a row: " + name, func(w *world) { textInRow(w, text) }},
			testCase{"text in a staged row: " + name, func(w *world) { textInStagedRow(w, text) }},
			testCase{"text by meaning: " + name, func(w *world) { textByMeaning(w, text) }},
			testCase{"text as a blob: " + name, func(w *world) { bytesAsBlob(w, []byte(text)) }},
		)
	}
	for _, number := range numbers {
		cases = append(cases, testCase{"number " + number, func(w *world) { numberInBoth(w, number) }})
	}
	for _, n := range []int64{0, 1, -1, 1 << 53, 1<<53 + 1, math.MaxInt64, math.MinInt64} {
		cases = append(cases, testCase{fmt.Sprintf("minute %d", n), func(w *world) { minute(w, n) }})
	}
	return cases
}

func textInEvent(w *world, text string) {
	w.tell(event.Trunk, text)
	w.reopen(persistence.Reading)
	got, err := w.texts(w.save.At(event.Trunk))
	w.must(err)
	if len(got) != 1 || got[0] != text {
		w.Errorf("got %.80q", got)
	}
	w.must(w.save.Verify(w.ctx))
}

func textInRow(w *world, text string) {
	row := memory("m", text)
	row.Facets = persistence.Facets{Location: text, Tags: []string{text, "x"}}
	row.Data = strictjson.Object{text: text}
	w.keep(event.Trunk, store(row))
	w.reopen(persistence.Reading)
	scope := w.scope(event.Trunk)
	scope.Facets.Tags = []string{text}
	found, err := w.save.ExactMatch(w.ctx, scope)
	w.must(err)
	if len(found) != 1 || found[0].Row.Text != text || found[0].Row.Facets.Location != text || found[0].Row.Data[text] != text {
		w.Errorf("got %.200q", fmt.Sprint(found))
	}
}

func textInStagedRow(w *world, text string) {
	row := memory("m", text)
	row.Facets = persistence.Facets{Location: text, Episodic: text, Tags: []string{text, "x"}}
	row.Data = strictjson.Object{text: text}
	scope := w.staging(store(row))
	scope.Facets.Tags = []string{text}
	all, worded := persistence.Query{}, persistence.Query{Text: text}
	staged := [][]persistence.Found{w.hits(scope, all), w.hits(scope, worded)}
	if len(staged[0]) != 1 || staged[0][0].Row.Text != text || staged[0][0].Row.Facets.Episodic != text {
		w.Errorf("got %.200q", fmt.Sprint(staged[0]))
	}
	w.keep(event.Trunk, store(row))
	scope.Staged = nil
	if diff := cmp.Diff([][]persistence.Found{w.hits(scope, all), w.hits(scope, worded)}, staged); diff != "" {
		w.Errorf("%.200s", diff)
	}
}

func bytesAsBlob(w *world, data []byte) {
	sum, err := w.save.PutBlob(w.ctx, data)
	w.must(err)
	w.reopen(persistence.Reading)
	got, err := w.save.GetBlob(w.ctx, sum)
	w.must(err)
	if !bytes.Equal(got, data) {
		w.Errorf("got %.80q", got)
	}
}

func numberInBoth(w *world, number string) {
	free := strictjson.Object{"n": strictjson.Number(number)}
	row := memory("m", "")
	row.Data = free
	b := w.batch(event.Trunk, 0)
	b.Events = []event.Event{{Kind: event.StatePatched, Actor: event.EngineSelf, Data: event.Data{"patch": free}}}
	b.Rows = []persistence.Change{store(row)}
	_, err := w.save.Append(w.ctx, b)
	w.must(err)
	w.reopen(persistence.Reading)
	for record, err := range w.save.Events(w.ctx, w.save.At(event.Trunk), 0) {
		w.must(err)
		w.is(record.Event.Value("patch"), free)
	}
	found, err := w.save.ExactMatch(w.ctx, w.scope(event.Trunk))
	w.must(err)
	w.is(found[0].Row.Data, free)
}

func minute(w *world, n int64) {
	row := memory("m", "")
	row.Timed, row.Minutes, row.Moment, row.Turn = true, n, math.MaxInt64, max(0, n)
	b := w.batch(event.Trunk, 0)
	e := happened("x", math.MaxInt64)
	e.Moment.Timed, e.Moment.Minutes = true, n
	b.Events, b.Rows = []event.Event{e}, []persistence.Change{store(row)}
	_, err := w.save.Append(w.ctx, b)
	w.must(err)
	w.reopen(persistence.Reading)
	for record, err := range w.save.Events(w.ctx, w.save.At(event.Trunk), 0) {
		w.must(err)
		w.is(record.Event.Moment, e.Moment)
	}
	scope := w.scope(event.Trunk)
	scope.From, scope.To = &n, &n
	found, err := w.save.ExactMatch(w.ctx, scope)
	w.must(err)
	w.is(len(found), 1)
	w.is(found[0].Row.Minutes, n)
	w.is(found[0].Row.Turn, max(0, n))
	scope.Before = max(1, n)
	found, err = w.save.ExactMatch(w.ctx, scope)
	w.must(err)
	w.is(len(found) == 1, n <= 0)
}
