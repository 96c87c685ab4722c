import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ZipFile } from 'yazl'

/** A Markdown repository of 40 pages with a table of contents. */
export const bookFolder = fileURLToPath(new URL('../fixtures/learn-go-with-tests', import.meta.url))

/** Returns the table of contents of the book with some of its chapters. */
export function withChapters(summary: string, titles: readonly string[]): string {
  const [top = '', ...chapters] = summary.split(/^(?=## )/m)
  const kept = chapters.filter((chapter) => titles.some((title) => chapter.startsWith(`## ${title}\n`)))
  return [top, ...kept].join('')
}

/** The book as a zip, as a code host would serve it: inside one folder. */
export async function zipOfBook(isRead: (path: string) => boolean = () => true): Promise<Buffer> {
  const zip = new ZipFile()
  for (const file of readdirSync(bookFolder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    if (!file.isFile() || !isRead(path)) continue
    zip.addFile(path, `learn-go-with-tests-main/${path.slice(bookFolder.length + 1)}`)
  }
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
