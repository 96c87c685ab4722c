import fs from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import git from 'isomorphic-git'
import http from 'isomorphic-git/http/node'
import { AppError } from '../../../errors.ts'
import type { SourceEntry } from './entries.ts'
import { readFolder } from './folder.ts'

const megabyte = 1024 * 1024
const maximumBytes = 500 * megabyte

interface CloneOptions {
  /** A branch or tag; the default branch if absent. */
  readonly ref?: string
  readonly onProgress: (step: string, done: number, total: number) => void
}

/**
 * The files of one branch of a git repository, read into memory; nothing stays on disk. What is on this machine, by
 * path or `file:` URL, is read as it stands. The URL is not checked for private networks: it must not come from a client.
 */
export async function cloneGit(url: string, options: CloneOptions): Promise<SourceEntry[]> {
  const folder = await localFolder(url)
  if (folder === undefined) return cloneRemote(url, options)
  if (options.ref !== undefined)
    throw new AppError('BAD_USER_INPUT', `${url} is read as it stands: a branch cannot be chosen.`)
  return readFolder(folder)
}

async function localFolder(url: string): Promise<string | undefined> {
  const path = /^file:\/\//i.test(url) ? fileURLToPath(url) : url
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isDirectory()) return path
  if (path !== url) throw new AppError('BAD_USER_INPUT', `${url} is no folder.`)
  return undefined
}

async function cloneRemote(url: string, options: CloneOptions): Promise<SourceEntry[]> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-clone-'))
  try {
    await clone(url, directory, options)
    return await inMemory(await readFolder(directory))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function clone(url: string, dir: string, { ref, onProgress }: CloneOptions): Promise<void> {
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
