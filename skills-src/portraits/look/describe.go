package look

import "strings"

// Describe says in words what a look knows, for those who cannot see the picture.
// The name may be "". Nothing of the description itself is in it: only words of
// the tables.
func (l Look) Describe(name string) string {
	said := l.who()
	details := l.details()
	if len(details) > 0 {
		said += " with " + list(details)
	}
	if clothes := l.clothes(); len(clothes) > 0 {
		said += either(len(details) > 0, ", in ", " in ") + list(clothes)
	}
	if l.Mood != "" {
		said += ", looking " + l.Mood
	}
	if name != "" {
		return name + ": " + said
	}
	return strings.ToUpper(said[:1]) + said[1:]
}

// who is "an old man".
func (l Look) who() string {
	noun := l.Sex
	age := l.Age
	switch {
	case l.Age == "child":
		noun, age = childNouns[l.Sex], ""
	case l.Sex == "":
		noun = "person"
	}
	if age == "grown" {
		age = ""
	}
	return withArticle(join(age, l.Build, noun))
}

var childNouns = map[string]string{"": "child", "man": "boy", "woman": "girl"}

func (l Look) details() (d []string) {
	add := func(known bool, words ...string) {
		if known {
			d = append(d, join(words...))
		}
	}
	add(l.Hair.Length == "bald", "a bald head")
	add(l.Hair != Hair{} && l.Hair.Length != "bald", l.Hair.words(), "hair")
	add(l.Beard.Kind != "" && l.Beard.Kind != "none", l.beard())
	add(l.Moustache == "full" && !l.bearded(), withArticle(join(l.Beard.Colour, "moustache")))
	add(l.Brows != "", "heavy brows")
	add(l.Skin != "", l.Skin, "skin")
	add(l.Eyes != "", l.Eyes, "eyes")
	add(l.Lines != "", "a", l.Lines, "face")
	add(l.Freckles != "", "freckles")
	add(l.Scar != "", scarPlaces()[l.Scar])
	add(l.Patch != "", "an eyepatch")
	add(l.Earring != "", "an earring")
	add(l.Glasses == "spectacles", "spectacles")
	add(l.Glasses == "monocle", "a monocle")
	return d
}

func scarPlaces() map[string]string {
	return map[string]string{
		"cheek": "a scar on the cheek", "brow": "a scar on the brow",
		"lip": "a scar on the lip", "eye": "a scar over the eye",
	}
}

func (l Look) bearded() bool { return l.Beard.Kind != "" && l.Beard.Kind != "none" }

func (l Look) beard() string {
	if l.Beard.Kind == "stubble" {
		return join(l.Beard.Colour, "stubble")
	}
	return withArticle(join(l.Beard.Kind, l.Beard.Colour, "beard"))
}

func (h Hair) words() string {
	switch h.Style {
	case "braid", "bun", "ponytail":
		return join(h.Length, h.Colour, styleWords[h.Style])
	}
	return join(h.Length, h.Style, h.Colour)
}

var styleWords = map[string]string{"braid": "braided", "bun": "pinned-up", "ponytail": "tied-back"}

func (l Look) clothes() (c []string) {
	for _, g := range []Garment{l.Dress, l.Under, l.Wrap, l.Head} {
		switch {
		case g.Kind == "" || g.Kind == "none":
		case g.Kind == "oilskins":
			c = append(c, join(g.Colour, g.Kind))
		default:
			c = append(c, withArticle(join(g.Colour, garmentWord(g.Kind))))
		}
	}
	return c
}

func garmentWord(kind string) string {
	switch kind {
	case "tophat":
		return "top hat"
	case "peaked":
		return "peaked cap"
	case "knit":
		return "knitted cap"
	case "souwester":
		return "sou'wester"
	}
	return kind
}

func withArticle(words string) string {
	if strings.ContainsRune("aeio", rune(words[0])) {
		return "an " + words
	}
	return "a " + words
}

func join(words ...string) string {
	var said []string
	for _, word := range words {
		if word != "" {
			said = append(said, word)
		}
	}
	return strings.Join(said, " ")
}

func list(items []string) string {
	if len(items) == 1 {
		return items[0]
	}
	return strings.Join(items[:len(items)-1], ", ") + " and " + items[len(items)-1]
}
