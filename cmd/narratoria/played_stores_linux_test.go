package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria/internal/soak"
	"github.com/narratoria/narratoria/persistence/postgres/pgtest"
)

// A story is the same, byte for byte, wherever it is kept and wherever it was copied since: what is told,
// what is in its log, and how it goes on. The six copies are two rounds, each the other way about.
func TestPlayedOnEveryStore(t *testing.T) {
	soak.NeedEnv(t, "NARRATORIA_OBJECTBOX")
	server, err := pgtest.Start(soak.NeedEnv(t, "NARRATORIA_POSTGRES"), "-c", "fsync=off")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	for _, seed := range seeds(1, 20) {
		t.Run(seed, func(t *testing.T) { playedOnEveryStore(t, server, seed) })
	}
}

func playedOnEveryStore(t *testing.T, server *pgtest.Server, seed string) {
	type teller struct {
		user *user
		at   string // the address of its store
	}
	files, folders, database := newUser(t), newUser(t), newUser(t)
	tellers := []teller{
		{files, "sqlite:" + filepath.Join(files.dir, "home/data/saves")},
		{folders, "objectbox:" + filepath.Join(folders.dir, "folders")},
		{database, server.Address("seed_" + seed)},
	}
	everywhere := func(args ...string) string {
		t.Helper()
		var first string
		for n, of := range tellers {
			got := of.user.does(append(args, "--store", of.at)...)
			if n == 0 {
				first = got
			} else if got != first {
				a, b := aroundDifference(got, first)
				t.Fatalf("%q: %s is in %s, %s in files", args, a, of.at, b)
			}
		}
		return first
	}
	played := everywhere("play", "--auto", "30", "--seed", seed, "--save", "kept", "--json", "--no-endings", "grey-harbour")
	if n := strings.Count(played, "\n"); n != 30 {
		t.Fatalf("%d turns were told", n)
	}
	log := everywhere("story", "log", "kept", "--json")
	copied := func(store string, n int) string {
		switch store {
		case "postgres":
			return server.Address(fmt.Sprintf("copy_%d_%s", n, seed))
		default:
			return store + ":" + filepath.Join(files.dir, fmt.Sprint("copy-", n))
		}
	}
	machines := map[string]*user{} // each has what skills noted on the machine that the story comes from
	for start, way := range [][]string{{"objectbox", "postgres", "sqlite"}, {"postgres", "objectbox", "sqlite"}} {
		from := tellers[0].at
		for n, store := range way {
			to := copied(store, 3*start+n)
			for m, want := range []string{"kept: copied\n1 copied, 0 there already, 0 not copied\n", "kept: is there already\n0 copied, 1 there already, 0 not copied\n"} {
				if out := files.does("store", "copy", from, to); out != want {
					t.Errorf("from %s to %s, for the %d. time: %s", from, to, m+1, out)
				}
			}
			if out := files.does("story", "log", "kept", "--json", "--store", to); out != log {
				t.Errorf("copied from %s to %s it has another log", from, to)
			}
			machine := newUser(t)
			must(t, os.CopyFS(filepath.Join(machine.dir, "home"), os.DirFS(filepath.Join(files.dir, "home"))))
			machines[to], from = machine, to
		}
	}
	on := []string{"play", "--auto", "5", "--continue", "--save", "kept", "--json", "--no-endings"}
	goesOn := everywhere(on...)
	for at, machine := range machines {
		if out := machine.does(append(on, "--store", at)...); out != goesOn {
			a, b := aroundDifference(out, goesOn)
			t.Errorf("copied to %s it goes on otherwise: %s, and before %s", at, a, b)
		}
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

// A copying that is killed at any moment has copied a story wholly or not at all, and goes on when it is begun again.
func TestPlayedKilledCopies(t *testing.T) {
	soak.NeedEnv(t, "NARRATORIA_OBJECTBOX")
	server, err := pgtest.Start(soak.NeedEnv(t, "NARRATORIA_POSTGRES"), "-c", "fsync=off")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	u := newUser(t)
	random := rand.New(rand.NewPCG(3, 4))
	source, logs := map[string]string{}, map[string]string{}
	place := func(kind, name string) string {
		if kind == "postgres" {
			return server.Address(name)
		}
		return kind + ":" + filepath.Join(u.dir, name)
	}
	kinds := []string{"sqlite", "objectbox", "postgres"}
	for _, kind := range kinds {
		source[kind] = place(kind, "source_"+kind)
		u.does("play", "--auto", "30", "--seed", "7", "--save", "kept", "--json", "grey-harbour", "--store", source[kind])
		logs[kind] = u.does("story", "log", "kept", "--json", "--store", source[kind])
	}
	began := time.Now()
	u.does("store", "copy", source["sqlite"], place("objectbox", "whole"))
	whole := time.Since(began)
	whollyThere := 0
	for n := range soak.Count(120) {
		from, to := kinds[n%3], kinds[(n+1+n/3%2)%3]
		at := place(to, fmt.Sprint("copy_", n))
		command := u.command("store", "copy", source[from], at)
		must(t, command.Start())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = command.Wait()
		}()
		select {
		case <-ended:
		case <-time.After(time.Duration(random.Int64N(int64(whole)))):
			must(t, command.Process.Kill())
			<-ended
		}
		code, out, errs := u.run("story", "log", "kept", "--json", "--store", at)
		switch {
		case code == exitOK && out == logs[from]:
			whollyThere++
		case code == exitOK:
			t.Fatalf("kill %d, from %s to %s: another story is there", n, from, to)
		case !strings.Contains(errs, `no save "kept"`):
			t.Fatalf("kill %d, from %s to %s: %s", n, from, to, errs)
		}
		out = u.does("store", "copy", source[from], at)
		if !strings.HasPrefix(out, "kept: copied\n") && !strings.HasPrefix(out, "kept: is there already\n") {
			t.Fatalf("kill %d, from %s to %s, begun again: %s", n, from, to, out)
		}
		if u.does("story", "log", "kept", "--json", "--store", at) != logs[from] {
			t.Fatalf("kill %d, from %s to %s: the copy has another log", n, from, to)
		}
	}
	t.Logf("%d of %d were through when they were killed", whollyThere, soak.Count(120))
}
