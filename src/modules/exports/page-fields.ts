import { posix } from 'node:path'
import GithubSlugger, { slug } from 'github-slugger'
import type { ContentRef } from '../../page-format/types.ts'
import type { ExportPage } from './export-source.ts'

/** A title on one line, as a reader of Markdown sees it. */
export const titleLine = (title: string): string => title.replace(/\s+/g, ' ').trim()

type Fields = Record<string, unknown>

/** Members that are undefined, false or empty say nothing. */
const stated = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && value !== false && value !== '',
    ),
  )

/** What a page says of itself besides its title, and its title where a line of Markdown cannot hold it. */
export function fieldsOf(page: ExportPage): Fields {
  const { title, description, icon, emoji, hidden, noIndex, noRobotsIndex } = page
  const own = titleLine(title) === title ? undefined : title
  return stated({ title: own, description, icon, emoji, hidden, noIndex, noRobotsIndex })
}

/** The front matter of a document; `fileAddress` gives the address of a file. */
export function frontMatterOf(page: ExportPage, fileAddress: (id: string) => string): Fields {
  const { ref, yPos } = (page.cover ?? {}) as { ref?: ContentRef; yPos?: number }
  const cover = ref?.kind === 'file' ? fileAddress(ref.file) : ref?.kind === 'url' ? ref.url : undefined
  const coverY = cover && yPos ? yPos : undefined
  return { ...fieldsOf(page), ...stated({ cover, coverY, layout: layoutFields(page.layout) }) }
}

/** The form in which front matter says what a page keeps as its layout. */
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
 * The slugs that have to be stated, by the ids of their pages: those that do not follow from the names of files, or
 * the titles of groups, on one level of the tree.
 */
export function statedSlugs(
  siblings: readonly ExportPage[],
  paths: ReadonlyMap<string, string>,
): Map<string, string> {
  const slugger = new GithubSlugger()
  const result = new Map<string, string>()
  for (const page of siblings) {
    if (page.type === 'LINK' || !page.slug) continue
    const base = [nameOf(paths.get(page.id)), page.title]
      .map((text) => slug(text))
      .find((text) => text !== '')
    const taken = Object.hasOwn(slugger.occurrences, page.slug)
    if (base === page.slug && !taken) slugger.slug(page.slug)
    else {
      slugger.occurrences[page.slug] = 0
      result.set(page.id, page.slug)
    }
  }
  return result
}

/** The README of the repository is called by its title, other READMEs by their folders. */
function nameOf(path: string | undefined): string {
  if (path === undefined || path === 'README.md') return ''
  const { name, dir } = posix.parse(path)
  return name === 'README' ? posix.basename(dir) : name
}
