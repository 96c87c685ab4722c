import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeNewFile } from './private-files.ts'

export interface MeasuredFile {
  readonly path: string
  readonly size: number
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string
}

/** Writes the bytes of a stream to a new file as they come. */
export async function writeMeasuredFile(
  stream: Readable,
  path: string,
  signal?: AbortSignal,
): Promise<MeasuredFile> {
  const digest = createHash('sha256')
  let size = 0
  await pipeline(
    stream,
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    writeNewFile(path),
    { signal },
  )
  return { path, size, hash: digest.digest('hex') }
}
