import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { nanoid } from 'nanoid'
import { storeBlobFile } from '../content/blobs.ts'
import type { JobResult } from './job-rows.ts'
import type { JobServices } from './runner.ts'

interface ResultFile {
  readonly name: string
  readonly contentType: string
  readonly stream: Readable
}

/** Stores the result of a job as it is made, so that it need not fit into memory. */
export async function storeResult(
  services: Pick<JobServices, 'config' | 'database'>,
  { stream, ...file }: ResultFile,
  signal: AbortSignal,
): Promise<JobResult> {
  const folder = join(services.config.dataDir, 'uploads')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${nanoid()}.part`)
  const digest = createHash('sha256')
  let size = 0
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          const bytes = Buffer.from(chunk)
          digest.update(bytes)
          size += bytes.length
          yield bytes
        }
      },
      createWriteStream(path, { flags: 'wx' }),
      { signal },
    )
    const { hash } = await storeBlobFile(services, { path, hash: digest.digest('hex'), size })
    return { file: { ...file, hash } }
  } finally {
    await rm(path, { force: true })
  }
}
