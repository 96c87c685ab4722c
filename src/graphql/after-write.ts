import { contextCacheSymbol } from '@pothos/core'
import { type GraphQLResolveInfo, getNullableType, isObjectType } from 'graphql'
import { collectSubfields } from 'graphql/execution/collectFields.js'
import { viewerOfTokenId, viewerOfUser } from '../access/authenticate.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Context } from '../request/context.ts'
import { failing } from '../request/failing-reads.ts'

/** The extension of fields of payloads that are read with the rights which the viewer has after the mutation. */
export const afterWriteExtension = 'lecternAfterWrite'

/**
 * Lets nothing that was read before a mutation be used for its payload. Where the payload has fields that are read with the
 * rights of the viewer, these are looked up anew.
 *
 * @param context - That of the execution of one operation, which is changed in place. Its mutations run one after the other.
 */
export async function renewAfterWrite(context: Context, info: GraphQLResolveInfo): Promise<void> {
  const renewed = selectsAfterWrite(info) ? await withCurrentViewer(context) : context
  const { database, viewer } = renewed
  // What is kept for the request is kept for an object, which is another one from now on.
  const key: Context = { ...context, database, viewer, [contextCacheSymbol]: undefined }
  Object.assign(context, { database, viewer, [contextCacheSymbol]: key })
}

function selectsAfterWrite({
  schema,
  fragments,
  variableValues,
  returnType,
  fieldNodes,
}: GraphQLResolveInfo) {
  const payload = getNullableType(returnType)
  if (!isObjectType(payload)) return false
  const fields = payload.getFields()
  for (const [node] of collectSubfields(schema, fragments, variableValues, payload, fieldNodes).values())
    if (node && fields[node.name.value]?.extensions[afterWriteExtension]) return true
  return false
}

/** If the rights cannot be looked up, what is read fails: the mutation has written, and answers that. */
async function withCurrentViewer(context: Context): Promise<Context> {
  try {
    return { ...context, viewer: await currentViewer(context) }
  } catch (error) {
    return failing(context, error as Error)
  }
}

/** Returns the viewer with the rights of now, in the transaction of the request if it has one. Null for a revoked token. */
async function currentViewer({ database, viewer }: Context): Promise<Viewer | null> {
  if (viewer?.kind !== 'member') return viewer
  return viewer.tokenId === null
    ? viewerOfUser(database.queryPromptly, viewer.userId)
    : viewerOfTokenId(database.queryPromptly, viewer.tokenId)
}
