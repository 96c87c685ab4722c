import { one, type Route, route } from '../../rest/route.ts'

export const apiInformationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/',
    tag: 'Users',
    summary: 'Get the version of the server',
    operation: 'query GetApiInformation { apiInformation { version build } }',
    variables: {},
    respond: one('apiInformation'),
  }),
]
