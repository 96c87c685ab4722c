import type { CompiledRoute } from './compiled-route.ts'
import type { JsonSchema } from './json-schema.ts'

const requestHeaders = {
  'If-None-Match': {
    description:
      'The entity tags of the representations that the client has. If one is current, the answer is 304.',
    example: 'W/"…"',
  },
  'If-Match': {
    description:
      'The entity tag of what the request changes, as the GET of the same path sends it in `ETag`. If it is not current any more, the answer is 412 and nothing is changed. Where the path has no GET, it is the tag of the list above.',
    example: 'W/"…"',
  },
  'Idempotency-Key': {
    description:
      'A random text of the client, at most 255 characters. A request that is sent again with it within 24 hours has the same answer and no further effect.',
    example: '6f0c2f5e-7d0c-4f5e-9940-79af60121b0b',
  },
} as const

type HeaderName = keyof typeof requestHeaders

export const requestHeaderComponents: JsonSchema = Object.fromEntries(
  Object.entries(requestHeaders).map(([name, { description, example }]) => [
    name,
    { name, in: 'header', required: false, description, schema: { type: 'string' }, example },
  ]),
)

/** Returns references to the headers that a row takes for conditions and keys. */
export const requestHeadersOf = ({ method, permission }: CompiledRoute): JsonSchema[] =>
  namesOf(method)
    .filter((name) => name !== 'Idempotency-Key' || permission !== 'public')
    .map((name) => ({ $ref: `#/components/parameters/${name}` }))

function namesOf(method: string): readonly HeaderName[] {
  return method === 'GET' ? ['If-None-Match'] : ['If-Match', 'Idempotency-Key']
}
