import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { invalidSource } from '../../source-problems.ts'

export const htmlLimits = {
  /** The maximum size of one page. */
  bytes: 10 * 1024 * 1024,
  /** Maximum nesting of elements. */
  depth: 300,
  elements: 300_000,
} as const

type Node = DefaultTreeAdapterTypes.Node
type Parent = DefaultTreeAdapterTypes.ParentNode

/** Parses an HTML page. Throws an input error if that would take too long. */
export function parsePage(html: string): Root {
  if (Buffer.byteLength(html) > htmlLimits.bytes)
    throw invalidSource(
      'SOURCE_PAGE_TOO_LARGE',
      `The HTML is larger than ${htmlLimits.bytes} bytes. Split it into several pages.`,
    )
  const document = parse(html.replaceAll('\0', ''), {
    scriptingEnabled: false,
    treeAdapter: boundedAdapter(),
  })
  assertDepth(document)
  return fromParse5(document) as Root
}

/**
 * Creates a tree adapter that enforces the limits. The parser searches the open elements at each tag and
 * repeats open formatting in each paragraph, so that unlimited nesting would take quadratic time.
 */
function boundedAdapter(): typeof defaultTreeAdapter {
  let depth = 0
  let elements = 0
  return {
    ...defaultTreeAdapter,
    createElement: (...parts) => {
      if (++elements > htmlLimits.elements)
        throw invalidSource(
          'SOURCE_PAGE_TOO_LARGE',
          `The HTML has more than ${htmlLimits.elements} elements. Split it into several pages.`,
        )
      return defaultTreeAdapter.createElement(...parts)
    },
    // Misplaced content of a table is inserted before it. The table is near the end, so the search starts
    // there.
    insertBefore: (parent, node, reference) => {
      parent.childNodes.splice(indexOf(parent, reference), 0, node)
      node.parentNode = parent
    },
    insertTextBefore: (parent, text, reference) => {
      const index = indexOf(parent, reference)
      const previous = parent.childNodes[index - 1]
      if (previous && defaultTreeAdapter.isTextNode(previous)) previous.value += text
      else {
        const node = defaultTreeAdapter.createTextNode(text)
        parent.childNodes.splice(index, 0, node)
        node.parentNode = parent
      }
    },
    onItemPush: () => {
      if (++depth > htmlLimits.depth) throw tooDeep()
    },
    onItemPop: () => {
      depth--
    },
  }
}

const indexOf = (parent: Parent, node: Node) => parent.childNodes.lastIndexOf(node as never)

const tooDeep = () =>
  invalidSource(
    'SOURCE_PAGE_NESTED_TOO_DEEPLY',
    `The HTML has more than ${htmlLimits.depth} levels of nested elements. Close all open elements.`,
  )

function assertDepth(document: Parent): void {
  let level: Node[] = [document]
  for (let depth = 0; level.length > 0; depth++) {
    // The document and `<html>` contain all other nodes.
    if (depth > htmlLimits.depth + 2) throw tooDeep()
    level = level.flatMap((node) => ('childNodes' in node ? node.childNodes : []))
  }
}
