package raster

import (
	"image/color"
	"math"
)

// Paint gives each pixel its colour; it is told how many pixels a unit has.
type Paint func(scale float64) func(x, y int) color.NRGBA

// Solid is one colour everywhere.
func Solid(c color.NRGBA) Paint {
	return func(float64) func(x, y int) color.NRGBA {
		return func(int, int) color.NRGBA { return c }
	}
}

// Linear goes from one colour at a point to another at the second, and stays so
// beyond both.
func Linear(from, to Point, first, last color.NRGBA) Paint {
	return func(scale float64) func(x, y int) color.NRGBA {
		ramp := newRamp(first, last)
		x0, y0 := int(from.X*scale), int(from.Y*scale)
		dx, dy := int(to.X*scale)-x0, int(to.Y*scale)-y0
		length := max(1, dx*dx+dy*dy)
		return func(x, y int) color.NRGBA {
			return ramp.at(((x-x0)*dx + (y-y0)*dy) * ramp.last() / length)
		}
	}
}

// Radial goes from one colour in the centre to another on an ellipse around it,
// and stays so beyond.
func Radial(centre Point, rx, ry float64, first, last color.NRGBA) Paint {
	return func(scale float64) func(x, y int) color.NRGBA {
		ramp := newRamp(first, last)
		cx, cy := int(centre.X*scale), int(centre.Y*scale)
		wide, high := max(1, int(rx*scale)), max(1, int(ry*scale))
		return func(x, y int) color.NRGBA {
			u, v := (x-cx)*4096/wide, (y-cy)*4096/high
			distance := int(math.Sqrt(float64(u*u + v*v))) // of whole numbers: exact everywhere
			return ramp.at(distance * ramp.last() / 4096)
		}
	}
}

// ramp is a gradient, computed once.
type ramp [256]color.NRGBA

func newRamp(first, last color.NRGBA) *ramp {
	var r ramp
	for i := range r {
		r[i] = color.NRGBA{
			R: mix(first.R, last.R, i), G: mix(first.G, last.G, i),
			B: mix(first.B, last.B, i), A: mix(first.A, last.A, i),
		}
	}
	return &r
}

func (r *ramp) last() int            { return len(r) - 1 }
func (r *ramp) at(i int) color.NRGBA { return r[max(0, min(i, len(r)-1))] }
