package main

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

const horizon = 292.0

// harbour is the scene picture: the town at lamp-time, and the tower dark.
func harbour() image.Image {
	c := newCanvas(960, 540)
	r := rand.New(rand.NewPCG(2, 10))
	sky(c, r)
	sea(c, r)
	head(c)
	tooth(c, r)
	drove(c)
	lit := town(c, r)
	reflections(c, r, lit)
	fog(c, horizon+4, 0.20)
	fog(c, 236, 0.10)
	quay(c, r)
	gulls(c)
	c.grain(0.06)
	return c
}

// sky is a November dusk: slate above, a crack of apricot at the horizon.
func sky(c canvas, r *rand.Rand) {
	c.shade(stop{0, hex(0x1d2835, 1)}, stop{120, hex(0x3b4a58, 1)}, stop{220, hex(0x7d8283, 1)},
		stop{268, hex(0xc9a27f, 1)}, stop{horizon, hex(0xe6b98a, 1)})
	c.glow(hex(0xffdca8, 0.75), 690, horizon, 380, 130)
	for i := range 13 {
		y := 40 + float64(i)*17 + r.Float64()*10
		x := r.Float64() * 960
		w := 160 + r.Float64()*260
		tone := mix(hex(0x1a2531, 0.34), hex(0x8d7a70, 0.30), float64(i)/13)
		c.blob(tone, pt{x - w, y}, pt{x - w/3, y - 8 - r.Float64()*7}, pt{x + w/2, y - 5}, pt{x + w, y + 1}, pt{x + w/3, y + 6}, pt{x - w/2, y + 5})
	}
}

// sea takes the sky's colours, darker, and is crossed by long flat strokes.
func sea(c canvas, r *rand.Rand) {
	c.shade(stop{horizon, hex(0xc39c7c, 1)}, stop{310, hex(0x7f8381, 1)}, stop{370, hex(0x465762, 1)}, stop{540, hex(0x1d2a35, 1)})
	for range 300 {
		y := horizon + 2 + math.Pow(r.Float64(), 1.6)*215
		near := (y - horizon) / 215
		x, w := r.Float64()*960, 10+near*70*r.Float64()
		tone := hex(0x16212b, 0.20)
		if math.Abs(x-690) < 90+near*140 && r.Float64() < 0.7 {
			tone = hex(0xf3c391, 0.34*(1-near*0.7))
		}
		c.ellipse(tone, x, y, w, 0.7+near*1.6)
	}
}

// head is Gannet Head, in two distances, with the pilots' hut and flagstaff.
func head(c canvas) {
	far, near := hex(0x8b8884, 1), hex(0x5d686e, 1)
	c.polygon(far, pt{380, horizon}, pt{400, 276}, pt{470, 268}, pt{540, 272}, pt{566, 282}, pt{590, horizon})
	c.polygon(near, pt{180, horizon + 3}, pt{240, 226}, pt{330, 216}, pt{392, 218}, pt{424, 226}, pt{438, 246}, pt{452, 258}, pt{468, 284}, pt{484, horizon + 2})
	c.rect(near, 380, 209, 16, 10)
	c.polygon(near, pt{377, 210}, pt{388, 202}, pt{399, 210})
	c.line(near, 1.4, pt{410, 222}, pt{410, 194})
}

// tooth is the rock and the tower, against what is left of the day.
func tooth(c canvas, r *rand.Rand) {
	dark, side := hex(0x222b34, 1), hex(0x384550, 1)
	rock, ledge := hex(0x2a343d, 1), hex(0x3d4952, 1)
	c.polygon(rock, pt{584, 318}, pt{600, 306}, pt{608, 290}, pt{626, 282}, pt{634, 268}, pt{660, 264}, pt{722, 262}, pt{762, 270}, pt{772, 284}, pt{792, 292}, pt{800, 306}, pt{822, 318}, pt{760, 321}, pt{690, 323}, pt{630, 321})
	c.polygon(ledge, pt{600, 306}, pt{608, 290}, pt{626, 282}, pt{634, 268}, pt{652, 265}, pt{644, 282}, pt{628, 292}, pt{620, 308})
	c.polygon(ledge, pt{690, 290}, pt{712, 284}, pt{742, 290}, pt{730, 294}, pt{704, 296})
	c.polygon(hex(0x1d252c, 1), pt{740, 321}, pt{756, 296}, pt{772, 300}, pt{792, 292}, pt{800, 306}, pt{822, 318})
	c.polygon(dark, pt{676, 268}, pt{682, 118}, pt{712, 118}, pt{720, 268})
	c.polygon(side, pt{676, 268}, pt{682, 118}, pt{690, 118}, pt{688, 268})
	for i := range 9 {
		y := 136 + float64(i)*15
		c.line(hex(0x161d24, 0.35), 1, pt{681.5 - float64(i)*0.6, y}, pt{713 + float64(i)*0.7, y})
	}
	c.rect(dark, 674, 113, 46, 6)
	for x := 676.0; x <= 718; x += 6 {
		c.line(dark, 1.2, pt{x, 113}, pt{x, 104})
	}
	c.line(dark, 1.6, pt{674, 104}, pt{720, 104})
	lantern(c)
	c.rect(hex(0x2a343d, 1), 726, 250, 30, 20)
	c.polygon(hex(0x222b34, 1), pt{722, 251}, pt{741, 238}, pt{760, 251})
	c.polygon(hex(0x2a343d, 1), pt{628, 276}, pt{630, 266}, pt{672, 262}, pt{672, 270})
	c.line(hex(0x12181e, 0.8), 1.6, pt{684, 266}, pt{686, 240})
	c.rect(hex(0x12181e, 1), 683, 226, 8, 15)
	for range 26 {
		x := 584 + r.Float64()*240
		c.ellipse(hex(0xe9d6bd, 0.35), x, horizon+25+r.Float64()*7, 3+r.Float64()*10, 1.1)
	}
	c.glow(hex(0x0d141b, 0.55), 700, horizon+44, 130, 30)
}

// lantern is the glass at the top: every pane clean, and none lit.
func lantern(c canvas) {
	c.rect(hex(0x465460, 1), 684, 82, 26, 31)
	c.polygon(hex(0x8d979a, 0.5), pt{703, 82}, pt{710, 82}, pt{710, 100})
	c.ellipse(hex(0x1f2931, 0.9), 697, 98, 8, 12)
	for x := 684.0; x <= 710; x += 6.5 {
		c.line(hex(0x1b232b, 1), 1.5, pt{x, 82}, pt{x, 113})
	}
	c.line(hex(0x1b232b, 1), 1.3, pt{684, 97}, pt{710, 97})
	c.blob(hex(0x1b232b, 1), pt{679, 85}, pt{682, 70}, pt{697, 62}, pt{712, 70}, pt{715, 85})
	c.line(hex(0x1b232b, 1), 1.6, pt{697, 70}, pt{697, 54})
}

// drove is the causeway: a line of posts from the near shore out to the rock.
func drove(c canvas) {
	c.polygon(hex(0x59605f, 0.65), pt{960, 392}, pt{960, 404}, pt{780, 322}, pt{770, 316})
	for i := range 13 {
		t := float64(i) / 12
		x, y := 786+t*t*190, 318+t*t*84
		tall := 9 + t*t*34
		c.line(hex(0x1a232b, 1), 1.4+t*2.6, pt{x, y}, pt{x + t, y - tall})
		c.ellipse(hex(0x0f161c, 0.5), x, y+1, 3+t*6, 1.2)
	}
	box := hex(0x1a232b, 1)
	c.line(box, 1.6, pt{826, 342}, pt{826, 306})
	c.line(box, 1.6, pt{844, 346}, pt{844, 306})
	c.rect(box, 821, 292, 28, 16)
	c.polygon(box, pt{818, 293}, pt{835, 284}, pt{852, 293})
}

// window is a lit pane, kept so that the water can give it back.
type window struct{ x, y float64 }

// town is the houses in their rows up the hill, with lamps in some windows.
func town(c canvas, r *rand.Rand) []window {
	c.blob(hex(0x2c3740, 1), pt{-160, 380}, pt{-120, 138}, pt{60, 164}, pt{250, 222}, pt{400, 290}, pt{470, 326}, pt{300, 350})
	chapel(c)
	var lit []window
	rows := []struct {
		base, slope, from, to, scale, foot float64
		wall, roof                         color.NRGBA
	}{
		{236, 0.19, -20, 240, 0.72, 60, hex(0x39454e, 1), hex(0x28323a, 1)},
		{280, 0.13, -30, 330, 0.9, 16, hex(0x333f48, 1), hex(0x222b33, 1)},
		{338, 0.012, -30, 420, 1.1, 8, hex(0x2d3841, 1), hex(0x1b242b, 1)},
	}
	for _, row := range rows {
		for x := row.from; x < row.to; {
			w := (30 + r.Float64()*20) * row.scale
			h := (26 + r.Float64()*16) * row.scale
			base := row.base + (x-row.from)*row.slope
			lit = append(lit, house(c, r, x, base, w, h, row.foot, row.wall, row.roof)...)
			x += w + 1
		}
	}
	return lit
}

// chapel stands above the town, with the lowest row of its graves.
func chapel(c canvas) {
	dark := hex(0x27313a, 1)
	c.rect(dark, 150, 182, 52, 30)
	c.polygon(dark, pt{146, 183}, pt{176, 166}, pt{206, 183})
	c.rect(dark, 140, 162, 15, 46)
	c.polygon(dark, pt{138, 163}, pt{147.5, 146}, pt{157, 163})
	c.rect(hex(0xe9b873, 0.8), 197, 189, 3, 8)
	for i := range 11 {
		x := 214 + float64(i)*6
		c.rect(dark, x, 204+float64(i)*2.3, 2.4, 6)
	}
}

// house is one gable or one long front, a chimney, and two to four windows.
func house(c canvas, r *rand.Rand, x, base, w, h, foot float64, wall, roof color.NRGBA) []window {
	tone := mix(wall, roof, r.Float64()*0.5)
	c.rect(tone, x, base-h, w, h+foot)
	peak := h * (0.42 + r.Float64()*0.2)
	if r.IntN(3) == 0 {
		c.polygon(roof, pt{x - 2, base - h}, pt{x + w/2, base - h - peak}, pt{x + w + 2, base - h})
	} else {
		c.polygon(roof, pt{x - 2, base - h + 1}, pt{x + 5, base - h - peak*0.8}, pt{x + w - 5, base - h - peak*0.8}, pt{x + w + 2, base - h + 1})
	}
	chimney := x + w*(0.2+0.5*r.Float64())
	c.rect(roof, chimney, base-h-peak-7, 6, peak)
	var lit []window
	for _, at := range []pt{{0.24, 0.3}, {0.68, 0.3}, {0.24, 0.72}, {0.68, 0.72}} {
		px, py := x+w*at.x, base-h+h*at.y
		if r.Float64() < 0.36 {
			c.glow(hex(0xffb45a, 0.35), px+2, py+3, 14, 13)
			c.rect(hex(0xf7c47a, 1), px, py, 4.5, 6)
			c.line(hex(0x6b4a2a, 0.8), 0.8, pt{px + 2.2, py}, pt{px + 2.2, py + 6})
			lit = append(lit, window{px + 2, py})
		} else {
			c.rect(hex(0x171f26, 0.8), px, py, 4.5, 6)
		}
	}
	return lit
}

// reflections lays the lamps of the front on the water in broken strokes.
func reflections(c canvas, r *rand.Rand, lit []window) {
	c.polygon(hex(0x222c35, 1), pt{-5, 352}, pt{452, 342}, pt{462, 350}, pt{-5, 372})
	c.shade(stop{366, hex(0x1a2630, 0)}, stop{420, hex(0x1a2630, 0.25)}, stop{540, hex(0x141d26, 0.5)})
	for _, w := range lit {
		if w.y < 285 {
			continue
		}
		for i := range 11 {
			y := 372 + float64(i)*9 + r.Float64()*5
			x := w.x + (r.Float64()-0.5)*float64(i)*1.7
			c.ellipse(hex(0xf4bd72, 0.42-float64(i)*0.034), x, y, 5+r.Float64()*6, 1.4)
		}
	}
}

// fog is a long soft band at a height.
func fog(c canvas, y, strength float64) {
	for i := range 6 {
		x := float64(i)*190 + 40*math.Sin(float64(i)*2.1)
		c.glow(hex(0xd8cfc4, strength), x, y+6*math.Sin(float64(i)*1.3), 260, 26)
	}
}

// quay is the near edge: granite, bollards, mooring rings, a lamp, and the cat.
func quay(c canvas, r *rand.Rand) {
	c.polygon(hex(0x1b232a, 1), pt{-5, 478}, pt{560, 462}, pt{700, 545}, pt{-5, 545})
	c.polygon(hex(0x39424a, 1), pt{-5, 468}, pt{548, 454}, pt{566, 464}, pt{-5, 484})
	c.polygon(hex(0x10161b, 1), pt{548, 454}, pt{566, 464}, pt{704, 545}, pt{668, 545})
	for i := range 11 {
		x := 10 + float64(i)*52 + r.Float64()*12
		c.line(hex(0x151b21, 0.9), 1.3, pt{x, 483 - x*0.034}, pt{x + 3 + x*0.055, 545})
	}
	for y := 500.0; y < 545; y += 20 {
		c.line(hex(0x12181d, 0.8), 1.2, pt{-5, y}, pt{610 + (y-500)*1.5, y - 12})
	}
	for i := range 4 {
		bollard(c, 60+float64(i)*118, 471-float64(i)*3.2, 1.15-float64(i)*0.12)
	}
	cat(c, 178, 446)
	lamp(c, 524, 458)
}

func bollard(c canvas, x, y, s float64) {
	c.ellipse(hex(0x0b1014, 0.6), x+4*s, y+2, 17*s, 4*s)
	c.rect(hex(0x161d23, 1), x-9*s, y-22*s, 18*s, 23*s)
	c.ellipse(hex(0x161d23, 1), x, y+1, 9*s, 3*s)
	c.ellipse(hex(0x2c363e, 1), x, y-23*s, 13*s, 5*s)
	c.ellipse(hex(0x3d4951, 1), x-1, y-24.5*s, 10*s, 3*s)
}

// cat sits on the second bollard and watches the place where the boats should be.
func cat(c canvas, x, y float64) {
	fur := hex(0x0d1216, 1)
	c.blob(fur, pt{x - 11, y + 2}, pt{x - 9, y - 16}, pt{x, y - 24}, pt{x + 7, y - 16}, pt{x + 10, y + 2}, pt{x, y + 5})
	c.ellipse(fur, x+3, y-23, 6.5, 6)
	c.polygon(fur, pt{x - 2, y - 26}, pt{x - 1, y - 34}, pt{x + 3, y - 28})
	c.polygon(fur, pt{x + 4, y - 28}, pt{x + 8, y - 34}, pt{x + 9, y - 25})
	c.curve(fur, 4.5, pt{x - 9, y}, pt{x - 26, y + 6}, pt{x - 20, y + 22})
}

// lamp is the one at the far end of the quay.
func lamp(c canvas, x, y float64) {
	c.glow(hex(0xffc477, 0.65), x, y-74, 84, 74)
	c.line(hex(0x10161b, 1), 3.2, pt{x, y}, pt{x, y - 64})
	c.rect(hex(0x10161b, 1), x-7, y-66, 14, 3)
	c.polygon(hex(0xffdf9f, 1), pt{x - 5, y - 66}, pt{x - 7, y - 82}, pt{x + 7, y - 82}, pt{x + 5, y - 66})
	c.polygon(hex(0x10161b, 1), pt{x - 9, y - 82}, pt{x, y - 92}, pt{x + 9, y - 82})
	c.ellipse(hex(0xffcf8a, 0.13), x-36, y+9, 62, 6)
	c.ellipse(hex(0xffcf8a, 0.16), x-22, y+8, 36, 4)
}

// gulls are four strokes of a pen each, far off.
func gulls(c canvas) {
	for _, g := range []struct{ x, y, s float64 }{{470, 150, 1}, {500, 168, 0.7}, {590, 118, 0.8}, {838, 178, 1.1}} {
		col := hex(0x1d262e, 0.85)
		c.curve(col, 2*g.s, pt{g.x - 14*g.s, g.y - 3*g.s}, pt{g.x - 6*g.s, g.y - 8*g.s}, pt{g.x, g.y})
		c.curve(col, 2*g.s, pt{g.x, g.y}, pt{g.x + 6*g.s, g.y - 9*g.s}, pt{g.x + 15*g.s, g.y - 5*g.s})
	}
}
