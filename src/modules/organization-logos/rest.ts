import { type Row, routesOf } from '../../rest/row.ts'
import { organizationBody } from '../organizations/rest.ts'

const route = routesOf('Organizations')

export const organizationLogoRoutes: readonly Row[] = [
  route('POST', '/orgs/:organizationId/logo', 'uploadOrganizationLogo.organization', {
    summary: 'Upload the logo of an organization',
    reply: organizationBody,
    status: 201,
    uploads: true,
  }),
]
