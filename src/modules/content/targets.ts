import { z } from 'zod'
import { stableId } from '../../object-ids.ts'
import { readShape } from './input-shapes.ts'
import { contentLimits } from './limits.ts'

const name = z.string().min(1).max(100)
const id = z.string().min(1).max(2000).transform(stableId).pipe(name)
const url = z.url({ protocol: /^(https?|mailto)$/ }).max(contentLimits.url.maxLength)

/** The target of a link in the page tree. */
const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('url'), url }),
  z.object({ kind: z.literal('file'), file: id }),
  z.object({ kind: z.literal('page'), page: id, space: id.optional() }),
  z.object({ kind: z.literal('anchor'), anchor: name, page: id.optional(), space: id.optional() }),
  z.object({ kind: z.literal('user'), user: id }),
  z.object({ kind: z.literal('collection'), collection: id }),
  z.object({ kind: z.literal('space'), space: id }),
  z.object({ kind: z.literal('reusable-content'), reusableContent: id, space: id.optional() }),
  z.object({ kind: z.literal('openapi'), spec: name }),
])

/** Parses a content reference from a client; `path` is its path in the request. */
export const readTarget = (value: unknown, path: string): object => readShape(target, value, path)
