import { createHmac } from 'node:crypto'
import type { Config, PurgeConfig, RendererConfig } from '../../../base/config.ts'
import { guardedFetch } from '../../../http/guarded-fetch.ts'
import { cacheTag, specificationsTag } from '../../../renderer/cache-tags.ts'
import { callTimeoutMs, maximumReplyBytes } from '../limits.ts'
import type { ChangedVersion, Told } from './changed-versions.ts'

/** Somebody who keeps what was read of sites, and is told what has changed. */
export interface Receiver {
  readonly name: Told['receiver']
  /** Throws if the receiver does not confirm with a status below 300. */
  readonly tell: (organizationId: string, changed: readonly ChangedVersion[]) => Promise<void>
}

interface Call {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** Returns the receivers that are configured. */
export function receiversOf(config: Config, signal?: AbortSignal): readonly Receiver[] {
  const { renderer, purge, outboundAllow } = config
  const send = async (owner: string, { url, headers, body }: Call) => {
    const limits = { maxBytes: maximumReplyBytes, timeoutMs: callTimeoutMs, maxRedirects: 0, signal }
    const message = {
      method: 'POST' as const,
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    }
    await guardedFetch(url, { owner, allow: outboundAllow, ...limits }, message)
  }
  return [...(renderer ? [rendererOf(renderer, send)] : []), ...(purge ? [sharedCacheOf(purge, send)] : [])]
}

type Send = (owner: string, call: Call) => Promise<void>

const rendererOf = ({ url, secret }: RendererConfig, send: Send): Receiver => ({
  name: 'renderer',
  tell: (organizationId, changed) => {
    const tags = changed.map(({ kind, name }) => cacheTag({ organizationId, kind, name }))
    const body = Buffer.from(JSON.stringify({ tags }))
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    return send(organizationId, {
      url: `${url}/~gitbook/revalidate`,
      headers: { 'X-GitBook-Signature': signature },
      body,
    })
  },
})

/** A response names the site, whose version changes with its spaces, and all specifications as one. */
const sharedCacheOf = ({ url, token }: PurgeConfig, send: Send): Receiver => ({
  name: 'cache',
  tell: async (organizationId, changed) => {
    const tags = new Set(
      changed.flatMap(({ kind, name }) => {
        if (kind === 'openapi') return [specificationsTag(organizationId)]
        return kind === 'site' ? [cacheTag({ organizationId, kind, name })] : []
      }),
    )
    if (tags.size === 0) return
    const headers = { Authorization: `Bearer ${token}`, 'Surrogate-Key': [...tags].join(' ') }
    await send(organizationId, { url, headers, body: Buffer.from(JSON.stringify({ tags: [...tags] })) })
  },
})
