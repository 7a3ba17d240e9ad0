// Package rng derives every random stream of a turn from one seed.
//
// A turn is tried up to five times, each of its scripts up to eleven times, and
// none of that may roll the dice again. So nothing draws from a shared source:
// each consumer derives its own stream from the turn's seed and the names of
// what it is for, and asking again for the same names gives the same numbers.
//
//	turn := rng.FromString("42")
//	stream := turn.Derive("dice-roller/roll-dice", string(canonicalInput), "0").Stream()
//
// A seed made by [New] has 256 bits of the system's entropy and its streams are
// ChaCha8, so they cannot be told from a cryptographic source; one made by
// [FromString] is as secret as its text. Values are safe to copy and share;
// a stream belongs to one goroutine.
package rng

import (
	"crypto/hmac"
	crand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"

	"github.com/google/uuid"
)

// Seed is the root of any number of independent streams.
type Seed [32]byte

// New returns a seed nobody can guess.
func New() Seed {
	var s Seed
	_, _ = crand.Read(s[:]) // crypto/rand.Read never fails: it ends the program instead
	return s
}

// FromString returns the seed that a text, such as the value of --seed, stands for.
func FromString(text string) Seed { return sha256.Sum256([]byte("narratoria seed\x00" + text)) }

// Derive returns the seed of a part. Labels are framed by their length, so
// ("ab", "c") and ("a", "bc") differ.
func (s Seed) Derive(labels ...string) Seed {
	mac := hmac.New(sha256.New, s[:])
	var length [8]byte
	for _, label := range labels {
		binary.BigEndian.PutUint64(length[:], uint64(len(label)))
		mac.Write(length[:])
		mac.Write([]byte(label))
	}
	var derived Seed
	mac.Sum(derived[:0])
	return derived
}

// Stream starts the seed's stream from its beginning.
func (s Seed) Stream() *rand.Rand { return rand.New(rand.NewChaCha8(s)) }

// Int53 is the seed as a number that every language holds exactly.
func (s Seed) Int53() int64 { return int64(binary.BigEndian.Uint64(s[:8]) >> 11) }

// UUID is the seed as a UUID of version 8 (RFC 9562).
func (s Seed) UUID() uuid.UUID {
	id := uuid.UUID(s[:16])
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}
