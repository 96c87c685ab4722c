import { invalidInput } from '../../base/errors.ts'
import type { Upload } from '../../http/multipart.ts'
import type { Context } from '../../request/context.ts'

/** Returns the bytes that a field has in base64. Throws BAD_USER_INPUT if it is anything else. */
export function bytesOfBase64(text: string, field: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw invalidInput(field, 'is not valid base64')
  return bytes
}

/** Returns the file of a multipart request that a field names. Throws BAD_USER_INPUT if the request has none. */
export function uploadNamed({ uploads }: Pick<Context, 'uploads'>, name: string, field: string): Upload {
  const upload = uploads?.get(name)
  if (!upload) throw invalidInput(field, 'must be a file of a multipart request')
  return upload
}
