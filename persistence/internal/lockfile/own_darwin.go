package lockfile

// openFileLock is F_OFD_SETLK of the system's fcntl.h, which x/sys does not name.
const openFileLock = 90
