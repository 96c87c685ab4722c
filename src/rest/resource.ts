import type { StoredResponse } from '../http/stored-response.ts'

/** A GET route that runs no operation, such as the OpenAPI document. */
export interface Resource {
  readonly method: 'GET'
  readonly path: string
  /** Returns what is sent. Throws NOT_FOUND if the parameters name nothing. */
  readonly reply: (parameters: Record<string, string>) => StoredResponse | Promise<StoredResponse>
}
