import { z } from 'zod'
import { invalidInput } from '../errors.ts'
import { setAtPath } from '../http/body-path.ts'
import type { MultipartBody, Upload } from '../http/multipart.ts'
import { addUpload, type Uploads } from './uploads.ts'

const operationsSchema = z.record(z.string(), z.unknown())
const mapSchema = z.record(z.string(), z.array(z.string()).max(20))

/**
 * Reads a request in the form of the GraphQL multipart request specification: the part `operations` has the request,
 * and `map` the paths in it at which the other parts stand. Returns the request as JSON.
 */
export function readMultipartRequest({ fields, files }: MultipartBody): { body: string; uploads: Uploads } {
  const operations = jsonPart(fields, 'operations', operationsSchema)
  const uploads = new Map<string, Upload>()
  for (const [name, paths] of Object.entries(jsonPart(fields, 'map', mapSchema))) {
    const upload = files.get(name)
    if (!upload) throw invalidInput('map', 'names a file that the request does not have')
    const text = addUpload(uploads, upload)
    for (const path of paths) setAtPath(operations, path, text)
  }
  return { body: JSON.stringify(operations), uploads }
}

function jsonPart<Value>(fields: MultipartBody['fields'], name: string, schema: z.ZodType<Value>): Value {
  try {
    return schema.parse(JSON.parse(fields.get(name) ?? ''))
  } catch {
    throw invalidInput(
      name,
      'must be a part with a JSON object, as the GraphQL multipart request specification has it',
    )
  }
}
