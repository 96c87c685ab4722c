import type { List, PhrasingContent, RootContent } from 'mdast'
import { splitSummaryLabel } from '../body/summary-label.ts'
import { formatContentRef } from '../page/model/content-references.ts'
import { stringifyMarkdown } from '../page/syntax/markdown-syntax.ts'
import type { ContentRef } from '../page/types.ts'
import { type ArchivePaths, childrenByParent } from './archive-paths.ts'
import type { ListedPage } from './export-source.ts'
import { fieldsOf, titleLine } from './page-fields.ts'
import { encodePath } from './relative-urls.ts'

/** The data that a table of contents is written from. It can be cloned. */
export interface ContentsSource {
  readonly title: string
  readonly pages: readonly ListedPage[]
  readonly paths: ArchivePaths
  readonly slugs: ReadonlyMap<string, string>
}

interface Contents extends Pick<ContentsSource, 'paths' | 'slugs'> {
  readonly children: ReadonlyMap<string | null, readonly ListedPage[]>
}

/** Writes SUMMARY.md. Groups become headings, pages and links become list items. */
export function tableOfContents({ title, pages, paths, slugs }: ContentsSource): string {
  const heading = titleLine(title) || 'Table of contents'
  const parts = partsOf({ children: childrenByParent(pages), paths, slugs })
  return stringifyMarkdown({
    type: 'root',
    children: [{ type: 'heading', depth: 1, children: [plain(heading)] }, ...parts],
  })
}

export const plain = (value: string): PhrasingContent => ({ type: 'text', value })

/** Writes the top level. A thematic break ends a group, if pages follow it. */
function partsOf(contents: Contents): RootContent[] {
  const parts: RootContent[] = []
  let open: List | undefined
  let isInGroup = false
  for (const page of contents.children.get(null) ?? []) {
    if (page.type === 'GROUP') {
      parts.push({ type: 'heading', depth: 2, children: groupHeading(contents, page) })
      parts.push(...listBelow(contents, page.id))
      open = undefined
      isInGroup = true
      continue
    }
    if (!open) {
      if (isInGroup) parts.push({ type: 'thematicBreak' })
      open = { type: 'list', ordered: false, spread: false, children: [] }
      parts.push(open)
    }
    open.children.push(item(contents, page))
  }
  return parts
}

function groupHeading({ slugs }: Contents, page: ListedPage): PhrasingContent[] {
  const slug = slugs.get(page.id)
  const anchor = slug && `<a href="#${slug}" id="${slug}"></a>`
  return [plain(titleLine(page.title)), ...(anchor ? [plain(' '), html(anchor)] : []), ...fieldsComment(page)]
}

export const html = (value: string): PhrasingContent => ({ type: 'html', value })

/** Writes the fields of a group or a link as a comment, because they have no file with front matter. */
export function fieldsComment(page: Parameters<typeof fieldsOf>[0]): PhrasingContent[] {
  const fields = fieldsOf(page)
  if (Object.keys(fields).length === 0) return []
  const json = JSON.stringify(fields).replace(
    /[<>&-]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )
  return [plain(' '), html(`<!-- ${json} -->`)]
}

function listBelow(contents: Contents, id: string): List[] {
  const children = (contents.children.get(id) ?? []).map((page) => item(contents, page))
  return children.length > 0 ? [{ type: 'list', ordered: false, spread: false, children }] : []
}

function item(contents: Contents, page: ListedPage): List['children'][number] {
  const url =
    page.type === 'LINK' ? linkUrl(contents, page) : encodePath(contents.paths.pages.get(page.id) ?? '')
  const { label } = splitSummaryLabel(page.frontMatter)
  const link: PhrasingContent = {
    ...{ type: 'link', url, title: label ?? null },
    children: [plain(titleLine(page.title)) as never],
  }
  const fields = page.type === 'LINK' ? fieldsComment(page) : []
  return {
    type: 'listItem',
    spread: false,
    children: [{ type: 'paragraph', children: [link, ...fields] }, ...listBelow(contents, page.id)],
  }
}

function linkUrl({ paths }: Contents, { target }: ListedPage): string {
  if (!target) return ''
  return targetUrl(target as ContentRef, (kind, id) => {
    const path = paths[kind].get(id)
    return path === undefined ? undefined : encodePath(path)
  })
}

/**
 * Returns the URL of a link. A page URL ends with `#`, so that an import does not treat the item as the page
 * itself. `urlOf` returns the URL of a file or a page of the space that has one.
 */
export function targetUrl(
  ref: ContentRef,
  urlOf: (kind: 'files' | 'pages', id: string) => string | undefined,
): string {
  const file = ref.kind === 'file' ? urlOf('files', ref.file) : undefined
  if (file !== undefined) return file
  const isInSameSpace = (ref.kind === 'page' || ref.kind === 'anchor') && ref.space === undefined
  const page = isInSameSpace && ref.page !== undefined ? urlOf('pages', ref.page) : undefined
  if (page === undefined) return formatContentRef(ref)
  return page + (ref.kind === 'anchor' ? formatContentRef({ kind: 'anchor', anchor: ref.anchor }) : '#')
}
