/** Returns the rows of a text with comma-separated values, as in RFC 4180. Empty lines have no row. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/g)) {
    row.push(quoted === undefined ? (plain ?? '').trim() : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.some((value) => value !== '')) rows.push(row)
    row = []
  }
  return rows
}

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
