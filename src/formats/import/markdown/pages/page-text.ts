import { parseFrontMatter } from '../../../body/front-matter.ts'
import { contentLimits } from '../../../body/limits.ts'
import { layoutOf, readMarkdownPage } from '../../../body/markdown-page.ts'
import { readTitle } from '../../../page/file/heading-attributes.ts'
import { allNodes, type MarkdownNode, parsePageFile, spanOf } from '../../../page/file/markdown-file.ts'
import { findUrls, type UrlSpan } from '../../../page/file/markdown-urls.ts'
import { withLineFeeds } from '../../../page/model/normalize-text.ts'
import { type ImportLine, importLine } from '../../report/lines.ts'
import type { Matter } from '../repository/front-matter.ts'
import { type ImportNote, noteOf } from '../repository/outline.ts'
import { isReusable } from '../repository/repository.ts'
import { titleText } from '../repository/title-text.ts'
import { notesOnFrontMatter, notesOnTags } from './page-notes.ts'

/** The parts of the Markdown file of a page. */
export interface PageText {
  readonly fields: PageFields
  /** The error in the front matter, if any. */
  readonly fault?: ImportLine
  /** The front matter as it is written, in YAML. */
  readonly frontMatter?: string
  /** The text of the first level-1 heading. */
  readonly heading?: string
  /** The id that this heading states as its anchor. */
  readonly anchor?: string
  readonly members?: Matter
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

export interface PageFields {
  readonly title?: string
  readonly slug?: string
  readonly description?: string
  readonly icon?: string
  readonly emoji?: string
  readonly hidden?: boolean
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly layout?: object
  readonly cover?: string
  readonly coverY?: number
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
function conditionOf({ if: written }: Matter): string | undefined {
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

/** Maximum characters of front matter. Parsing YAML is much slower than parsing Markdown. */
const maximumFrontMatter = 65_536

function readFrontMatter(
  source: string,
  node: MarkdownNode | undefined,
): Pick<PageText, 'fields' | 'fault' | 'frontMatter' | 'members'> {
  if (!node) return { fields: {} }
  const yaml = node.value ?? ''
  if (yaml.length > maximumFrontMatter)
    return {
      fields: {},
      fault: importLine(
        'IMPORT_FRONT_MATTER_TOO_LONG',
        `malformed front matter: it is longer than ${maximumFrontMatter} characters`,
        { maximum: maximumFrontMatter },
      ),
    }
  try {
    const value: unknown = parseFrontMatter(yaml) ?? {}
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return {
        fields: {},
        fault: importLine('IMPORT_FRONT_MATTER_NOT_MAPPING', 'malformed front matter: it is not a mapping'),
      }
    const fields = pageFields(source.slice(0, spanOf(node).end), value)
    return { fields, frontMatter: yaml, members: value as Matter }
  } catch (error) {
    const [quote = ''] = (error as Error).message.split('\n')
    const text = `malformed front matter: ${quote}`
    return { fields: {}, fault: importLine('IMPORT_FRONT_MATTER_MALFORMED', text, { quote }) }
  }
}

/** The members of front matter that something reads. */
const readMembers: ReadonlySet<string> = new Set(
  'title slug description emoji icon hidden noIndex noRobotsIndex cover coverY layout vars if'.split(' '),
)

function pageFields(frontMatter: string, value: object): PageFields {
  const { fields } = readMarkdownPage(frontMatter)
  return {
    ...fields,
    ...fullTexts(value),
    slug: readSlug((value as { slug?: unknown }).slug),
    layout: layoutOf(fields),
  }
}

/**
 * Returns the slug of the front matter. An invalid slug is ignored, because the field may have another meaning
 * to the author.
 */
export function readSlug(slug: unknown): string | undefined {
  const { pattern, maxLength } = contentLimits.slug
  return typeof slug === 'string' && slug.length <= maxLength && pattern.test(slug) ? slug : undefined
}

/**
 * Reads the fields of a group or a link from a comment in the table of contents. The comment contains the same
 * mapping as front matter.
 */
export function readFieldsComment(html: string): PageFields {
  const json = /^<!-- (\{.*\}) -->$/s.exec(html)?.[1]
  if (json === undefined || json.length > maximumFrontMatter) return {}
  try {
    const value: unknown = JSON.parse(json)
    return pageFields(`---\n${json}\n---\n`, value as object)
  } catch {
    return {}
  }
}

/**
 * Returns the title and description at their full length. They are truncated when the page is created, instead
 * of being dropped as in writes by clients.
 */
function fullTexts(value: object): Pick<PageFields, 'title' | 'description'> {
  const texts = Object.entries(value).filter(
    ([name, text]) => (name === 'title' || name === 'description') && typeof text === 'string' && text.trim(),
  )
  return Object.fromEntries(texts)
}
