package raster

import "image"

// grid gathers the area under each line of a shape. A cell holds by how much the
// covered area changes from its left neighbour, in 1/131072 of a pixel; adding up
// a row from the left gives the area covered in each pixel.
type grid struct {
	image.Rectangle
	stride int
	cells  []int32
}

func newGrid(area image.Rectangle) *grid {
	stride := area.Dx() + 2 // one for what ends at the right edge, one beside it
	return &grid{Rectangle: area, stride: stride, cells: make([]int32, stride*area.Dy())}
}

// line adds a line between two points in 1/256 of a pixel.
func (g *grid) line(x0, y0, x1, y1 int) {
	x0, x1 = x0-g.Min.X<<8, x1-g.Min.X<<8
	y0, y1 = y0-g.Min.Y<<8, y1-g.Min.Y<<8
	sign := 1
	if y0 > y1 {
		x0, y0, x1, y1, sign = x1, y1, x0, y0, -1
	}
	bottom := min(y1, g.Dy()<<8)
	for y := max(y0, 0); y < bottom; {
		next := min((y>>8+1)<<8, bottom)
		at := func(y int) int { return x0 + (x1-x0)*(y-y0)/(y1-y0) }
		g.span(y>>8, at(y), at(next), sign*(next-y))
		y = next
	}
}

// span adds the part of a line inside one row: it goes from xa to xb while it
// falls by the given height.
func (g *grid) span(row, xa, xb, height int) {
	xa, xb = min(xa, xb), max(xa, xb) // the area under it is the same either way
	limit := g.Dx() << 8
	xa, xb = max(0, min(xa, limit)), max(0, min(xb, limit))
	cells := g.cells[row*g.stride:][:g.stride]
	if xa>>8 == xb>>8 {
		put(cells, xa>>8, height, xa&255+xb&255)
		return
	}
	done := 0
	for x := xa; x < xb; {
		cell := x >> 8
		edge := min((cell+1)<<8, xb)
		upTo := height * (edge - xa) / (xb - xa)
		put(cells, cell, upTo-done, x&255+edge-cell<<8)
		x, done = edge, upTo
	}
}

// put shares a height between a cell and the one to its right, by how far right
// in the cell the line runs: middle is twice that, in 1/256.
func put(cells []int32, cell, height, middle int) {
	cells[cell] += int32(height * (512 - middle))
	cells[cell+1] += int32(height * middle)
}

func (g *grid) mask() *mask {
	m := &mask{Rectangle: g.Rectangle, shares: make([]uint8, g.Dx()*g.Dy())}
	for y := range g.Dy() {
		shares, sum := m.shares[y*g.Dx():][:g.Dx()], int32(0)
		for x, change := range g.cells[y*g.stride:][:g.Dx()] {
			sum += change
			shares[x] = uint8(min(255, max(sum, -sum)>>9))
		}
	}
	return m
}
