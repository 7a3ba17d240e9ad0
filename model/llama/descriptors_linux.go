package llama

// descriptors is where a process finds the files that it was given open.
const descriptors = "/proc/self/fd"
