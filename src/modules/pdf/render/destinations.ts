import { HeadingAnchors, isHeading } from '../../../page-format/heading-anchors.ts'
import type { Heading } from '../../../page-format/types.ts'
import { walkDocument } from '../../../page-format/walk-document.ts'
import type { PdfPage } from './source.ts'

/** The name of a page by its place among all pages. */
export const pageDestination = (index: number): string => `page-${index}`

/** The places in the PDF that a link can lead to. Their names are made here: ids and anchors may be anything. */
export class Destinations {
  readonly #pages = new Map<string, { name: string; title: string; anchors: Map<string, string> }>()
  readonly #headings = new Map<Heading, string>()

  constructor(pages: readonly PdfPage[]) {
    for (const [index, page] of pages.entries()) {
      if (page.type !== 'LINK') this.#addPage(page, pageDestination(index))
    }
  }

  #addPage({ id, title, document }: PdfPage, name: string): void {
    const names = new HeadingAnchors()
    const anchors = new Map<string, string>()
    for (const node of walkDocument(document)) {
      if (!isHeading(node)) continue
      const anchor = names.anchorOf(node)
      if (anchors.has(anchor)) continue
      const destination = `${name}-${anchors.size}`
      anchors.set(anchor, destination)
      this.#headings.set(node, destination)
    }
    if (!this.#pages.has(id)) this.#pages.set(id, { name, title, anchors })
  }

  ofPage(id: string): string | undefined {
    return this.#pages.get(id)?.name
  }

  titleOfPage(id: string): string | undefined {
    return this.#pages.get(id)?.title
  }

  /** The heading, or the page where it has no such heading (any more). */
  ofAnchor(pageId: string, anchor: string): string | undefined {
    const page = this.#pages.get(pageId)
    return page?.anchors.get(anchor) ?? page?.name
  }

  ofHeading(heading: Heading): string | undefined {
    return this.#headings.get(heading)
  }
}
