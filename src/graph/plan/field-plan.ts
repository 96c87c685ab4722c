import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  TypeNameMetaFieldDef,
} from 'graphql'
import type { Context } from '../application.ts'
import {
  type ConnectionOptions,
  type ConnectionPart,
  listExtension,
  partExtension,
} from '../declare/connection.ts'
import type { ModelDeclaration, Policy } from '../declare/model-registry.ts'
import { type SingleRead, singleExtension } from '../declare/planned-read.ts'
import type { Strategy } from '../fields/field-kind.ts'
import type { Columns } from './columns.ts'

export type Field = GraphQLField<unknown, Context>
export type ListOptions = ConnectionOptions<unknown, unknown, Record<never, never>>

/** The rows that the objects of a row set refer to, which all of their fields that need them read in one statement. */
export interface RowsPlan {
  readonly declaration: ModelDeclaration
  /** The column of the rows that has the values. */
  readonly of: string
  readonly policy: Policy
  readonly columns: Columns
}

/** A field in a document, with the type of the objects that it is selected on. */
export interface FieldPlan {
  readonly key: string
  readonly field: Field
  readonly nodes: readonly FieldNode[]
  readonly parentType: GraphQLObjectType
  readonly strategy: Strategy
  /** Whether the resolver does more than what the declaration says, such as to check a permission. */
  readonly isWrapped: boolean
  readonly nullable: boolean
  readonly isList: boolean
  readonly itemNullable: boolean
  /** The type of leaves; undefined if the field has a selection. */
  readonly leaf: GraphQLLeafType | undefined
  /** The type of objects; undefined for leaves. */
  readonly composite: GraphQLObjectType | GraphQLAbstractType | undefined
  /** The selection on the values; undefined for leaves. */
  readonly selection: SelectionPlan | undefined
  /** The response keys that lead to the field. */
  readonly path: string
}

/** The fields selected on the objects of one type. */
export interface TypePlan {
  readonly type: GraphQLObjectType
  readonly fields: readonly FieldPlan[]
  /** The columns that the fields need, if the type is a model. */
  readonly columns: Columns
}

/** The fields selected on the values of a field, which are planned for each type of object when it first occurs. */
export interface SelectionPlan {
  of(type: GraphQLObjectType): TypePlan
  possibleTypes(type: GraphQLAbstractType): readonly GraphQLObjectType[]
}

/** The plan of a selection on Query. */
export interface QueryPlan {
  readonly root: SelectionPlan
  readonly schema: GraphQLSchema
}

/** Returns the fields selected on the objects that a field of an object type leads to. */
export const typePlanOf = ({ composite, selection }: FieldPlan): TypePlan =>
  (selection as SelectionPlan).of(composite as GraphQLObjectType)

type OfField = Pick<FieldPlan, 'field'>

export const isTypename = ({ field }: OfField): boolean => field === TypeNameMetaFieldDef

/** Returns the options of a list in pages; undefined if the field is another. */
export const listOptionsOf = ({ field }: OfField): ListOptions | undefined =>
  field.extensions[listExtension] as ListOptions | undefined

/** Returns what a field that finds one row reads; undefined if the field is another. */
export const singleReadOf = ({ field }: OfField): SingleRead | undefined =>
  field.extensions[singleExtension] as SingleRead | undefined

/** Returns the part of a connection that a field is; undefined if it is none. */
export const connectionPartOf = ({ field }: OfField): ConnectionPart | undefined =>
  field.extensions[partExtension] as ConnectionPart | undefined

export const isNodeOfEdge = ({ field }: OfField): boolean => field.name === 'node'
