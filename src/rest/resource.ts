import type { HttpResponse } from '../http/response.ts'

/** A GET route that runs no operation, such as the OpenAPI document. */
export interface Resource {
  readonly method: 'GET'
  readonly path: string
  readonly reply: (parameters: Record<string, string>) => HttpResponse
}
