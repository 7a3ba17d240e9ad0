package draw

import "github.com/narratoria/narratoria/skills-src/portraits/raster"

// head is the face without its features.
func (p *painter) head() {
	shape := p.headShape()
	p.form(shape, p.skin)
	p.Within(shape, func() {
		p.cheeks()
		p.sockets()
	})
}

func (p *painter) cheeks() {
	f := p.f
	warm, strength := blend(p.skin, blood, 50), uint8(46)
	switch {
	case p.look.Skin == "rosy" || p.look.Age == "child":
		strength = 105
	case p.look.Mood == "happy" || p.look.Mood == "kind":
		strength = 78
	case p.look.Lines == "gaunt" || p.look.Skin == "pale":
		strength = 14
	}
	both(func(side float64) {
		at := f.at(side*0.6, f.down(0.42))
		p.Fill(raster.Ellipse(at, 30, 24), raster.Radial(at, 30, 24, faint(warm, strength), faint(warm, 0)))
	})
	if p.look.Lines == "gaunt" {
		both(func(side float64) {
			at := f.at(side*0.74, f.down(0.6))
			p.Fill(raster.Ellipse(at, 22, 38), raster.Radial(at, 22, 38, faint(dark(p.skin, 70), 120), faint(dark(p.skin, 70), 0)))
		})
	}
}

// sockets lie in shade, more so for the weary.
func (p *painter) sockets() {
	f, strength := p.f, uint8(70)
	if p.look.Mood == "weary" || p.look.Lines != "" || p.look.Age == "old" {
		strength = 110
	}
	both(func(side float64) {
		at := f.at(side*0.44, f.eyes-1)
		p.Fill(raster.Ellipse(at, 31, 23), raster.Radial(at, 31, 23, faint(dark(p.skin, 50), strength), faint(dark(p.skin, 50), 0)))
	})
}

// marks are what time, weather and blades leave on a face.
func (p *painter) marks() {
	if p.look.Freckles != "" {
		p.freckles()
	}
	if p.look.Age == "old" || p.look.Lines == "weathered" {
		p.wrinkles(200)
	} else if p.look.Age == "middle-aged" {
		p.wrinkles(105)
	}
	if p.look.Scar != "" {
		p.scar()
	}
}

func (p *painter) freckles() {
	f := p.f
	for range 44 {
		across := p.around(0.78)
		at := f.at(across, f.down(0.3)+p.around(17)+6*across*across)
		size := 1.3 + p.chance.Float64()*1.3
		p.Fill(raster.Ellipse(at, size*1.2, size), raster.Solid(faint(blend(p.skin, rgb(0x8a4520), 62), 190)))
	}
}

func (p *painter) wrinkles(depth uint8) {
	f, c := p.f, faint(dark(blend(p.skin, blood, 18), 58), depth)
	for i, y := range []float64{0.5, 0.62} {
		wide := 0.46 - float64(i)*0.08
		p.line(2.6, c, f.at(-wide, f.up(y)), f.at(-wide/2, f.up(y)-4), f.at(0, f.up(y)-1), f.at(wide/2, f.up(y)-4), f.at(wide, f.up(y)))
	}
	both(func(side float64) {
		p.line(3.2, c, f.at(side*0.25, f.down(0.42)), f.at(side*0.4, f.down(0.54)), f.at(side*0.44, f.down(0.68)))
		p.line(2.2, c, f.at(side*0.28, f.eyes+17), f.at(side*0.44, f.eyes+22), f.at(side*0.6, f.eyes+16))
		p.line(2, c, f.at(side*0.72, f.eyes-2), f.at(side*0.82, f.eyes-7), f.at(side*0.9, f.eyes-9))
		p.line(2, c, f.at(side*0.72, f.eyes+4), f.at(side*0.82, f.eyes+7), f.at(side*0.9, f.eyes+12))
	})
	p.line(2.4, c, f.at(-0.06, f.eyes-22), f.at(-0.07, f.eyes-10), f.at(-0.05, f.eyes-4))
}

// scar is a pale seam with a shadow, and stitches.
func (p *painter) scar() {
	f := p.f
	line := map[string][]point{
		"cheek": {f.at(-0.78, f.down(0.2)), f.at(-0.64, f.down(0.38)), f.at(-0.46, f.down(0.6))},
		"brow":  {f.at(-0.56, f.up(0.62)), f.at(-0.42, f.up(0.4)), f.at(-0.36, f.up(0.18))},
		"eye":   {f.at(-0.58, f.up(0.42)), f.at(-0.46, f.eyes), f.at(-0.4, f.down(0.42))},
		"lip":   {f.at(-0.24, f.down(0.5)), f.at(-0.17, f.down(0.64)), f.at(-0.22, f.down(0.84))},
	}[p.look.Scar]
	p.line(p.manner.atLeast(7), faint(blend(p.skin, blood, 52), 235), line...)
	p.line(3, faint(light(p.skin, 65), 240), line...)
	for _, t := range []float64{0.25, 0.5, 0.75} {
		at := line[0].Toward(line[2], t)
		p.line(2.6, faint(blend(p.skin, blood, 60), 220), point{X: at.X - 8, Y: at.Y + 4}, at, point{X: at.X + 8, Y: at.Y - 4})
	}
}

func (p *painter) eyesAndBrows() {
	both(func(side float64) {
		if side < 0 && p.look.Patch != "" {
			p.eyepatch()
		} else {
			p.eye(side)
		}
		p.brow(side)
	})
}

func (p *painter) eyepatch() {
	f, leather := p.f, rgb(0x2a2224)
	p.Within(p.headShape(), func() {
		p.line(7, leather, f.at(-1.1, f.up(0.16)), f.at(-0.1, f.up(0.3)), f.at(1.1, f.up(0.62)))
	})
	at := f.at(-0.44, f.eyes)
	p.form(raster.Smooth(point{X: at.X - 27, Y: at.Y - 18}, point{X: at.X, Y: at.Y - 23}, point{X: at.X + 26, Y: at.Y - 17}, point{X: at.X + 16, Y: at.Y + 17}, point{X: at.X - 4, Y: at.Y + 25}, point{X: at.X - 22, Y: at.Y + 10}), leather)
}

// lids is the opening of an eye and its half width.
func (p *painter) lids(side float64) (raster.Path, point, float64, float64) {
	size := p.manner.eyes
	if p.look.Age == "child" {
		size *= 1.16
	}
	if p.look.Sex == "woman" && p.look.Age != "old" {
		size *= 1.07
	}
	w, h := 17.5*min(size, 1.4), 9.4*size*p.face.open
	at := p.f.at(side*0.44, p.f.eyes)
	if side > 0 {
		w *= 0.95
	}
	in, out := point{X: at.X - side*w, Y: at.Y + 2.5}, point{X: at.X + side*w, Y: at.Y - 1}
	return raster.Smooth(in, in, point{X: at.X - side*w*0.4, Y: at.Y - h*0.82}, point{X: at.X + side*w*0.35, Y: at.Y - h},
		out, out, point{X: at.X + side*w*0.2, Y: at.Y + h*0.82}, point{X: at.X - side*w*0.45, Y: at.Y + h*0.72}), at, w, h
}

func (p *painter) eye(side float64) {
	lids, at, w, h := p.lids(side)
	p.Fill(lids, raster.Solid(rgb(0xf2eee6)))
	round := min(11.2*p.manner.eyes, w*0.78)
	iris := point{X: at.X + 1.5, Y: at.Y - h*0.06}
	p.Within(lids, func() {
		p.Fill(raster.Ellipse(iris, round, round*max(1, p.manner.eyes*0.88)), raster.Solid(dark(p.eyes, 55)))
		p.Fill(raster.Ellipse(point{X: iris.X, Y: iris.Y + 1}, round*0.82, round*0.86*max(1, p.manner.eyes*0.88)),
			raster.Linear(point{X: iris.X, Y: iris.Y - round}, point{X: iris.X, Y: iris.Y + round}, dark(p.eyes, 20), light(p.eyes, 42)))
		p.Fill(raster.Ellipse(iris, round*0.42, round*0.46), raster.Solid(ink))
		p.Fill(lids.Shift(0, h*0.42+2).Outside(), raster.Solid(faint(dusk, 95))) // the lid's shadow
	})
	p.Fill(raster.Ellipse(point{X: iris.X - round*0.36, Y: iris.Y - round*0.38}, round*0.27, round*0.27), raster.Solid(white))
	p.lidLines(side, at, w, h)
}

func (p *painter) lidLines(side float64, at point, w, h float64) {
	lash, heavy := dark(blend(p.hair, ink, 62), 30), 4.6
	if p.look.Sex == "woman" {
		heavy = 6
	}
	wing := point{X: at.X + side*(w+2), Y: at.Y - 1}
	if p.look.Sex == "woman" {
		wing = point{X: at.X + side*(w+6), Y: at.Y - 6}
	}
	p.line(heavy, lash, point{X: at.X - side*w, Y: at.Y + 2}, point{X: at.X - side*w*0.4, Y: at.Y - h*0.82},
		point{X: at.X + side*w*0.38, Y: at.Y - h}, wing)
	p.line(2, faint(dark(p.skin, 70), 170), point{X: at.X - side*w*0.8, Y: at.Y + h*0.6}, point{X: at.X, Y: at.Y + h*0.9 + 1}, point{X: at.X + side*w*0.9, Y: at.Y + h*0.3})
	crease := h + 5
	p.line(2.2, faint(dark(p.skin, 65), 150), point{X: at.X - side*w*0.7, Y: at.Y - crease*0.8}, point{X: at.X + side*w*0.2, Y: at.Y - crease - 1}, point{X: at.X + side*w*1.05, Y: at.Y - crease*0.55})
}

func (p *painter) brow(side float64) {
	f, e := p.f, p.face
	thick := 7.0
	switch {
	case p.look.Brows == "heavy":
		thick = 14
	case p.look.Sex == "man":
		thick = 9
	}
	c := dark(p.hair, 38)
	if p.look.Hair.Length == "bald" {
		c = dark(p.beard, 38)
	}
	y := f.eyes - 25 - (p.manner.eyes-1)*16
	if side > 0 {
		y -= e.raised
	}
	in, mid, out := f.at(side*0.17, y+e.inner+2), f.at(side*0.48, y-6+(e.inner+e.outer)*0.25), f.at(side*0.78, y+4+e.outer)
	p.Fill(raster.Stroke(thick*0.85, thick, 1.5, in, mid, out), raster.Solid(c))
}

func (p *painter) nose() {
	f := p.f
	n, tip := f.nose, f.down(0.42+0.03*f.nose)
	x := f.x + f.turn*1.5
	shadow := faint(dark(blend(p.skin, blood, 20), 50), 150)
	if p.manner.simple {
		p.line(4, inked(p.skin), point{X: x + 5, Y: tip - 8}, point{X: x + 8, Y: tip - 1}, point{X: x, Y: tip + 2})
		return
	}
	side := raster.Smooth(point{X: x + 3, Y: f.eyes - 8}, point{X: x + 6*n, Y: f.eyes + 18}, point{X: x + 15*n, Y: tip - 8}, point{X: x + 18*n, Y: tip + 1},
		point{X: x + 8*n, Y: tip + 6*n}, point{X: x - 4, Y: tip + 7*n}, point{X: x + 4, Y: tip - 8})
	p.Fill(side, raster.Solid(faint(shadow, 105)))
	warm := blend(p.skin, blood, 42)
	p.Fill(raster.Ellipse(point{X: x, Y: tip - 3}, 17*n, 13*n), raster.Radial(point{X: x, Y: tip - 3}, 17*n, 13*n, faint(warm, 80), faint(warm, 0)))
	p.line(2.8*n, faint(shadow, 210), point{X: x + 5, Y: f.eyes + 6}, point{X: x + 9*n, Y: tip - 18}, point{X: x + 17*n, Y: tip - 5}, point{X: x + 15*n, Y: tip + 4})
	p.line(3, faint(shadow, 190), point{X: x - 13*n, Y: tip - 8*n}, point{X: x - 17*n, Y: tip}, point{X: x - 11*n, Y: tip + 5*n})
	p.line(4.2*n, dark(blend(p.skin, blood, 30), 68), point{X: x - 11*n, Y: tip + 5*n}, point{X: x - 4*n, Y: tip + 4*n}, point{X: x + 2*n, Y: tip + 8*n}, point{X: x + 7*n, Y: tip + 5*n}, point{X: x + 14*n, Y: tip + 4*n})
	p.Fill(raster.Ellipse(point{X: x - 3*n, Y: tip - 8*n}, 4.5*n, 6*n), raster.Solid(faint(light(p.skin, 75), 135)))
}

// mouth is the line between the lips, which says most, and the lips.
func (p *painter) mouth() {
	f, e := p.f, p.face
	wide, y := 0.32+0.06*max(0, e.smile), f.down(0.685)
	if p.look.Age == "child" {
		wide -= 0.06
	}
	lip, full := blend(p.skin, blood, 34), 7.0
	if p.look.Sex == "woman" {
		lip, full = blend(p.skin, blood, 56), 9
	}
	if p.look.Age == "old" {
		full -= 3
	}
	left, right := f.at(-wide, y-e.smile*9), f.at(wide, y-e.smile*9)
	if p.look.Mood == "sly" { // half a smile
		left.Y += 8
	}
	middle := f.at(0, y+e.smile*4)
	p.Fill(raster.Smooth(left, left, f.at(-0.1, y-full*0.75), f.at(0, y-full*0.45), f.at(0.1, y-full*0.75), right, right, middle), raster.Solid(faint(dark(lip, 16), 215)))
	p.Fill(raster.Smooth(left, left, middle, right, right, f.at(0.14, middle.Y+full+e.parted), f.at(-0.14, middle.Y+full+e.parted)), raster.Solid(faint(lip, 225)))
	if e.parted > 0 {
		gap := raster.Smooth(left, left, f.at(0, middle.Y-e.parted*0.35), right, right, f.at(0, middle.Y+e.parted*1.2))
		p.Fill(gap, raster.Solid(rgb(0x4a1c22)))
		p.Within(gap, func() {
			p.Fill(gap.Shift(0, -e.parted*0.75), raster.Solid(rgb(0xf0eadd)))
		})
	}
	c := dark(blend(p.skin, blood, 40), 74)
	p.line(3.6, c, left, f.at(-wide*0.5, (left.Y+middle.Y)/2+1), middle, f.at(wide*0.5, (right.Y+middle.Y)/2+1), right)
	p.line(2.6, faint(c, 120), f.at(-0.13, middle.Y+full+9), f.at(0, middle.Y+full+11+e.parted), f.at(0.13, middle.Y+full+9))
	if e.smile > 0.4 {
		both(func(side float64) {
			p.line(2.6, faint(c, 130), f.at(side*0.27, f.down(0.44)), f.at(side*(wide+0.12), f.down(0.56)), f.at(side*(wide+0.13), y-4))
		})
	}
}

func (p *painter) eyewear() {
	f, rim := p.f, rgb(0x3a2c22)
	if p.look.Glasses == "monocle" {
		rim = brass
	}
	lens := func(side float64) {
		at := f.at(side*0.44, f.eyes+3)
		p.Fill(raster.Ellipse(at, 29, 26), raster.Solid(faint(rgb(0xd8ecf4), 46)))
		p.line(7, faint(white, 90), point{X: at.X - 16, Y: at.Y + 2}, point{X: at.X - 9, Y: at.Y - 9}, point{X: at.X + 2, Y: at.Y - 16})
		p.Fill(raster.Ellipse(at, 29, 26).Outline(8), raster.Solid(rim))
	}
	switch p.look.Glasses {
	case "spectacles":
		both(lens)
		p.line(5, rim, f.at(-0.07, f.eyes), f.at(0, f.eyes-5), f.at(0.07, f.eyes))
		both(func(side float64) { p.line(4, rim, f.at(side*0.83, f.eyes), f.at(side*1.05, f.eyes-4)) })
	case "monocle":
		lens(1)
		p.line(3, rim, f.at(0.8, f.eyes+12), f.at(0.98, f.down(0.6)), f.at(0.95, f.chin+40))
	}
}
