import { z } from 'zod'
import type { PageType } from '../../../generated/prisma/client.ts'
import { readShape } from '../input-shapes.ts'

const name = z.string()

const shared = {
  type: z.literal('builtin:openapi'),
  dependencies: z.object({
    spec: z.object({ ref: z.object({ kind: z.literal('openapi'), spec: name }) }),
  }),
}

/** The source of a computed page: all pages of an OpenAPI specification, optionally with those of its models. */
const pagesSource = z.object({
  ...shared,
  props: z
    .object({ includesModels: z.boolean() })
    .transform(({ includesModels }) => ({ models: includesModels })),
})

/** The source of a computed body: one page of an OpenAPI specification. */
const bodySource = z.object({
  ...shared,
  props: z.discriminatedUnion('doc', [
    z.object({ doc: z.literal('models') }),
    z.object({ doc: z.enum(['operations', 'info']), page: name }),
  ]),
})

export type PagesSource = z.infer<typeof pagesSource>
export type BodySource = z.infer<typeof bodySource>
export type ComputedSource = PagesSource | BodySource

// Parsers of sources from clients; `path` is the path of the source in the request.

export const readPagesSource = (value: unknown, path: string): PagesSource =>
  readShape(pagesSource, value, path)

/** Returns a source in the form in which clients give it, which `readPagesSource` reads. */
export const pagesSourceInput = ({ props, ...source }: PagesSource) => ({
  ...source,
  props: { includesModels: props.models },
})

export const readBodySource = (value: unknown, path: string): BodySource => readShape(bodySource, value, path)

export const readComputedSource = (value: unknown, type: PageType, path: string): ComputedSource =>
  type === 'COMPUTED' ? readPagesSource(value, path) : readBodySource(value, path)

/** Returns the slug or the id of the specification. */
export const specOf = ({ dependencies }: ComputedSource): string => dependencies.spec.ref.spec

/** The key of the first page of the models in every specification. */
const modelsKey = 'models'

export const keyOf = ({ props }: BodySource): string => (props.doc === 'models' ? modelsKey : props.page)

/** Returns the body source of a page generated from a source of pages. */
export function bodySourceOf(
  { type, dependencies }: PagesSource,
  { key, kind }: { readonly key: string; readonly kind: 'INFO' | 'OPERATIONS' | 'MODELS' },
): BodySource {
  const props =
    key === modelsKey
      ? { doc: 'models' as const }
      : { doc: kind === 'OPERATIONS' ? ('operations' as const) : ('info' as const), page: key }
  return { type, dependencies, props }
}

/** Returns a stored source if this server supports its type. */
export function supportedSource<Source extends ComputedSource>(computed: unknown): Source | undefined {
  const source = computed as Source | null
  return source?.type === 'builtin:openapi' ? source : undefined
}
