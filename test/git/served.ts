import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { loadConfig } from '../../src/base/config.ts'
import type { RemoteLimits } from '../../src/git/limits.ts'
import type { GitRemote } from '../../src/git/remote.ts'
import { type GitRepository, openRepository } from '../../src/git/repository.ts'
import type { FileChange, NewCommit } from '../../src/git/write-commits.ts'
import { type GitServer, type ServedRepository, startGitServer } from '../support/git-server.ts'

let folder: string
let started: GitServer
let count = 0

/** Starts the git server of a test file, and ends it afterwards. */
export function serveGit(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-git-'))
    started = await startGitServer(join(folder, 'served'))
  })
  afterAll(async () => {
    await started.close()
    await rm(folder, { recursive: true, force: true })
  })
}

export const main = 'refs/heads/main'

/** Returns the git server of the test file. */
export const server = (): GitServer => started

/** Returns a new copy, or opens one again. */
export const newCopy = (at = join(folder, `copy-${++count}`)): Promise<GitRepository> => openRepository(at)

/** Returns a new repository on the server. */
export const newServed = (): ServedRepository => started.createRepository(`book-${++count}`)

/** The limits of a configuration that sets none. */
const { git: defaultLimits } = loadConfig({})

export const remoteOf = (
  { url }: Pick<ServedRepository, 'url'>,
  token?: string,
  limits: Partial<RemoteLimits> = {},
): GitRemote => ({
  url,
  token,
  allow: ['127.0.0.1'],
  limits: { ...defaultLimits, ...limits },
})

const grace = { name: 'Grace', email: 'grace@example.org', date: new Date(1_750_000_000_000) }

/** Returns a commit by Grace. */
export const commitOf = (message: string, changes: readonly FileChange[]): NewCommit => ({
  author: grace,
  committer: { ...grace, name: 'Lectern' },
  message,
  changes,
})
