package raster_test

import (
	"image/color"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/narratoria/narratoria/skills-src/portraits/raster"
)

var white = raster.Solid(color.NRGBA{R: 255, G: 255, B: 255, A: 255})

// ink is how much of a canvas is white, in pixels.
func ink(c *raster.Canvas) (sum float64) {
	for i := 0; i < len(c.Image().Pix); i += 4 {
		sum += float64(c.Image().Pix[i]) / 255
	}
	return sum
}

func pixel(c *raster.Canvas, x, y int) uint8 { return c.Image().RGBAAt(x, y).R }

// What a triangle covers is its area, wherever its corners fall between pixels.
func TestAreaIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Float64Range(0, 40)
		var p [3]raster.Point
		for i := range p {
			p[i] = raster.Point{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y")}
		}
		c := raster.New(40, 40)
		c.Fill(raster.Polygon(p[:]...), white)
		want := math.Abs((p[1].X-p[0].X)*(p[2].Y-p[0].Y)-(p[2].X-p[0].X)*(p[1].Y-p[0].Y)) / 2
		// Each pixel on an edge is rounded to one of 255 tones.
		if got := ink(c); math.Abs(got-want) > 0.5+want*0.005 {
			t.Fatalf("%v covers %.2f, not %.2f", p, got, want)
		}
	})
}

func TestHalfAPixel(t *testing.T) {
	c := raster.New(4, 4)
	c.Fill(raster.Polygon(raster.Point{X: 1.5, Y: 0}, raster.Point{X: 4, Y: 0}, raster.Point{X: 4, Y: 4}, raster.Point{X: 1.5, Y: 4}), white)
	if a, b, d := pixel(c, 0, 1), pixel(c, 1, 1), pixel(c, 2, 1); a != 0 || b < 126 || b > 129 || d != 255 {
		t.Error(a, b, d)
	}
}

// A shape and what is outside it are everything.
func TestOutside(t *testing.T) {
	shape := raster.Ellipse(raster.Point{X: 20, Y: 18}, 9, 14).With(raster.Ellipse(raster.Point{X: 28, Y: 20}, 8, 8))
	c := raster.New(40, 40)
	c.Fill(shape, white)
	inside := ink(c)
	c = raster.New(40, 40)
	c.Fill(shape.Outside(), white)
	if whole := inside + ink(c); math.Abs(whole-1600) > 1 || inside < 300 || inside > 600 {
		t.Errorf("%.1f inside, %.1f in all", inside, whole)
	}
}

func TestWithin(t *testing.T) {
	c := raster.New(40, 40)
	all := raster.Ellipse(raster.Point{X: 20, Y: 20}, 90, 90)
	c.Within(raster.Ellipse(raster.Point{X: 10, Y: 20}, 8, 8), func() {
		c.Within(raster.Ellipse(raster.Point{X: 16, Y: 20}, 8, 8), func() { c.Fill(all, white) })
	})
	if pixel(c, 13, 20) != 255 || pixel(c, 4, 20) != 0 || pixel(c, 22, 20) != 0 {
		t.Error("a clip inside a clip is not what both share")
	}
	c.Fill(all, white)
	if pixel(c, 0, 0) != 255 {
		t.Error("a clip outlives its function")
	}
}

// Shapes that overlap themselves, lie outside, or are no shape at all do no harm.
func TestOddShapes(t *testing.T) {
	c := raster.New(20, 20)
	const huge = 1e300
	for _, path := range []raster.Path{
		{}, raster.Polygon(), raster.Polygon(raster.Point{X: 3, Y: 3}), raster.Smooth(raster.Point{X: 1, Y: 1}),
		raster.Polygon(raster.Point{X: 500, Y: 500}, raster.Point{X: 600, Y: 500}, raster.Point{X: 600, Y: 600}),
		raster.Stroke(0, 0, 0, raster.Point{X: 1, Y: 1}, raster.Point{X: 1, Y: 1}).Outline(3),
	} {
		c.Fill(path, white)
	}
	if got := ink(c); got > 1 {
		t.Errorf("they cover %.2f", got)
	}
	c.Fill(raster.Polygon(raster.Point{X: -huge, Y: -huge}, raster.Point{X: huge, Y: -huge}, raster.Point{X: huge, Y: huge}, raster.Point{X: -huge, Y: huge}), white)
	if got := ink(c); got < 399 {
		t.Errorf("all of it covers %.2f", got)
	}
}

// A stroke is as wide as it was asked to be.
func TestStroke(t *testing.T) {
	c := raster.New(100, 100)
	c.Fill(raster.Stroke(6, 6, 6, raster.Point{X: 10, Y: 50}, raster.Point{X: 50, Y: 50}, raster.Point{X: 90, Y: 50}), white)
	if got := ink(c); math.Abs(got-480) > 3 {
		t.Errorf("%.1f, not 80 by 6", got)
	}
	c = raster.New(100, 100)
	c.Fill(raster.Ellipse(raster.Point{X: 50, Y: 50}, 30, 30).Outline(4), white)
	if pixel(c, 50, 50) != 0 || pixel(c, 80, 50) == 0 || pixel(c, 20, 50) == 0 {
		t.Error("an outline is not a ring")
	}
}

func TestGradients(t *testing.T) {
	c := raster.New(100, 100)
	all := raster.Ellipse(raster.Point{X: 50, Y: 50}, 200, 200)
	black, bright := color.NRGBA{A: 255}, color.NRGBA{R: 255, A: 255}
	c.Fill(all, raster.Linear(raster.Point{X: 0, Y: 0}, raster.Point{X: 100, Y: 0}, black, bright))
	if a, b, d := pixel(c, 0, 9), pixel(c, 50, 9), pixel(c, 99, 9); a > 2 || b < 125 || b > 130 || d < 250 {
		t.Error(a, b, d)
	}
	c.Fill(all, raster.Radial(raster.Point{X: 50, Y: 50}, 50, 25, bright, black))
	if a, b, d := pixel(c, 50, 50), pixel(c, 75, 50), pixel(c, 50, 75); a < 250 || b < 122 || b > 132 || d > 2 {
		t.Error(a, b, d)
	}
}
