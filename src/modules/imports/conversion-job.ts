import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Conversion } from '../../formats/import/conversion/conversion.ts'
import type { SourceEntry } from '../../formats/import/files/entries.ts'
import { fetchedFrom } from '../../http/fetch-for-process.ts'
import type { OutboundMessage } from '../../http/guarded-fetch.ts'
import type { Ask, Served } from '../../workers/serve-jobs.ts'
import { type ConvertedSource, sourceReaders } from './readers.ts'

export interface ConversionRequest {
  readonly source: ConvertedSource
  readonly url: string
  /** The folder of a repository that has the documentation. */
  readonly root?: string | undefined
  /** A folder for the files, which exists until they are read. */
  readonly folder: string
}

/** A file of the converted source: a file on disk, or a part of the file of all others. */
export type ConvertedEntry = { readonly path: string; readonly size: number } & (
  | { readonly file: string }
  | { readonly offset: number }
)

export interface ConvertedSourceFiles extends Omit<Conversion, 'entries'> {
  readonly entries: readonly ConvertedEntry[]
}

/** Returns the file in which the files of a converted source are, one after the other. */
export const filesOf = (folder: string): string => join(folder, 'files')

/** Fetches and converts a source in a process. Files go by the disk, because there may be more than fits in memory. */
export async function run(
  { source, url, root, folder }: ConversionRequest,
  ask: Ask,
): Promise<Served<ConvertedSourceFiles>> {
  const { entries, ...conversion } = await sourceReaders[source]({
    url,
    root,
    folder,
    fetch: async (url, message) => fetchedFrom(await ask({ url, message } satisfies FetchQuestion)),
    report: () => {},
  })
  return { result: { ...conversion, entries: await writeEntries(entries, filesOf(folder)) } }
}

/** A request that the server sends for the process. */
export interface FetchQuestion {
  readonly url: string
  readonly message: OutboundMessage | undefined
}

async function writeEntries(entries: readonly SourceEntry[], path: string): Promise<ConvertedEntry[]> {
  const output = await open(path, 'wx')
  try {
    const written: ConvertedEntry[] = []
    let offset = 0
    for (const entry of entries) {
      if (entry.file !== undefined) {
        written.push({ path: entry.path, size: entry.size, file: entry.file })
        continue
      }
      const bytes = await entry.read()
      await output.write(bytes, 0, bytes.length, offset)
      written.push({ path: entry.path, size: bytes.length, offset })
      offset += bytes.length
    }
    return written
  } finally {
    await output.close()
  }
}
