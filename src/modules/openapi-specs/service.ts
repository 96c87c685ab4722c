import { authorizeOrganization } from '../../access/authorize.ts'
import { conflict, invalidInput, notFound } from '../../errors.ts'
import type { OpenAPISpec, Prisma } from '../../generated/prisma/client.ts'
import type { OpenAPIVisibility } from '../../generated/prisma/enums.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { newId } from '../../identifiers.ts'
import { storeBlob } from '../content/blobs.ts'
import { readableOrganizations } from '../organizations/policy.ts'
import { openAPISpecLimits } from './limits.ts'
import { readableOpenAPISpecs } from './policy.ts'
import { queueProcessing } from './queue.ts'

type Transaction = Prisma.TransactionClient

export interface SpecAddress {
  readonly organizationId: string
  readonly slug: string
}

/** One of the two. */
export interface SourceInput {
  readonly url?: string | null
  readonly text?: string | null
}

/** Adds a specification, which is processed soon. */
export async function createSpec(
  context: Context,
  { organizationId, slug }: SpecAddress,
  input: SourceInput,
): Promise<OpenAPISpec> {
  await authorizeWriting(context, organizationId)
  const source = await storeSource(context, input)
  const data = { id: newId('OpenAPISpec'), organizationId, slug, ...source }
  return context.database.prisma.$transaction(async (transaction) => {
    const [spec] = await transaction.openAPISpec.createManyAndReturn({ data, skipDuplicates: true })
    if (!spec) throw conflict(`The organization has a specification ${slug} already.`)
    await queueProcessing(transaction, spec.id)
    return spec
  })
}

/** Gives a specification a source, or the same one once more, and adds the specification if it is not there. */
export async function putSpec(
  context: Context,
  { organizationId, slug }: SpecAddress,
  input: SourceInput,
): Promise<OpenAPISpec> {
  await authorizeWriting(context, organizationId)
  checkSlug(slug)
  const source = await storeSource(context, input)
  const data = { id: newId('OpenAPISpec'), organizationId, slug, ...source }
  return context.database.prisma.$transaction(async (transaction) => {
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
  return context.database.prisma.openAPISpec.update({
    where: { id },
    data: { visibility, updatedAt: new Date() },
  })
}

/** Deletes a specification with all its versions and returns its id. */
export async function deleteSpec(context: Context, address: SpecAddress): Promise<string> {
  const { id } = await loadWritableSpec(context, address)
  await context.database.prisma.openAPISpec.deleteMany({ where: { id } })
  return id
}

/** A specification that the viewer may see. */
export async function loadSpec(context: Context, address: SpecAddress): Promise<OpenAPISpec> {
  const spec = await context.database.prisma.openAPISpec.findFirst({
    where: { ...address, AND: [readableOpenAPISpecs(viewerOf(context))] },
  })
  if (!spec) throw notFound()
  return spec
}

async function loadWritableSpec(context: Context, address: SpecAddress): Promise<OpenAPISpec> {
  const spec = await loadSpec(context, address)
  authorizeOrganization(viewerOf(context), 'organization:create-openapi-spec', spec.organizationId)
  return spec
}

async function authorizeWriting(context: Context, organizationId: string): Promise<void> {
  const viewer = viewerOf(context)
  const where = { AND: [{ id: organizationId }, readableOrganizations(viewer)] }
  if ((await context.database.prisma.organization.count({ where })) === 0) throw notFound()
  authorizeOrganization(viewer, 'organization:create-openapi-spec', organizationId)
}

/** In an address a slug is read as it is, so that an odd one is merely not found; a new one has to be well-formed. */
function checkSlug(slug: string): void {
  const { pattern, patternHint, maxLength } = openAPISpecLimits.slug
  if (!pattern.test(slug)) throw invalidInput('slug', patternHint)
  if (slug.length > maxLength) throw invalidInput('slug', `must have at most ${maxLength} characters`)
}

/** A text may be large: it is kept as a file until it is processed. */
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
  // It was there and is not any more: somebody has deleted it between the two statements.
  if (!spec) throw conflict('The specification was deleted meanwhile.')
  return spec
}
