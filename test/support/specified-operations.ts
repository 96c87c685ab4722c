import { readFileSync } from 'node:fs'

/** An operation of the specification. */
export interface SpecifiedOperation {
  readonly method: string
  /** As the specification writes it, for example /v1/spaces/{spaceId}. */
  readonly path: string
  /** The status of success. */
  readonly status: string
  /** The names of query parameters, with an exclamation mark where they are required. */
  readonly query: readonly string[]
  /** The members of the body, marked alike. */
  readonly body: readonly string[]
}

const listed = (names = '') => names.split(',').filter((name) => name !== '')

export const specifiedOperations: readonly SpecifiedOperation[] = readFileSync(
  new URL('../fixtures/contract/operations.tsv', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [method = '', path = '', status = '', , query, body] = line.split('\t')
    return { method, path, status, query: listed(query), body: listed(body) }
  })
