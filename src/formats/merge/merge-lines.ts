import { compareLines, type LineDifference, LineNumbers, type LineSpan } from './lines/compare-lines.ts'

/** The lines of one side that conflict with the other side. */
export interface Hunk {
  /** The number of the first line, starting at 1. */
  readonly line: number
  readonly markdown: string
}

export interface LineConflict {
  readonly base: Hunk
  readonly ours: Hunk
  readonly theirs: Hunk
}

export interface MergedText {
  readonly text: string
  /** In the order of the text, which contains the lines that were chosen: those of theirs, unless others were. */
  readonly conflicts: readonly LineConflict[]
}

/** The replacement of conflicting lines: those of a side or of the base, or a new text. An empty text removes them. */
export type LineChoice = 'OURS' | 'THEIRS' | 'BASE' | { readonly text: string }

export type ChooseLines = (conflict: LineConflict) => LineChoice

const chooseTheirs: ChooseLines = () => 'THEIRS'

/**
 * Merges two texts with a common base line by line. Changes of different lines are combined, and identical changes are
 * applied once. Changes that overlap or touch are a conflict, as in git.
 */
export function mergeLines(
  base: string,
  ours: string,
  theirs: string,
  choose: ChooseLines = chooseTheirs,
): MergedText {
  const numbers = new LineNumbers()
  const baseLines = base.split('\n')
  const baseNumbers = numbers.numbersOf(baseLines)
  const sideOf = (text: string): Side => {
    const lines = text.split('\n')
    return { lines, differences: compareLines(baseNumbers, numbers.numbersOf(lines)) }
  }
  const [our, their] = [sideOf(ours), sideOf(theirs)]
  const merged: string[] = []
  const conflicts: LineConflict[] = []
  let position = 0
  for (const region of regionsOf(our.differences, their.differences)) {
    append(merged, baseLines, { from: position, to: region.base.from })
    position = region.base.to
    const isTaken = !region.theirs.isChanged || (region.ours.isChanged && equal(our, their, region))
    if (isTaken) append(merged, our.lines, region.ours)
    else if (!region.ours.isChanged) append(merged, their.lines, region.theirs)
    if (isTaken || !region.ours.isChanged) continue
    const conflict = {
      base: hunkOf(baseLines, region.base),
      ours: hunkOf(our.lines, region.ours),
      theirs: hunkOf(their.lines, region.theirs),
    }
    conflicts.push(conflict)
    const choice = choose(conflict)
    if (choice === 'THEIRS') append(merged, their.lines, region.theirs)
    else if (choice === 'OURS') append(merged, our.lines, region.ours)
    else if (choice === 'BASE') append(merged, baseLines, region.base)
    else if (choice.text !== '') for (const line of choice.text.split('\n')) merged.push(line)
  }
  append(merged, baseLines, { from: position, to: baseLines.length })
  return { text: merged.join('\n'), conflicts }
}

/**
 * Merges bodies line by line. Bodies of imports end with a line break, which others need not have: it is merged apart from
 * the lines, so that it makes no change of the last one.
 */
export function mergeMarkdown(
  base: string,
  ours: string,
  theirs: string,
  choose: ChooseLines = chooseTheirs,
): MergedText {
  const { text, conflicts } = mergeLines(...([base, ours, theirs].map(withoutEnd) as Sides), choose)
  const end = endOf(ours) === endOf(base) ? endOf(theirs) : endOf(ours)
  return { text: text === '' ? '' : text + end, conflicts }
}

type Sides = [base: string, ours: string, theirs: string]

const endOf = (text: string): string => (text.endsWith('\n') ? '\n' : '')

const withoutEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

interface Side {
  readonly lines: readonly string[]
  readonly differences: readonly LineDifference[]
}

interface SideOfRegion extends LineSpan {
  readonly isChanged: boolean
}

/** Lines of the base that one side or both changed, and what they are in each side. */
interface Region {
  readonly base: LineSpan
  readonly ours: SideOfRegion
  readonly theirs: SideOfRegion
}

/** Returns the regions that differ, in order. Differences of both sides that overlap or touch are in one region. */
function* regionsOf(ours: readonly LineDifference[], theirs: readonly LineDifference[]): Iterable<Region> {
  const [our, their] = [new Differences(ours), new Differences(theirs)]
  for (;;) {
    const from = Math.min(our.start, their.start)
    if (from === Number.POSITIVE_INFINITY) return
    let to = from
    const [begunOurs, begunTheirs] = [our.begin(from), their.begin(from)]
    while (our.start <= to || their.start <= to) to = Math.max(to, (our.start <= to ? our : their).take())
    yield { base: { from, to }, ours: our.end(begunOurs, to), theirs: their.end(begunTheirs, to) }
  }
}

/** The differences of one side from the base, taken in order. */
class Differences {
  readonly #differences: readonly LineDifference[]
  #taken = 0
  /** How much further down unchanged lines are than in the base. */
  #shift = 0

  constructor(differences: readonly LineDifference[]) {
    this.#differences = differences
  }

  /** The first line of the base that the next difference changes. */
  get start(): number {
    return this.#differences[this.#taken]?.before.from ?? Number.POSITIVE_INFINITY
  }

  /** Takes the next difference. Returns the end of what it changes in the base. */
  take(): number {
    const { before, after } = this.#differences[this.#taken] as LineDifference
    this.#taken++
    this.#shift = after.to - before.to
    return before.to
  }

  /** Begins a region at a line of the base. */
  begin(line: number) {
    return { from: line + this.#shift, taken: this.#taken }
  }

  /** Ends the region at a line of the base. */
  end({ from, taken }: ReturnType<Differences['begin']>, line: number): SideOfRegion {
    return { from, to: line + this.#shift, isChanged: this.#taken > taken }
  }
}

function append(target: string[], lines: readonly string[], { from, to }: LineSpan): void {
  for (let index = from; index < to; index++) target.push(lines[index] as string)
}

function equal(our: Side, their: Side, { ours, theirs }: Region): boolean {
  if (ours.to - ours.from !== theirs.to - theirs.from) return false
  for (let index = ours.from; index < ours.to; index++)
    if (our.lines[index] !== their.lines[index - ours.from + theirs.from]) return false
  return true
}

const hunkOf = (lines: readonly string[], { from, to }: LineSpan): Hunk => ({
  line: from + 1,
  markdown: lines.slice(from, to).join('\n'),
})
