package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence/postgres/pgtest"
)

// A story is the same, byte for byte, wherever it is kept and wherever it was copied since: what is told,
// what is in its log, and how it goes on.
func TestPlayedOnEveryStore(t *testing.T) {
	server, err := pgtest.Start(soak.NeedEnv(t, "NARRATORIA_POSTGRES"), "-c", "fsync=off")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	for _, seed := range seeds(1, 20) {
		t.Run(seed, func(t *testing.T) {
			files, database := newUser(t), newUser(t)
			at := server.Address("seed_" + seed)
			store := map[*user][]string{files: nil, database: {"--store", at}}
			both := func(args ...string) (out string) {
				t.Helper()
				out = files.does(args...)
				if got := database.does(append(args, store[database]...)...); got != out {
					a, b := aroundDifference(got, out)
					t.Fatalf("%q: %s is in the database, %s in files", args, a, b)
				}
				return out
			}
			played := both("play", "--auto", "30", "--seed", seed, "--save", "kept", "--json", "--no-endings", "grey-harbour")
			if n := strings.Count(played, "\n"); n != 30 {
				t.Fatalf("%d turns were told", n)
			}
			log := both("story", "log", "kept", "--json")
			saves := "sqlite:" + filepath.Join(files.dir, "home/data/saves")
			for n, way := range [][2]string{{saves, server.Address("copied_" + seed)}, {at, "sqlite:" + filepath.Join(database.dir, "copied")}, {server.Address("copied_" + seed), "sqlite:" + filepath.Join(database.dir, "back")}} {
				for m, want := range []string{"kept: copied\n1 copied, 0 there already, 0 not copied\n", "kept: is there already\n0 copied, 1 there already, 0 not copied\n"} {
					if out := files.does("store", "copy", way[0], way[1]); out != want {
						t.Errorf("copy %d, for the %d. time: %s", n, m+1, out)
					}
				}
				if out := files.does("story", "log", "kept", "--json", "--store", way[1]); out != log {
					t.Errorf("copy %d has another log", n)
				}
			}
			third := newUser(t) // who has what skills noted on that machine until now, but no saves
			must(t, os.CopyFS(filepath.Join(third.dir, "home"), os.DirFS(filepath.Join(database.dir, "home"))))
			on := []string{"play", "--auto", "5", "--continue", "--save", "kept", "--json", "--no-endings"}
			goesOn := files.does(on...)
			if out := database.does(append(on, "--store", at)...); out != goesOn {
				t.Error("in the database it goes on otherwise")
			}
			if out := third.does(append(on, "--store", fmt.Sprint("sqlite:", filepath.Join(database.dir, "back")))...); out != goesOn {
				a, b := aroundDifference(out, goesOn)
				t.Errorf("copied twice it goes on otherwise: %s, and before %s", a, b)
			}
		})
	}
}

// doctor says of a server whether it answers, and of the rest what it says without one.
func TestDoctorOfAServer(t *testing.T) {
	server, err := pgtest.Start(soak.NeedEnv(t, "NARRATORIA_POSTGRES"), "-c", "fsync=off")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	u := newUser(t)
	if code, out, errs := u.run("doctor", "--store", server.Address("stories")); code != exitOK || !strings.Contains(out, "store: postgres:///postgres?") || !strings.Contains(out, " answers\n") || !strings.Contains(out, "\nllama.cpp: ") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	must(t, server.Kill())
	code, out, _ := u.run("doctor", "--store", server.Address("stories"))
	if code != exitFailed || !strings.Contains(out, "the server cannot be reached") || !strings.Contains(out, "see that it runs") || !strings.Contains(out, "\nllama.cpp: ") {
		t.Errorf("exit %d: %s", code, out)
	}
}
