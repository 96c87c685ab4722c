import { newPlaceholder } from '../graphql/uploads.ts'
import { setAtPath } from '../http/body-path.ts'
import type { MultipartBody, Upload, Uploads } from '../http/multipart.ts'
import { parseJson } from './json-body.ts'

/** Converts the parts of a request to the body that they stand for: each part is the value at the path that it names. */
export function readMultipartBody({ fields, files }: MultipartBody): { body: unknown; uploads: Uploads } {
  const body: Record<string, unknown> = {}
  const uploads = new Map<string, Upload>()
  for (const [path, text] of fields) setAtPath(body, path, partValue(text))
  for (const [path, upload] of files) {
    const placeholder = newPlaceholder()
    uploads.set(placeholder, upload)
    setAtPath(body, path, placeholder)
  }
  return { body, uploads }
}

/** Reads JSON objects and arrays. Any other text is a string. */
const partValue = (text: string): unknown => (/^\s*[[{]/.test(text) ? parseJson(text) : text)
