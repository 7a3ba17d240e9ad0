package protocol

import "maps"

// Fold puts patches that are merged one after the other together: to merge what it
// gives, at most two patches, is to merge them all, whatever they are merged into. Its
// cost is linear in the size of the patches, where merging them one by one copies, for
// each, every object on its way.
//
// What it gives shares memory with the patches; neither may be changed afterwards.
//
// One patch would do, but for one thing that none can say: that an object takes the
// place of what was there, instead of being merged into it. That comes about when a key
// is removed or set to something else, and made an object later. So the first patch
// removes what the second then makes anew:
//
//	{"a":1}, {"a":{"b":2}}   are folded into   {"a":null}, {"a":{"b":2}}
func Fold(patches []Object) []Object {
	if len(patches) < 2 {
		return patches
	}
	all := newStaged(nil)
	for _, patch := range patches {
		all.take(patch)
	}
	if removed := all.removals(); removed != nil {
		return []Object{removed, all.patch}
	}
	return []Object{all.patch}
}

// A staged is one object of the patch that many are folded into: one that more than one
// of them wrote to, so that it had to be copied. All others are still the patches' own.
type staged struct {
	patch   Object // ours to change
	below   map[string]*staged
	removed map[string]bool // keys whose objects take the place of what was there
}

func newStaged(of Object) *staged {
	patch := maps.Clone(of)
	if patch == nil {
		patch = Object{}
	}
	return &staged{patch: patch, below: map[string]*staged{}, removed: map[string]bool{}}
}

func (s *staged) take(patch Object) {
	for key, value := range patch {
		object, isObject := value.(Object)
		before, present := s.patch[key]
		_, merges := before.(Object)
		switch {
		case isObject && merges:
			s.at(key).take(object)
			continue
		case isObject && present:
			s.removed[key] = true
		}
		// An object that comes first is merged as it stands, with its nulls.
		s.patch[key] = value
		delete(s.below, key)
	}
}

// at is the object of a key, as our own.
func (s *staged) at(key string) *staged {
	child := s.below[key]
	if child == nil {
		child = newStaged(s.patch[key].(Object))
		s.patch[key], s.below[key] = child.patch, child
	}
	return child
}

// removals are the patch that goes before, or nil.
func (s *staged) removals() Object {
	var all Object
	add := func(key string, value any) {
		if all == nil {
			all = Object{}
		}
		all[key] = value
	}
	for key, child := range s.below {
		if below := child.removals(); below != nil {
			add(key, below)
		}
	}
	for key := range s.removed { // after its own object's: with it they are gone, too
		add(key, nil)
	}
	return all
}
