import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { nanoid } from 'nanoid'
import { writeMeasuredFile } from '../../measured-file.ts'
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
  try {
    const { hash } = await storeBlobFile(services, await writeMeasuredFile(stream, path, signal))
    return { file: { ...file, hash } }
  } finally {
    await rm(path, { force: true })
  }
}
