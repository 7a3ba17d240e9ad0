// Package portraits is the bundled skill character-portraits: it draws how
// somebody in the story looks, keeps the picture, and finds it again.
//
//	generate-portrait {character, name, description, mood}
//	lookup-portrait   {character, name, description, mood}   only if there is one that still fits
//	update-portrait   {character, name, description, mood}   a new one if the looks have changed
//
// Only character is needed, an identifier; where it is missing the name stands
// for it. Without a description the one remembered counts, and what is not known of
// somebody's looks, be it everything, follows from the character. A picture is a
// silhouette when drawing it fails or takes longer than timeout: the player never
// sees an error for want of a picture.
//
// Each gives the asset (image/png; metadata alt_text, character, descriptionHash,
// generator, placeholder) and the output {found, assetId, alt_text, cached,
// updated, placeholder, descriptionHash}. lookup-portrait gives {found: false} and no
// asset where there is no portrait, or none that fits the description.
//
// # What is remembered
//
// Which description a character's portrait was drawn from belongs to the story:
// it is kept through the host call data, under "portrait/" and a hash of the
// character, and so follows branches and rollbacks. Where the host has no data
// it is kept beside the pictures. The pictures lie in dataDir, which is a cache
// alone: one that is lost, cut off or foreign is drawn again, to the same pixels.
//
// # When looks have changed
//
// A description is read for what it says of looks, see package look. A newer one
// changes the picture when it says something that was otherwise, or was not
// known: other hair, a scar, another coat. It does not when it only says less, or
// the same in other words, of which some mean nearly the same: silver hair is
// grey. Where the looks agree, but in one thing alone, and fewer than half of the
// words of the shorter description are in the other, it is taken for the
// description of somebody else and the picture changes too.
//
// So a description given to update-portrait is a whole one, not what has changed.
// What it does not say follows from the character alone, so that somebody who changes
// coats keeps their face.
package portraits

import (
	"context"
	"fmt"
	"image"
	"time"

	"github.com/narratoria/narratoria/prose"
	"github.com/narratoria/narratoria/skills-src/portraits/draw"
	"github.com/narratoria/narratoria/skills-src/portraits/look"
	"github.com/narratoria/narratoria/skills/kit"
)

// generator names what drew a picture; another number means other pixels.
const generator = "narratoria-vector-1"

type input struct {
	Character   string `json:"character"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Mood        string `json:"mood"`
}

type config struct {
	ImageProvider   string `json:"imageProvider"`
	StylePreset     string `json:"stylePreset"`
	Resolution      int    `json:"resolution"`
	Timeout         int    `json:"timeout"` // seconds
	StorageLocation string `json:"storageLocation"`
}

// Generate is the script generate-portrait.
func Generate(ctx context.Context, inv *kit.Invocation) error {
	s, err := open(ctx, inv)
	if err != nil {
		return err
	}
	before := s.recall()
	if s.in.Description == "" {
		s.in.Description = before.Description
	}
	return s.give(s.said(), true)
}

// Lookup is the script lookup-portrait.
func Lookup(ctx context.Context, inv *kit.Invocation) error {
	s, err := open(ctx, inv)
	if err != nil {
		return err
	}
	before := s.recall()
	if before == (memory{}) || changed(before, s.said()) {
		inv.Output(output{})
		return nil
	}
	return s.give(before, false)
}

// Update is the script update-portrait.
func Update(ctx context.Context, inv *kit.Invocation) error {
	s, err := open(ctx, inv)
	if err != nil {
		return err
	}
	before := s.recall()
	if before != (memory{}) && !changed(before, s.said()) {
		return s.give(before, false)
	}
	if s.in.Description == "" { // another mood, the same looks
		s.in.Description = before.Description
	}
	return s.give(s.said(), true)
}

// session is one invocation: what it was asked, and where it keeps things.
type session struct {
	ctx   context.Context
	inv   *kit.Invocation
	in    input
	set   config
	cache cache
}

func open(ctx context.Context, inv *kit.Invocation) (*session, error) {
	s := &session{ctx: ctx, inv: inv, set: config{
		ImageProvider: "local", StylePreset: "stylized", Resolution: 512, Timeout: 15, StorageLocation: "portraits",
	}}
	if err := inv.ReadInput(&s.in); err != nil {
		return nil, err
	}
	if err := inv.ReadConfig(&s.set); err != nil {
		return nil, err
	}
	if s.in.Character == "" {
		s.in.Character = s.in.Name
	}
	if s.in.Character == "" {
		return nil, kit.Failf(kit.CodeBadInput, `input.character is missing; expected the identifier of who is to be drawn, such as "keeper"`)
	}
	if s.set.ImageProvider == "hosted" {
		inv.Log("info", "no hosted image provider is connected; the portrait is drawn on this device", nil)
	}
	s.cache = openCache(inv, s.set.StorageLocation)
	return s, nil
}

// said is what the input asks to be drawn.
func (s *session) said() memory {
	return memory{Description: clipped(s.in.Description), Mood: clipped(s.in.Mood)}
}

type output struct {
	Found           bool   `json:"found"`
	AssetID         string `json:"assetId,omitempty"`
	AltText         string `json:"alt_text,omitempty"`
	Cached          bool   `json:"cached"`
	Updated         bool   `json:"updated"`
	Placeholder     bool   `json:"placeholder"`
	DescriptionHash string `json:"descriptionHash,omitempty"`
}

// give hands over the picture of what was said or remembered.
func (s *session) give(m memory, remember bool) error {
	picture := s.picture(m)
	hash := m.hash()
	out := output{
		Found: true, AssetID: "portrait-" + short(picture.key), AltText: picture.alt,
		Cached: picture.cached, Updated: remember, Placeholder: picture.silhouette, DescriptionHash: hash,
	}
	if remember && m.Description != "" {
		s.remember(m)
	}
	err := s.inv.WriteAsset(kit.Asset{
		ID: out.AssetID, Kind: "image", MediaType: "image/png", Path: "portraits/" + short(picture.key) + ".png",
		Metadata: map[string]any{
			"alt_text": out.AltText, "character": s.in.Character, "descriptionHash": hash,
			"generator": generator, "placeholder": out.Placeholder,
		},
	}, picture.png)
	if err != nil {
		return err
	}
	s.inv.Output(out)
	s.inv.Summary(out.AltText)
	return nil
}

// picture is a finished one.
type picture struct {
	key, alt           string
	png                []byte
	cached, silhouette bool
}

// picture takes one from the cache, else draws it. It always gives one.
func (s *session) picture(m memory) picture {
	known := m.look()
	p := picture{key: s.key(m), alt: known.Describe(s.name())}
	if p.png, p.cached = s.cache.picture(p.key, s.set.Resolution); p.cached {
		return p
	}
	options := draw.Options{Seed: seedOf(s.in.Character), Style: draw.Styles()[s.set.StylePreset], Side: s.set.Resolution}
	p.png = s.drawn(draw.Portrait, known, options)
	if p.png == nil { // it failed, or there was no time
		p.alt, p.silhouette = silhouetteOf(s.name()), true
		p.png = encode(draw.Silhouette(options))
	}
	if !p.silhouette {
		s.cache.keep(p.key+".png", p.png)
	}
	return p
}

type painter func(context.Context, look.Look, draw.Options) (image.Image, error)

// drawn is nil where drawing failed or took too long.
func (s *session) drawn(paint painter, known look.Look, options draw.Options) (png []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			s.inv.Log("error", "drawing a portrait failed; a silhouette stands for it", map[string]any{"fault": fmt.Sprint(fault)})
			png = nil
		}
	}()
	ctx, cancel := context.WithTimeout(s.ctx, time.Duration(s.set.Timeout)*time.Second)
	defer cancel()
	picture, err := paint(ctx, known, options)
	if err != nil {
		s.inv.Log("warn", "drawing a portrait took too long; a silhouette stands for it", map[string]any{"timeout": s.set.Timeout})
		return nil
	}
	return encode(picture)
}

// name is what the alternative text calls somebody.
func (s *session) name() string { return prose.CleanLine(s.in.Name, 80) }

func silhouetteOf(name string) string {
	if name == "" {
		return "A silhouette"
	}
	return name + ": a silhouette"
}
