import { posix } from 'node:path'
import { escapeMarkdown, relativeUrl, tableCell } from '../conversion/markdown-syntax.ts'
import { readCsv } from './csv.ts'
import type { ExportNode, ExportTree } from './export-tree.ts'
import { linkRelations } from './links.ts'
import { withoutId } from './names.ts'

export interface Database {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Maximum rows of a written table. Each row has its own page as well. */
const maximumRows = 1000

export function readDatabase(text: string): Database {
  const [columns = [], ...rows] = readCsv(text)
  return { columns, rows }
}

/** Writes the table of a database. `pages` contains the pages of rows, by row index. */
export function writeDatabase(
  tree: ExportTree,
  node: ExportNode,
  { columns, rows }: Database,
  pages: ReadonlyMap<number, ExportNode>,
): string {
  if (columns.length === 0) return ''
  const lines = rows.slice(0, maximumRows).map((row, index) =>
    columns.map((_, column) => {
      const value = row[column] ?? ''
      const page = column === 0 ? pages.get(index) : undefined
      const cell = page
        ? `[${escapeMarkdown(value) || 'Untitled'}](${relativeUrl(node.path, page.path)})`
        : linkRelations(tree, node, value)
      return tableCell(cell)
    }),
  )
  const head = columns.map((name) => tableCell(escapeMarkdown(name)))
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const more = rows.length - lines.length
  return more > 0 ? `${table}\n\n${more} more rows are not shown.` : table
}

/** Matches rows with their pages by title. Rows with the same title are matched in order. */
export function pagesOfRows(
  { rows }: Database,
  children: readonly ExportNode[],
  titleOf: (node: ExportNode) => string,
): Map<number, ExportNode> {
  const pagesByName = new Map<string, ExportNode[]>()
  for (const child of children.toReversed()) {
    const names = new Set([nameOf(titleOf(child)), nameOf(withoutId(posix.basename(child.key)))])
    for (const name of names) {
      const sameName = pagesByName.get(name) ?? []
      sameName.push(child)
      pagesByName.set(name, sameName)
    }
  }
  const used = new Set<ExportNode>()
  const pages = new Map<number, ExportNode>()
  for (const [index, [title = '']] of rows.entries()) {
    const candidates = pagesByName.get(nameOf(title || 'Untitled')) ?? []
    let page = candidates.pop()
    while (page && used.has(page)) page = candidates.pop()
    if (page) pages.set(index, page)
    if (page) used.add(page)
  }
  return pages
}

const nameOf = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
