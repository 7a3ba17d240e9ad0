package config

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/narratoria/narratoria/internal/strictjson"
)

// A form shows what was written and no secret, and what it shows can be saved again without
// losing one.
func TestForm(t *testing.T) {
	skill := skillWith(t, `{"type":"object","additionalProperties":false,"properties":{
		"tone":{"type":"string","default":"dry"},"length":{"type":"integer","default":3},
		"place":{"type":"string","x-env-var":"SCRIBE_PLACE"},
		"key":{"type":"string","x-sensitive":true},
		"server":{"type":"object","properties":{"url":{"type":"string"},"password":{"type":"string","format":"password"}}}}}`)
	s := Store{Dir: t.TempDir(), LookupEnv: environment("SCRIBE_PLACE", "the quay"), Consent: allow(t, t.TempDir(), skill)}
	shown := func() Form {
		t.Helper()
		form, problems := s.Form(skill)
		must(t, problems.Err())
		return form
	}
	if diff := cmp.Diff(Form{Values: object(t, `{"tone":"dry","length":3}`)}, shown()); diff != "" {
		t.Errorf("of nothing (-want +got):\n%s", diff)
	}
	must(t, s.Save(skill, object(t, `{"tone":"wry","place":"${SCRIBE_PLACE}","key":"hush-hush","server":{"url":"u","password":"sesame99"}}`)))
	want := Form{Values: object(t, `{"tone":"wry","length":3,"place":"${SCRIBE_PLACE}","server":{"url":"u"}}`), Set: []string{"/key", "/server/password"}}
	first := shown()
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	first.Values["length"] = strictjson.Number("5")
	must(t, s.Save(skill, first.Values))
	values, problems := s.Load(skill)
	must(t, problems.Err())
	if diff := cmp.Diff(object(t, `{"tone":"wry","length":5,"place":"the quay","key":"hush-hush","server":{"url":"u","password":"sesame99"}}`), values.Config); diff != "" {
		t.Errorf("what is shown and saved again (-want +got):\n%s", diff)
	}
	must(t, os.WriteFile(s.userFile(skill), []byte(`{"length":"long"}`), 0o600))
	if form := shown(); form.Values["length"] != "long" {
		t.Errorf("a value that is no good is not shown to be mended: %v", form.Values)
	}
}

func TestNoForm(t *testing.T) {
	skill := skillWith(t, `{"type":"object"}`)
	skill.Schema = nil
	if _, problems := (Store{Dir: t.TempDir()}).Form(skill); problems.Err() == nil {
		t.Error("a skill without a schema has a form")
	}
}
