import { newPlaceholder } from '../graphql/uploads.ts'
import { setAtPath } from '../http/body-path.ts'
import { JsonStructure } from '../http/json-structure.ts'
import { yieldForLongBody } from '../http/long-body.ts'
import type { MultipartBody, Upload, Uploads } from '../http/multipart.ts'
import { parseJson } from './json-body.ts'

/** Converts the parts of a request to the body that they stand for: each part is the value at the path that it names. */
export async function readMultipartBody({
  fields,
  files,
}: MultipartBody): Promise<{ body: unknown; uploads: Uploads }> {
  const body: Record<string, unknown> = {}
  const uploads = new Map<string, Upload>()
  const structure = new JsonStructure()
  for (const [path, text] of fields) setAtPath(body, path, await partValue(text, structure))
  for (const [path, upload] of files) {
    const placeholder = newPlaceholder()
    uploads.set(placeholder, upload)
    setAtPath(body, path, placeholder)
  }
  return { body, uploads }
}

/** Reads JSON objects and arrays, whose structure counts with that of the other parts. Any other text is a string. */
async function partValue(text: string, structure: JsonStructure): Promise<unknown> {
  if (!/^\s*[[{]/.test(text)) return text
  await yieldForLongBody(text)
  structure.add(Buffer.from(text))
  return parseJson(text)
}
