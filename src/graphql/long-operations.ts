import { type DocumentNode, type GraphQLSchema, Kind } from 'graphql'

/** Returns whether a document has a mutation that waits for what other processes do. */
export function runsLong(schema: GraphQLSchema, { definitions }: DocumentNode): boolean {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  return definitions.some(
    (definition) =>
      'selectionSet' in definition &&
      definition.selectionSet?.selections.some(
        (node) => node.kind === Kind.FIELD && mutations[node.name.value]?.extensions.runsLong === true,
      ),
  )
}
