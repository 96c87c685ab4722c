import { malformedConditions } from '../model/malformed-conditions.ts'
import { defined, orEmptyParagraph, plainText } from '../model/nodes.ts'
import { opaqueSource } from '../model/opaque.ts'
import { parseBlockTags } from '../syntax/block-tag.ts'
import type { Block, Code, Tabs, TabsItem } from '../types.ts'

/** The tags that divide the content of `{% method %}`. */
export const sampleTags: ReadonlySet<string> = new Set(['sample', 'common'])

/**
 * Reads the content of `{% method %}`: the samples in several languages that follow each other are tabs. Undefined if there
 * are none.
 */
export function readSamples(blocks: readonly Block[]): Block[] | undefined {
  const result: Block[] = []
  let tabs: Tabs | undefined
  let content = result
  for (const block of blocks) {
    const [tag] = parseBlockTags(opaqueSource(block) ?? '') ?? []
    if (tag?.name === 'sample') {
      if (!tabs) {
        tabs = { object: 'block', type: 'tabs', data: {}, nodes: [] }
        result.push(tabs)
      }
      content = []
      tabs.nodes.push(sample(tag.attributes.title ?? tag.attributes.lang, content))
    } else if (tag?.name === 'common') {
      tabs = undefined
      content = result
    } else if (tag?.name !== 'endsample' && tag?.name !== 'endcommon') content.push(block)
  }
  const hasSamples = result.some(({ type }) => type === 'tabs')
  return hasSamples ? result.map(withParagraphs) : undefined
}

const sample = (title: string | undefined, nodes: Block[]): TabsItem => ({
  object: 'block',
  type: 'tabs-item',
  data: defined({ title }),
  nodes,
})

const withParagraphs = (block: Block): Block =>
  block.type === 'tabs'
    ? { ...block, nodes: block.nodes.map((item) => ({ ...item, nodes: orEmptyParagraph(item.nodes) })) }
    : block

/** Makes `{% filename %}app.py{% endfilename %}` above a block of code its title. */
export function withFileNames(blocks: Block[]): Block[] {
  if (!blocks.some(({ type }) => type === 'code')) return blocks
  const result: Block[] = []
  for (const block of blocks) {
    const name = block.type === 'code' && block.data.title === undefined ? takeFileName(result) : undefined
    result.push(
      name === undefined ? block : { ...(block as Code), data: { ...(block as Code).data, title: name } },
    )
  }
  return result
}

/** Removes the name of a file at the end of blocks, in its tags, and returns it. */
function takeFileName(blocks: Block[]): string | undefined {
  const inLine = blocks.at(-1)
  if (inLine?.type === 'paragraph') {
    const leaves = inLine.nodes.flatMap((node) => (node.object === 'text' ? node.leaves : []))
    const isNamed = isTag(leaves[0]?.source, 'filename') && isTag(leaves.at(-1)?.source, 'endfilename')
    if (!isNamed || leaves.filter(({ source }) => source !== undefined).length > 2) return undefined
    blocks.pop()
    return plainText(inLine.nodes).trim()
  }
  const [open, text, close] = blocks.slice(-3)
  const isNamed =
    text?.type === 'paragraph' &&
    open !== undefined &&
    close !== undefined &&
    isTag(opaqueSource(open), 'filename') &&
    isTag(opaqueSource(close), 'endfilename') &&
    malformedConditions({ nodes: [text] }).length === 0
  if (!isNamed) return undefined
  blocks.splice(-3)
  return plainText(text.nodes).trim()
}

const isTag = (source: string | undefined, name: string): boolean =>
  source !== undefined && parseBlockTags(source)?.[0]?.name === name
