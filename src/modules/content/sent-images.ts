import { invalidInput } from '../../base/errors.ts'
import { imageDimensions, imageTypeOf } from '../../base/image-dimensions.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Context } from '../../request/context.ts'
import { storeBlob, storeBlobFile } from './blobs.ts'
import { bytesOfBase64, readBeginning, uploadNamed } from './sent-files.ts'

export const maximumImageBytes = 5 * 1024 * 1024

/** A picture as a request sends it: a part of a multipart request, or a text. */
export interface ImageInput {
  readonly upload?: string | null
  readonly base64?: string | null
  readonly name?: string | null
}

/** Stores the bytes of a picture, and returns what they tell. Throws BAD_USER_INPUT if it is none, or too large. */
export async function storeImage(context: Context, { upload: named, base64, name }: ImageInput) {
  if ((named == null) === (base64 == null))
    throw invalidInput('upload', 'is required, unless base64 is given')
  if (named != null) {
    const upload = uploadNamed(context, named, 'upload')
    const row = imageRow(await readBeginning(upload), upload.size, 'upload', name ?? upload.name)
    return { ...row, blobHash: (await storeBlobFile(context, upload)).hash }
  }
  const bytes = bytesOfBase64(base64 ?? '', 'base64')
  if (name == null) throw brokenRule('name', 'REQUIRED')
  const row = imageRow(bytes, bytes.length, 'base64', name)
  return { ...row, blobHash: (await storeBlob(context, bytes)).hash }
}

/** Returns what the bytes at the beginning of a picture tell. */
function imageRow(beginning: Uint8Array, size: number, field: string, name: string) {
  if (size > maximumImageBytes)
    throw brokenRule(field, 'FILE_TOO_LARGE', { megabytes: maximumImageBytes / 1024 ** 2 })
  const contentType = imageTypeOf(beginning)
  if (contentType === undefined) throw brokenRule(field, 'NOT_PICTURE')
  const { width = null, height = null } = imageDimensions(beginning, contentType) ?? {}
  return { name, contentType, size, width, height }
}
