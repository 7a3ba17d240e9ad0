package objectbox

import "github.com/narratoria/narratoria/persistence/stores"

// Opener opens the directories of addresses for package stores, with the library that is looked for
// under the name "objectbox", and an inspector as [Options] have it.
func Opener(inspector ...string) stores.Opener {
	return func(address string, libraries stores.Libraries) (*stores.Place, error) {
		dir, err := stores.Directory(address)
		if err != nil {
			return nil, err
		}
		driver := New(dir, &Options{Library: libraries("objectbox"), Inspector: inspector})
		return &stores.Place{Driver: driver, Name: "objectbox:" + dir, Dir: dir, Identity: stores.DirectoryIdentity("objectbox", dir)}, nil
	}
}
