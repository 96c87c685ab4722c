const megabyte = 1024 * 1024

/** The limits of one command that speaks to a git server. */
export interface RemoteLimits {
  /** For the whole command. */
  readonly timeoutMs: number
  /** The seconds in which a server may send nothing. */
  readonly idleSeconds: number
  /** The size of the copy of a repository, in bytes. What exceeds it is not received to its end. */
  readonly maxRepositoryBytes: number
}

export const defaultRemoteLimits: RemoteLimits = {
  timeoutMs: 30 * 60_000,
  idleSeconds: 60,
  maxRepositoryBytes: 2048 * megabyte,
}

/** The time that a command takes at most which works on the copy alone. */
export const localTimeoutMs = 10 * 60_000

/** The output of a command that is read as a whole. */
export const maximumOutputBytes = 64 * megabyte

/** The files of a branch. */
export const maximumFiles = 50_000

/** The memory that git allocates for one object, all of it unless it is a large file. */
export const maximumAllocation = 512 * megabyte

/** Files from this size are not compared with others, and never in memory as a whole. */
export const largeFileBytes = megabyte

/** The beginning of a file that is read as a whole into memory. */
export const maximumBlobBytes = 100 * megabyte

/** The length of the words of git and of a server that are kept. */
export const maximumDetailLength = 500
