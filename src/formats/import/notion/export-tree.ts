import { posix } from 'node:path'
import { UniquePaths } from '../conversion/unique-paths.ts'
import type { SourceEntry } from '../files/entries.ts'
import { importLine } from '../report/lines.ts'
import { type Skip, skipOf } from '../report/notes.ts'
import { idOf, isHtml, isPage, isTable, stemOf, withoutId } from './names.ts'

/** A page, a database, or a folder without a page of its own. */
export interface ExportNode {
  /** The path of its files without extension. Usually also the path of the folder of its children. */
  readonly key: string
  readonly entry: SourceEntry | undefined
  readonly table: SourceEntry | undefined
  /** The path of the Markdown file that it becomes. */
  readonly path: string
  readonly children: ExportNode[]
}

/** The nodes and assets of an export, with their output paths. */
export interface ExportTree {
  readonly roots: readonly ExportNode[]
  readonly nodes: readonly ExportNode[]
  readonly assets: readonly SourceEntry[]
  /** Nodes and assets, by the lower-case paths of their files in the export. */
  readonly nodesByPath: ReadonlyMap<string, ExportNode>
  readonly assetsByPath: ReadonlyMap<string, string>
  readonly nodesById: ReadonlyMap<string, ExportNode>
}

interface Files {
  entry?: SourceEntry
  table?: SourceEntry
  readonly paths: string[]
}

export function buildTree(entries: readonly SourceEntry[], skipped: Skip[]): ExportTree {
  const files = new Map<string, Files>()
  const paths = new UniquePaths()
  const assets: SourceEntry[] = []
  const assetsByPath = new Map<string, string>()
  for (const entry of entries) {
    if (isSitemap(entry.path))
      skipped.push(skipOf(entry.path, importLine('IMPORT_PAGE_LIST', 'the page list of the export')))
    else if (isPage(entry.path) || isTable(entry.path)) addFile(files, entry)
    else {
      const { base, name, ext } = posix.parse(entry.path)
      const path = paths.take(`assets/${name || base}`, ext)
      assets.push({ ...entry, path })
      assetsByPath.set(entry.path.toLowerCase(), path)
    }
  }
  return { ...buildNodes(files, paths, skipped), assets, assetsByPath }
}

/** Returns whether a file is the page list of an HTML export. Actual pages have an id in their names. */
const isSitemap = (path: string) => path.toLowerCase() === 'index.html'

/** Adds a file to its node. The complete table of a database replaces the table of a view. */
function addFile(files: Map<string, Files>, entry: SourceEntry): void {
  const { path } = entry
  const key = posix.join(posix.dirname(path), stemOf(path))
  const own: Files = files.get(key) ?? { paths: [] }
  files.set(key, own)
  own.paths.push(path)
  if (!isTable(path)) own.entry = entry
  else if (!own.table || /_all\.csv$/i.test(path)) own.table = entry
}

function buildNodes(
  files: ReadonlyMap<string, Files>,
  paths: UniquePaths,
  skipped: Skip[],
): Pick<ExportTree, 'roots' | 'nodes' | 'nodesByPath' | 'nodesById'> {
  const keyOfFolder = foldersOf([...files.keys()])
  const nodes = new Map<string, ExportNode>()
  const roots: ExportNode[] = []
  const nodeOf = (key: string): ExportNode => {
    const known = nodes.get(key)
    if (known) return known
    const folder = posix.dirname(key)
    const parent = folder === '.' ? undefined : nodeOf(keyOfFolder(folder))
    const name = withoutId(posix.basename(key))
    const path = paths.take(parent ? posix.join(parent.path.slice(0, -'.md'.length), name) : name, '.md')
    const { entry, table } = files.get(key) ?? {}
    // In HTML exports, the page of a database contains its table.
    const isOnPage = entry !== undefined && isHtml(entry.path)
    if (isOnPage && table) {
      const line = importLine('IMPORT_SHOWN_ON_PAGE', `shown on ${entry.path}`, { path: entry.path })
      skipped.push(skipOf(table.path, line))
    }
    const node = { key, entry, table: isOnPage ? undefined : table, path, children: [] }
    nodes.set(key, node)
    ;(parent?.children ?? roots).push(node)
    return node
  }
  const nodesByPath = new Map<string, ExportNode>()
  for (const [key, own] of files)
    for (const path of own.paths) nodesByPath.set(path.toLowerCase(), nodeOf(key))
  const nodesById = new Map(
    [...nodes.values()].flatMap((node) => {
      const id = idOf(posix.basename(node.key))
      return id === undefined ? [] : [[id, node] as const]
    }),
  )
  return { roots, nodes: [...nodes.values()], nodesByPath, nodesById }
}

/**
 * Returns a function that looks up the page of a folder: the one with the same name or, in newer exports, with
 * the same name and an id.
 */
function foldersOf(keys: readonly string[]): (folder: string) => string {
  const known = new Set(keys)
  const byTitle = new Map<string, string>()
  for (const key of keys) {
    const folder = posix.join(posix.dirname(key), withoutId(posix.basename(key)))
    if (!byTitle.has(folder)) byTitle.set(folder, key)
  }
  return (folder) => (known.has(folder) ? folder : (byTitle.get(folder) ?? folder))
}
