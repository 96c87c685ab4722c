import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFilePath, withTemporaryFolder } from '../../../src/base/temporary-files.ts'
import type { PdfFile, PdfSource } from '../../../src/formats/pdf/source.ts'
import {
  createPdfPool,
  type RenderOptions,
  renderPdfInWorker,
} from '../../../src/modules/pdf/render-in-worker.ts'
import { isLongRun } from '../../support/budget.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { page, pdfSource, png } from './fixtures/source.ts'

const pages = [page('First', '<figure><img src="/files/image"></figure>\n\nText'), page('Second', 'More')]
const long = page('Long', 'word '.repeat(90_000))

/** Returns the bytes of a PDF. */
const render = (source: PdfSource, options?: RenderOptions) =>
  withTemporaryFolder(async (folder) => {
    const { file } = await renderPdfInWorker(() => source, temporaryFilePath(folder), options)
    return readFile(file.path)
  })

describe('rendering in a process', () => {
  it('creates a PDF with its images', async () => {
    const pdf = await render(pdfSource(pages, { image: png(10, 10) }))
    expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(pdf.toString('latin1')).toContain('/Subtype /Image')
  })

  it('leaves none of the files through which images are sent to it', async () => {
    const folder = await temporaryFolder()
    const source = pdfSource(pages, { image: png(10, 10) })
    const { file } = await renderPdfInWorker(() => source, temporaryFilePath(folder))
    expect(await readdir(folder)).toEqual([basename(file.path)])
  })

  it.runIf(isLongRun)(
    'leaves none of them when it is aborted, even one that is still being read',
    async () => {
      const folder = await temporaryFolder()
      const abort = new AbortController()
      const isAsked = Promise.withResolvers<void>()
      const image = Promise.withResolvers<PdfFile>()
      const source = {
        ...pdfSource(pages),
        readFile: () => {
          isAsked.resolve()
          return image.promise
        },
      }
      const rendering = renderPdfInWorker(() => source, temporaryFilePath(folder), { signal: abort.signal })
      await isAsked.promise
      abort.abort()
      await expect(rendering).rejects.toThrow()
      image.resolve({ bytes: png(10, 10), contentType: 'image/png', name: 'late.png' })
      // While another is rendered, what came late would be written.
      const { file } = await renderPdfInWorker(() => pdfSource(pages), temporaryFilePath(folder))
      expect(await readdir(folder)).toEqual([basename(file.path)])
    },
  )

  it('ends with SERVICE_UNAVAILABLE at the time limit', async () => {
    const rendering = render(pdfSource([long, long, long]), {
      pool: createPdfPool({ milliseconds: 50 }),
    })
    await expect(rendering).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it.runIf(isLongRun)('ends with SERVICE_UNAVAILABLE at the memory limit', async () => {
    const rendering = render(pdfSource([long, long, long]), {
      pool: createPdfPool({ megabytes: 40 }),
    })
    await expect(rendering).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('ends when the signal aborts', async () => {
    const reason = new Error('The client has gone.')
    await expect(render(pdfSource(pages), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const rendering = render(pdfSource([long, long, long]), { signal: controller.signal })
    setImmediate(() => controller.abort(reason))
    await expect(rendering).rejects.toBe(reason)
  })

  it('leaves the files of the caller unchanged', async () => {
    const image = png(10, 10)
    const before = Buffer.from(image)
    await render(pdfSource(pages, { image }))
    expect(image).toEqual(before)
  })
})
