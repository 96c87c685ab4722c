import { expiryAfter } from '../../access/signed-urls.ts'
import { invalidInput } from '../../base/errors.ts'
import type { Site } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { readableSiteSpaces } from '../site-spaces/policy.ts'
import { refusedInput } from '../site-spaces/reasons.ts'
import { addressBelow, ownAddress } from '../sites/addresses.ts'
import { signSiteGrant } from '../visitors/site-grants.ts'
import type { VisitorClaims } from '../visitors/visitor.ts'
import { maximumPreviewAddress } from './limits.ts'
import { decodeRison, maximumRisonDepth, RisonError } from './rison.ts'

export const previewLifetimeSeconds = 3600

/** Previews that are read within the same minute have the same URL, so that caches see no change. */
const previewMinuteSeconds = 60

function previewExpiry(): number {
  const expires = expiryAfter(previewLifetimeSeconds)
  return expires - (expires % previewMinuteSeconds)
}

/**
 * Returns a URL that shows the site for an hour as to a visitor with these claims, published or not: the whole site,
 * or starting at one of its site-spaces.
 */
export async function previewAddress(
  context: Context,
  site: Site,
  { siteSpace, claims }: { siteSpace?: string | null; claims?: string | null },
): Promise<string> {
  const preview = claims == null ? {} : readClaims(claims)
  const address = await addressOfPreview(context, site, siteSpace)
  const token = await signSiteGrant(context.database, { siteId: site.id, preview }, previewExpiry())
  const url = `${address}?${new URLSearchParams({ preview: token })}`
  if (url.length > maximumPreviewAddress)
    throw invalidInput('claims', `make an address of more than ${maximumPreviewAddress} characters`)
  return url
}

async function addressOfPreview(
  context: Context,
  site: Site,
  siteSpaceId: string | null | undefined,
): Promise<string> {
  const root = ownAddress(context.config, site)
  if (siteSpaceId == null) return root
  const where = { AND: [{ id: siteSpaceId, siteId: site.id }, readableSiteSpaces(viewerOf(context))] }
  const siteSpace = await context.database.prisma.siteSpace.findFirst({ where, include: { section: true } })
  if (!siteSpace) throw refusedInput('siteSpace', 'SITE_SPACE_NOT_IN_SITE')
  return addressBelow(addressBelow(root, siteSpace.section), siteSpace) ?? root
}

/** Parses claims in Rison or JSON. A JSON object begins like no Rison value. */
export function readClaims(text: string): VisitorClaims {
  const claims = text.startsWith('{') ? readJson(text) : readRison(text)
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw invalidInput('claims', 'must be an object')
  return claims as VisitorClaims
}

function readRison(text: string): unknown {
  try {
    return decodeRison(text)
  } catch (error) {
    if (error instanceof RisonError) throw invalidInput('claims', `are no Rison: ${error.message}`)
    throw error
  }
}

function readJson(text: string): unknown {
  let claims: unknown
  try {
    claims = JSON.parse(text)
  } catch (error) {
    throw invalidInput('claims', `are no JSON: ${(error as Error).message}`)
  }
  let values = [claims]
  for (let depth = 0; values.length > 0; depth++) {
    if (depth > maximumRisonDepth)
      throw invalidInput('claims', `have more than ${maximumRisonDepth} levels inside of each other`)
    values = values.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return claims
}
