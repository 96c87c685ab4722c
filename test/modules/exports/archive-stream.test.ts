import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { ExportFile } from '../../../src/formats/export/export-source.ts'
import { exportArchive } from '../../../src/modules/exports/archive.ts'
import { archiveOf, file, importOf, page, textsOf } from './read-archive.ts'

describe('the stream of an archive', () => {
  const counted = (count: number, size: number) => {
    let open = 0
    let most = 0
    const files = Array.from(
      { length: count },
      (_, index): ExportFile => ({
        id: `f${index}`,
        name: `${index}.bin`,
        contentType: 'application/zip',
        size,
        open: async () => {
          most = Math.max(most, ++open)
          return Readable.from([Buffer.alloc(size)]).once('close', () => open--)
        },
      }),
    )
    return { files, open: () => open, most: () => most }
  }

  it('opens one file at a time, and none before it is read', async () => {
    const { files, most } = counted(50, 100_000)
    const { stream } = exportArchive({ owner: 'space', title: 'Guide', pages: [page('a')], files })
    expect((await buffer(stream)).length).toBeGreaterThan(50 * 100_000)
    expect(most()).toBe(1)
  })

  it('closes the open file when the reader disconnects', async () => {
    const { files, open, most } = counted(50, 1_000_000)
    const { stream } = exportArchive({ owner: 'space', title: 'Guide', pages: [page('a')], files })
    for await (const chunk of stream) if (chunk.length > 10_000) break
    await expect.poll(open).toBe(0)
    expect(most()).toBe(1)
  })

  it('fails if the content of a file cannot be read', async () => {
    const broken: ExportFile = {
      ...file('f1', 'a.png', ''),
      open: async () =>
        new Readable({
          read() {
            this.destroy(new Error('disk gone'))
          },
        }),
    }
    const { stream } = exportArchive({ owner: 'space', title: 'Guide', pages: [page('a')], files: [broken] })
    await expect(buffer(stream)).rejects.toThrow('disk gone')
    const missing: ExportFile = { ...broken, open: () => Promise.reject(new Error('no disk')) }
    await expect(
      buffer(exportArchive({ owner: 'space', title: 'Guide', pages: [], files: [missing] }).stream),
    ).rejects.toThrow('no disk')
  })

  it('has a list of the files whose content is missing, and says what to do', async () => {
    const gone: ExportFile = { ...file('f1', 'a.png', ''), open: async () => null }
    const entries = await archiveOf([page('a')], [gone, file('f2', 'b.png', 'b')])
    expect(entries.map(({ path }) => path)).toEqual([
      'SUMMARY.md',
      'README.md',
      '.gitbook/assets/b.png',
      'MISSING-FILES.txt',
    ])
    const { 'MISSING-FILES.txt': list } = await textsOf(entries)
    expect(list).toContain('  .gitbook/assets/a.png\n')
    expect(list).toContain('put them back from a backup')
    expect((await importOf(entries)).files.map(({ name }) => name)).toEqual(['b.png'])
  })

  it('can be imported even if a file compresses as well as a zip bomb', async () => {
    const size = 3_000_000
    const files = [file('f1', 'zeros.bmp', Buffer.alloc(size))]
    const { files: read } = await importOf(
      await archiveOf([page('a')], [{ ...files[0], contentType: 'image/bmp' } as ExportFile]),
    )
    expect(read[0]?.size).toBe(size)
  })

  it('is named after the space', () => {
    expect(exportArchive({ owner: 'space', title: 'Guide: a/b', pages: [], files: [] }).fileName).toBe(
      'Guide- a-b.zip',
    )
    expect(exportArchive({ owner: 'space', title: '..', pages: [], files: [] }).fileName).toBe('page.zip')
  })
})
