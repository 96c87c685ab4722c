import type { Diagram } from '../../diagrams/draw-diagram.ts'
import type { FontName } from '../../letters/script-fonts.ts'
import type { Variables } from '../body/variables.ts'
import type { SpecSections } from '../page/spec-sections.ts'
import type { ContentRef, JSONDocument } from '../page/types.ts'
import type { Destinations } from './destinations.ts'
import type { PackedDocument } from './packed-document.ts'

export interface PdfPage {
  readonly id: string
  readonly title: string
  readonly type: 'DOCUMENT' | 'GROUP' | 'LINK'
  /** The depth in the page tree. 0 for top-level pages. */
  readonly depth: number
  readonly emoji?: string | null
  readonly description?: string | null
  readonly path: string
  readonly document: PackedDocument
  /** The target of a LINK page. */
  readonly href?: string
}

/** A page whose body is not parsed yet. */
export interface PdfSourcePage extends Omit<PdfPage, 'document'> {
  readonly body: SourceBody
  /** The variables in the front matter of the page. */
  readonly variables?: Variables
}

export type SourceBody = { readonly markdown: string } | { readonly tree: JSONDocument }

export interface PdfFile {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly name: string
}

export interface PdfSource {
  readonly title: string
  readonly subtitle?: string
  readonly createdAt: Date
  /** The language of the text, as in HTML, if it is known. */
  readonly language?: string
  /** The pages in reading order. */
  readonly pages: readonly PdfSourcePage[]
  /** The reusable contents that pages include, by id. */
  readonly reusable?: ReadonlyMap<string, SourceBody>
  /** The variables of the space. */
  readonly variables?: Variables
  /** The sections of specifications that pages show. */
  readonly specSections?: SpecSections
  /** Draws diagrams of Mermaid as SVG, in the same order. Null for one that cannot be drawn. */
  readonly draw?: (sources: readonly string[]) => Promise<readonly (Diagram | null)[]>
  /** Reads a file of the space. Resolves to null if it is missing. Called once for each image. */
  readonly readFile: (fileId: string) => Promise<PdfFile | null>
  /** Returns the absolute URL of a reference that points outside of the PDF. */
  readonly urlOf: (ref: ContentRef) => string | undefined
  /** Returns the reference to the page that a relative URL of a page leads to. */
  readonly pageAt?: (pageId: string, url: string) => ContentRef | undefined
  /** Returns the label of a reference without text, such as the name of a file or a user. */
  readonly labelOf?: (ref: ContentRef) => string | undefined
}

/** Everything that a rendering needs. */
export interface PdfInput {
  readonly title: string
  readonly subtitle: string | undefined
  readonly createdAt: Date
  readonly language: string | undefined
  readonly pages: readonly PdfPage[]
  readonly files: Map<string, PdfFile>
  /** References by their canonical URLs. */
  readonly references: Map<string, OutgoingReference>
  readonly destinations: Destinations
  /** The drawn diagrams by their sources. */
  readonly diagrams: ReadonlyMap<string, Diagram>
  readonly fontOrder: readonly FontName[]
}

export interface OutgoingReference {
  readonly url: string | undefined
  readonly label: string | undefined
}
