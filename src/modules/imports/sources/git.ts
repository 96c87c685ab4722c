import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import git from 'isomorphic-git'
import http from 'isomorphic-git/http/node'
import { AppError } from '../../../errors.ts'
import type { SourceEntry } from './entries.ts'
import { readFolder } from './folder.ts'

const megabyte = 1024 * 1024
const maximumBytes = 500 * megabyte

interface CloneOptions {
  readonly onProgress: (step: string, done: number, total: number) => void
}

/** The files of the default branch of a git repository, read into memory; nothing stays on disk. */
export async function cloneGit(url: string, { onProgress }: CloneOptions): Promise<SourceEntry[]> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-clone-'))
  try {
    await clone(url, directory, onProgress)
    return await inMemory(await readFolder(directory))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function clone(url: string, dir: string, onProgress: CloneOptions['onProgress']): Promise<void> {
  try {
    await git.clone({
      fs,
      http,
      dir,
      url,
      depth: 1,
      singleBranch: true,
      noTags: true,
      onProgress: ({ phase, loaded, total }) => onProgress(phase, loaded, total ?? loaded),
    })
  } catch (error) {
    throw new AppError('BAD_USER_INPUT', `${url} cannot be cloned: ${(error as Error).message}`)
  }
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
