import type { Variables } from '../body/variables.ts'

/** A page to export: the fields of the page and its body. */
export interface ExportPage {
  readonly id: string
  readonly type: 'DOCUMENT' | 'GROUP' | 'LINK' | 'COMPUTED'
  readonly title: string
  readonly slug: string | null
  readonly parentId: string | null
  /** The path in the space. Absent for a page that is exported alone. */
  readonly path?: string | undefined
  readonly emoji?: string | null
  readonly icon?: string | null
  readonly description?: string | null
  readonly hidden?: boolean | null
  readonly noIndex?: boolean | null
  readonly noRobotsIndex?: boolean | null
  readonly layout?: object | null
  readonly cover?: object | null
  /** The target of a link. */
  readonly target?: object | null
  /** The front matter that the page was imported with, in YAML. */
  readonly frontMatter?: string | null
  readonly markdown: string
}

/** A page without its body. */
export type ListedPage = Omit<ExportPage, 'markdown'>

export interface ExportFile {
  readonly id: string
  readonly name: string
  readonly contentType: string
  /** The path in the repository that it was imported from. */
  readonly gitPath?: string | null
  /** The size in bytes. */
  readonly size: number
  /** Opens the file. Resolves to null if its content is missing; the file is then omitted. */
  readonly open: () => Promise<NodeJS.ReadableStream | null>
}

/** Called after each entry of an archive, with the number of entries. */
export type ExportProgress = (done: number, total: number) => void

export interface ExportReusableContent {
  readonly id: string
  readonly title: string
  /** The name of the file that it comes from. */
  readonly name?: string | undefined
  readonly markdown: string
}

export interface ExportSource {
  readonly title: string
  /** For whom large pages are parsed. */
  readonly owner: string
  /**
   * The pages in reading order, each before its children. Pages whose parent is not in the list are at the top
   * level.
   */
  readonly pages: readonly ExportPage[]
  readonly files: readonly ExportFile[]
  readonly reusable?: readonly ExportReusableContent[]
  /** The variables of the space. */
  readonly variables?: Variables
  readonly onProgress?: ExportProgress | undefined
}
