import type { GraphQLEnumType, GraphQLField, GraphQLObjectType } from 'graphql'
import type { Context } from '../application.ts'

/** When a field is written. */
export type MemberForm = 'always' | 'unless null' | 'never'

/** The part of a connection behind a text. */
export interface ConnectionPartForm {
  readonly before: string
  readonly name: string
}

/** The walk through the pages of a list, one of which is the answer. */
export interface ListWalk {
  /** The number of items of the list, if an earlier page of the walk has counted them. */
  readonly count: number | undefined
  /** Returns the token of the page after a cursor, which has the count for the rest of the walk. */
  readonly tokenAfter: (cursor: string, count: number) => string
}

/** A form of answers that is not the data of GraphQL. The statement of an operation can write it as well. */
export interface AnswerForm {
  /** The response keys that lead to the value that is the answer. */
  readonly path: readonly [string] | readonly [string, string]
  /** Returns the members, as JSON, with which objects of a type begin; an empty text for none. */
  readonly beginningOf: (type: GraphQLObjectType) => string
  readonly memberForm: (key: string, field: GraphQLField<unknown, Context>) => MemberForm
  /** Returns the JSON of a value of an enum, by its name in GraphQL. */
  readonly enumText: (type: GraphQLEnumType, name: string) => string
  readonly typenameText: (type: GraphQLObjectType) => string
  /** Returns those parts of a connection that it has, of the fields with these names, and the text behind them. */
  readonly connection: (names: readonly string[]) => {
    readonly parts: readonly ConnectionPartForm[]
    readonly end: string
  }
  /**
   * Returns the text of the information about a page. The walk is given for the list that is the answer, as is the number of its
   * items if it was counted.
   */
  readonly pageInfoText: (
    info: { readonly hasNextPage: boolean; readonly endCursor: string | null },
    walk?: ListWalk,
    counted?: number,
  ) => string
}
