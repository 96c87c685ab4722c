import { createReadStream } from 'node:fs'
import type { SpecPage } from './write-pages.ts'

/** Writes pages as JSON, one in a line, so that who reads them need not have all of them in memory, nor parse them at once. */
export const linesOfPages = (pages: readonly SpecPage[]): string =>
  pages.map((page) => `${JSON.stringify(page)}\n`).join('')

/**
 * Yields the pages of a file of lines, of which it reads no more than it is asked for. `node:readline` reads a thousand lines ahead,
 * and takes other characters for ends of lines, too.
 */
export async function* readPages(path: string): AsyncGenerator<SpecPage> {
  let line: string[] = []
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const [rest = '', ...others] = chunk.split('\n')
    line.push(rest)
    for (const beginning of others) {
      yield JSON.parse(line.join('')) as SpecPage
      line = [beginning]
    }
  }
}
