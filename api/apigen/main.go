// Command apigen writes what is made of the table of methods: docs/api.md, and the classes
// of the Flutter plugin.
//
//	go generate ./api
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/narratoria/narratoria/api"
)

func main() {
	if err := run(".."); err != nil { // go generate runs it in the directory api
		fmt.Fprintln(os.Stderr, "apigen:", err)
		os.Exit(1)
	}
}

// files are what is made, by where it lies in the tree.
func files(root string) (map[string][]byte, error) {
	client, err := os.ReadFile(filepath.Join(root, "docs", "client.py"))
	if err != nil {
		return nil, err
	}
	table := api.Describe()
	return map[string][]byte{
		"docs/api.md":              page(table, string(client)),
		"flutter/lib/src/api.dart": dart(table),
	}, nil
}

func run(root string) error {
	made, err := files(root)
	if err != nil {
		return err
	}
	for name, text := range made {
		if err := os.WriteFile(filepath.Join(root, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
