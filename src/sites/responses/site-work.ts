import { runHeavy } from '../../admission/admission.ts'
import { disconnectionOf } from '../../http/disconnection.ts'
import type { SiteExchange } from './responses.ts'

/** Runs work that reads or renders content of a site, within the limit of each site. */
export const runSiteWork = <Result>(
  { request, visit }: SiteExchange,
  work: () => Promise<Result>,
): Promise<Result> => runHeavy('sitePages', { owner: visit.site.id, signal: disconnectionOf(request) }, work)

/**
 * Returns the pieces of a text when its first one is there. Each is such work of its own, so that visitors who read slowly
 * keep nobody waiting.
 */
export async function readInPieces(
  exchange: SiteExchange,
  text: AsyncIterable<string>,
): Promise<AsyncIterable<string>> {
  const pieces = text[Symbol.asyncIterator]()
  const next = () => runSiteWork(exchange, () => pieces.next())
  return piecesFrom(await next(), next)
}

async function* piecesFrom(
  first: IteratorResult<string>,
  next: () => Promise<IteratorResult<string>>,
): AsyncGenerator<string> {
  for (let piece = first; !piece.done; piece = await next()) yield piece.value
}
