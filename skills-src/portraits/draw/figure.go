package draw

import "github.com/narratoria/narratoria/skills-src/portraits/look"

// figure holds the measures of a bust, in units; widths are from the middle.
type figure struct {
	x                       float64 // the middle of head and neck
	crown, eyes, chin       float64 // heights
	temple, cheek, jaw, tip float64 // widths of the face, from above to the chin's tip
	turn                    float64 // how far the features are off the middle: the head is turned
	neck, collar            float64 // width; height where it meets the clothes
	shoulder, shoulderY     float64
	nose                    float64 // its size
}

func figureOf(l look.Look) figure {
	f := figure{
		x: 256, crown: 96, eyes: 206, chin: 322,
		temple: 75, cheek: 71, jaw: 57, tip: 27,
		turn: 7, neck: 40, collar: 354, shoulder: 156, shoulderY: 394, nose: 1,
	}
	if l.Sex == "woman" {
		f.temple, f.cheek, f.jaw, f.tip = 73, 68, 49, 19
		f.neck, f.shoulder, f.shoulderY, f.chin, f.nose = 31, 132, 398, 318, 0.85
	}
	f.ageing(l.Age)
	f.building(l.Build)
	if l.Lines == "gaunt" {
		f.cheek, f.jaw = f.cheek-7, f.jaw-8
	}
	return f
}

func (f *figure) ageing(age string) {
	switch age {
	case "child":
		f.crown, f.eyes, f.chin, f.collar = 124, 240, 330, 358
		f.temple, f.cheek, f.jaw, f.tip = 80, 79, 56, 20
		f.neck, f.shoulder, f.shoulderY, f.nose = 26, 108, 406, 0.62
	case "young":
		f.jaw, f.nose = f.jaw-3, f.nose*0.92
	case "old":
		f.jaw, f.cheek, f.nose = f.jaw+3, f.cheek-4, f.nose*1.22
		f.shoulder, f.shoulderY = f.shoulder-8, f.shoulderY+8
	}
}

func (f *figure) building(build string) {
	switch build {
	case "slight":
		f.cheek, f.jaw, f.tip = f.cheek-4, f.jaw-6, f.tip-3
		f.neck, f.shoulder = f.neck-5, f.shoulder-20
	case "broad":
		f.jaw, f.tip = f.jaw+7, f.tip+6
		f.neck, f.shoulder, f.shoulderY = f.neck+10, f.shoulder+32, f.shoulderY-6
	case "stout":
		f.cheek, f.jaw, f.tip = f.cheek+9, f.jaw+18, f.tip+12
		f.neck, f.shoulder = f.neck+14, f.shoulder+26
	}
}

// at is a place on the face: across from -1 to 1 at the height y, with the side
// that is turned away a little narrower.
func (f *figure) at(across, y float64) point {
	wide := f.temple
	if across > 0 {
		wide *= 0.93
	}
	return point{X: f.x + f.turn + across*wide, Y: y}
}

// down is a height on the face: 0 at the eyes, 1 at the chin.
func (f *figure) down(share float64) float64 { return f.eyes + (f.chin-f.eyes)*share }

// up is a height on the head: 0 at the eyes, 1 at the crown.
func (f *figure) up(share float64) float64 { return f.eyes + (f.crown-f.eyes)*share }

// expression is what a mood does to a face. Heights grow downwards.
type expression struct {
	inner, outer float64 // ends of the brows
	raised       float64 // how much one brow is raised above the other
	open         float64 // the eyes
	smile        float64 // the mouth's corners, from -1 to 1
	parted       float64 // the lips
}

func expressions() map[string]expression {
	return map[string]expression{
		"calm":   {open: 0.95, smile: 0.12},
		"stern":  {inner: 6, outer: -2, open: 0.78, smile: -0.35},
		"angry":  {inner: 11, outer: -5, open: 0.86, smile: -0.7, parted: 3},
		"happy":  {inner: -3, outer: -1, open: 0.8, smile: 1, parted: 5},
		"kind":   {inner: -3, outer: 1, open: 0.84, smile: 0.6},
		"sad":    {inner: -9, outer: 4, open: 0.74, smile: -0.65},
		"weary":  {inner: -3, outer: 5, open: 0.54, smile: -0.25},
		"afraid": {inner: -12, outer: -3, open: 1.3, smile: -0.4, parted: 5},
		"sly":    {inner: 3, outer: -4, raised: 8, open: 0.62, smile: 0.5},
		"proud":  {inner: -2, outer: -7, open: 0.58, smile: -0.12},
	}
}
