package process

import (
	"errors"
	"fmt"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A containment is how a script's processes are held together.
type containment int

const jobObject containment = 1

func (containment) String() string { return "job object" }

// attributes start the process suspended: it must be in its job before it can
// start others.
func (containment) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}

func probe() containment { return jobObject }

func onMainThread() bool { return false }

func settleThread() {}

// A grip is the job. Its end, or the program's, ends every process in it.
type grip struct {
	mu  sync.Mutex
	job windows.Handle
}

// launch starts the process, puts it into a job and lets it run.
func (c *child) launch() error {
	job, err := newJob()
	if err != nil {
		return fmt.Errorf("no job object for it: %w", err)
	}
	c.grip.job = job
	if err := c.command.Start(); err != nil {
		c.grip.close()
		return err
	}
	if err := admit(job, uint32(c.command.Process.Pid)); err != nil {
		_ = c.command.Process.Kill()
		_ = c.command.Wait()
		c.grip.close()
		return fmt.Errorf("it could not be put into its job object: %w", err)
	}
	return nil
}

func newJob() (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		_ = windows.CloseHandle(job)
		return 0, err
	}
	return job, nil
}

// admit assigns a suspended process to a job and resumes its one thread.
func admit(job windows.Handle, pid uint32) error {
	const access = windows.PROCESS_SET_QUOTA | windows.PROCESS_TERMINATE
	process, err := windows.OpenProcess(access, false, pid)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	if err := windows.AssignProcessToJobObject(job, process); err != nil {
		return err
	}
	return resume(pid)
}

func resume(pid uint32) error {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(snapshot)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(snapshot, &entry); err == nil; err = windows.Thread32Next(snapshot, &entry) {
		if entry.OwnerProcessID == pid {
			return resumeThread(entry.ThreadID)
		}
	}
	return err
}

func resumeThread(id uint32) error {
	thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, id)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(thread)
	_, err = windows.ResumeThread(thread)
	return err
}

// terminate has no gentler form here than the end of stdin, which comes first.
func (c *child) terminate() {}

// kill ends every process of the job.
func (c *child) kill() {
	c.grip.mu.Lock()
	defer c.grip.mu.Unlock()
	if c.grip.job != 0 {
		_ = windows.TerminateJobObject(c.grip.job, 1)
	}
}

// wait returns when the leader has ended and its job is closed.
func (c *child) wait() {
	_ = c.command.Wait()
	c.kill()
	c.grip.close()
}

func (g *grip) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	_ = windows.CloseHandle(g.job)
	g.job = 0
}

// busy reports whether a program is still open for writing somewhere.
func busy(error) bool { return false }

// noFormat reports whether the system does not know how to run a file.
func noFormat(err error) bool { return errors.Is(err, windows.ERROR_BAD_EXE_FORMAT) }
