import { posix } from 'node:path'
import { decodedText } from '../../../../base/decoded-text.ts'
import { slugOfName } from '../../../body/file-slugs.ts'
import type { SourceEntry } from '../../files/entries.ts'
import { readText } from '../../files/read-text.ts'
import type { SourceLimits } from '../../limits.ts'
import { naturally } from '../../natural-order.ts'
import { type Layout, recognized } from '../repository/layout.ts'
import type { Repository } from '../repository/repository.ts'
import type { NavigationItem } from './navigation.ts'

/** Returns the layout of the wiki whose order is in `entry`. */
export function azureLayout(entry: SourceEntry): Layout {
  const root = posix.dirname(entry.path)
  return {
    kind: 'AZURE_DEVOPS',
    root,
    summary: posix.join(root, 'SUMMARY.md'),
    readme: posix.join(root, 'README.md'),
    contents: entry.path,
    staticFolders: [],
    books: [],
    skipped: [],
    notes: [recognized('AZURE_DEVOPS', entry.path)],
  }
}

/** Returns the title of a page by its file: `Set%2Dup-guide` is "Set-up guide". */
const azureTitle = (name: string): string => decodedText(name.replaceAll('-', ' '))

/** Reads the pages of a folder in the order of its `.order`, the others after them by name. */
export async function azureNavigation(
  { entries, limits }: Pick<Repository, 'entries' | 'limits'>,
  texts: readonly string[],
  folder: string,
): Promise<NavigationItem[]> {
  const children = Map.groupBy(texts, (path) => posix.dirname(path))
  return navigationOf({ entries, limits, children }, folder)
}

interface Wiki {
  readonly entries: ReadonlyMap<string, SourceEntry>
  readonly limits: SourceLimits
  /** The Markdown files of each folder. */
  readonly children: ReadonlyMap<string, readonly string[]>
}

async function navigationOf(wiki: Wiki, folder: string): Promise<NavigationItem[]> {
  const order = wiki.entries.get(posix.join(folder, '.order'))
  const names = order ? (await readText(order, wiki.limits)).split('\n').map((line) => line.trim()) : []
  const rank = new Map(names.map((name, index) => [name, index]))
  const rankOf = (path: string) => rank.get(posix.parse(path).name) ?? names.length
  const pages = [...(wiki.children.get(folder) ?? [])]
  pages.sort((a, b) => rankOf(a) - rankOf(b) || naturally(a, b))
  const items: NavigationItem[] = []
  for (const path of pages) {
    const { name } = posix.parse(path)
    const children = await navigationOf(wiki, posix.join(folder, name))
    items.push({ title: azureTitle(name), path, slug: slugOfName(decodedText(name)) || undefined, children })
  }
  return items
}

/** Returns the addresses that links may have for the pages of a wiki, with their files. */
export function azureRoutes(texts: readonly string[], root: string): Map<string, string> {
  const routes = new Map<string, string>()
  for (const path of texts) {
    const place = posix.relative(root, path).replace(/\.md$/i, '')
    for (const form of [place.split('/').map(azureTitle).join('/'), decodedText(place)])
      routes.set(form.toLowerCase(), path)
  }
  return routes
}
