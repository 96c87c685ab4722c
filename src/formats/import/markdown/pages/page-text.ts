import { readTitle } from '../../../page/file/heading-attributes.ts'
import { allNodes, type MarkdownNode, parsePageFile, spanOf } from '../../../page/file/markdown-file.ts'
import { findUrls, type UrlSpan } from '../../../page/file/markdown-urls.ts'
import { withLineFeeds } from '../../../page/model/normalize-text.ts'
import { importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf } from '../../report/notes.ts'
import type { FrontMatter } from '../repository/front-matter.ts'
import {
  type PageFields,
  type ReadFrontMatter,
  readFrontMatter,
  readMembers,
} from '../repository/page-fields.ts'
import { isReusable } from '../repository/paths.ts'
import { titleText } from '../repository/title-text.ts'
import { notesOnFrontMatter, notesOnTags } from './page-notes.ts'

/** The parts of the Markdown file of a page. */
export interface PageText extends ReadFrontMatter {
  /** The text of the first level-1 heading. */
  readonly heading?: string
  /** The id that this heading states as its anchor. */
  readonly anchor?: string
  /** The name of the page in navigation, if its front matter has one. */
  readonly label?: string
  /** The condition of the front matter under which visitors are shown the page. */
  readonly condition?: string
  readonly path: string
  /** The whole file, with normalized line endings. */
  readonly source: string
  /** The parsed file. */
  readonly root: MarkdownNode
  /** The offset of the body, after the front matter and the leading heading. */
  readonly bodyStart: number
  /** The URLs in the body. */
  readonly urls: readonly UrlSpan[]
  readonly notes: readonly ImportNote[]
}

/** Parses the Markdown file at `path`. Members of front matter that something else reads are not noted as unread. */
export function readPageText(
  written: string,
  path: string,
  isReadElsewhere: (member: string, value: unknown) => boolean = () => false,
): PageText {
  const source = withLineFeeds(written)
  const root = parsePageFile(source, path)
  const [first, ...others] = root.children ?? []
  const frontMatter = first?.type === 'yaml' ? first : undefined
  const opening = frontMatter ? others[0] : first
  // The title of a reusable content is in its front matter.
  const leading = opening && isTitle(opening) && !isReusable(path) ? opening : frontMatter
  const heading = [...allNodes(root)].find(isTitle)
  const bodyStart = leading ? startOfNextLine(source, spanOf(leading).end) : 0
  const read = readFrontMatter(source, frontMatter)
  const condition = conditionOf(read.members ?? {})
  return {
    ...read,
    ...(condition !== undefined && { condition, fields: withoutLists(read.fields) }),
    ...titleOf(heading, source),
    path,
    source,
    root,
    bodyStart,
    urls: findUrls(source, root).filter(({ start }) => start >= bodyStart),
    notes: [
      ...notesOnFrontMatter(
        path,
        read.members ?? {},
        (member, value) => readMembers.has(member) || isReadElsewhere(member, value),
      ),
      ...(condition === undefined ? [] : [noteOnCondition(path, condition)]),
      ...notesOnTags(path, root),
    ],
  }
}

/** Returns the condition under which visitors are shown a page. One that cannot be a tag is never true. */
function conditionOf({ if: written }: FrontMatter): string | undefined {
  if (written === undefined || written === null || written === true || written === '') return undefined
  const condition = String(written).replace(/\s+/g, ' ').trim()
  return typeof written !== 'string' || condition.includes('%}') ? 'false' : condition
}

/** Pages have no condition of their own, so that lists would name the page to everybody. */
const withoutLists = (fields: PageFields): PageFields => ({
  ...fields,
  ...{ hidden: true, noIndex: true, noRobotsIndex: true },
})

function noteOnCondition(path: string, condition: string): ImportNote {
  const text = `is shown only if ${condition}: that is the condition of its text now, and the page is in no list`
  return noteOf('HIDDEN', path, importLine('IMPORT_CONDITION_OF_PAGE', text, { condition }))
}

function titleOf(heading: MarkdownNode | undefined, source: string): Pick<PageText, 'heading' | 'anchor'> {
  if (!heading) return {}
  const { start, end } = spanOf(heading)
  const { title, anchor } = readTitle(titleText(heading), source.slice(start, end))
  return title === '' ? {} : { heading: title, ...(anchor !== undefined && { anchor }) }
}

const isTitle = ({ type, depth }: MarkdownNode) => type === 'heading' && depth === 1

/** Returns the offset after the rest of the line and the empty lines below it. */
function startOfNextLine(source: string, offset: number): number {
  const gap = /[^\r\n]*(?:(?:\r\n|\r|\n)[ \t]*(?=[\r\n]|$))*(?:\r\n|\r|\n|$)/y
  gap.lastIndex = offset
  return offset + (gap.exec(source)?.[0].length ?? 0)
}
