import { posix } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { SourceEntry } from '../entries.ts'
import type { SourceLimits } from '../limits.ts'
import type { Repository } from '../repository.ts'
import { readConfigFile } from './config-file.ts'
import { below } from './gitbook.ts'
import { type Layout, recognized } from './layout.ts'
import { isOutside, type NavigationItem, pageOf } from './navigation.ts'

const shape = z.object({
  docs_dir: z.string().min(1).max(1000).nullish(),
  nav: z.array(z.unknown()).nullish(),
})

/** Tags such as `!!python/name:` are read as what follows them. */
const parse = (text: string) => parseYaml(text, { maxAliasCount: 100, logLevel: 'silent' })

/** Reads the layout from `mkdocs.yml`. */
export async function mkdocsLayout(entry: SourceEntry, limits: SourceLimits): Promise<Layout> {
  const { docs_dir, nav } = await readConfigFile(entry, { limits, parse, shape })
  const root = below(posix.dirname(entry.path), docs_dir ?? 'docs')
  return {
    kind: 'MKDOCS',
    root,
    summary: posix.join(root, 'SUMMARY.md'),
    readme: posix.join(root, 'index.md'),
    ...(nav && { contents: entry.path }),
    staticFolders: [],
    books: [],
    skipped: [],
    notes: [recognized('MKDOCS', entry.path, `, with the pages in ${root}`)],
  }
}

/** Reads `nav`. Files that do not exist are left out, and given to `missing`. */
export async function mkdocsNavigation(
  repository: Repository,
  { root }: Layout,
  { entry, missing }: { entry: SourceEntry; missing: (path: string) => void },
): Promise<NavigationItem[]> {
  const { nav } = await readConfigFile(entry, { limits: repository.limits, parse, shape })
  const itemOf = (value: unknown, title?: string): NavigationItem[] => {
    if (typeof value === 'string') {
      if (isOutside(value)) return [{ title: title ?? value, url: value }]
      const path = pageOf(repository, root, value)
      if (path === undefined) missing(value)
      return path === undefined ? [] : [{ title, path }]
    }
    if (Array.isArray(value)) return [{ title: title ?? '', children: value.flatMap((each) => itemOf(each)) }]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, each]) => itemOf(each, name))
  }
  return (nav ?? []).flatMap((value) => itemOf(value)).map(withFirstAsPage)
}

/** A section whose first page has no title of its own is that page, as themes with indexes of sections show it. */
function withFirstAsPage(item: NavigationItem): NavigationItem {
  const [first, ...others] = (item.children ?? []).map(withFirstAsPage)
  if (!first) return item
  const isIndex =
    item.path === undefined && first.title === undefined && /(^|\/)index\.md$/i.test(first.path ?? '')
  if (!isIndex || first.children) return { ...item, children: [first, ...others] }
  return { title: item.title, path: first.path, children: others }
}
