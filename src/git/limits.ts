import type { GitConfig } from '../base/git-config.ts'

const megabyte = 1024 * 1024

/** The limits of what speaks to a git server, which the operator sets. */
export type RemoteLimits = Pick<GitConfig, 'maxRepositoryBytes' | 'maxSeconds' | 'maxIdleSeconds'>

/** The time that a command takes at most which works on the copy alone. */
export const localTimeoutMs = 10 * 60_000

/** The output of a command that is read as a whole. */
export const maximumOutputBytes = 64 * megabyte

/** The memory that git allocates for one object, all of it unless it is a large file. */
export const maximumAllocation = 512 * megabyte

/** Files from this size are not compared with others, and never in memory as a whole. */
export const largeFileBytes = megabyte

/** The beginning of a file that is read as a whole into memory. */
export const maximumBlobBytes = 100 * megabyte

/** The length of the words of git and of a server that are kept. */
export const maximumDetailLength = 500
