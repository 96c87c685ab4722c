import { type Limits, singleLine } from '../../base/validation.ts'
import { maximumNameLength } from '../../git/names.ts'

export const gitLimits = {
  url: { minLength: 1, maxLength: 2000 },
  branch: { minLength: 1, maxLength: maximumNameLength },
  directory: { maxLength: 1000 },
  username: { minLength: 1, maxLength: 200, ...singleLine },
  token: { minLength: 1, maxLength: 2000 },
  pollMinutes: { minimum: 0, maximum: 1440 },
  ref: { minLength: 1, maxLength: 'refs/'.length + maximumNameLength },
  commitMessage: { maxLength: 10_000 },
} as const satisfies Record<string, Limits>

/** How long a sync may say nothing until another process takes it for lost, and how often it says that it goes on. */
export const leaseSeconds = 30
export const heartbeatMs = 5000

/** How often a process looks for syncs that are due. */
export const lookMs = 2000

/** The syncs that a process has at once. Most wait for a git server, so that a server that hangs holds up its own space only. */
export const syncsAtOnce = 64

/** The syncs that read and merge at once, which takes memory and processor time. */
export const mergesAtOnce = 2

/** The seconds from an edit until it is pushed, in which the edits that follow it are waited for. */
export const pushDelaySeconds = 5

/** The seconds from a failed sync to the next, which double up to the longest. */
export const firstRetrySeconds = 30
export const longestRetrySeconds = 3600

/** The revisions that one sync writes as commits. Those after them are written by the next, at once. */
export const revisionsPerSync = 100

/** How often a push is tried that others overtake. */
export const pushTries = 5

/** How often a merge is tried that edits of the space overtake. */
export const mergeTries = 5

/** The problems of files, and the changes of a report, that are kept at most. */
export const keptProblems = 100
export const keptChanges = 500

/** The largest body of a webhook in bytes. */
export const maximumWebhookBytes = 5 * 1024 * 1024

/** The branches and pull requests of a connection that are shown as change requests at once. */
export const maximumPreviews = 50
