package mask_test

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/narratoria/narratoria/internal/mask"
	"github.com/narratoria/narratoria/internal/strictjson"
)

func TestText(t *testing.T) {
	m := mask.New("hunter2\"&hunter2", "0123456789", "")
	for text, want := range map[string]string{
		"no secret":               "no secret",
		`x hunter2"&hunter2 y`:    "x *** y",
		`{"k":"hunter2\"&hunter2`: `{"k":"***`,
		"?k=hunter2%22%26hunter2": "?k=***",
		"hunter2\"&\nhunter2\n":   "***\n",
		"012345\r\n6789!":         "***!",
		"01234567890123456789":    "******",
		"hunter2 hunter2":         "hunter2 hunter2",
	} {
		if got := m.Text(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	for offset := range 3 { // whole base64, and broken into lines
		coded := base64.StdEncoding.EncodeToString([]byte(fmt.Sprintf("%.*s%s", offset, "ab", "0123456789")))
		for _, text := range []string{coded, coded[:7] + "\n" + coded[7:]} {
			if got := m.Text(text); len(got) > len("YWI***=")+2 {
				t.Errorf("%q becomes %q", text, got)
			}
		}
	}
}

// What is no ASCII is hidden as others escape it, too.
func TestEscapedByOthers(t *testing.T) {
	m := mask.New(`sk-é-"𝄞"-0123`)
	for _, text := range []string{`{"k": "sk-\u00e9-\"\ud834\udd1e\"-0123"}`, `{"k": "sk-é-\"𝄞\"-0123"}`} {
		if got := m.Text(text); got != `{"k": "***"}` {
			t.Errorf("%s becomes %s", text, got)
		}
	}
}

func TestTreeIsACopy(t *testing.T) {
	tree := strictjson.Object{"0123456789": []any{strictjson.Number("10123456789"), true, nil, "a"}}
	got := mask.New("0123456789").Tree(tree)
	if !strictjson.Equal(got, strictjson.Object{"***": []any{"1***", true, nil, "a"}}) || tree["0123456789"] == nil {
		t.Errorf("got %v of %v", got, tree)
	}
}

func TestNoMaskCostsNothing(t *testing.T) {
	none, tree := mask.New(""), any(strictjson.Object{"a": "b"})
	if none != nil {
		t.Error("there is a mask of no secret")
	}
	if n := testing.AllocsPerRun(100, func() { _, _ = none.Text("a"), none.Tree(tree) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
