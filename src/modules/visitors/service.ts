import type { AdaptiveSchema, Prisma, Site } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { assertAdaptiveJsonSchema } from './adaptive-json-schema.ts'

/** Sets the claims that a site expects of visitors. Claims are validated against the schema from then on. */
export async function updateAdaptiveSchema(
  context: Context,
  address: SiteAddress,
  input: { jsonSchema?: unknown },
): Promise<{ siteAdaptiveSchema: AdaptiveSchema; site: Site }> {
  return changeSite(context, address, async (transaction, site) => {
    const checked = assertAdaptiveJsonSchema('jsonSchema', input.jsonSchema)
    const jsonSchema = checked as unknown as Prisma.InputJsonObject
    const siteAdaptiveSchema = await transaction.adaptiveSchema.upsert({
      where: { siteId: site.id },
      create: { siteId: site.id, jsonSchema },
      update: { jsonSchema },
    })
    return { siteAdaptiveSchema, site }
  })
}
