import { parseFrontMatter } from '../../../body/front-matter.ts'
import { contentLimits } from '../../../body/limits.ts'
import { layoutOf, readMarkdownPage } from '../../../body/markdown-page.ts'
import { type MarkdownNode, spanOf } from '../../../page/file/markdown-file.ts'
import { type ImportLine, importLine } from '../../report/lines.ts'
import type { FrontMatter } from './front-matter.ts'

/** The fields of a page that its front matter states, or a comment in the table of contents. */
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

/** The front matter of a file, as it is read with the file. */
export interface ReadFrontMatter {
  readonly fields: PageFields
  /** The error in the front matter, if any. */
  readonly fault?: ImportLine
  /** The front matter as it is written, in YAML. */
  readonly frontMatter?: string
  readonly members?: FrontMatter
}

/** Maximum characters of front matter. Parsing YAML is much slower than parsing Markdown. */
const maximumFrontMatter = 65_536

export function readFrontMatter(source: string, node: MarkdownNode | undefined): ReadFrontMatter {
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
    return { fields, frontMatter: yaml, members: value as FrontMatter }
  } catch (error) {
    const [quote = ''] = (error as Error).message.split('\n')
    const text = `malformed front matter: ${quote}`
    return { fields: {}, fault: importLine('IMPORT_FRONT_MATTER_MALFORMED', text, { quote }) }
  }
}

/** The members of front matter that something reads. */
export const readMembers: ReadonlySet<string> = new Set(
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
