import { hasBlankLine } from '../html/html.ts'
import type { Block } from '../types.ts'
import { expandableParts } from './expandables.ts'
import { isComplete, opaqueSource } from './opaque.ts'

/** Returns whether HTML can represent blocks, so that Markdown reads them the same way. */
export const canBeHtml = (blocks: readonly Block[]): boolean => blocks.every(isHtmlBlock)

function isHtmlBlock(block: Block): boolean {
  switch (block.type) {
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
    case 'divider':
    case 'images':
    case 'table':
      return true
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return block.nodes.every(({ nodes }) => canBeHtml(nodes))
    case 'blockquote':
      return canBeHtml(block.nodes)
    case 'expandable':
      return canBeHtml(expandableParts(block.fragments).body)
    case 'code':
      return Object.keys(block.data).every((name) => name === 'syntax')
    case 'integration':
      return isHtmlSource(opaqueSource(block) ?? '')
    default:
      return false
  }
}

/** Returns whether a source is HTML that needs no Markdown around it. */
const isHtmlSource = (source: string): boolean =>
  source.startsWith('<') && !hasBlankLine(source) && isComplete(source)
