import { z } from 'zod'
import type { PageType } from '../../../generated/prisma/client.ts'
import { readShape } from '../input-shapes.ts'

const name = z.string().min(1).max(200)

const shared = {
  type: z.literal('builtin:openapi'),
  dependencies: z.object({
    spec: z.object({ ref: z.object({ kind: z.literal('openapi'), spec: name }) }),
  }),
}

/** What a computed page stands for: all pages of an OpenAPI specification, those of its models if they are wanted. */
const pagesSource = z.object({ ...shared, props: z.object({ models: z.boolean() }) })

/** What the body of a document is: one page of an OpenAPI specification. */
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

// Sources that a client gives; `path` is where one stands in the request.

export const readPagesSource = (value: unknown, path: string): PagesSource =>
  readShape(pagesSource, value, path)

export const readBodySource = (value: unknown, path: string): BodySource => readShape(bodySource, value, path)

export const readComputedSource = (value: unknown, type: PageType, path: string): ComputedSource =>
  type === 'COMPUTED' ? readPagesSource(value, path) : readBodySource(value, path)

/** The slug or the id of the specification. */
export const specOf = ({ dependencies }: ComputedSource): string => dependencies.spec.ref.spec

/** The key that the first page of the models of every specification has. */
const modelsKey = 'models'

/** The page of the specification that a body is. */
export const keyOf = ({ props }: BodySource): string => (props.doc === 'models' ? modelsKey : props.page)

/** The source of the body of one of the pages that a computed page stands for. */
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

/** What is stored, if it is of a kind that this server computes. */
export function knownSource<Source extends ComputedSource>(computed: unknown): Source | undefined {
  const source = computed as Source | null
  return source?.type === 'builtin:openapi' ? source : undefined
}
