import { open } from 'node:fs/promises'
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

const maximumImageHeader = 512 * 1024

/** Reads as much of the file of an upload as has the size of an image, also behind a preview. */
export async function readBeginning({ path }: Pick<Upload, 'path'>): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(maximumImageHeader), position: 0 })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
