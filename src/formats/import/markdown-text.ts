import { isUtf8 } from 'node:buffer'
import { badRequest } from '../reasons.ts'
import type { SourceEntry } from './entries.ts'
import type { SourceLimits } from './limits.ts'

export async function readTextBytes(entry: SourceEntry, { markdownBytes }: SourceLimits): Promise<Buffer> {
  const bytes = entry.size > markdownBytes ? undefined : await entry.read()
  if (!bytes || bytes.length > markdownBytes)
    throw badRequest('SOURCE_UNREADABLE', { problem: `${entry.path} is larger than ${markdownBytes} bytes.` })
  if (isBinary(bytes))
    throw badRequest('SOURCE_UNREADABLE', { problem: `${entry.path} is not a text file in UTF-8.` })
  return bytes
}

/**
 * Returns whether a file is binary: as in git, it has a NUL byte near the beginning. Valid UTF-8 is text in any
 * case, because NUL is a valid character.
 */
const isBinary = (bytes: Buffer) => bytes.subarray(0, 8000).includes(0) && !isUtf8(bytes)

/** Decodes a text without its byte order mark, which would shift all offsets. */
export const decodeText = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '')

export const readText = async (entry: SourceEntry, limits: SourceLimits): Promise<string> =>
  decodeText(await readTextBytes(entry, limits))
