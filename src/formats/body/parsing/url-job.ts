import { AppError } from '../../../base/errors.ts'
import type { Served } from '../../../workers/serve-jobs.ts'
import { parseMarkdown } from '../../page/file/markdown-file.ts'
import { findUrls, type UrlSpan } from '../../page/file/markdown-urls.ts'

export const run = async (source: string): Promise<Served<readonly UrlSpan[]>> => ({
  result: findParsableUrls(source),
})

/**
 * Returns the URLs in the source. None in a body that is too expensive to parse, which is then read or
 * exported unchanged.
 */
export function findParsableUrls(source: string): readonly UrlSpan[] {
  try {
    return findUrls(source, parseMarkdown(source, 'The page'))
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}
