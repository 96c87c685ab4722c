import { HeadingAnchors, isHeading } from '../../../page-format/heading-anchors.ts'
import type { Heading, JSONDocument } from '../../../page-format/types.ts'
import { walkDocument } from '../../../page-format/walk-document.ts'
import { renderBlocks } from '../render/blocks.ts'
import type { Child } from '../render/elements.ts'
import type { RenderContext } from '../render/render-context.ts'
import { type OutlineEntry, outlineOf } from './page-outline.ts'

/** The body of a page with the headings that its outline lists. */
export interface BodyHtml<Content = Child> {
  readonly content: Content
  readonly outline: readonly OutlineEntry[]
}

/** Renders the body of a page. */
export function bodyHtml(document: JSONDocument, context: Omit<RenderContext, 'anchors'>): BodyHtml<Child[]> {
  const names = new HeadingAnchors()
  const anchors = new Map<Heading, string>()
  for (const node of walkDocument(document)) if (isHeading(node)) anchors.set(node, names.anchorOf(node))
  return {
    content: renderBlocks(document.nodes, { ...context, anchors }),
    outline: outlineOf(document.nodes, anchors),
  }
}
