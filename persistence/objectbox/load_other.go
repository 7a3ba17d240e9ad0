//go:build static || !((linux && !android && (amd64 || arm64)) || (darwin && !ios))

package objectbox

import "errors"

func bind(string) (*library, error) {
	return nil, errors.New("this program was made without what loads libraries: stories are kept by SQLite, which needs none")
}
