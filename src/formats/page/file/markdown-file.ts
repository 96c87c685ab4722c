import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { AppError } from '../../../base/errors.ts'
import { getOrCreate } from '../../../base/get-or-create.ts'
import { invalidSource, problemOfPart } from '../../source-problems.ts'
import { absentConstructs, withoutConstructs } from '../syntax/absent-constructs.ts'
import { documentSyntax } from '../syntax/markdown-syntax.ts'
import { parserGuard, prepareToParse } from '../syntax/parser-guard.ts'

/** The members of a Markdown node that rewriting of links and imports use. */
export interface MarkdownNode {
  readonly type: string
  readonly depth?: number
  readonly url?: string
  readonly value?: string
  readonly alt?: string
  /** The title of a link. */
  readonly title?: string | null
  /** The first number of an ordered list. */
  readonly start?: number | null
  readonly children?: readonly MarkdownNode[]
  readonly position?: {
    readonly start: { offset?: number; line?: number }
    readonly end: { offset?: number; line?: number }
  }
  /** The position of the URL of a link, image or definition. */
  readonly data?: { readonly destination?: Span }
}

/** A range of offsets. `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface Token {
  readonly start: { readonly offset: number }
  readonly end: { readonly offset: number }
}

interface Compiler {
  readonly stack: { data?: object }[]
  buffer(): void
}

/** Stores the position of a URL on its link. Runs when mdast starts to collect the URL. */
function recordDestination(this: Compiler, token: Token): void {
  const node = this.stack.at(-1)
  if (node) node.data = { destination: { start: token.start.offset, end: token.end.offset } }
  this.buffer()
}

/** Configures the syntax of stored pages as far as it affects links, and the parser guard. */
function importSyntax(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), parserGuard]
  // The transforms turn bare URLs into links. Imports leave them as text.
  const withoutTransforms = (data.fromMarkdownExtensions ?? [])
    .flat()
    .map((extension) => ({ ...extension, transforms: [] }))
  data.fromMarkdownExtensions = [...withoutTransforms, destinations]
}

const destinations = {
  enter: { resourceDestinationString: recordDestination, definitionDestinationString: recordDestination },
} as object

function recordDestinations(this: Processor): void {
  const data = this.data()
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), destinations]
}

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkFrontmatter)
  .use(importSyntax)
  .freeze()

/** Parses a Markdown text. `path` is the path of the file, for error messages. */
export const parseMarkdown = (text: string, path: string): MarkdownNode => parseWith(parser, text, path)

/** The syntax of stored pages, with front matter and the positions of URLs. */
const pageFileParser = (absent: readonly string[]) =>
  unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkMath, { singleDollarTextMath: false })
    .use(remarkFrontmatter)
    .use(documentSyntax)
    .use(recordDestinations)
    .use(withoutConstructs, absent)
    .freeze()

/** The parsers of files without some constructs. */
const pageFileParsers = new Map<string, ReturnType<typeof pageFileParser>>()

/** Parses the Markdown file of a page as its body will be parsed. */
export const parsePageFile = (text: string, path: string): MarkdownNode =>
  parseWith(pageFileParserFor(text), text, path)

function pageFileParserFor(text: string) {
  const absent = absentConstructs(text)
  return getOrCreate(pageFileParsers, absent.join(' '), () => pageFileParser(absent))
}

function parseWith(processor: { parse(text: string): object }, text: string, path: string): MarkdownNode {
  try {
    prepareToParse(text)
    return processor.parse(text) as MarkdownNode
  } catch (error) {
    throw toInputError(error, path)
  }
}

/**
 * Converts an error of the parser to an input error with the path of the file. The parser is recursive, so that
 * nested structures can overflow the stack.
 */
function toInputError(error: unknown, path: string): unknown {
  const [fault] = error instanceof AppError ? (error.fields ?? []) : []
  if (fault)
    return invalidSource('SOURCE_PART_UNREADABLE', `${path} ${fault.message}.`, {
      path,
      problem: problemOfPart(error as AppError),
    })
  if (error instanceof RangeError)
    return invalidSource('SOURCE_NESTED_TOO_DEEPLY', `${path} is nested too deeply.`, { path })
  return error
}

/** Yields a node and all nodes below it, in document order. */
export function* allNodes(root: MarkdownNode): Generator<MarkdownNode> {
  const pending = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node
    for (const child of (node.children ?? []).toReversed()) pending.push(child)
  }
}

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
