import { posix } from 'node:path'
import { allNodes, parseMarkdown, plainText } from '../../../page/file/markdown-file.ts'
import type { SourceEntry } from '../../files/entries.ts'
import { readText } from '../../files/read-text.ts'
import type { SourceLimits } from '../../limits.ts'
import { importLine } from '../../report/lines.ts'
import { noteOf } from '../../report/notes.ts'
import type { Book, Layout } from '../repository/layout.ts'
import { titleFromName } from '../repository/outline.ts'
import { isMarkdown } from '../repository/paths.ts'
import { parseRelativeUrl } from '../repository/urls.ts'

/** Characters of a LANGS.md, which lists some languages. */
const maximumLength = 65_536

/** Returns whether a file is a table of contents by its name, which generators read and never show. */
export const isContentsFile = (path: string): boolean => /(^|\/)(SUMMARY|LANGS)\.md$/.test(path)

/** Reads the languages of LANGS.md: a list of links to their folders. */
export async function readLanguages(entry: SourceEntry, limits: SourceLimits): Promise<Book[]> {
  const text = (await readText(entry, limits)).slice(0, maximumLength)
  const links = [...allNodes(parseMarkdown(text, entry.path))].filter(({ type }) => type === 'link')
  const books = links.flatMap((link): Book[] => {
    const relative = parseRelativeUrl(link.url ?? '')
    const folder = relative && folderOfLanguage(entry.path, relative.path)
    if (!folder || folder === '.' || folder.startsWith('..')) return []
    const code = posix.basename(folder)
    return [{ folder, code, title: plainText(link).trim() || titleFromName(code) }]
  })
  return [...new Map(books.map((book) => [book.folder, book])).values()]
}

/** Returns the folder of a language, which is named by its first page by some. */
const folderOfLanguage = (list: string, path: string): string =>
  posix.join(posix.dirname(list), isMarkdown(path) ? posix.dirname(path) : path, './').replace(/\/$/, '')

/** Returns the layout of several books. `path` is the file that names them, if there is one. */
export function booksLayout(folder: string, books: readonly Book[], path?: string): Layout {
  const folders = books.map((book) => book.folder).join(', ')
  const found = path
    ? `names ${books.length} languages (${folders})`
    : `There are ${books.length} tables of contents (in ${folders})`
  const advice = 'choose a folder as the root to read only that, or "import --site" for a space of each'
  const text = `${found}, each of which is a group of pages: ${advice}${path ? '' : '.'}`
  const line = importLine(path ? 'IMPORT_LANGUAGES' : 'IMPORT_BOOKS', text, { count: books.length, folders })
  return {
    kind: 'BOOKS',
    root: folder,
    summary: posix.join(folder, 'SUMMARY.md'),
    readme: posix.join(folder, 'README.md'),
    staticFolders: [],
    books,
    skipped: [],
    notes: [noteOf('RECOGNIZED', path ?? '.', line)],
  }
}
