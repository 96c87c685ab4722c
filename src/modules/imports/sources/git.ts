import fs from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpClient } from 'isomorphic-git'
import git from 'isomorphic-git'
import plainHttp from 'isomorphic-git/http/node'
import { AppError } from '../../../errors.ts'
import type { RevisionGit } from '../../content/revision-writer.ts'
import type { SourceEntry } from './entries.ts'
import { readFolder } from './folder.ts'

const megabyte = 1024 * 1024
const maximumBytes = 500 * megabyte

interface CloneOptions {
  /** A branch or tag; the default branch if absent. */
  readonly ref?: string
  /** How the repository is spoken to; without a guard if absent. */
  readonly http?: HttpClient
  readonly onProgress: (step: string, done: number, total: number) => void
}

/** A checked-out branch. */
export interface Checkout {
  readonly entries: SourceEntry[]
  /** The commit that is checked out; absent for a folder that is no repository. */
  readonly commit?: RevisionGit
}

/**
 * The files of a git repository that the operator of the server names. What is on this machine, by path or `file:`
 * URL, is read as it stands. The URL is not checked for private networks: it must not come from a client.
 */
export async function cloneGit(url: string, options: CloneOptions): Promise<Checkout> {
  const folder = await localFolder(url)
  if (folder === undefined) return cloneRemote(url, options)
  if (options.ref !== undefined)
    throw new AppError('BAD_USER_INPUT', `${url} is read as it stands: a branch cannot be chosen.`)
  return readCheckout(folder)
}

/** The files of a folder and, where it is the top of a repository, the commit that they are of. */
export async function readCheckout(folder: string): Promise<Checkout> {
  return { entries: await readFolder(folder), commit: await commitOf(folder) }
}

async function localFolder(url: string): Promise<string | undefined> {
  const path = /^file:\/\//i.test(url) ? fileURLToPath(url) : url
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isDirectory()) return path
  if (path !== url) throw new AppError('BAD_USER_INPUT', `${url} is no folder.`)
  return undefined
}

/** The files of one branch of a git repository elsewhere, read into memory; nothing stays on disk. */
export async function cloneRemote(url: string, options: CloneOptions): Promise<Checkout> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-clone-'))
  try {
    await clone(url, directory, options)
    const commit = await commitOf(directory, withoutCredentials(url))
    return { entries: await inMemory(await readFolder(directory)), commit }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function commitOf(dir: string, url?: string): Promise<RevisionGit | undefined> {
  const isRepository = await stat(join(dir, '.git')).catch(() => undefined)
  if (!isRepository) return undefined
  // A repository without a commit, or one of a form that cannot be read, is a folder like any other.
  const [entry] = await git.log({ fs, dir, depth: 1 }).catch(() => [])
  if (!entry) return undefined
  const ref = (await git.currentBranch({ fs, dir }).catch(() => undefined)) || undefined
  return { oid: entry.oid, message: entry.commit.message.trim(), url, ref }
}

async function clone(
  url: string,
  dir: string,
  { ref, http = plainHttp, onProgress }: CloneOptions,
): Promise<void> {
  try {
    await git.clone({
      fs,
      http,
      dir,
      url,
      ref,
      depth: 1,
      singleBranch: true,
      noTags: ref === undefined,
      onProgress: ({ phase, loaded, total }) => onProgress(phase, loaded, total ?? loaded),
    })
  } catch (error) {
    throw new AppError(
      'BAD_USER_INPUT',
      `${withoutCredentials(url)} cannot be cloned: ${(error as Error).message}`,
    )
  }
}

function withoutCredentials(text: string): string {
  const url = URL.parse(text)
  if (!url?.username && !url?.password) return text
  url.username = ''
  url.password = ''
  return url.href
}

async function inMemory(entries: readonly SourceEntry[]): Promise<SourceEntry[]> {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  if (bytes > maximumBytes)
    throw new AppError('BAD_USER_INPUT', `The repository is larger than ${maximumBytes / megabyte} MB.`)
  const loaded: SourceEntry[] = []
  for (const { path, size, read } of entries) {
    const content = await read()
    loaded.push({ path, size, read: async () => content })
  }
  return loaded
}
