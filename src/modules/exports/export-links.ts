import { AppError } from '../../errors.ts'
import { parseMarkdown } from '../imports/sources/markdown-text.ts'
import { findUrls, type UrlSpan } from '../imports/sources/urls.ts'
import type { ResolveUrl } from './export-source.ts'

const canonicalPath = /^\/(pages|files)\/([A-Za-z0-9._~%-]+)(?=#|$)/

/**
 * Replaces the URLs of pages and files in a body and leaves all other characters unchanged. URLs are found as
 * in an import of `head` and body as one file, so that an import restores each of them.
 */
export function rewriteReferences(head: string, body: string, resolve: ResolveUrl): string {
  // Most bodies reference no pages or files, and parsing is expensive.
  if (!/\/(?:pages|files)\//.test(body)) return body
  let rewritten = ''
  let from = head.length
  const source = head + body
  for (const { start, end } of findParsableUrls(source)) {
    const [address = '', kind, id] = start < from ? [] : (canonicalPath.exec(source.slice(start, end)) ?? [])
    const resolved = kind && id ? resolve(kind as 'pages' | 'files', decode(id)) : undefined
    if (resolved === undefined) continue
    rewritten += source.slice(from, start) + resolved
    from = start + address.length
  }
  return rewritten + source.slice(from)
}

/**
 * Returns the URLs in the source. A body that is too expensive to parse is exported unchanged, so that one page
 * does not make the export fail.
 */
function findParsableUrls(source: string): readonly UrlSpan[] {
  try {
    return findUrls(source, parseMarkdown(source, 'The page'))
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
