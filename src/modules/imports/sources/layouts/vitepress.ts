import { posix } from 'node:path'
import { z } from 'zod'
import type { SourceEntry } from '../entries.ts'
import type { SourceLimits } from '../limits.ts'
import { titleFromName } from '../outline.ts'
import type { Repository } from '../repository.ts'
import { readConfigFile } from './config-file.ts'
import { below } from './gitbook.ts'
import { type Layout, recognized } from './layout.ts'
import { isObject, type Literal, readExportedLiteral } from './literals.ts'
import { isOutside, type NavigationItem, pageOf } from './navigation.ts'

const shape = z.looseObject({ srcDir: z.string().max(1000).optional().catch(undefined) })
const reading = { parse: readExportedLiteral, shape }

/** Finds the configuration of VitePress in a folder or in its folder `docs`. */
export const vitepressConfigIn = (entries: readonly SourceEntry[], folder: string): SourceEntry | undefined =>
  [folder, posix.join(folder, 'docs')]
    .map((each) => `${posix.join(each, '.vitepress')}/`)
    .flatMap((each) => entries.filter(({ path }) => path.startsWith(each)))
    .find(({ path }) => /\/\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/.test(`/${path}`))

/** Reads the layout from `.vitepress/config.*`, of which nothing is run. */
export async function vitepressLayout(entry: SourceEntry, limits: SourceLimits): Promise<Layout> {
  const { srcDir } = await readConfigFile(entry, { limits, ...reading })
  const folder = posix
    .normalize(entry.path.slice(0, entry.path.indexOf('.vitepress/')) || '.')
    .replace(/\/$/, '')
  const root = below(folder, srcDir ?? '.')
  return {
    kind: 'VITEPRESS',
    root,
    summary: posix.join(root, 'SUMMARY.md'),
    readme: posix.join(root, 'index.md'),
    contents: entry.path,
    staticFolders: [posix.join(root, 'public')],
    books: [],
    skipped: [],
    notes: [recognized('VITEPRESS', entry.path, root === '.' ? '' : `, with the pages in ${root}`)],
  }
}

/** Reads the sidebars. Pages that do not exist are left out, and given to `missing`. */
export async function vitepressNavigation(
  repository: Repository,
  { root }: Layout,
  { entry, missing }: { entry: SourceEntry; missing: (path: string) => void },
): Promise<NavigationItem[]> {
  const config = await readConfigFile(entry, { limits: repository.limits, ...reading })
  const theme = config.themeConfig as Literal
  const sidebar = isObject(theme) ? theme.sidebar : undefined
  const itemsOf = (value: Literal, base: string): NavigationItem[] =>
    Array.isArray(value) ? value.flatMap((item) => (isObject(item) ? [itemOf(item, base)] : [])).flat() : []
  const itemOf = (item: { readonly [name: string]: Literal }, above: string): NavigationItem[] => {
    const title = typeof item.text === 'string' ? item.text : undefined
    const base = typeof item.base === 'string' ? item.base : above
    const children = itemsOf(item.items, base)
    const link = typeof item.link === 'string' ? item.link : undefined
    if (link !== undefined && isOutside(link)) return [{ title, url: link, children }]
    const path = link === undefined ? undefined : pageOf(repository, root, base + link)
    if (link !== undefined && path === undefined) missing(base + link)
    return path === undefined && children.length === 0 ? [] : [{ title, path, children }]
  }
  if (!isObject(sidebar)) return itemsOf(sidebar, '')
  const parts = Object.entries(sidebar).map(([path, value]): NavigationItem => {
    const [items, base] = isObject(value) ? [value.items, value.base] : [value, '']
    const children = itemsOf(items, typeof base === 'string' ? base : '')
    return { title: titleFromName(posix.basename(path) || 'Home'), children }
  })
  const isAlone = parts.length === 1
  // A sidebar of one item needs no group around it.
  return parts.flatMap((part) => (isAlone || part.children?.length === 1 ? (part.children ?? []) : [part]))
}
