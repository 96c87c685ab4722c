import { posix } from 'node:path'
import { invalidSource } from '../../source-problems.ts'
import { type ContentsItem, summaryEntry } from '../conversion/contents-entry.ts'
import type { Conversion } from '../conversion/conversion.ts'
import { pageEntry } from '../conversion/page-entry.ts'
import { createTextReader, validateEntries } from '../conversion/source-entries.ts'
import type { SourceEntry } from '../files/entries.ts'
import { naturally } from '../natural-order.ts'
import type { Skip } from '../report/notes.ts'
import { type Database, pagesOfRows, readDatabase, writeDatabase } from './databases.ts'
import { exportFiles } from './export-files.ts'
import { buildTree, type ExportNode, type ExportTree } from './export-tree.ts'
import { readHtmlPage } from './html.ts'
import { linkRelations, rewriteLinks } from './links.ts'
import { type PageParts, propertyTable, readPageParts, writeCallouts, writeFormulas } from './markdown.ts'
import { isHtml, withoutId } from './names.ts'

/** The content of the files of a node. */
interface Content {
  readonly title: string
  readonly parts: PageParts | undefined
  readonly database: Database | undefined
}

interface ConversionContext {
  readonly tree: ExportTree
  readonly contents: ReadonlyMap<ExportNode, Content>
}

/** Converts an export of Notion, as Markdown and CSV or as HTML, to a Markdown repository. */
export async function notionEntries(entries: readonly SourceEntry[]): Promise<Conversion> {
  const skipped: Skip[] = []
  const tree = buildTree(await exportFiles(validateEntries(entries)), skipped)
  if (tree.nodes.length === 0)
    throw invalidSource(
      'SOURCE_NOT_NOTION',
      'The export contains no page. Export as "Markdown & CSV" or as HTML and import that archive.',
    )
  const context = { tree, contents: await readContents(tree) }
  const pages: SourceEntry[] = []
  const items = tree.roots.map((root) => convertNode(context, root, pages))
  const sorted = items.sort((a, b) => naturally(a.title, b.title))
  return { entries: [summaryEntry(sorted), ...pages, ...tree.assets], skipped }
}

async function readContents(tree: ExportTree): Promise<Map<ExportNode, Content>> {
  const read = createTextReader()
  const contents = new Map<ExportNode, Content>()
  const pending = tree.roots.map((node): [ExportNode, ReadonlySet<string>] => [node, new Set()])
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, names] = next
    const database = node.table && readDatabase(await read(node.table))
    const parts = node.entry && readPage(node.entry.path, await read(node.entry), names)
    const title = parts?.title || withoutId(posix.basename(node.key))
    contents.set(node, { title, parts, database })
    const columns = new Set(database?.columns)
    for (const child of node.children) pending.push([child, columns])
  }
  return contents
}

const readPage = (path: string, text: string, columns: ReadonlySet<string>): PageParts => {
  if (isHtml(path)) return readHtmlPage(text, path)
  const parts = readPageParts(text, columns)
  // Markdown inside a callout is not parsed as long as the callout is HTML.
  const properties = parts.properties.map(([name, value]) => [name, writeFormulas(value, path)] as const)
  return { ...parts, properties, body: writeFormulas(writeCallouts(parts.body, path), path) }
}

/** Adds the page of a node and its child pages, in the order in which the page mentions them. */
function convertNode(context: ConversionContext, node: ExportNode, pages: SourceEntry[]): ContentsItem {
  const { tree, contents } = context
  const { title, parts, database } = contentOf(contents, node)
  const mentioned = new Set<ExportNode>()
  const rowPages = database
    ? pagesOfRows(database, node.children, (child) => contentOf(contents, child).title)
    : new Map<number, ExportNode>()
  for (const page of rowPages.values()) mentioned.add(page)
  const table = database ? writeDatabase(tree, node, database, rowPages) : ''
  const body = parts ? writeBody(tree, node, parts, (target) => mentioned.add(target)) : ''
  const isPage = parts !== undefined || database !== undefined
  if (isPage) pages.push(pageEntry(node.path, title, [body, table].filter(Boolean).join('\n\n')))
  const positions = new Map([...mentioned].map((target, position) => [target, position]))
  const positionOf = (child: ExportNode) => positions.get(child) ?? positions.size
  const titleOf = (child: ExportNode) => contentOf(contents, child).title
  const children = node.children
    .toSorted((a, b) => positionOf(a) - positionOf(b) || naturally(titleOf(a), titleOf(b)))
    .map((child) => convertNode(context, child, pages))
  return { title, path: isPage ? node.path : undefined, children }
}

function contentOf(contents: ConversionContext['contents'], node: ExportNode): Content {
  return (
    contents.get(node) ?? {
      title: withoutId(posix.basename(node.key)),
      parts: undefined,
      database: undefined,
    }
  )
}

function writeBody(
  tree: ExportTree,
  node: ExportNode,
  { properties, body }: PageParts,
  onNode: (target: ExportNode) => void,
): string {
  const linked = properties.map(([name, value]) => [name, linkRelations(tree, node, value)] as const)
  const text = rewriteLinks(tree, node, body, onNode)
  return `${propertyTable(linked)}${text}`
}
