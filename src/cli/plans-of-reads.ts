import type { LeftField } from '../graph/plan/row-sets.ts'
import { type StatementOfDocument, statementOfDocument } from '../graph/plan/statement-of-document.ts'
import type { CompiledRoute } from '../rest/compiled-route.ts'
import { compiledRoutes } from '../server/compiled-routes.ts'
import { schema } from '../server/graph.ts'

/** A row of the REST table that reads, and how much of its document one statement answers. */
export interface PlanOfRead {
  readonly row: CompiledRoute
  readonly statement: StatementOfDocument
}

export const plansOfReads = (): PlanOfRead[] =>
  compiledRoutes
    .filter(({ route }) => route.method === 'GET' || route.reads)
    .map((row) => ({ row, statement: statementOfDocument(schema, row.document) }))

/** Returns the fields that no statement reads in Markdown, by their causes; an empty text if there are none. */
export const causesOf = (left: readonly LeftField[]): string =>
  [...Map.groupBy(left, ({ cause }) => cause)]
    .map(([cause, fields]) => `${[...new Set(fields.map(nameOf))].join(', ')}: ${cause}`)
    .join(' ')

const nameOf = ({ field: { parentType, field } }: LeftField) => `\`${parentType.name}.${field.name}\``
