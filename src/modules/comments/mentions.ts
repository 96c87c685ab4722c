import { walkDocument } from '../../formats/page/model/walk-document.ts'
import { documentOf } from '../content/page-bodies.ts'
import type { StoredBody } from './bodies.ts'

/** Returns the distinct ids of the users that a body mentions, in document order. */
export async function mentionedUserIds({ markdown, document }: StoredBody, owner: string): Promise<string[]> {
  const nodes = document === null ? undefined : (document as object)
  const ids = new Set<string>()
  for (const node of walkDocument(await documentOf({ markdown, nodes }, owner)))
    if (node.object === 'inline' && node.type === 'mention' && node.data.ref.kind === 'user')
      ids.add(node.data.ref.user)
  return [...ids]
}
