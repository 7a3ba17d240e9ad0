package draw

import "github.com/narratoria/narratoria/skills-src/portraits/raster"

// hoodBehind is the inside of what frames a face, behind it.
func (p *painter) hoodBehind() {
	f := p.f
	switch p.look.Head.Kind {
	case "hood", "headscarf", "bonnet":
		p.form(p.mirrored([]point{{X: 0, Y: f.crown - 26}, {X: f.temple * 0.8, Y: f.crown - 4}, {X: f.temple + 30, Y: f.up(0.2)}, {X: f.temple + 32, Y: f.down(0.6)}, {X: f.temple + 12, Y: f.collar + 10}, {X: 40, Y: f.collar + 24}}), dark(p.hat, 58))
	}
}

func (p *painter) headgear() {
	wear := map[string]func(){
		"hat": p.brimmed, "tophat": p.topHat, "tricorne": p.tricorne, "peaked": p.peaked, "cap": p.flatCap,
		"knit": p.knitted, "souwester": p.souwester, "hood": p.hood, "headscarf": p.headscarf, "bonnet": p.bonnet, "crown": p.crown,
	}[p.look.Head.Kind]
	if wear != nil {
		wear()
	}
}

// under is the shadow a hat throws on the brow.
func (p *painter) shadowOnBrow(y float64) {
	f := p.f
	p.Within(p.headShape(), func() {
		p.Fill(raster.Smooth(point{X: f.x - f.temple - 10, Y: y + 16}, point{X: f.x, Y: y + 26}, point{X: f.x + f.temple + 10, Y: y + 18},
			point{X: f.x + f.temple, Y: y - 40}, point{X: f.x - f.temple, Y: y - 40}), raster.Solid(faint(dusk, 95)))
	})
}

// crownOf is the part of a hat that sits on the skull, up to a height.
func (p *painter) crownOf(band, top, wide, flat float64) raster.Path {
	f := p.f
	return p.mirrored([]point{{X: 0, Y: top}, {X: f.temple * flat, Y: top + 3}, {X: f.temple + wide, Y: (top*2 + band) / 3}, {X: f.temple + 6, Y: band}, {X: f.temple * 0.5, Y: band + 11}, {X: 0, Y: band + 14}})
}

func (p *painter) band(y, thick float64, c colour) {
	f := p.f
	p.flat(raster.Stroke(thick*0.8, thick, thick*0.8, point{X: f.x - f.temple - 6, Y: y - 4}, point{X: f.x, Y: y + 8}, point{X: f.x + f.temple + 6, Y: y - 4}), c)
}

func (p *painter) brimmed() {
	f, c := p.f, p.hat
	y := f.up(0.56)
	p.shadowOnBrow(y)
	p.form(p.crownOf(y, f.crown-52, 2, 0.52), c)
	p.line(4, faint(dark(c, 70), 160), point{X: f.x - 34, Y: f.crown - 40}, point{X: f.x - 6, Y: f.crown - 26}, point{X: f.x + 30, Y: f.crown - 42})
	p.band(y-6, 20, dark(c, 52))
	p.form(raster.Smooth(point{X: f.x - f.temple - 66, Y: y - 18}, point{X: f.x - f.temple, Y: y + 2}, point{X: f.x, Y: y + 8}, point{X: f.x + f.temple, Y: y + 1}, point{X: f.x + f.temple + 64, Y: y - 20},
		point{X: f.x + f.temple + 30, Y: y + 16}, point{X: f.x, Y: y + 30}, point{X: f.x - f.temple - 30, Y: y + 18}), c)
}

func (p *painter) topHat() {
	f, c := p.f, p.hat
	y := f.up(0.6)
	p.shadowOnBrow(y)
	side := f.temple - 4
	p.form(raster.Smooth(point{X: f.x - side, Y: y + 4}, point{X: f.x - side, Y: y + 4}, point{X: f.x - side - 4, Y: 60}, point{X: f.x - side - 10, Y: 14}, point{X: f.x - side - 10, Y: 14},
		point{X: f.x, Y: 8}, point{X: f.x + side + 10, Y: 14}, point{X: f.x + side + 10, Y: 14}, point{X: f.x + side + 4, Y: 60}, point{X: f.x + side, Y: y + 4}, point{X: f.x + side, Y: y + 4}, point{X: f.x, Y: y + 14}), c)
	p.line(12, faint(light(c, 60), 80), point{X: f.x - side + 16, Y: 30}, point{X: f.x - side + 20, Y: 70}, point{X: f.x - side + 20, Y: y - 10})
	p.band(y-8, 24, dark(blood, 40))
	p.form(raster.Smooth(point{X: f.x - f.temple - 36, Y: y - 10}, point{X: f.x, Y: y + 9}, point{X: f.x + f.temple + 36, Y: y - 10}, point{X: f.x + f.temple + 10, Y: y + 14}, point{X: f.x, Y: y + 25}, point{X: f.x - f.temple - 10, Y: y + 14}), c)
}

func (p *painter) tricorne() {
	f, c := p.f, p.hat
	y := f.up(0.58)
	p.shadowOnBrow(y)
	p.form(p.crownOf(y, f.crown-36, 0, 0.6), dark(c, 22))
	brim := raster.Smooth(point{X: f.x - f.temple - 70, Y: y - 26}, point{X: f.x - f.temple - 70, Y: y - 26}, point{X: f.x - 44, Y: y - 48}, point{X: f.x, Y: y - 78}, point{X: f.x, Y: y - 78}, point{X: f.x + 44, Y: y - 48},
		point{X: f.x + f.temple + 70, Y: y - 26}, point{X: f.x + f.temple + 70, Y: y - 26}, point{X: f.x + f.temple, Y: y + 10}, point{X: f.x, Y: y + 22}, point{X: f.x - f.temple, Y: y + 10})
	p.form(brim, c)
	p.line(5, brass, point{X: f.x - f.temple - 62, Y: y - 27}, point{X: f.x - 42, Y: y - 42}, point{X: f.x, Y: y - 69}, point{X: f.x + 42, Y: y - 42}, point{X: f.x + f.temple + 62, Y: y - 27})
	p.button(point{X: f.x + 38, Y: y - 14}, brass)
}

func (p *painter) peaked() {
	f, c := p.f, p.hat
	y := f.up(0.54)
	p.shadowOnBrow(y + 4)
	p.form(p.mirrored([]point{{X: 0, Y: f.crown - 44}, {X: f.temple * 0.9, Y: f.crown - 40}, {X: f.temple + 34, Y: f.crown - 8}, {X: f.temple + 8, Y: y - 22}, {X: 0, Y: y - 8}}), c)
	p.form(raster.Stroke(34, 36, 34, point{X: f.x - f.temple - 5, Y: y - 22}, point{X: f.x, Y: y - 8}, point{X: f.x + f.temple + 5, Y: y - 22}), dark(c, 36))
	p.line(5, brass, point{X: f.x - f.temple - 2, Y: y - 8}, point{X: f.x, Y: y + 6}, point{X: f.x + f.temple + 2, Y: y - 8})
	p.form(raster.Smooth(point{X: f.x - f.temple - 2, Y: y - 8}, point{X: f.x - f.temple - 2, Y: y - 8}, point{X: f.x, Y: y + 8}, point{X: f.x + f.temple + 2, Y: y - 8}, point{X: f.x + f.temple + 2, Y: y - 8},
		point{X: f.x + f.temple*0.66, Y: y + 22}, point{X: f.x, Y: y + 34}, point{X: f.x - f.temple*0.66, Y: y + 22}), rgb(0x201d26))
	p.line(5, faint(white, 90), point{X: f.x - 44, Y: y + 14}, point{X: f.x - 10, Y: y + 21}, point{X: f.x + 20, Y: y + 20})
	p.badge(point{X: f.x + f.turn*0.4, Y: y - 30})
}

func (p *painter) badge(at point) {
	p.flat(raster.Smooth(point{X: at.X, Y: at.Y - 21}, point{X: at.X + 15, Y: at.Y - 10}, point{X: at.X + 13, Y: at.Y + 8}, point{X: at.X, Y: at.Y + 19}, point{X: at.X - 13, Y: at.Y + 8}, point{X: at.X - 15, Y: at.Y - 10}), brass)
	p.Fill(raster.Ellipse(at, 6, 7), raster.Solid(dark(brass, 55)))
}

func (p *painter) flatCap() {
	f, c := p.f, p.hat
	y := f.up(0.56)
	p.shadowOnBrow(y)
	p.form(raster.Smooth(point{X: f.x - f.temple - 12, Y: y}, point{X: f.x - f.temple - 24, Y: f.up(0.86)}, point{X: f.x - 30, Y: f.crown - 34}, point{X: f.x + f.temple*0.8, Y: f.crown - 22}, point{X: f.x + f.temple + 26, Y: f.up(0.82)},
		point{X: f.x + f.temple + 10, Y: y}, point{X: f.x, Y: y + 6}), c)
	p.seam(3, faint(dark(c, 70), 140), point{X: 2, Y: f.crown - 28}, point{X: 26, Y: f.up(0.84)}, point{X: 34, Y: y})
	p.form(raster.Smooth(point{X: f.x - f.temple + 2, Y: y - 6}, point{X: f.x, Y: y}, point{X: f.x + f.temple - 2, Y: y - 6}, point{X: f.x + f.temple*0.7, Y: y + 18}, point{X: f.x, Y: y + 27}, point{X: f.x - f.temple*0.7, Y: y + 18}), dark(c, 18))
}

func (p *painter) knitted() {
	f, c := p.f, p.hat
	y := f.up(0.54)
	p.form(p.crownOf(y-14, f.crown-36, 6, 0.5), c)
	cuff := raster.Stroke(38, 42, 38, point{X: f.x - f.temple - 7, Y: y - 14}, point{X: f.x, Y: y + 2}, point{X: f.x + f.temple + 7, Y: y - 14})
	p.form(cuff, light(c, 10))
	p.Within(cuff, func() {
		for i := -8; i <= 8; i++ {
			x := float64(i) * f.temple / 7.6
			p.line(3, faint(dark(c, 65), 150), point{X: f.x + x, Y: y - 40}, point{X: f.x + x*1.02, Y: y - 10}, point{X: f.x + x, Y: y + 24})
		}
	})
}

func (p *painter) souwester() {
	f, c := p.f, p.hat
	y := f.up(0.56)
	p.shadowOnBrow(y)
	// The brim is long behind, to keep the rain out of the collar.
	p.pair(c, point{X: f.temple - 2, Y: y - 10}, point{X: f.temple + 44, Y: f.up(0.3)}, point{X: f.temple + 62, Y: f.down(0.34)}, point{X: f.temple + 34, Y: f.down(0.3)}, point{X: f.temple + 2, Y: f.eyes - 6})
	p.form(p.crownOf(y, f.crown-40, 4, 0.46), c)
	p.seam(3, faint(dark(c, 65), 150), point{X: 3, Y: f.crown - 36}, point{X: 34, Y: f.up(0.9)}, point{X: 44, Y: y - 4})
	p.form(raster.Smooth(point{X: f.x - f.temple - 36, Y: y + 14}, point{X: f.x - f.temple, Y: y - 10}, point{X: f.x, Y: y - 4}, point{X: f.x + f.temple, Y: y - 10}, point{X: f.x + f.temple + 36, Y: y + 14},
		point{X: f.x + f.temple*0.7, Y: y + 20}, point{X: f.x, Y: y + 28}, point{X: f.x - f.temple*0.7, Y: y + 20}), light(c, 8))
	p.line(6, faint(light(c, 80), 150), point{X: f.x - 44, Y: f.up(0.74)}, point{X: f.x - 34, Y: f.up(1)}, point{X: f.x - 12, Y: f.crown - 26})
}

func (p *painter) hood() {
	f, c := p.f, p.hat
	p.pair(c, point{X: -6, Y: f.crown - 42}, point{X: f.temple * 0.9, Y: f.crown - 14}, point{X: f.temple + 40, Y: f.up(0.2)}, point{X: f.temple + 46, Y: f.down(0.6)},
		point{X: f.temple + 24, Y: f.collar + 14}, point{X: 24, Y: f.collar + 36}, point{X: 24, Y: f.collar + 36}, point{X: f.temple - 20, Y: f.collar - 10}, point{X: f.temple + 4, Y: f.down(0.5)},
		point{X: f.temple - 2, Y: f.up(0.3)}, point{X: f.temple * 0.6, Y: f.up(0.78)}, point{X: -6, Y: f.up(0.88)})
	p.Within(p.headShape(), func() {
		p.Fill(raster.Ellipse(point{X: f.x - 4, Y: f.down(0.2)}, f.temple-8, 118).Outside(), raster.Solid(faint(dusk, 120)))
	})
	p.seam(4, faint(dark(c, 75), 150), point{X: f.temple * 0.6, Y: f.crown + 4}, point{X: f.temple + 20, Y: f.up(0.2)}, point{X: f.temple + 22, Y: f.down(0.7)})
}

func (p *painter) headscarf() {
	f, c := p.f, p.hat
	p.pair(c, point{X: -6, Y: f.crown - 20}, point{X: f.temple * 0.84, Y: f.crown + 4}, point{X: f.temple + 24, Y: f.up(0.2)}, point{X: f.temple + 26, Y: f.down(0.62)},
		point{X: f.temple + 8, Y: f.collar + 10}, point{X: 8, Y: f.collar + 30}, point{X: 0, Y: f.collar + 8}, point{X: 0, Y: f.collar + 8}, point{X: f.jaw - 6, Y: f.chin - 2},
		point{X: f.temple + 1, Y: f.down(0.4)}, point{X: f.temple - 3, Y: f.up(0.26)}, point{X: f.temple * 0.58, Y: f.up(0.66)}, point{X: -6, Y: f.up(0.76)})
	p.seam(3.4, faint(dark(c, 80), 170), point{X: f.temple * 0.5, Y: f.crown + 4}, point{X: f.temple + 10, Y: f.up(0.1)}, point{X: f.temple + 8, Y: f.chin - 10})
	p.seam(3, faint(light(c, 40), 110), point{X: f.temple * 0.6, Y: f.crown + 6}, point{X: f.temple + 17, Y: f.up(0.1)}, point{X: f.temple + 14, Y: f.chin})
}

func (p *painter) bonnet() {
	f, c := p.f, p.hat
	p.pair(c, point{X: -6, Y: f.crown - 40}, point{X: f.temple + 8, Y: f.crown - 8}, point{X: f.temple + 34, Y: f.up(0.1)}, point{X: f.temple + 14, Y: f.down(0.66)},
		point{X: f.temple + 1, Y: f.down(0.4)}, point{X: f.temple - 2, Y: f.up(0.3)}, point{X: f.temple * 0.6, Y: f.up(0.74)}, point{X: -6, Y: f.up(0.82)})
	both(func(side float64) {
		for i := range 6 {
			t := float64(i) / 5
			p.line(3, faint(dark(c, 60), 150), p.places(side, point{X: f.temple * (0.2 + 0.76*t), Y: f.up(0.8 - 0.66*t*t)}, point{X: f.temple*(0.24+0.84*t) + 6, Y: f.up(0.94 - 0.7*t*t)}, point{X: f.temple*(0.26+0.94*t) + 10, Y: f.up(1.12 - 0.84*t*t)})...)
		}
	})
	p.seam(9, dark(c, 14), point{X: f.temple + 8, Y: f.down(0.6)}, point{X: f.jaw, Y: f.chin + 6}, point{X: 6, Y: f.collar + 6})
	p.pair(c, point{X: 2, Y: f.collar + 2}, point{X: 34, Y: f.collar - 14}, point{X: 34, Y: f.collar + 20}, point{X: 2, Y: f.collar + 8})
}

func (p *painter) crown() {
	f, c := p.f, blend(p.hat, brass, 60)
	y := f.up(0.7)
	ring := []point{{X: f.x - f.temple - 4, Y: y}, {X: f.x - f.temple - 12, Y: y - 62}}
	for i := range 5 {
		x := f.x + (float64(i)-2)*f.temple*0.5
		ring = append(ring, point{X: x - f.temple*0.02, Y: y - 28 + 10*float64(1-i%2)}, point{X: x + f.temple*0.12, Y: y - 74 + 8*float64(i%2)})
	}
	ring = append(ring, point{X: f.x + f.temple + 12, Y: y - 58}, point{X: f.x + f.temple + 4, Y: y}, point{X: f.x, Y: y + 14})
	p.form(raster.Polygon(ring...), c)
	for i := range 3 {
		p.button(point{X: f.x + float64(i-1)*42, Y: y - 6 + 8*float64(i%2)}, blood)
	}
}
