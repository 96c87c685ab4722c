import { fileURLToPath } from 'node:url'

/** A Markdown repository of 40 pages with a table of contents. */
export const bookFolder = fileURLToPath(new URL('../fixtures/learn-go-with-tests', import.meta.url))

/** Returns the table of contents of the book with some of its chapters. */
export function withChapters(summary: string, titles: readonly string[]): string {
  const [top = '', ...chapters] = summary.split(/^(?=## )/m)
  const kept = chapters.filter((chapter) => titles.some((title) => chapter.startsWith(`## ${title}\n`)))
  return [top, ...kept].join('')
}
