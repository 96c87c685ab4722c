import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { SpecPage } from './write-pages.ts'

/** Writes pages as JSON, one in a line, so that who reads them need not have all of them in memory, nor parse them at once. */
export const linesOfPages = (pages: readonly SpecPage[]): string =>
  pages.map((page) => `${JSON.stringify(page).replace(lineSeparators, escaped)}\n`).join('')

/** Characters that end a line for Node.js, and that JSON may have in texts. */
const lineSeparators = /[\u2028\u2029]/g

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16)}`

/** Yields the pages of a file of lines. */
export async function* readPages(path: string): AsyncGenerator<SpecPage> {
  const input = createReadStream(path)
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity }))
      yield JSON.parse(line) as SpecPage
  } finally {
    // Who reads them may stop before the end.
    input.destroy()
  }
}
