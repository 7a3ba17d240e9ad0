package main

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// verbsOf are WordNet's verbs of one word, each with how many tenths of its uses are as a
// verb: what is left are uses as a noun. A word that was never met counts half for each
// that it can be.
func verbsOf(dir string) ([]byte, error) {
	verb, noun := map[string]int{}, map[string]int{}
	err := lines(filepath.Join(dir, "index.sense"), func(f []string) error {
		lemma, rest, _ := strings.Cut(f[0], "%")
		n, err := strconv.Atoi(f[3])
		if strings.ContainsFunc(lemma, func(r rune) bool { return r < 'a' || r > 'z' }) {
			return err
		}
		switch rest[0] {
		case '1':
			noun[lemma] += 2*n + 1
		case '2':
			verb[lemma] += 2*n + 1
		}
		return err
	})
	var out bytes.Buffer
	for _, lemma := range slices.Sorted(maps.Keys(verb)) {
		fmt.Fprintf(&out, "%s %d\n", lemma, max(1, 9*verb[lemma]/(verb[lemma]+noun[lemma])))
	}
	return out.Bytes(), err
}
