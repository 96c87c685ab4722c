import { HeadingAnchors, isHeading } from '../../../page-format/heading-anchors.ts'
import type { Heading } from '../../../page-format/types.ts'
import { walkDocument } from '../../../page-format/walk-document.ts'
import type { PdfPage } from './source.ts'

/** Returns the destination name of a page, by its index. */
export const pageDestination = (index: number): string => `page-${index}`

/**
 * The link destinations in the PDF. Their names are generated, because ids and anchors can contain any
 * characters.
 */
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
      const free = names.anchorsOf(node).filter((anchor) => !anchors.has(anchor))
      if (free.length === 0) continue
      const destination = `${name}-${anchors.size}`
      for (const anchor of free) anchors.set(anchor, destination)
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

  /** Returns the destination of a heading, or of the page if it has no such heading. */
  ofAnchor(pageId: string, anchor: string): string | undefined {
    const page = this.#pages.get(pageId)
    return page?.anchors.get(anchor) ?? page?.name
  }

  ofHeading(heading: Heading): string | undefined {
    return this.#headings.get(heading)
  }
}
