// Package draw paints portraits: a bust of somebody described by a [look.Look], in
// one of four styles.
//
//	picture := draw.Portrait(look.Read(description), draw.Options{
//		Seed:  seed,            // who it is: fills in what is not said
//		Style: draw.Stylized,
//		Side:  512,
//	})
//
// A portrait is built of layers from back to front, one file each:
//
//	backdrop, hair behind, body and garments, neck, ears, face, eyes, nose, mouth,
//	beard, hair in front, hat, glasses, frame
//
// The drawing is 512 units wide and high whatever the picture's side. The figure
// (figure.go) holds the measures that age, build and sex change; the manner
// (manner.go) what a style changes; the palette what a colour's name means. The
// light comes from the upper left.
//
// The same look and options always give the same picture. All functions may be
// called concurrently.
package draw

import (
	"context"
	"image"
	"math/rand/v2"

	"github.com/narratoria/narratoria/skills-src/portraits/look"
	"github.com/narratoria/narratoria/skills-src/portraits/raster"
)

// units is the width and height of the drawing.
const units = 512

// Options say how to paint.
type Options struct {
	Seed  uint64
	Style Style // the zero Style is Stylized
	Side  int   // of the picture, in pixels
}

type point = raster.Point

// Portrait paints somebody. What the look leaves open follows from the seed. It
// ends early, with the context's error, when the context does.
func Portrait(ctx context.Context, known look.Look, options Options) (image.Image, error) {
	p := newPainter(known.Complete(options.Seed), options)
	for _, layer := range p.layers() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		layer()
	}
	return p.finish(options), nil
}

// Silhouette is the picture of somebody who could not be drawn.
func Silhouette(options Options) image.Image {
	p := newPainter(look.Look{}.Complete(options.Seed), options)
	p.backdrop()
	p.shadowFigure()
	p.frame()
	return p.finish(options)
}

type painter struct {
	*raster.Canvas
	look   look.Look
	manner manner
	f      figure
	face   expression
	chance *rand.Rand

	skin, hair, beard, eyes colour
	dress, under, wrap, hat colour
}

func newPainter(l look.Look, options Options) *painter {
	m := manners()[options.Style]
	p := &painter{
		Canvas: raster.New(min(options.Side, m.grain(options.Side)), units),
		look:   l, manner: m, f: figureOf(l), face: expressions()[l.Mood],
		chance: rand.New(rand.NewPCG(options.Seed, 1)),
	}
	if m.simple {
		p.f.jaw, p.f.tip, p.f.nose = p.f.jaw-8, p.f.tip*0.5, 0.6
	}
	p.mixColours()
	return p
}

func (p *painter) layers() []func() {
	return []func(){
		p.backdrop, p.hairBehind, p.hoodBehind, p.body, p.garment, p.wrapped,
		p.ears, p.head, p.marks, p.eyesAndBrows, p.nose, p.stubble, p.mouth, p.beardAndMoustache,
		p.hairInFront, p.headgear, p.eyewear, p.frame,
	}
}

// finish gives the picture its size.
func (p *painter) finish(options Options) image.Image {
	if p.manner.pixels > 0 {
		return pixelated(p.Image(), options.Side)
	}
	return p.Image()
}

// form fills a shape and gives it volume and an edge.
func (p *painter) form(shape raster.Path, c colour) {
	p.Fill(shape, raster.Solid(c))
	p.Within(shape, func() { p.manner.shade(p.Canvas, shape, c) })
	p.ink(shape, c)
}

// cluster is a form of many overlapping rings, with an edge around all of them.
func (p *painter) cluster(shape raster.Path, c colour) {
	p.ink(shape, c)
	p.Fill(shape, raster.Solid(c))
	p.Within(shape, func() { p.manner.shade(p.Canvas, shape, c) })
}

// flat fills a shape and gives it an edge alone.
func (p *painter) flat(shape raster.Path, c colour) {
	p.Fill(shape, raster.Solid(c))
	p.ink(shape, c)
}

func (p *painter) ink(shape raster.Path, c colour) {
	if p.manner.ink > 0 {
		p.Fill(shape.Outline(p.manner.ink), raster.Solid(inked(c)))
	}
}

// line draws a line that swells in its middle.
func (p *painter) line(width float64, c colour, points ...point) {
	p.Fill(raster.Stroke(width*0.3, width, width*0.3, points...), raster.Solid(c))
}

// around gives a number near zero, at most as far as asked.
func (p *painter) around(most float64) float64 { return (p.chance.Float64()*2 - 1) * most }

// both does something for the left side, -1, and the right, 1.
func both(do func(side float64)) {
	do(-1)
	do(1)
}
