import { writeLength } from '../model/lengths.ts'
import { opaqueBlock } from '../model/opaque.ts'
import { writeUpdateData } from '../model/update-data.ts'
import { formatBlockTag } from '../syntax/block-tag.ts'
import type { Block } from '../types.ts'

/** Replaces parts outside of their container, such as a tab outside of tabs, by their tags and their content. */
export function withoutStrayParts(blocks: Block[]): Block[] {
  const stray = (name: string, attributes: Record<string, string | undefined>, nodes: Block[]) => [
    opaqueBlock(formatBlockTag(name, attributes)),
    ...nodes,
    opaqueBlock(`{% end${name} %}`),
  ]
  return blocks.flatMap((block) => {
    if (block.type === 'tabs-item') return stray('tab', block.data, block.nodes)
    if (block.type === 'stepper-step') return stray('step', block.data, block.nodes)
    if (block.type === 'column') return stray('column', { width: writeLength(block.data.width) }, block.nodes)
    if (block.type === 'update') return stray('update', writeUpdateData(block.data), block.nodes)
    return [block]
  })
}
