//go:build !linux

package objectbox_test

import "github.com/narratoria/narratoria/persistence"

func limit(*persistence.Store) error { return nil }
