import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { getOrCreate } from '../../base/get-or-create.ts'
import { type MeasuredFile, writeMeasuredFile } from '../../base/measured-file.ts'
import { makePrivateFolder } from '../../base/private-files.ts'
import { temporaryFilePath } from '../../base/temporary-files.ts'

interface SharedFile {
  readonly written: Promise<MeasuredFile>
  readers: number
}

/** A file that is read once. */
export interface OpenedFile {
  readonly size: number
  readonly stream: Readable
}

/**
 * Temporary files, each of which is written once for all who read the same at a time, and removed when the last of them has
 * read it. So what writes it is done soon, however slowly it is read.
 */
export class SharedFiles {
  readonly #folder: string
  readonly #files = new Map<string, SharedFile>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Opens the file of a key, for which the content is written if nobody reads one. Rejects if it cannot be written. */
  async open(key: string, content: Readable): Promise<OpenedFile> {
    const file = getOrCreate(this.#files, key, () => ({ written: this.#write(content), readers: 0 }))
    file.readers += 1
    try {
      const { path, size } = await file.written
      const stream = createReadStream(path)
      stream.once('close', () => this.#leave(key, file))
      return { size, stream }
    } catch (error) {
      this.#leave(key, file)
      throw error
    } finally {
      content.destroy()
    }
  }

  async #write(content: Readable): Promise<MeasuredFile> {
    await makePrivateFolder(this.#folder)
    const path = temporaryFilePath(this.#folder)
    try {
      return await writeMeasuredFile(content, path)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  #leave(key: string, file: SharedFile): void {
    file.readers -= 1
    if (file.readers > 0) return
    this.#files.delete(key)
    file.written.then(({ path }) => rm(path, { force: true })).catch(() => {})
  }
}
