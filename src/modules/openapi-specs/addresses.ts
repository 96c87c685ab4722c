import type { Config } from '../../config.ts'
import type { Database } from '../../database/client.ts'
import type { OpenAPISpec } from '../../generated/prisma/client.ts'
import { signUrl } from '../../signed-links.ts'

type BaseUrl = Pick<Config, 'baseUrl'>

/** How long a document that is not public can be downloaded at the address of its version. */
const downloadLifetimeSeconds = 3600

export const specLocation = ({ baseUrl }: BaseUrl, { organizationId, slug }: OpenAPISpec): string =>
  `${baseUrl}/v1/orgs/${organizationId}/openapi/${slug}`

export const specWorkspaceAddress = ({ baseUrl }: BaseUrl, { organizationId, slug }: OpenAPISpec): string =>
  `${baseUrl}/o/${organizationId}/openapi/${slug}`

/** Where anyone finds the latest document of a public specification. */
export const publishedAddress = ({ baseUrl }: BaseUrl, spec: OpenAPISpec): string | null =>
  spec.visibility === 'PUBLIC' ? `${baseUrl}/openapi/${spec.organizationId}/${spec.slug}` : null

/** Where the document of a version is downloaded: for good if it is public, else by whoever has the address for an hour. */
export async function versionAddress(
  services: { config: BaseUrl; database: Pick<Database, 'pool'> },
  spec: OpenAPISpec,
  versionId: string,
): Promise<string> {
  const path = `/openapi/${spec.organizationId}/${spec.slug}/${versionId}`
  if (spec.visibility === 'PUBLIC') return `${services.config.baseUrl}${path}`
  return signUrl(services, path, {}, downloadLifetimeSeconds)
}
