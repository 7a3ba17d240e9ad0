package draw_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"testing"

	"github.com/narratoria/narratoria/skills-src/portraits/draw"
	"github.com/narratoria/narratoria/skills-src/portraits/look"
)

const side = 128

func portrait(t testing.TB, description string, options draw.Options) *image.RGBA {
	t.Helper()
	if options.Side == 0 {
		options.Side = side
	}
	picture, err := draw.Portrait(t.Context(), look.Read(description), options)
	if err != nil {
		t.Fatal(err)
	}
	return picture.(*image.RGBA)
}

// Boxes of a bust, in hundredths of its side.
var (
	whole    = image.Rect(0, 0, 100, 100)
	crown    = image.Rect(41, 19, 59, 25)
	chest    = image.Rect(24, 84, 76, 100)
	chin     = image.Rect(40, 62, 60, 68)
	eyes     = image.Rect(36, 36, 66, 45)
	mouth    = image.Rect(40, 50, 62, 60)
	besides  = image.Rect(65, 50, 69, 70) // where long hair hangs
	overHead = image.Rect(36, 4, 64, 12)
)

// mean is the mean colour of a box.
func mean(picture *image.RGBA, box image.Rectangle) color.RGBA {
	var r, g, b, n int
	each(picture, box, func(_, _ int, c color.RGBA) {
		r, g, b, n = r+int(c.R), g+int(c.G), b+int(c.B), n+1
	})
	return color.RGBA{uint8(r / n), uint8(g / n), uint8(b / n), 255}
}

func each(picture *image.RGBA, box image.Rectangle, see func(x, y int, c color.RGBA)) {
	n := picture.Rect.Dx()
	for y := box.Min.Y * n / 100; y < box.Max.Y*n/100; y++ {
		for x := box.Min.X * n / 100; x < box.Max.X*n/100; x++ {
			see(x, y, picture.RGBAAt(x, y))
		}
	}
}

// differing is the share of pixels in a box that two pictures show differently,
// in thousandths.
func differing(a, b *image.RGBA, box image.Rectangle) int {
	n, different := 0, 0
	each(a, box, func(x, y int, c color.RGBA) {
		n++
		d := b.RGBAAt(x, y)
		if far(c.R, d.R)+far(c.G, d.G)+far(c.B, d.B) > 36 {
			different++
		}
	})
	return different * 1000 / n
}

func far(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

func TestColoursAreWhereTheyBelong(t *testing.T) {
	red := func(c color.RGBA) bool { return int(c.R) > int(c.G)+30 && int(c.R) > int(c.B)+30 }
	blue := func(c color.RGBA) bool { return int(c.B) > int(c.R)+15 && c.B > c.G }
	green := func(c color.RGBA) bool { return int(c.G) > int(c.R)+10 && int(c.G) > int(c.B)+10 }
	dark := func(c color.RGBA) bool { return int(c.R)+int(c.G)+int(c.B) < 260 }
	pale := func(c color.RGBA) bool { return int(c.R)+int(c.G)+int(c.B) > 450 }
	for _, test := range []struct {
		description string
		box         image.Rectangle
		is          func(color.RGBA) bool
	}{
		{"a woman with long red hair", crown, red},
		{"a woman with long red hair", besides, red},
		{"a woman with black hair", crown, dark},
		{"a woman with white hair", crown, pale},
		{"a man in a blue jersey", chest, blue},
		{"a man in a green coat", chest, green},
		{"a man in a red cloak", chest, red},
		{"a woman in a black gown", chest, dark},
		{"a man with a full red beard", chin, red},
		{"a man with a full black beard", chin, dark},
		{"a man with a tall green hat", crown, green},
		{"a dark-skinned bald man", image.Rect(42, 28, 56, 34), dark},
		{"a pale bald man", image.Rect(42, 28, 56, 34), pale},
	} {
		for seed := range uint64(5) {
			for name, style := range draw.Styles() {
				if c := mean(portrait(t, test.description, draw.Options{Seed: seed, Style: style}), test.box); !test.is(c) {
					t.Errorf("%s, %s, seed %d: %v", test.description, name, seed, c)
				}
			}
		}
	}
}

// Every feature changes its own part of the picture, in every style, and leaves
// some other part as it was.
func TestFeaturesChangeTheirPart(t *testing.T) {
	for _, test := range []struct {
		without, with string
		box, same     image.Rectangle
		least         int // thousandths
	}{
		{"a bald man", "a man with short hair", crown, chest, 400},
		{"a woman with short straight hair", "a woman with long straight hair", besides, overHead, 300},
		{"a man with straight hair", "a man with curly hair", crown, chest, 60},
		{"a man without beard", "a man with a full beard and no moustache", chin, chest, 300},
		{"a man with no moustache and no beard", "a man with a moustache, no beard", mouth, chest, 90},
		{"a young man without a beard", "an old man without a beard", eyes, overHead, 60},
		{"a man, bareheaded", "a man with a top hat", overHead, chest, 500},
		{"a man, bareheaded", "a hooded man", crown, mouth, 100},
		{"a man", "a man with spectacles", eyes, chest, 40},
		{"a man", "a man with an eyepatch", eyes, chest, 100},
		{"a man", "a man with a scar on his cheek", image.Rect(34, 44, 46, 60), chest, 20},
		{"a man with blue eyes", "a man with brown eyes", eyes, chest, 10},
		{"a man in a coat", "a man in a uniform", chest, crown, 60},
		{"a man in a brown coat", "a man in a brown cloak", chest, crown, 60},
		{"a man in a shirt", "a man in a shirt and an apron", chest, crown, 60},
		{"a woman in a gown", "a woman in a gown with a shawl", chest, crown, 100},
		{"a calm man", "a calm man, stout", image.Rect(0, 72, 100, 100), overHead, 40},
	} {
		for name, style := range draw.Styles() {
			options := draw.Options{Seed: 3, Style: style}
			a, b := portrait(t, test.without, options), portrait(t, test.with, options)
			if got := differing(a, b, test.box); got < test.least {
				t.Errorf("%s: %q and %q differ in %d of 1000 there", name, test.without, test.with, got)
			}
			if got := differing(a, b, test.same); got > 120 {
				t.Errorf("%s: %q and %q differ in %d of 1000 elsewhere", name, test.without, test.with, got)
			}
		}
	}
}

func TestMoodsChangeTheFace(t *testing.T) {
	moods := []string{"calm", "stern", "angry", "happy", "kind", "sad", "weary", "afraid", "sly", "proud"}
	for i, one := range moods {
		for _, other := range moods[:i] {
			a, b := portrait(t, "a woman, "+one, draw.Options{}), portrait(t, "a woman, "+other, draw.Options{})
			if got := differing(a, b, eyes) + differing(a, b, mouth); got < 30 {
				t.Errorf("%s and %s differ in %d of 1000", one, other, got)
			}
		}
	}
}

func TestStylesDiffer(t *testing.T) {
	drawn := map[string]*image.RGBA{}
	for name, style := range draw.Styles() {
		drawn[name] = portrait(t, "an old sailor with a beard", draw.Options{Style: style})
		for other, picture := range drawn {
			if name != other && differing(drawn[name], picture, whole) < 100 {
				t.Errorf("%s and %s look alike", name, other)
			}
		}
	}
}

func TestSamePixels(t *testing.T) {
	const description = "A weathered old woman with curly grey hair, freckles, a red scarf and a green coat"
	for _, style := range draw.Styles() {
		a, b := portrait(t, description, draw.Options{Seed: 9, Style: style}), portrait(t, description, draw.Options{Seed: 9, Style: style})
		if !bytes.Equal(a.Pix, b.Pix) {
			t.Errorf("style %d draws one person in two ways", style)
		}
	}
	if a, b := portrait(t, "a man", draw.Options{Seed: 1}), portrait(t, "a man", draw.Options{Seed: 2}); bytes.Equal(a.Pix, b.Pix) {
		t.Error("two people are one")
	}
}

// A larger picture shows the same, only finer.
func TestSidesShowTheSame(t *testing.T) {
	for _, n := range []int{256, 512, 1024} {
		picture := portrait(t, "a red-haired woman in a blue coat", draw.Options{Side: n})
		if picture.Rect.Dx() != n || picture.Rect.Dy() != n || !picture.Opaque() {
			t.Fatalf("%v for %d", picture.Rect, n)
		}
		reference := portrait(t, "a red-haired woman in a blue coat", draw.Options{})
		for _, box := range []image.Rectangle{crown, chest, eyes, mouth} {
			a, b := mean(picture, box), mean(reference, box)
			if far(a.R, b.R)+far(a.G, b.G)+far(a.B, b.B) > 12 {
				t.Errorf("side %d: %v where side %d has %v", n, a, side, b)
			}
		}
	}
}

// Whatever the vocabulary says can be drawn: no garment, hat, colour or mood is
// known to the reader alone.
func TestAllWordsAreDrawn(t *testing.T) {
	plain := portrait(t, "a man, bareheaded", draw.Options{Seed: 5})
	for _, worn := range []string{"coat", "oilskins", "cloak", "uniform", "gown", "robe", "jersey", "waistcoat", "apron", "shawl", "scarf",
		"hat", "top hat", "tricorne", "peaked cap", "cap", "knitted cap", "sou'wester", "hood", "headscarf", "bonnet", "crown"} {
		for _, colour := range []string{"red", "auburn", "ginger", "maroon", "pink", "blond", "yellow", "brown", "black", "grey", "silver",
			"white", "blue", "teal", "green", "purple", "hazel", "dark", "pale"} {
			picture := portrait(t, "a man with a "+colour+" "+worn, draw.Options{Seed: 5, Side: 64})
			if differing(shrunk(plain), picture, whole) < 15 {
				t.Errorf("a %s %s does not show", colour, worn)
			}
		}
	}
}

func shrunk(picture *image.RGBA) *image.RGBA {
	small := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			small.SetRGBA(x, y, picture.RGBAAt(x*2, y*2))
		}
	}
	return small
}

func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := draw.Portrait(ctx, look.Look{}, draw.Options{Side: side}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestSilhouette(t *testing.T) {
	picture := draw.Silhouette(draw.Options{Side: side}).(*image.RGBA)
	if face, ground := mean(picture, eyes), mean(picture, image.Rect(0, 0, 12, 40)); far(face.R, ground.R)+far(face.G, ground.G) < 20 {
		t.Errorf("a silhouette %v on %v cannot be seen", face, ground)
	}
}

func BenchmarkPortrait(b *testing.B) {
	l := look.Read("A weathered old woman with long curly grey hair, freckles, a red scarf and a green coat")
	for name, style := range draw.Styles() {
		for _, n := range []int{256, 512, 1024} {
			b.Run(name+"-"+map[int]string{256: "256", 512: "512", 1024: "1024"}[n], func(b *testing.B) {
				for b.Loop() {
					if _, err := draw.Portrait(b.Context(), l, draw.Options{Seed: 4, Style: style, Side: n}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
