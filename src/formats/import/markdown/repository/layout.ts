import { importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf, type Skip } from '../../report/notes.ts'

/** The generators and services whose layouts are recognized. */
export type LayoutKind =
  | 'GITBOOK'
  | 'GITBOOK_LEGACY'
  | 'HONKIT'
  | 'MDBOOK'
  | 'DOCUSAURUS'
  | 'VITEPRESS'
  | 'MKDOCS'
  | 'AZURE_DEVOPS'
  | 'WIKI_JS'
  | 'OUTLINE'
  /** Several books, each in a folder with a table of contents of its own. */
  | 'BOOKS'
  /** Folders of Markdown files without a table of contents. */
  | 'FOLDERS'

/** A folder with a table of contents of its own. */
export interface Book {
  /** The path from the root of the repository. */
  readonly folder: string
  readonly title: string
  /** The name of its folder in LANGS.md, `en`; absent for a book that is no language. */
  readonly code?: string
}

/** Where the documentation of a repository is, and how it is written. Paths are relative to the root of the repository. */
export interface Layout {
  readonly kind: LayoutKind
  /** The folder that has the pages, `.` for the repository. */
  readonly root: string
  /** The folder of all languages or versions, if `root` has the pages of one. */
  readonly top?: string
  /** The path of the table of contents as a Markdown file. It may not exist. */
  readonly summary: string
  /** The file that becomes the root page. */
  readonly readme: string
  /** The configuration that names the pages in another form than that of a SUMMARY.md, if there is one. */
  readonly contents?: string
  /** The configuration of the generator, if it is read for more than the table of contents. */
  readonly config?: string
  /** The folders whose files have an address from the root of the site, without the name of the folder. */
  readonly staticFolders: readonly string[]
  /** Each language of LANGS.md, or each folder with a table of contents; empty for a single book. */
  readonly books: readonly Book[]
  /** The settings that are not imported. */
  readonly skipped: readonly Skip[]
  /** Notes on what was recognized, for the report. */
  readonly notes: readonly ImportNote[]
}

/** The kinds of one generator or service. */
type GeneratorKind = Exclude<LayoutKind, 'BOOKS' | 'FOLDERS'>

/** The names of the generators and services as readers know them. */
const generatorNames: Readonly<Record<GeneratorKind, string>> = {
  GITBOOK: 'GitBook',
  GITBOOK_LEGACY: 'GitBook (legacy)',
  HONKIT: 'HonKit',
  MDBOOK: 'mdBook',
  DOCUSAURUS: 'Docusaurus',
  VITEPRESS: 'VitePress',
  MKDOCS: 'MkDocs',
  AZURE_DEVOPS: 'Azure DevOps',
  WIKI_JS: 'Wiki.js',
  OUTLINE: 'Outline',
}

/** The words for what they write, where those are more than the name. */
const layoutWords: Partial<Record<GeneratorKind, string>> = {
  AZURE_DEVOPS: 'an Azure DevOps wiki',
  OUTLINE: 'an export of Outline',
}

/** Notes what was recognized, by the file that told it, and the folder that has the pages if it is worth telling. */
export function recognized(kind: GeneratorKind, path: string, folder?: string): ImportNote {
  const generator = generatorNames[kind]
  const text = `is read as that of ${layoutWords[kind] ?? generator}`
  const line =
    folder === undefined
      ? importLine('IMPORT_GENERATOR', text, { generator })
      : importLine('IMPORT_GENERATOR_IN_FOLDER', `${text}, with the pages in ${folder}`, {
          generator,
          folder,
        })
  return noteOf('RECOGNIZED', path, line)
}
