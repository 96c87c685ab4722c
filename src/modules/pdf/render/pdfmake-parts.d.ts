/** The parts of pdfmake of which its own types say nothing: those that lay out and draw a document in one go. */

declare module 'pdfmake/js/PDFDocument.js' {
  import type { Readable } from 'node:stream'

  /** An object of a PDF, which is written out at its end. */
  interface PdfObject {
    readonly data: Record<string, unknown>
    end(): void
  }

  interface PdfKitPage {
    content: PdfObject
    readonly dictionary: PdfObject
  }

  interface PdfImage {
    embed(document: PdfDocument): void
  }

  class PdfDocument extends Readable {
    constructor(
      fonts: object,
      images: object,
      patterns: object,
      attachments: object,
      options: object,
      files: object,
      mayRead: (path: string) => boolean,
    )
    readonly fonts: Record<string, object>
    readonly _imageRegistry: Record<string, PdfImage>
    /** The pages that are not written out. */
    readonly _pageBuffer: readonly PdfKitPage[]
    addPage(options?: object): this
    switchToPage(index: number): PdfKitPage
    provideImage(name: string): PdfImage
    openImage(bytes: Uint8Array): PdfImage
    ref(data?: object): PdfObject
    end(): void
  }

  const module: { readonly default: typeof PdfDocument }
  export = module
}

declare module 'pdfmake/js/LayoutBuilder.js' {
  import type { Content } from 'pdfmake/interfaces.js'

  interface LaidOutPage {
    items: readonly object[]
  }

  /** Where a node is. */
  interface NodePosition {
    readonly pageNumber: number
  }

  interface LaidOutNode {
    positions?: readonly NodePosition[] | undefined
  }

  /** The nodes that have ids or are referred to, by their ids. */
  type NodeReferences = Readonly<Record<string, { readonly _nodeRef: LaidOutNode }>>

  class LayoutBuilder {
    constructor(pageSize: object, margins: object, svgMeasure: object)
    linearNodeList: object[]
    readonly docPreprocessor: {
      readonly nodeReferences: NodeReferences
      preprocessBlock(content: Content): object
    }
    readonly docMeasure: { measureDocument(node: object): LaidOutNode }
    readonly writer: { context(): { readonly page: number; readonly pages: readonly LaidOutPage[] } }
    layoutDocument(
      content: Content,
      document: object,
      styles: object,
      defaultStyle: object,
    ): readonly LaidOutPage[]
    processNode(node: LaidOutNode): void
    addHeadersAndFooters(header: undefined, footer: (page: number, count: number) => Content): void
  }

  const module: { readonly default: typeof LayoutBuilder }
  export = module
}

declare module 'pdfmake/js/Renderer.js' {
  class Renderer {
    constructor(document: object)
    renderPages(pages: readonly object[]): void
  }

  const module: { readonly default: typeof Renderer }
  export = module
}

declare module 'pdfmake/js/SVGMeasure.js' {
  const module: { readonly default: new () => object }
  export = module
}
