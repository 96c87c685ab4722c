import type { Element, Root } from 'hast'
import type { Root as MarkdownRoot } from 'mdast'
import rehypeRemark from 'rehype-remark'
import { unified } from 'unified'
import { AppError } from '../../../base/errors.ts'
import { documentLimits } from '../../page/limits.ts'
import { stringifyMarkdown } from '../../page/syntax/markdown-syntax.ts'
import { invalidSource } from '../../source-problems.ts'
import { markdownHandlers } from './markdown-nodes.ts'
import type { PageContext } from './page-context.ts'
import { contentsOf, readContents } from './page-rules.ts'
import { parsePage } from './parse-page.ts'
import { attributeOf, element, elementsIn, findElement, lineOf, text } from './tree/tree.ts'
import { type Rewrite, UrlCollector } from './urls.ts'

export interface HtmlPage {
  readonly title?: string
  readonly description?: string
  /** The content below the title. */
  readonly markdown: string
  /** The original URLs of the images, files and links that are in the Markdown. */
  readonly urls: readonly string[]
}

export interface HtmlOptions {
  readonly rewrite?: Rewrite
  /** `main` selects the main element of the page, if it has one. */
  readonly root?: 'main' | 'body'
}

/**
 * Converts an HTML page to Markdown. Throws an input error if it is too large or too complex, and no other
 * errors.
 */
export function htmlToMarkdown(html: string, options: HtmlOptions = {}): HtmlPage {
  return pageToMarkdown(parsePage(html), options)
}

export function pageToMarkdown(page: Root, { rewrite, root = 'body' }: HtmlOptions = {}): HtmlPage {
  const part = (root === 'main' ? mainPart(page) : undefined) ?? bodyOf(page)
  const urls = new UrlCollector(rewrite)
  return withStackGuard(() => {
    const contents = element('div', {}, contentsOf(part, newReading(urls)))
    assertPageSize(contents)
    const heading = findElement(contents, ({ tagName }) => tagName === 'h1')
    const title = ((heading && lineOf(heading)) || titleOf(page))?.slice(0, maximumTitle).toWellFormed()
    if (heading) removeNode(contents, heading)
    return {
      ...(title ? { title } : {}),
      ...descriptionOf(page, lineOf(contents)),
      markdown: writeMarkdown(contents),
      urls: [...urls.written],
    }
  })
}

/** Titles are truncated to their actual limit when the pages are created. */
const maximumTitle = 1000

const newReading = (urls: UrlCollector): PageContext => ({
  urls,
  isInCell: false,
  isInItem: false,
  containers: 0,
  spans: { left: 20_000 },
  read: readContents,
})

/** Runs a function and converts a stack overflow into an input error: recursion depth depends on the page. */
function withStackGuard<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError || !(error instanceof RangeError)) throw error
    throw invalidSource(
      'SOURCE_PAGE_NESTED_TOO_DEEPLY',
      'The HTML is nested too deeply. Close all open elements.',
    )
  }
}

const bodyOf = (page: Root): Root | Element => findElement(page, ({ tagName }) => tagName === 'body') ?? page

function mainPart(page: Root): Element | undefined {
  const main =
    findElement(page, ({ tagName }) => tagName === 'main') ??
    findElement(page, (node) => attributeOf(node, 'role') === 'main')
  const articles = [...elementsIn(main ?? page)].filter(({ tagName }) => tagName === 'article')
  // Several articles are a list of entries, of which none is the main content.
  return articles.length === 1 ? articles[0] : main
}

function titleOf(page: Root): string | undefined {
  const title = findElement(page, ({ tagName }) => tagName === 'title')
  return (title && lineOf(title)) || undefined
}

/** Returns the meta description of a page, unless it repeats the beginning of its text. */
function descriptionOf(page: Root, words: string): { description?: string } {
  const meta = findElement(
    page,
    (node) => node.tagName === 'meta' && attributeOf(node, 'name')?.toLowerCase() === 'description',
  )
  const description = meta && attributeOf(meta, 'content')?.replace(/\s+/g, ' ').trim()
  const isRepeated = description !== undefined && words.slice(0, 1000).includes(description.slice(0, 60))
  return description && !isRepeated ? { description } : {}
}

function removeNode(contents: Element, node: Element): void {
  const parent = [contents, ...elementsIn(contents)].find(({ children }) => children.includes(node))
  if (parent) parent.children = parent.children.filter((child) => child !== node)
}

/** Maximum nodes of the extracted content. A page with more would exceed the limits of a document. */
const maximumNodes = 60_000

const toMarkdownTree = unified().use(rehypeRemark, { handlers: markdownHandlers }).freeze()

function writeMarkdown(contents: Element): string {
  const root: Root = { type: 'root', children: [contents, text('\n')] as Root['children'] }
  const markdown = stringifyMarkdown(toMarkdownTree.runSync(root) as MarkdownRoot)
  if (markdown.length > documentLimits.markdownLength) throw tooLong()
  return markdown
}

const tooLong = () =>
  invalidSource(
    'SOURCE_PAGE_TOO_LARGE',
    `The page is longer than ${documentLimits.markdownLength} characters of Markdown. Split it into several pages.`,
  )

function assertPageSize(contents: Element): void {
  let nodes = 0
  let characters = 0
  for (const node of elementsIn(contents)) {
    nodes += 1 + node.children.length
    for (const child of node.children) if (child.type === 'text') characters += child.value.length
  }
  if (characters > 4 * documentLimits.markdownLength) throw tooLong()
  if (nodes > maximumNodes)
    throw invalidSource(
      'SOURCE_PAGE_TOO_LARGE',
      `The page has more than ${maximumNodes} nodes. Split it into several pages.`,
    )
}
