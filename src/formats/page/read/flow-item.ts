import type { Block, Paragraph } from '../types.ts'

/** The opening or closing end of a container: a block tag or an HTML element. */
export interface Marker {
  object: 'marker'
  kind: 'open' | 'close'
  name: string
  raw: string
  /** Creates the blocks of the container from its content, once its end is found. */
  build: (items: FlowItem[]) => Block[]
  /** True if the container may have no end. It is then empty. */
  endIsOptional: boolean
  /** True if the container is none when it nests too deeply. */
  isLenient?: boolean
}

/** The title of an expandable, before the expandable is created. */
export interface Summary {
  object: 'summary'
  title: Paragraph
}

export type FlowItem = Block | Marker | Summary
