import { z } from 'zod'
import { stableId } from '../../base/object-ids.ts'
import { contentLimits } from '../../formats/body/limits.ts'
import { readShape } from './input-shapes.ts'

const { minLength, maxLength } = contentLimits.targetName
const name = z.string()
const id = name.transform(stableId).pipe(name.min(minLength).max(maxLength))
const url = z.url({ protocol: /^(https?|mailto)$/ })

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
