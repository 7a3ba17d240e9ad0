// Package raster fills shapes with smooth edges.
//
// A shape is a [Path] in units of the drawing; a [Canvas] turns it into pixels of
// any size:
//
//	canvas := raster.New(256, 512) // 256 pixels show 512 units
//	face := raster.Smooth(raster.Point{X: 200, Y: 100}, ...)
//	canvas.Fill(face, raster.Solid(skin))
//	canvas.Within(face, func() { canvas.Fill(shadow, raster.Solid(dusk)) })
//
// How much of a pixel a shape covers is computed exactly, as an area, so there is
// nothing to sample. Points are rounded to 1/256 of a pixel as they come; from
// there on all is whole numbers, so that the same drawing gives the same pixels.
//
// A canvas is used by one goroutine.
package raster

import (
	"image"
	"image/color"
	"math"
)

// Canvas is a square picture, opaque from the start.
type Canvas struct {
	image *image.RGBA
	scale float64 // pixels in a unit
	clip  *mask
}

// New makes a black canvas of side x side pixels that shows units x units.
func New(side int, units float64) *Canvas {
	c := &Canvas{image: image.NewRGBA(image.Rect(0, 0, side, side)), scale: float64(side) / units}
	for i := 3; i < len(c.image.Pix); i += 4 {
		c.image.Pix[i] = 255
	}
	return c
}

// Image is the picture itself: what is filled later shows in it.
func (c *Canvas) Image() *image.RGBA { return c.image }

// Fill paints what a path encloses.
func (c *Canvas) Fill(p Path, paint Paint) {
	covered := c.cover(p)
	colours := paint(c.scale)
	for y := covered.Min.Y; y < covered.Max.Y; y++ {
		row := covered.row(y)
		for i, share := range row {
			if share == 0 {
				continue
			}
			x := covered.Min.X + i
			c.blend(x, y, colours(x, y), share)
		}
	}
}

// Within keeps what the function fills inside a path.
func (c *Canvas) Within(p Path, fill func()) {
	before := c.clip
	c.clip = c.cover(p)
	fill()
	c.clip = before
}

func (c *Canvas) blend(x, y int, with color.NRGBA, share uint8) {
	alpha := div255(int(with.A) * int(share))
	pix := c.image.Pix[c.image.PixOffset(x, y):][:3:3]
	pix[0] = mix(pix[0], with.R, alpha)
	pix[1] = mix(pix[1], with.G, alpha)
	pix[2] = mix(pix[2], with.B, alpha)
}

func mix(from, to uint8, alpha int) uint8 {
	return uint8(div255(int(from)*(255-alpha) + int(to)*alpha))
}

func div255(n int) int { return (n + 127) / 255 }

// mask says how much of each pixel in a rectangle is covered.
type mask struct {
	image.Rectangle
	shares []uint8
}

func (m *mask) row(y int) []uint8 {
	width := m.Dx()
	return m.shares[(y-m.Min.Y)*width:][:width]
}

// cover is the mask of a path, inside the canvas and the clip.
func (c *Canvas) cover(p Path) *mask {
	area := c.pixels(p).Intersect(c.image.Rect)
	if c.clip != nil {
		area = area.Intersect(c.clip.Rectangle)
	}
	if area.Empty() {
		return &mask{}
	}
	g := newGrid(area)
	for _, ring := range p.rings {
		for i, to := range ring {
			from := ring[(i+len(ring)-1)%len(ring)]
			g.line(c.fixed(from.X), c.fixed(from.Y), c.fixed(to.X), c.fixed(to.Y))
		}
	}
	covered := g.mask()
	if p.inverse {
		covered.invert()
	}
	if c.clip != nil {
		covered.cut(c.clip)
	}
	return covered
}

func (m *mask) invert() {
	for i, share := range m.shares {
		m.shares[i] = 255 - share
	}
}

func (m *mask) cut(by *mask) {
	for y := m.Min.Y; y < m.Max.Y; y++ {
		mine, others := m.row(y), by.row(y)[m.Min.X-by.Min.X:]
		for i := range mine {
			mine[i] = uint8(div255(int(mine[i]) * int(others[i])))
		}
	}
}

// farAway keeps products of coordinates far from the limits of an integer.
const farAway = 1 << 22

func (c *Canvas) fixed(units float64) int {
	return int(math.Round(max(-farAway, min(farAway, units*c.scale*256))))
}

// pixels is the rectangle of all pixels a path touches.
func (c *Canvas) pixels(p Path) image.Rectangle {
	if p.inverse {
		return c.image.Rect
	}
	var box image.Rectangle
	first := true
	for _, ring := range p.rings {
		for _, point := range ring {
			x, y := c.fixed(point.X)>>8, c.fixed(point.Y)>>8
			pixel := image.Rect(x, y, x+1, y+1)
			if first {
				box, first = pixel, false
			}
			box = box.Union(pixel)
		}
	}
	return box
}
