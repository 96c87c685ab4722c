import { AppError } from '../../errors.ts'
import { parseMarkdown } from '../imports/sources/markdown-text.ts'
import { findUrls, type UrlSpan } from '../imports/sources/urls.ts'
import type { Resolve } from './export-source.ts'

const lasting = /^\/(pages|files)\/([A-Za-z0-9._~%-]+)(?=#|$)/

/**
 * Puts new addresses into the body of a page and leaves every other character as it is. The addresses are those that
 * an import finds when it reads `head` and body as one file, so that it turns each of them back.
 */
export function rewriteReferences(head: string, body: string, resolve: Resolve): string {
  // Most bodies refer to no page or file; parsing is the expensive part.
  if (!/\/(?:pages|files)\//.test(body)) return body
  let rewritten = ''
  let from = head.length
  const source = head + body
  for (const { start, end } of addressesIn(source)) {
    const [address = '', kind, id] = start < from ? [] : (lasting.exec(source.slice(start, end)) ?? [])
    const resolved = kind && id ? resolve(kind as 'pages' | 'files', decode(id)) : undefined
    if (resolved === undefined) continue
    rewritten += source.slice(from, start) + resolved
    from = start + address.length
  }
  return rewritten + source.slice(from)
}

/** A body that is too costly to parse stays as it is: one page does not make an export fail. */
function addressesIn(source: string): readonly UrlSpan[] {
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
