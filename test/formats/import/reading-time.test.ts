import { expect, it } from 'vitest'
import { readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { isLongRun } from '../../support/budget.ts'

it.runIf(isLongRun)(
  'a source whose pages take too long in total is rejected, with the last page',
  async () => {
    const entries = Array.from({ length: 50 }, (_, index) => {
      const bytes = Buffer.from(`# Page ${index}\n\n${'[link](x) '.repeat(2000)}`)
      return { path: `page-${index}.md`, size: bytes.length, read: async () => bytes }
    })
    const read = readMarkdownSource(entries, {
      newPageId: () => 'p',
      newFileId: () => 'f',
      limits: { milliseconds: 1 },
    })
    await expect(read).rejects.toThrow(/up to page-0\.md\. Import them in parts\.$/)
  },
)
