import { AnchorTargets } from '../page/model/anchor-targets.ts'
import { HeadingAnchors, isHeading } from '../page/model/heading-anchors.ts'
import { walkDocument } from '../page/model/walk-document.ts'
import type { Heading, JSONDocument } from '../page/types.ts'
import type { PdfPage } from './source.ts'

export const pageDestination = (index: number): string => `page-${index}`

interface PageDestinations {
  readonly name: string
  readonly title: string
  readonly anchors: ReadonlyMap<string, string>
  readonly sections: AnchorTargets
}

/**
 * The link destinations in the PDF. Their names are generated, because ids and anchors can contain any
 * characters.
 */
export class Destinations {
  readonly #pages = new Map<string, PageDestinations>()
  #headings: ReadonlyMap<Heading, string> = new Map()

  /** Adds a page and its headings. Of pages with the same id, the first one counts. */
  add({ id, title }: Pick<PdfPage, 'id' | 'title'>, document: JSONDocument, name: string): void {
    if (!this.#pages.has(id))
      this.#pages.set(id, {
        name,
        title,
        anchors: headingsOf(document, name).anchors,
        sections: AnchorTargets.of(document),
      })
  }

  /** Finds the headings of the page that is rendered next. */
  enter(document: JSONDocument, name: string): void {
    this.#headings = headingsOf(document, name).names
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
    if (!page) return undefined
    const { anchors, sections, name } = page
    return anchors.get(anchor) ?? anchors.get(sections.find(anchor)?.anchor ?? '') ?? name
  }

  /** Returns the title of the section of a page that an anchor means. */
  titleOfSection(pageId: string, anchor: string): string | undefined {
    return this.#pages.get(pageId)?.sections.find(anchor)?.title
  }

  /** Returns the destination of a heading of the page that was entered last. */
  ofHeading(heading: Heading): string | undefined {
    return this.#headings.get(heading)
  }
}

/** Returns the destinations of the headings of a page, and of their anchors. */
function headingsOf(document: JSONDocument, name: string) {
  const taken = new HeadingAnchors()
  const anchors = new Map<string, string>()
  const names = new Map<Heading, string>()
  for (const node of walkDocument(document)) {
    if (!isHeading(node)) continue
    const free = taken.anchorsOf(node).filter((anchor) => !anchors.has(anchor))
    if (free.length === 0) continue
    const destination = `${name}-${anchors.size}`
    for (const anchor of free) anchors.set(anchor, destination)
    names.set(node, destination)
  }
  return { anchors, names }
}
