import { htmlAttributes } from '../html/html.ts'
import { expandableParts, isEmptyTitle } from '../model/expandables.ts'
import { headingLevel } from '../model/nodes.ts'
import { opaqueSource } from '../model/opaque.ts'
import { taskStateIn } from '../model/task-lists.ts'
import type { Block, List } from '../types.ts'
import { preformatted } from './write-code.ts'
import type { WriteContext } from './write-context.ts'
import { htmlText, writeHtmlInline } from './write-html-inline.ts'
import { imagesElement } from './write-media.ts'
import { tableElement } from './write-table.ts'

/**
 * Serializes blocks as HTML, for table cells, where Markdown is not parsed. Blocks without an HTML equivalent
 * become text.
 */
export const writeHtmlBlocks = (blocks: readonly Block[], context: WriteContext): string =>
  blocks.map((block) => writeHtmlBlock(block, context)).join('')

function writeHtmlBlock(block: Block, context: WriteContext): string {
  switch (block.type) {
    case 'paragraph':
      return element('p', { align: block.data?.align }, writeHtmlInline(block.nodes, context))
    case 'heading-1':
    case 'heading-2':
    case 'heading-3': {
      const { id, align } = block.data
      return element(`h${headingLevel(block)}`, { id, align }, writeHtmlInline(block.nodes, context))
    }
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return writeHtmlList(block, context)
    case 'divider':
      return '<hr>'
    case 'blockquote':
      return element('blockquote', {}, writeHtmlBlocks(block.nodes, context))
    case 'code':
      return preformatted(block, context, '&#10;')
    case 'images':
      return imagesElement(block, context)
    case 'table':
      return tableElement(block, context)
    case 'expandable': {
      const { title, body } = expandableParts(block.fragments)
      const summary = isEmptyTitle(title) ? '' : element('summary', {}, writeHtmlInline(title, context))
      return element('details', {}, summary + writeHtmlBlocks(body, context))
    }
    case 'integration':
      return opaqueElement(block)
    default:
      return writeAsText(block, context)
  }
}

/** Writes what a block keeps of HTML. */
function opaqueElement(block: Block): string {
  const source = opaqueSource(block)
  return source?.startsWith('<') ? source : ''
}

const element = (
  name: string,
  attributes: Record<string, string | number | undefined>,
  content: string,
): string => `<${name}${htmlAttributes(attributes)}>${content}</${name}>`

function writeHtmlList(block: List, context: WriteContext): string {
  const ordered = block.type === 'list-ordered'
  const isDone = taskStateIn(block)
  const items = block.nodes.map((item) => {
    const checked = isDone(item)
    const checkbox = checked === undefined ? '' : `<input${htmlAttributes({ type: 'checkbox', checked })}>`
    return element('li', {}, checkbox + writeHtmlBlocks(item.nodes, context))
  })
  const start = block.type === 'list-ordered' ? block.data.start : undefined
  return element(ordered ? 'ol' : 'ul', { start }, items.join(''))
}

function writeAsText(block: Block, context: WriteContext): string {
  if (block.type === 'math') return element('p', {}, htmlText(block.data.formula))
  return 'nodes' in block ? writeHtmlBlocks(block.nodes as Block[], context) : ''
}
