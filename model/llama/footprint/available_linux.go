package footprint

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
)

// Available is how much memory the system would give, in bytes; 0 where it does not say.
func Available() int64 {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	left := int64(0)
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		fields := bytes.Fields(lines.Bytes())
		if len(fields) == 3 && string(fields[0]) == "MemAvailable:" {
			kibibytes, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			left = kibibytes << 10
		}
	}
	if group := groupLimit(); group > 0 {
		left = min(left, group)
	}
	return left
}

// groupLimit is what the control group of a container leaves, 0 where there is none.
func groupLimit() int64 {
	most, used := readNumber("/sys/fs/cgroup/memory.max"), readNumber("/sys/fs/cgroup/memory.current")
	if most == 0 {
		return 0
	}
	return max(1, most-used)
}

func readNumber(path string) int64 {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseInt(string(bytes.TrimSpace(data)), 10, 64) // "max" is none
	return n
}
