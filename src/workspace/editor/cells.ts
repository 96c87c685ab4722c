/** Returns cells of a spreadsheet, copied as text with tabs, as a table. Undefined if the text is none. */
export function tableOfCells(text: string): string | undefined {
  const rows = rowsOf(text.replace(/\r\n?/g, '\n').replace(/\n$/, ''))
  const width = rows[0]?.length ?? 0
  if (width < 2 || rows.some((row) => row.length !== width)) return undefined
  const [head = [], ...body] = rows.map((row) => row.map(cellText))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')}\n`
}

const cellText = (cell: string): string => cell.trim().replace(/\|/g, '\\|').replace(/\n/g, '<br>')

/** Splits a text at tabs and line breaks, except those in quotes. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replace(/""/g, '"'))
    if (end === '\n') rows.push([])
    if (end === '') break
  }
  return rows
}
