import { one, path, query, type Route, route } from '../../rest/route.ts'

export const embedRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/spaces/:spaceId/embed',
    tag: 'Space content',
    summary: 'Get the presentation of a URL within a page',
    operation: `query GetEmbedByUrlInSpace($spaceId: ID!, $url: URL!) {
      embed(spaceId: $spaceId, url: $url) { title site icon type html }
    }`,
    variables: { spaceId: path('spaceId'), url: query('url') },
    respond: one('embed'),
    visitors: true,
  }),
  route({
    method: 'GET',
    path: '/urls/embed',
    tag: 'Space content',
    summary: 'Get the presentation of a URL',
    operation: 'query GetEmbedByUrl($url: URL!) { embedOfUrl(url: $url) { title site icon type html } }',
    variables: { url: query('url') },
    respond: one('embedOfUrl'),
  }),
]
