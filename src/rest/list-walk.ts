import { isValidSignature, sign } from '../access/signed-urls.ts'
import type { ListWalk } from '../graph/nested/answer-form.ts'
import type { Context } from '../request/context.ts'
import { pageToken, partsOfToken } from '../request/page-token.ts'
import type { CompiledRoute } from './compiled-route.ts'

/** Returns the secret that signs the counts in page tokens. */
export type SecretOfPages = () => Promise<string>

/**
 * Returns the walk that a request for a page of a list belongs to; undefined for other rows. The count of its first page travels
 * in the page tokens. It is signed together with what it counts, so that the count of another list, or of what another viewer
 * sees, is not believed: the list is counted anew.
 */
export async function walkOf(
  { paging, method, path }: Pick<CompiledRoute, 'paging' | 'method' | 'path'>,
  variables: Readonly<Record<string, unknown>>,
  { viewer }: Pick<Context, 'viewer'>,
  secretOfPages: SecretOfPages,
): Promise<ListWalk | undefined> {
  if (!paging || viewer?.kind !== 'member') return undefined
  const filters = Object.entries(variables).filter(([name]) => !paging.variables.has(name))
  const counted = JSON.stringify([`${method} ${path}`, viewer.userId, viewer.scopes, filters])
  const signedText = (count: number) => `page count\n${count}\n${counted}`
  const secret = await secretOfPages()
  const given = partsOfToken(variables[paging.token])
  const isSigned = given && isValidSignature(secret, signedText(given.count), given.signature)
  return {
    count: isSigned ? given.count : undefined,
    tokenAfter: (cursor, count) => pageToken({ cursor, count, signature: sign(secret, signedText(count)) }),
  }
}

/** Returns the row that answers a page of a walk: one that does not count if an earlier page has. */
export const rowOfWalk = (row: CompiledRoute, walk: ListWalk | undefined): CompiledRoute =>
  row.paging && walk?.count !== undefined ? row.paging.uncounted() : row
