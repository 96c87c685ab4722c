import type { Element, ElementContent, RootContent } from 'hast'
import type { UrlCollector } from './urls.ts'

/** The context of an element while a page is read. */
export interface PageContext {
  readonly urls: UrlCollector
  readonly isInCell: boolean
  readonly isInItem: boolean
  /** The number of lists and quotes that contain the element. */
  readonly containers: number
  /** The number of cells that spans may still add. */
  readonly spans: { left: number }
  readonly read: (children: readonly RootContent[], context: PageContext) => ElementContent[]
}

/** Converts an element. Returns undefined if the rule does not apply to it. */
export type Rule = (node: Element, context: PageContext) => readonly ElementContent[] | undefined
