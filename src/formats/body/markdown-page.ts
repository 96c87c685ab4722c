import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { z } from 'zod'
import { brokenRule } from '../../base/rules.ts'
import { onOneLine } from '../../base/validation.ts'
import { readTitle } from '../page/file/heading-attributes.ts'
import { withLineFeeds } from '../page/model/normalize-text.ts'
import { titleOfNodes } from '../page/model/title-expressions.ts'
import { emojiCodeOf } from '../page/syntax/emoji-names.ts'
import { parseFrontMatter } from './front-matter.ts'
import { contentLimits } from './limits.ts'

/** The parts of a Markdown text that begins with front matter, a heading, or both. */
export interface MarkdownPage {
  readonly fields: FrontMatter
  /** The front matter as it is written, in YAML. It may have members of the author's own. */
  readonly frontMatter?: string
  /** The text of the first-level heading at the start, if it can be a title. */
  readonly heading?: string
  /** The id that the heading states as its anchor. */
  readonly anchor?: string
  /** The Markdown without front matter, and without that heading unless it is more than a text, such as a link. */
  readonly body: string
}

const text = ({ minLength, maxLength }: { minLength?: number; maxLength: number }) =>
  z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim())
    .pipe(
      z
        .string()
        .min(minLength ?? 0)
        .max(maxLength),
    )
    .optional()
    .catch(undefined)

const flag = z.boolean().optional().catch(undefined)

const part = z
  .union([z.boolean().transform((visible) => ({ visible })), z.looseObject({ visible: flag })])
  .optional()
  .catch(undefined)

/** Members with an unexpected type are ignored, because front matter may contain arbitrary data of the author. */
const frontMatter = z.object({
  title: text(contentLimits.title)
    .transform((title) => title && onOneLine(title))
    .optional(),
  description: text(contentLimits.description),
  emoji: text(contentLimits.emoji)
    .transform((emoji) => emoji && (emojiCodeOf(emoji) ?? emoji))
    .optional(),
  icon: text(contentLimits.icon),
  hidden: flag,
  noIndex: flag,
  noRobotsIndex: flag,
  cover: text(contentLimits.url),
  coverY: z.number().optional().catch(undefined),
  layout: z
    .object({
      width: z.enum(['default', 'wide']).optional().catch(undefined),
      cover: z
        .looseObject({ visible: flag, size: z.enum(['hero', 'full']).optional().catch(undefined) })
        .optional()
        .catch(undefined),
      title: part,
      description: part,
      tableOfContents: part,
      outline: part,
      pagination: part,
      metadata: part,
    })
    .optional()
    .catch(undefined),
})

export type FrontMatter = Partial<z.infer<typeof frontMatter>>

const frontMatterBlock = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/
const numberSignHeading = /^#[ \t](.*?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/
const underlinedHeading = /^([^\s#>*+\-=`~|<{\d].*)\r?\n=+[ \t]*(?:\r?\n|$)/

/** Splits a Markdown text into front matter, leading heading and body, without parsing the body. */
export function readMarkdownPage(markdown: string): MarkdownPage {
  const source = withLineFeeds(markdown).replace(/^\uFEFF/, '')
  const block = frontMatterBlock.exec(source)
  const front = block && readFrontMatter(block[1] ?? '')
  const text = source.slice(front ? block[0].length : 0).trim()
  const [line] = (hasLongLine(text) ? null : leadingHeading(text)) ?? []
  const { heading, anchor, isText } = line === undefined ? {} : readHeading(line)
  return {
    fields: front?.fields ?? {},
    ...(front?.yaml && { frontMatter: front.yaml }),
    ...(heading !== undefined && { heading }),
    ...(anchor !== undefined && { anchor }),
    body: line !== undefined && heading !== undefined && isText ? text.slice(line.length).trim() : text,
  }
}

const leadingHeading = (text: string) => numberSignHeading.exec(text) ?? underlinedHeading.exec(text)

/** The pattern of a heading tries every blank of its line as the one before the closing marks. */
function hasLongLine(body: string): boolean {
  const end = body.indexOf('\n')
  return (end < 0 ? body.length : end) > maximumHeading
}

/** Parsing YAML is much slower than parsing Markdown. */
const maximumFrontMatter = 65_536

/** Returns what front matter has; undefined for a text between thematic breaks, which is a part of the body. */
function readFrontMatter(yaml: string): { fields: FrontMatter; yaml: string } | undefined {
  if (yaml.length > maximumFrontMatter)
    throw brokenRule('markdown', 'FRONT_MATTER_TOO_LONG', { maximum: maximumFrontMatter })
  const value = parsedYaml(yaml)
  if (value === null) return { fields: {}, yaml: '' }
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  return { fields: frontMatter.catch({}).parse(value), yaml }
}

/** Returns the value of YAML, undefined if it is malformed. */
function parsedYaml(yaml: string): unknown {
  try {
    return parseFrontMatter(yaml) ?? null
  } catch {
    return undefined
  }
}

interface Node {
  readonly type: string
  readonly value?: string
  readonly children?: readonly Node[]
}

/** Characters of a heading that may be a title. Its markup may take more than the title. */
const maximumHeading = 4 * contentLimits.title.maxLength

const parser = unified().use(remarkParse)

/** Nodes of which a title has all that they say. */
const textNodes = new Set(['root', 'heading', 'text', 'emphasis', 'strong', 'inlineCode'])

/** Returns the title that a heading is, if it is one and not too long, and whether the heading says nothing else. */
function readHeading(line: string): { heading?: string; anchor?: string; isText?: boolean } {
  const node = parser.parse(line) as Node
  const { title: heading, anchor } = readTitle(onOneLine(textOf(node)).trim(), line)
  const isTitle = heading !== '' && [...heading].length <= contentLimits.title.maxLength
  return isTitle ? { heading, ...(anchor !== undefined && { anchor }), isText: isText(node) } : {}
}

const isText = ({ type, children = [] }: Node): boolean => textNodes.has(type) && children.every(isText)

const textOf = (node: Node): string =>
  titleOfNodes(leavesOf(node), ({ type, value = '' }) => (type === 'html' ? '' : value))

const leavesOf = (node: Node): readonly Node[] =>
  node.value === undefined ? (node.children ?? []).flatMap(leavesOf) : [node]

/** Returns the layout of front matter in the form in which pages store it. */
export function layoutOf({ layout }: FrontMatter): object | undefined {
  if (!layout) return undefined
  const { width, cover, ...parts } = layout
  const visible = Object.entries(parts).map(([name, value]) => [name, value?.visible])
  const all = { ...Object.fromEntries(visible), cover: cover?.visible, coverSize: cover?.size, width }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
