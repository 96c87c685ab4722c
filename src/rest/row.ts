import type { Method, NestedSources, Route, VariableSource } from './route.ts'

/** A variable whose declaration does not follow from an argument. */
export class Variable {
  readonly type: string
  readonly source: VariableSource | undefined

  constructor(type: string, source?: VariableSource) {
    this.type = type
    this.source = source
  }
}

/**
 * The origin of the value of an argument: a part of the request, several parts of it as one input object, a variable, or a
 * value in GraphQL, such as `'true'` or `'{ field: $sort }'`.
 */
export type Input = VariableSource | NestedSources | Variable | string

/** By name: arguments of the fields on the path, and variables that the reply or a value uses. */
export type Inputs = Readonly<Record<string, Input>>

type Fixed = 'method' | 'path' | 'tag' | 'summary' | 'fragments' | 'status'
type Flags = 'emptyWith' | 'maximumBodyBytes' | 'uploads' | 'reads' | 'visitors'

/** A row of the REST table without what follows from names, as `routesOf` explains. */
export interface Row extends Pick<Route, Fixed | Flags> {
  /** The dotted path from Query or Mutation to the field that is sent. */
  readonly field: string
  /** The name of the operation, which is its operation id. Defaults to that of the first field, capitalized. */
  readonly name?: string
  /** The fields to send of an object or of each item: a fragment, or a selection without braces. */
  readonly reply?: string
  /** Further fields to send of a list, besides its items. */
  readonly beside?: string
  /**
   * Whether the list has no end: `next` is sent with every page that has items, so that a client goes on from there, and the items
   * are not counted.
   */
  readonly endless?: true
  /** The member that has the items of a plain list, or null for a bare array. Defaults to `items`. */
  readonly member?: string | null
  /** The dotted path from what is sent to the URL for the `Location` header. */
  readonly location?: string
  readonly inputs?: Inputs
  /** The parts that differ for the open renderer. Its inputs are added to the others. */
  readonly later?: Pick<Row, 'reply' | 'fragments' | 'inputs'>
}

/** Returns whether the row sends no body. */
export const isEmpty = ({ status }: Pick<Row, 'status'>): boolean => status === 204 || status === 205

type Details = Omit<Row, 'method' | 'path' | 'field' | 'tag'> & Partial<Pick<Row, 'tag'>>

/**
 * Returns the function that makes the rows of a section of the reference. Those that say no other reply, and send something, send
 * the fragment `body`, if there is one:
 *
 *     route('GET', '/orgs/:organizationId/sites/:siteId/share-links', 'site.shareLinks', {
 *       name: 'ListSiteShareLinks',
 *       summary: 'List the share links of a site',
 *       reply: shareLinkBody,
 *       inputs: { search: query('search') },
 *     })
 *
 * The operation, its variables and their types follow from the graph. A GET row, and one that `reads`, is a query; all others
 * are mutations. A field that only one of the possible types has is selected on that type. The reply follows from the type
 * of the last field: a connection is a list with its pages, a list its items, an object one. With status 204 or 205 nothing is
 * sent. Arguments are set by the first of these that applies:
 *
 * 1. what `inputs` has under their name, in the innermost field that has such an argument;
 * 2. the path parameter of their name, or one with which the members of a `@oneOf` object have a name in common, or one whose
 *    name ends in theirs: `siteId` and `id`, `commentReplyId` and `replyId`, `fieldName` and `name`;
 * 3. the whole body for `input`, in a POST, PUT or PATCH;
 * 4. the query parameters `limit` and `page` for `first` and `after` of the list that is sent.
 *
 * Others are not set, which is an error for those that are required. The reference has the parameters of the path in its order,
 * those of the page of a list, and those of `inputs` in their order: `inputs` may have what follows from names, to place it.
 * `documents.graphql` has all operations.
 */
export const routesOf =
  (tag: string, body?: string) =>
  (method: Method, path: Route['path'], field: string, details: Details): Row => ({
    method,
    path,
    field,
    tag,
    ...(body !== undefined && !isEmpty(details) && { reply: body }),
    ...details,
  })

/**
 * Declares a variable of the GraphQL type, with its default if it has one: for variables that the reply uses, and where the
 * default differs from that of the argument. Without a source it has its default.
 */
export const variable = (type: string, source?: VariableSource): Variable => new Variable(type, source)
