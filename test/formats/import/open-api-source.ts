import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { openApiEntries } from '../../../src/formats/import/open-api/convert.ts'

export const fixture = (name: string) =>
  fileEntry(join(import.meta.dirname, '../../fixtures/imports/open-api', name))

export const entry = (path: string, content: string | Buffer): SourceEntry => {
  const bytes = Buffer.from(content)
  return { path, size: bytes.length, read: async () => bytes }
}

export const fileEntry = (path: string) => entry(basename(path), readFileSync(path))

/** Ids are sequential: pages `p1`, `p2` … in the order of the table of contents. */
export async function read(source: SourceEntry | readonly SourceEntry[]) {
  let pages = 0
  const conversion = await openApiEntries(source)
  const content = await readMarkdownSource(conversion.entries, {
    newPageId: () => `p${++pages}`,
    newFileId: () => 'none',
  })
  return { ...content, skipped: [...conversion.skipped, ...content.skipped] }
}

export const readJson = (document: object) => read(entry('api.json', JSON.stringify(document)))

export const outline = (pages: readonly ImportedPage[] = [], indent = ''): string[] =>
  pages.flatMap(({ id, title, pages: below }) => [
    `${indent}${id} ${title}`,
    ...outline(below, `${indent}  `),
  ])

export const bodyOf = (pages: readonly ImportedPage[], title: string) =>
  pages.find((page) => page.title === title)?.markdown ?? ''

/** Returns the section of a page below a level-2 heading. */
export const sectionOf = (body: string, heading: string) =>
  body.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}`)) ?? ''

export const get = (operation: object) => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  paths: { '/x': { get: operation } },
})
