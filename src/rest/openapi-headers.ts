import type { JsonSchema } from './json-schema.ts'

const headers = {
  'X-Request-Id': { description: 'Id of the request in the log of the server.' },
  'X-Cost': {
    description: 'What the operation has read: the number of objects, and the bytes of their text.',
    example: 'objects=12, bytes=3456',
  },
  ETag: {
    description:
      'Entity tag of the representation. Send it as `If-None-Match` to receive 304 while nothing has changed.',
  },
  'Idempotency-Replayed': {
    description: '`true`, if the answer is that of an earlier request with the same key.',
  },
  Location: { description: 'URL of the resource.' },
  Warning: {
    description:
      'Names the members and query parameters that later contracts have and this server ignores, and unknown ones that are close to known ones. Also says of which bodies visitors are not shown all, because a condition in them is malformed.',
  },
  'Preference-Applied': { description: '`handling=strict`, if the request prefers it.' },
  'Retry-After': {
    description: 'The number of seconds after which the request may be sent again, if it is known.',
    example: '5',
  },
  'WWW-Authenticate': { description: 'The scheme of authentication: `Bearer`.' },
} as const

type HeaderName = keyof typeof headers

export const headerComponents: JsonSchema = Object.fromEntries(
  Object.entries(headers).map(([name, { description, ...rest }]) => [
    name,
    { description, schema: { type: 'string', ...rest } },
  ]),
)

/** Returns references to headers. */
export const headersOf = (...names: readonly HeaderName[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
