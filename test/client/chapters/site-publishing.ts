import { SignJWT } from 'jose'
import { fullCustomization } from '../../support/factories/customizations.ts'
import type { Narrator } from './narrator.ts'

/** A site gets its look, its redirects and its share links, is published, visited, and withdrawn. */
export async function sitePublishing(narrator: Narrator): Promise<void> {
  const { app, organization, client, clientOf, write } = narrator
  const { orgs, urls, customHostnames } = client
  const { id, admin } = organization
  const { data: space } = await orgs.createSpace(id, { title: 'Guide' })
  await write(`/spaces/${space.id}`, {
    operation: 'insert_page',
    title: 'Start',
    document: { markdown: 'The rocket.' },
  })
  const { data: site } = await orgs.createSite(id, { title: 'Docs', visibility: 'share-link' })
  const of = [id, site.id] as const
  const { data: section } = await orgs.addSectionToSite(...of, { spaceId: space.id, title: 'Guide' })
  const siteSpace = section.siteSpaces[0]

  await orgs.getSiteCustomizationById(...of)
  await orgs.updateSiteCustomizationById(...of, fullCustomization(space.id))
  await orgs.getSiteCustomizationById(...of, { unmasked: true })
  await orgs.overrideSiteSpaceCustomizationById(...of, siteSpace.id, {
    title: 'The guide',
    favicon: { emoji: '1f4d8' },
  })
  await orgs.getSiteSpaceCustomizationById(...of, siteSpace.id)
  await orgs.updateSiteAdaptiveSchema(...of, {
    jsonSchema: {
      type: 'object',
      properties: { beta: { type: 'boolean', description: 'Tries what is new' } },
      additionalProperties: false,
    },
  })
  await orgs.getSiteAdaptiveSchema(...of)
  await orgs.listSiteAdaptiveTemplateConditions(...of)

  const { data: redirect } = await orgs.createSiteRedirect(...of, {
    source: '/old',
    destination: { kind: 'site-section', siteSectionId: section.id },
  })
  await orgs.updateSiteRedirectById(...of, redirect.id, {
    destination: { kind: 'site-space', siteSpaceId: siteSpace.id },
  })
  await orgs.listSiteRedirects(...of)
  const { data: link } = await orgs.createSiteShareLink(...of, { name: 'Partners' })
  await orgs.publishSite(...of)
  const { data: active } = await orgs.updateSiteShareLinkById(...of, link.id, { name: 'All partners' })
  await orgs.listSiteShareLinks(...of)
  await orgs.getSiteRedirectBySource(...of, { source: '/old' })
  await orgs.getSitePublishingPreviewById(...of, { siteSpace: siteSpace.id })
  const shareKey = active.urls.published.split('/').filter(Boolean).at(-1)
  await orgs.listSiteSections(...of, { shareKey })
  await orgs.listSiteSpaces(...of, { shareKey })
  await orgs.getSiteStructure(...of, { shareKey })
  await client.spaces.getSpaceById(space.id, { shareKey })
  await urls.getPublishedContentByUrl({ url: active.urls.published })

  await orgs.listSiteVisitorSegments(...of)
  await orgs.aggregateSiteEvents(...of, {
    select: [{ column: 'eventsCount' }],
    groupBy: [{ column: 'page' }],
    range: 'last7Days',
  })
  await orgs.updateSiteById(...of, { visibility: 'visitor-auth' })
  await orgs.updateSitePublishingAuthById(...of, {
    backend: 'custom',
    fallbackURL: 'https://login.example.com/',
  })
  await orgs.regenerateSitePublishingAuthById(...of)
  const { data: auth } = await orgs.getSitePublishingAuthById(...of)
  const jwtToken = await new SignJWT({ beta: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(auth.privateKey))
  const { data: visited } = await orgs.getSiteById(...of)
  const url = visited.urls.published
  await urls.resolvePublishedContentByUrl({ url, redirectOnError: true })
  const { data: lookup } = await urls.resolvePublishedContentByUrl({
    url,
    visitor: { jwtToken, unsignedClaims: {} },
  })
  const visitor = clientOf({ token: lookup.apiToken })
  await visitor.orgs.getPublishedContentSite(...of)
  await orgs.searchSiteContent(...of, { query: 'rocket', scope: { mode: 'all' } })
  await client.spaces.getEmbedByUrlInSpace(space.id, { url: 'https://vimeo.com/76979871' })
  await orgs.trackEventsInSiteById(...of, {
    events: [
      {
        type: 'page_view',
        session: {
          sessionId: 's',
          visitorId: 'v',
          userAgent: 'a',
          language: null,
          cookies: {},
          referrer: null,
        },
        location: {
          ...{ url, siteSection: section.id, siteSpace: siteSpace.id, siteShareKey: null },
          ...{ space: space.id, revision: null, page: null },
        },
      },
    ],
  })
  await orgs.listSites(id, { published: true })

  const hostname = `docs.${id.slice(-20)}.example`
  await app.as(admin).patch(`/orgs/${id}/sites/${site.id}`, { hostname })
  await customHostnames.getCustomHostname(hostname)
  await customHostnames.dnsRevalidateCustomHostname(hostname)
  await customHostnames.removeCustomHostname(hostname)
  await orgs.deleteSiteSpaceCustomizationById(...of, siteSpace.id)
  await orgs.deleteSiteShareLinkById(...of, link.id)
  await orgs.deleteSiteRedirectById(...of, redirect.id)
  await orgs.unpublishSite(...of)
}
