import fs from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpClient } from 'isomorphic-git'
import git from 'isomorphic-git'
import plainHttp from 'isomorphic-git/http/node'
import { withTemporaryFolder } from '../../base/temporary-files.ts'
import type { SourceEntry } from '../../formats/import/files/entries.ts'
import { readFolder } from '../../formats/import/files/folder.ts'
import type { SourceCommit } from '../../formats/import/imported-content.ts'
import { invalidSource } from '../../formats/source-problems.ts'

const megabyte = 1024 * 1024
const maximumBytes = 500 * megabyte

interface CloneOptions {
  /** A branch or tag. Defaults to the default branch. */
  readonly ref?: string
  /** The HTTP client. Defaults to one without restrictions. */
  readonly http?: HttpClient
  readonly onProgress: (step: string, done: number, total: number) => void
}

/** The files of a checked-out commit. */
export interface Checkout {
  readonly entries: SourceEntry[]
  /** The commit that is checked out. Absent for a folder that is not a git repository. */
  readonly commit?: SourceCommit
}

/**
 * Reads a git repository that is named by the server operator. A local path or a `file:` URL is read without
 * cloning. The URL is not checked for private networks, so it must not come from a client.
 */
export async function cloneGit(url: string, options: CloneOptions): Promise<Checkout> {
  const folder = await localFolder(url)
  if (folder === undefined) return cloneIntoMemory(url, options)
  if (options.ref !== undefined)
    throw invalidSource(
      'SOURCE_OF_OPERATOR',
      `${url} is a local folder, for which no branch can be selected.`,
    )
  return readCheckout(folder)
}

/** Reads the files of a folder and, if it is the root of a git repository, the checked-out commit. */
export async function readCheckout(folder: string): Promise<Checkout> {
  return { entries: await readFolder(folder), commit: await commitOf(folder) }
}

async function localFolder(url: string): Promise<string | undefined> {
  const path = /^file:\/\//i.test(url) ? fileURLToPath(url) : url
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isDirectory()) return path
  if (path !== url) throw invalidSource('SOURCE_OF_OPERATOR', `${url} is not a folder.`)
  return undefined
}

/** Clones one branch of a remote git repository into memory. The temporary directory is removed. */
const cloneIntoMemory = (url: string, options: CloneOptions): Promise<Checkout> =>
  withTemporaryFolder(async (directory) => {
    const { entries, commit } = await cloneRemote(url, directory, options)
    return { entries: await inMemory(entries), commit }
  })

/** Clones one branch of a remote git repository into a new directory, from which its files are read. */
export async function cloneRemote(url: string, directory: string, options: CloneOptions): Promise<Checkout> {
  await mkdir(directory, { recursive: true })
  await clone(url, directory, options)
  const entries = await readFolder(directory)
  assertSize(entries)
  return { entries, commit: await commitOf(directory, withoutCredentials(url)) }
}

async function commitOf(dir: string, url?: string): Promise<SourceCommit | undefined> {
  const isRepository = await stat(join(dir, '.git')).catch(() => undefined)
  if (!isRepository) return undefined
  // A repository that has no commit or cannot be read is treated as an ordinary folder.
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
    throw invalidSource(
      'SOURCE_NOT_CLONED',
      `${withoutCredentials(url)} cannot be cloned: ${(error as Error).message}`,
      { quote: (error as Error).message },
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

function assertSize(entries: readonly SourceEntry[]): void {
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  if (bytes > maximumBytes)
    throw invalidSource('SOURCE_TOO_LARGE', `The repository is larger than ${maximumBytes / megabyte} MB.`)
}

async function inMemory(entries: readonly SourceEntry[]): Promise<SourceEntry[]> {
  const loaded: SourceEntry[] = []
  for (const { path, size, read } of entries) {
    const content = await read()
    loaded.push({ path, size, read: async () => content })
  }
  return loaded
}
