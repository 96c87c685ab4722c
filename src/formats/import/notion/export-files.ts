import { invalidSource } from '../../source-problems.ts'
import { validateEntries } from '../conversion/source-entries.ts'
import type { SourceEntry } from '../files/entries.ts'
import { readZip } from '../files/zip.ts'
import { sourceLimits } from '../limits.ts'

const megabyte = 1024 * 1024
const maximumBytes = 500 * megabyte
const maximumParts = 50

/** Matches the nested archives of large exports. Archives inside them are not opened. */
const isPart = (path: string) => /(?:^|\/)(?:Export-[^/]*|[^/]*Part-\d+)\.zip$/i.test(path)

/** Returns the files of an export, including those in nested archives. */
export async function exportFiles(entries: readonly SourceEntry[]): Promise<SourceEntry[]> {
  const parts = entries.filter(({ path }) => isPart(path))
  if (parts.length > maximumParts)
    throw invalidSource(
      'SOURCE_TOO_LARGE',
      `The export has more than ${maximumParts} parts. Import them one by one.`,
    )
  const files = entries.filter(({ path }) => !isPart(path))
  let bytes = sizeOf(files)
  for (const part of parts) {
    const opened = await openPart(part)
    bytes += sizeOf(opened)
    files.push(...opened)
    if (bytes > maximumBytes)
      throw invalidSource(
        'SOURCE_TOO_LARGE',
        `The export is larger than ${maximumBytes / megabyte} MB, at ${part.path}. Export fewer pages at once.`,
      )
    if (files.length > sourceLimits.entries)
      throw invalidSource(
        'SOURCE_TOO_LARGE',
        `The export contains more than ${sourceLimits.entries} files, at ${part.path}. Export fewer pages at once.`,
      )
  }
  return validateEntries(files)
}

const sizeOf = (entries: readonly SourceEntry[]) => entries.reduce((sum, { size }) => sum + size, 0)

async function openPart(part: SourceEntry): Promise<SourceEntry[]> {
  const bytes = await part.read()
  try {
    return await readZip(bytes)
  } catch (error) {
    throw invalidSource('SOURCE_ARCHIVE_BROKEN', `${part.path}: ${(error as Error).message}`)
  }
}
