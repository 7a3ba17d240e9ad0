package look

import "strings"

// features are words that say something by themselves, wherever they stand.
func features() map[string]func(r *reader, i int) {
	return map[string]func(r *reader, i int){
		"grey": greying, "gray": greying, "white": greying,
		"pale":          complexion,
		"pallid":        complexion,
		"ashen":         complexion,
		"tanned":        complexion,
		"bronzed":       complexion,
		"sunburnt":      complexion,
		"swarthy":       complexion,
		"ruddy":         complexion,
		"bald":          baldness,
		"hairless":      baldness,
		"balding":       func(r *reader, _ int) { first(&r.look.Hair.Style, "balding") },
		"receding":      func(r *reader, _ int) { first(&r.look.Hair.Style, "balding") },
		"redhead":       hairOf("auburn"),
		"redheaded":     hairOf("auburn"),
		"blonde":        hairOf("blond"),
		"brunette":      hairOf("brown"),
		"grizzled":      hairOf("grey"),
		"greying":       hairOf("grey"),
		"shaven":        shaven,
		"beardless":     func(r *reader, _ int) { first(&r.look.Beard.Kind, "none") },
		"unshaven":      func(r *reader, _ int) { first(&r.look.Beard.Kind, "stubble") },
		"stubbled":      func(r *reader, _ int) { first(&r.look.Beard.Kind, "stubble") },
		"hatless":       bareheaded,
		"bareheaded":    bareheaded,
		"braid":         styled("braid"),
		"braids":        styled("braid"),
		"braided":       styled("braid"),
		"plait":         styled("braid"),
		"plaits":        styled("braid"),
		"ponytail":      styled("ponytail"),
		"bun":           styled("bun"),
		"topknot":       styled("bun"),
		"curls":         styled("curly"),
		"ringlets":      styled("curly"),
		"freckles":      func(r *reader, i int) { r.mark(&r.look.Freckles, "freckles", i) },
		"freckled":      func(r *reader, i int) { r.mark(&r.look.Freckles, "freckles", i) },
		"eyepatch":      func(r *reader, i int) { r.mark(&r.look.Patch, "eyepatch", i) },
		"patch":         func(r *reader, i int) { r.patch(i) },
		"earring":       func(r *reader, i int) { r.mark(&r.look.Earring, "earring", i) },
		"earrings":      func(r *reader, i int) { r.mark(&r.look.Earring, "earring", i) },
		"scar":          scar,
		"scars":         scar,
		"scarred":       scar,
		"weathered":     lined("weathered"),
		"wrinkled":      lined("weathered"),
		"leathery":      lined("weathered"),
		"weatherbeaten": lined("weathered"),
		"gaunt":         lined("gaunt"),
		"haggard":       lined("gaunt"),
		"widow":         func(r *reader, _ int) { r.mourning() },
		"shawl":         func(r *reader, i int) { r.shawl(i) },
	}
}

func baldness(r *reader, i int) {
	if !r.denied(i) {
		first(&r.look.Hair.Length, "bald")
	}
}

// complexion is the skin's, said of the whole person.
func complexion(r *reader, i int) {
	if p := r.partAt(i); p == nothing {
		r.mark(&r.look.Skin, r.skins[r.at(i)], i)
	}
}

// greying is the hair's in "fair going grey", where no hair is named.
func greying(r *reader, i int) {
	if before := r.at(i - 1); (before == "going" || before == "gone" || before == "turning") && r.partBefore(i) == nothing {
		r.mark(&r.look.Hair.Colour, r.colours[r.at(i)], i)
	}
}

func bareheaded(r *reader, _ int) { r.look.Head = Garment{Kind: "none"} }

func hairOf(colour string) func(*reader, int) {
	return func(r *reader, i int) {
		if p := r.partAt(i); p == nothing || p == hair {
			first(&r.look.Hair.Colour, colour)
		}
	}
}

func styled(style string) func(*reader, int) {
	return func(r *reader, i int) { r.mark(&r.look.Hair.Style, style, i) }
}

func lined(lines string) func(*reader, int) {
	return func(r *reader, i int) {
		if !r.ofSomething(i) {
			r.mark(&r.look.Lines, lines, i)
		}
	}
}

func (r *reader) mark(field *string, value string, i int) {
	if !r.denied(i) {
		first(field, value)
	}
}

// shaven is the beard's when it is "clean-shaven", else the head's.
func shaven(r *reader, i int) {
	if r.at(i-1) == "clean" {
		first(&r.look.Beard.Kind, "none")
		first(&r.look.Moustache, "none")
	}
}

// patch is one over an eye, not one on a sleeve.
func (r *reader) patch(i int) {
	if r.at(i-1) == "eye" || strings.Contains(strings.Join(r.clause[i:min(len(r.clause), i+6)], " "), "eye") {
		r.mark(&r.look.Patch, "eyepatch", i)
	}
}

// scar is where the clause says, else on the cheek.
func scar(r *reader, i int) {
	for _, word := range r.clause[i:min(len(r.clause), i+8)] {
		if place := r.scars[word]; place != "" {
			r.mark(&r.look.Scar, place, i)
			return
		}
	}
	r.mark(&r.look.Scar, "cheek", i)
}

// mourning is what a widow's word brings where the rest leaves it open.
func (r *reader) mourning() { first(&r.look.Sex, "woman") }

func onHead(word string) bool { return word == "head" || word == "hair" }

// shawl lies about the shoulders, and over the head where that is said.
func (r *reader) shawl(i int) {
	for j := i + 1; j <= i+reach; j++ {
		if over := r.at(j) == "over" || r.at(j) == "on"; over && (onHead(r.at(j+1)) || onHead(r.at(j+2)) || onHead(r.at(j+3))) {
			r.cover("headscarf")
			first(&r.look.Head.Colour, r.look.Wrap.Colour)
			return
		}
	}
}

// consistent settles what only the whole description can.
func (l Look) consistent() Look {
	if l.Beard.Kind == unsaidBeard {
		l.Beard.Kind = "full"
	}
	if l.Dress.Kind == "cloak" && l.Head.Kind == "hood" {
		first(&l.Head.Colour, l.Dress.Colour)
	}
	if l.Sex == "" && (l.bearded() || l.Moustache == "full") {
		l.Sex = "man"
	}
	if l.Hair.Length == "bald" {
		l.Hair.Style = ""
	}
	return l
}
