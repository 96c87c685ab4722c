import { type GraphQLObjectType, isAbstractType, isObjectType } from 'graphql'
import { causeOf } from '../declare/cause.ts'
import type { RowSetSource, RowSetting, RowsToSet } from '../fields/field-kind.ts'
import { type FieldPlan, listOptionsOf, type QueryPlan, type TypePlan } from './field-plan.ts'
import { columnsOf, columnsOfType } from './needs.ts'
import { RowSet } from './row-set.ts'

/** The row sets of an operation that one statement reads. */
export interface RowSets {
  readonly root: TypePlan
  readonly all: readonly RowSet[]
  /** The row sets that the fields of Query lead to. */
  readonly below: ReadonlyMap<FieldPlan, RowSet>
  readonly lists: readonly FieldPlan[]
  /** The list fields of other types that are selected at the same place, by field. */
  readonly sameLists: ReadonlyMap<FieldPlan, FieldPlan>
  /** The fields that the statement does not read; none for a whole operation. */
  readonly left: readonly LeftField[]
}

/** A field that a statement leaves to those who execute the operation in batches. */
export interface LeftField {
  readonly field: FieldPlan
  /** Why no statement reads it, in a sentence. */
  readonly cause: string
}

/** The number of row sets that one statement reads. Documents with more are executed in batches. */
const maximumRowSets = 50

/** Thrown where an operation cannot be read by one statement. */
class Unsupported extends Error {}

/** Returns the row sets of an operation, or null if one statement cannot read all of it. */
export function rowSetsOf(plan: QueryPlan): RowSets | null {
  try {
    return new RowSetPlanner(plan, true).plan()
  } catch (error) {
    if (error instanceof Unsupported) return null
    throw error
  }
}

/** Returns the row sets of an operation that one statement can read: those around what is code. */
export const partialRowSetsOf = (plan: QueryPlan): RowSets => new RowSetPlanner(plan, false).plan()

class RowSetPlanner implements RowSetting {
  readonly isWhole: boolean
  readonly #plan: QueryPlan
  readonly #all: RowSet[] = []
  readonly #lists: FieldPlan[] = []
  readonly #sameLists = new Map<FieldPlan, FieldPlan>()
  readonly #left: LeftField[] = []

  constructor(plan: QueryPlan, isWhole: boolean) {
    this.#plan = plan
    this.isWhole = isWhole
  }

  leave(field: FieldPlan, cause: string): undefined {
    if (this.isWhole) throw new Unsupported()
    this.#left.push({ field, cause: causeOf(field.field) ?? cause })
  }

  plan(): RowSets {
    const root = this.#plan.root.of(this.#plan.schema.getQueryType() as GraphQLObjectType)
    const below = new Map<FieldPlan, RowSet>()
    for (const field of root.fields) {
      const { strategy } = field
      const rowSet = strategy.rowSetOfQuery
        ? strategy.rowSetOfQuery(field, this)
        : this.leave(field, 'Its code finds the value.')
      if (rowSet) below.set(field, rowSet)
    }
    return {
      root,
      all: this.#all,
      below,
      lists: this.#lists,
      sameLists: this.#sameLists,
      left: this.#left,
    }
  }

  add({ table, declaration, source, columns, selectedBy }: RowsToSet): RowSet | undefined {
    if (this.#all.length === maximumRowSets)
      return this.leave(fieldOfSource(source), `One statement reads at most ${maximumRowSets} row sets.`)
    const rowSet = new RowSet(this.#all.length, table, declaration, source)
    rowSet.columns.include(columns)
    this.#all.push(rowSet)
    if (selectedBy) this.addSelection(rowSet, selectedBy)
    return rowSet
  }

  leaveWaiting(field: FieldPlan): void {
    for (const waiting of waitingBelow(field)) this.leave(waiting, 'Its code waits.')
  }

  addBelow(parent: RowSet, field: FieldPlan, rows: RowsToSet): void {
    const below = this.add(rows)
    if (below) parent.below.set(field, below)
  }

  addSelection(rowSet: RowSet, field: FieldPlan): void {
    const { composite, selection } = field
    if (!selection) return
    if (isAbstractType(composite)) {
      rowSet.columns.include(columnsOf(field))
      rowSet.columnsOfCode.include(columnsOfType(composite))
    }
    const types = isAbstractType(composite) ? selection.possibleTypes(composite) : [composite]
    for (const type of types) if (isObjectType(type)) this.#addFields(rowSet, selection.of(type))
  }

  #addFields(rowSet: RowSet, { fields, columns }: TypePlan): void {
    rowSet.columns.include(columns)
    for (const field of fields)
      if (!this.#isPlanned(rowSet, field)) field.strategy.rowSets?.(field, rowSet, this)
  }

  /**
   * Returns whether a field was planned for another type of the rows, whose field at the same place of the document reads
   * the same: the types of an interface share the row sets of its fields.
   */
  #isPlanned(rowSet: RowSet, field: FieldPlan): boolean {
    if (!field.selection) return false
    for (const [planned, target] of rowSet.below)
      if (planned.selection === field.selection && planned.strategy.readsSame?.(planned, field)) {
        rowSet.below.set(field, target)
        if (listOptionsOf(field)) this.#share(rowSet, planned, field)
        return true
      }
    return false
  }

  #share(rowSet: RowSet, planned: FieldPlan, field: FieldPlan): void {
    this.#sameLists.set(field, this.#sameLists.get(planned) ?? planned)
    rowSet.counted.find(({ fields }) => fields.includes(planned))?.fields.push(field)
  }

  addList(field: FieldPlan): void {
    this.#lists.push(field)
  }
}

/** Returns the fields of the objects that code returns for a field which declare that they wait. */
function waitingBelow({ composite, selection }: FieldPlan): FieldPlan[] {
  if (!composite || !selection) return []
  const types = isAbstractType(composite) ? selection.possibleTypes(composite) : [composite]
  return types.flatMap((type) =>
    selection.of(type).fields.flatMap((field) => (causeOf(field.field) ? [field] : waitingBelow(field))),
  )
}

/** Returns the field that leads to the rows of a source, or to those that refer to them. */
const fieldOfSource = ({ field, parent }: RowSetSource): FieldPlan =>
  field ?? fieldOfSource((parent as RowSet).source)
