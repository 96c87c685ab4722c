import type { Block, Code } from '../types.ts'
import { plainCode } from './read-code.ts'

/**
 * Returns the code block that shows the source of a diagram: `{% @mermaid/diagram content="…" %}` is shown as a fence is.
 * Returns undefined for any other block.
 */
export function codeOfDiagram(block: Block): Code | undefined {
  if (block.type !== 'integration') return undefined
  const { integration, block: name, props } = block.data
  const { content } = props
  if (integration !== 'mermaid' || name !== 'diagram' || typeof content !== 'string') return undefined
  return plainCode('mermaid', content.replace(/^\n+/, '').trimEnd())
}
