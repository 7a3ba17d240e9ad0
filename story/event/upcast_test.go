package event

import (
	"errors"
	"testing"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// Old data reaches the reader in its new form, and the stored bytes stay what
// they are.
func TestOldEventsAreBroughtUpToDate(t *testing.T) {
	old := catalogue{{kind: "lit", fields: []Field{need("lamp", ID, "")}}}
	now := catalogue{{
		kind:   "lit",
		fields: []Field{need("what", ID, ""), need("oil", Whole, "")},
		upcasts: []func(Data){
			func(d Data) { d["what"] = d["lamp"]; delete(d, "lamp") },
			func(d Data) { d["oil"] = 3 },
		},
	}}
	written, err := old.encode(Event{Kind: "lit", Actor: "mira", Data: Data{"lamp": "old-lamp"}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := now.decode(written)
	if err != nil || e.Text("what") != "old-lamp" || e.Whole("oil") != 3 {
		t.Errorf("got %+v (%v)", e.Data, err)
	}
	again, err := now.encode(e)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := old.decode(again); !errors.Is(err, ErrNewer) {
		t.Errorf("an older program read version 3: %v", err)
	}
}

// What an upcaster makes is looked at like what a program writes.
func TestWhatUpcastersMakeIsChecked(t *testing.T) {
	old := catalogue{{kind: "lit", fields: []Field{need("lamp", Free, "")}}}
	now := catalogue{{
		kind:    "lit",
		fields:  []Field{need("lamp", Free, "")},
		upcasts: []func(Data){func(d Data) { d["lamp"] = strictjson.Number("one") }},
	}}
	written, err := old.encode(Event{Kind: "lit", Actor: "mira", Data: Data{"lamp": true}})
	if err != nil {
		t.Fatal(err)
	}
	if e, err := now.decode(written); !errors.Is(err, ErrInvalid) {
		t.Errorf("got %+v (%v)", e, err)
	}
}
