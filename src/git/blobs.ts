import { GitError } from './git-error.ts'
import { maximumBlobBytes } from './limits.ts'
import { gitProblem } from './problems.ts'
import type { GitRepository } from './repository.ts'
import { GitProcess } from './run-git.ts'

/**
 * Reads the contents of files of a repository, one after the other, by one process: to start one for each file would hold up the event
 * loop, the longer the more memory this process has. Close it after use.
 */
export class BlobReader {
  readonly #repository: GitRepository
  readonly #maxBytes: number
  #process: GitProcess | undefined
  #chunks: AsyncIterator<Buffer> | undefined
  #rest: Buffer = Buffer.alloc(0)
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    repository: GitRepository,
    { maxBytes = maximumBlobBytes }: { readonly maxBytes?: number } = {},
  ) {
    this.#repository = repository
    this.#maxBytes = maxBytes
  }

  /** Returns the content of a file. Throws TOO_LARGE above so many bytes, by default 100 MB: such a file is read by `stream`. */
  async read(oid: string): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.#pieces(oid, this.#maxBytes)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  /** Reads the content of a file of any size in pieces. Other reads wait until it is read to its end or given up. */
  async *stream(oid: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
    for await (const piece of this.#pieces(oid)) {
      signal?.throwIfAborted()
      yield piece
    }
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#last
    this.#process?.input.end()
    await this.#process?.ended.catch(() => {})
    this.#process = undefined
  }

  async *#pieces(oid: string, maxBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    const release = await this.#acquire()
    try {
      const size = await this.#sizeOf(oid)
      if (size > maxBytes)
        throw new GitError(
          'TOO_LARGE',
          gitProblem('GIT_FILE_OVER_LIMIT', `A file has ${size} bytes.`, { count: size }),
        )
      yield* this.#content(oid, size)
    } finally {
      release()
    }
  }

  /** Waits until nothing else is read, and returns the function that lets the next read begin. */
  async #acquire(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = promise
    await before
    return resolve
  }

  async #sizeOf(oid: string): Promise<number> {
    this.#start().input.write(`info ${oid}\n`)
    const [, type, size] = (await this.#line()).split(' ')
    if (type !== 'blob')
      throw new GitError(
        'CACHE_BROKEN',
        gitProblem('GIT_OBJECT_MISSING', `There is no file content ${oid}.`, { id: oid }),
      )
    return Number(size)
  }

  async *#content(oid: string, size: number): AsyncGenerator<Buffer> {
    let left = size
    let isWhole = false
    try {
      this.#start().input.write(`contents ${oid}\n`)
      await this.#line()
      while (left > 0) {
        const piece = await this.#piece(left)
        left -= piece.length
        yield piece
      }
      await this.#piece(1)
      isWhole = true
    } finally {
      // What is left of the answer would be taken for the next one.
      if (!isWhole) this.#stop()
    }
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
    this.#rest = Buffer.alloc(0)
    return git
  }

  #stop(): void {
    this.#process?.stop(new GitError('CANCELED'))
    this.#process = undefined
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

  /** Returns the next bytes, at least one of them and at most so many. */
  async #piece(maxBytes: number): Promise<Buffer> {
    if (this.#rest.length === 0) this.#rest = await this.#chunk()
    const piece = this.#rest.subarray(0, maxBytes)
    this.#rest = this.#rest.subarray(piece.length)
    return piece
  }

  async #chunk(): Promise<Buffer> {
    const next = await this.#chunks?.next()
    if (next && !next.done) return next.value
    await this.#process?.ended
    throw new GitError('CACHE_BROKEN', gitProblem('GIT_ENDED_EARLY', 'Git ended while a file was read.'))
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
