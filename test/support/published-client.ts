import { GitBookAPI } from '@gitbook/api'
import { GitBookAPI as OlderGitBookAPI } from '@gitbook/api-0.91'

// biome-ignore lint/suspicious/noExplicitAny: the package's types do not resolve as it is published
export type PublishedClient = any

/** The published client, going to the server by `send`. */
export const publishedClient = (
  endpoint: string,
  { token }: { token: string },
  send: typeof fetch,
): PublishedClient => new GitBookAPI({ endpoint, authToken: token, serviceBinding: { fetch: send } })

/** The last published client that has custom fields. */
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
