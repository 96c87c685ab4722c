import type { SecretStore } from '../../access/installation-secrets.ts'
import { signUrl, steadyExpiryAfter } from '../../access/signed-urls.ts'
import type { Config } from '../../base/config.ts'
import type { OpenAPISpec } from '../../generated/prisma/client.ts'

type BaseUrl = Pick<Config, 'baseUrl'>

/** The columns of a specification that determine its addresses. */
export const specAddress = ['organizationId', 'slug', 'visibility'] as const

export type AddressedSpec = Pick<OpenAPISpec, (typeof specAddress)[number]>

/** Lifetime of signed download URLs of private documents. */
const downloadLifetimeSeconds = 3600

/** Returns the path of the specification in the REST API, below /v1. */
export const specPath = ({ organizationId, slug }: AddressedSpec): string =>
  `/orgs/${organizationId}/openapi/${slug}`

/** Returns the public URL of the latest document; null if the specification is private. */
export const publishedAddress = ({ baseUrl }: BaseUrl, spec: AddressedSpec): string | null =>
  spec.visibility === 'PUBLIC' ? `${baseUrl}/openapi/${spec.organizationId}/${spec.slug}` : null

/** Returns the download URL of a version: permanent if the specification is public, otherwise signed for at least an hour. */
export function versionAddress(
  services: { config: BaseUrl; database: SecretStore },
  spec: AddressedSpec,
  versionId: string,
): string | Promise<string> {
  const path = `/openapi/${spec.organizationId}/${spec.slug}/${versionId}`
  if (spec.visibility === 'PUBLIC') return `${services.config.baseUrl}${path}`
  return signUrl(services, path, {}, steadyExpiryAfter(downloadLifetimeSeconds))
}
