package event

import (
	"fmt"
	"slices"
)

// Perception says who perceived an event, and who takes whom to have perceived
// it. One set would not do: an eavesdropper knows what was said, and nobody
// thinks so; somebody lost in thought stands among the listeners, and everybody
// thinks he heard.
//
// The engine fills it when the event is written, and nothing infers it again.
type Perception struct {
	// WitnessedBy really perceived the event, eavesdroppers included.
	WitnessedBy []CharacterID
	// ApparentAudience is whom those present take to be in the audience.
	ApparentAudience []CharacterID
	// Noticed holds, for some witnesses, other witnesses they saw perceive it
	// although they were not in the apparent audience.
	Noticed map[CharacterID][]CharacterID
}

// Witnessed reports whether x perceived the event.
func (p *Perception) Witnessed(x CharacterID) bool {
	return p != nil && slices.Contains(p.WitnessedBy, x)
}

// Thinks reports whether the first of a chain thinks that the second thinks ...
// that the last perceived the event; with one name, whether it did.
//
// "x thinks y perceived e" holds iff x is a witness and y is in
// apparent_audience or noticed[x]; nesting applies this along the chain. That a
// witness knows of itself goes without saying and needs no entry.
func (p *Perception) Thinks(chain ...CharacterID) bool {
	if len(chain) == 0 || !p.Witnessed(chain[0]) {
		return false
	}
	for i, y := range chain[1:] {
		if !p.thinks(chain[i], y) {
			return false
		}
	}
	return true
}

func (p *Perception) thinks(x, y CharacterID) bool {
	if !p.Witnessed(x) {
		return false
	}
	return x == y || slices.Contains(p.ApparentAudience, y) || slices.Contains(p.Noticed[x], y)
}

// Sorted is the same perception in canonical order, without repetitions. It
// shares nothing with p.
func (p *Perception) Sorted() *Perception {
	if p == nil {
		return nil
	}
	sorted := &Perception{WitnessedBy: sortedSet(p.WitnessedBy), ApparentAudience: sortedSet(p.ApparentAudience)}
	for x, seen := range p.Noticed {
		if len(seen) == 0 {
			continue
		}
		if sorted.Noticed == nil {
			sorted.Noticed = make(map[CharacterID][]CharacterID, len(p.Noticed))
		}
		sorted.Noticed[x] = sortedSet(seen)
	}
	return sorted
}

func sortedSet(ids []CharacterID) []CharacterID {
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

// check says what is wrong with sorted sets.
func (p *Perception) check() error {
	if err := checkCharacters("witnessed_by", p.WitnessedBy); err != nil {
		return err
	}
	if err := checkCharacters("apparent_audience", p.ApparentAudience); err != nil {
		return err
	}
	for x, seen := range p.Noticed {
		if err := p.checkNoticed(x, seen); err != nil {
			return err
		}
	}
	return nil
}

func (p *Perception) checkNoticed(x CharacterID, seen []CharacterID) error {
	if !p.Witnessed(x) {
		return fmt.Errorf("noticed: %q noticed others but is no witness", x)
	}
	for _, y := range seen {
		if !p.Witnessed(y) {
			return fmt.Errorf("noticed: %q noticed %q, who is no witness", x, y)
		}
		if y == x || slices.Contains(p.ApparentAudience, y) {
			return fmt.Errorf("noticed: %q needs no entry for %q: noticed is for witnesses beyond the apparent audience", x, y)
		}
	}
	return nil
}

func checkCharacters(field string, ids []CharacterID) error {
	for _, id := range ids {
		if err := CheckID(id); err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
		if id == Everyone {
			return fmt.Errorf("%s: %q is not a character", field, id)
		}
	}
	return nil
}
