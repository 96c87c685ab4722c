import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { AppError } from '../../../errors.ts'
import type { SourceEntry } from './entries.ts'

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

const maximumBytes = 10 * 1024 * 1024

export async function readTextBytes(entry: SourceEntry): Promise<Buffer> {
  const bytes = entry.size > maximumBytes ? undefined : await entry.read()
  if (!bytes || bytes.length > maximumBytes)
    throw new AppError('BAD_USER_INPUT', `${entry.path} is larger than 10 MB.`)
  return bytes
}

/** Without byte order mark, which would shift all places in the text. */
export const decodeText = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '')

export const readText = async (entry: SourceEntry): Promise<string> => decodeText(await readTextBytes(entry))

interface Token {
  readonly start: { readonly offset: number }
  readonly end: { readonly offset: number }
}

interface Compiler {
  readonly stack: { data?: object }[]
  buffer(): void
}

/** Runs where mdast begins to gather an address: notes its place on the link that is being built. */
function noteDestination(this: Compiler, token: Token): void {
  const node = this.stack.at(-1)
  if (node) node.data = { destination: { start: token.start.offset, end: token.end.offset } }
  this.buffer()
}

function destinationPlaces(this: Processor): void {
  const data = this.data() as { fromMarkdownExtensions?: object[] }
  data.fromMarkdownExtensions ??= []
  data.fromMarkdownExtensions.push({
    enter: { resourceDestinationString: noteDestination, definitionDestinationString: noteDestination },
  })
}

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter).use(destinationPlaces)

const maximumNesting = 100
const nestingMarkers = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/

/** Parses a Markdown text; `path` names it if it is refused. */
export function parseMarkdown(text: string, path: string): MarkdownNode {
  checkNesting(text, path)
  try {
    return parser.parse(text) as MarkdownNode
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(path)
    throw error
  }
}

const tooDeep = (path: string) => new AppError('BAD_USER_INPUT', `${path} is nested too deeply.`)

/** A parser spends time and stack on nesting that no author writes: far more than on the rest of a text. */
function checkNesting(text: string, path: string): void {
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (listAndQuoteDepth(line) > maximumNesting) throw tooDeep(path)
    if (bracketDepth(line) > maximumNesting) throw tooDeep(path)
  }
}

/** Each level needs a marker: on the same line or, for lists, above, with at least two columns of indentation below. */
function listAndQuoteDepth(line: string): number {
  const [markers = ''] = nestingMarkers.exec(line) ?? []
  const indentation = markers.length - markers.trimStart().length
  return (markers.match(/[>*+.)-]/g)?.length ?? 0) + Math.floor(indentation / 2)
}

function bracketDepth(line: string): number {
  if (line.length <= maximumNesting) return 0
  let depth = 0
  let deepest = 0
  for (const [bracket] of line.matchAll(/[[\]]/g)) {
    depth = bracket === '[' ? depth + 1 : Math.max(0, depth - 1)
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** All nodes below and including this one, in the order of the text. */
export function* allNodes(root: MarkdownNode): Generator<MarkdownNode> {
  const pending = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node
    pending.push(...(node.children ?? []).toReversed())
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
