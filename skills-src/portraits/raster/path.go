package raster

import (
	"math"
	"slices"
)

// Point is a place in the drawing; y grows downwards.
type Point struct{ X, Y float64 }

func (p Point) plus(q Point) Point              { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) minus(q Point) Point             { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(n float64) Point           { return Point{p.X * n, p.Y * n} }
func (p Point) Toward(q Point, t float64) Point { return p.plus(q.minus(p).times(t)) }

// Path is a shape of closed rings. Where rings of opposite turn overlap they
// cancel out, which makes holes. The zero Path is empty; paths are never changed.
type Path struct {
	rings   [][]Point
	inverse bool // all but what the rings enclose
}

// Polygon joins points by straight lines.
func Polygon(points ...Point) Path { return Path{rings: [][]Point{points}} }

// Ellipse is an upright one.
func Ellipse(centre Point, rx, ry float64) Path {
	const corners = 48
	ring := make([]Point, corners)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		ring[i] = Point{centre.X + rx*cos, centre.Y + ry*sin}
	}
	return Polygon(ring...)
}

// steps is how many straight pieces stand for the curve between two points.
const steps = 8

// Smooth is the closed curve through some points (a Catmull-Rom spline). A point
// that is given twice in a row becomes a corner.
func Smooth(points ...Point) Path {
	n := len(points)
	ring := make([]Point, 0, n*steps)
	for i := range points {
		ring = appendCurve(ring, points[(i+n-1)%n], points[i], points[(i+1)%n], points[(i+2)%n])
	}
	return Polygon(ring...)
}

// Line is the open curve through some points, as points close together.
func Line(points ...Point) []Point {
	last := len(points) - 1
	line := make([]Point, 0, len(points)*steps)
	for i := range last {
		line = appendCurve(line, points[max(0, i-1)], points[i], points[i+1], points[min(last, i+2)])
	}
	return append(line, points[last])
}

// appendCurve adds the curve from b up to but not including c.
func appendCurve(line []Point, a, b, c, d Point) []Point {
	if b == c {
		return line
	}
	for i := range steps {
		t := float64(i) / steps
		line = append(line, Point{spline(a.X, b.X, c.X, d.X, t), spline(a.Y, b.Y, c.Y, d.Y, t)})
	}
	return line
}

func spline(a, b, c, d, t float64) float64 {
	return b + t*(c-a+t*(2*a-5*b+4*c-d+t*(3*(b-c)+d-a)))/2
}

// Stroke is a line with a body: as wide as the first number at its start, the
// second in its middle and the third at its end.
func Stroke(start, middle, end float64, points ...Point) Path {
	line := Line(points...)
	left, right := make([]Point, len(line)), make([]Point, len(line))
	for i, point := range line {
		t := float64(i) / float64(max(1, len(line)-1))
		wide := (start*(1-t)*(1-t) + (4*middle-start-end)*t*(1-t) + end*t*t) / 2
		across := normal(line[max(0, i-1)], line[min(len(line)-1, i+1)]).times(wide)
		left[i], right[len(line)-1-i] = point.plus(across), point.minus(across)
	}
	return Polygon(append(left, right...)...)
}

// Outline is the edge of a path as a shape, drawn as with a pen that is wider
// towards the lower right, away from the light.
func (p Path) Outline(width float64) Path {
	var out Path
	for _, ring := range p.rings {
		ring = distinct(ring)
		outer, inner := make([]Point, len(ring)), make([]Point, len(ring))
		turn := math.Copysign(1, area(ring))
		for i, point := range ring {
			away := normal(ring[(i+len(ring)-1)%len(ring)], ring[(i+1)%len(ring)]).times(turn)
			wide := width * (0.65 + 0.25*(away.X+away.Y)) / 2
			outer[i], inner[len(ring)-1-i] = point.plus(away.times(wide)), point.minus(away.times(wide))
		}
		out.rings = append(out.rings, outer, inner)
	}
	return out
}

// Shift moves a path.
func (p Path) Shift(x, y float64) Path {
	return p.each(func(at Point) Point { return Point{at.X + x, at.Y + y} })
}

// Mirror reflects a path at the upright line through x.
func (p Path) Mirror(x float64) Path {
	return p.each(func(at Point) Point { return Point{2*x - at.X, at.Y} })
}

func (p Path) each(move func(Point) Point) Path {
	moved := Path{make([][]Point, len(p.rings)), p.inverse}
	for i, ring := range p.rings {
		for _, at := range ring {
			moved.rings[i] = append(moved.rings[i], move(at))
		}
	}
	return moved
}

// With joins paths. Rings are turned one way first, so that where they overlap
// they stay one shape.
func (p Path) With(others ...Path) Path {
	joined := Path{rings: slices.Clone(p.rings)}
	for _, other := range others {
		joined.rings = append(joined.rings, other.rings...)
	}
	for i, ring := range joined.rings {
		joined.rings[i] = turned(ring, 1)
	}
	return joined
}

// Outside is all that a path does not enclose.
func (p Path) Outside() Path { return Path{p.rings, !p.inverse} }

// turned is the ring with its area's sign as given.
func turned(ring []Point, sign float64) []Point {
	if area(ring)*sign >= 0 {
		return ring
	}
	ring = slices.Clone(ring)
	slices.Reverse(ring)
	return ring
}

// area is twice the area, positive for rings that turn from x to y.
func area(ring []Point) (sum float64) {
	for i, to := range ring {
		from := ring[(i+len(ring)-1)%len(ring)]
		sum += from.X*to.Y - to.X*from.Y
	}
	return sum
}

// normal points away from the inside of a ring that turns from x to y.
func normal(from, to Point) Point {
	along := to.minus(from)
	length := math.Hypot(along.X, along.Y)
	if length == 0 {
		return Point{}
	}
	return Point{along.Y / length, -along.X / length}
}

func distinct(ring []Point) []Point {
	return slices.CompactFunc(slices.Clone(ring), func(a, b Point) bool {
		return math.Hypot(a.X-b.X, a.Y-b.Y) < 0.01
	})
}
