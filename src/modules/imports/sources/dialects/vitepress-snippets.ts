import { posix } from 'node:path'
import { readText } from '../markdown-text.ts'
import type { ImportNote } from '../outline.ts'
import { findPath, type Repository } from '../repository.ts'

/** Characters that snippets may add to a page. */
const maximumAdded = 1_000_000

const snippet = /^<<<[ \t]*(@\/|\.{0,2}\/)?([^\s#{[]{1,1000})(?:#([\w*:-]{1,100}))?(.{0,200})$/

/** Puts the files that VitePress shows as code into the text of a page: `<<< @/snippets/a.js#region{1,3} [title]`. */
export async function withSnippets(
  repository: Repository,
  root: string,
  { path, source }: { readonly path: string; readonly source: string },
): Promise<{ readonly source: string; readonly notes: readonly ImportNote[] }> {
  if (!source.includes('<<<')) return { source, notes: [] }
  const notes: ImportNote[] = []
  const lines: string[] = []
  let left = maximumAdded
  let fence = ''
  for (const line of source.split('\n')) {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    if (mark !== undefined) fence = fence === '' ? mark : line.trim().startsWith(fence) ? '' : fence
    const [, base = '', file, region, rest = ''] = (fence === '' && snippet.exec(line.trimEnd())) || []
    if (file === undefined) {
      lines.push(line)
      continue
    }
    const folder = base === '@/' ? root : posix.dirname(path)
    const found = findPath(repository, posix.join(folder, base === '@/' ? file : `${base}${file}`))
    const entry = found === undefined ? undefined : repository.entries.get(found)
    if (!entry || entry.size > left) {
      notes.push({ kind: 'DROPPED', path, text: `${line.slice(0, 100)} is dropped` })
      continue
    }
    left -= entry.size
    const code = regionOf((await readText(entry, repository.limits)).trimEnd(), region)
    const title = /\[[^\]]+\]/.exec(rest)?.[0] ?? ''
    lines.push(`\`\`\`\`${posix.extname(file).slice(1)} ${title}`.trimEnd(), code, '````')
  }
  return { source: lines.join('\n'), notes }
}

/** Returns the lines of a region, or all lines without those that mark regions. */
function regionOf(text: string, region: string | undefined): string {
  const lines = text.split('\n')
  const start =
    region === undefined ? -1 : lines.findIndex((line) => line.trimEnd().endsWith(`#region ${region}`))
  const length = lines.slice(start + 1).findIndex((line) => line.includes('#endregion'))
  const own = start < 0 ? lines : lines.slice(start + 1, length < 0 ? undefined : start + 1 + length)
  return own.filter((line) => !/#(?:end)?region\b/.test(line)).join('\n')
}
