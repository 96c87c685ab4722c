/** The lines that mark the parts of a file, and those that begin and end one with a name. */
export interface PartMarks {
  readonly isMark: (line: string) => boolean
  readonly isStart: (line: string, name: string) => boolean
  readonly isEnd: (line: string, name: string) => boolean
}

/** Returns the part of a text between marks, without those of other parts; undefined if there is none with that name. */
export function partNamed(
  text: string,
  name: string,
  { isMark, isStart, isEnd }: PartMarks,
): string | undefined {
  const lines = text.replace(/\n$/, '').split('\n')
  const start = lines.findIndex((line) => isStart(line, name))
  if (start < 0) return undefined
  const length = lines.slice(start + 1).findIndex((line) => isEnd(line, name))
  const own = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length)
  return own.filter((line) => !isMark(line)).join('\n')
}

export const withoutMarks = (text: string, { isMark }: PartMarks): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => !isMark(line))
    .join('\n')

/** Returns lines of a text by their numbers, which begin at 1; without one up to the first or the last. */
export function linesOf(text: string, first: string | undefined, last: string | undefined): string {
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.slice(Math.max(0, Number(first || 1) - 1), Number(last || lines.length)).join('\n')
}
