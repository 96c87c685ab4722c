/** A page as it is exported. The members are those of a page's row, and its body. */
export interface ExportPage {
  readonly id: string
  readonly type: 'DOCUMENT' | 'GROUP' | 'LINK' | 'COMPUTED'
  readonly title: string
  readonly slug: string | null
  readonly parentId: string | null
  readonly emoji?: string | null
  readonly icon?: string | null
  readonly description?: string | null
  readonly hidden?: boolean | null
  readonly noIndex?: boolean | null
  readonly noRobotsIndex?: boolean | null
  readonly layout?: object | null
  readonly cover?: object | null
  /** Where a link leads. */
  readonly target?: object | null
  readonly markdown: string
}

export interface ExportFile {
  readonly id: string
  readonly name: string
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  /** Nothing where the bytes are gone: such a file is left out. */
  readonly open: () => Promise<NodeJS.ReadableStream | null>
}

export interface ExportSource {
  readonly title: string
  /** In reading order: each page before the pages below it. A page whose parent is not among them stands at the root. */
  readonly pages: readonly ExportPage[]
  readonly files: readonly ExportFile[]
}

/** The address of a page or a file; undefined to keep `/pages/<id>` or `/files/<id>`. */
export type Resolve = (kind: 'pages' | 'files', id: string) => string | undefined
