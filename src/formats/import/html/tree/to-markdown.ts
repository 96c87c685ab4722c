import type { Element, ElementContent, Root, RootContent } from 'hast'
import type { Nodes as MarkdownNodes } from 'mdast'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { documentLimits } from '../../../page/limits.ts'
import { invalidSource } from '../../../source-problems.ts'
import { limitTables } from './table-limits.ts'
import { elementsIn, isElement, withStackGuard } from './tree.ts'

const writeInline = (_state: unknown, { properties }: Element): MarkdownNodes | undefined =>
  properties.markdown === undefined ? undefined : { type: 'html', value: `${properties.markdown}` }

const writer = unified()
  .use(rehypeRemark, {
    handlers: {
      'x-block': (_state, node: Element): MarkdownNodes => ({
        type: 'paragraph',
        children: [{ type: 'html', value: `${node.properties.markdown}` }],
      }),
      'x-inline': writeInline,
      canvas: writeInline,
    },
  })
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '*', rule: '-', fences: true, listItemIndent: 'one', emphasis: '_' })
  .freeze()

/** Serializes a node as Markdown. `path` is the path of the page, for error messages. */
export function treeToMarkdown(node: Root | Element, path: string): string {
  const size = { nodes: 0, characters: 0 }
  measure(node, size, 0, path)
  if (size.characters > documentLimits.markdownLength || size.nodes > documentLimits.nodes)
    throw invalidSource(
      'SOURCE_FILE_TOO_LARGE',
      `${path} is too large for one page: ${size.characters} characters of text. Split it.`,
      { path },
    )
  limitTables(node, path)
  unwrapRepeated(node, new Set())
  keepSpaces(node)
  const root: Root = { type: 'root', children: node.children as RootContent[] }
  return withStackGuard(path, () =>
    writer.stringify(writer.runSync(root) as Parameters<typeof writer.stringify>[0]),
  )
}

/** Containers whose nesting multiplies the cost of serialization. */
const containers = new Set(['ul', 'ol', 'blockquote'])

function measure(
  node: Root | RootContent,
  size: { nodes: number; characters: number },
  depth: number,
  path: string,
): void {
  size.nodes++
  if (node.type === 'text') size.characters += node.value.length
  if (!('children' in node)) return
  const inside = isElement(node) && containers.has(node.tagName) ? depth + 1 : depth
  if (inside > documentLimits.depth)
    throw invalidSource('SOURCE_NESTED_TOO_DEEPLY', `${path} is nested too deeply.`, { path })
  for (const child of node.children) measure(child, size, inside, path)
}

const marks = new Set(
  'b strong i em u s del strike code mark sub sup a span font small big ins q cite'.split(' '),
)

/**
 * Keeps the space after inline Markdown that stands for content, such as a formula. The writer takes an unknown element for
 * nothing, and the space before it and the one after it for the same; a canvas is content.
 */
function keepSpaces(node: Root | Element): void {
  for (const part of elementsIn(node))
    if (part.tagName === 'x-inline' && !`${part.properties.markdown}`.startsWith('<')) part.tagName = 'canvas'
}

/** Unwraps marks inside the same mark. They have no effect, but cost as much as nested lists. */
function unwrapRepeated(node: Root | Element, open: ReadonlySet<string>): void {
  const children: RootContent[] = []
  for (const child of node.children) {
    if (!isElement(child)) {
      children.push(child)
      continue
    }
    const isMark = marks.has(child.tagName)
    unwrapRepeated(child, isMark ? new Set([...open, child.tagName]) : open)
    if (!isMark || !open.has(child.tagName)) children.push(child)
    else for (const inner of child.children) children.push(inner)
  }
  node.children = children as ElementContent[]
}
