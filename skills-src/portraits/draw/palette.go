package draw

import "image/color"

type colour = color.NRGBA

func rgb(hex uint32) colour {
	return colour{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

func blend(from, to colour, percent int) colour {
	part := func(a, b uint8) uint8 { return uint8((int(a)*(100-percent) + int(b)*percent) / 100) }
	return colour{R: part(from.R, to.R), G: part(from.G, to.G), B: part(from.B, to.B), A: from.A}
}

func faint(c colour, alpha uint8) colour { c.A = alpha; return c }

// Shadows are cool and lights are warm, as under a clear sky.
func dark(c colour, percent int) colour  { return blend(c, dusk, percent) }
func light(c colour, percent int) colour { return blend(c, lamp, percent) }
func inked(c colour) colour              { return blend(c, ink, 72) }

var (
	dusk  = rgb(0x1c1630)
	lamp  = rgb(0xfff0d2)
	ink   = rgb(0x1a1320)
	brass = rgb(0xd8a94a)
	white = rgb(0xf4f0e8)
	blood = rgb(0xa8323a)
)

// What a colour's name means depends on what wears it: red hair is not the red of
// a coat. Tables are functions, because the program of bundled skills starts often
// and draws seldom.
func hairColours() map[string]colour {
	return map[string]colour{
		"red": rgb(0xb5421d), "auburn": rgb(0x8a3a1e), "ginger": rgb(0xcf6424), "maroon": rgb(0x5e2026),
		"pink": rgb(0xd98a9c), "blond": rgb(0xdcb468), "yellow": rgb(0xe0bd5a), "brown": rgb(0x5c3a24),
		"black": rgb(0x231d26), "grey": rgb(0x8d8b90), "silver": rgb(0xb9bcc4), "white": rgb(0xe6e3dc),
		"blue": rgb(0x35568f), "teal": rgb(0x2f7f83), "green": rgb(0x4a7a45), "purple": rgb(0x6a4585),
		"hazel": rgb(0x7a5530), "dark": rgb(0x33251f), "pale": rgb(0xd9c7a0),
	}
}

func clothColours() map[string]colour {
	return map[string]colour{
		"red": rgb(0xb02e2e), "auburn": rgb(0x8f4a2a), "ginger": rgb(0xcb6a2c), "maroon": rgb(0x6d2434),
		"pink": rgb(0xd48a98), "blond": rgb(0xd6b56f), "yellow": rgb(0xdfae35), "brown": rgb(0x6e4c33),
		"black": rgb(0x2b2932), "grey": rgb(0x7b7d84), "silver": rgb(0xa9b0ba), "white": rgb(0xe9e5da),
		"blue": rgb(0x2c4a7c), "teal": rgb(0x2b7378), "green": rgb(0x3f6b45), "purple": rgb(0x63407c),
		"hazel": rgb(0xa67a35), "dark": rgb(0x37323c), "pale": rgb(0xd9d0bd),
	}
}

func eyeColours() map[string]colour {
	return map[string]colour{
		"red": rgb(0xb03a30), "auburn": rgb(0x7a4526), "ginger": rgb(0xb0702c), "maroon": rgb(0x642f30),
		"pink": rgb(0xc07a8a), "blond": rgb(0xc09a45), "yellow": rgb(0xcfa93a), "brown": rgb(0x5d3b22),
		"black": rgb(0x2a2023), "grey": rgb(0x75828c), "silver": rgb(0x9aa7b3), "white": rgb(0xc9d2d6),
		"blue": rgb(0x3c78b4), "teal": rgb(0x2c8b90), "green": rgb(0x4a8a4c), "purple": rgb(0x73509a),
		"hazel": rgb(0x8a6a35), "dark": rgb(0x35261f), "pale": rgb(0x9fb6c4),
	}
}

func skinColours() map[string]colour {
	return map[string]colour{
		"pale": rgb(0xf0d5c4), "fair": rgb(0xeac3a4), "rosy": rgb(0xe6b196), "tan": rgb(0xc98f66),
		"olive": rgb(0xbd9263), "brown": rgb(0x94613d), "dark": rgb(0x64402c),
	}
}

func (p *painter) mixColours() {
	l := p.look
	hair, cloth := hairColours(), clothColours()
	p.skin, p.hair, p.beard = skinColours()[l.Skin], hair[l.Hair.Colour], hair[l.Beard.Colour]
	p.eyes, p.dress, p.under = eyeColours()[l.Eyes], cloth[l.Dress.Colour], cloth[l.Under.Colour]
	p.wrap, p.hat = cloth[l.Wrap.Colour], cloth[l.Head.Colour]
	if l.Lines == "weathered" {
		p.skin = blend(p.skin, rgb(0xa8643c), 30)
	}
	if l.Lines == "gaunt" {
		p.skin = blend(p.skin, rgb(0xb5b09a), 22)
	}
	for _, c := range []*colour{&p.skin, &p.hair, &p.beard, &p.dress, &p.under, &p.wrap, &p.hat} {
		*c = p.manner.tone(*c)
	}
}
