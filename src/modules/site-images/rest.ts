import { type Row, routesOf } from '../../rest/row.ts'

const route = routesOf('Site customization')

export const siteImageRoutes: readonly Row[] = [
  route('POST', '/orgs/:organizationId/sites/:siteId/images', 'uploadSiteImage.siteImage', {
    summary: 'Upload a picture for the customization of a site',
    reply: 'id name contentType size dimensions { width height } urls { public }',
    status: 201,
    uploads: true,
  }),
]
