import { posix } from 'node:path'
import { parseMarkdown } from '../../page/file/markdown-file.ts'
import { findUrls } from '../../page/file/markdown-urls.ts'
import { relativeUrl } from '../conversion/markdown-syntax.ts'
import { parseRelativeUrl } from '../markdown/repository/urls.ts'
import type { ExportNode, ExportTree } from './export-tree.ts'
import { idInUrl, idOf, stemOf } from './names.ts'

/** The target of a URL in an export. */
export interface Target {
  readonly node?: ExportNode
  /** The path of the Markdown file or the asset. */
  readonly path: string
  readonly anchor: string
}

function findTarget(tree: ExportTree, from: string, url: string): Target | undefined {
  const inside = parseRelativeUrl(url)
  const id = idInUrl(url)
  const pageById = id === undefined ? undefined : tree.nodesById.get(id)
  if (pageById) return { node: pageById, path: pageById.path, anchor: '' }
  if (!inside || inside.path === '') return undefined
  const { path, anchor } = inside
  const joined = posix.join(posix.dirname(from), path).toLowerCase()
  // Nested archives can lack the top-level folder.
  for (const candidate of [joined, joined.split('/').slice(1).join('/')]) {
    const node = tree.nodesByPath.get(candidate)
    const target = node?.path ?? tree.assetsByPath.get(candidate)
    if (target !== undefined) return { node, path: target, anchor }
  }
  const node = tree.nodesById.get(idOf(stemOf(path)) ?? '')
  return node && { node, path: node.path, anchor }
}

function urlOfTarget(from: ExportNode, { path, anchor }: Target): string {
  return `${relativeUrl(from.path, path)}${anchor && `#${anchor}`}`
}

/** Rewrites the URLs of a page for the Markdown repository. `onNode` is called for each page that is linked. */
export function rewriteLinks(
  tree: ExportTree,
  node: ExportNode,
  text: string,
  onNode: (target: ExportNode) => void,
): string {
  const from = node.entry?.path ?? node.key
  let result = ''
  let start = 0
  for (const url of findUrls(text, parseMarkdown(text, from))) {
    const target = findTarget(tree, from, url.text)
    if (!target) continue
    if (target.node) onNode(target.node)
    result += text.slice(start, url.start) + urlOfTarget(node, target)
    start = url.end
  }
  return result + text.slice(start)
}

/** Links the values of a relation, which have the form `Name (Folder/Name%20id.md), Other (…)`. */
export function linkRelations(tree: ExportTree, node: ExportNode, value: string): string {
  const from = node.entry?.path ?? node.table?.path ?? node.key
  return value.replace(
    /(^|, )([^,()\n]{1,500}) \(([^()\s]{1,2000}|[^()]{1,2000}\.(?:md|csv))\)/g,
    (whole, comma: string, name: string, url: string) => {
      const target = findTarget(tree, from, url)
      return target ? `${comma}[${name}](${urlOfTarget(node, target)})` : whole
    },
  )
}
