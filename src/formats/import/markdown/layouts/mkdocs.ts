import { posix } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { SourceEntry } from '../../files/entries.ts'
import type { SourceLimits } from '../../limits.ts'
import { type Layout, recognized } from '../repository/layout.ts'
import type { Repository } from '../repository/repository.ts'
import { readConfigFile } from './config-file.ts'
import { below } from './gitbook.ts'
import { isOutside, type NavigationItem, type NavigationSource, pageOf } from './navigation.ts'

const shape = z.object({
  docs_dir: z.string().min(1).max(1000).nullish(),
  nav: z.array(z.unknown()).nullish(),
  markdown_extensions: z.unknown().optional(),
  plugins: z.unknown().optional(),
})

/** Tags such as `!!python/name:` are read as what follows them. */
const parse = (text: string) => parseYaml(text, { maxAliasCount: 100, logLevel: 'silent' })

/** Reads the layout from `mkdocs.yml`. */
export async function mkdocsLayout(
  entry: SourceEntry,
  { limits, within }: { limits: SourceLimits; within?: string },
): Promise<Layout | undefined> {
  const { docs_dir, nav, plugins } = await readConfigFile(entry, { limits, parse, shape })
  const top = below(posix.dirname(entry.path), docs_dir ?? 'docs')
  const root = within ?? top
  if (root !== top && !foldersOfLanguages(plugins).some(({ locale }) => below(top, locale) === root))
    return undefined
  return {
    kind: 'MKDOCS',
    root,
    top,
    config: entry.path,
    summary: posix.join(root, 'SUMMARY.md'),
    readme: posix.join(root, 'index.md'),
    ...(nav && { contents: entry.path }),
    staticFolders: [top],
    books: [],
    skipped: [],
    notes: [recognized('MKDOCS', entry.path, root)],
  }
}

/** Reads `nav`. Files that do not exist are left out, and given to `missing`. */
export async function mkdocsNavigation(
  repository: Repository,
  { root }: Layout,
  { entry, missing }: NavigationSource,
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

/** Returns the options of an extension or a plugin in a list, or in a mapping, of such. */
function optionsOf(list: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const members = Array.isArray(list) ? list : [list]
  for (const member of members) {
    if (member === name) return {}
    if (typeof member !== 'object' || member === null || !Object.hasOwn(member, name)) continue
    const options = (member as Record<string, unknown>)[name]
    return typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {}
  }
  return undefined
}

/** Returns the folders in which snippets are looked for: those of the configuration, and its own. */
export async function snippetFolders({ entries, limits }: Repository, { config }: Layout): Promise<string[]> {
  const entry = entries.get(config ?? '')
  if (!entry) return []
  const { markdown_extensions } = await readConfigFile(entry, { limits, parse, shape })
  const stated = optionsOf(markdown_extensions, 'pymdownx.snippets')?.base_path
  const named = [stated].flat().flatMap((folder) => (typeof folder === 'string' ? [folder] : []))
  const own = posix.dirname(entry.path)
  return [...named.map((folder) => below(own, folder)), own]
}

const languageShape = z.object({
  languages: z.array(
    z.looseObject({ locale: z.string(), name: z.string().nullish(), default: z.boolean().nullish() }),
  ),
})

/** Returns the languages of the plugin for translations that have a folder each. */
function foldersOfLanguages(plugins: unknown): z.infer<typeof languageShape>['languages'] {
  const options = optionsOf(plugins, 'i18n')
  return (options?.docs_structure === 'folder' && languageShape.safeParse(options).data?.languages) || []
}

/** A language of the plugin for translations, and the folder of its pages. */
export interface MkdocsLanguage {
  readonly folder: string
  readonly language: string
  readonly label?: string
  readonly isDefault: boolean
}

/** Reads the languages that have a folder each. */
export async function mkdocsLanguages(
  entries: readonly SourceEntry[],
  { config, top = '.' }: Layout,
  limits: SourceLimits,
): Promise<MkdocsLanguage[]> {
  const entry = entries.find(({ path }) => path === config)
  if (!entry) return []
  const { plugins } = await readConfigFile(entry, { limits, parse, shape })
  return foldersOfLanguages(plugins).map(({ locale, name, default: isDefault }) => ({
    folder: below(top, locale),
    language: locale,
    ...(name && { label: name }),
    isDefault: isDefault === true,
  }))
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
