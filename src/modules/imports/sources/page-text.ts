import { parse as parseYaml } from 'yaml'
import { contentLimits } from '../../content/limits.ts'
import { layoutOf, readMarkdownPage } from '../../content/markdown-page.ts'
import { type Address, findAddresses } from './addresses.ts'
import { allNodes, type MarkdownNode, parseMarkdown, plainText, spanOf } from './markdown-text.ts'

/** What the Markdown file of a page says. */
export interface PageText {
  readonly fields: PageFields
  /** What is wrong with the front matter. */
  readonly fault?: string
  /** The first heading of the first level. */
  readonly heading?: string
  /** The whole file. */
  readonly source: string
  /** Where the body begins in it: behind front matter and leading heading. */
  readonly bodyStart: number
  /** The addresses in the body. */
  readonly addresses: readonly Address[]
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

/** Reads the text of the Markdown file at `path`. */
export function readPageText(source: string, path: string): PageText {
  const root = parseMarkdown(source, path)
  const [first, ...others] = root.children ?? []
  const frontMatter = first?.type === 'yaml' ? first : undefined
  const opening = frontMatter ? others[0] : first
  const leading = opening && isTitle(opening) ? opening : frontMatter
  const heading = [...allNodes(root)].find(isTitle)
  const bodyStart = leading ? startOfNextLine(source, spanOf(leading).end) : 0
  return {
    ...readFrontMatter(source, frontMatter),
    heading: heading && (plainText(heading) || undefined),
    source,
    bodyStart,
    addresses: findAddresses(source, root).filter(({ start }) => start >= bodyStart),
  }
}

const isTitle = ({ type, depth }: MarkdownNode) => type === 'heading' && depth === 1

/** Behind the rest of the line and the empty lines below it. */
function startOfNextLine(source: string, offset: number): number {
  const gap = /[^\r\n]*(?:(?:\r\n|\r|\n)[ \t]*(?=[\r\n]|$))*(?:\r\n|\r|\n|$)/y
  gap.lastIndex = offset
  return offset + (gap.exec(source)?.[0].length ?? 0)
}

/** Reading YAML takes far longer than reading Markdown. */
const maximumFrontMatter = 65_536

function readFrontMatter(source: string, node: MarkdownNode | undefined): Pick<PageText, 'fields' | 'fault'> {
  if (!node) return { fields: {} }
  const yaml = node.value ?? ''
  if (yaml.length > maximumFrontMatter)
    return { fields: {}, fault: `malformed front matter: it is longer than ${maximumFrontMatter} characters` }
  try {
    // Aliases could make a small text stand for an immense value.
    const value: unknown = parseYaml(yaml, { maxAliasCount: 0, logLevel: 'error' }) ?? {}
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { fields: {}, fault: 'malformed front matter: it is no mapping' }
    return { fields: pageFields(source.slice(0, spanOf(node).end), value) }
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    return { fields: {}, fault: `malformed front matter: ${reason}` }
  }
}

function pageFields(frontMatter: string, value: object): PageFields {
  const { fields } = readMarkdownPage(frontMatter)
  return {
    ...fields,
    ...uncut(value),
    slug: readSlug((value as { slug?: unknown }).slug),
    layout: layoutOf(fields),
  }
}

/** A slug is stated where no name of a file says it. One that no page could have means something else to its author. */
export function readSlug(slug: unknown): string | undefined {
  const { pattern, maxLength } = contentLimits.slug
  return typeof slug === 'string' && slug.length <= maxLength && pattern.test(slug) ? slug : undefined
}

/** What a comment beside a group or a link in a table of contents says of it: a mapping, as in front matter. */
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

/** What is too long for a page is cut off where pages are made, and not left out as where clients write pages. */
function uncut(value: object): Pick<PageFields, 'title' | 'description'> {
  const texts = Object.entries(value).filter(
    ([name, text]) => (name === 'title' || name === 'description') && typeof text === 'string' && text.trim(),
  )
  return Object.fromEntries(texts)
}
