import { compareLines, LineNumbers } from '../merge/lines/compare-lines.ts'
import { mergeLines } from '../merge/merge-lines.ts'
import { withLineFeeds } from '../page/model/normalize-text.ts'

/**
 * Applies to a text what changed from one form of it to another. The forms may be written in another way than the text: what is
 * equal in both stays as it is in the text, and what differs is as in the second form.
 */
export function patched(text: string, before: string, after: string): string {
  if (before === after) return text
  return before === text ? after : mergeLines(before, text, after).text
}

/** Applies to a text what changed within its first and last line that is not blank. The blank lines around them stay. */
export function patchedInside(text: string, before: string, after: string): string {
  const [old, now] = [before, after].map((form) => partsOf(form).core) as [string, string]
  if (old === now) return text
  const { lead, core, trail } = partsOf(text)
  const changed = patched(core, old, now)
  if (changed === '') return ''
  return core === '' ? `${changed}\n` : lead + changed + trail
}

function partsOf(text: string): { lead: string; core: string; trail: string } {
  const lead = /^(?:[ \t]*\n)*/.exec(text)?.[0] ?? ''
  const core = text.slice(lead.length).trimEnd()
  return { lead, core, trail: text.slice(lead.length + core.length) }
}

interface RawLine {
  readonly bytes: Buffer
  /** The end of the line as it is written. Empty for the last one. */
  readonly end: string
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Returns the bytes of a text whose lines were changed. Those that stay keep their bytes and their ends, and others get the ends
 * that most lines have. `after` has line feeds only. A byte order mark stays.
 */
export function withChangedLines(original: Buffer, after: string): Buffer {
  const hasByteOrderMark = original.subarray(0, 3).equals(byteOrderMark)
  const lines = rawLines(hasByteOrderMark ? original.subarray(3) : original)
  const numbers = new LineNumbers()
  const texts = lines.map(({ bytes }) => bytes.toString('utf8'))
  const changed = after.split('\n')
  const end = mostFrequentEnd(lines)
  const parts: Buffer[] = hasByteOrderMark ? [byteOrderMark] : []
  const add = (bytes: Buffer, ending: string, index: number) =>
    parts.push(bytes, Buffer.from(index === changed.length - 1 ? '' : ending || end))
  let index = 0
  let from = 0
  const keepUpTo = (to: number) => {
    for (; from < to; from++, index++) {
      const line = lines[from] as RawLine
      add(line.bytes, line.end, index)
    }
  }
  for (const { before, after: span } of compareLines(numbers.numbersOf(texts), numbers.numbersOf(changed))) {
    keepUpTo(before.from)
    // Of lines that take the place of others, each has the end of the one that it takes the place of.
    for (; index < span.to; index++) {
      const replaced = before.from + index - span.from
      const ending = replaced < before.to ? (lines[replaced] as RawLine).end : end
      add(Buffer.from(changed[index] as string), ending, index)
    }
    from = before.to
  }
  keepUpTo(lines.length)
  return Buffer.concat(parts)
}

/** Returns the text of bytes as `withChangedLines` expects it: with line feeds, without a byte order mark. */
export const textOfBytes = (bytes: Buffer): string =>
  withLineFeeds(bytes.toString('utf8').replace(/^\uFEFF/, ''))

function rawLines(bytes: Buffer): RawLine[] {
  const lines: RawLine[] = []
  let from = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte !== 10 && byte !== 13) continue
    const isPair = byte === 13 && bytes[index + 1] === 10
    lines.push({ bytes: bytes.subarray(from, index), end: isPair ? '\r\n' : byte === 13 ? '\r' : '\n' })
    if (isPair) index++
    from = index + 1
  }
  return [...lines, { bytes: bytes.subarray(from), end: '' }]
}

function mostFrequentEnd(lines: readonly RawLine[]): string {
  const counts = new Map<string, number>()
  for (const { end } of lines) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '\n'
}
