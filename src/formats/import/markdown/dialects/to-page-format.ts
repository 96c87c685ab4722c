import type { ImportNote } from '../../report/notes.ts'
import { type Block, codeBlock, detailsBlock, hintBlock, styleOf, tabBlock, tabsBlock } from './blocks.ts'
import type { Dialect } from './dialect.ts'
import { DroppedParts } from './dropped-parts.ts'
import { mdxLines } from './mdx.ts'
import { sizedImages } from './sized-images.ts'
import { tabsetLines } from './tabsets.ts'

/** A text in the page format, and what was dropped of it. */
export interface Converted {
  readonly text: string
  readonly notes: readonly ImportNote[]
}

interface OpenBlock extends Block {
  readonly kind: 'container' | 'details' | 'codeGroup' | 'mermaid'
}

/** Lines of a script or a style sheet, after which one without an end is taken for text. */
const maximumProgram = 1000

/** The levels of indented blocks in each other, deeper than which they stay as written. */
const maximumDepth = 20

/**
 * Rewrites what other generators have beside Markdown in the page format: hints, expandables, tabs and titles of code, as
 * `:::`, `!!!`, `???`, `===`, `+++`, `{.is-info}` and components of MDX. What is in fences of code stays.
 */
export function toPageFormat(source: string, path: string, { isMdx }: Dialect): Converted {
  const normalized = source.replaceAll(/\r\n?/g, '\n')
  const [front = ''] = /^---\n(?:[^\n]*\n)*?---(?:\n|$)/.exec(normalized) ?? []
  const body = normalized.slice(front.length).split('\n')
  const dropped = new DroppedParts()
  const lines = isMdx ? mdxLines(body, dropped) : body
  const text = front + convertLines(tabsetLines(lines), dropped, 0).join('\n')
  return { text, notes: dropped.notesOn(path) }
}

function convertLines(lines: readonly string[], dropped: DroppedParts, depth: number): string[] {
  const written: string[] = []
  const open: OpenBlock[] = []
  let index = 0
  /** Adds lines that are no code. Of several empty ones the first is enough. */
  const write = (added: readonly string[]) => {
    for (const line of added) if (line !== '' || written.at(-1) !== '') written.push(line)
  }
  while (index < lines.length) {
    const line = lines[index] as string
    const fence = /^(\s*)(`{3,}|~{3,})\s*(.*)$/.exec(line)
    if (fence) {
      const end = endOfFence(lines, index, fence[2] as string)
      written.push(...fenceLines(lines.slice(index, end), fence, open.at(-1)?.kind === 'codeGroup'))
      index = end
      continue
    }
    const indented = depth < maximumDepth ? indentedBlock(line) : undefined
    if (indented) {
      const end = endOfIndented(lines, index + 1, indented.indent)
      const inner = lines.slice(index + 1, end).map((each) => each.slice(indented.indent + 4))
      const continues = indented.isTab && isTabBefore(written)
      if (continues) written.splice(written.findLastIndex((each) => each.trim() === '{% endtabs %}'))
      const isFirst = indented.isTab && !continues
      const body = [
        ...indented.block.open,
        ...convertLines(inner, dropped, depth + 1),
        ...indented.block.close,
      ]
      const all = [...(isFirst ? tabsBlock.open : []), ...body, ...(indented.isTab ? tabsBlock.close : [])]
      written.push(...all.map((each) => (each === '' ? '' : ' '.repeat(indented.indent) + each)))
      index = end
      continue
    }
    const program = depth === 0 ? endOfProgram(lines, index) : index
    if (program > index) {
      dropped.add(`<${/^<(\w+)/.exec(line)?.[1]}>`)
      index = program
      continue
    }
    index++
    const opened = openedBlock(line)
    if (opened === 'unknown') dropped.add(line.trim().slice(0, 60))
    else if (opened) {
      open.push(opened)
      write(opened.open)
    } else if (isClosing(line, open.at(-1))) write(open.pop()?.close ?? [])
    else if (/^\s*:{3,}\s*$/.test(line)) continue
    else if (/^\s*\[\[?_?(?:TOC|TOSP)_?\]\]?\s*$/i.test(line)) dropped.add(line.trim())
    else if (!wikiHint(line, written)) write([sizedImages(line)])
  }
  for (const block of open.reverse()) write(block.close)
  return written
}

/** Returns the line after a script or a style sheet of the page; `start` if there is none at that line. */
function endOfProgram(lines: readonly string[], start: number): number {
  const [, name] = /^<(script|style)(?=[\s>])/.exec(lines[start] as string) ?? []
  if (name === undefined) return start
  const limit = Math.min(lines.length, start + maximumProgram)
  for (let index = start; index < limit; index++)
    if ((lines[index] as string).includes(`</${name}>`)) return index + 1
  return start
}

function endOfFence(lines: readonly string[], start: number, fence: string): number {
  const mark = fence[0] as string
  for (let index = start + 1; index < lines.length; index++) {
    const text = (lines[index] as string).trim()
    if (text.length >= fence.length && text === mark.repeat(text.length)) return index + 1
  }
  return lines.length
}

/** Returns a fence of code with the title of its info string as the page format has it. */
function fenceLines(lines: readonly string[], fence: RegExpExecArray, isTab: boolean): string[] {
  const [, indent = '', mark = '', info = ''] = fence
  const stated = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(info)
  const bracket = /\[([^\]]+)\]/.exec(info)
  const title = stated?.[1] ?? stated?.[2] ?? bracket?.[1]
  const language = /^[\w+#.-]*/.exec(info.replace(/^\{?\s*\.?/, ''))?.[0] ?? ''
  const own = [`${indent}${mark}${language}`, ...lines.slice(1)]
  if (isTab) return framed(own, tabBlock(title ?? (language || 'Code')), indent)
  return title ? framed(own, codeBlock(title), indent) : own
}

const framed = (lines: readonly string[], { open, close }: Block, indent: string): string[] => [
  ...open.map((line) => indent + line),
  ...lines,
  ...close.map((line) => indent + line),
]

interface IndentedBlock {
  readonly indent: number
  readonly block: Block
  readonly isTab: boolean
}

/** Reads the beginning of a block whose content is indented: `!!! note "Title"`, `??? note`, `=== "Tab"`. */
function indentedBlock(line: string): IndentedBlock | undefined {
  const [, space = '', mark = '', rest = ''] = /^( {0,12})(!!!|\?\?\?\+?|===)[ \t]+(\S.*)$/.exec(line) ?? []
  if (mark === '') return undefined
  const [names, quoted] = splitTitle(rest)
  const indent = space.length
  if (mark === '===') return quoted ? { indent, block: tabBlock(quoted), isTab: true } : undefined
  const [name = ''] = names.split(/\s+/)
  const title = quoted?.replaceAll('\\"', '"') ?? ''
  const word = name.charAt(0).toUpperCase() + name.slice(1)
  const block = mark === '!!!' ? hintBlock(styleOf(name) ?? 'info', title) : detailsBlock(title || word)
  return { indent, block, isTab: false }
}

/** Splits `note inline "Title"` into the words and the title. */
function splitTitle(rest: string): [words: string, title: string | undefined] {
  const start = rest.indexOf('"')
  const end = rest.lastIndexOf('"')
  return end > start ? [rest.slice(0, start).trim(), rest.slice(start + 1, end)] : [rest.trim(), undefined]
}

function endOfIndented(lines: readonly string[], start: number, indent: number): number {
  const inside = ' '.repeat(indent + 4)
  let end = start
  for (let index = start; index < lines.length; index++) {
    const line = lines[index] as string
    if (line.trim() === '') continue
    if (!line.startsWith(inside)) break
    end = index + 1
  }
  return end
}

function isTabBefore(written: readonly string[]): boolean {
  const last = written.findLast((line) => line.trim() !== '')
  return last?.trim() === '{% endtabs %}'
}

/** Reads the beginning of a container. Returns `unknown` for one that only its generator knows. */
function openedBlock(line: string): OpenBlock | 'unknown' | undefined {
  const plus = /^\+\+\+[ \t]+(\S.*)$/.exec(line)
  if (plus) return { kind: 'details', ...detailsBlock(plus[1] as string) }
  const [, name, rest = ''] = /^\s*:{3,}[ \t]*([a-z][\w-]*)[ \t]*(.*)$/i.exec(line) ?? []
  if (name === undefined) return undefined
  const title = rest
    .replace(/\{[^{}]*\}\s*$/, '')
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
  const style = styleOf(name)
  if (style) return { kind: 'container', ...hintBlock(style, title) }
  switch (name.toLowerCase()) {
    case 'details':
      return { kind: 'container', ...detailsBlock(title) }
    case 'code-group':
      return { kind: 'codeGroup', ...tabsBlock }
    case 'mermaid':
      return { kind: 'mermaid', open: ['```mermaid'], close: ['```'] }
    default:
      return 'unknown'
  }
}

const isClosing = (line: string, block: OpenBlock | undefined): boolean =>
  block !== undefined && (block.kind === 'details' ? /^\+\+\+\s*$/ : /^\s*:{3,}\s*$/).test(line)

/** Makes a hint of the quotation above a line such as `{.is-info}`. Returns whether the line is one. */
function wikiHint(line: string, written: string[]): boolean {
  const [, name] = /^\{\.is-(\w+)\}\s*$/.exec(line) ?? []
  if (name === undefined) return false
  const end = written.findLastIndex((each) => each.trim() !== '')
  const start = written.findLastIndex((each, index) => index <= end && !each.startsWith('>')) + 1
  if (start > end) return true
  const quoted = written.splice(start).map((each) => each.replace(/^>[ \t]?/, ''))
  const { open, close } = hintBlock(styleOf(name) ?? 'info', '')
  written.push(...open, ...quoted, ...close)
  return true
}
