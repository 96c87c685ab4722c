import type { Context } from '../application.ts'
import type { FieldPlan } from './field-plan.ts'
import type { RowSet } from './row-set.ts'
import type { LeftField, RowSets } from './row-sets.ts'

/** A field of an operation, and the statements that read it. */
interface ExplainedField {
  /** The response keys that lead to the field. */
  readonly field: string
  readonly type: string
  /** `code` for a field whose resolver ran for each object. */
  readonly kind: string
  /** The number of objects that it was read for at once. */
  readonly objects: number
  readonly statements: string[]
  /** Why the field is not part of the statement that reads the rows around it. */
  readonly cause?: string
}

/** The plan that an operation was compiled to, for `extensions.plan`. */
export class Explanation {
  readonly fields: ExplainedField[] = []
  /** The statement that read rows for several of the fields. */
  #prefetched: string | undefined
  /** Why fields are left by that statement. */
  readonly #causes = new Map<FieldPlan, string>()

  /** The extensions of an answer that tell the plan: its fields with their statements, and a drawing of it for Mermaid. */
  get extensions(): { readonly plan: readonly ExplainedField[]; readonly diagram: string } {
    return { plan: this.fields, diagram: diagramOf(this.fields) }
  }

  /** Adds a field. Returns the context with which its statements are added too. */
  add(plan: FieldPlan, objects: number, context: Context): Context {
    const { path, strategy } = plan
    const cause = this.#causes.get(plan)
    const statements: string[] = this.#prefetched === undefined ? [] : [this.#prefetched]
    this.#prefetched = undefined
    this.fields.push({
      field: path,
      type: nameOf(plan),
      kind: strategy.kind,
      objects,
      statements,
      ...(cause && { cause }),
    })
    const { database } = context
    return {
      ...context,
      database: {
        ...database,
        query: (text, values) => {
          statements.push(text)
          return database.query(text, values)
        },
      },
    }
  }

  /** Tells why fields are not read by the statement that reads the rows around them. */
  leave(left: readonly LeftField[]): void {
    for (const { field, cause } of left) this.#causes.set(field, cause)
  }

  /** Adds a statement that read rows for fields which are executed after it, to the first of them. */
  addPrefetch(text: string): void {
    this.#prefetched = text
  }

  /** Adds the statement that answered the operation, to the first of the fields that it read rows for or counted those of. */
  addStatement(
    { all, below, lists, root }: RowSets,
    countOf: (rowSet: RowSet) => number,
    text: string,
  ): void {
    const read = all.map((rowSet) => ({
      ...fieldOf(rowSet),
      kind: rowSet.source.kind,
      objects: countOf(rowSet),
    }))
    const counted = lists
      .filter((field) => root.fields.includes(field) && !below.has(field))
      .map((field) => ({ field: field.path, type: nameOf(field), kind: 'list', objects: 0 }))
    for (const [index, field] of [...read, ...counted].entries())
      this.fields.push({ ...field, statements: index === 0 ? [text] : [] })
  }
}

/** Returns the plan as a flowchart: each field below the one that led to its objects, those with statements as databases. */
function diagramOf(fields: readonly ExplainedField[]): string {
  const lines = fields.flatMap(({ field, type, kind, objects, statements }, index) => {
    const label = `"${type}<br>${kind}, ${objects} ${objects === 1 ? 'object' : 'objects'}"`
    const parent = fields.findLastIndex((other, at) => at < index && field.startsWith(`${other.field}.`))
    const node = statements.length > 0 ? `f${index}[(${label})]` : `f${index}[${label}]`
    return parent < 0 ? [node] : [node, `f${parent} --> f${index}`]
  })
  return ['flowchart TD', ...lines.map((line) => `  ${line}`)].join('\n')
}

/** Returns the field that leads to the rows of a row set. */
function fieldOf({ source: { field }, table }: RowSet): { field: string; type: string } {
  return { field: field?.path ?? '', type: field ? nameOf(field) : table }
}

const nameOf = ({ parentType, field }: FieldPlan): string => `${parentType.name}.${field.name}`
