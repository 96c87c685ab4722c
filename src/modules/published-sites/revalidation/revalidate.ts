import { createHmac } from 'node:crypto'
import type { Config, RendererConfig } from '../../../config.ts'
import type { Database } from '../../../database/client.ts'
import { guardedFetch } from '../../../http/guarded-fetch.ts'
import { cacheTag } from '../../../renderer/cache-tags.ts'
import { callTimeoutMs, maximumReplyBytes, maximumTagsOfCall } from '../limits.ts'
import { changedVersions, organizationsWithSites, storeVersions } from './changed-versions.ts'

export interface RevalidationServices {
  readonly config: Config
  readonly database: Database
  readonly signal?: AbortSignal | undefined
}

/**
 * Tells the renderer what to read again of an organization: everything that has changed since it was told the last time.
 * What it does not confirm stays changed. Throws if the renderer does not accept a call.
 */
export async function revalidateOrganization(
  services: RevalidationServices,
  organizationId: string,
): Promise<void> {
  const { renderer } = services.config
  if (!renderer) return
  for (;;) {
    const versions = await changedVersions(services.database, organizationId)
    if (versions.length === 0) return
    const tags = versions.map(({ kind, name }) => cacheTag({ organizationId, kind, name }))
    await tellRenderer(services, renderer, { organizationId, tags })
    await storeVersions(services.database, organizationId, versions)
    if (versions.length < maximumTagsOfCall) return
  }
}

/** Tells the renderer about all organizations. Throws if the renderer does not accept a call. */
export async function revalidateAll(services: RevalidationServices): Promise<void> {
  if (!services.config.renderer) return
  let after = ''
  for (;;) {
    const ids = await organizationsWithSites(services.database, after)
    for (const id of ids) {
      if (services.signal?.aborted) return
      await revalidateOrganization(services, id)
    }
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
}

async function tellRenderer(
  { config, signal }: RevalidationServices,
  { url, secret }: RendererConfig,
  { organizationId, tags }: { readonly organizationId: string; readonly tags: readonly string[] },
): Promise<void> {
  const body = Buffer.from(JSON.stringify({ tags }))
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  await guardedFetch(
    `${url}/~gitbook/revalidate`,
    {
      owner: organizationId,
      allow: config.outboundAllow,
      maxBytes: maximumReplyBytes,
      timeoutMs: callTimeoutMs,
      maxRedirects: 0,
      signal,
    },
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-GitBook-Signature': signature },
      body,
    },
  )
}
