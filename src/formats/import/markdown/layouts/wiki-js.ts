import { posix } from 'node:path'
import type { SourceEntry } from '../../files/entries.ts'
import { readText } from '../../files/read-text.ts'
import type { SourceLimits } from '../../limits.ts'
import { type Layout, recognized } from '../repository/layout.ts'

/** Returns the layout of an export of Wiki.js, if `home.md` has the front matter that it writes. */
export async function wikiJsLayout(
  entry: SourceEntry | undefined,
  limits: SourceLimits,
): Promise<Layout | undefined> {
  if (!entry) return undefined
  const head = (await readText(entry, limits)).slice(0, 4000)
  const isExport = head.startsWith('---\n') && /^editor: *\w+$/m.test(head) && /^dateCreated: /m.test(head)
  if (!isExport) return undefined
  const root = posix.dirname(entry.path)
  return {
    kind: 'WIKI_JS',
    root,
    summary: posix.join(root, 'SUMMARY.md'),
    readme: entry.path,
    staticFolders: [],
    books: [],
    skipped: [],
    notes: [recognized('WIKI_JS', entry.path)],
  }
}
