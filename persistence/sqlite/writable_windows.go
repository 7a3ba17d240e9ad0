package sqlite

import "os"

// writable reports whether files can be made in a directory: here only trying tells.
func writable(dir string) bool {
	file, err := os.CreateTemp(dir, "try-*")
	if err != nil {
		return false
	}
	_ = file.Close()
	return os.Remove(file.Name()) == nil
}

// changeable reports whether a file can be written.
func changeable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&0o200 != 0
}
