//go:build unix

package config

import (
	"fmt"
	"os"

	"github.com/narratoria/narratoria/contracts"
)

// exposed refuses a file of secrets that other users of the machine can read.
func exposed(path string) contracts.Problems {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	return contracts.Problems{{
		File: path, Kind: contracts.Forbidden,
		Message: fmt.Sprintf("other users of this computer can read these secrets (mode %#o): run \"chmod 600 %s\"", info.Mode().Perm(), path),
	}}
}
