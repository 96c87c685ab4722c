import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { ExportFile, ExportPage } from '../../../src/formats/export/export-source.ts'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { readZip } from '../../../src/formats/import/files/zip.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { type ImportedContent, readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { exportArchive } from '../../../src/modules/exports/archive.ts'

/** Creates a document with a slug. `more` overrides its fields. */
export const page = (slug: string, more: Partial<ExportPage> = {}): ExportPage => ({
  id: `page-${slug}`,
  type: 'DOCUMENT',
  title: `Title of ${slug}`,
  slug,
  parentId: null,
  markdown: `Text of ${slug}.\n`,
  ...more,
})

export const file = (id: string, name: string, content: string | Buffer): ExportFile => {
  const bytes = Buffer.from(content)
  return {
    id,
    name,
    contentType: 'image/png',
    size: bytes.length,
    open: async () => Readable.from([bytes]),
  }
}

export interface Exported {
  readonly pages: readonly ExportPage[]
  readonly files: readonly ExportFile[]
}

/** Exports pages and reads the files of the archive. */
export async function archiveOf(
  pages: readonly ExportPage[],
  files: readonly ExportFile[] = [],
): Promise<SourceEntry[]> {
  return readZip(await buffer(exportArchive({ owner: 'space', title: 'Guide', pages, files }).stream))
}

/** Returns the texts of the archive, by path. */
export async function textsOf(entries: readonly SourceEntry[]): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const { path, read } of entries) texts[path] = (await read()).toString('utf8')
  return texts
}

export function importOf(entries: readonly SourceEntry[]): Promise<ImportedContent> {
  let ids = 0
  return readMarkdownSource(entries, { newPageId: () => `new-${++ids}`, newFileId: () => `new-${++ids}` })
}

/** Converts imported content to the form that can be exported. */
export function exportable({ pages, files }: ImportedContent): Exported {
  const flat = (level: readonly ImportedPage[], parentId: string | null): ExportPage[] =>
    level.flatMap(({ pages: below = [], ...own }) => [
      {
        ...own,
        type: own.type ?? 'DOCUMENT',
        slug: own.slug ?? null,
        parentId,
        markdown: own.markdown ?? '',
      },
      ...flat(below, own.id),
    ])
  return {
    pages: flat(pages, null),
    files: files.map(({ id, name, contentType, size, read }) => ({
      id,
      name,
      contentType,
      size,
      open: async () => Readable.from([await read()]),
    })),
  }
}

/**
 * Converts a tree to a form that is equal for two imports of it: ids are positions in the tree, files are names
 * and bytes, and empty members are omitted.
 */
export async function comparable({ pages, files }: Exported): Promise<unknown> {
  const places = new Map<string, string>()
  for (const [index, { id }] of pages.entries()) places.set(id, `page ${index}`)
  for (const { id, name, open } of files) {
    const content = await open()
    places.set(id, `file ${name} ${content ? (await buffer(content)).toString('base64') : ''}`)
  }
  const withPlaces = (text: string) =>
    text.replace(/\/(pages|files)\/([\w-]+)/g, (whole, kind, id) =>
      places.has(id) ? `/${kind}/${places.get(id)}` : whole,
    )
  const placed = (value: object | null | undefined): unknown =>
    value &&
    JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? (places.get(one) ?? one) : one))
  return pages.map((one) => ({
    type: one.type,
    title: one.title,
    slug: one.slug,
    parent: one.parentId && places.get(one.parentId),
    texts: [one.emoji || null, one.icon || null, one.description || null],
    flags: [Boolean(one.hidden), Boolean(one.noIndex), Boolean(one.noRobotsIndex)],
    layout: one.layout ?? null,
    cover: placed(one.cover) ?? null,
    target: placed(one.target) ?? null,
    markdown: withPlaces(one.markdown),
  }))
}

/** Exports and imports a tree and asserts that nothing changed. */
export async function expectSameTree(pages: readonly ExportPage[], files: readonly ExportFile[] = []) {
  const imported = await importOf(await archiveOf(pages, files))
  const again = exportable(imported)
  expect(await comparable(again)).toEqual(await comparable({ pages, files }))
  return imported
}
