// Command release builds the programs for the platforms it is given and packs
// each into an archive with the licence and the README, beside SHA256SUMS.
// Archives of the same commit are the same bytes.
//
//	go run ./internal/tools/release -version v1.0.0 -out dist linux/amd64 windows/arm64
package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	version := flag.String("version", "dev", "version the programs report")
	out := flag.String("out", "dist", "directory for the archives")
	flag.Parse()
	if err := release(*version, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(version, out string, platforms []string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var sums strings.Builder
	for _, platform := range platforms {
		goos, goarch, ok := strings.Cut(platform, "/")
		if !ok {
			return fmt.Errorf("%q is not a platform such as linux/amd64", platform)
		}
		archive, err := pack(version, out, goos, goarch)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		data, err := os.ReadFile(archive)
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), filepath.Base(archive))
		fmt.Printf("%s %.1f MB\n", archive, float64(len(data))/1e6)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// pack builds for one platform and gives the path of the archive.
func pack(version, out, goos, goarch string) (string, error) {
	stage, err := os.MkdirTemp("", "narratoria-release-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(stage)
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w -funcalign=8 -X main.version="+version, "-o", stage+string(filepath.Separator), "./cmd/...")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return "", err
	}
	for _, document := range []string{"LICENSE", "README.md", "internal/english/lexicon/LICENSE-WordNet", "internal/english/tagger/LICENSE-perceptron"} {
		data, err := os.ReadFile(document)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(stage, filepath.Base(document)), data, 0o644); err != nil {
			return "", err
		}
	}
	name := fmt.Sprintf("narratoria-%s-%s-%s", version, goos, goarch)
	if goos == "windows" {
		return writeArchive(filepath.Join(out, name+".zip"), stage, name, newZip)
	}
	return writeArchive(filepath.Join(out, name+".tar.gz"), stage, name, newTar)
}

// container is the archive format: add writes one file, close ends the archive.
type container struct {
	add   func(name string, mode os.FileMode, data []byte) error
	close func() error
}

func writeArchive(path, stage, prefix string, open func(io.Writer) container) (string, error) {
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	entries, err := os.ReadDir(stage) // sorted by name
	if err != nil {
		return "", err
	}
	archive := open(file)
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(stage, entry.Name()))
		if err != nil {
			return "", err
		}
		mode := os.FileMode(0o755)
		if strings.Contains(entry.Name(), "LICENSE") || strings.HasSuffix(entry.Name(), ".md") {
			mode = 0o644
		}
		if err := archive.add(prefix+"/"+entry.Name(), mode, data); err != nil {
			return "", err
		}
	}
	if err := archive.close(); err != nil {
		return "", err
	}
	return path, file.Close()
}

// epoch stands for every time in an archive, so that its bytes depend on its
// content alone; it is the earliest that zip can hold.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func newTar(w io.Writer) container {
	zipped := gzip.NewWriter(w)
	archive := tar.NewWriter(zipped)
	return container{
		add: func(name string, mode os.FileMode, data []byte) error {
			header := &tar.Header{Name: name, Mode: int64(mode), Size: int64(len(data)), ModTime: epoch}
			if err := archive.WriteHeader(header); err != nil {
				return err
			}
			_, err := archive.Write(data)
			return err
		},
		close: func() error {
			if err := archive.Close(); err != nil {
				return err
			}
			return zipped.Close()
		},
	}
}

func newZip(w io.Writer) container {
	archive := zip.NewWriter(w)
	return container{
		add: func(name string, mode os.FileMode, data []byte) error {
			header := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: epoch}
			header.SetMode(mode)
			file, err := archive.CreateHeader(header)
			if err != nil {
				return err
			}
			_, err = file.Write(data)
			return err
		},
		close: archive.Close,
	}
}
