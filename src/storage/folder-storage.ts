import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { moveDurably, writeAtomically } from '../base/durable-files.ts'
import { appendToFile, makePrivateFolder } from '../base/private-files.ts'
import { unfinishedExtension } from '../base/temporary-files.ts'
import type { Storage, StoredObject } from './storage.ts'

/** Returns the storage of a folder, which is created when something is stored. */
export function folderStorage(folder: string): Storage {
  const readText = async (key: string) => {
    try {
      return await readFile(pathOf(key), 'utf8')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      throw error
    }
  }
  const pathOf = (key: string) => join(folder, key)
  const size = async (key: string) => {
    const found = await stat(pathOf(key)).catch(() => undefined)
    return found?.size
  }
  return {
    name: folder,
    isRemote: false,
    size,
    read: async (key, wanted, range) =>
      (await size(key)) === wanted ? createReadStream(pathOf(key), range) : undefined,
    write: (key, content) =>
      writeAtomically(pathOf(key), content instanceof Uint8Array ? [content] : content),
    writeFile: (key, path) => moveDurably(path, pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    readText,
    lines: async (key) => ((await readText(key)) ?? '').split('\n').filter((line) => line !== ''),
    addLine: async (key, line) => {
      await makePrivateFolder(folder)
      await appendToFile(pathOf(key), `${line}\n`)
    },
    list: (beginning = '') => filesOf(folder, beginning),
    pathOf,
    downloadAddress: async () => undefined,
  }
}

async function* filesOf(folder: string, beginning: string): AsyncGenerator<StoredObject> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const keys = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(unfinishedExtension))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((key) => key.startsWith(beginning))
  for (const key of keys.sort()) {
    const found = await stat(join(folder, key)).catch(() => undefined)
    if (found) yield { key, size: found.size, changedAt: found.mtime }
  }
}
