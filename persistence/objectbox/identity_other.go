//go:build !unix

package objectbox

import "os"

// identity is not known: the library is not loaded here.
func identity(*os.File) (string, error) { return "", nil }
