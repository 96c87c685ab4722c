import type { Reply } from './reply.ts'

/** A reply to a GET that stands on its own, such as the OpenAPI document. */
export interface Resource {
  readonly method: 'GET'
  readonly path: string
  readonly reply: (parameters: Record<string, string>) => Reply
}
