import { orEmptyText } from '../model/nodes.ts'
import { normalizeInline } from '../model/normalize-inline.ts'
import { opaqueBlock } from '../model/opaque.ts'
import { conditionTagOf } from '../syntax/condition-tags.ts'
import type { Block, InlineNode, Paragraph } from '../types.ts'
import type { FlowItem, Marker } from './flow-item.ts'
import type { ReadContext } from './read-context.ts'

interface Frame {
  marker: Marker
  items: FlowItem[]
}

/** Converts a flat list of siblings and markers to blocks. An unmatched marker is kept as it is. */
export function assemble(items: readonly FlowItem[], context: ReadContext): Block[] {
  return blocksOf(new Assembly(context).assemble(items))
}

/** Returns the blocks among the items. Remaining markers are kept as they are, and summaries become paragraphs. */
export function blocksOf(items: readonly FlowItem[]): Block[] {
  const blocks: Block[] = []
  for (const item of items) {
    if (item.object === 'block') blocks.push(item)
    else blocks.push(item.object === 'summary' ? asParagraph(item.title) : opaqueBlock(item.raw))
  }
  return blocks
}

/** The depth at which lenient containers are left out. */
const lenientDepth = 20

/**
 * Returns a title that has become a paragraph, without the tags that are kept in it, which could end the paragraph, but for
 * those that hide what follows.
 */
const asParagraph = ({ nodes, ...title }: Paragraph): Paragraph => ({
  ...title,
  nodes: orEmptyText(normalizeInline(nodes.map(withoutSources))),
})

function withoutSources<Node extends InlineNode>(node: Node): Node {
  if (node.object === 'text')
    return {
      ...node,
      leaves: node.leaves.filter(({ source }) => source === undefined || conditionTagOf(source)),
    }
  return node.type === 'link'
    ? { ...node, nodes: orEmptyText(normalizeInline(node.nodes.map(withoutSources))) }
    : node
}

class Assembly {
  readonly #context: ReadContext
  readonly #frames: Frame[] = []
  readonly #openNames = new Map<string, number>()
  /** The lenient containers that were left out, by name. */
  readonly #leftOut = new Map<string, number>()
  #items: FlowItem[] = []

  constructor(context: ReadContext) {
    this.#context = context
  }

  assemble(items: readonly FlowItem[]): FlowItem[] {
    const hasEnd = markersWithEnd(items)
    for (const item of items) {
      if (item.object !== 'marker') this.#items.push(item)
      else if (item.kind === 'close') this.#close(item)
      else if (hasEnd.has(item) && this.#hasRoomFor(item)) this.#open(item)
      else if (item.endIsOptional) this.#add(item.build([]))
      else this.#items.push(opaqueBlock(item.raw))
    }
    while (this.#frames.length > 0) this.#closeUnmatched()
    return this.#items
  }

  #hasRoomFor({ name, isLenient }: Marker): boolean {
    if (!isLenient || this.#frames.length < lenientDepth) return true
    this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1)
    return false
  }

  #add(items: readonly FlowItem[]): void {
    for (const item of items) this.#items.push(item)
  }

  #open(marker: Marker): void {
    this.#frames.push({ marker, items: this.#items })
    this.#context.assertDepth(this.#frames.length)
    this.#openNames.set(marker.name, (this.#openNames.get(marker.name) ?? 0) + 1)
    this.#items = []
  }

  #pop(): { marker: Marker; inside: FlowItem[] } {
    const { marker, items } = this.#frames.pop() as Frame
    const inside = this.#items
    this.#items = items
    this.#openNames.set(marker.name, (this.#openNames.get(marker.name) ?? 1) - 1)
    return { marker, inside }
  }

  #closeUnmatched(): void {
    const { marker, inside } = this.#pop()
    this.#add(marker.endIsOptional ? marker.build([]) : [opaqueBlock(marker.raw)])
    this.#add(inside)
  }

  #close(end: Marker): void {
    const leftOut = this.#leftOut.get(end.name) ?? 0
    if (leftOut > 0) this.#leftOut.set(end.name, leftOut - 1)
    if (leftOut > 0 || !this.#openNames.get(end.name)) {
      this.#items.push(opaqueBlock(end.raw))
      return
    }
    while (this.#frames.at(-1)?.marker.name !== end.name) this.#closeUnmatched()
    const { marker, inside } = this.#pop()
    this.#add(marker.build(inside))
  }
}

/**
 * Returns the opening markers that have an end. A marker with an optional end has one only if it comes before
 * the next opening marker of the same name; any other marker has one if an end of its name follows.
 */
function markersWithEnd(items: readonly FlowItem[]): Set<Marker> {
  const result = new Set<Marker>()
  const nextKind = new Map<string, Marker['kind']>()
  const endsLeft = new Set<string>()
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]
    if (item?.object !== 'marker') continue
    if (item.kind === 'close') endsLeft.add(item.name)
    else if (item.endIsOptional ? nextKind.get(item.name) === 'close' : endsLeft.has(item.name)) {
      result.add(item)
    }
    nextKind.set(item.name, item.kind)
  }
  return result
}
