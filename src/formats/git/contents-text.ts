import { splitSummaryLabel } from '../body/summary-label.ts'
import type { PageState } from '../merge/content-snapshot.ts'
import type { MarkdownNode } from '../page/file/markdown-file.ts'
import { spanOf } from '../page/file/markdown-file.ts'
import { longestInOrder } from './longest-in-order.ts'
import type { PlacedItem } from './placed-items.ts'

/** A line of a table of contents that is to be: a page, its parent, and the text of its label. */
export interface ContentsLine {
  readonly id: string
  readonly kind: 'group' | 'page'
  /** The id of the page above in the list. Null at the top level and directly in a group. */
  readonly above: string | null
  /** The id of the group that it is in; null outside of groups. */
  readonly group: string | null
  /** The label for a new line, and one that is made from the label that it has. */
  readonly label: string
  readonly relabel: (written: string, node: MarkdownNode) => string
}

interface OldLine {
  readonly id: string
  readonly above: string | null
  readonly group: string | null
  readonly isGroup: boolean
  readonly node: MarkdownNode
  /** The first line, and the one after the last. */
  readonly from: number
  readonly to: number
  /** The blanks and the list marker in front of the label. */
  readonly prefix: string
  readonly label: string
}

/** The lines that take the place of those of an item; none if it is taken away. */
interface Replacement {
  readonly to: number
  readonly lines: readonly string[]
  readonly isGroup: boolean
}

const thematicBreak = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/

const listItem = /^[ \t]*(?:[*+-]|\d+[.)])[ \t]/

/**
 * Changes the text of a table of contents so that it has these lines in this order. Lines that stay are as they were, with all
 * that is between them.
 */
export function changedContents(
  text: string,
  items: readonly PlacedItem[],
  wanted: readonly ContentsLine[],
): string {
  return new ContentsPatch(text, items, wanted).text()
}

class ContentsPatch {
  readonly #lines: readonly string[]
  readonly #old: readonly OldLine[]
  readonly #wanted: readonly ContentsLine[]
  readonly #byId: ReadonlyMap<string, OldLine>
  readonly #kept: ReadonlySet<string>
  /** The first lines of the items. */
  readonly #starts: ReadonlySet<number>
  readonly #indexes: ReadonlyMap<OldLine, number>
  readonly #prefixes = new Map<string, string>()
  readonly #wantedById: ReadonlyMap<string, ContentsLine>
  /** The lines that others follow in the same list, by the ids of these, as it was and as it is to be. */
  readonly #oldBefore: ReadonlyMap<string, string>
  readonly #wantedBefore: ReadonlyMap<string, string>

  constructor(text: string, items: readonly PlacedItem[], wanted: readonly ContentsLine[]) {
    this.#lines = text.split('\n')
    this.#old = [...oldLines(text, items)]
    this.#byId = new Map(this.#old.map((line) => [line.id, line]))
    this.#starts = new Set(this.#old.map(({ from }) => from))
    this.#indexes = new Map(this.#old.map((line, index) => [line, index]))
    this.#wanted = wanted
    this.#wantedById = new Map(wanted.map((line) => [line.id, line]))
    this.#oldBefore = siblingsBefore(
      this.#old.map((line) => ({ ...line, kind: line.isGroup ? 'group' : 'page' })),
    )
    this.#wantedBefore = siblingsBefore(wanted)
    this.#kept = this.#longestInOrder()
  }

  /** Returns the ids of the most lines that are in the same order as before. */
  #longestInOrder(): Set<string> {
    const lines = this.#wanted.flatMap(({ id }) => this.#byId.get(id) ?? [])
    return new Set(
      [...longestInOrder(lines, (line) => this.#indexes.get(line) as number)].map(({ id }) => id),
    )
  }

  text(): string {
    const inserted = new Map<number, string[]>()
    const replaced = new Map<number, Replacement>()
    let at = this.#startOfList()
    let last: ContentsLine | undefined
    for (const line of this.#wanted) {
      const old = this.#byId.get(line.id)
      const written = this.#written(line, old)
      if (old && this.#kept.has(line.id)) {
        replaced.set(old.from, { to: old.to, lines: written.split('\n'), isGroup: old.isGroup })
        const breakAbove = this.#breakAbove(old.from)
        if (this.#needsBreak(line, last) && breakAbove === undefined)
          push(inserted, old.from, ['', '---', ''])
        if (!this.#needsBreak(line, last) && breakAbove !== undefined && this.#neededBreak(old))
          replaced.set(breakAbove, { to: breakAbove + 1, lines: [], isGroup: false })
        at = this.#after(old)
      } else push(inserted, at, this.#insertion(line, written, last, at))
      last = line
    }
    for (const old of this.#old)
      if (!this.#kept.has(old.id)) replaced.set(old.from, { to: old.to, lines: [], isGroup: old.isGroup })
    return this.#joined(inserted, replaced)
  }

  #joined(
    inserted: ReadonlyMap<number, readonly string[]>,
    replaced: ReadonlyMap<number, Replacement>,
  ): string {
    const result: string[] = []
    const add = (lines: readonly string[]) => {
      for (const line of lines) if (line !== '' || (result.at(-1) ?? '').trim() !== '') result.push(line)
    }
    for (let index = 0; index <= this.#lines.length; ) {
      add(inserted.get(index) ?? [])
      if (index === this.#lines.length) break
      const change = replaced.get(index)
      if (!change) {
        const line = this.#lines[index++] as string
        // Where lines were taken away or put in, blank lines must not pile up.
        const isPiledUp =
          line.trim() === '' &&
          (result.at(-1) ?? 'x').trim() === '' &&
          this.#isEdited(index - 1, inserted, replaced)
        if (!isPiledUp) result.push(line)
        continue
      }
      const isHeading = change.lines.length > 0 && inserted.has(index) && change.isGroup
      if (isHeading && (result.at(-1) ?? '').trim() !== '') result.push('')
      result.push(...change.lines)
      index = change.to
    }
    while (result.at(-1)?.trim() === '') result.pop()
    const before = this.#lines.join('\n')
    return withoutPiles(before, result.join('\n')) + (/\n*$/.exec(before)?.[0] ?? '')
  }

  /** Returns whether something was put in or taken away right above a line. */
  #isEdited(
    index: number,
    inserted: ReadonlyMap<number, readonly string[]>,
    replaced: ReadonlyMap<number, Replacement>,
  ): boolean {
    if (inserted.has(index)) return true
    return [...replaced.values()].some(({ to, lines }) => to === index && lines.length === 0)
  }

  /** Returns the index of the line that new lines go in front of if none is above them. */
  #startOfList(): number {
    const [first] = this.#old
    if (first) return first.from
    const title = this.#lines.findIndex((line) => /^#\s/.test(line))
    const start = title < 0 ? 0 : title + 1
    return (this.#lines[start] ?? 'x').trim() === '' && start < this.#lines.length ? start + 1 : start
  }

  /** Returns the index after a line, and after those below it that are no pages, such as one whose file is missing. */
  #after(old: OldLine): number {
    const indent = indentOf(old.prefix)
    let index = old.to
    if (old.isGroup) {
      while (index < this.#lines.length && (this.#lines[index] as string).trim() === '') index++
      return listItem.test(this.#lines[index] ?? '') ? index : old.to
    }
    while (index < this.#lines.length) {
      const line = this.#lines[index] as string
      if (this.#starts.has(index) || line.trim() === '' || indentOf(line) <= indent) break
      index++
    }
    return index
  }

  #written(line: ContentsLine, old: OldLine | undefined): string {
    const label = old ? line.relabel(old.label, old.node) : line.label
    if (line.kind === 'group') return label
    return this.#prefixOf(line, old) + label
  }

  #prefixOf(line: ContentsLine, old: OldLine | undefined): string {
    const known = this.#prefixes.get(line.id)
    if (known !== undefined) return known
    const prefix = this.#newPrefix(line, old)
    this.#prefixes.set(line.id, prefix)
    return prefix
  }

  #newPrefix(line: ContentsLine, old: OldLine | undefined): string {
    const parent = line.above === null ? undefined : this.#wantedById.get(line.above)
    const parentOld = line.above === null ? undefined : this.#byId.get(line.above)
    const parentPrefix = parent && this.#prefixOf(parent, parentOld)
    const isPlaced = old !== undefined && old.above === line.above && parentPrefix === parentOld?.prefix
    const before = this.#prefixBefore(line)
    if (isPlaced) {
      const isBelow = before !== undefined && indentOf(old.prefix) >= widthOf(before)
      return isBelow ? ' '.repeat(indentOf(before)) + old.prefix.trimStart() : old.prefix
    }
    if (before !== undefined) return plainPrefix(before)
    const sibling = this.#old.find(
      ({ above, isGroup }) => !isGroup && above === line.above && parentPrefix === parentOld?.prefix,
    )
    if (sibling) return plainPrefix(sibling.prefix)
    const marker = plainPrefix(this.#old.find(({ isGroup }) => !isGroup)?.prefix ?? '* ').trimStart()
    if (parentPrefix === undefined) return marker
    return (
      ' '.repeat(indentOf(parentPrefix) + this.#indentUnit(parentPrefix)) +
      plainPrefix(parentPrefix).trimStart()
    )
  }

  /** Returns the prefix of the line that one newly follows in its list: indented further, it would be below that. */
  #prefixBefore(line: ContentsLine): string | undefined {
    const id = this.#wantedBefore.get(line.id)
    const before = id === undefined ? undefined : this.#wantedById.get(id)
    if (!before || id === this.#oldBefore.get(line.id)) return undefined
    return this.#prefixOf(before, this.#byId.get(before.id))
  }

  /** Returns how much further the list is indented at each level. */
  #indentUnit(parentPrefix: string): number {
    for (const { above, prefix } of this.#old) {
      const parent = above === null ? undefined : this.#byId.get(above)
      if (parent && !parent.isGroup) return Math.max(indentOf(prefix) - indentOf(parent.prefix), 2)
    }
    return plainPrefix(parentPrefix).trimStart().length
  }

  #insertion(line: ContentsLine, written: string, last: ContentsLine | undefined, at: number): string[] {
    const lines = written.split('\n')
    if (line.kind === 'group') return ['', ...lines, '']
    if (this.#needsBreak(line, last)) return ['', '---', '', ...lines]
    const isFirstOfGroup = last?.kind === 'group'
    return isFirstOfGroup && (this.#lines[at - 1] ?? '').trim() !== '' && this.#byId.has(last.id)
      ? ['', ...lines]
      : lines
  }

  /** Returns whether a page at the top level follows one in a group, from which a thematic break must part it. */
  #needsBreak(line: ContentsLine, last: ContentsLine | undefined): boolean {
    if (line.kind === 'group' || line.group !== null || !last) return false
    return last.kind === 'group' || last.group !== null
  }

  /** Returns whether a page at the top level followed one in a group. */
  #neededBreak(old: OldLine): boolean {
    const before = this.#old[(this.#indexes.get(old) ?? 0) - 1]
    return (
      !old.isGroup && old.group === null && before !== undefined && (before.isGroup || before.group !== null)
    )
  }

  /** Returns the index of the thematic break above a line, with nothing but blanks and items that are no pages between, if there is one. */
  #breakAbove(from: number): number | undefined {
    for (let index = from - 1; index >= 0; index--) {
      const line = this.#lines[index] as string
      if (thematicBreak.test(line.trim())) return index
      const isNoPage = listItem.test(line) && !this.#starts.has(index)
      if (line.trim() !== '' && !isNoPage) return undefined
    }
    return undefined
  }
}

/** Returns which lines others follow in the same list. A group, and the break after one, begin another list. */
function siblingsBefore(
  lines: readonly Pick<ContentsLine, 'id' | 'kind' | 'above' | 'group'>[],
): Map<string, string> {
  const found = new Map<string, string>()
  const last = new Map<string | null, (typeof lines)[number]>()
  for (const line of lines) {
    const before = last.get(line.above)
    if (before?.kind === 'page' && line.kind === 'page' && before.group === line.group)
      found.set(line.id, before.id)
    last.set(line.above, line)
  }
  return found
}

function push(map: Map<number, string[]>, at: number, lines: readonly string[]): void {
  const there = map.get(at)
  if (there) there.push(...lines)
  else map.set(at, [...lines])
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0

/** Returns the column of the label of an item. What is indented as far is below the item. */
const widthOf = (prefix: string): number => indentOf(prefix) + plainPrefix(prefix).trimStart().length

/** Returns the blanks and the list marker of an item, without a number behind the marker. */
const plainPrefix = (prefix: string): string => /^[ \t]*(?:[*+-]|\d+[.)])[ \t]+/.exec(prefix)?.[0] ?? '* '

/** Returns a changed text without the blank lines and breaks that pile up where lines were taken away, unless they did before. */
function withoutPiles(before: string, after: string): string {
  const tidy = blankLines.test(before) ? after : after.replace(new RegExp(blankLines, 'g'), '\n\n')
  return breaks.test(before) ? tidy : tidy.replace(new RegExp(breaks, 'g'), '$1')
}

const blankLines = /\n(?:[ \t]*\n){2,}/
const breaks = /(\n[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*\n)(?:\s*\n)?[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*(?=\n)/

/** Yields the lines of a text that items of it are. */
function* oldLines(
  text: string,
  items: readonly PlacedItem[],
  above: string | null = null,
  group: string | null = null,
): Generator<OldLine> {
  for (const { id, item, children } of items) {
    const isGroup = item.kind === 'group'
    if (item.written) yield oldLine(text, item.written, { id, above, group, isGroup })
    // What has no line of its own is the page of a link that has others below it.
    yield* oldLines(text, children, isGroup ? null : item.written ? id : above, isGroup ? id : group)
  }
}

function oldLine(
  text: string,
  node: MarkdownNode,
  place: Pick<OldLine, 'id' | 'above' | 'group' | 'isGroup'>,
): OldLine {
  const { start, end } = spanOf(node)
  const from = (node.position?.start.line ?? 1) - 1
  const label = text.slice(start, end)
  const prefix = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return { ...place, node, from, to: from + label.split('\n').length, prefix, label }
}

/** Returns the title that SUMMARY.md has for a page in navigation. */
export const labelOf = ({ frontMatter }: PageState): string | undefined =>
  splitSummaryLabel(frontMatter).label
