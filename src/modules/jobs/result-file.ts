import { rm } from 'node:fs/promises'
import type { MeasuredFile } from '../../base/measured-file.ts'
import { makeTemporaryFilesFolder, temporaryFilePath } from '../../base/temporary-files.ts'
import { storeBlobFile } from '../content/blobs.ts'
import type { JobResult } from './job-rows.ts'
import type { JobServices } from './runner.ts'

interface ResultFile {
  readonly name: string
  readonly contentType: string
  readonly file: MeasuredFile
}

/** Stores the result of a job, which writes it to a new file as it is made, so that it need not fit into memory. */
export async function storeResult(
  services: Pick<JobServices, 'config' | 'database'>,
  write: (path: string) => Promise<ResultFile>,
): Promise<JobResult> {
  const path = temporaryFilePath(await makeTemporaryFilesFolder(services.config))
  try {
    const { file, ...described } = await write(path)
    const { hash } = await storeBlobFile(services, file)
    return { file: { ...described, hash } }
  } finally {
    await rm(path, { force: true })
  }
}
