package main

import (
	"image"
	"image/color"
	"math/rand/v2"
)

// face is what the three busts have in common; each sitter adds the rest.
type face struct {
	skin, shadow, hair, brow, eye, lip color.NRGBA
	width, length, neck                float64 // half the head's breadth; brow to chin; half the neck
}

// backdrop is a plain wall with the light coming from the left.
func backdrop(c canvas, wall, light color.NRGBA) {
	c.shade(stop{0, mix(wall, light, 0.25)}, stop{512, mix(wall, hex(0x0c1116, 1), 0.35)})
	c.glow(color.NRGBA{light.R, light.G, light.B, 150}, 150, 170, 330, 330)
}

// bust is the shoulders, in a garment, and the neck.
func bust(c canvas, f face, cloth, dark color.NRGBA, slope float64) {
	c.blob(cloth, pt{-70, 540}, pt{40, 420 + slope}, pt{150, 378 + slope}, pt{256, 372}, pt{362, 378 + slope}, pt{472, 420 + slope}, pt{582, 540}, pt{256, 600})
	c.blob(dark, pt{300, 560}, pt{318, 400}, pt{372, 384 + slope}, pt{470, 424 + slope}, pt{582, 540}, pt{420, 600})
	n := f.neck
	c.blob(f.skin, pt{256 - n, 290}, pt{252 - n, 396}, pt{256, 432}, pt{260 + n, 396}, pt{256 + n, 290})
	c.blob(f.shadow, pt{256 - n*0.95, 296}, pt{256 - n*0.98, 352}, pt{262, 384}, pt{254, 424}, pt{262 + n, 400}, pt{256 + n, 290})
}

// headShape is the face and its shaded side.
func headShape(c canvas, f face) {
	x, w := 256.0, f.width
	c.ellipse(f.skin, x-w*0.98, 246, 12, 24)
	c.ellipse(f.shadow, x+w*0.98, 246, 12, 24)
	chin := 236 + f.length
	c.blob(f.skin, pt{x - w, 150}, pt{x - w*1.10, 240}, pt{x - w*0.86, chin - 34}, pt{x - w*0.30, chin + 10}, pt{x + w*0.30, chin + 10}, pt{x + w*0.86, chin - 34}, pt{x + w*1.10, 240}, pt{x + w, 150}, pt{x, 116})
	c.blob(f.shadow, pt{x + w*0.50, 150}, pt{x + w*0.42, 240}, pt{x + w*0.34, chin - 30}, pt{x + w*0.10, chin + 6}, pt{x + w*0.36, chin + 8}, pt{x + w*0.90, chin - 34}, pt{x + w*1.13, 240}, pt{x + w*1.04, 150})
}

// features are brows, eyes, nose and mouth; they look a little to the right.
func features(c canvas, f face, smile float64) {
	x := 256.0
	for _, side := range []float64{-1, 1} {
		ex := x + side*f.width*0.43 + 3
		c.blob(hex(0xf1ece2, 1), pt{ex - 17, 243}, pt{ex - 7, 233}, pt{ex + 8, 233}, pt{ex + 18, 243}, pt{ex + 6, 250}, pt{ex - 8, 250})
		c.ellipse(f.eye, ex+3, 241.5, 6.6, 7.2)
		c.ellipse(hex(0x14181c, 1), ex+3.5, 241.5, 3.2, 3.6)
		c.ellipse(hex(0xffffff, 0.9), ex+1, 239, 1.6, 1.6)
		c.curve(mix(f.brow, hex(0x14181c, 1), 0.4), 4.2, pt{ex - 18, 243}, pt{ex, 226}, pt{ex + 19, 242})
		c.curve(f.brow, 8, pt{ex - side*15 - 3, 224}, pt{ex + side*3, 213}, pt{ex + side*22, 221})
	}
	c.curve(f.shadow, 7, pt{x + 8, 238}, pt{x + 18, 276}, pt{x + 9, 287})
	c.curve(mix(f.shadow, hex(0x3a1f18, 1), 0.45), 4, pt{x - 8, 288}, pt{x + 3, 295}, pt{x + 16, 286})
	c.curve(f.lip, 6, pt{x - 22, 316 - smile}, pt{x + 3, 319 + smile}, pt{x + 27, 314 - smile})
	c.curve(mix(f.lip, f.skin, 0.35), 6, pt{x - 13, 322}, pt{x + 3, 327}, pt{x + 18, 321})
}

// ines is spare and dark, hair cut short as a boy's, in a darned blue jersey.
func ines() image.Image {
	c := newCanvas(512, 512)
	f := face{skin: hex(0xd9ab8b, 1), shadow: hex(0xb98a6d, 1), hair: hex(0x2a2523, 1), brow: hex(0x2a2523, 1), eye: hex(0x4d5a55, 1), lip: hex(0xa4584f, 1), width: 70, length: 112, neck: 36}
	backdrop(c, hex(0x58656a, 1), hex(0xc9c4b2, 1))
	net(c)
	c.blob(f.hair, pt{172, 210}, pt{164, 120}, pt{236, 76}, pt{312, 88}, pt{350, 150}, pt{342, 226}, pt{256, 240})
	bust(c, f, hex(0x2f4a63, 1), hex(0x243a50, 1), 8)
	jersey(c)
	headShape(c, f)
	features(c, f, -1)
	c.blob(f.hair, pt{184, 262}, pt{170, 214}, pt{166, 128}, pt{226, 80}, pt{306, 84}, pt{348, 138}, pt{346, 216}, pt{330, 262}, pt{328, 196}, pt{306, 152}, pt{276, 138}, pt{236, 168}, pt{200, 178}, pt{190, 214})
	for i := range 6 {
		d := float64(i) * 13
		c.curve(hex(0x4a413c, 0.7), 3, pt{274 - d*0.6, 94 + d*0.2}, pt{232 - d*0.7, 112 + d*0.6}, pt{208 - d*0.4, 162 + d*0.5})
		c.curve(hex(0x4a413c, 0.55), 3, pt{288 + d*0.4, 98 + d*0.3}, pt{312 + d*0.3, 118 + d*0.8}, pt{324 + d*0.15, 160 + d})
	}
	c.grain(0.05)
	return c
}

// net hangs behind her, in meshes.
func net(c canvas) {
	twine := hex(0x3c3a34, 0.35)
	for i := -2; i < 16; i++ {
		x := float64(i) * 44
		c.line(twine, 2, pt{x, 0}, pt{x - 150, 512})
		c.line(twine, 2, pt{x - 60, 0}, pt{x + 110, 512})
	}
}

// jersey is the rolled neck, the ribs and one darn in another wool.
func jersey(c canvas) {
	c.blob(hex(0x3a5873, 1), pt{192, 372}, pt{206, 424}, pt{256, 444}, pt{306, 424}, pt{322, 372}, pt{300, 404}, pt{256, 420}, pt{212, 404})
	for i := range 19 {
		x := 66 + float64(i)*21
		c.line(hex(0x1d3043, 0.30), 2, pt{x, 444}, pt{x - (256-x)*0.12, 512})
	}
	for i := range 6 {
		c.line(hex(0x7f93a0, 0.8), 2.6, pt{128, 462 + float64(i)*6}, pt{164, 459 + float64(i)*6})
		c.line(hex(0x66798a, 0.8), 2.2, pt{131 + float64(i)*6, 457}, pt{132 + float64(i)*6, 496})
	}
}

// tobias is big and loose in his coat; his beard is singed on one side and his
// hands are in clean linen.
func tobias() image.Image {
	c := newCanvas(512, 512)
	f := face{skin: hex(0xd6a88f, 1), shadow: hex(0xb07f69, 1), hair: hex(0xe4e1d8, 1), brow: hex(0xd8d4ca, 1), eye: hex(0x5b7486, 1), lip: hex(0x9a6257, 1), width: 86, length: 122, neck: 52}
	backdrop(c, hex(0x39444f, 1), hex(0xb9b49f, 1))
	prisms(c)
	bust(c, f, hex(0x2b2f37, 1), hex(0x1f232a, 1), -2)
	c.blob(f.hair, pt{160, 236}, pt{158, 140}, pt{214, 98}, pt{300, 98}, pt{356, 142}, pt{352, 240}, pt{256, 250})
	headShape(c, f)
	features(c, f, -2)
	c.blob(f.hair, pt{162, 226}, pt{158, 138}, pt{208, 94}, pt{306, 94}, pt{356, 140}, pt{350, 226}, pt{336, 178}, pt{306, 140}, pt{206, 140}, pt{178, 178})
	beard(c, f)
	for _, y := range []float64{192, 201} {
		c.curve(hex(0xa87763, 0.6), 3, pt{216, y}, pt{256, y - 7}, pt{298, y})
	}
	hand(c, 150, 478, -1)
	hand(c, 352, 484, 1)
	c.grain(0.05)
	return c
}

// prisms are the lens behind him, dark but clean.
func prisms(c canvas) {
	for i := range 12 {
		y := 8 + float64(i)*44
		c.polygon(hex(0x9db0b5, 0.14), pt{330, y}, pt{512, y - 30}, pt{512, y - 6}, pt{330, y + 20})
		c.line(hex(0xdfe7e2, 0.22), 1.6, pt{330, y}, pt{512, y - 30})
	}
	c.line(hex(0x8a7748, 0.6), 5, pt{330, 0}, pt{330, 512})
}

func beard(c canvas, f face) {
	c.blob(f.hair, pt{170, 262}, pt{176, 330}, pt{192, 400}, pt{246, 446}, pt{300, 424}, pt{322, 372}, pt{336, 300}, pt{342, 262}, pt{322, 304}, pt{286, 300}, pt{258, 304}, pt{226, 300}, pt{190, 304})
	c.blob(hex(0xbfb7a8, 1), pt{296, 330}, pt{322, 300}, pt{340, 264}, pt{338, 312}, pt{322, 376}, pt{300, 424}, pt{276, 432}, pt{292, 380})
	r := rand.New(rand.NewPCG(14, 2))
	for range 16 {
		x, y := 300+r.Float64()*30, 326+r.Float64()*58
		c.curve(hex(0x5a4a3c, 0.85), 3.2, pt{x, y}, pt{x + 4, y + 6}, pt{x + 1, y + 12})
	}
	for i := range 9 {
		x := 196 + float64(i)*13
		c.curve(hex(0xb5b0a3, 0.7), 2.6, pt{x, 322}, pt{x - 4, 364}, pt{x + (246-x)*0.3, 404})
	}
	c.curve(f.hair, 17, pt{204, 312}, pt{232, 294}, pt{260, 306})
	c.curve(f.hair, 17, pt{256, 306}, pt{286, 293}, pt{314, 311})
	c.curve(f.lip, 5, pt{238, 322}, pt{258, 324}, pt{280, 320})
}

// hand is one of them, wound to the wrist, the turns of linen showing.
func hand(c canvas, x, y, side float64) {
	linen, fold := hex(0xebe6da, 1), hex(0xb9b2a2, 1)
	c.blob(hex(0x2b2f37, 1), pt{x - side*70, y + 70}, pt{x - side*66, y}, pt{x - side*34, y - 12}, pt{x - side*10, y + 40}, pt{x - side*30, y + 80})
	c.blob(linen, pt{x - side*52, y + 6}, pt{x - side*36, y - 46}, pt{x + side*10, y - 62}, pt{x + side*50, y - 40}, pt{x + side*52, y + 4}, pt{x, y + 34})
	for i := range 4 {
		dy := float64(i) * 14
		c.curve(fold, 2.8, pt{x - side*42, y - 30 + dy}, pt{x, y - 54 + dy}, pt{x + side*46, y - 34 + dy*0.9})
	}
	c.ellipse(hex(0x9b6a4e, 0.28), x+side*18, y-22, 11, 8)
}

// wren is fourteen, freckled, with two tight red plaits and an apron that goes
// round her twice.
func wren() image.Image {
	c := newCanvas(512, 512)
	f := face{skin: hex(0xecc7ab, 1), shadow: hex(0xcf9f83, 1), hair: hex(0xa8492a, 1), brow: hex(0x8f4a2f, 1), eye: hex(0x49613f, 1), lip: hex(0xb0655a, 1), width: 75, length: 96, neck: 30}
	backdrop(c, hex(0x6a5a48, 1), hex(0xe2c490, 1))
	mugs(c)
	bust(c, f, hex(0x6c6a63, 1), hex(0x54524d, 1), 4)
	apron(c)
	plait(c, f, 168, -1)
	plait(c, f, 344, 1)
	headShape(c, f)
	features(c, f, 1)
	fringe(c, f)
	freckles(c)
	c.grain(0.05)
	return c
}

// mugs are the seven on the top shelf, upside down.
func mugs(c canvas) {
	c.rect(hex(0x3a2e23, 1), 0, 96, 512, 9)
	for i := range 7 {
		x := 10 + float64(i)*74
		c.polygon(hex(0x7d7a72, 1), pt{x, 96}, pt{x + 5, 50}, pt{x + 41, 50}, pt{x + 46, 96})
		c.polygon(hex(0x5f5d58, 1), pt{x + 30, 96}, pt{x + 29, 50}, pt{x + 41, 50}, pt{x + 46, 96})
		c.curve(hex(0x6c6962, 1), 6, pt{x + 45, 88}, pt{x + 66, 74}, pt{x + 43, 60})
	}
}

func apron(c canvas) {
	linen := hex(0xdcd6c6, 1)
	c.polygon(linen, pt{186, 436}, pt{326, 436}, pt{352, 512}, pt{160, 512})
	c.polygon(hex(0xbdb6a4, 1), pt{290, 436}, pt{326, 436}, pt{352, 512}, pt{300, 512})
	c.line(linen, 13, pt{192, 440}, pt{214, 388})
	c.line(hex(0xbdb6a4, 1), 13, pt{320, 440}, pt{300, 388})
	c.curve(hex(0x6b5a3c, 1), 2.4, pt{212, 400}, pt{244, 470}, pt{262, 476})
	c.line(hex(0xc9963f, 1), 6, pt{258, 470}, pt{276, 500})
	c.polygon(hex(0x2a2622, 1), pt{272, 500}, pt{279, 497}, pt{279, 508})
}

func plait(c canvas, f face, x, side float64) {
	dark := mix(f.hair, hex(0x3a140a, 1), 0.45)
	for i := range 8 {
		y := 262 + float64(i)*24
		w := 19 - float64(i)*0.9
		lean := side * float64(i) * 2.4
		c.ellipse(dark, x+lean, y+3, w, 15)
		c.blob(f.hair, pt{x + lean - w, y - 6}, pt{x + lean, y - 14}, pt{x + lean + w, y - 4}, pt{x + lean, y + 14})
	}
	c.rect(hex(0x33424d, 1), x+side*18-9, 448, 18, 8)
	c.blob(f.hair, pt{x + side*18 - 12, 456}, pt{x + side*18 + 12, 456}, pt{x + side*18 + 8, 484}, pt{x + side*18 - 6, 484})
}

func fringe(c canvas, f face) {
	c.blob(f.hair, pt{168, 258}, pt{160, 140}, pt{214, 92}, pt{300, 92}, pt{354, 140}, pt{346, 258}, pt{334, 200}, pt{300, 148}, pt{258, 136}, pt{214, 150}, pt{182, 200})
	c.line(mix(f.hair, hex(0x3a140a, 1), 0.5), 3, pt{257, 100}, pt{258, 138})
	for i := range 5 {
		d := float64(i) * 15
		c.curve(hex(0xc86b42, 0.6), 3, pt{246 - d*0.9, 110 + d*0.3}, pt{214 - d*0.5, 132 + d}, pt{190 - d*0.2, 176 + d})
		c.curve(hex(0x7c3018, 0.5), 3, pt{270 + d*0.9, 110 + d*0.3}, pt{302 + d*0.5, 132 + d}, pt{326 + d*0.2, 176 + d})
	}
}

func freckles(c canvas) {
	r := rand.New(rand.NewPCG(61, 1))
	for range 34 {
		x, y := 194+r.Float64()*126, 256+r.Float64()*30
		if x > 246 && x < 276 && y > 272 {
			continue
		}
		c.ellipse(hex(0xb06a42, 0.55), x, y, 1.3+r.Float64()*1.1, 1.2+r.Float64())
	}
}
