package protocol

import (
	"slices"
	"strings"
	"unicode"
)

// checkKeys refuses an object in which two readers could see two things: a key
// that another JSON library, one that folds case, would take for a known field
// or for another key, and a NUL where a library in C would end the key.
//
// Folding is Unicode's simple folding, so U+212A (KELVIN SIGN) is a k and U+017F
// (LATIN SMALL LETTER LONG S) an s, as encoding/json has it.
func checkKeys(object Object, known []string) *fault {
	unknown := unknownKeys(object, known)
	if len(unknown) == 0 {
		return nil
	}
	folded := make(map[string]string, len(unknown))
	for _, key := range unknown {
		if strings.Contains(key, "\x00") {
			return faultf(MalformedEvent, "the key %s has a NUL character in it", quote(key))
		}
		if name := sameFold(key, known); name != "" {
			return faultf(MalformedEvent, "the key %s differs from %q by case alone; write it %q", quote(key), name, name)
		}
		if other, twice := folded[fold(key)]; twice {
			return faultf(MalformedEvent, "the keys %s and %s differ by case alone", quote(other), quote(key))
		}
		folded[fold(key)] = key
	}
	return nil
}

// unknownKeys are sorted, so that of several faults always the same is named.
func unknownKeys(object Object, known []string) []string {
	var unknown []string
	for key := range object {
		if !slices.Contains(known, key) {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	return unknown
}

func sameFold(key string, names []string) string {
	for _, name := range names {
		if strings.EqualFold(key, name) {
			return name
		}
	}
	return ""
}

// fold gives all texts that differ by case alone the same form.
func fold(s string) string { return strings.Map(leastFold, s) }

func leastFold(r rune) rune {
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}
