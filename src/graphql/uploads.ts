import { join } from 'node:path'
import { nanoid } from 'nanoid'
import type { Config } from '../config.ts'
import type { MultipartLimits, Upload } from '../http/multipart.ts'

/** The files of a request by the text that stands for them in the input. No client can guess that of another request. */
export type Uploads = ReadonlyMap<string, Upload>

/** Adds a file to the files of a request. Returns the text that stands for it in the input. */
export function addUpload(uploads: Map<string, Upload>, upload: Upload): string {
  const name = nanoid()
  uploads.set(name, upload)
  return name
}

export const limitsOfUploads = ({ dataDir, maxUploadBytes, maxBodyBytes }: Config): MultipartLimits => ({
  folder: join(dataDir, 'uploads'),
  maximumBytes: maxUploadBytes,
  maximumFieldBytes: maxBodyBytes,
})
