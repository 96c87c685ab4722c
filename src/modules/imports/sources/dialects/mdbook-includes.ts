import { posix } from 'node:path'
import { readText } from '../markdown-text.ts'
import type { ImportNote } from '../outline.ts'
import { findPath, type Repository } from '../repository.ts'

/** Files that include each other in a chain, deeper than which they are not read. */
const maximumDepth = 10
/** Characters that the includes of a page may add to it. */
const maximumAdded = 1_000_000

interface Expansion {
  readonly repository: Repository
  readonly notes: ImportNote[]
  /** The characters that may still be added. */
  left: number
}

const helper = /(\\?)\{\{[ \t]{0,10}#([a-z_]{1,30})[ \t]{0,10}([^{}\n]{0,1000})\}\}/g

/** Puts what mdBook includes into the text of a page: files, lines of them, or the parts between anchors. */
export async function withIncludes(
  repository: Repository,
  page: { readonly path: string; readonly source: string },
): Promise<{ readonly source: string; readonly notes: readonly ImportNote[] }> {
  if (!page.source.includes('{{')) return { source: page.source, notes: [] }
  const expansion: Expansion = { repository, notes: [], left: maximumAdded }
  return { source: await expand(expansion, page, 0), notes: expansion.notes }
}

async function expand(
  expansion: Expansion,
  { path, source }: { readonly path: string; readonly source: string },
  depth: number,
): Promise<string> {
  let written = ''
  let from = 0
  for (const match of source.matchAll(helper)) {
    const [whole, slash = '', name = '', argument = ''] = match
    written += source.slice(from, match.index)
    from = match.index + whole.length
    written += slash ? whole.slice(1) : await includedBy(expansion, { path, whole, name, argument }, depth)
  }
  return written + source.slice(from)
}

interface Helper {
  readonly path: string
  readonly whole: string
  readonly name: string
  readonly argument: string
}

async function includedBy(
  expansion: Expansion,
  { path, whole, name, argument }: Helper,
  depth: number,
): Promise<string> {
  const drop = () => {
    expansion.notes.push({ kind: 'DROPPED', path, text: `${whole.slice(0, 100)} is dropped` })
    return ''
  }
  if (name === 'title') return ''
  if (!/^(?:include|rustdoc_include|playground|playpen)$/.test(name)) return drop()
  const [target = '', ...range] = (argument.trim().split(/\s+/)[0] ?? '').split(':')
  const { repository } = expansion
  const found = findPath(repository, posix.join(posix.dirname(path), target))
  const entry = found === undefined ? undefined : repository.entries.get(found)
  if (!entry || found === undefined || depth >= maximumDepth || entry.size > expansion.left) return drop()
  expansion.left -= entry.size
  const part = partOf(await readText(entry, repository.limits), range)
  const text = await expand(expansion, { path: found, source: part }, depth + 1)
  return name === 'playground' || name === 'playpen' ? `\`\`\`rust\n${text}\n\`\`\`` : text
}

const anchor = /\bANCHOR(?:_END)?:/

/** Returns lines by their numbers, `2:10`, `5` and `:10`, or those of an anchor, without the lines that mark anchors. */
function partOf(text: string, [first, last]: readonly string[]): string {
  const lines = text.replace(/\n$/, '').split('\n')
  if (first === undefined) return withoutAnchors(lines)
  if (/^\d*$/.test(first)) {
    const start = Math.max(1, Number(first || 1))
    const end = last === undefined ? start : Number(last || lines.length)
    return withoutAnchors(lines.slice(start - 1, end))
  }
  const start = lines.findIndex((line) => line.trimEnd().endsWith(`ANCHOR: ${first}`))
  const end = lines.findIndex((line) => line.trimEnd().endsWith(`ANCHOR_END: ${first}`))
  return start < 0 ? '' : withoutAnchors(lines.slice(start + 1, end < 0 ? undefined : end))
}

const withoutAnchors = (lines: readonly string[]) => lines.filter((line) => !anchor.test(line)).join('\n')
