import type { GraphQLObjectType, OperationDefinitionNode } from 'graphql'
import type { Context, Viewer } from '../application.ts'
import type { Batch } from '../batched/batch.ts'
import type { MaybePromise } from '../batched/values.ts'
import type { ListReads } from '../declare/connection.ts'
import type { ModelDeclaration, Policy } from '../declare/model-registry.ts'
import type { DeclaredField } from '../declare/model-types.ts'
import type { PlannedRow } from '../declare/planned-read.ts'
import type { AddedMembers } from '../declare/relation.ts'
import type { FieldText } from '../nested/object.ts'
import type { RowAddresses } from '../nested/row-addresses.ts'
import type { CurrentRow, NestedScope } from '../nested/scope.ts'
import type { ValueText, ValueTexts } from '../nested/value-text.ts'
import type { Columns } from '../plan/columns.ts'
import type { Field, FieldPlan, RowsPlan, SelectionPlan } from '../plan/field-plan.ts'
import type { PlannedReads, RowSetPolicies } from '../plan/policies.ts'
import type { ListParts, RowSet } from '../plan/row-set.ts'
import type { TextSql } from '../sql/json-sql.ts'
import type { Parameters, Where } from '../sql/where.ts'
import type { FieldDeclaration } from './kinds.ts'

export interface FieldKind {
  /** Returns the functions with which a model declares fields of this kind. Absent for what is no field of a model. */
  readonly declare?: (to: ModelToDeclare) => Readonly<Record<string, DeclareField>>
  /** Returns how a field is read. Undefined if it is of another kind. */
  readonly plan: (field: FieldToPlan) => Strategy | undefined
}

export type DeclareField = (...given: never[]) => DeclaredField

export interface ModelToDeclare {
  readonly model: ModelDeclaration
  /** The builder of Pothos. The functions that models call have its types. */
  readonly builder: UntypedBuilder
  /** Records how a field is read. Returns the field. */
  readonly record: (field: DeclaredField, declaration: FieldDeclaration) => DeclaredField
}

interface UntypedBuilder {
  readonly field: (options: object) => DeclaredField
  readonly [expose: string]: (...given: never[]) => DeclaredField
}

/** How one field is read, with all that the library does with it. */
export interface Strategy {
  /** The name of the kind in the explanation of a plan. */
  readonly kind: string

  /** Adds the columns that the field needs of its object. */
  needs(field: FieldPlan, columns: Columns): void

  /** Adds the row sets that the field leads to, and what it needs of the rows of its object besides their columns. */
  rowSets?(field: FieldPlan, rowSet: RowSet, setting: RowSetting): void

  /** Returns the value of the field in the nested statement. Throws NotNested where there is no SQL for it. */
  sql(field: FieldPlan, current: CurrentRow, writer: RowWriter): FieldText

  /** Returns how the field is written of an object that code returned. Absent or undefined if the answer must be read in batches. */
  text?(field: FieldPlan, writer: ValueTexts): ValueText | undefined

  /** Returns the value of the field for each object of a batch. `context` is that of its statements, which are explained. */
  values(field: FieldPlan, batch: Batch, context: Context): MaybePromise<readonly unknown[]>

  /** Adds the row set of a field of Query. Absent if no statement reads a field of Query of this kind. */
  rowSetOfQuery?(field: FieldPlan, setting: RowSetting): RowSet | undefined

  /** Returns the value of a field of Query in the nested statement. Absent as `rowSetOfQuery` is. */
  sqlOfQuery?(field: FieldPlan, writer: RowWriter): TextSql

  /** Returns whether another field of the same place of the document reads the same rows. Absent if each reads its own. */
  readsSame?(field: FieldPlan, other: FieldPlan): boolean

  /** Returns the error for a null where there should be a value, if it is another than that of `graphql-js`. */
  nullError?(operation: OperationDefinitionNode): Error | undefined
}

/** A field of a document, of which it is not known yet how it is read. */
export interface FieldToPlan {
  readonly field: Field
  readonly parentType: GraphQLObjectType
  readonly selection: SelectionPlan | undefined
  readonly declared: FieldDeclaration | undefined
  /** Whether its resolver does nothing besides what is declared, and takes no arguments. */
  readonly isPlain: boolean
  /** Whether its resolver does at most check a permission besides. It may take arguments if it does not. */
  readonly isCheckedOnly: boolean
  /** The rows that fields of the same object refer to, which those share that refer to the same. */
  readonly rows: Map<string, RowsPlan>
}

/** Where the rows of a row set come from. Each kind of field that leads to rows has its own. */
export interface RowSetSource {
  /** The name of the kind in the explanation of a plan. */
  readonly kind: string
  /** The field that leads to the rows. Undefined for rows that code reads. */
  readonly field: FieldPlan | undefined
  /** The rows that they belong to. Undefined for those of a field of Query. */
  readonly parent: RowSet | undefined
  /** The columns of a parent by which its rows are found. */
  readonly keys: readonly string[]
  /** The members of the rows besides the columns of their table. */
  readonly added?: AddedMembers
  /** The list that the rows are in pages of. */
  readonly pages?: PagesOfList
  /** Absent for rows that are not referred to by a column of their parents. */
  readonly reference?: Reference
  /** The field of Query that finds the row, where there is at most one. */
  readonly single?: FieldPlan

  /** Returns the condition that all of the rows match. */
  condition(reads: PlannedReads, viewer: Viewer): Where

  /** Returns SQL for the rows in the flat statement, those of all parents together, with the keys of their parents. */
  flatSql(rowSet: RowSet, writer: FlatWriter): string
}

export interface PagesOfList {
  readonly field: FieldPlan
  readonly parts: ListParts
}

/** A column of the parents that has the value of a column of the rows. */
export interface Reference {
  readonly column: string
  readonly of: string
  /** The condition that the rows match. Absent for rows that code reads, whatever the viewer may see. */
  readonly policy?: Policy
  readonly parent: RowSet
}

/** A number that is read with each row of a row set. */
export interface Counted {
  /** The fields that are the number. Those of several types share it. */
  readonly fields: FieldPlan[]
  /** The list whose rows are counted, by its keys of the row. `rows` is undefined if they are not read. */
  readonly list?: { readonly keys: readonly string[]; rows: RowSet | undefined }

  /** Returns SQL for the number, of each row of a row set in the flat statement. */
  flatSql(rowSet: RowSet, writer: FlatWriter): string
}

/** Rows to add as a row set. */
export interface RowsToSet {
  readonly table: string
  /** Absent for rows that code reads, whatever the viewer may see. */
  readonly declaration: ModelDeclaration | undefined
  readonly source: RowSetSource
  readonly columns: Columns
  /** The field whose selection is on the rows; undefined if nothing is selected of them. */
  readonly selectedBy: FieldPlan | undefined
}

/** The row sets of an operation, while they are found. */
export interface RowSetting {
  /** Whether all of the operation must be read by the statement. */
  readonly isWhole: boolean
  /** Leaves a field to those who execute the operation in batches. The cause is a sentence. */
  leave(field: FieldPlan, cause: string): undefined
  /** Leaves the fields that wait of the objects that code returns for a field. */
  leaveWaiting(field: FieldPlan): void
  /** Adds a row set, and those below it. Undefined if it is left. */
  add(rows: RowsToSet): RowSet | undefined
  /** Adds a row set to which a field of rows leads. */
  addBelow(parent: RowSet, field: FieldPlan, rows: RowsToSet): void
  /** Adds what the selection of a field leads to on rows that are already in a row set. */
  addSelection(rowSet: RowSet, field: FieldPlan): void
  addList(field: FieldPlan): void
}

/** The flat statement, while it is written. */
export interface FlatWriter {
  readonly context: Context
  readonly parameters: Parameters
  readonly addresses: RowAddresses
  readonly policies: RowSetPolicies
  /** The number of rows of a row set after which the statement stops, as SQL. */
  readonly end: string
  /** Returns what is read of the lists of a field. */
  list(field: FieldPlan): ListReads
  /** Returns the row that a field of Query finds. */
  found(field: FieldPlan): PlannedRow
  /** Returns SQL for what is selected of the rows `t` of a row set. */
  members(rowSet: RowSet): string
  /** Returns SQL for the keys of the parents `p` of a row set, each once. */
  parents(parent: RowSet, keys: readonly string[]): string
  /** Returns SQL for the name of the rows of a row set, which other parts of the statement may select from. */
  nameOf(rowSet: RowSet): string
}

/** The nested statement, while it is written. */
export interface RowWriter {
  readonly scope: NestedScope
  /** Returns the text of a row of a row set, with what code gets of it before. */
  row(field: FieldPlan, rowSet: RowSet, maximum: number): TextSql
  /** Returns the text of the one row of a row set, and counts it. */
  countedRow(field: FieldPlan, rowSet: RowSet, maximum: number): TextSql
  /** Returns SQL for the text of the row that a query finds. The query is asked for after the text, which adds to its columns. */
  foundRow(field: FieldPlan, rowSet: RowSet, maximum: number, query: () => string): string
  /** Returns the object that a field selects of a row that is already being written. */
  object(field: FieldPlan, current: CurrentRow): TextSql
}
