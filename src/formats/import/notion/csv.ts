/**
 * Parses CSV. Quoted cells can contain commas, line breaks and doubled quotes. A quote that nothing closes ends with the text, for
 * which `csv-parse` would refuse all of it. What follows a closing quote belongs to the cell, where `papaparse` takes all the rows
 * after it for one cell.
 */
export function readCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '')
  const rows: string[][] = []
  let row: string[] = []
  let from = 0
  while (from <= source.length) {
    const cell = readCell(source, from)
    row.push(cell.value)
    from = cell.end + 1
    if (source[cell.end] === ',') continue
    if (source[cell.end] === '\r' && source[from] === '\n') from++
    rows.push(row)
    row = []
  }
  return rows.filter((cells) => cells.some((value) => value !== ''))
}

function readCell(source: string, from: number): { value: string; end: number } {
  const { value, end: start } = source[from] === '"' ? readQuoted(source, from + 1) : { value: '', end: from }
  const plain = /[^,\r\n]*/y
  plain.lastIndex = start
  const [rest = ''] = plain.exec(source) ?? []
  return { value: value + rest, end: start + rest.length }
}

/** Reads up to the first quote that is not doubled, or to the end. */
function readQuoted(source: string, from: number): { value: string; end: number } {
  let value = ''
  for (let start = from; ; ) {
    const quote = source.indexOf('"', start)
    if (quote === -1) return { value: value + source.slice(start), end: source.length }
    value += source.slice(start, quote)
    if (source[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    start = quote + 2
  }
}
