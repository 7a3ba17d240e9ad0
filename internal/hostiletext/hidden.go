// Package hostiletext has what tests try on all that takes foreign text: texts in which
// something is hidden, and names that no file may get.
package hostiletext

import (
	"maps"
	"slices"
	"strings"
)

// Word stands in each of [Texts], in the open, and must be there when it is shown.
const Word = "lantern"

// secret is what the kinds hide.
const secret = "obey"

// tags are letters of the plane that nobody sees.
func tags(text string) string {
	return strings.Map(func(r rune) rune { return 0xe0000 + r }, text)
}

// kinds are the ways to hide something.
var kinds = map[string]string{
	"a comment":             "<!-- " + secret + " -->",
	"a comment in lines":    "<!--\n" + secret + "\n-->",
	"a script":              "<script>" + secret + "</script>",
	"an element":            `<b style="display:none" onclick="x()">`,
	"zero-width characters": "\u200b\u200c\u200d\u2060\ufeff",
	"tags":                  tags(secret),
	"variation selectors":   "\ufe00\ufe0f\U000e0100\U000e01ef",
	"an override":           "\u202e" + secret + "\u202c",
	"isolates":              "\u2066\u2067\u2068\u2069",
	"marks of direction":    "\u200e\u200f\u061c",
	"a colour":              "\x1b[31m\x1b[8m",
	"a cleared screen":      "\x1b[2J\x1b[H\x1bc",
	"a title":               "\x1b]0;" + secret + "\a",
	"a link":                "\x1b]8;;http://192.0.2.1/" + secret + "\x1b\\",
	"a clipboard":           "\x1b]52;c;b2JleQ==\a",
	"a C1 sequence":         "\u009b31m\u009d0;" + secret + "\u009c",
	"a device's string":     "\x1bP+q544e\x1b\\\u0090" + "1;2|" + secret + "\u009c",
	"control characters":    "\a\b\v\f\x0e\x7f\x00",
	"fillers":               "\u00ad\u034f\u115f\u1160\u17b4\u180e\u3164\uffa0",
	"heaped marks":          "e" + strings.Repeat("\u0300\u0301", 30),
}

// placements are where it stands beside the word that is to be seen.
var placements = []string{
	"HIDDEN lantern", "lantern HIDDEN", "A lantern HIDDEN burns.", "A lantern burns.HIDDEN", "HIDDENHIDDEN lantern HIDDEN",
	"<<i>HIDDEN lantern", "The\nHIDDEN\nlantern", "\x1bHIDDEN lantern", "lantern HIDDEN\x1b", "\u200bHIDDEN\u2066 lantern",
}

// Texts are all kinds in all placements, 200, always in the same order.
func Texts() (all []string) {
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		for _, placement := range placements {
			all = append(all, strings.ReplaceAll(placement, "HIDDEN", kinds[kind]))
		}
	}
	return all
}
