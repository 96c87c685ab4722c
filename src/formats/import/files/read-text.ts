import { isUtf8 } from 'node:buffer'
import { invalidSource } from '../../source-problems.ts'
import type { SourceLimits } from '../limits.ts'
import type { SourceEntry } from './entries.ts'

export async function readTextBytes(entry: SourceEntry, { markdownBytes }: SourceLimits): Promise<Buffer> {
  const bytes = entry.size > markdownBytes ? undefined : await entry.read()
  if (!bytes || bytes.length > markdownBytes)
    throw invalidSource('SOURCE_FILE_TOO_LARGE', `${entry.path} is larger than ${markdownBytes} bytes.`, {
      path: entry.path,
    })
  if (isBinary(bytes))
    throw invalidSource('SOURCE_NOT_TEXT', `${entry.path} is not a text file in UTF-8.`, { path: entry.path })
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
