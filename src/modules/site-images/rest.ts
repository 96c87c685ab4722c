import { type Row, routesOf } from '../../rest/row.ts'

const siteImageBody = `
fragment SiteImageBody on SiteImage {
  id name contentType size createdAt
  dimensions { width height }
  urls { public }
}`

const route = routesOf('Site customization', siteImageBody)

export const siteImageRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/sites/:siteId/images', 'site.images', {
    summary: 'List the pictures for the customization of a site',
  }),
  route('POST', '/orgs/:organizationId/sites/:siteId/images', 'uploadSiteImage.siteImage', {
    summary: 'Upload a picture for the customization of a site',
    status: 201,
    uploads: true,
  }),
]
