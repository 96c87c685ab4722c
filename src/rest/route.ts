export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type VariableSource =
  | { readonly from: 'path'; readonly name: string }
  | {
      readonly from: 'query'
      readonly name: string
      readonly description?: string
      /** The word with which clients ask for what they get without the parameter. */
      readonly none?: string
    }
  | { readonly from: 'header'; readonly name: string }
  /** A member of the body, or without a name the whole body as an input object. */
  | { readonly from: 'body'; readonly name?: string }
  | { readonly from: 'constant'; readonly value: unknown }

/** An input object whose fields have different sources. */
export interface NestedSources {
  readonly [member: string]: VariableSource | NestedSources
}

/** Returns whether the value is a single source. A field of an input object may be named `from`; it is an object. */
export const isSource = (value: VariableSource | NestedSources): value is VariableSource =>
  typeof value.from === 'string'

/** The body of the response. `at` is a dotted path of response keys in the result. */
export type Respond =
  | { readonly kind: 'one'; readonly at: string }
  | { readonly kind: 'list'; readonly at: string }
  | { readonly kind: 'items'; readonly at: string; readonly member: string | null }
  | { readonly kind: 'empty' }

/** A row of the REST table with its operation: plain data that the handler, the OpenAPI document and tests read. */
export interface Route {
  readonly method: Method
  /** The path below /v1. `:spaceId` matches one segment, and a last segment `:pagePath*` the rest of the path. */
  readonly path: `/${string}`
  /** The GraphQL document. The name of its operation is the operation id. */
  readonly operation: string
  /**
   * The fragments that the operation spreads. A text may contain several definitions: a fragment that spreads another
   * one includes it by ending in `${otherFragment}`. Duplicate definitions are merged.
   */
  readonly fragments?: readonly string[]
  readonly variables: Readonly<Record<string, VariableSource | NestedSources>>
  readonly respond: Respond
  /** The status of a successful response. Defaults to 200; `empty()` requires 204 or 205. */
  readonly status?: 200 | 201 | 202 | 204 | 205
  /** The member of the body with which the response is 204 without a body, as the contract has it. */
  readonly emptyWith?: string
  /**
   * Dotted path of response keys to the URL for the `Location` header. A 201 response defaults to `urls.location` of
   * its body, if that is selected.
   */
  readonly location?: string
  /** The section of the reference, described in src/server/reference.ts. */
  readonly tag: string
  readonly summary: string
  /** The maximum size of the body in bytes, if it is larger than MAX_BODY_BYTES. */
  readonly maximumBodyBytes?: number
  /** Whether the body may also be multipart, with files of up to MAX_UPLOAD_BYTES. */
  readonly uploads?: true
  /** Whether a POST route only reads, because its input may be too long for a URL. */
  readonly reads?: true
  /** Whether visitors of a site may call the route, to read what the site publishes. */
  readonly visitors?: true
  /** The form of the answer for the open renderer, where it contradicts that for others. See src/docs/operating/renderer.md. */
  readonly later?: LaterForm
}

/** The parts of a row that differ for the open renderer. The others are those of the row. */
export type LaterForm = Partial<Pick<Route, 'operation' | 'fragments' | 'variables'>>

/** Takes the value from the path segment `:name`. */
export const path = (name: string): VariableSource => ({ from: 'path', name })

/** Takes the value from the query parameter `name`. Its description defaults to that of the argument that it sets. */
export const query = (name: string, description?: string): VariableSource =>
  description === undefined ? { from: 'query', name } : { from: 'query', name, description }

/** Takes the value from the query parameter `name`, for which the word `none` stands for no value. */
export const queryOr = (name: string, none: string): VariableSource => ({ from: 'query', name, none })

/** Takes the value from a header of the request. */
export const header = (name: string): VariableSource => ({ from: 'header', name })

/** Takes the value from the member `name` of the body, or from the whole body. */
export const body = (name?: string): VariableSource =>
  name === undefined ? { from: 'body' } : { from: 'body', name }

/** Sets a fixed value, in its GraphQL spelling. */
export const constant = (value: unknown): VariableSource => ({ from: 'constant', value })

/** Sends the object at `at`. */
export const one = (at: string): Respond => ({ kind: 'one', at })

/** Sends the connection at `at` in the list envelope: `{ items, count, next }`. */
export const list = (at: string): Respond => ({ kind: 'list', at })

/** Sends the plain list at `at` as the only member of an object: `{ items: [...] }`, or under another name. */
export const items = (at: string, member = 'items'): Respond => ({ kind: 'items', at, member })

/** Sends the plain list at `at` as a bare array. */
export const bareItems = (at: string): Respond => ({ kind: 'items', at, member: null })

/** Sends no body. */
export const empty = (): Respond => ({ kind: 'empty' })
