package main

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// A canvas is an opaque picture that shapes are filled on, in the order drawn.
type canvas struct {
	*image.RGBA
	w, h float64
}

func newCanvas(w, h int) canvas {
	return canvas{image.NewRGBA(image.Rect(0, 0, w, h)), float64(w), float64(h)}
}

// pt is a place on the canvas, in pixels from its upper left.
type pt struct{ x, y float64 }

// hex is 0xRRGGBB with an opacity from 0 to 1.
func hex(rgb uint32, opacity float64) color.NRGBA {
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), uint8(math.Round(opacity * 255))}
}

// mix is the colour a part t of the way from a to b.
func mix(a, b color.NRGBA, t float64) color.NRGBA {
	t = math.Max(0, math.Min(1, t))
	part := func(p, q uint8) uint8 { return uint8(math.Round(float64(p) + (float64(q)-float64(p))*t)) }
	return color.NRGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), part(a.A, b.A)}
}

// fill fills what trace draws, which is a path in the rasterizer's own terms,
// moved by minus the corner that trace is given. The path stays within the box
// of bounds, so that a small shape costs little on a large canvas.
func (c canvas) fill(col color.Color, bounds []pt, trace func(r *vector.Rasterizer, corner pt)) {
	box := boxOf(bounds)
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	r.DrawOp = draw.Over
	trace(r, pt{float64(box.Min.X), float64(box.Min.Y)})
	r.ClosePath()
	whole := image.NewRGBA(image.Rect(0, 0, box.Dx(), box.Dy()))
	r.Draw(whole, whole.Rect, image.NewUniform(col), image.Point{})
	draw.Draw(c, box, whole, image.Point{}, draw.Over)
}

// boxOf is the smallest box of whole pixels that holds the points.
func boxOf(points []pt) image.Rectangle {
	low, high := points[0], points[0]
	for _, p := range points[1:] {
		low = pt{math.Min(low.x, p.x), math.Min(low.y, p.y)}
		high = pt{math.Max(high.x, p.x), math.Max(high.y, p.y)}
	}
	return image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x)), int(math.Ceil(high.y)))
}

// polygon fills a shape with straight sides.
func (c canvas) polygon(col color.Color, points ...pt) {
	c.fill(col, points, func(r *vector.Rasterizer, corner pt) {
		r.MoveTo(float32(points[0].x-corner.x), float32(points[0].y-corner.y))
		for _, p := range points[1:] {
			r.LineTo(float32(p.x-corner.x), float32(p.y-corner.y))
		}
	})
}

// blob fills a closed shape that runs smoothly through the middles between its
// points, each of which pulls the curve towards itself.
func (c canvas) blob(col color.Color, points ...pt) {
	c.fill(col, points, func(r *vector.Rasterizer, corner pt) {
		n := len(points)
		start := middle(points[n-1], points[0])
		r.MoveTo(float32(start.x-corner.x), float32(start.y-corner.y))
		for i, p := range points {
			m := middle(p, points[(i+1)%n])
			r.QuadTo(float32(p.x-corner.x), float32(p.y-corner.y), float32(m.x-corner.x), float32(m.y-corner.y))
		}
	})
}

func middle(a, b pt) pt { return pt{(a.x + b.x) / 2, (a.y + b.y) / 2} }

// ellipse fills one, as a polygon fine enough not to show.
func (c canvas) ellipse(col color.Color, x, y, rx, ry float64) {
	const n = 72
	points := make([]pt, n)
	for i := range points {
		s, k := math.Sincos(2 * math.Pi * float64(i) / n)
		points[i] = pt{x + rx*k, y + ry*s}
	}
	c.polygon(col, points...)
}

// rect fills an upright rectangle.
func (c canvas) rect(col color.Color, x, y, w, h float64) {
	c.polygon(col, pt{x, y}, pt{x + w, y}, pt{x + w, y + h}, pt{x, y + h})
}

// line draws a straight line of a given width.
func (c canvas) line(col color.Color, width float64, a, b pt) {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	if length == 0 {
		return
	}
	nx, ny := -(b.y-a.y)/length*width/2, (b.x-a.x)/length*width/2
	c.polygon(col, pt{a.x + nx, a.y + ny}, pt{b.x + nx, b.y + ny}, pt{b.x - nx, b.y - ny}, pt{a.x - nx, a.y - ny})
}

// curve draws a line from a to b that bends towards via and tapers at its ends.
func (c canvas) curve(col color.Color, width float64, a, via, b pt) {
	const n = 24
	left, right := make([]pt, 0, 2*n+2), make([]pt, 0, n+1)
	for i := 0; i <= n; i++ {
		t := float64(i) / n
		p := pt{bend(a.x, via.x, b.x, t), bend(a.y, via.y, b.y, t)}
		dx, dy := slope(a.x, via.x, b.x, t), slope(a.y, via.y, b.y, t)
		length := math.Max(math.Hypot(dx, dy), 1e-6)
		half := width / 2 * (0.35 + 0.65*math.Sin(math.Pi*t))
		left = append(left, pt{p.x - dy/length*half, p.y + dx/length*half})
		right = append(right, pt{p.x + dy/length*half, p.y - dx/length*half})
	}
	for i := n; i >= 0; i-- {
		left = append(left, right[i])
	}
	c.polygon(col, left...)
}

func bend(a, b, c, t float64) float64  { return (1-t)*(1-t)*a + 2*t*(1-t)*b + t*t*c }
func slope(a, b, c, t float64) float64 { return 2*(1-t)*(b-a) + 2*t*(c-b) }

// stop is a colour at a height of a vertical gradient.
type stop struct {
	y   float64
	col color.NRGBA
}

// shade lays a vertical gradient over the whole width from the first stop to the last.
func (c canvas) shade(stops ...stop) {
	for y := int(stops[0].y); y < int(stops[len(stops)-1].y) && y < c.Rect.Dy(); y++ {
		row := image.Rect(0, y, c.Rect.Dx(), y+1)
		draw.Draw(c, row, image.NewUniform(colorAt(stops, float64(y))), image.Point{}, draw.Over)
	}
}

func colorAt(stops []stop, y float64) color.NRGBA {
	for i := 1; i < len(stops); i++ {
		if y < stops[i].y {
			return mix(stops[i-1].col, stops[i].col, (y-stops[i-1].y)/(stops[i].y-stops[i-1].y))
		}
	}
	return stops[len(stops)-1].col
}

// glow lays soft light around a place, strongest in the middle.
func (c canvas) glow(col color.NRGBA, x, y, rx, ry float64) {
	box := image.Rect(int(x-rx), int(y-ry), int(x+rx)+1, int(y+ry)+1).Intersect(c.Rect)
	for py := box.Min.Y; py < box.Max.Y; py++ {
		for px := box.Min.X; px < box.Max.X; px++ {
			d := math.Hypot((float64(px)-x)/rx, (float64(py)-y)/ry)
			if d < 1 {
				c.blend(px, py, col, (1-d)*(1-d))
			}
		}
	}
}

// blend lays col over one pixel with a part of its opacity.
func (c canvas) blend(x, y int, col color.NRGBA, part float64) {
	old := c.RGBAAt(x, y)
	base := color.NRGBA{old.R, old.G, old.B, 255}
	top := color.NRGBA{col.R, col.G, col.B, 255}
	m := mix(base, top, float64(col.A)/255*part)
	c.SetRGBA(x, y, color.RGBA{m.R, m.G, m.B, 255})
}

// grain roughens every pixel a little, as paper does.
func (c canvas) grain(strength float64) {
	seed := uint32(1887)
	for y := range c.Rect.Dy() {
		for x := range c.Rect.Dx() {
			seed = seed*1664525 + 1013904223
			n := float64(seed>>16)/65535 - 0.5
			tone := hex(0xffffff, 1)
			if n < 0 {
				tone = hex(0x000000, 1)
			}
			c.blend(x, y, tone, math.Abs(n)*strength)
		}
	}
}
