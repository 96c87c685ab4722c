import { query } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

const route = routesOf('Space content')

export const embedRoutes: readonly Row[] = [
  route('GET', '/spaces/:spaceId/embed', 'embed', {
    name: 'GetEmbedByUrlInSpace',
    summary: 'Get the presentation of a URL within a page',
    reply: 'title site icon type html',
    inputs: { url: query('url') },
    visitors: true,
  }),
  route('GET', '/urls/embed', 'embedOfUrl', {
    name: 'GetEmbedByUrl',
    summary: 'Get the presentation of a URL',
    reply: 'title site icon type html',
    inputs: { url: query('url') },
  }),
]
