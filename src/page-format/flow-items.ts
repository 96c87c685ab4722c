import { textParagraph } from './nodes.ts'
import type { ReadContext } from './read-context.ts'
import type { Block, Paragraph } from './types.ts'

/** Where something that encloses blocks begins or ends: a block tag, or an element of HTML. */
export interface Marker {
  object: 'marker'
  place: 'open' | 'close'
  name: string
  raw: string
  /** Makes the block once its end is found, from what stands between. */
  build: (items: FlowItem[]) => Block[]
  /** The end may be missing: then nothing is enclosed. */
  endIsOptional: boolean
}

/** The title of an expandable, until it is put in its place. */
export interface Summary {
  object: 'summary'
  title: Paragraph
}

export type FlowItem = Block | Marker | Summary

interface Frame {
  marker: Marker
  items: FlowItem[]
}

/**
 * Turns a flat list of siblings with markers among them into blocks. A marker without its counterpart is kept as
 * the text it is written with.
 */
export function assemble(items: readonly FlowItem[], context: ReadContext): Block[] {
  return blocksOf(new Assembly(context).assemble(items))
}

/** What is left of items when nothing more is to be enclosed. */
export function blocksOf(items: readonly FlowItem[]): Block[] {
  const blocks: Block[] = []
  for (const item of items) {
    if (item.object === 'block') blocks.push(item)
    else blocks.push(item.object === 'summary' ? item.title : textParagraph(item.raw))
  }
  return blocks
}

class Assembly {
  readonly #context: ReadContext
  readonly #frames: Frame[] = []
  readonly #openNames = new Map<string, number>()
  #items: FlowItem[] = []

  constructor(context: ReadContext) {
    this.#context = context
  }

  assemble(items: readonly FlowItem[]): FlowItem[] {
    const hasEnd = markersWithEnd(items)
    for (const item of items) {
      if (item.object !== 'marker') this.#items.push(item)
      else if (item.place === 'close') this.#close(item)
      else if (hasEnd.has(item)) this.#open(item)
      else if (item.endIsOptional) this.#add(item.build([]))
      else this.#items.push(textParagraph(item.raw))
    }
    while (this.#frames.length > 0) this.#abandon()
    return this.#items
  }

  #add(items: readonly FlowItem[]): void {
    for (const item of items) this.#items.push(item)
  }

  #open(marker: Marker): void {
    this.#frames.push({ marker, items: this.#items })
    this.#context.refuseDepth(this.#frames.length)
    this.#openNames.set(marker.name, (this.#openNames.get(marker.name) ?? 0) + 1)
    this.#items = []
  }

  #leave(): { marker: Marker; inside: FlowItem[] } {
    const { marker, items } = this.#frames.pop() as Frame
    const inside = this.#items
    this.#items = items
    this.#openNames.set(marker.name, (this.#openNames.get(marker.name) ?? 1) - 1)
    return { marker, inside }
  }

  #abandon(): void {
    const { marker, inside } = this.#leave()
    this.#add(marker.endIsOptional ? marker.build([]) : [textParagraph(marker.raw)])
    this.#add(inside)
  }

  #close(end: Marker): void {
    if (!this.#openNames.get(end.name)) {
      this.#items.push(textParagraph(end.raw))
      return
    }
    while (this.#frames.at(-1)?.marker.name !== end.name) this.#abandon()
    const { marker, inside } = this.#leave()
    this.#add(marker.build(inside))
  }
}

/**
 * The opening markers that can have an end: what may stand alone has one only if it comes before the next of its
 * kind; the others, if any is left.
 */
function markersWithEnd(items: readonly FlowItem[]): Set<Marker> {
  const result = new Set<Marker>()
  const nextPlace = new Map<string, Marker['place']>()
  const endsLeft = new Set<string>()
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]
    if (item?.object !== 'marker') continue
    if (item.place === 'close') endsLeft.add(item.name)
    else if (item.endIsOptional ? nextPlace.get(item.name) === 'close' : endsLeft.has(item.name)) {
      result.add(item)
    }
    nextPlace.set(item.name, item.place)
  }
  return result
}
