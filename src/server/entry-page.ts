import { documentedScreens } from '../graphql/screens.ts'
import { listedLink, plainPage } from '../http/plain-page.ts'
import type { HttpResponse } from '../http/response.ts'

const links = (items: readonly string[]): string => `<ul>${items.join('')}</ul>`

/** Returns the page at `/`, which says where to begin. It is the same for everybody. */
export function entryPage(): HttpResponse {
  const screens = documentedScreens().map(({ title, query }) =>
    listedLink(`/graphql?query=${encodeURIComponent(query)}`, title, 'Opens its query in GraphiQL.'),
  )
  return plainPage(
    200,
    'Lectern',
    `<h1>Lectern</h1>
<p class="kind">A documentation workspace with a GraphQL and a REST API.</p>
<h2>Begin here</h2>
${links([
  listedLink(
    '/graphql',
    'GraphiQL',
    'Runs queries, and has the documentation of the graph. It opens with the tree of your workspace.',
  ),
  listedLink('/v1/docs', 'REST reference', 'All operations under /v1, with examples.'),
  listedLink('/v1/openapi.json', 'OpenAPI document', 'The REST API for tools and generated clients.'),
])}
<p>Both APIs need a token, which the first start has printed: <code>Authorization: Bearer lectern_…</code></p>
<h2>The screens of an application</h2>
<p>Each is read by one query, which is a good first look at the graph.</p>
${links(screens)}`,
  )
}
