import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { z } from 'zod'
import { invalidInput } from '../../errors.ts'
import { emojiCodeOf } from '../../page-format/emoji-names.ts'
import { parseFrontMatter } from './front-matter.ts'
import { contentLimits } from './limits.ts'

/** The parts of a Markdown text that begins with front matter, a heading, or both. */
export interface MarkdownPage {
  readonly fields: FrontMatter
  /** The text of the first-level heading at the start of the body, if there is one. */
  readonly heading?: string
  /** The Markdown without front matter. */
  readonly body: string
  /** The Markdown without front matter and without that heading. */
  readonly bodyBelowHeading: string
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
  title: text(contentLimits.title),
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
const numberSignHeading = /^# (.*?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/
const underlinedHeading = /^([^\s#>*+\-=`~|<{\d].*)\r?\n=+[ \t]*(?:\r?\n|$)/

/** Splits a Markdown text into front matter, leading heading and body, without parsing the body. */
export function readMarkdownPage(markdown: string): MarkdownPage {
  const source = markdown.replace(/^\uFEFF/, '')
  const front = frontMatterBlock.exec(source)
  const body = source.slice(front?.[0].length ?? 0).trim()
  const heading = hasLongLine(body)
    ? underlinedHeading.exec(body)
    : (numberSignHeading.exec(body) ?? underlinedHeading.exec(body))
  return {
    fields: front ? readFrontMatter(front[1] ?? '') : {},
    heading: heading ? plainHeading(heading[0]) || undefined : undefined,
    body,
    bodyBelowHeading: heading ? body.slice(heading[0].length).trim() : body,
  }
}

/** The pattern of a heading tries every blank of its line as the one before the closing marks. */
function hasLongLine(body: string): boolean {
  const end = body.indexOf('\n')
  return (end < 0 ? body.length : end) > maximumHeading
}

/** Parsing YAML is much slower than parsing Markdown. */
const maximumFrontMatter = 65_536

function readFrontMatter(source: string): FrontMatter {
  if (source.length > maximumFrontMatter)
    throw invalidInput('markdown', `has front matter of more than ${maximumFrontMatter} characters`)
  try {
    return frontMatter.catch({}).parse(parseFrontMatter(source))
  } catch {
    return {}
  }
}

interface Node {
  readonly value?: string
  readonly children?: readonly Node[]
}

/** Characters of a heading that may be a title. Its markup may take more than the title. */
const maximumHeading = 4 * contentLimits.title.maxLength

const parser = unified().use(remarkParse)

const plainHeading = (line: string): string =>
  line.length > maximumHeading ? '' : textOf(parser.parse(line) as Node).trim()

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('')

/** Returns the layout of front matter in the form in which pages store it. */
export function layoutOf({ layout }: FrontMatter): object | undefined {
  if (!layout) return undefined
  const { width, cover, ...parts } = layout
  const visible = Object.entries(parts).map(([name, value]) => [name, value?.visible])
  const all = { ...Object.fromEntries(visible), cover: cover?.visible, coverSize: cover?.size, width }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
