import { type Row, routesOf } from '../../rest/row.ts'

const route = routesOf('Users')

export const apiInformationRoutes: readonly Row[] = [
  route('GET', '/', 'apiInformation', {
    name: 'GetApiInformation',
    summary: 'Get the version of the server',
    reply: 'version build',
  }),
]
