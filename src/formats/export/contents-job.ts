import type { Served } from '../../workers/serve-jobs.ts'
import { type ContentsSource, tableOfContents } from './table-of-contents.ts'

export const run = async (source: ContentsSource): Promise<Served<string>> => ({
  result: tableOfContents(source),
})
