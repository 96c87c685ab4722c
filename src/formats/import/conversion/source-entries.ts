import { posix } from 'node:path'
import { invalidSource } from '../../source-problems.ts'
import { isInToolFolder, type SourceEntry } from '../files/entries.ts'
import { readText } from '../files/read-text.ts'
import { sourceLimits } from '../limits.ts'

/** The maximum size of all texts of one source, which are held in memory at the same time. */
const maximumTextBytes = 100 * 1024 * 1024

const maximumPath = 1000

/** Validates the paths of the entries. Returns the entries without tool folders such as `.git`. */
export function validateEntries(entries: readonly SourceEntry[]): SourceEntry[] {
  if (entries.length > sourceLimits.entries)
    throw invalidSource(
      'SOURCE_TOO_LARGE',
      `The source contains more than ${sourceLimits.entries} files. Import it in parts.`,
    )
  for (const { path } of entries) assertPath(path)
  const files = entries.filter(({ path }) => !isInToolFolder(path) && posix.basename(path) !== '.DS_Store')
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

function assertPath(path: string): void {
  const name = JSON.stringify(path.slice(0, 200))
  if (path.length > maximumPath)
    throw invalidSource(
      'SOURCE_PATH_TOO_LONG',
      `The path ${name}… is longer than ${maximumPath} characters. Shorten it.`,
      { path: name },
    )
  const segments = path.split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    throw invalidSource(
      'SOURCE_PATH_REFUSED',
      `The path ${name} points outside of the source. Rename the file.`,
      { path: name },
    )
  if (path.includes('\0'))
    throw invalidSource(
      'SOURCE_PATH_REFUSED',
      `The path ${name} contains a NUL character. Rename the file.`,
      { path: name },
    )
  if (segments.length > sourceLimits.depth)
    throw invalidSource(
      'SOURCE_NESTED_TOO_DEEPLY',
      `The file ${name} is more than ${sourceLimits.depth} folders deep. Move it up.`,
      { path: name },
    )
}

/** Creates a reader for text files. It throws once the texts exceed `maximumTextBytes` in total. */
export function createTextReader(): (entry: SourceEntry) => Promise<string> {
  let bytes = 0
  return async (entry) => {
    bytes += entry.size
    if (bytes > maximumTextBytes)
      throw invalidSource(
        'SOURCE_TOO_LARGE',
        `The texts are larger than ${maximumTextBytes} bytes in total, at ${entry.path}. Import them in parts.`,
      )
    return readText(entry, sourceLimits)
  }
}
