package main

import "testing"

// Garbage is collected in every play, one in which nothing was collected before it began, too.
func TestPercentOf(t *testing.T) {
	for _, c := range []struct{ kept, besides, want int }{
		{0, 0, 600}, // of 4 MiB
		{1 << 20, 1 << 19, 600},
		{8 << 20, 0, 200},
		{6 << 20, 2 << 20, 225},
		{16 << 20, 0, 100},
		{200 << 20, 1 << 20, 100},
	} {
		if got := percentOf(c.kept, c.besides); got != c.want {
			t.Errorf("%d kept and %d besides: %d %%, want %d", c.kept, c.besides, got, c.want)
		}
	}
}
