package draw

import (
	"math"

	"github.com/narratoria/narratoria/skills-src/portraits/raster"
)

// covered reports whether a hat hides the crown.
func (p *painter) covered() bool { return p.look.Head.Kind != "" && p.look.Head.Kind != "none" }

// enclosed reports whether it hides all hair but the fringe.
func (p *painter) enclosed() bool {
	switch p.look.Head.Kind {
	case "hood", "headscarf", "bonnet":
		return true
	}
	return false
}

func (p *painter) bald() bool { return p.look.Hair.Length == "bald" }

// hairBehind is what falls behind face and shoulders.
func (p *painter) hairBehind() {
	switch {
	case p.bald(), p.enclosed(), p.look.Hair.Style == "balding":
	case p.look.Hair.Style == "bun":
		p.bun()
	case p.look.Hair.Style == "ponytail":
		p.ponytail()
	case p.look.Hair.Style == "braid":
		p.mass(p.f.down(0.3), 0)
	case p.look.Hair.Length == "long":
		p.mass(452, 26)
	case p.look.Hair.Length == "shoulder":
		p.mass(p.f.collar+6, 16)
	}
}

// mass is hair that hangs down to a height, wider at its end.
func (p *painter) mass(end, flare float64) {
	f, wide := p.f, p.f.temple+14
	if p.look.Hair.Style == "curly" {
		wide += 12
		flare += 10
	}
	half := []point{
		{X: 0, Y: f.crown - 12}, {X: wide * 0.7, Y: f.up(0.85)}, {X: wide + 2, Y: f.up(0.3)},
		{X: wide + flare*0.4, Y: f.down(0.6)}, {X: wide + flare, Y: (f.chin + end) / 2}, {X: wide + flare*0.6, Y: end}, {X: wide * 0.5, Y: end + 14},
	}
	shape := p.mirrored(half)
	if p.look.Hair.Style == "curly" {
		shape = p.curlsAlong(shape, half)
	}
	p.cluster(shape, dark(p.hair, 26))
	p.Within(shape, func() {
		for i := range p.manner.fine {
			x := (float64(i)+0.5)/float64(p.manner.fine)*2 - 1
			p.strand(dark(p.hair, 26), point{X: f.x + x*wide*0.7, Y: f.up(0.5)}, point{X: f.x + x*(wide+6), Y: f.down(0.7)}, point{X: f.x + x*(wide+flare), Y: end + 16})
		}
	})
}

// curlsAlong breaks an edge into curls.
func (p *painter) curlsAlong(shape raster.Path, half []point) raster.Path {
	var curls []raster.Path
	for _, at := range raster.Line(half[1:]...) {
		for _, side := range []float64{-1, 1} {
			size := 9 + p.chance.Float64()*6
			curls = append(curls, raster.Ellipse(point{X: p.f.x + side*at.X, Y: at.Y}, size, size))
		}
	}
	return shape.With(curls...)
}

// strand is one line of hair, lighter or darker than the rest, straight or not.
func (p *painter) strand(c colour, from, middle, to point) {
	tone := faint(light(c, 34), 105)
	if p.chance.IntN(5) < 3 {
		tone = faint(dark(c, 62), 135)
	}
	width := 2.6
	if p.manner.soft {
		width = 1.7
	}
	p.line(width+p.chance.Float64()*1.2, tone, p.waved(from, middle, to)...)
}

// waved bends a line as the hair's style says.
func (p *painter) waved(points ...point) []point {
	bend := map[string]float64{"wavy": 7, "curly": 11, "tousled": 9, "straight": 0.6}[p.look.Hair.Style]
	if bend == 0 {
		return points
	}
	line := raster.Line(points...)
	waved := make([]point, 0, len(line)/2+1)
	phase := p.chance.Float64() * 2
	for i := 0; i < len(line); i += 3 {
		along := float64(i) / float64(len(line)-1)
		waved = append(waved, point{X: line[i].X + bend*min(1, along*2)*math.Sin(along*9+phase), Y: line[i].Y})
	}
	return waved
}

func (p *painter) bun() {
	f := p.f
	if p.covered() {
		return
	}
	at := point{X: f.x - 8, Y: f.crown - 24}
	p.form(raster.Ellipse(at, 38, 32), p.hair)
	for i := range 5 {
		y := float64(i)*10 - 20
		p.line(2.6, faint(dark(p.hair, 60), 150), point{X: at.X - 32, Y: at.Y + y*0.6 + 6}, point{X: at.X, Y: at.Y + y - 8}, point{X: at.X + 32, Y: at.Y + y*0.6 + 4})
	}
}

func (p *painter) ponytail() {
	f := p.f
	tail := raster.Smooth(point{X: f.x + f.temple - 10, Y: f.up(0.5)}, point{X: f.x + f.temple + 44, Y: f.up(0.3)}, point{X: f.x + f.temple + 56, Y: f.chin},
		point{X: f.x + f.temple + 30, Y: 430}, point{X: f.x + f.temple + 8, Y: f.chin + 20}, point{X: f.x + f.temple + 6, Y: f.eyes})
	p.form(tail, p.hair)
	p.Within(tail, func() {
		for i := range 6 {
			x := f.x + f.temple + float64(i)*9
			p.strand(p.hair, point{X: x - 8, Y: f.up(0.4)}, point{X: x, Y: f.chin - 20}, point{X: x - 10, Y: 430})
		}
	})
}

// hairInFront is the cap of hair, its fringe and the locks beside the face.
func (p *painter) hairInFront() {
	h := p.look.Hair
	switch {
	case p.bald():
		p.shine()
		return
	case h.Style == "balding":
		p.sides()
		p.shine()
		return
	case h.Length == "cropped":
		p.cropped()
		return
	}
	p.cap()
	if h.Style == "braid" {
		both(p.braid)
	} else if !p.enclosed() && h.Style != "bun" && h.Style != "ponytail" && (h.Length == "long" || h.Length == "shoulder") {
		both(p.locks)
	}
}

func (p *painter) shine() {
	f := p.f
	if p.covered() {
		return
	}
	at := point{X: f.x - 26, Y: f.up(0.78)}
	p.Within(p.headShape(), func() {
		p.Fill(raster.Ellipse(at, 34, 18), raster.Radial(at, 34, 18, faint(light(p.skin, 90), 150), faint(light(p.skin, 90), 0)))
	})
}

// sides are what is left round a bald crown.
func (p *painter) sides() {
	f := p.f
	p.pair(p.hair, point{X: f.temple - 9, Y: f.up(0.46)}, point{X: f.temple + 9, Y: f.up(0.34)}, point{X: f.temple + 20, Y: f.eyes - 4},
		point{X: f.temple + 15, Y: f.down(0.26)}, point{X: f.temple + 1, Y: f.down(0.14)}, point{X: f.temple - 3, Y: f.eyes - 6})
	both(func(side float64) {
		for i := range 4 {
			y := f.up(0.36) + float64(i)*11
			p.line(2.4, faint(dark(p.hair, 58), 150), p.places(side, point{X: f.temple - 2, Y: y}, point{X: f.temple + 9, Y: y + 5}, point{X: f.temple + 16, Y: y + 14})...)
		}
	})
}

// cropped is a shade on the skull.
func (p *painter) cropped() {
	f := p.f
	shape := p.crownOfHair(3, f.up(0.66), 0.4, f.down(0.02))
	p.Fill(shape, raster.Solid(faint(p.hair, 225)))
	p.ink(shape, p.hair)
	p.Within(shape, func() {
		for range p.manner.fine * 5 {
			at := point{X: f.x + p.around(f.temple), Y: f.up(0.3 + p.chance.Float64()*0.75)}
			p.line(2, faint(dark(p.hair, 55), 150), at, point{X: at.X + 1.5, Y: at.Y + 4}, point{X: at.X + 2, Y: at.Y + 7})
		}
	})
}

// crownOfHair is the shape between the hair's outer edge, some way off the skull,
// and the hairline: its height over the brow, how far in it comes at the temples,
// and how far down the sides go.
func (p *painter) crownOfHair(off, hairline, inward, sides float64) raster.Path {
	f := p.f
	wide, part := f.temple+off, f.x-24
	outer := []point{
		{X: f.x - wide + 2, Y: sides}, {X: f.x - wide, Y: f.up(0.3)}, {X: f.x - wide*0.72, Y: f.up(0.88) - off*0.7}, {X: f.x - 4, Y: f.crown - off*1.15},
		{X: f.x + wide*0.72, Y: f.up(0.88) - off*0.7}, {X: f.x + wide, Y: f.up(0.3)}, {X: f.x + wide - 2, Y: sides},
	}
	edge := f.temple * (1 - inward*0.45)
	inner := []point{
		{X: f.x + f.temple - 7, Y: sides - 6}, {X: f.x + edge + 4, Y: f.up(0.24)}, {X: f.x + edge - 12, Y: hairline + 14},
		{X: f.x + 18, Y: hairline + 2}, {X: part, Y: hairline - 9}, {X: part, Y: hairline - 9}, {X: f.x - edge + 14, Y: hairline + 12},
		{X: f.x - edge - 4, Y: f.up(0.24)}, {X: f.x - f.temple + 7, Y: sides - 6},
	}
	return raster.Smooth(append(outer, inner...)...)
}

// cap is a full head of hair, seen from in front.
func (p *painter) cap() {
	f, h := p.f, p.look.Hair
	off, hairline, inward, sides := 13.0, f.up(0.62), 0.36, f.down(0.1)
	switch {
	case h.Style == "bun" || h.Style == "ponytail" || h.Style == "braid":
		off, hairline, inward, sides = 8, f.up(0.68), 0.3, f.down(0.02)
	case p.look.Sex == "woman" || h.Length != "short":
		off, hairline, sides = 15, f.up(0.6), f.down(0.3)
	}
	if p.look.Age == "child" {
		hairline = f.up(0.44)
	}
	if p.covered() {
		off = 6
	}
	shape := p.crownOfHair(off, hairline, inward, sides)
	switch {
	case p.covered():
	case h.Style == "curly":
		shape = p.curlyCap(shape, off, hairline)
	case h.Style == "tousled":
		shape = p.spikes(shape, off)
	}
	p.cluster(shape, p.hair)
	p.Within(shape, func() { p.combed(off, hairline) })
	if h.Style == "curly" {
		p.ringlets(off)
	}
	if p.manner.simple {
		p.bangs(hairline)
	}
}

// combed lets strands run from the parting to both sides.
func (p *painter) combed(off, hairline float64) {
	f := p.f
	from := point{X: f.x - 22, Y: f.crown - off + 4}
	for i := range p.manner.fine {
		t := (float64(i)+p.chance.Float64())/float64(p.manner.fine)*2 - 1
		start := point{X: from.X + t*16, Y: from.Y + math.Abs(t)*6}
		end := point{X: f.x + t*(f.temple+off*0.6), Y: f.up(0.1) - (1-math.Abs(t))*50}
		middle := point{X: f.x + t*(f.temple*0.8+off*0.5), Y: (f.crown+hairline)/2 - 18 + math.Abs(t)*22}
		p.strand(p.hair, start, middle, end)
	}
	// The crown catches the light.
	p.line(9, faint(light(p.hair, 62), 95), point{X: f.x - f.temple*0.86, Y: f.up(0.56)}, point{X: f.x - f.temple*0.6, Y: f.up(0.84)}, point{X: f.x - 14, Y: f.up(0.98)})
}

// curlyCap is a cloud of curls over the crown and along the hairline.
func (p *painter) curlyCap(shape raster.Path, off, hairline float64) raster.Path {
	f := p.f
	var curls []raster.Path
	for i := range 22 {
		sin, cos := math.Sincos(math.Pi * (0.98 + 1.04*float64(i)/21))
		at := point{X: f.x + cos*(f.temple+off), Y: f.up(0.12) + sin*(f.up(0.12)-f.crown+off*0.7)}
		size := 14 + p.chance.Float64()*7
		curls = append(curls, raster.Ellipse(at, size, size))
	}
	for i := range 9 {
		x := float64(i-4) / 4
		size := 11 + p.chance.Float64()*4
		curls = append(curls, raster.Ellipse(point{X: f.x + x*f.temple*0.82, Y: hairline + x*x*20}, size, size))
	}
	return shape.With(curls...)
}

// ringlets are drawn over the cloud: half turns of light and shadow.
func (p *painter) ringlets(off float64) {
	f := p.f
	if p.covered() {
		return
	}
	for range 54 {
		angle := math.Pi * (0.9 + 1.2*p.chance.Float64())
		sin, cos := math.Sincos(angle)
		reach := 0.78 + p.chance.Float64()*0.3
		at := point{X: f.x + cos*(f.temple+off)*reach, Y: f.up(0.2) + sin*(f.up(0.2)-f.crown+off)*reach}
		size := 6 + p.chance.Float64()*5
		tone := faint(dark(p.hair, 58), 150)
		if p.chance.IntN(3) == 0 {
			tone = faint(light(p.hair, 34), 130)
		}
		p.line(3, tone, point{X: at.X - size, Y: at.Y + size*0.4}, point{X: at.X - size*0.2, Y: at.Y - size*0.8}, point{X: at.X + size, Y: at.Y}, point{X: at.X + size*0.2, Y: at.Y + size*0.7})
	}
}

// spikes stand off in all directions.
func (p *painter) spikes(shape raster.Path, off float64) raster.Path {
	f := p.f
	var tufts []raster.Path
	for i := range 15 {
		angle := math.Pi * (0.98 + 1.04*float64(i)/14)
		sin, cos := math.Sincos(angle)
		base := point{X: f.x + cos*(f.temple+off-8), Y: f.up(0.15) + sin*(f.up(0.15)-f.crown+off-8)}
		long := 12 + p.chance.Float64()*16
		lean := 16 + p.around(14)
		tip := point{X: base.X + cos*long + lean, Y: base.Y + sin*long}
		tufts = append(tufts, raster.Stroke(40, 24, 1, base, base.Toward(tip, 0.5), tip))
	}
	for i := range 5 {
		x := f.x + float64(i-2)*24
		tufts = append(tufts, raster.Stroke(24, 14, 1, point{X: x, Y: f.up(0.76)}, point{X: x + 7, Y: f.up(0.6)}, point{X: x + 4 + p.around(12), Y: f.up(0.44)}))
	}
	return shape.With(tufts...)
}

// bangs are a fringe in points.
func (p *painter) bangs(hairline float64) {
	f := p.f
	if p.covered() || p.look.Hair.Style == "bun" || p.look.Hair.Style == "curly" {
		return
	}
	var points []raster.Path
	for i := range 6 {
		x := (float64(i) - 2.5) * f.temple * 0.33
		points = append(points, raster.Stroke(f.temple*0.2, f.temple*0.5, 1, point{X: f.x + x*0.5, Y: f.up(0.92)}, point{X: f.x + x, Y: hairline}, point{X: f.x + x*1.16 - 7, Y: hairline + 40}))
	}
	fringe := points[0].With(points[1:]...)
	p.Fill(fringe.Shift(3, 7), raster.Solid(faint(dusk, 70)))
	p.cluster(fringe, p.hair)
	p.line(9, faint(light(p.hair, 75), 140), point{X: f.x - f.temple*0.62, Y: f.up(0.7)}, point{X: f.x - 10, Y: f.up(0.78)}, point{X: f.x + f.temple*0.5, Y: f.up(0.74)})
}

// locks fall beside the face, over the shoulders.
func (p *painter) locks(side float64) {
	f := p.f
	end := 440.0
	if p.look.Hair.Length == "shoulder" {
		end = f.collar + 2
	}
	for i, start := range []float64{0.98, 0.9, 1.02} {
		from := point{X: f.x + side*f.temple*start, Y: f.up(0.42 - 0.1*float64(i))}
		middle := point{X: f.x + side*(f.temple+13+float64(i)*5), Y: f.down(0.62)}
		tip := point{X: f.x + side*(f.temple+4+float64(i)*13), Y: end - float64(i)*14}
		lock := raster.Stroke(2, 26, 2, p.waved(from, middle, tip)...)
		p.form(lock, p.hair)
		p.Within(lock, func() {
			for range p.manner.fine / 6 {
				shift := p.around(9)
				p.strand(p.hair, point{X: from.X + shift, Y: from.Y}, point{X: middle.X + shift, Y: middle.Y}, point{X: tip.X + shift*0.4, Y: tip.Y})
			}
		})
	}
}

// braid hangs before the shoulder, a knot at a time.
func (p *painter) braid(side float64) {
	f := p.f
	line := raster.Line(point{X: f.x + side*(f.temple+4), Y: f.down(0.2)}, point{X: f.x + side*(f.temple+12), Y: f.chin}, point{X: f.x + side*(f.temple-4), Y: 400}, point{X: f.x + side*(f.temple-12), Y: 486})
	for i := 0; i < len(line); i += 3 {
		at := line[i]
		lean := 6.0
		if i%2 == 0 {
			lean = -6
		}
		p.form(raster.Stroke(6, 23, 4, point{X: at.X + lean*1.6, Y: at.Y - 13}, at, point{X: at.X - lean, Y: at.Y + 17}), p.hair)
	}
	tip := line[len(line)-1]
	p.form(raster.Stroke(15, 17, 2, tip, point{X: tip.X, Y: tip.Y + 16}, point{X: tip.X - side*5, Y: tip.Y + 38}), p.hair)
	p.line(11, p.wrapTie(), point{X: tip.X - 12, Y: tip.Y}, point{X: tip.X, Y: tip.Y + 2}, point{X: tip.X + 12, Y: tip.Y})
}

func (p *painter) wrapTie() colour { return dark(p.dress, 20) }
