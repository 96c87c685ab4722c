import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { nanoid } from 'nanoid'
import { makePrivateFolder, openNewFile } from './private-files.ts'
import { unfinishedExtension } from './temporary-files.ts'

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Flushes the file before it gets its final name. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await makeDirectory(dirname(to))
  const file = await open(from, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(from, to)
  await flush(dirname(to))
}

/**
 * Writes to a temporary name, flushes and renames, so that a file under its final name is complete even after a crash
 * of the process or the machine.
 */
export async function writeAtomically(path: string, bytes: Bytes): Promise<void> {
  await makeDirectory(dirname(path))
  const temporary = `${path}.${nanoid()}${unfinishedExtension}`
  try {
    await writeDurably(temporary, bytes)
    await rename(temporary, path)
    await flush(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function makeDirectory(path: string): Promise<void> {
  const created = await makePrivateFolder(path)
  if (created === undefined) return
  await flush(dirname(path))
  await flush(dirname(created))
}

async function writeDurably(path: string, bytes: Bytes): Promise<void> {
  const file = await openNewFile(path)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Flushes a directory, because a new entry may otherwise be lost when the machine crashes. */
async function flush(directory: string): Promise<void> {
  // Windows cannot open directories and makes entries durable without a flush.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
