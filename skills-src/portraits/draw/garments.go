package draw

import "github.com/narratoria/narratoria/skills-src/portraits/raster"

// garment draws what is worn over all, and what it shows beneath.
func (p *painter) garment() {
	wear := map[string]func(){
		"coat": p.coat, "oilskins": p.oilskins, "cloak": p.cloak, "uniform": p.uniform, "gown": p.gown,
		"robe": p.robe, "jersey": p.jersey, "shirt": p.shirt, "waistcoat": p.waistcoat,
	}[p.look.Dress.Kind]
	if wear == nil {
		wear = p.shirt // whoever is said to wear no coat
	}
	wear()
}

// open is the neck of a garment, down to a depth, through which another shows.
func (p *painter) open(width, depth float64) raster.Path {
	f := p.f
	return raster.Polygon(
		point{X: f.x - width, Y: f.collar - 30}, point{X: f.x + width, Y: f.collar - 30},
		point{X: f.x + width*0.8, Y: f.collar + 16}, point{X: f.x + 3, Y: depth}, point{X: f.x - 3, Y: depth},
		point{X: f.x - width*0.8, Y: f.collar + 16})
}

// undershirt fills an opening.
func (p *painter) undershirt(width, depth float64) {
	f := p.f
	p.flat(p.open(width, depth), p.under)
	if p.look.Under.Kind == "jersey" {
		p.rollneck(p.under)
		return
	}
	p.flat(p.open(15, f.collar+30), p.skin)
	p.Within(p.open(15, f.collar+30), p.underChin)
	p.shirtCollar(p.under)
}

func (p *painter) shirtCollar(c colour) {
	f := p.f
	p.pair(c, point{X: f.neck + 3, Y: f.collar - 26}, point{X: f.neck + 3, Y: f.collar - 26}, point{X: f.neck + 12, Y: f.collar - 6},
		point{X: 31, Y: f.collar + 30}, point{X: 31, Y: f.collar + 30}, point{X: 11, Y: f.collar + 16}, point{X: 11, Y: f.collar + 16}, point{X: 22, Y: f.collar - 2})
}

// sleeves are where the arms meet the chest, with the folds beside them.
func (p *painter) sleeves(c colour) {
	s, y := p.f.shoulder, p.f.shoulderY
	shadow := faint(dark(c, 75), 190)
	p.seam(4, shadow, point{X: s * 0.76, Y: y + 28}, point{X: s * 0.68, Y: y + 62}, point{X: s * 0.7, Y: 530})
	p.seam(3, faint(shadow, 120), point{X: s * 0.84, Y: y + 44}, point{X: s * 0.92, Y: y + 66}, point{X: s * 0.98, Y: y + 96})
	p.seam(2.4, faint(light(c, 45), 110), point{X: s * 0.5, Y: y - 8}, point{X: s * 0.78, Y: y + 2}, point{X: s * 0.95, Y: y + 28})
}

func (p *painter) coat() {
	c, f := p.dress, p.f
	p.standingCollar(c, 26)
	p.form(p.torso(8), c)
	p.sleeves(c)
	p.undershirt(f.neck+14, 470)
	// Lapels with a notch, the left one over the right.
	p.pair(light(c, 7),
		point{X: f.neck + 5, Y: f.collar - 28}, point{X: f.neck + 5, Y: f.collar - 28}, point{X: f.neck + 34, Y: f.collar - 4},
		point{X: f.neck + 40, Y: f.collar + 42}, point{X: f.neck + 40, Y: f.collar + 42}, point{X: f.neck + 22, Y: f.collar + 46}, point{X: f.neck + 22, Y: f.collar + 46},
		point{X: f.neck + 32, Y: f.collar + 60}, point{X: f.neck + 32, Y: f.collar + 60}, point{X: 24, Y: 492}, point{X: 2, Y: 500}, point{X: 2, Y: 500},
		point{X: f.neck - 12, Y: f.collar + 44})
	p.line(4, inked(c), point{X: f.x + 2, Y: 492}, point{X: f.x + 4, Y: 530})
	for _, y := range []float64{448, 490} {
		both(func(side float64) { p.button(point{X: f.x + side*(f.neck+30), Y: y}, dark(c, 45)) })
	}
}

// standingCollar is the back of a collar, and the neck before it.
func (p *painter) standingCollar(c colour, height float64) {
	f := p.f
	p.form(p.sided(1, point{X: -f.neck - 22, Y: f.collar + 6}, point{X: -f.neck - 12, Y: f.collar - height - 6}, point{X: 0, Y: f.collar - height + 4},
		point{X: f.neck + 12, Y: f.collar - height - 6}, point{X: f.neck + 22, Y: f.collar + 6}, point{X: 0, Y: f.collar + 20}), dark(c, 35))
	p.neck()
}

func (p *painter) button(at point, c colour) {
	p.flat(raster.Ellipse(at, 7.5, 7.5), c)
	p.Fill(raster.Ellipse(point{X: at.X - 2, Y: at.Y - 2.5}, 2.4, 2), raster.Solid(faint(white, 190)))
}

func (p *painter) oilskins() {
	c, f := p.dress, p.f
	p.form(p.torso(16), c)
	p.sleeves(c)
	// Wet cloth shines in narrow streaks.
	p.seam(9, faint(light(c, 80), 150), point{X: f.shoulder * 0.5, Y: f.shoulderY}, point{X: f.shoulder * 0.84, Y: f.shoulderY + 10}, point{X: f.shoulder + 6, Y: f.shoulderY + 48})
	p.seam(5, faint(light(c, 80), 120), point{X: f.shoulder * 0.6, Y: 450}, point{X: f.shoulder * 0.5, Y: 480}, point{X: f.shoulder * 0.52, Y: 520})
	p.undershirt(f.neck+6, 410)
	p.pair(c, point{X: f.neck + 2, Y: f.collar - 32}, point{X: f.neck + 2, Y: f.collar - 32}, point{X: f.neck + 34, Y: f.collar - 16},
		point{X: f.neck + 46, Y: f.collar + 34}, point{X: f.neck + 46, Y: f.collar + 34}, point{X: 12, Y: f.collar + 62}, point{X: 6, Y: f.collar + 46}, point{X: 6, Y: f.collar + 46})
	p.form(raster.Polygon(point{X: f.x - 14, Y: f.collar + 56}, point{X: f.x + 26, Y: f.collar + 50}, point{X: f.x + 28, Y: 540}, point{X: f.x - 14, Y: 540}), c)
	for _, y := range []float64{f.collar + 80, f.collar + 124} {
		p.line(6, dark(c, 70), point{X: f.x - 24, Y: y}, point{X: f.x + 6, Y: y - 3}, point{X: f.x + 36, Y: y})
		p.flat(raster.Ellipse(point{X: f.x + 6, Y: y - 2}, 5, 9), rgb(0x5a3d28))
	}
}

func (p *painter) cloak() {
	c, f := p.dress, p.f
	p.form(p.torso(2), p.under)
	p.undershirt(f.neck+4, 470)
	p.pair(c, point{X: f.neck - 4, Y: f.collar - 8}, point{X: f.neck + 30, Y: f.collar - 18}, point{X: f.shoulder * 0.9, Y: f.shoulderY - 20},
		point{X: f.shoulder + 26, Y: f.shoulderY + 40}, point{X: f.shoulder + 36, Y: 540}, point{X: f.shoulder + 36, Y: 540}, point{X: 66, Y: 540}, point{X: 66, Y: 540},
		point{X: 44, Y: 460}, point{X: 20, Y: f.collar + 26})
	for i := range 5 {
		t := float64(i) / 4
		p.seam(5-t*2, faint(dark(c, 75), 150), point{X: f.neck + 18 + 30*t, Y: f.collar + 12}, point{X: 60 + 74*t, Y: 440}, point{X: 84 + 120*t, Y: 540})
		p.seam(3, faint(light(c, 45), 100), point{X: f.neck + 12 + 34*t, Y: f.collar + 10}, point{X: 54 + 70*t, Y: 430}, point{X: 74 + 116*t, Y: 540})
	}
	if p.look.Head.Kind != "hood" {
		p.fallenHood(c)
	}
	p.line(5, brass, point{X: f.x - 26, Y: f.collar + 24}, point{X: f.x, Y: f.collar + 32}, point{X: f.x + 26, Y: f.collar + 24})
	both(func(side float64) { p.button(point{X: f.x + side*28, Y: f.collar + 22}, brass) })
}

// fallenHood lies round the neck.
func (p *painter) fallenHood(c colour) {
	f := p.f
	p.pair(c, point{X: f.neck + 2, Y: f.collar - 34}, point{X: f.neck + 34, Y: f.collar - 26}, point{X: f.neck + 48, Y: f.collar + 6},
		point{X: 30, Y: f.collar + 36}, point{X: 16, Y: f.collar + 26}, point{X: f.neck - 2, Y: f.collar - 4})
	p.seam(3, faint(dark(c, 75), 150), point{X: f.neck + 16, Y: f.collar - 20}, point{X: f.neck + 22, Y: f.collar + 2}, point{X: 30, Y: f.collar + 22})
}

func (p *painter) uniform() {
	c, f := p.dress, p.f
	p.form(p.torso(8), c)
	p.sleeves(c)
	p.line(3, inked(c), point{X: f.x, Y: f.collar}, point{X: f.x + 3, Y: 450}, point{X: f.x, Y: 530})
	band := p.mirrored([]point{{X: f.neck + 1, Y: f.collar - 30}, {X: f.neck + 8, Y: f.collar}, {X: f.neck + 12, Y: f.collar + 10}})
	p.form(band, c)
	p.seam(5, brass, point{X: 3, Y: f.collar + 17}, point{X: f.neck - 6, Y: f.collar + 14}, point{X: f.neck + 12, Y: f.collar + 2})
	for _, y := range []float64{406, 446, 486} {
		both(func(side float64) { p.button(point{X: f.x + side*(34+(y-406)*-0.06), Y: y}, brass) })
	}
	both(func(side float64) { p.epaulette(side) })
}

func (p *painter) epaulette(side float64) {
	f := p.f
	for i := range 7 {
		x, y := f.shoulder*0.74+float64(i)*f.shoulder*0.062, f.shoulderY-6+float64(i*i)*0.75
		p.line(6, dark(brass, 22), p.places(side, point{X: x, Y: y}, point{X: x + 3, Y: y + 16}, point{X: x + 3, Y: y + 32})...)
	}
	p.form(p.sided(side, point{X: f.shoulder * 0.5, Y: f.shoulderY - 22}, point{X: f.shoulder * 0.8, Y: f.shoulderY - 26},
		point{X: f.shoulder * 1.08, Y: f.shoulderY + 4}, point{X: f.shoulder * 1.06, Y: f.shoulderY + 24}, point{X: f.shoulder * 0.76, Y: f.shoulderY}), brass)
}

func (p *painter) gown() {
	c, f := p.dress, p.f
	bodice := p.mirrored([]point{
		{X: 34, Y: f.collar + 34}, {X: f.neck + 36, Y: f.collar + 8}, {X: f.shoulder * 0.8, Y: f.shoulderY - 16},
		{X: f.shoulder + 8, Y: f.shoulderY + 32}, {X: f.shoulder + 16, Y: 480}, {X: f.shoulder + 14, Y: 540},
	})
	p.form(bodice, c)
	p.sleeves(c)
	p.pair(p.under, point{X: f.neck + 4, Y: f.collar - 20}, point{X: f.neck + 40, Y: f.collar - 2}, point{X: f.neck + 50, Y: f.collar + 26},
		point{X: 16, Y: f.collar + 62}, point{X: 2, Y: f.collar + 52}, point{X: 2, Y: f.collar + 52}, point{X: f.neck - 2, Y: f.collar + 16})
	p.seam(2.5, faint(dark(c, 75), 160), point{X: 26, Y: 430}, point{X: 32, Y: 480}, point{X: 26, Y: 530})
	for _, y := range []float64{446, 474, 502} {
		p.button(point{X: f.x, Y: y}, dark(c, 45))
	}
}

func (p *painter) robe() {
	c, f := p.dress, p.f
	p.form(p.torso(18), c)
	p.sleeves(c)
	p.undershirt(f.neck+4, 446)
	band := light(c, 22)
	p.form(p.sided(-1, point{X: f.neck + 6, Y: f.collar - 26}, point{X: f.neck + 26, Y: f.collar - 16}, point{X: 30, Y: f.collar + 60}, point{X: -34, Y: 540}, point{X: -64, Y: 540}, point{X: 6, Y: f.collar + 46}), band)
	p.form(p.sided(1, point{X: f.neck + 6, Y: f.collar - 26}, point{X: f.neck + 26, Y: f.collar - 16}, point{X: 30, Y: f.collar + 60}, point{X: -34, Y: 540}, point{X: -64, Y: 540}, point{X: 6, Y: f.collar + 46}), band)
}

func (p *painter) jersey() {
	c, f := p.dress, p.f
	p.form(p.torso(8), c)
	p.sleeves(c)
	// Rows of knitting, as little as shows from afar.
	p.Within(p.torso(8), func() {
		for row := range 5 {
			y := f.collar + 46 + float64(row)*26
			for i := -5; i <= 5; i++ {
				x := f.x + float64(i)*22
				p.line(3, faint(dark(c, 60), 120), point{X: x - 8, Y: y}, point{X: x, Y: y + 8}, point{X: x + 8, Y: y})
			}
		}
	})
	p.rollneck(c)
}

func (p *painter) rollneck(c colour) {
	f := p.f
	roll := raster.Smooth(p.places(1, point{X: -f.neck - 4, Y: f.collar - 30}, point{X: 0, Y: f.collar - 16}, point{X: f.neck + 4, Y: f.collar - 30},
		point{X: f.neck + 16, Y: f.collar - 8}, point{X: f.neck + 8, Y: f.collar + 14}, point{X: 0, Y: f.collar + 28}, point{X: -f.neck - 8, Y: f.collar + 14}, point{X: -f.neck - 16, Y: f.collar - 8})...)
	p.form(roll, light(c, 8))
	p.Within(roll, func() {
		for i := -4; i <= 4; i++ {
			x := float64(i) * (f.neck + 8) / 4.4
			p.line(3, faint(dark(c, 65), 150), point{X: f.x + x*0.9, Y: f.collar - 26}, point{X: f.x + x, Y: f.collar}, point{X: f.x + x*0.92, Y: f.collar + 26})
		}
	})
}

func (p *painter) shirt() {
	c, f := p.dress, p.f
	p.form(p.torso(4), c)
	p.sleeves(c)
	p.flat(p.open(17, f.collar+46), p.skin)
	p.Within(p.open(17, f.collar+46), p.underChin)
	p.shirtCollar(light(c, 12))
	p.line(3, faint(dark(c, 75), 180), point{X: f.x + 2, Y: f.collar + 46}, point{X: f.x + 3, Y: 470}, point{X: f.x + 2, Y: 530})
	for _, y := range []float64{440, 478} {
		p.Fill(raster.Ellipse(point{X: f.x + 10, Y: y}, 4, 4), raster.Solid(dark(c, 60)))
	}
}

func (p *painter) waistcoat() {
	c, f := p.dress, p.f
	p.form(p.torso(4), p.under)
	p.sleeves(p.under)
	p.undershirt(f.neck+2, 470)
	p.pair(c, point{X: f.neck + 14, Y: f.collar - 10}, point{X: f.neck + 14, Y: f.collar - 10}, point{X: f.shoulder * 0.62, Y: f.shoulderY - 20}, point{X: f.shoulder * 0.66, Y: 460},
		point{X: f.shoulder * 0.68, Y: 540}, point{X: f.shoulder * 0.68, Y: 540}, point{X: 0, Y: 540}, point{X: 0, Y: 540}, point{X: 0, Y: 470}, point{X: 0, Y: 470}, point{X: f.neck - 4, Y: f.collar + 44})
	for _, y := range []float64{482, 506} {
		p.button(point{X: f.x + 8, Y: y}, brass)
	}
}

// wrapped draws what lies over the garment.
func (p *painter) wrapped() {
	switch p.look.Wrap.Kind {
	case "apron":
		p.apron()
	case "shawl":
		p.shawl()
	case "scarf":
		p.scarf()
	}
}

func (p *painter) apron() {
	c, f := p.wrap, p.f
	p.seam(13, dark(c, 12), point{X: f.neck + 16, Y: f.collar - 4}, point{X: 66, Y: 404}, point{X: 62, Y: 452})
	bib := p.mirrored([]point{{X: 66, Y: 432}, {X: 70, Y: 480}, {X: 92, Y: 545}})
	p.form(bib, c)
	p.seam(2.4, faint(dark(c, 60), 150), point{X: 2, Y: 443}, point{X: 30, Y: 443}, point{X: 60, Y: 443})
	p.seam(2.4, faint(dark(c, 60), 120), point{X: 24, Y: 470}, point{X: 28, Y: 500}, point{X: 24, Y: 530})
}

func (p *painter) shawl() {
	c, f := p.wrap, p.f
	p.form(p.sided(-1, point{X: f.neck, Y: f.collar - 18}, point{X: f.shoulder * 0.72, Y: f.shoulderY - 30}, point{X: f.shoulder + 24, Y: f.shoulderY + 34},
		point{X: f.shoulder + 30, Y: 540}, point{X: f.shoulder + 30, Y: 540}, point{X: -20, Y: 540}, point{X: -20, Y: 540}, point{X: 10, Y: 440}), c)
	p.form(p.sided(1, point{X: f.neck, Y: f.collar - 18}, point{X: f.shoulder * 0.72, Y: f.shoulderY - 30}, point{X: f.shoulder + 24, Y: f.shoulderY + 34},
		point{X: f.shoulder + 30, Y: 540}, point{X: f.shoulder + 30, Y: 540}, point{X: -60, Y: 540}, point{X: -60, Y: 540}, point{X: 2, Y: 440}), c)
	for i := range 4 {
		t := float64(i) / 3
		p.seam(4, faint(dark(c, 80), 170), point{X: f.neck + 8 + 30*t, Y: f.collar + 4}, point{X: 40 + 66*t, Y: 440}, point{X: 24 + 116*t, Y: 540})
		p.seam(3, faint(light(c, 40), 90), point{X: f.neck + 14 + 30*t, Y: f.collar + 2}, point{X: 50 + 66*t, Y: 440}, point{X: 36 + 116*t, Y: 540})
	}
	p.line(5, faint(light(c, 45), 150), p.places(1, point{X: f.neck - 2, Y: f.collar - 12}, point{X: 6, Y: 440}, point{X: -54, Y: 536})...)
}

func (p *painter) scarf() {
	c, f := p.wrap, p.f
	p.form(p.sided(1, point{X: 16, Y: f.collar + 20}, point{X: 46, Y: f.collar + 24}, point{X: 58, Y: 500}, point{X: 58, Y: 500}, point{X: 20, Y: 506}, point{X: 20, Y: 506}), c)
	for _, y := range []float64{468, 480} {
		p.line(5, faint(light(c, 60), 190), p.places(1, point{X: 20, Y: y}, point{X: 38, Y: y + 2}, point{X: 54, Y: y - 2})...)
	}
	wound := raster.Smooth(p.places(1, point{X: -f.neck - 16, Y: f.collar - 34}, point{X: 0, Y: f.collar - 14}, point{X: f.neck + 16, Y: f.collar - 34},
		point{X: f.neck + 26, Y: f.collar - 4}, point{X: 20, Y: f.collar + 34}, point{X: -f.neck - 8, Y: f.collar + 20}, point{X: -f.neck - 28, Y: f.collar - 6})...)
	p.form(wound, c)
	for i := range 3 {
		y := f.collar - 18 + float64(i)*14
		p.line(3.4, faint(dark(c, 75), 170), p.places(1, point{X: -f.neck - 18, Y: y}, point{X: 0, Y: y + 18}, point{X: f.neck + 18, Y: y - 4})...)
	}
}
