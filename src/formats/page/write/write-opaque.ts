import type { RootContent } from 'mdast'
import { isContainerElement, keepsTags } from '../html/container-elements.ts'
import { type HtmlToken, tagOf } from '../html/html.ts'
import { playerNames, wholeElementNames } from '../html/html-names.ts'
import { isComplete, isWholeSource, opaqueSource } from '../model/opaque.ts'
import { parseBlockTags } from '../syntax/block-tag.ts'
import { isContainerTag, isReferenceTag } from '../syntax/tag-names.ts'
import type { Block, Integration } from '../types.ts'
import type { WriteContext } from './write-context.ts'
import { writeIntegration } from './write-tags.ts'

/**
 * Writes the opaque blocks among the children of one container as they are. One that Markdown would read as something else,
 * such as a tag that would get an end here, is written with the tag of its node.
 */
export class OpaqueWriter {
  readonly #pairs: ReadonlySet<Block>
  readonly #context: WriteContext

  constructor(siblings: readonly Block[], context: WriteContext) {
    this.#pairs = pairsOfTags(siblings)
    this.#context = context
  }

  write(block: Integration, source: string): RootContent[] {
    const isKept =
      isWholeSource(source) && (this.#pairs.has(block) || (isComplete(source) && !isTagOfBlock(source)))
    return isKept ? [{ type: 'html', value: source }] : writeIntegration(block, this.#context)
  }
}

/** Returns the tags that are kept around their content. */
function pairsOfTags(siblings: readonly Block[]): ReadonlySet<Block> {
  const pairs = new Set<Block>()
  const opened: { name: string; block: Block }[] = []
  for (const block of siblings) {
    const token = tagOf(opaqueSource(block) ?? '')
    if (token?.type === 'open' && isKeptAround(token)) opened.push({ name: token.name, block })
    if (token?.type !== 'close') continue
    const index = opened.findLastIndex(({ name }) => name === token.name)
    const [start] = index < 0 ? [] : opened.splice(index)
    if (start) pairs.add(start.block).add(block)
  }
  return pairs
}

/** Returns whether a tag means nothing, so that its content is read on its own. */
const isKeptAround = ({ name, attributes }: HtmlToken & { type: 'open' }): boolean =>
  isContainerElement(name)
    ? keepsTags(name, attributes)
    : name !== 'details' && name !== 'summary' && !wholeElementNames.has(name) && !playerNames.has(name)

/** Returns whether a source is the tag of a block, which may get an end here or be one. */
const isTagOfBlock = (source: string): boolean =>
  parseBlockTags(source)?.some(({ name }) => isContainerTag(name) || isEndOfReference(name)) ?? false

const isEndOfReference = (name: string): boolean => name.startsWith('end') && isReferenceTag(name.slice(3))
