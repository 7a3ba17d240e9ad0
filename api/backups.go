package api

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/narratoria/narratoria"
	"github.com/narratoria/narratoria/persistence"
	"github.com/narratoria/narratoria/persistence/backup"
)

func backupMethods() []Method {
	return []Method{
		define("backups.list", "Lists the backups of stories, the latest of each story first.", listBackups),
		onDisk("backups.make", "Backs a story up now, also while it is played, and proves the backup. Only then does the oldest go where there are more than are kept.", makeBackup),
		onDisk("backups.check", "Proves that a backup can be gone back to: it is restored elsewhere, opened there, and read to the last hash.", checkBackup),
		onDisk("backups.restore", "Makes a story of a backup that is whole. No story is replaced: where there is one of that name, as gives another.", restoreBackup),
	}
}

// Backup is a copy of a story that can be gone back to.
type Backup struct {
	_      struct{} `doc:"a copy of a story that can be gone back to"`
	Story  string   `json:"story" doc:"the name of the save"`
	Backup string   `json:"backup" doc:"which of its backups, by when it was made, as methods take it"`
	Made   string   `json:"made" doc:"when, as 2026-11-25T14:05:00.123Z"`
	Bytes  int64    `json:"bytes" doc:"its size"`
}

// Backups are those of one story or of all.
type Backups struct {
	_       struct{} `doc:"backups of one story or of all"`
	Backups []Backup `json:"backups" doc:"in order of the names of their stories, the latest of each first"`
}

func backupOf(of backup.Backup) Backup {
	return Backup{Story: of.Name, Backup: of.ID(), Made: of.Made.Format(time.RFC3339Nano), Bytes: of.Size}
}

type backupsParams struct {
	Story string `json:"story,omitempty" max:"64" doc:"the name of a save, also of one that is not there any more; all unless given"`
}

func listBackups(_ context.Context, c *Client, p backupsParams) (Backups, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Backups{}, err
	}
	if p.Story != "" {
		if err := persistence.CheckName(p.Story); err != nil {
			return Backups{}, err
		}
	}
	all, err := program.Backups(p.Story)
	listed := Backups{Backups: make([]Backup, len(all))}
	for i, of := range all {
		listed.Backups[i] = backupOf(of)
	}
	return listed, err
}

type makeBackupParams struct {
	Story string `json:"story" min:"1" max:"64" doc:"the name of the save"`
	Call  string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it; there is no backup then"`
}

func makeBackup(ctx context.Context, c *Client, p makeBackupParams) (Backup, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return Backup{}, err
	}
	made, err := program.BackUpStory(ctx, p.Story)
	return backupOf(made), err
}

type checkBackupParams struct {
	Story  string `json:"story" min:"1" max:"64" doc:"the name of the save that it is of"`
	Backup string `json:"backup,omitempty" max:"64" doc:"which one, as backups.list has it; the latest unless given"`
	Call   string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it"`
}

// Checked is a backup that is whole, and what it would be gone back to.
type Checked struct {
	_      struct{} `doc:"a backup that is whole, and what would be gone back to"`
	Backup Backup   `json:"backup" doc:"which one it was"`
	Save   Save     `json:"save" doc:"what the story was then"`
}

func checkBackup(ctx context.Context, c *Client, p checkBackupParams) (Checked, error) {
	program, of, err := foundBackup(c, p.Story, p.Backup)
	if err != nil {
		return Checked{}, err
	}
	story, err := program.CheckBackup(ctx, of)
	return Checked{Backup: backupOf(of), Save: saveOf(story)}, notWhole(of, err)
}

type restoreParams struct {
	Story  string `json:"story" min:"1" max:"64" doc:"the name of the save that the backup is of"`
	Backup string `json:"backup,omitempty" max:"64" doc:"which one, as backups.list has it; the latest unless given"`
	As     string `json:"as,omitempty" max:"64" doc:"the name that the story is to have; that of the save unless given"`
	Call   string `json:"call,omitempty" max:"64" doc:"a name for this call, by which calls.cancel ends it; there is no story then"`
}

func restoreBackup(ctx context.Context, c *Client, p restoreParams) (Save, error) {
	program, of, err := foundBackup(c, p.Story, p.Backup)
	if err != nil {
		return Save{}, err
	}
	as := p.As
	if as == "" {
		as = p.Story
	}
	story, err := program.RestoreBackup(ctx, of, as)
	return saveOf(story), notWhole(of, err)
}

// foundBackup is the backup of a save with an id, or the latest for "".
func foundBackup(c *Client, story, id string) (*narratoria.Program, backup.Backup, error) {
	program, err := c.engine.awakened()
	if err != nil {
		return nil, backup.Backup{}, err
	}
	of, err := program.Backup(story, id)
	if errors.Is(err, persistence.ErrNotFound) {
		message := fmt.Sprintf("there is no backup of a save %q", story)
		if id != "" {
			message = fmt.Sprintf("there is no backup %q of the save %q", id, story)
		}
		return nil, of, &Error{Code: NotFound, Message: message, Hint: "backups.list lists what there is", cause: err}
	}
	return program, of, err
}

// notWhole says of a backup that cannot be gone back to what is wrong with it. Other errors stay
// as they are.
func notWhole(of backup.Backup, err error) error {
	if _, ofStory := errors.AsType[*narratoria.StoryError](err); ofStory || !errors.Is(err, persistence.ErrCorrupt) {
		return err
	}
	return &Error{
		Code: Damaged, Message: fmt.Sprintf("the backup %s of the save %q is damaged: %s", of.ID(), of.Name, narratoria.Damage(err)),
		Hint: "go back to another: backups.list lists what there is", cause: err,
	}
}
