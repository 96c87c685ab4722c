import { posix } from 'node:path'
import { linesOf, type PartMarks, partNamed, withoutMarks } from './file-parts.ts'
import { type FileText, type Inclusion, indented, relinked, replaceEach } from './inclusion.ts'

/** The folders in which the extensions of MkDocs look for files. */
export interface IncludeFolders {
  /** The folder of the pages. */
  readonly root: string
  /** Those that the configuration names for snippets, and its own. */
  readonly snippets: readonly string[]
}

const snippet =
  /^([ \t]*)(;*)-{1,20}8<-{1,20}(?:[ \t]+(?:"([^"\n]{1,1000})"|'([^'\n]{1,1000})')|[ \t]*\n((?:(?![ \t]*-{1,20}8<)[^\n]*\n){0,1000})[ \t]*-{1,20}8<-{1,20})[ \t]*$/gm
const code = /^\{\*[ \t]{1,10}([^\s*]{1,1000})([^\n*]{0,500})\*\}[ \t]*$/gm
const inline = /\{!([^!\n]{1,1000})!\}/g
const tag =
  /^([ \t]*)\{%-?[ \t]*(include|include-markdown)\s+(?:"([^"\n]{1,1000})"|'([^'\n]{1,1000})')([^{}]{0,2000}?)-?%\}/gm

const marks: PartMarks = {
  isMark: (line) => /-{1,}8<-{1,}[ \t]*\[[ \t]*(?:start|end)\b/.test(line),
  isStart: (line, name) => nameIn(line, 'start') === name,
  isEnd: (line, name) => nameIn(line, 'end') === name,
}

const nameIn = (line: string, mark: string) =>
  new RegExp(`8<-+[ \\t]*\\[[ \\t]*${mark}[ \\t]*:[ \\t]*([\\w.-]+)`).exec(line)?.[1]

/** Puts the files that extensions of MkDocs include into a text: `--8<-- "file"`, `{!file!}`, `{% include-markdown "file" %}`. */
export async function withMkdocsIncludes(
  inclusion: Inclusion,
  { path, source }: FileText,
  folders: IncludeFolders,
  depth = 0,
): Promise<string> {
  const drop = (what: string) => {
    inclusion.drop(path, what.split('\n')[0] ?? '')
    return ''
  }
  const placesOf = (target: string) =>
    [...folders.snippets, folders.root, posix.dirname(path)].map((folder) => posix.join(folder, target))
  const include = async (name: string): Promise<string | undefined> => {
    const [, target = '', range = ''] = /^([^:]+)(:.*)?$/s.exec(name.trim()) ?? []
    const file = await inclusion.read(placesOf(target), depth)
    const part = file && partOf(file.source, range.slice(1))
    return file && part !== undefined
      ? withMkdocsIncludes(inclusion, { path: file.path, source: part }, folders, depth + 1)
      : undefined
  }
  const cut = await replaceEach(source, snippet, async (match) => {
    const [whole, indent = '', semicolon = '', one, other, list] = match
    if (semicolon !== '') return whole.replace(';', '')
    const names =
      list === undefined ? [one ?? other ?? ''] : list.split('\n').filter((name) => name.trim() !== '')
    const texts: string[] = []
    for (const name of names)
      if (!name.trim().startsWith(';')) texts.push((await include(name)) ?? drop(name))
    return indented(texts.join('\n'), indent)
  })
  const coded = await replaceEach(cut, code, async ([whole, name = '', options = '']) => {
    const file = await inclusion.read(placesOf(name), depth)
    return file ? codeOf(file, options) : drop(whole)
  })
  const marked = await replaceEach(
    coded,
    inline,
    async ([whole, name = '']) => (await include(name)) ?? drop(whole),
  )
  return replaceEach(marked, tag, async ([whole, indent = '', kind, one, other, options = '']) => {
    const target = one ?? other ?? ''
    const place = target.startsWith('/')
      ? posix.join(folders.root, target)
      : posix.join(posix.dirname(path), target)
    const file = await inclusion.read([place], depth)
    if (!file) return drop(whole)
    const part = between(file.source, options)
    const text = await withMkdocsIncludes(inclusion, { path: file.path, source: part }, folders, depth + 1)
    return indented(
      kind === 'include' ? text : relinked({ path: file.path, source: text }, path),
      indent,
    ).trimEnd()
  })
}

/** Returns a file, or lines of it by `ln[1,3:5]`, as code. */
function codeOf({ path, source }: FileText, options: string): string {
  const [, lines] = /\bln\[([\d:,\s]+)\]/.exec(options) ?? []
  const [, title] = /\btitle\["([^"\]]*)"\]/.exec(options) ?? []
  const info = `${posix.extname(path).slice(1)}${title === undefined ? '' : ` title="${title}"`}`
  return `\`\`\`\`${info}\n${(partOf(source, lines ?? '') ?? source).trimEnd()}\n\`\`\`\``
}

/** Returns a part by its name, or lines by their numbers: `3:5`, `3`, `:5` or several with commas. */
function partOf(text: string, range: string): string | undefined {
  if (range === '') return withoutMarks(text, marks)
  if (!/^[\d:,\s-]+$/.test(range)) return partNamed(text, range, marks)
  const parts = range.split(',').map((one) => {
    const [first, last] = one.trim().split(':')
    return linesOf(text, first, last ?? first)
  })
  return withoutMarks(parts.join('\n'), marks)
}

/** Returns what is between the marks that `start` and `end` name. */
function between(text: string, options: string): string {
  const option = (name: string) =>
    new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(options)?.slice(1).find(Boolean)
  const [start, end] = [option('start'), option('end')]
  const from = start === undefined || !text.includes(start) ? 0 : text.indexOf(start) + start.length
  const to = end === undefined ? -1 : text.indexOf(end, from)
  return text.slice(from, to < 0 ? undefined : to)
}
