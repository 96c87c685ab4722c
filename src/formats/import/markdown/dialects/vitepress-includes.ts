import { posix } from 'node:path'
import { Fences } from './fences.ts'
import { linesOf, type PartMarks, partNamed, withoutMarks } from './file-parts.ts'
import { type FileText, type Inclusion, replaceEach } from './inclusion.ts'

const include =
  /<!--[ \t]{0,10}@include:[ \t]{0,10}([^\s#{}]{1,1000})(?:#([^\s{}]{1,200}))?(?:\{(\d{0,9})(,?)(\d{0,9})\})?[ \t]{0,10}-->/g
const snippet = /^([ \t]*)<<<[ \t]*([^\s#{[]{1,1000})(?:#([\w*:-]{1,100}))?(.{0,200})$/

const marks: PartMarks = {
  isMark: (line) => /#(?:end)?region\b/.test(line),
  isStart: (line, name) => nameIn(line, 'region') === name,
  isEnd: (line, name) => [name, ''].includes(nameIn(line, 'endregion') ?? 'none'),
}

/** Returns the name of the region that a line marks, empty for one without a name. */
function nameIn(line: string, mark: string): string | undefined {
  const [, name] = new RegExp(`#${mark}\\b[ \\t]*(.*?)[ \\t]*(?:\\*/|-->)?[ \\t]*$`).exec(line) ?? []
  return name
}

/** Puts the files that VitePress includes, or shows as code, into a text. `root` is the folder that `@` stands for. */
export async function withVitepressIncludes(
  inclusion: Inclusion,
  page: FileText,
  root: string,
): Promise<string> {
  return withSnippets(inclusion, { ...page, source: await withIncludes(inclusion, page, root, 0) }, root)
}

const placeOf = (path: string, written: string, root: string) =>
  written.startsWith('@') ? posix.join(root, written.slice(1)) : posix.join(posix.dirname(path), written)

/** Includes files, regions and sections of them: `<!-- @include: ./a.md#region{2,5} -->`. */
const withIncludes = (
  inclusion: Inclusion,
  { path, source }: FileText,
  root: string,
  depth: number,
): Promise<string> =>
  replaceEach(source, include, async ([whole, target = '', name, first, comma, last]) => {
    const file = await inclusion.read([placeOf(path, target, root)], depth)
    const part = file && (name === undefined ? file.source : partOrSection(file.source, name))
    if (!file || part === undefined) {
      inclusion.drop(path, whole)
      return ''
    }
    const lines = first === undefined ? part : linesOf(part, first, comma ? last : first)
    return withIncludes(inclusion, { path: file.path, source: withoutMarks(lines, marks) }, root, depth + 1)
  })

/** Returns a region of a file, or else the section below the heading with that anchor. */
function partOrSection(text: string, name: string): string | undefined {
  const region = partNamed(text, name, marks)
  if (region !== undefined) return region
  const lines = text.split('\n')
  const levels = lines.map((line) => /^(#{1,6})[ \t]/.exec(line)?.[1]?.length)
  const start = lines.findIndex((line, index) => levels[index] !== undefined && anchorOf(line) === name)
  if (start < 0) return undefined
  const level = levels[start] as number
  const length = levels.slice(start + 1).findIndex((each) => each !== undefined && each <= level)
  return lines.slice(start, length < 0 ? undefined : start + 1 + length).join('\n')
}

function anchorOf(heading: string): string {
  const stated = /\{#([\w-]+)\}\s*$/.exec(heading)?.[1]
  const words = heading.replace(/^#+/, '').trim().toLowerCase()
  return stated ?? words.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
}

/** Shows files as code: `<<< @/snippets/a.js#region{1,3 ts} [title]`. In groups of code the name of the file is the title. */
async function withSnippets(inclusion: Inclusion, { path, source }: FileText, root: string): Promise<string> {
  if (!source.includes('<<<')) return source
  const lines: string[] = []
  const fences = new Fences()
  let isInGroup = false
  for (const line of source.split('\n')) {
    const isCode = fences.isCode(line)
    if (/^\s*:{3,}/.test(line)) isInGroup = /^\s*:{3,}\s*code-group\b/.test(line)
    const [, indent = '', target, region, rest = ''] = (!isCode && snippet.exec(line.trimEnd())) || []
    if (target === undefined) {
      lines.push(line)
      continue
    }
    const file = await inclusion.read([placeOf(path, target, root)], 0)
    const code =
      region === undefined
        ? file && withoutMarks(file.source, marks)
        : file && partNamed(file.source, region, marks)
    if (!file || code === undefined) {
      inclusion.drop(path, line)
      continue
    }
    const title = /\[[^\]]+\]/.exec(rest)?.[0] ?? (isInGroup ? `[${posix.basename(file.path)}]` : '')
    const stated = /\{(?:[\d,-]+[ \t]*)?([a-z][\w#+-]*)?[^{}]*\}/i.exec(rest)?.[1]
    const language = stated ?? posix.extname(file.path).slice(1)
    const own = [`\`\`\`\`${language} ${title}`.trimEnd(), ...code.trimEnd().split('\n'), '````']
    lines.push(...own.map((each) => (each === '' ? each : indent + each)))
  }
  return lines.join('\n')
}
