import { authorizeOrganization } from '../../access/authorize.ts'
import { notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { OpenAPISpec } from '../../generated/prisma/client.ts'
import type { OpenAPIVisibility } from '../../generated/prisma/enums.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { storeBlob } from '../content/blobs.ts'
import { readableOrganizations } from '../organizations/policy.ts'
import { openAPISpecLimits } from './limits.ts'
import { readableOpenAPISpecs } from './policy.ts'
import { queueProcessing } from './queue.ts'
import { conflict } from './reasons.ts'

export interface SpecAddress {
  readonly organizationId: string
  readonly slug: string
}

/** The source of a specification: either a URL or a text. */
export interface SourceInput {
  readonly url?: string | null
  readonly text?: string | null
}

/** Creates a specification and queues its processing. */
export async function createSpec(
  context: Context,
  { organizationId, slug }: SpecAddress,
  input: SourceInput,
): Promise<OpenAPISpec> {
  await authorizeWriting(context, organizationId)
  const source = await storeSource(context, input)
  const data = { id: newId('OpenAPISpec'), organizationId, slug, ...source }
  return context.database.transaction(async (transaction) => {
    const [spec] = await transaction.openAPISpec.createManyAndReturn({ data, skipDuplicates: true })
    if (!spec) throw conflict('SPECIFICATION_EXISTS', { slug })
    await queueProcessing(transaction, spec.id)
    return spec
  })
}

/** Sets the source of a specification and queues its processing. Creates the specification if it does not exist. */
export async function putSpec(
  context: Context,
  { organizationId, slug }: SpecAddress,
  input: SourceInput,
): Promise<OpenAPISpec> {
  await authorizeWriting(context, organizationId)
  checkSlug(slug)
  const source = await storeSource(context, input)
  const data = { id: newId('OpenAPISpec'), organizationId, slug, ...source }
  return context.database.transaction(async (transaction) => {
    const [created] = await transaction.openAPISpec.createManyAndReturn({ data, skipDuplicates: true })
    const spec = created ?? (await replaceSource(transaction, { organizationId, slug }, source))
    await queueProcessing(transaction, spec.id)
    return spec
  })
}

export async function setSpecVisibility(
  context: Context,
  address: SpecAddress,
  visibility: OpenAPIVisibility,
): Promise<OpenAPISpec> {
  const { id } = await loadWritableSpec(context, address)
  return context.database.transaction((transaction) =>
    transaction.openAPISpec.update({
      where: { id },
      data: { visibility, updatedAt: new Date() },
    }),
  )
}

export async function deleteSpec(context: Context, address: SpecAddress): Promise<OpenAPISpec> {
  const spec = await loadWritableSpec(context, address)
  await context.database.transaction((transaction) =>
    transaction.openAPISpec.deleteMany({ where: { id: spec.id } }),
  )
  return spec
}

/** Returns a specification. Throws NOT_FOUND if the viewer may not see it. */
export async function loadSpec(context: Context, address: SpecAddress): Promise<OpenAPISpec> {
  const spec = await context.database.prisma.openAPISpec.findFirst({
    where: { ...address, AND: [readableOpenAPISpecs(viewerOf(context))] },
  })
  return orNotFound(spec)
}

async function loadWritableSpec(context: Context, address: SpecAddress): Promise<OpenAPISpec> {
  const spec = await loadSpec(context, address)
  authorizeOrganization(context, spec.organizationId)
  return spec
}

/** Throws if the viewer may not write specifications of an organization. */
export async function authorizeWriting(context: Context, organizationId: string): Promise<void> {
  const viewer = viewerOf(context)
  const where = { AND: [{ id: organizationId }, readableOrganizations(viewer)] }
  if ((await context.database.prisma.organization.count({ where })) === 0) throw notFound()
  authorizeOrganization(context, organizationId)
}

/** Throws if a slug is invalid. Only new slugs are checked: requests with an invalid existing slug get NOT_FOUND. */
function checkSlug(slug: string): void {
  const { pattern, patternRule, maxLength } = openAPISpecLimits.slug
  if (!pattern.test(slug)) throw brokenRule('slug', patternRule)
  if (slug.length > maxLength) throw brokenRule('slug', 'TOO_LONG', { maximum: maxLength })
}

/** Returns the source columns. A text is stored as a file, because it may be large. */
async function storeSource(context: Context, { url, text }: SourceInput) {
  if (url != null) return { sourceUrl: url, sourceBlobHash: null }
  const blob = await storeBlob(context, Buffer.from(text ?? ''))
  return { sourceUrl: null, sourceBlobHash: blob.hash }
}

async function replaceSource(
  transaction: Transaction,
  address: SpecAddress,
  source: Pick<OpenAPISpec, 'sourceUrl' | 'sourceBlobHash'>,
): Promise<OpenAPISpec> {
  const [spec] = await transaction.openAPISpec.updateManyAndReturn({
    where: address,
    data: { ...source, generation: { increment: 1 }, processingState: 'PENDING', updatedAt: new Date() },
  })
  // Deleted by another request between the two statements.
  if (!spec) throw conflict('SPECIFICATION_DELETED')
  return spec
}
