import type { Element, ElementContent, RootContent } from 'hast'
import type { Addresses } from './addresses.ts'

/** What is known while the elements of a page are read from the outside in. */
export interface PageReading {
  readonly addresses: Addresses
  readonly isInCell: boolean
  readonly isInItem: boolean
  /** Lists and quotes around. */
  readonly containers: number
  /** How many cells spans may still add. */
  readonly spans: { left: number }
  readonly read: (children: readonly RootContent[], reading: PageReading) => ElementContent[]
}

/** A rule gives what stands in place of an element, or undefined if it is about others. */
export type Rule = (node: Element, reading: PageReading) => readonly ElementContent[] | undefined
