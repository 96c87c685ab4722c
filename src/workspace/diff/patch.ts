import type { DiffHunk, DiffLine } from './change.ts'

const kinds = { '+': 'ADDED', '-': 'REMOVED', ' ': 'UNCHANGED' } as const

/** Reads hunks in the unified format of `diff -u`. A range without lines begins at the line before it there. */
export function hunksOfPatch(patch: string): DiffHunk[] {
  const hunks: (DiffHunk & { lines: DiffLine[] })[] = []
  for (const line of patch.split('\n').slice(0, -1)) {
    const [, ...numbers] = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(line) ?? []
    const [before = 0, removed = 0, after = 0, added = 0] = numbers.map(Number)
    if (numbers.length > 0)
      hunks.push({
        before: { start: removed === 0 ? before + 1 : before, count: removed },
        after: { start: added === 0 ? after + 1 : after, count: added },
        lines: [],
      })
    else hunks.at(-1)?.lines.push({ kind: kinds[line[0] as keyof typeof kinds], text: line.slice(1) })
  }
  return hunks
}
