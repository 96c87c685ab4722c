import type { ContentRef, JSONDocument } from '../../../page-format/types.ts'

export interface PdfPage {
  readonly id: string
  readonly title: string
  readonly type: 'DOCUMENT' | 'GROUP' | 'LINK'
  /** 0 for the pages at the top of the space. */
  readonly depth: number
  readonly emoji?: string | null
  readonly description?: string | null
  readonly path: string
  readonly document: JSONDocument
  /** Where a LINK page leads. */
  readonly href?: string
}

export interface PdfFile {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly name: string
}

export interface PdfSource {
  readonly title: string
  readonly subtitle?: string
  readonly createdAt: Date
  /** In reading order. */
  readonly pages: readonly PdfPage[]
  /** The bytes of a file of the space, or null if it is gone. Asked for images only, once for each file. */
  readonly readFile: (fileId: string) => Promise<PdfFile | null>
  /** The absolute address for a reference that leads out of the PDF. */
  readonly addressOf: (ref: ContentRef) => string | undefined
  /** What a reference is called where its author gave no text: a file's name, a user's name. */
  readonly labelOf?: (ref: ContentRef) => string | undefined
}

/** All that a rendering needs, as plain data: it goes to a worker by structured clone. */
export interface PdfMaterial {
  readonly title: string
  readonly subtitle: string | undefined
  readonly createdAt: Date
  readonly pages: PdfPage[]
  readonly files: Map<string, PdfFile>
  /** By the canonical address of the reference. */
  readonly references: Map<string, OutgoingReference>
}

export interface OutgoingReference {
  readonly address: string | undefined
  readonly label: string | undefined
}
