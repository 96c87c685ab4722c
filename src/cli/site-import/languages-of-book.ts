import { posix } from 'node:path'
import { slug } from 'github-slugger'
import type { SourceEntry } from '../../modules/imports/sources/entries.ts'
import type { ImportNote } from '../../modules/imports/sources/outline.ts'
import { languageTag } from './language-tag.ts'
import type { PlannedSpace, SitePlan } from './site-plan.ts'

/** Maximum bytes of a list of languages. */
const maximumBytes = 65_536

const item = /^[ \t]*(?:[*+-]|\d+\.)[ \t]+\[([^\]\n]{1,200})\]\(<?([^)>\s]{1,500})>?[^)\n]{0,200}\)/gm

/**
 * Reads the languages of a book in `LANGS.md`: at the top, or the only one below. Each is a variant of the site, the first one
 * the default. Returns null if there is no such file.
 */
export async function languagesOfBook(entries: readonly SourceEntry[]): Promise<SitePlan | null> {
  const all = entries.filter(({ path, size }) => /(?:^|\/)langs\.md$/i.test(path) && size <= maximumBytes)
  const entry = all.find(({ path }) => !path.includes('/')) ?? (all.length === 1 ? all[0] : undefined)
  if (!entry) return null
  const notes: ImportNote[] = [
    { kind: 'RECOGNIZED', path: entry.path, text: 'lists the languages, each a variant of the site' },
  ]
  const spaces: PlannedSpace[] = []
  for (const [, title = '', target = ''] of (await entry.read()).toString('utf8').matchAll(item)) {
    const folder = folderOf(entry.path, target)
    if (folder === null || spaces.some((space) => space.folder === folder)) {
      notes.push({
        kind: 'DROPPED',
        path: entry.path,
        text: `"${title}" is left out: ${target} is no folder of its own`,
      })
      continue
    }
    const name = posix.basename(folder)
    spaces.push({
      kind: 'space',
      title,
      folder,
      language: languageTag(name),
      path: slug(name) || undefined,
      isDefault: spaces.length === 0,
    })
  }
  return spaces.length === 0 ? null : { spaces, nodes: [], notes }
}

/** Returns the folder of a language, which may be named by its first page; null for one outside of the source. */
function folderOf(file: string, target: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) return null
  const path = decoded(target.replace(/[?#].*$/s, '').replace(/^\//, ''))
  const joined = posix.join(
    posix.dirname(file),
    /\.(?:md|markdown)$/i.test(path) ? posix.dirname(path) : path,
  )
  const folder = joined.replace(/(?<=.)\/$/, '')
  return folder === '.' || folder === '..' || folder.startsWith('../') ? null : folder
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
