package draw

import (
	"slices"

	"github.com/narratoria/narratoria/skills-src/portraits/raster"
)

// torso is shoulders and chest, wider all round by the cloth they wear.
func (p *painter) torso(cloth float64) raster.Path {
	f := p.f
	half := []point{
		{X: f.neck + 1 + cloth/2, Y: f.collar - 20}, {X: f.neck + 30 + cloth/2, Y: f.collar + 2 - cloth/3},
		{X: f.shoulder * 0.78, Y: f.shoulderY - 14 - cloth/2}, {X: f.shoulder + cloth, Y: f.shoulderY + 30},
		{X: f.shoulder + 14 + cloth, Y: 470}, {X: f.shoulder + 18 + cloth, Y: 540},
	}
	return p.mirrored(half)
}

// mirrored closes a half shape, given from the top of its right side down, at the
// figure's middle. It has corners at its top and bottom, unless it begins in the
// middle.
func (p *painter) mirrored(right []point) raster.Path {
	if right[0].X == 0 {
		return raster.Smooth(append(p.places(1, right...), reversed(p.places(-1, right[1:]...))...)...)
	}
	half := append([]point{right[0]}, right...)
	half = append(half, right[len(right)-1])
	return raster.Smooth(append(p.places(1, half...), reversed(p.places(-1, half...))...)...)
}

func reversed(points []point) []point {
	slices.Reverse(points)
	return points
}

// neck is darker below the chin, whose shadow lies on it.
func (p *painter) neck() {
	f := p.f
	neck := p.mirrored([]point{{X: f.neck - 5, Y: f.chin - 30}, {X: f.neck - 4, Y: f.collar - 16}, {X: f.neck + 5, Y: f.collar + 18}})
	p.form(neck, p.skin)
	p.Within(neck, func() { p.underChin() })
}

func (p *painter) underChin() {
	f := p.f
	p.Fill(raster.Ellipse(point{X: f.x + 9, Y: f.chin + 2}, f.neck+20, 27), raster.Solid(faint(dark(p.skin, 62), 165)))
}

// pair is a shape on the left and its mirror image on the right.
func (p *painter) pair(c colour, right ...point) {
	both(func(side float64) { p.form(p.sided(side, right...), c) })
}

// sided is a shape given by its distance from the middle, on one side.
func (p *painter) sided(side float64, right ...point) raster.Path {
	return raster.Smooth(p.places(side, right...)...)
}

func (p *painter) places(side float64, right ...point) []point {
	places := make([]point, len(right))
	for i, at := range right {
		places[i] = point{X: p.f.x + side*at.X, Y: at.Y}
	}
	return places
}

// seam is a line on both sides.
func (p *painter) seam(width float64, c colour, right ...point) {
	both(func(side float64) { p.line(width, c, p.places(side, right...)...) })
}

// body is the neck and what clothes leave bare.
func (p *painter) body() {
	p.form(p.torso(0), p.skin)
	p.neck()
	f := p.f
	p.Within(p.torso(0), func() {
		p.seam(3, faint(dark(p.skin, 60), 110), point{X: f.neck * 0.55, Y: f.chin + 18}, point{X: f.neck * 0.3, Y: f.collar}, point{X: 9, Y: f.collar + 22})
	})
}

func (p *painter) ears() {
	f := p.f
	both(func(side float64) {
		if side > 0 && f.turn > 12 {
			return
		}
		at := point{X: f.x + side*(f.temple+3), Y: f.down(0.14)}
		p.form(raster.Ellipse(at, 13, 25), dark(p.skin, 6))
		p.line(3, faint(dark(p.skin, 65), 170), point{X: at.X + side*4, Y: at.Y - 15}, point{X: at.X - side*3, Y: at.Y - 4}, point{X: at.X + side*3, Y: at.Y + 10})
		if p.look.Earring != "" {
			p.flat(raster.Ellipse(point{X: at.X, Y: at.Y + 30}, 6, 7), brass)
		}
	})
}

// headShape is the face with the skull behind it.
func (p *painter) headShape() raster.Path {
	f := p.f
	lean := f.turn * 0.5 // the chin turns with the features
	right := []point{
		{X: 0, Y: f.crown}, {X: f.temple * 0.62, Y: f.up(0.86)}, {X: f.temple, Y: f.up(0.4)},
		{X: f.temple, Y: f.eyes + 6}, {X: f.cheek, Y: f.down(0.38)}, {X: f.jaw, Y: f.down(0.74)},
		{X: f.tip, Y: f.down(0.965)},
	}
	var ring []point
	for _, at := range right {
		ring = append(ring, point{X: f.x + at.X + lean*p.below(at.Y), Y: at.Y})
	}
	ring = append(ring, point{X: f.x + lean, Y: f.chin})
	for i := len(right) - 1; i > 0; i-- {
		ring = append(ring, point{X: f.x - right[i].X + lean*p.below(right[i].Y), Y: right[i].Y})
	}
	return raster.Smooth(ring...)
}

// below is how far under the eyes a height is, from 0 to 1.
func (p *painter) below(y float64) float64 { return max(0, (y-p.f.eyes)/(p.f.chin-p.f.eyes)) }
