// Package look reads from a description in prose how somebody looks.
//
//	l := look.Read("An old fisherman with a full grey beard, in yellow oilskins.")
//	l.Age                  // "old"
//	l.Beard.Kind           // "full"
//	l.Dress.Colour         // "yellow"
//	l.Describe("")         // "An old man with a full grey beard, in yellow oilskins"
//
// It knows a closed vocabulary, the tables of words.go: whatever else a
// description holds is passed over, and can appear neither in a [Look] nor in
// what Describe says of it. What is not said stays "". [Look.Complete] fills that
// in from a number, so that somebody nobody described still has one face.
//
// Everything here is a pure function.
package look

// Look is what is known of somebody's looks. Its words are those of the tables in
// words.go; "" is unknown. A Look can be compared with ==.
type Look struct {
	Sex   string // man, woman
	Age   string // child, young, grown, middle-aged, old
	Build string // slight, broad, stout
	Skin  string
	Eyes  string
	Mood  string

	Hair      Hair
	Beard     Beard
	Moustache string // none, full
	Brows     string // heavy

	Dress Garment // over all
	Under Garment // what shows beneath it: a shirt, a jersey
	Wrap  Garment // over the shoulders or about the neck: shawl, scarf, apron
	Head  Garment

	Glasses  string // none, spectacles, monocle
	Patch    string // eyepatch
	Scar     string // cheek, brow, lip, eye
	Freckles string // freckles
	Earring  string // earring
	Lines    string // weathered, gaunt
}

// Hair is that of the head.
type Hair struct {
	Colour string
	Length string // bald, cropped, short, shoulder, long
	Style  string // straight, wavy, curly, tousled, braid, bun, ponytail, balding
}

// Beard is that of cheeks and chin.
type Beard struct {
	Kind   string // none, stubble, short, full, long
	Colour string
}

// Garment is something worn; of kind "none" it is known to be missing.
type Garment struct{ Kind, Colour string }

// Says reports whether anything is known.
func (l Look) Says() bool { return l != Look{} }

// Contradicts reports whether a newer look says something that is not so in l, or
// that l leaves open. What the newer one leaves open may have stayed as it was.
func (l Look) Contradicts(newer Look) bool {
	was, is := l.fields(), newer.fields()
	for i := range is {
		if *is[i] != "" && nearly(*is[i]) != nearly(*was[i]) {
			return true
		}
	}
	return false
}

// nearly is one word for all that different writers call the same.
func nearly(word string) string {
	if as, is := map[string]string{"ginger": "red", "silver": "grey", "cropped": "short"}[word]; is {
		return as
	}
	return word
}

// Details are how many things are known.
func (l Look) Details() (known int) {
	for _, field := range l.fields() {
		if *field != "" {
			known++
		}
	}
	return known
}

// fields are all words of a look, always in the same order.
func (l *Look) fields() []*string {
	fields := []*string{
		&l.Sex, &l.Age, &l.Build, &l.Skin, &l.Eyes, &l.Mood,
		&l.Hair.Colour, &l.Hair.Length, &l.Hair.Style,
		&l.Beard.Kind, &l.Beard.Colour, &l.Moustache, &l.Brows,
		&l.Glasses, &l.Patch, &l.Scar, &l.Freckles, &l.Earring, &l.Lines,
	}
	for _, g := range []*Garment{&l.Dress, &l.Under, &l.Wrap, &l.Head} {
		fields = append(fields, &g.Kind, &g.Colour)
	}
	return fields
}
