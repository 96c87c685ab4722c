import { posix } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import type { SourceEntry } from '../../files/entries.ts'
import type { SourceLimits } from '../../limits.ts'
import { type Layout, recognized } from '../repository/layout.ts'
import { readConfigFile } from './config-file.ts'
import { below } from './gitbook.ts'

const shape = z.object({
  book: z.object({ src: z.string().min(1).max(1000).nullish() }).nullish(),
})

/** Reads the layout from `book.toml`. */
export async function mdbookLayout(entry: SourceEntry, limits: SourceLimits): Promise<Layout> {
  const config = await readConfigFile(entry, { limits, parse: (text) => parseToml(text), shape })
  const root = below(posix.dirname(entry.path), config.book?.src ?? 'src')
  return {
    kind: 'MDBOOK',
    root,
    summary: posix.join(root, 'SUMMARY.md'),
    readme: posix.join(root, 'README.md'),
    staticFolders: [],
    books: [],
    skipped: [],
    notes: [recognized('MDBOOK', entry.path, root)],
  }
}
