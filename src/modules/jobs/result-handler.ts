import { inExistingOrganization } from '../../access/existing-organization.ts'
import type { SecretStore } from '../../access/installation-secrets.ts'
import { signUrl, verifySignedUrl } from '../../access/signed-urls.ts'
import type { Config } from '../../base/config.ts'
import { notFound } from '../../base/errors.ts'
import type { Job } from '../../generated/prisma/client.ts'
import { contentDisposition, createDownloadHandler, type Download } from '../../http/downloads.ts'
import type { Context } from '../../request/context.ts'
import { openBlob } from '../content/blobs.ts'

type Services = Pick<Context, 'config' | 'database'>

/** Returns the URL to download the result of a job without a token; null if it has none, or no longer. */
export function resultUrl(
  services: { readonly config: Pick<Config, 'baseUrl'>; readonly database: SecretStore },
  { id, resultBlobHash, expiresAt }: Pick<Job, 'id' | 'resultBlobHash' | 'expiresAt'>,
): string | null | Promise<string> {
  if (resultBlobHash === null || !expiresAt || expiresAt.getTime() <= Date.now()) return null
  return signUrl(services, `/jobs/${id}`, {}, Math.floor(expiresAt.getTime() / 1000))
}

/** Serves `GET /jobs/<job>?expires=…&signature=…`. Any invalid link gives the same NOT_FOUND response. */
export const createJobResultHandler = (services: Services) =>
  createDownloadHandler((target) => openResult(services, target))

async function openResult({ config, database }: Services, target: string): Promise<Download> {
  const url = await verifySignedUrl(database, target)
  const id = /^\/jobs\/([a-z0-9]+)$/.exec(url?.pathname ?? '')?.[1]
  if (!id) throw notFound()
  const job = await database.prisma.job.findFirst({
    where: { id, space: { deletedAt: null }, ...inExistingOrganization },
    include: { resultBlob: true },
  })
  if (!job?.resultBlob) throw notFound()
  const { resultBlob, resultFileName, resultContentType } = job
  return {
    headers: {
      ETag: `"${resultBlob.hash}"`,
      'Content-Type': resultContentType ?? 'application/octet-stream',
      'Content-Length': resultBlob.size,
      'Content-Disposition': contentDisposition('attachment', resultFileName ?? 'result'),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=600',
    },
    stream: await openBlob(config, resultBlob),
  }
}
