import { posix } from 'node:path'
import { slugOfName } from '../body/file-slugs.ts'
import { folderOfGroup, SiblingSlugs, slugOfTitle } from '../import/markdown/pages/slugs.ts'
import { emojiNameOf } from '../page/syntax/emoji-names.ts'
import type { ContentRef } from '../page/types.ts'
import type { ExportPage, ListedPage } from './export-source.ts'

/** Collapses whitespace in a title, as Markdown parsers do. */
export const titleLine = (title: string): string => title.replace(/\s+/g, ' ').trim()

type Fields = Record<string, unknown>

/** Omits members that are undefined, null, false or empty. */
const omitEmpty = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== false && value !== '',
    ),
  )

/** Returns the fields of a page. The title is included only if one line of Markdown cannot represent it. */
export function fieldsOf(
  page: Pick<ListedPage, 'title' | 'description' | 'icon' | 'emoji' | 'hidden' | 'noIndex' | 'noRobotsIndex'>,
): Fields {
  const { title, description, icon, hidden, noIndex, noRobotsIndex } = page
  const emoji = page.emoji && (emojiNameOf(page.emoji) ?? page.emoji)
  const own = titleLine(title) === title ? undefined : title
  return omitEmpty({ title: own, description, icon, emoji, hidden, noIndex, noRobotsIndex })
}

/** Returns the front matter of a document. `fileUrl` returns the URL of a file. */
export function frontMatterOf(page: ListedPage, fileUrl: (id: string) => string): Fields {
  const { ref, yPos } = (page.cover ?? {}) as { ref?: ContentRef; yPos?: number }
  const cover = ref?.kind === 'file' ? fileUrl(ref.file) : ref?.kind === 'url' ? ref.url : undefined
  const coverY = cover && yPos ? yPos : undefined
  return { ...fieldsOf(page), ...omitEmpty({ cover, coverY, layout: layoutFields(page.layout) }) }
}

/** Converts a stored layout to its form in front matter. */
function layoutFields(layout: object | null | undefined): Fields | undefined {
  if (!layout) return undefined
  const { width, cover, coverSize, ...parts } = layout as Record<string, unknown>
  const visible = Object.entries(parts).map(([name, value]) => [name, { visible: value }])
  const size = defined({ visible: cover, size: coverSize })
  const fields = { ...defined({ width }), ...(size && { cover: size }), ...Object.fromEntries(visible) }
  return defined(fields)
}

function defined(fields: Fields): Fields | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/**
 * Returns the slugs that an import could not derive from the file names or group titles, by page id. `siblings`
 * are the pages of one level of the tree.
 */
export function explicitSlugs(
  siblings: readonly ExportPage[],
  children: ReadonlyMap<string | null, readonly ExportPage[]>,
  paths: ReadonlyMap<string, string>,
): Map<string, string> {
  const slugs = new SiblingSlugs()
  const result = new Map<string, string>()
  for (const page of siblings) {
    if (page.type === 'LINK' || !page.slug) continue
    const name =
      page.type === 'GROUP' ? groupName(children.get(page.id) ?? [], paths) : nameOf(paths.get(page.id))
    const base = slugOfName(name) || slugOfTitle(page.title)
    const isFree = slugs.reserve(page.slug)
    if (base !== page.slug || !isFree) result.set(page.id, page.slug)
  }
  return result
}

/** Returns the name that an import derives from the folder of the pages of a group. Empty if there is none. */
const groupName = (pages: readonly ExportPage[], paths: ReadonlyMap<string, string>): string =>
  folderOfGroup(
    pages.flatMap(({ id, type }) => (type === 'LINK' ? [] : (paths.get(id) ?? []))),
    ['.'],
  ) ?? ''

/**
 * Returns the name that an import derives from a path. The root README has none; other READMEs have the name of
 * their folder.
 */
function nameOf(path: string | undefined): string {
  if (path === undefined || path === 'README.md') return ''
  const { name, dir } = posix.parse(path)
  return name === 'README' ? posix.basename(dir) : name
}
