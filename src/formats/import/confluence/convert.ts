import { posix } from 'node:path'
import { decodedText } from '../../../base/decoded-text.ts'
import { invalidSource } from '../../source-problems.ts'
import { type ContentsItem, summaryEntry } from '../conversion/contents-entry.ts'
import type { Conversion } from '../conversion/conversion.ts'
import { relativeUrl } from '../conversion/markdown-syntax.ts'
import { pageEntry } from '../conversion/page-entry.ts'
import { createTextReader, validateEntries } from '../conversion/source-entries.ts'
import { UniquePaths } from '../conversion/unique-paths.ts'
import type { SourceEntry } from '../files/entries.ts'
import { treeToMarkdown } from '../html/tree/to-markdown.ts'
import { applyRules, attributeOf, elementsIn, mergeLists } from '../html/tree/tree.ts'
import { parseRelativeUrl } from '../markdown/repository/urls.ts'
import { naturally } from '../natural-order.ts'
import { importLine } from '../report/lines.ts'
import { type Skip, skipOf } from '../report/notes.ts'
import { writeColorIds } from './color-ids.ts'
import { macroRules } from './macros.ts'
import { readPageTree, readSpacePage, type SpacePage, type TreeItem } from './space-pages.ts'

/** The pages and assets of a space, by their lower-case paths in the export. */
interface Space {
  readonly pages: ReadonlyMap<string, SpacePage>
  readonly pagesById: ReadonlyMap<string, SpacePage>
  readonly paths: ReadonlyMap<SpacePage, string>
  readonly assets: ReadonlyMap<string, string>
}

/** Converts the HTML export of a Confluence space to a Markdown repository. */
export async function confluenceEntries(entries: readonly SourceEntry[]): Promise<Conversion> {
  const files = validateEntries(entries)
  const index = findIndex(files)
  const folder = posix.dirname(index.path)
  const prefix = folder === '.' ? '' : `${folder}/`
  const skipped: Skip[] = []
  const { pages: pageFiles, assets } = sortFiles(files, index, prefix, skipped)
  const read = createTextReader()
  const tree = readPageTree(await read(index), index.path)
  const pages: SpacePage[] = []
  for (const file of pageFiles) {
    const page = readSpacePage(file, await read(file))
    if (page.content) pages.push(page)
    else skipped.push(skipOf(file.path, importLine('IMPORT_NOT_CONFLUENCE', 'not a Confluence page')))
  }
  if (pages.length === 0)
    throw invalidSource(
      'SOURCE_NOT_CONFLUENCE',
      `The export contains no page besides ${index.path}. Export the space as HTML with its pages.`,
    )
  const byPath = new Map(pages.map((page) => [page.entry.path.toLowerCase(), page]))
  const paths = new UniquePaths()
  const assetFiles = nameAssets(assets, pages, paths)
  const assigned = assignPaths(tree, prefix, { byPath, pages, paths })
  const space: Space = {
    pages: byPath,
    pagesById: new Map(pages.flatMap((page) => (page.id ? [[page.id, page] as const] : []))),
    paths: assigned.paths,
    assets: new Map(assetFiles.map(({ from, entry }) => [from.toLowerCase(), entry.path])),
  }
  const converted = pages.map((page) => convertPage(space, page))
  return {
    entries: [summaryEntry(assigned.items), ...converted, ...assetFiles.map(({ entry }) => entry)],
    skipped,
  }
}

function findIndex(files: readonly SourceEntry[]): SourceEntry {
  const depth = ({ path }: SourceEntry) => path.split('/').length
  const [index] = files
    .filter(({ path }) => posix.basename(path).toLowerCase() === 'index.html')
    .sort((a, b) => depth(a) - depth(b))
  if (index) return index
  const xml = files.find(({ path }) => /(^|\/)(entities\.xml|exportDescriptor\.properties)$/i.test(path))
  if (xml)
    throw invalidSource(
      'SOURCE_NOT_CONFLUENCE',
      `The export contains ${xml.path}: it is an XML export. Export the space as HTML and import that archive.`,
    )
  throw invalidSource(
    'SOURCE_NOT_CONFLUENCE',
    'The export contains no index.html. Export a Confluence space as HTML and import that archive.',
  )
}

function sortFiles(
  files: readonly SourceEntry[],
  index: SourceEntry,
  prefix: string,
  skipped: Skip[],
): { pages: SourceEntry[]; assets: SourceEntry[] } {
  const pages: SourceEntry[] = []
  const assets: SourceEntry[] = []
  for (const file of files) {
    if (file === index) continue
    const path = file.path.startsWith(prefix) ? file.path.slice(prefix.length) : undefined
    if (path === undefined)
      skipped.push(skipOf(file.path, importLine('IMPORT_OUTSIDE_OF_SPACE', 'not in the folder of the space')))
    else if (/^(images\/icons|styles|js|download\/resources)\//i.test(path)) continue
    else if (/^[^/]+\.html$/i.test(path)) pages.push(file)
    else assets.push(file)
  }
  return { pages, assets }
}

/**
 * Assigns paths to assets. Attachments have numeric names in the export; the pages contain their original
 * names.
 */
function nameAssets(
  assets: readonly SourceEntry[],
  pages: readonly SpacePage[],
  paths: UniquePaths,
): { from: string; entry: SourceEntry }[] {
  const names = new Map(pages.flatMap((page) => [...page.names]))
  return assets.map((asset) => {
    const { name, ext } = posix.parse(names.get(asset.path) ?? asset.path)
    return { from: asset.path, entry: { ...asset, path: paths.take(`assets/${name}`, ext) } }
  })
}

interface PathAssignment {
  readonly byPath: ReadonlyMap<string, SpacePage>
  readonly pages: readonly SpacePage[]
  readonly paths: UniquePaths
}

/** Assigns paths in the order of the page list. Pages that are not in the list follow, sorted by title. */
function assignPaths(
  tree: readonly TreeItem[],
  prefix: string,
  { byPath, pages, paths }: PathAssignment,
): { items: ContentsItem[]; paths: Map<SpacePage, string> } {
  const assigned = new Map<SpacePage, string>()
  const assign = (page: SpacePage, stem: string): string => {
    const path = paths.take(`${stem}${page.title.replaceAll('/', '-')}`, '.md')
    assigned.set(page, path)
    return path
  }
  const itemsOf = (items: readonly TreeItem[], stem: string): ContentsItem[] =>
    items.flatMap(({ href, children }) => {
      const file = parseRelativeUrl(href)?.path ?? ''
      const page = byPath.get(posix.join(prefix, file).toLowerCase())
      if (!page || assigned.has(page)) return itemsOf(children, stem)
      const path = assign(page, stem)
      return [{ title: page.title, path, children: itemsOf(children, stemBelow(path)) }]
    })
  const listed = itemsOf(tree, '')
  const others = pages
    .filter((page) => !assigned.has(page))
    .sort((a, b) => naturally(a.title, b.title))
    .map((page) => ({ title: page.title, path: assign(page, ''), children: [] }))
  return { items: [...listed, ...others], paths: assigned }
}

/**
 * Returns the path prefix of child pages. Deep paths restart at the root, so that they do not exceed the length
 * limits of file systems.
 */
const stemBelow = (path: string) => (path.length > 500 ? '' : `${path.slice(0, -'.md'.length)}/`)

function convertPage(space: Space, page: SpacePage): SourceEntry {
  const { entry, title, content } = page
  const path = space.paths.get(page) ?? ''
  if (!content) return pageEntry(path, title, '')
  writeColorIds(content)
  applyRules(content, macroRules)
  mergeLists(content)
  for (const element of elementsIn(content)) {
    const name = element.tagName === 'img' ? 'src' : 'href'
    const href = element.tagName === 'img' || element.tagName === 'a' ? attributeOf(element, name) : undefined
    const url = href === undefined ? undefined : urlInSpace(space, page, path, href)
    if (url !== undefined) element.properties[name] = url
  }
  return pageEntry(path, title, treeToMarkdown(content, entry.path))
}

/** Returns the new URL of a page or an asset of the space, or undefined for any other URL. */
function urlInSpace(space: Space, page: SpacePage, path: string, href: string): string | undefined {
  const target = findPage(space, page, href)
  if (target) {
    const hash = href.split('#')[1] ?? ''
    const anchor = hash && (target.anchors.get(decodedText(hash)) ?? hash)
    const to = target === page && anchor ? '' : relativeUrl(path, space.paths.get(target) ?? '')
    return anchor ? `${to}#${anchor}` : to
  }
  const inside = parseRelativeUrl(href)
  if (!inside) return undefined
  const asset = space.assets.get(posix.join(posix.dirname(page.entry.path), inside.path).toLowerCase())
  return asset && relativeUrl(path, asset)
}

function findPage(space: Space, page: SpacePage, href: string): SpacePage | undefined {
  const [, id] = /(?:[?&]pageId=|\/spaces\/[^/]+\/pages\/)(\d+)/.exec(href) ?? []
  if (id) return space.pagesById.get(id)
  const inside = parseRelativeUrl(href)
  if (!inside) return undefined
  if (inside.path === '') return page
  return space.pages.get(posix.join(posix.dirname(page.entry.path), inside.path).toLowerCase())
}
