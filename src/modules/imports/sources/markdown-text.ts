import { isUtf8 } from 'node:buffer'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { AppError } from '../../../errors.ts'
import { assertMarkdownWithinLimits, parserGuard } from '../../../page-format/parser-guard.ts'
import type { SourceEntry } from './entries.ts'
import type { SourceLimits } from './limits.ts'

/** A node of a parsed Markdown text, as far as an import looks at it. */
export interface MarkdownNode {
  readonly type: string
  readonly depth?: number
  readonly url?: string
  readonly value?: string
  readonly alt?: string
  readonly children?: readonly MarkdownNode[]
  readonly position?: { readonly start: { offset?: number }; readonly end: { offset?: number } }
  /** Where the address of a link, image or definition stands in the text. */
  readonly data?: { readonly destination?: Span }
}

/** From the first character up to the one after the last. */
export interface Span {
  readonly start: number
  readonly end: number
}

export async function readTextBytes(entry: SourceEntry, { markdownBytes }: SourceLimits): Promise<Buffer> {
  const bytes = entry.size > markdownBytes ? undefined : await entry.read()
  if (!bytes || bytes.length > markdownBytes)
    throw new AppError('BAD_USER_INPUT', `${entry.path} is larger than ${markdownBytes} bytes.`)
  if (isBinary(bytes)) throw new AppError('BAD_USER_INPUT', `${entry.path} is no text in UTF-8.`)
  return bytes
}

/** As git tells it, by a byte 0 near its beginning; but that is also a character, of texts that are strange. */
const isBinary = (bytes: Buffer) => bytes.subarray(0, 8000).includes(0) && !isUtf8(bytes)

/** Without byte order mark, which would shift all places in the text. */
export const decodeText = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '')

export const readText = async (entry: SourceEntry, limits: SourceLimits): Promise<string> =>
  decodeText(await readTextBytes(entry, limits))

interface Token {
  readonly start: { readonly offset: number }
  readonly end: { readonly offset: number }
}

interface Compiler {
  readonly stack: { data?: object }[]
  buffer(): void
}

/** Runs where mdast begins to gather an address: notes its place on the link that is being built. */
function recordDestination(this: Compiler, token: Token): void {
  const node = this.stack.at(-1)
  if (node) node.data = { destination: { start: token.start.offset, end: token.end.offset } }
  this.buffer()
}

/** The syntax of stored pages, as far as links depend on it, and its guard against texts that take too long. */
function importSyntax(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), parserGuard]
  // The transforms make links of bare addresses, which an import leaves as they are.
  const withoutTransforms = (data.fromMarkdownExtensions ?? [])
    .flat()
    .map((extension) => ({ ...extension, transforms: [] }))
  const destinations = {
    enter: { resourceDestinationString: recordDestination, definitionDestinationString: recordDestination },
  } as object
  data.fromMarkdownExtensions = [...withoutTransforms, destinations]
}

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkFrontmatter)
  .use(importSyntax)
  .freeze()

/** Parses a Markdown text; `path` names it if it is refused. */
export function parseMarkdown(text: string, path: string): MarkdownNode {
  try {
    assertMarkdownWithinLimits(text)
    return parser.parse(text) as MarkdownNode
  } catch (error) {
    throw refusalOf(error, path)
  }
}

/** The parser calls itself for nested structures: what overflows the stack is a fault of the text. */
function refusalOf(error: unknown, path: string): unknown {
  const [fault] = error instanceof AppError ? (error.fields ?? []) : []
  if (fault) return new AppError('BAD_USER_INPUT', `${path} ${fault.message}.`)
  if (error instanceof RangeError) return new AppError('BAD_USER_INPUT', `${path} is nested too deeply.`)
  return error
}

/** All nodes below and including this one, in the order of the text. */
export function* allNodes(root: MarkdownNode): Generator<MarkdownNode> {
  const pending = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node
    for (const child of (node.children ?? []).toReversed()) pending.push(child)
  }
}

/** What a reader sees of a node: its text without marks. */
export function plainText(root: MarkdownNode): string {
  const texts = [...allNodes(root)].map((node) =>
    node.type === 'html' ? '' : (node.value ?? node.alt ?? ''),
  )
  return texts.join('').replace(/\s+/g, ' ').trim()
}

export const spanOf = ({ position }: MarkdownNode): Span => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})
