//go:build !linux

package process

// untouched is never known here, where a script's processes may outlive it.
func (*outputs) untouched(output) bool { return false }

func (c *child) treeIsGone() bool { return false }
