import { posix } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { naturally } from '../../natural-order.ts'
import { titleFromName } from '../repository/outline.ts'
import { isReadme } from '../repository/paths.ts'
import { findPath, type Repository } from '../repository/repository.ts'
import { readConfigFile } from './config-file.ts'
import { isOutside, type NavigationItem } from './navigation.ts'

/** The files of plugins of MkDocs that order the pages of their folder. */
const names = ['.nav.yml', '.pages']

const shape = z.looseObject({
  title: z.string().nullish().catch(undefined),
  nav: z.array(z.unknown()).nullish().catch(undefined),
  arrange: z.array(z.unknown()).nullish().catch(undefined),
  order: z.string().nullish().catch(undefined),
  hide: z.boolean().nullish().catch(undefined),
})

interface Folders {
  readonly repository: Repository
  readonly texts: readonly string[]
  /** Called with what is listed and does not exist. */
  readonly missing: (path: string) => void
}

/** Returns whether folders have files that order their pages. */
export const hasFolderNavigation = ({ entries }: Repository, root: string): boolean =>
  [...entries.keys()].some(
    (path) => names.includes(posix.basename(path)) && path.startsWith(root === '.' ? '' : `${root}/`),
  )

/** Reads the order of the pages of a folder and those below, of which those without a file of their own are by name. */
export async function folderNavigation(
  repository: Repository,
  texts: readonly string[],
  { root, missing }: { readonly root: string; readonly missing: (path: string) => void },
): Promise<NavigationItem[]> {
  const { items } = await folderItems({ repository, texts, missing }, root)
  return items
}

interface FolderItems {
  readonly title?: string
  readonly isHidden: boolean
  readonly items: NavigationItem[]
}

async function folderItems(folders: Folders, at: string): Promise<FolderItems> {
  const { title, nav, arrange, order, hide } = await readNavigationFile(folders.repository, at)
  const children = childrenOf(folders, at)
  if (order === 'desc') children.reverse()
  const listed = nav ?? arrange
  const left = new Set(children)
  const items: NavigationItem[] = []
  if (!listed) for (const child of children) items.push(...(await childItem(folders, child)))
  else {
    for (const value of listed) markListed(value, at, left)
    for (const value of listed) items.push(...(await listedItems(folders, { value, at, left })))
  }
  return { ...(title && { title }), isHidden: hide === true, items }
}

async function readNavigationFile(
  { entries, limits }: Repository,
  at: string,
): Promise<z.infer<typeof shape>> {
  const entry = names.flatMap((name) => entries.get(posix.join(at, name)) ?? [])[0]
  if (!entry) return {}
  const parse = (text: string): unknown => parseYaml(text, { maxAliasCount: 0, logLevel: 'silent' })
  return readConfigFile(entry, { limits, parse, shape })
}

/** Returns the pages and the folders with pages that are directly in a folder: its index, and then by name. */
function childrenOf({ texts }: Folders, at: string): string[] {
  const inside = texts.filter((path) => at === '.' || path.startsWith(`${at}/`))
  const children = new Set(
    inside.map((path) => posix.join(at, posix.relative(at, path).split('/')[0] as string)),
  )
  return [...children].sort(
    (one, other) => Number(isReadme(other)) - Number(isReadme(one)) || naturally(one, other),
  )
}

/** Takes what a list names from what its `...` stands for. */
function markListed(value: unknown, at: string, left: Set<string>): void {
  if (typeof value === 'string' && !isRest(value)) left.delete(posix.join(at, value))
  if (Array.isArray(value)) for (const each of value) markListed(each, at, left)
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) markListed(each, at, left)
}

const isRest = (value: string) => /^\.\.\.|\*/.test(value)

interface Listed {
  readonly value: unknown
  readonly at: string
  /** The pages and folders that the list does not name. */
  readonly left: Set<string>
  readonly title?: string
}

async function listedItems(folders: Folders, { value, at, left, title }: Listed): Promise<NavigationItem[]> {
  if (typeof value === 'string') {
    if (isOutside(value)) return [{ title: title ?? value, url: value }]
    if (isRest(value)) return restItems(folders, { pattern: value.replace(/^\.\.\.[ \t|]*/, ''), at, left })
    const items = await childItem(folders, posix.join(at, value), title)
    if (items.length === 0) folders.missing(posix.join(at, value))
    return items
  }
  const items: NavigationItem[] = []
  if (Array.isArray(value)) {
    for (const each of value) items.push(...(await listedItems(folders, { value: each, at, left })))
    return [{ title: title ?? '', children: items }]
  }
  if (typeof value !== 'object' || value === null) return []
  const { glob } = value as { glob?: unknown }
  if (typeof glob === 'string') return restItems(folders, { pattern: glob, at, left })
  for (const [name, each] of Object.entries(value))
    items.push(...(await listedItems(folders, { value: each, at, left, title: name })))
  return items
}

/** Returns what a list does not name, as far as it has the form of a pattern. */
async function restItems(
  folders: Folders,
  { pattern, at, left }: { readonly pattern: string; readonly at: string; readonly left: Set<string> },
): Promise<NavigationItem[]> {
  const items: NavigationItem[] = []
  for (const path of [...left]) {
    if (!matches(posix.relative(at, path), pattern)) continue
    left.delete(path)
    items.push(...(await childItem(folders, path)))
  }
  return items
}

function matches(name: string, pattern: string): boolean {
  const form = pattern.replace(/^(?:flat|glob=|regex=)[ \t|]*/, '')
  if (form === '' || /^\*{1,2}(?:\/\*)?$/.test(form)) return true
  const [start = '', ...rest] = form.split(/\*+/)
  return name.startsWith(start) && (rest.length === 0 || name.endsWith(rest.at(-1) as string))
}

/** Returns the item of a page, or of a folder with its pages, of which its index is the page. */
async function childItem(folders: Folders, path: string, title?: string): Promise<NavigationItem[]> {
  const { repository, texts } = folders
  const page = findPath(repository, path)
  if (page !== undefined && texts.includes(page))
    return [{ ...(title !== undefined && { title }), path: page }]
  if (!texts.some((text) => text.startsWith(`${path}/`))) return []
  const { title: stated, isHidden, items } = await folderItems(folders, path)
  if (isHidden) return []
  const index = items.find(
    (item) => item.path !== undefined && isReadme(item.path) && posix.dirname(item.path) === path,
  )
  const name = title ?? stated ?? (index ? undefined : titleFromName(posix.basename(path)))
  return [
    {
      ...(name !== undefined && { title: name }),
      ...(index?.path !== undefined && { path: index.path }),
      children: items.filter((item) => item !== index),
    },
  ]
}
