package draw

import "github.com/narratoria/narratoria/skills-src/portraits/raster"

// stubble is a shade on the jaw.
func (p *painter) stubble() {
	if p.look.Beard.Kind != "stubble" {
		return
	}
	shape := p.beardShape(4)
	p.Within(p.headShape(), func() {
		p.Fill(shape, raster.Solid(faint(blend(p.beard, dusk, 30), 72)))
		p.Within(shape, func() {
			for range 240 {
				at := p.f.at(p.around(0.95), p.f.down(0.3+p.chance.Float64()*0.75))
				p.line(1.8, faint(dark(p.beard, 45), 150), at, point{X: at.X + 0.6, Y: at.Y + 2}, point{X: at.X + 0.5, Y: at.Y + 4})
			}
		})
	})
}

// beardShape reaches from the temples round the chin, some way below it; lips and
// cheeks stay free.
func (p *painter) beardShape(below float64) raster.Path {
	f := p.f
	out := 6 + min(16, below*0.16)
	bottom := f.chin + below
	half := []point{
		{X: f.temple - 4, Y: f.down(0.04)}, {X: f.cheek + out*0.5, Y: f.down(0.36)}, {X: f.jaw + out, Y: f.down(0.76)},
		{X: f.jaw*0.86 + out*0.6, Y: (f.chin + bottom) / 2}, {X: f.jaw * 0.42, Y: bottom - below*0.12},
	}
	inside := []point{
		{X: f.temple - 15, Y: f.down(0.12)}, {X: f.cheek - 16, Y: f.down(0.42)}, {X: f.cheek - 30, Y: f.down(0.56)}, {X: f.temple * 0.3, Y: f.down(0.535)},
	}
	lean := f.turn * 0.7
	var ring []point
	add := func(side float64, at point) {
		ring = append(ring, point{X: f.x + side*at.X + lean*p.below(at.Y), Y: at.Y})
	}
	for _, at := range half {
		add(1, at)
	}
	add(1, point{X: 0, Y: bottom})
	for i := len(half) - 1; i >= 0; i-- {
		add(-1, half[i])
	}
	for _, at := range inside {
		add(-1, at)
	}
	add(-1, point{X: 0, Y: f.down(0.54)})
	for i := len(inside) - 1; i >= 0; i-- {
		add(1, inside[i])
	}
	return raster.Smooth(ring...)
}

func (p *painter) beardAndMoustache() {
	lengths := map[string]float64{"short": 12, "full": 52, "long": 132}
	if below, ok := lengths[p.look.Beard.Kind]; ok {
		p.fullBeard(below)
	}
	if p.look.Moustache == "full" {
		both(p.halfMoustache)
	}
}

func (p *painter) fullBeard(below float64) {
	f := p.f
	shape := p.beardShape(below).With(p.tufts(below)...)
	p.cluster(shape, p.beard)
	p.Within(shape, func() {
		for i := range p.manner.fine * 2 {
			t := (float64(i)+p.chance.Float64())/float64(p.manner.fine*2)*2 - 1
			from := p.f.at(t*0.92, f.down(0.36+0.3*(1-t*t)))
			to := point{X: f.x + f.turn + t*f.jaw*0.6 + p.around(6), Y: f.chin + below*(0.55+0.5*(1-t*t)) + p.around(8)}
			p.strand(p.beard, from, point{X: f.x + f.turn + t*(f.jaw+8), Y: f.down(0.86)}, to)
		}
	})
	p.lipsThroughBeard()
}

// tufts end a beard in points rather than in an edge.
func (p *painter) tufts(below float64) (tufts []raster.Path) {
	f := p.f
	for i := range 9 {
		t := float64(i-4) / 4
		y := f.chin + below*(0.86-0.62*t*t)
		x := f.x + f.turn*0.7 + t*(f.jaw*0.8+4)
		tufts = append(tufts, raster.Stroke(21, 14, 1, point{X: x, Y: y - 16}, point{X: x - t*2, Y: y + 4}, point{X: x - t*7 + p.around(5), Y: y + 10 + below*0.14 + p.chance.Float64()*6}))
	}
	return tufts
}

// lipsThroughBeard keeps the lower lip free.
func (p *painter) lipsThroughBeard() {
	f := p.f
	gap := raster.Ellipse(f.at(0, f.down(0.7)), 27, 12)
	p.Fill(gap, raster.Solid(dark(p.beard, 42)))
	p.mouth()
}

func (p *painter) halfMoustache(side float64) {
	f := p.f
	y, droop := f.down(0.575), 6-p.face.smile*6
	lobe := raster.Smooth(f.at(side*0.0, y-4), f.at(side*0.0, y-4), f.at(side*0.2, y-7), f.at(side*0.42, y+6), f.at(side*0.6, y+14+droop), f.at(side*0.6, y+14+droop),
		f.at(side*0.38, y+19), f.at(side*0.16, y+14), f.at(0, y+9))
	p.form(lobe, light(p.beard, 6))
	p.Within(lobe, func() {
		for i := range 5 {
			rise := float64(i) * 4.5
			p.line(2, faint(dark(p.beard, 60), 160), f.at(side*0.04, y-2+rise*0.6), f.at(side*0.28, y+rise), f.at(side*0.56, y+12+droop))
		}
	})
}
