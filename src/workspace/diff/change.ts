export interface DiffLine {
  readonly kind: 'ADDED' | 'REMOVED' | 'UNCHANGED'
  readonly text: string
}

/** Lines that differ, with those around them. */
export interface DiffHunk {
  readonly before: { readonly start: number; readonly count: number }
  readonly after: { readonly start: number; readonly count: number }
  readonly lines: readonly DiffLine[]
}

export type LineLayout = 'inline' | 'sideBySide'

/** How two versions are shown: by their lines, or as sites show them. */
export type DiffLayout = LineLayout | 'rendered'

/** A line with its numbers in both versions. */
export interface NumberedLine extends DiffLine {
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Returns the lines of a hunk with their numbers. */
export function numberedLines({ before, after, lines }: DiffHunk): NumberedLine[] {
  let left = before.start
  let right = after.start
  return lines.map((line) => ({
    ...line,
    before: line.kind === 'ADDED' ? undefined : left++,
    after: line.kind === 'REMOVED' ? undefined : right++,
  }))
}

/** Returns the lines of a hunk in pairs: what was removed beside what was added in its place. */
export function pairedLines(hunk: DiffHunk): [NumberedLine | undefined, NumberedLine | undefined][] {
  const pairs: [NumberedLine | undefined, NumberedLine | undefined][] = []
  let removed: NumberedLine[] = []
  let added: NumberedLine[] = []
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      pairs.push([removed[index], added[index]])
    removed = []
    added = []
  }
  for (const line of numberedLines(hunk)) {
    if (line.kind === 'REMOVED' && added.length > 0) flush()
    if (line.kind === 'REMOVED') removed.push(line)
    else if (line.kind === 'ADDED') added.push(line)
    else {
      flush()
      pairs.push([line, line])
    }
  }
  flush()
  return pairs
}

export function countLines(hunks: readonly DiffHunk[]): { readonly added: number; readonly removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines)
  return {
    added: lines.filter(({ kind }) => kind === 'ADDED').length,
    removed: lines.filter(({ kind }) => kind === 'REMOVED').length,
  }
}
