import { posix } from 'node:path'
import { z } from 'zod'
import type { SourceEntry } from '../../files/entries.ts'
import type { SourceLimits } from '../../limits.ts'
import { type Layout, recognized } from '../repository/layout.ts'
import { titleFromName } from '../repository/outline.ts'
import type { Repository } from '../repository/repository.ts'
import { readConfigFile } from './config-file.ts'
import { below } from './gitbook.ts'
import { isObject, type Literal, type LiteralObject, readExportedLiteral } from './literals.ts'
import { modulesOf } from './modules.ts'
import { isOutside, type NavigationItem, type NavigationSource, pageOf } from './navigation.ts'

const shape = z.looseObject({ srcDir: z.string().max(1000).optional().catch(undefined) })

/** The text of a language in `locales`, and the folder of its pages. */
export interface VitepressLocale {
  readonly folder: string
  readonly label?: string
  readonly language?: string
}

const readVitepress = async (
  entries: ReadonlyMap<string, SourceEntry>,
  entry: SourceEntry,
  limits: SourceLimits,
) => {
  const modules = await modulesOf(entries, entry, limits)
  return readConfigFile(entry, { limits, parse: (text) => readExportedLiteral(text, modules), shape })
}

/** Returns the folder whose pages have the addresses of those at the top: `en` for `rewrites: { 'en/:rest*': ':rest*' }`. */
function rootFolder({ rewrites }: { readonly [name: string]: unknown }): string {
  const rules = isObject(rewrites as Literal) ? Object.entries(rewrites as LiteralObject) : []
  const folders = rules.flatMap(
    ([from, to]) => (/^([\w-]+)\/(:\w+\*)$/.exec(from)?.[2] === to && from.split('/')[0]) || [],
  )
  return folders[0] ?? '.'
}

/** Reads the languages that a configuration has, in its order. The one without a folder is `root`. */
export async function vitepressLocales(
  entries: readonly SourceEntry[],
  { config = '', top = '.' }: Pick<Layout, 'config' | 'top'>,
  limits: SourceLimits,
): Promise<VitepressLocale[]> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const entry = byPath.get(config)
  const own = entry ? await readVitepress(byPath, entry, limits) : {}
  const locales = own.locales as Literal
  if (!isObject(locales)) return []
  return Object.entries(locales).map(([name, locale]) => {
    const { label, lang } = isObject(locale) ? locale : {}
    return {
      folder: name === 'root' ? below(top, rootFolder(own)) : below(top, name),
      ...(typeof label === 'string' && { label }),
      ...(typeof lang === 'string' ? { language: lang } : name !== 'root' && { language: name }),
    }
  })
}

/** Finds the configuration of VitePress in a folder or in its folder `docs`. */
export const vitepressConfigIn = (entries: readonly SourceEntry[], folder: string): SourceEntry | undefined =>
  [folder, posix.join(folder, 'docs')]
    .map((each) => `${posix.join(each, '.vitepress')}/`)
    .flatMap((each) => entries.filter(({ path }) => path.startsWith(each)))
    .find(({ path }) => /\/\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/.test(`/${path}`))

/** Reads the layout from `.vitepress/config.*`, of which nothing is run. */
export async function vitepressLayout(
  entries: readonly SourceEntry[],
  entry: SourceEntry,
  { limits, within }: { limits: SourceLimits; within?: string },
): Promise<Layout | undefined> {
  const byPath = new Map(entries.map((each) => [each.path, each]))
  const config = await readVitepress(byPath, entry, limits)
  const { srcDir, locales } = config
  const folder = posix
    .normalize(entry.path.slice(0, entry.path.indexOf('.vitepress/')) || '.')
    .replace(/\/$/, '')
  const top = below(folder, srcDir ?? '.')
  const root = within ?? top
  const folders = isObject(locales as Literal) ? Object.keys(locales as LiteralObject) : []
  const isOfLanguage = [...folders, rootFolder(config)].some((name) => below(top, name) === root)
  if (root !== top && !isOfLanguage) return undefined
  return {
    kind: 'VITEPRESS',
    root,
    top,
    config: entry.path,
    summary: posix.join(root, 'SUMMARY.md'),
    readme: posix.join(root, 'index.md'),
    contents: entry.path,
    staticFolders: [posix.join(top, 'public')],
    books: [],
    skipped: [],
    notes: [recognized('VITEPRESS', entry.path, root === '.' ? undefined : root)],
  }
}

/** Returns the sidebar of a configuration in the folder of a language, if there is one. */
async function furtherSidebar({ entries, limits }: Repository, folder: string): Promise<Literal> {
  const entry = ['ts', 'mts', 'js', 'mjs'].flatMap(
    (extension) => entries.get(posix.join(folder, `config.${extension}`)) ?? [],
  )[0]
  const theme = entry ? ((await readVitepress(entries, entry, limits)).themeConfig as Literal) : undefined
  return isObject(theme) ? theme.sidebar : undefined
}

/** Returns the sidebar of a language, `` for that of `root`, or the parts of the common one that are below its folder. */
function ownSidebar(config: { readonly [name: string]: unknown }, folder: string): Literal {
  const locales = config.locales as Literal
  const locale = isObject(locales) ? locales[folder === '' ? 'root' : folder] : undefined
  const own = isObject(locale) && isObject(locale.themeConfig) ? locale.themeConfig.sidebar : undefined
  const theme = config.themeConfig as Literal
  const common = isObject(theme) ? theme.sidebar : undefined
  if (own !== undefined || !isObject(common) || !isObject(locales)) return own ?? common
  const folders = Object.keys(locales).filter((name) => name !== 'root')
  const folderOf = (path: string) =>
    folders.find((name) => path.replace(/^\//, '').startsWith(`${name}/`)) ?? ''
  return Object.fromEntries(Object.entries(common).filter(([path]) => folderOf(path) === folder))
}

/** Reads the sidebars. Pages that do not exist are left out, and given to `missing`. */
export async function vitepressNavigation(
  repository: Repository,
  { root, top = root }: Layout,
  { entry, missing, computed }: NavigationSource,
): Promise<NavigationItem[]> {
  const config = await readVitepress(repository.entries, entry, repository.limits)
  const folder = posix.relative(top, root)
  const isOfRoot = folder === rootFolder(config)
  const sidebar =
    (await furtherSidebar(repository, isOfRoot ? top : root)) ?? ownSidebar(config, isOfRoot ? '' : folder)
  const itemsOf = (value: Literal, base: string): NavigationItem[] => {
    const list = Array.isArray(value) ? (value as readonly Literal[]) : []
    for (const item of list) if (!isObject(item)) computed()
    return list.flatMap((item) => (isObject(item) ? itemOf(item, base) : []))
  }
  const itemOf = (item: { readonly [name: string]: Literal }, above: string): NavigationItem[] => {
    const title = typeof item.text === 'string' ? item.text : undefined
    const base = typeof item.base === 'string' ? item.base : above
    const children = itemsOf(item.items, base)
    if (['items', 'link', 'text'].some((name) => Object.hasOwn(item, name) && item[name] === undefined))
      computed()
    const link = typeof item.link === 'string' ? item.link : undefined
    if (link !== undefined && isOutside(link)) return [{ title, url: link, children }]
    const path =
      link === undefined
        ? undefined
        : (pageOf(repository, root, base + link) ?? pageOf(repository, top, base + link))
    if (link !== undefined && path === undefined) missing(base + link)
    return path === undefined && children.length === 0 ? [] : [{ title, path, children }]
  }
  if (!isObject(sidebar)) return itemsOf(sidebar, '')
  const isOfAll = (path: string) => path.replace(/^\/|\/$/g, '') === (isOfRoot ? '' : folder)
  const lists = Object.entries(sidebar).toSorted(
    ([one], [other]) => Number(isOfAll(other)) - Number(isOfAll(one)),
  )
  const parts = lists.map(([path, value]): NavigationItem => {
    const [items, base] = isObject(value) ? [value.items, value.base] : [value, '']
    if (!Array.isArray(items)) computed()
    const children = itemsOf(items, typeof base === 'string' ? base : '')
    return { title: isOfAll(path) ? '' : titleFromName(posix.basename(path)), children }
  })
  const isAlone = parts.length === 1
  // A sidebar of one item needs no group around it, nor does that of all other pages.
  return parts.flatMap((part) =>
    isAlone || part.title === '' || part.children?.length === 1 ? (part.children ?? []) : [part],
  )
}
