package main

import (
	"encoding/binary"
	"encoding/gob"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// weightsOf writes a perceptron as package tagger reads it: numbers as varints, texts with
// their length before them. The classes; then words that have one tag alone, with its
// place among the classes; then the features in order, each with what it shares with the
// one before, what it has besides, and the weight of each class in thousandths.
func weightsOf(dir string) ([]byte, error) {
	var classes []string
	var tags map[string]string
	var weights map[string]map[string]float64
	for name, into := range map[string]any{"classes.gob": &classes, "tags.gob": &tags, "weights.gob": &weights} {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		err = gob.NewDecoder(f).Decode(into)
		f.Close()
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(classes)
	var out []byte
	number := func(n int) { out = binary.AppendUvarint(out, uint64(n)) }
	text := func(s string) { number(len(s)); out = append(out, s...) }
	number(len(classes))
	for _, c := range classes {
		text(c)
	}
	number(len(tags))
	for _, word := range sorted(tags) {
		text(word)
		number(slices.Index(classes, tags[word]))
	}
	number(len(weights))
	before := ""
	for _, feature := range sorted(weights) {
		shared := 0
		for shared < min(len(before), len(feature)) && before[shared] == feature[shared] {
			shared++
		}
		number(shared)
		text(feature[shared:])
		before = feature
		number(len(weights[feature]))
		for _, class := range sorted(weights[feature]) {
			number(slices.Index(classes, class))
			out = binary.AppendVarint(out, int64(math.Round(weights[feature][class]*1000)))
		}
	}
	return out, nil
}

func sorted[V any](m map[string]V) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
