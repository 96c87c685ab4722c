import { buffer } from 'node:stream/consumers'
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import type { FetchResult, OutboundMessage } from '../../http/guarded-fetch.ts'
import { assertPackSize } from './pack-guard.ts'

/** Fetches a URL, subject to the outbound limits. */
export type FetchMessage = (url: string, message?: OutboundMessage) => Promise<FetchResult>

/**
 * Creates an HTTP client for git servers that are named by clients. All requests are subject to the outbound
 * limits.
 */
export const guardedGitHttp = (fetch: FetchMessage): HttpClient => ({
  request: async ({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> => {
    const message =
      method === 'POST'
        ? { method: 'POST' as const, headers, body: body ? await buffer(body) : undefined }
        : { method: 'GET' as const, headers }
    const fetched = await fetch(url, message)
    if (method === 'POST') assertPackSize(fetched.body)
    return {
      url: fetched.finalUrl,
      method,
      headers: { 'content-type': fetched.contentType },
      body: [fetched.body] as unknown as GitHttpResponse['body'],
      statusCode: 200,
      statusMessage: 'OK',
    }
  },
})
