package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is made of the table is as the table is now: go generate ./api makes it anew.
func TestFilesAreAsTheTable(t *testing.T) {
	root := filepath.Join("..", "..")
	made, err := files(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range made {
		written, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || string(written) != string(text) {
			t.Errorf("%s is not as the table is (%v); go generate ./api makes it anew", name, err)
		}
	}
}

// Every method, type, code and kind has its words, and every link on the page leads somewhere.
func TestPageIsWhole(t *testing.T) {
	made, err := files(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	page := string(made["docs/api.md"])
	headings := map[string]bool{}
	for line := range strings.Lines(page) {
		if name, is := strings.CutPrefix(strings.TrimRight(line, "\n"), "### "); is {
			headings[strings.ToLower(strings.ReplaceAll(name, ".", ""))] = true
		}
		if name, is := strings.CutPrefix(strings.TrimRight(line, "\n"), "## "); is {
			headings[strings.ToLower(strings.ReplaceAll(name, " ", "-"))] = true
		}
	}
	for _, link := range strings.Split(page, "](#")[1:] {
		if to, _, _ := strings.Cut(link, ")"); !headings[to] {
			t.Errorf("there is no %q to go to", to)
		}
	}
	for _, empty := range []string{"|  |  |", "\n\n.\n", "{{"} {
		if i := strings.Index(page, empty); i >= 0 {
			t.Errorf("something has no words: %q", page[max(0, i-80):min(len(page), i+20)])
		}
	}
}
