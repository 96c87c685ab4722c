import type { Readable } from 'node:stream'
import { GitError } from './git-error.ts'
import { maximumBlobBytes } from './limits.ts'
import type { GitRepository } from './repository.ts'
import { GitProcess } from './run-git.ts'

/** Reads the contents of files of a repository, one after the other, by one process. Close it after use. */
export class BlobReader {
  readonly #repository: GitRepository
  readonly #maxBytes: number
  #process: GitProcess | undefined
  #chunks: AsyncIterator<Buffer> | undefined
  #rest: Buffer = Buffer.alloc(0)
  #queue: Promise<unknown> = Promise.resolve()

  constructor(
    repository: GitRepository,
    { maxBytes = maximumBlobBytes }: { readonly maxBytes?: number } = {},
  ) {
    this.#repository = repository
    this.#maxBytes = maxBytes
  }

  /** Returns the content of a file. Throws TOO_LARGE above so many bytes, by default 100 MB: such a file is read by `streamBlob`. */
  read(oid: string): Promise<Buffer> {
    const reading = this.#queue.then(() => this.#read(oid))
    this.#queue = reading.catch(() => {})
    return reading
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#queue
    this.#process?.input.end()
    await this.#process?.ended.catch(() => {})
    this.#process = undefined
    this.#chunks = undefined
  }

  async #read(oid: string): Promise<Buffer> {
    const git = this.#start()
    git.input.write(`info ${oid}\n`)
    const [, type, size] = (await this.#line()).split(' ')
    if (type !== 'blob') throw new GitError('CACHE_BROKEN', `There is no file content ${oid}.`)
    if (Number(size) > this.#maxBytes) throw new GitError('TOO_LARGE', `A file has ${size} bytes.`)
    git.input.write(`contents ${oid}\n`)
    await this.#line()
    const content = await this.#bytes(Number(size))
    await this.#bytes(1)
    return content
  }

  #start(): GitProcess {
    if (this.#process) return this.#process
    const git = new GitProcess({
      args: ['cat-file', '--batch-command'],
      folder: this.#repository.folder,
      // It lives as long as the work that reads by it.
      timeoutMs: 2 ** 31 - 1,
    })
    this.#process = git
    this.#chunks = (git.output as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
    return git
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10)
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString('utf8')
        this.#rest = this.#rest.subarray(end + 1)
        return line
      }
      this.#rest = Buffer.concat([this.#rest, await this.#chunk()])
    }
  }

  async #bytes(count: number): Promise<Buffer> {
    const parts = [this.#rest]
    let size = this.#rest.length
    while (size < count) {
      const chunk = await this.#chunk()
      parts.push(chunk)
      size += chunk.length
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    // A copy, so that what is kept of the content does not keep the rest.
    this.#rest = Buffer.from(all.subarray(count))
    return all.subarray(0, count)
  }

  async #chunk(): Promise<Buffer> {
    const next = await this.#chunks?.next()
    if (next && !next.done) return next.value
    await this.#process?.ended
    throw new GitError('CACHE_BROKEN', 'Git ended while a file was read.')
  }
}

/** Runs with a reader of contents, which is closed afterwards. */
export async function withBlobs<Result>(
  repository: GitRepository,
  use: (blobs: BlobReader) => Promise<Result>,
): Promise<Result> {
  const blobs = new BlobReader(repository)
  try {
    return await use(blobs)
  } finally {
    await blobs.close()
  }
}

/** Reads the content of a file of any size in pieces. The stream fails if the content is not whole. */
export async function* streamBlob(
  { folder }: GitRepository,
  oid: string,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const git = new GitProcess({ args: ['cat-file', 'blob', oid], folder, signal })
  git.input.end()
  try {
    yield* git.output as Readable as AsyncIterable<Buffer>
    await git.ended
  } finally {
    git.stop(new GitError('CANCELED'))
  }
}
