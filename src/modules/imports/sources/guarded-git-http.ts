import { buffer } from 'node:stream/consumers'
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import { type FetchLimits, guardedFetch } from '../../../http/guarded-fetch.ts'

/**
 * Creates an HTTP client for git servers that are named by clients. All requests are subject to the outbound
 * limits.
 */
export const guardedGitHttp = (limits: FetchLimits): HttpClient => ({
  request: async ({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> => {
    const message =
      method === 'POST'
        ? { method: 'POST' as const, headers, body: body ? await buffer(body) : undefined }
        : { method: 'GET' as const, headers }
    const fetched = await guardedFetch(url, limits, message)
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
