package main

import (
	"strings"
	"testing"
)

func TestSummary(t *testing.T) {
	stream := `{"Action":"output","Package":"p","Test":"TestA","Output":"    a_test.go:3: needs ninja\n"}
{"Action":"skip","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Test":"TestB"}
{"Action":"output","Package":"p","Test":"TestC","Output":"boom\n"}
{"Action":"fail","Package":"p","Test":"TestC"}
{"Action":"fail","Package":"p","Elapsed":1.25}
`
	var out strings.Builder
	s := newSummary(&out)
	if err := s.read(strings.NewReader(stream)); err != nil {
		t.Fatal(err)
	}
	s.close()
	want := "boom\nfail p 1.2s\nskipped 1: needs ninja\n1 passed, 1 failed, 1 skipped\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
