import { posix } from 'node:path'
import { linesOf, type PartMarks, partNamed, withoutMarks } from './file-parts.ts'
import { type FileText, type Inclusion, replaceEach } from './inclusion.ts'

const helper = /(\\?)\{\{[ \t]{0,10}#([a-z_]{1,30})[ \t]{0,10}([^{}\n]{0,1000})\}\}/g

const includes: ReadonlySet<string> = new Set(['include', 'rustdoc_include', 'playground', 'playpen'])

/** Puts what mdBook includes into a text: files, lines of them, or the parts between anchors. */
export const withMdbookIncludes = (
  inclusion: Inclusion,
  { path, source }: FileText,
  depth = 0,
): Promise<string> =>
  replaceEach(source, helper, async ([whole, slash, name = '', argument = '']) => {
    if (slash) return whole.slice(1)
    if (name === 'title') return ''
    const [target = '', ...range] = (argument.trim().split(/\s+/)[0] ?? '').split(':')
    const file = includes.has(name)
      ? await inclusion.read([posix.join(posix.dirname(path), target)], depth)
      : undefined
    const part = file && partOf(file.source, range)
    if (!file || part === undefined) {
      inclusion.drop(path, whole)
      return ''
    }
    const text = await withMdbookIncludes(inclusion, { path: file.path, source: part }, depth + 1)
    return name === 'playground' || name === 'playpen' ? `\`\`\`rust\n${text}\n\`\`\`` : text
  })

const marks: PartMarks = {
  isMark: (line) => /\bANCHOR(?:_END)?:/.test(line),
  isStart: (line, name) => nameIn(line, 'ANCHOR') === name,
  isEnd: (line, name) => nameIn(line, 'ANCHOR_END') === name,
}

const nameIn = (line: string, mark: string) => new RegExp(`\\b${mark}:\\s*([\\w-]+)`).exec(line)?.[1]

/** Returns lines by their numbers, `2:10`, `5` and `:10`, or those of an anchor, without the lines that mark anchors. */
function partOf(text: string, [first, last]: readonly string[]): string | undefined {
  if (first === undefined) return withoutMarks(text, marks)
  if (!/^\d*$/.test(first)) return partNamed(text, first, marks)
  return withoutMarks(linesOf(text, first, last ?? first), marks)
}
