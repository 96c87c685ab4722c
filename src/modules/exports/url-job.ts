import { AppError } from '../../errors.ts'
import type { Served } from '../../workers/serve-jobs.ts'
import { parseMarkdown } from '../imports/sources/markdown-text.ts'
import { findUrls, type UrlSpan } from '../imports/sources/urls.ts'

export const run = async (source: string): Promise<Served<readonly UrlSpan[]>> => ({
  result: findParsableUrls(source),
})

/**
 * Returns the URLs in the source. A body that is too expensive to parse is exported unchanged, so that one page
 * does not make the export fail.
 */
export function findParsableUrls(source: string): readonly UrlSpan[] {
  try {
    return findUrls(source, parseMarkdown(source, 'The page'))
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
