package draw

import (
	"github.com/narratoria/narratoria/skills-src/portraits/raster"
)

// Style is a way to paint.
type Style int

// The styles.
const (
	Stylized  Style = iota // ink and two tones, as in a picture book
	Realistic              // soft light without outlines
	Anime                  // large eyes, bright colours, thin lines
	Pixel                  // 64 x 64 squares of few colours
)

// Styles names them as the configuration does.
func Styles() map[string]Style {
	return map[string]Style{"stylized": Stylized, "realistic": Realistic, "anime": Anime, "pixel": Pixel}
}

// manner is what a style changes.
type manner struct {
	ink    float64 // width of outlines; 0 for none
	soft   bool    // shadows fade instead of having an edge
	vivid  int     // percent by which colours are brightened, or dulled where negative
	eyes   float64 // size of the eyes
	simple bool    // a pointed chin, hardly a nose, a fringe in points
	fine   int     // how many strands a head of hair shows
	pixels int     // the side in squares, 0 for as many as the picture has
}

func manners() map[Style]manner {
	return map[Style]manner{
		Stylized:  {ink: 4.2, eyes: 1.08, fine: 22},
		Realistic: {soft: true, vivid: -14, eyes: 0.94, fine: 90},
		Anime:     {ink: 2.6, vivid: 16, eyes: 1.78, simple: true, fine: 12},
		Pixel:     {ink: 5.5, vivid: 8, eyes: 1.2, fine: 8, pixels: 64},
	}
}

// grain is the side to paint at.
func (m manner) grain(side int) int {
	if m.pixels > 0 {
		return m.pixels
	}
	return side
}

// atLeast is a width that still shows in squares.
func (m manner) atLeast(width float64) float64 {
	if m.pixels > 0 {
		return max(width, 2*units/float64(m.pixels))
	}
	return width
}

func (m manner) tone(c colour) colour {
	grey := uint8((int(c.R)*3 + int(c.G)*6 + int(c.B)) / 10)
	if m.vivid < 0 {
		return blend(c, colour{R: grey, G: grey, B: grey, A: 255}, -m.vivid)
	}
	away := func(v uint8) uint8 { return uint8(max(0, min(255, int(v)+(int(v)-int(grey))*m.vivid*2/100+m.vivid/2))) }
	return colour{R: away(c.R), G: away(c.G), B: away(c.B), A: 255}
}

// shade gives volume to a shape that is clipped to: a shadow where it turns from
// the light, and light where it faces it.
func (m manner) shade(canvas *raster.Canvas, shape raster.Path, c colour) {
	if !m.soft {
		canvas.Fill(shape.Shift(-17, -9).Outside(), raster.Solid(faint(dark(c, 52), 150)))
		return
	}
	for depth := 4.0; depth <= 64; depth *= 1.5 {
		canvas.Fill(shape.Shift(-depth, -depth*0.55).Outside(), raster.Solid(faint(dark(c, 70), 30)))
	}
	for depth := 3.0; depth <= 30; depth *= 1.7 {
		canvas.Fill(shape.Shift(depth*0.8, depth).Outside(), raster.Solid(faint(light(c, 55), 22)))
	}
}
