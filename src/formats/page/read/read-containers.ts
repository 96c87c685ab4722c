import { alignment, keepsTags } from '../html/container-elements.ts'
import type { HtmlAttributes } from '../html/html.ts'
import { heading, orEmptyParagraph } from '../model/nodes.ts'
import { opaqueBlock } from '../model/opaque.ts'
import type { Block, TextAlignment } from '../types.ts'
import type { FlowItem } from './flow-item.ts'
import { blocksOf } from './flow-items.ts'

/** Creates the blocks of such an element from its content. `raw` is its first tag. */
export function buildContainer(
  name: string,
  attributes: HtmlAttributes,
  raw: string,
  items: FlowItem[],
): Block[] {
  const blocks = blocksOf(items)
  if (name === 'blockquote')
    return [{ object: 'block', type: 'blockquote', data: {}, nodes: orEmptyParagraph(blocks) }]
  const align = name === 'center' ? 'center' : alignment(attributes.align)
  const aligned = align === undefined ? blocks : blocks.map((block) => withAlignment(block, align))
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : undefined
  if (level !== undefined) return aligned.map((block) => asHeading(block, level))
  return keepsTags(name, attributes) ? [opaqueBlock(raw), ...aligned, opaqueBlock(`</${name}>`)] : aligned
}

/** Aligns a block that has no alignment of its own, if it can be aligned. */
export function withAlignment(block: Block, align: TextAlignment): Block {
  if (block.type === 'images') {
    const side = align === 'start' ? 'left' : align === 'end' ? 'right' : 'center'
    return { ...block, data: { align: side, ...block.data } }
  }
  if (block.type !== 'paragraph' && !block.type.startsWith('heading-')) return block
  return { ...block, data: { align, ...block.data } } as Block
}

const asHeading = (block: Block, level: number): Block =>
  block.type === 'paragraph' ? heading(level, block.nodes, block.data ?? {}) : block
