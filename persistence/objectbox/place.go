package objectbox

import (
	"path/filepath"
	"strings"

	"github.com/narratoria/narratoria/persistence/stores"
)

// Opener opens the directories of addresses for package stores, with the library that is looked for
// under the name "objectbox", and an inspector as [Options] have it.
func Opener(inspector ...string) stores.Opener {
	return func(address string, libraries stores.Libraries) (*stores.Place, error) {
		_, dir, _ := strings.Cut(address, ":")
		dir, err := filepath.Abs(dir)
		if err != nil {
			return nil, &stores.AddressError{Address: address, Message: err.Error()}
		}
		driver := New(dir, &Options{Library: libraries("objectbox"), Inspector: inspector})
		return &stores.Place{Driver: driver, Name: "objectbox:" + dir, Identity: stores.DirectoryIdentity("objectbox", dir)}, nil
	}
}
