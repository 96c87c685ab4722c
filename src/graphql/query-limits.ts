import type { Config } from '../base/config.ts'
import type { CostLimits } from '../request/cost.ts'

/** The limits of the document of a GraphQL request. Error messages state the exceeded limit. */
export const queryLimits = {
  /** The deepest page tree fits: each of its levels takes the list, its edges and their nodes. */
  depth: 128,
  /** The number of fields, with every fragment counted where it is spread. */
  fields: 2_000,
  aliases: 200,
  tokens: 8_000,
  directives: 50,
  /** The number of fields of a mutation. Each is a transaction of its own. */
  mutations: 50,
  /** The number of times that an operation may select `__schema`, and `__type`. */
  introspections: 1,
  /** The number of values that `__schema` and `__type` answer, estimated. The query of tools for all of the schema takes half of it. */
  introspectedValues: 100_000,
  /** The number of ids in an argument of `nodes`. Each is looked up separately. */
  nodes: 100,
} as const

/** Returns the limits of the answer of a GraphQL request. */
export const limitsOfQueries = ({ maxQueryObjects, maxQueryBytes, maxQuerySeconds }: Config): CostLimits => ({
  objects: maxQueryObjects,
  bytes: maxQueryBytes,
  milliseconds: maxQuerySeconds * 1000,
})

/** The limits of a REST row. Its document is the server's own, so that only the size of the content counts. */
export const limitsOfRows: CostLimits = {
  objects: 5_000_000,
  bytes: 512 * 1024 * 1024,
  milliseconds: 300_000,
}
