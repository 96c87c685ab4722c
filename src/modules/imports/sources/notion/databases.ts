import { posix } from 'node:path'
import { escapeMarkdown, relativeAddress, tableCell } from '../conversion.ts'
import { readCsv } from './csv.ts'
import type { ExportNode, ExportTree } from './export-tree.ts'
import { linkRelations } from './notion-links.ts'
import { withoutId } from './notion-names.ts'

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
        ? `[${escapeMarkdown(value) || 'Untitled'}](${relativeAddress(node.path, page.path)})`
        : linkRelations(tree, node, value)
      return tableCell(cell)
    }),
  )
  const head = columns.map((name) => tableCell(escapeMarkdown(name)))
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const more = rows.length - lines.length
  return more > 0 ? `${table}\n\n${more} more rows are not listed.` : table
}

/** Matches rows with their pages by title. Rows with the same title are matched in order. */
export function pagesOfRows(
  { rows }: Database,
  children: readonly ExportNode[],
  titleOf: (node: ExportNode) => string,
): Map<number, ExportNode> {
  const waiting = new Map<string, ExportNode[]>()
  for (const child of children.toReversed()) {
    const names = new Set([nameOf(titleOf(child)), nameOf(withoutId(posix.basename(child.key)))])
    for (const name of names) {
      const sameName = waiting.get(name) ?? []
      sameName.push(child)
      waiting.set(name, sameName)
    }
  }
  const placed = new Set<ExportNode>()
  const pages = new Map<number, ExportNode>()
  for (const [index, [title = '']] of rows.entries()) {
    const candidates = waiting.get(nameOf(title || 'Untitled')) ?? []
    let page = candidates.pop()
    while (page && placed.has(page)) page = candidates.pop()
    if (page) pages.set(index, page)
    if (page) placed.add(page)
  }
  return pages
}

const nameOf = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
