/** The parts of pdfmake of which its own types say nothing: those that lay out and draw a document in one go. */

declare module 'pdfmake/js/PDFDocument.js' {
  import type { Readable } from 'node:stream'

  namespace module {
    /** An object of a PDF, which is written out at its end. */
    interface PdfObject {
      readonly data: Record<string, unknown>
      end(): void
    }

    interface PdfKitPage {
      content: PdfObject
      readonly dictionary: PdfObject
      readonly annotations: readonly PdfObject[]
      /** The key of the elements of the page. */
      readonly structParentTreeKey: number
    }

    interface PdfImage {
      embed(document: PdfDocument): void
    }

    interface TextOptions {
      readonly link?: string | undefined
      readonly goTo?: string
    }

    /** The elements of all pages, by the numbers of their contents, and those of all links. */
    interface ParentTree {
      get(key: number): PdfObject[]
      add(key: number, element: PdfObject): void
    }
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
    readonly _imageRegistry: Record<string, module.PdfImage>
    /** The pages that are not written out. */
    _pageBuffer: readonly module.PdfKitPage[]
    /** The number of pages that are written out. */
    readonly _pageBufferStart: number
    readonly page: module.PdfKitPage
    addPage(options?: object): this
    /** Writes out the pages that are not. */
    flushPages(): void
    switchToPage(index: number): module.PdfKitPage
    provideImage(name: string): module.PdfImage
    openImage(bytes: Uint8Array): module.PdfImage
    ref(data?: object): module.PdfObject
    text(text: string, x: number, y: number, options: module.TextOptions): this
    link(x: number, y: number, width: number, height: number, url: string, options?: object): this
    goTo(x: number, y: number, width: number, height: number, name: string, options?: object): this
    markContent(type: string, options?: { readonly mcid: number }): this
    endMarkedContent(): this
    getStructTreeRoot(): module.PdfObject
    getStructParentTree(): module.ParentTree
    createStructParentTreeNextKey(): number
    endMetadata(): void
    end(): void
  }

  const module: { readonly default: typeof PdfDocument }
  export = module
}

declare module 'pdfmake/js/LayoutBuilder.js' {
  import type { Content, Style } from 'pdfmake/interfaces.js'
  import type { DrawnItem, LaidOutPage, Line } from 'pdfmake/js/Renderer.js'

  namespace module {
    interface NodePosition {
      readonly pageNumber: number
    }

    interface LaidOutNode extends DrawnItem {
      readonly tag?: Style['tag']
      readonly text?: unknown
      readonly direction?: 'ltr' | 'rtl'
      readonly image?: string
      readonly svg?: string
      readonly canvas?: readonly DrawnItem[]
      readonly link?: string
      readonly linkToDestination?: string
      readonly table?: { readonly headerRows?: number }
      positions?: readonly NodePosition[] | undefined
    }

    /** A row of a table, or columns that are in none. */
    interface LaidOutRow {
      readonly cells: readonly LaidOutNode[]
      readonly tableNode?: LaidOutNode
      readonly rowIndex?: number
    }

    /** The nodes that have ids or are referred to, by their ids. */
    type NodeReferences = Readonly<Record<string, { readonly _nodeRef: LaidOutNode }>>
  }

  class LayoutBuilder {
    constructor(pageSize: object, margins: object, svgMeasure: object)
    linearNodeList: object[]
    readonly docPreprocessor: {
      readonly nodeReferences: module.NodeReferences
      preprocessBlock(content: Content): object
    }
    readonly docMeasure: { measureDocument(node: object): module.LaidOutNode }
    readonly writer: { context(): { readonly page: number; readonly pages: readonly LaidOutPage[] } }
    layoutDocument(
      content: Content,
      document: object,
      styles: object,
      defaultStyle: object,
    ): readonly LaidOutPage[]
    processNode(node: module.LaidOutNode, isAligned?: boolean): void
    processRow(row: module.LaidOutRow): object
    buildNextLine(node: module.LaidOutNode): Line | null
    addHeadersAndFooters(header: undefined, footer: (page: number, count: number) => Content | null): void
  }

  const module: { readonly default: typeof LayoutBuilder }
  export = module
}

declare module 'pdfmake/js/Renderer.js' {
  namespace module {
    /** A vector or an image on a page. */
    interface DrawnItem {
      element?: object | undefined
    }

    /** A part of a line, usually a word. */
    interface Inline {
      readonly background?: string | null
      readonly decoration?: string | null
      readonly link?: string | null
      readonly linkToDestination?: string | null
      readonly isCode?: boolean
      /** The number of directions that are nested at the text. */
      readonly level?: number
      readonly width: number
      text: string
      x: number
      alignment: 'left' | 'center' | 'right'
    }

    interface Line extends DrawnItem {
      inlines: readonly Inline[]
      /** The width of the space at the start, which sticks out. */
      readonly leadingCut: number
      readonly trailingCut: number
    }

    interface LaidOutPage {
      items: readonly object[]
    }
  }

  class Renderer {
    constructor(document: object)
    renderPages(pages: readonly module.LaidOutPage[]): void
    renderLine(line: module.Line, x: number, y: number): void
    renderVector(vector: module.DrawnItem): void
    renderImage(image: module.DrawnItem): void
    renderSVG(svg: module.DrawnItem): void
  }

  const module: { readonly default: typeof Renderer }
  export = module
}

declare module 'pdfmake/js/SVGMeasure.js' {
  const module: { readonly default: new () => object }
  export = module
}
