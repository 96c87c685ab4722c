import { type HeadingSection, headingSections } from '../page/read/heading-sections.ts'
import type { JSONDocument } from '../page/types.ts'
import { type BodyLinks, linksOfBody } from './body-links.ts'

/** The data of a body in the indexes of links and of search. */
export interface BodyIndex extends BodyLinks {
  /** The text, split at the headings. */
  readonly sections: readonly HeadingSection[]
}

export const indexOfTree = (tree: JSONDocument): BodyIndex => ({
  ...linksOfBody(tree),
  sections: headingSections(tree),
})
