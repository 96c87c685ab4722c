import { type DocumentNode, type GraphQLSchema, Kind, type SelectionNode } from 'graphql'

/**
 * How a request is run that waits for what other processes do. One that is resumable only waits for a job, which is found
 * again if the request is sent again after its server failed.
 */
export type LongRun = 'resumable' | 'notResumable'

/** Returns how a document runs; undefined if no mutation of it waits for what other processes do. */
export function longRunOf(schema: GraphQLSchema, { definitions }: DocumentNode): LongRun | undefined {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const isLong = (node: SelectionNode) =>
    node.kind === Kind.FIELD && mutations[node.name.value]?.extensions.runsLong === true
  const selections = definitions.flatMap((definition) =>
    'selectionSet' in definition ? (definition.selectionSet?.selections ?? []) : [],
  )
  if (!selections.some(isLong)) return undefined
  const fields = definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [],
  )
  return fields.length === 1 && fields.every(isLong) ? 'resumable' : 'notResumable'
}
