package look

import (
	"math/rand/v2"
	"strings"
)

// Complete fills in what is not known, from a seed alone: the same person looks
// the same in every picture, however little is said. What is known stays.
func (l Look) Complete(seed uint64) Look {
	chance := rand.New(rand.NewPCG(seed, 0))
	// All is drawn before it is used, so that no answer moves another.
	pick := func(words ...string) string { return words[chance.IntN(len(words))] }
	sex, age, build := pick("man", "woman"), pick("young", "grown", "grown", "middle-aged"), pick("", "", "slight", "broad")
	skin, eyes := pick("fair", "fair", "rosy", "tan", "olive"), pick("brown", "hazel", "grey", "blue", "green")
	colour, ageing := pick("brown", "brown", "dark", "black", "blond", "auburn"), pick("grey", "white", "silver")
	hers, his := pick("long", "shoulder", "long"), pick("short", "short", "short", "cropped", "shoulder")
	style, kept := pick("straight", "wavy", "wavy", "curly"), pick("balding", "straight", "wavy", "straight")
	beard, hat := pick("none", "none", "stubble", "short"), pick("brown", "black", "grey", "blue")
	dress, cloth := pick("coat", "coat", "jersey", "shirt", "waistcoat"), pick("brown", "blue", "green", "grey", "maroon", "teal")
	gown, linen := pick("gown", "gown", "shirt", "coat"), pick("white", "pale", "brown", "grey")

	first(&l.Sex, sex)
	first(&l.Age, usualAge(l.Hair.Colour+l.Beard.Colour, age))
	first(&l.Build, build)
	first(&l.Skin, skin)
	first(&l.Eyes, eyes)
	man, old := l.Sex == "man", l.Age == "old"
	first(&l.Hair.Colour, l.Beard.Colour)
	if l.Dress.Kind == "oilskins" && l.Hair == (Hair{Colour: l.Hair.Colour}) {
		first(&l.Head.Kind, "souwester")
	}
	l.Hair.complete(man, old, either(old, ageing, colour), either(man, his, hers), either(man && old, kept, style))
	l.completeBeard(man && (l.Age == "grown" || l.Age == "middle-aged"), beard)
	first(&l.Dress.Kind, either(man || l.Age == "child", dress, gown))
	first(&l.Dress.Colour, usualColour(l.Dress.Kind, cloth))
	first(&l.Under.Kind, "shirt")
	first(&l.Under.Colour, linen)
	first(&l.Wrap.Colour, either(l.Wrap.Kind == "apron", "pale", hat))
	first(&l.Head.Colour, l.usualHat(hat))
	first(&l.Mood, "calm")
	return l
}

func (h *Hair) complete(man, old bool, colour, length, style string) {
	first(&h.Colour, colour)
	if h.Style == "bun" || h.Style == "braid" || h.Style == "ponytail" {
		first(&h.Length, "long")
	}
	first(&h.Length, length)
	if h.Length == "bald" {
		return
	}
	if !man && old && h.Style == "" && h.Length == "long" {
		style = "bun"
	}
	first(&h.Style, style)
}

func (l *Look) completeBeard(grows bool, kind string) {
	first(&l.Beard.Kind, either(grows && l.Moustache == "", kind, "none"))
	first(&l.Beard.Colour, l.Hair.Colour)
	full := l.Beard.Kind == "full" || l.Beard.Kind == "long" || l.Beard.Kind == "short"
	first(&l.Moustache, either(full, "full", "none"))
}

// usualAge is what the colour of hair and beard tells.
func usualAge(colours, otherwise string) string {
	switch {
	case strings.Contains(colours, "white"), strings.Contains(colours, "silver"):
		return "old"
	case strings.Contains(colours, "grey"):
		return "middle-aged"
	}
	return otherwise
}

// usualColour is what a garment has where nobody says.
func usualColour(kind, otherwise string) string {
	switch kind {
	case "oilskins":
		return "yellow"
	case "uniform":
		return "blue"
	case "shirt":
		return "pale"
	case "robe":
		return "brown"
	}
	return otherwise
}

func (l *Look) usualHat(otherwise string) string {
	switch l.Head.Kind {
	case "crown", "souwester":
		return "yellow"
	case "hood", "peaked":
		return l.Dress.Colour
	case "tophat", "tricorne":
		return "black"
	case "bonnet":
		return "white"
	}
	return otherwise
}
