package event

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// A Hash is a SHA-256. The zero Hash comes before the first event.
type Hash [sha256.Size]byte

// Chain is the hash of an event: over its predecessor's hash and its own bytes.
func Chain(previous Hash, encoded []byte) Hash {
	h := sha256.New()
	h.Write(previous[:])
	h.Write(encoded)
	var sum Hash
	h.Sum(sum[:0])
	return sum
}

// HashOf is the hash of bytes that stand by themselves, such as a picture's.
func HashOf(data []byte) Hash { return sha256.Sum256(data) }

// String is the hash in lower-case hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads what [Hash.String] wrote.
func ParseHash(s string) (Hash, error) {
	var h Hash
	if len(s) == hex.EncodedLen(len(h)) {
		if _, err := hex.Decode(h[:], []byte(s)); err == nil && h.String() == s {
			return h, nil
		}
	}
	return Hash{}, fmt.Errorf("%.70q is not a SHA-256 in 64 lower-case hexadecimal digits", s)
}
