package draw

import (
	"image"
	"image/color"

	"github.com/narratoria/narratoria/skills-src/portraits/raster"
)

var everywhere = raster.Polygon(point{X: 0, Y: 0}, point{X: units, Y: 0}, point{X: units, Y: units}, point{X: 0, Y: units})

// backdrops are what a mood puts behind somebody: the light, and the dark.
func backdrops() map[string][2]colour {
	return map[string][2]colour{
		"calm":   {rgb(0xa9bcae), rgb(0x4d6a70)},
		"stern":  {rgb(0x98a3ab), rgb(0x3b4a5a)},
		"angry":  {rgb(0xc98a6a), rgb(0x5a2b33)},
		"happy":  {rgb(0xf0d59a), rgb(0xb5824e)},
		"kind":   {rgb(0xe3c9a0), rgb(0x8a6f5c)},
		"sad":    {rgb(0x8f9db0), rgb(0x39435e)},
		"weary":  {rgb(0xa39d99), rgb(0x4b4550)},
		"afraid": {rgb(0x93a89a), rgb(0x2c3b44)},
		"sly":    {rgb(0xa8ad7e), rgb(0x454f3c)},
		"proud":  {rgb(0xc2a8b8), rgb(0x5c4668)},
	}
}

// backdrop is a glow behind the head, and gloom around it.
func (p *painter) backdrop() {
	lights := backdrops()[p.look.Mood]
	glow, gloom := lights[0], lights[1]
	glow, gloom = p.manner.tone(glow), p.manner.tone(gloom)
	if p.manner.soft {
		p.Fill(everywhere, raster.Radial(point{X: 200, Y: 190}, 330, 380, glow, dark(gloom, 25)))
		p.brushwork(glow, gloom)
		return
	}
	if p.manner.simple {
		p.rays(light(glow, 30), blend(glow, gloom, 45))
		return
	}
	p.Fill(everywhere, raster.Linear(point{X: 0, Y: 0}, point{X: 0, Y: units}, gloom, dark(gloom, 30)))
	disc := raster.Ellipse(point{X: 256, Y: 236}, 206, 206)
	p.Fill(disc, raster.Linear(point{X: 100, Y: 60}, point{X: 400, Y: 450}, light(glow, 25), blend(glow, gloom, 35)))
	p.Fill(raster.Ellipse(point{X: 256, Y: 236}, 219, 219).Outline(5), raster.Solid(faint(light(glow, 30), 120)))
}

// rays of light come from where the light is.
func (p *painter) rays(glow, gloom colour) {
	p.Fill(everywhere, raster.Linear(point{X: 60, Y: 0}, point{X: 430, Y: units}, glow, gloom))
	for i := range 6 {
		x := float64(i)*150 - 180
		ray := raster.Polygon(point{X: x, Y: 0}, point{X: x + 46, Y: 0}, point{X: x + 330, Y: units}, point{X: x + 250, Y: units})
		p.Fill(ray, raster.Linear(point{X: 0, Y: 0}, point{X: 0, Y: units}, faint(white, 80), faint(white, 0)))
	}
}

// brushwork breaks the even fade of a painted ground.
func (p *painter) brushwork(glow, gloom colour) {
	for range 70 {
		x, y := p.chance.Float64()*units, p.chance.Float64()*units
		c := blend(glow, gloom, p.chance.IntN(100))
		p.Fill(raster.Stroke(8, 26, 6, point{X: x - 50, Y: y + 24}, point{X: x, Y: y}, point{X: x + 60, Y: y - 8}), raster.Solid(faint(c, 26)))
	}
}

// frame draws the eye to the face: the corners darken.
func (p *painter) frame() {
	clear, gloom := faint(dusk, 0), faint(dusk, 120)
	if !p.manner.soft {
		gloom = faint(dusk, 70)
	}
	p.Fill(everywhere, raster.Radial(point{X: 250, Y: 230}, 380, 400, clear, gloom))
}

// shadowFigure is anybody, against the light.
func (p *painter) shadowFigure() {
	c := dark(backdrops()[p.look.Mood][1], 55)
	shape := p.torso(0).With(p.headShape(), raster.Polygon(
		point{X: p.f.x - p.f.neck, Y: p.f.chin - 50}, point{X: p.f.x + p.f.neck, Y: p.f.chin - 50},
		point{X: p.f.x + p.f.neck + 12, Y: 400}, point{X: p.f.x - p.f.neck - 12, Y: 400}))
	p.Fill(shape, raster.Linear(point{X: 200, Y: 80}, point{X: 300, Y: units}, light(c, 8), dark(c, 35)))
}

// pixelated enlarges a small picture to squares, with few tones of each colour.
func pixelated(small *image.RGBA, side int) image.Image {
	large := image.NewRGBA(image.Rect(0, 0, side, side))
	n := small.Rect.Dx()
	for y := range side {
		for x := range side {
			c := small.RGBAAt(x*n/side, y*n/side)
			large.SetRGBA(x, y, color.RGBA{R: coarse(c.R), G: coarse(c.G), B: coarse(c.B), A: 255})
		}
	}
	return large
}

// coarse keeps eleven tones of 256.
func coarse(v uint8) uint8 { return uint8((int(v) + 12) / 25 * 25) }
