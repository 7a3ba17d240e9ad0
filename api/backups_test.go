package api_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/api"
	"github.com/narratoria/narratoria/internal/soak"
)

// A story is backed up while it is played, proven, and gone back to under another name; what
// there is not, and what would replace a story, is refused.
func TestBackups(t *testing.T) {
	c := open(t, api.Options{}).Client(nil)
	p := call[played](t, c, "story.play", `{"campaign":"minimal","story":"a"}`)
	first := call[api.Backup](t, c, "backups.make", `{"story":"a"}`)
	if made, err := time.Parse(time.RFC3339, first.Made); err != nil || first.Story != "a" || first.Bytes == 0 || made.UTC().Format("20060102T150405.000Z") != first.Backup {
		t.Errorf("the backup is %+v (%v)", first, err)
	}
	call[api.Record](t, c, "story.choose", `{"story":"a","choice":"`+p.Record.Choices[0].ID+`"}`)
	second := call[api.Backup](t, c, "backups.make", `{"story":"a","call":"copying"}`)
	if all := call[api.Backups](t, c, "backups.list", `{}`).Backups; len(all) != 2 || all[0] != second || all[1] != first {
		t.Errorf("there are %+v", all)
	}
	if all := call[api.Backups](t, c, "backups.list", `{"story":"b"}`).Backups; len(all) != 0 {
		t.Errorf("of another there are %+v", all)
	}
	if whole := call[api.Checked](t, c, "backups.check", `{"story":"a"}`); whole.Backup != second || whole.Save.Turn != 2 {
		t.Errorf("the latest is %+v", whole)
	}
	if whole := call[api.Checked](t, c, "backups.check", `{"story":"a","backup":"`+first.Backup+`"}`); whole.Backup != first || whole.Save.Turn != 1 || whole.Save.Campaign != "minimal" {
		t.Errorf("the first is %+v", whole)
	}
	if wrong := refused(t, c, "backups.restore", `{"story":"a"}`, api.Exists); !strings.Contains(wrong.Message, `"a"`) {
		t.Errorf("%v", wrong)
	}
	if s := call[api.Save](t, c, "backups.restore", `{"story":"a","backup":"`+first.Backup+`","as":"again"}`); s.Name != "again" || s.Turn != 1 {
		t.Errorf("restored is %+v", s)
	}
	if r := call[api.Record](t, c, "story.last", `{"story":"again"}`); r.Turn != 1 || r.Prose != p.Record.Prose {
		t.Errorf("restored is turn %d, %.80q", r.Turn, r.Prose)
	}
	for given, want := range map[string]api.Code{
		`"story":"b"`: api.NotFound,
		`"story":"a","backup":"20200101T000000.000Z"`: api.NotFound,
		`"story":"a","backup":"../a"`:                 api.NotFound,
		`"story":"../a"`:                              api.BadParams,
		`"story":""`:                                  api.BadParams,
		`"story":"a","backup":"` + strings.Repeat("1", 65) + `"`: api.BadParams,
	} {
		for _, method := range []string{"backups.check", "backups.restore"} {
			if wrong := refused(t, c, method, "{"+given+"}", want); want == api.NotFound && !strings.Contains(wrong.Hint, "backups.list") {
				t.Errorf("the hint is %q", wrong.Hint)
			}
		}
	}
	refused(t, c, "backups.restore", `{"story":"a","as":"../b"}`, api.BadParams)
	refused(t, c, "backups.list", `{"story":"../a"}`, api.BadParams)
	refused(t, c, "backups.make", `{"story":"b"}`, api.NotFound)
	call[api.Shut](t, c, "story.close", `{"story":"a"}`)
	call[api.Nothing](t, c, "saves.delete", `{"story":"a"}`)
	refused(t, c, "backups.restore", `{"story":"a"}`, api.NotFound) // they went with the story
}

// A backup that is damaged is said to be, and no story is made of it.
func TestDamagedBackup(t *testing.T) {
	data := t.TempDir()
	c := open(t, api.Options{Program: narratoria.Options{Data: data}}).Client(nil)
	call[played](t, c, "story.play", `{"campaign":"minimal","story":"a"}`)
	made := call[api.Backup](t, c, "backups.make", `{"story":"a"}`)
	must(t, os.Truncate(filepath.Join(data, "backups", "a."+made.Backup+".backup"), made.Bytes/2))
	for method, params := range map[string]string{"backups.check": `{"story":"a"}`, "backups.restore": `{"story":"a","as":"b"}`} {
		wrong := refused(t, c, method, params, api.Damaged)
		if !strings.Contains(wrong.Message, made.Backup) || !strings.Contains(wrong.Hint, "backups.list") {
			t.Errorf("%s: %q, %q", method, wrong.Message, wrong.Hint)
		}
	}
	if all := call[api.Saves](t, c, "saves.list", `{}`).Saves; len(all) != 1 {
		t.Errorf("the saves are %+v", all)
	}
}

// An engine that is suspended has no backup under way, nor any file of one, however far it was;
// and whoever waited for it is told that it was suspended.
func TestSuspendedAmidABackup(t *testing.T) {
	data, amid := t.TempDir(), 0
	e := open(t, api.Options{Program: narratoria.Options{Data: data}})
	c := e.Client(nil)
	call[played](t, c, "story.play", `{"campaign":"minimal","story":"a"}`)
	// How far one is, by what lies in its directory: begun, copied, restored, opened to be read.
	stages := []string{"", "copy", "restored", "restored/a.sqlite.new", "restored/a.sqlite", "restored/a.sqlite-wal"}
	for i := range soak.Count(200) {
		over := make(chan error, 1)
		go func() { // ends with its backup
			_, err := c.Call(context.Background(), "backups.make", []byte(`{"story":"a"}`))
			over <- err
		}()
		if i%7 > 0 { // else at once, before it may have begun
			for at := stages[i%len(stages)]; making(t, data, at) == 0 && len(over) == 0; {
				runtime.Gosched()
			}
		}
		must(t, e.Suspend(t.Context()))
		if left := making(t, data, ""); left > 0 {
			t.Fatalf("%d backups are being made", left)
		}
		if left := openFiles(t, data); len(left) > 0 {
			t.Fatalf("still open are %q", left)
		}
		if err := <-over; err != nil {
			if amid++; codeOf(err) != api.Suspended {
				t.Errorf("in the stage %q: %v", stages[i%len(stages)], err)
			}
		}
		must(t, e.Resume())
	}
	if amid == 0 {
		t.Error("none was ended")
	}
	for _, of := range call[api.Backups](t, c, "backups.list", `{}`).Backups {
		call[api.Checked](t, c, "backups.check", `{"story":"a","backup":"`+of.Backup+`"}`)
	}
}

// making is how many backups are being made, in whose directories there is something.
func making(t *testing.T, data, something string) int {
	t.Helper()
	under, err := filepath.Glob(filepath.Join(data, "backups", ".making-*", something))
	must(t, err)
	return len(under)
}
