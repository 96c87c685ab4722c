import type { z } from 'zod'
import { wholeNumber } from './config-values.ts'

/** The limits of a sync with a branch of git. */
export interface GitConfig {
  /** The minutes after which a branch that a space is kept in step with is looked at again. With 0 only when told of a change. */
  readonly pollMinutes: number
  /** The copy of a repository, which is not received any further then. */
  readonly maxRepositoryBytes: number
  /** The files of a branch, below the folder of the content. */
  readonly maxFiles: number
  /** A file of a branch. A larger one stops only itself. */
  readonly maxFileBytes: number
  /** One exchange with a git server. */
  readonly maxSeconds: number
  /** The time in which a git server sends nothing. */
  readonly maxIdleSeconds: number
}

export const gitVariables = {
  GIT_POLL_MINUTES: wholeNumber(0, 1440)
    .default(15)
    .describe(
      'Minutes after which a branch that a space is [kept in step with](../guide/git.md) is looked at again, 0 to 1440. With 0 only when a webhook, a request or a change says so. A space can have its own.',
    ),
  GIT_MAX_REPOSITORY_BYTES: wholeNumber(1_048_576, 1_099_511_627_776)
    .default(2_147_483_648)
    .describe(
      'Bytes that the copy of a git repository may have, 1048576 to 1099511627776. What a server sends beyond is not received.',
    ),
  GIT_MAX_FILES: wholeNumber(1, 200_000)
    .default(50_000)
    .describe(
      'Files that a branch which a space is kept in step with may have in the folder of the content, 1 to 200000.',
    ),
  GIT_MAX_FILE_BYTES: wholeNumber(1024, 1_073_741_824)
    .default(52_428_800)
    .describe(
      'Bytes of the largest file of a branch that becomes a file of a space, 1024 to 1073741824. Larger ones stay in the branch alone.',
    ),
  GIT_MAX_SECONDS: wholeNumber(1, 86_400)
    .default(1800)
    .describe('Seconds that one fetch from a git server, or one push, may take, 1 to 86400.'),
  GIT_MAX_IDLE_SECONDS: wholeNumber(1, 3600)
    .default(60)
    .describe('Seconds for which a git server may send nothing before it is left, 1 to 3600.'),
}

type GitValues = z.infer<z.ZodObject<typeof gitVariables>>

export const gitConfig = (values: GitValues): GitConfig => ({
  pollMinutes: values.GIT_POLL_MINUTES,
  maxRepositoryBytes: values.GIT_MAX_REPOSITORY_BYTES,
  maxFiles: values.GIT_MAX_FILES,
  maxFileBytes: values.GIT_MAX_FILE_BYTES,
  maxSeconds: values.GIT_MAX_SECONDS,
  maxIdleSeconds: values.GIT_MAX_IDLE_SECONDS,
})
