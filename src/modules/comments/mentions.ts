import { walkDocument } from '../../formats/page/model/walk-document.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type Context, memberOf, ownerOf } from '../../request/context.ts'
import { documentOf } from '../content/page-bodies.ts'
import type { BodyColumns, StoredBody } from './bodies.ts'

/** Returns the distinct ids of the users that a body mentions, in document order. */
export async function mentionedUserIds({ markdown, document }: StoredBody, owner: string): Promise<string[]> {
  const nodes = document === null ? undefined : (document as object)
  const ids = new Set<string>()
  for (const node of walkDocument(await documentOf({ markdown, nodes }, owner)))
    if (node.object === 'inline' && node.type === 'mention' && node.data.ref.kind === 'user')
      ids.add(node.data.ref.user)
  return [...ids]
}

/**
 * Returns the users whom a text mentions and the text before it did not, but its author. Nobody where mail is off, which is what
 * asks for them. It reads the texts, so that it comes before the transaction of a write.
 */
export async function newlyMentioned(
  context: Context,
  { markdown, document }: BodyColumns,
  before?: StoredBody,
): Promise<readonly string[]> {
  if (!context.config.mail) return []
  const owner = ownerOf(context)
  const known = before ? await mentionedUserIds(before, owner) : []
  const told = new Set([...known, memberOf(context).userId])
  const nodes = document === Prisma.DbNull ? null : (document as Prisma.JsonValue)
  const users = await mentionedUserIds({ markdown, document: nodes }, owner)
  return users.filter((userId) => !told.has(userId))
}
