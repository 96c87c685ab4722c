import { GitBookAPI } from '@gitbook/api'
import { GitBookAPI as OlderGitBookAPI } from '@gitbook/api-0.91'
import { GitBookAPI as LaterGitBookAPI } from '@gitbook/api-0.202'

// biome-ignore lint/suspicious/noExplicitAny: the package's types do not resolve as it is published
export type PublishedClient = any

/** The published client, going to the server by `send`. */
export const publishedClient = (
  endpoint: string,
  { token }: { token: string },
  send: typeof fetch,
): PublishedClient => new GitBookAPI({ endpoint, authToken: token, serviceBinding: { fetch: send } })

/** Returns the last published client that has custom fields. */
export function customFieldsClient(
  endpoint: string,
  { token }: { token: string },
  send: typeof fetch,
): PublishedClient {
  const client: PublishedClient = new OlderGitBookAPI({ endpoint, authToken: token })
  // It takes no service binding.
  client.customFetch = send
  return client
}

/** The client of the renderer of sites, with the token of a visitor or without any. */
export const rendererClient = (
  endpoint: string,
  token: string | undefined,
  send: typeof fetch,
): PublishedClient =>
  new LaterGitBookAPI({
    endpoint,
    ...(token !== undefined && { authToken: token }),
    userAgent: 'GitBook-Open/2.0.0',
    serviceBinding: { fetch: send },
  })
