export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Where the value of one variable comes from. */
export type VariableSource =
  | { readonly from: 'path'; readonly name: string }
  | { readonly from: 'query'; readonly name: string; readonly description?: string }
  /** Without a name the whole body, as an input object. */
  | { readonly from: 'body'; readonly name?: string }
  | { readonly from: 'constant'; readonly value: unknown }

/** An input object put together from several sources. */
export interface NestedSources {
  readonly [member: string]: VariableSource | NestedSources
}

/** Whether this is a single source; an input object may well have a member called `from`, which is an object. */
export const isSource = (value: VariableSource | NestedSources): value is VariableSource =>
  typeof value.from === 'string'

/** What is sent back. `at` is a dotted path of response keys into the result's data. */
export type Respond =
  | { readonly kind: 'one'; readonly at: string }
  | { readonly kind: 'list'; readonly at: string }
  | { readonly kind: 'items'; readonly at: string; readonly member: string | null }
  | { readonly kind: 'empty' }

/** A row of the REST table: pure data, read by the handler, the OpenAPI document and tests alike. */
export interface Route {
  readonly method: Method
  /** Below /v1. `:spaceId` is one segment; a last segment `:pagePath*` takes all that is left. */
  readonly path: `/${string}`
  /** The GraphQL document; the name of its operation is the operation id. */
  readonly operation: string
  /**
   * Texts of the fragments that the operation spreads. A text may hold several definitions, so a fragment that
   * spreads another brings it along by ending in `${otherFragment}`; a definition met twice is taken once.
   */
  readonly fragments?: readonly string[]
  readonly variables: Readonly<Record<string, VariableSource | NestedSources>>
  readonly respond: Respond
  /** 200 if absent; with `empty()` it is 204 or 205. */
  readonly status?: 200 | 201 | 202 | 204 | 205
  /**
   * Dotted path into the result's data to the address for the `Location` header. If absent, a 201 reply takes
   * `urls.location` of what it sends, where that is selected.
   */
  readonly location?: string
  /** The section of the reference. */
  readonly tag: string
  readonly summary: string
  /** How large the body may be, where that is more than others may have. */
  readonly maximumBodyBytes?: number
  /** A POST that reads, because what it is asked does not fit into an address. */
  readonly reads?: true
  /** Answers without a token. */
  readonly public?: true
  /** Answers visitors of a site too, about what is published there. */
  readonly visitors?: true
}

export const route = (definition: Route): Route => definition

/** The path segment `:name`. */
export const path = (name: string): VariableSource => ({ from: 'path', name })

/** The query parameter `name`; described by the argument it ends in, where no description is given here. */
export const query = (name: string, description?: string): VariableSource =>
  description === undefined ? { from: 'query', name } : { from: 'query', name, description }

/** The body's member `name`, or the whole body as the input object. */
export const body = (name?: string): VariableSource =>
  name === undefined ? { from: 'body' } : { from: 'body', name }

/** A fixed value, in GraphQL's spelling. */
export const constant = (value: unknown): VariableSource => ({ from: 'constant', value })

/** Sends the object at `at`. */
export const one = (at: string): Respond => ({ kind: 'one', at })

/** Sends the connection at `at` in the list envelope: `{ items, count, next }`. */
export const list = (at: string): Respond => ({ kind: 'list', at })

/** Sends the plain list at `at` as the only member, `{ items: [...] }` or what `member` names. */
export const items = (at: string, member = 'items'): Respond => ({ kind: 'items', at, member })

/** Sends the plain list at `at` as a bare array. */
export const bareItems = (at: string): Respond => ({ kind: 'items', at, member: null })

/** Sends no body. */
export const empty = (): Respond => ({ kind: 'empty' })
