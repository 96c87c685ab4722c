import type { Narrator } from './narrator.ts'

/** A site is put together of sections, groups and variants, rearranged, and taken apart. */
export async function siteStructure({ organization, client }: Narrator): Promise<void> {
  const { orgs } = client
  const { id } = organization
  const spaceOf = async (title: string) => (await orgs.createSpace(id, { title })).data.id as string
  await orgs.createSite(id, { title: 'Sample', spaces: 'sample' })
  const { data: plain } = await orgs.createSite(id, {
    type: 'ultimate',
    title: 'Plain docs',
    visibility: 'unlisted',
    spaces: [await spaceOf('v1')],
  })
  const { data: variant } = await orgs.addSpaceToSite(id, plain.id, { spaceId: await spaceOf('v2') })
  await orgs.getSiteStructure(id, plain.id)
  await orgs.moveSiteSpace(id, plain.id, variant.id, {})
  await orgs.updateSiteById(id, plain.id, { defaultSiteSpace: variant.id })

  const { data: site } = await orgs.createSite(id, { title: 'Docs' })
  const of = [id, site.id] as const
  const sectionOf = async (title: string) =>
    (await orgs.addSectionToSite(...of, { spaceId: await spaceOf(title), title })).data
  const guide = await sectionOf('Guide')
  const api = await sectionOf('API')
  const blog = await sectionOf('Blog')
  const { data: group } = await orgs.addSectionGroupToSite(...of, {
    title: 'Reference',
    icon: 'book',
    sections: [api.id],
  })
  await orgs.addSectionToGroup(...of, group.id, { sectionId: blog.id })
  await orgs.updateSiteSectionGroupById(...of, group.id, { title: 'The reference', icon: null })
  await orgs.listSiteSectionGroups(...of)
  await orgs.moveSiteSection(...of, blog.id, {
    position: { before: { type: 'site-section', siteSection: api.id } },
  })
  await orgs.moveSiteSectionGroup(...of, group.id, {
    position: { before: { type: 'site-section', id: guide.id } },
  })
  await orgs.sortSiteStructure(...of, {
    item: { type: 'site-section', id: guide.id },
    position: { before: { type: 'site-section-group', id: group.id } },
  })
  await orgs.sortSiteStructure(...of, {
    item: { type: 'site-section-group', id: group.id },
    position: { before: { type: 'site-section', id: guide.id } },
  })
  const { data: second } = await orgs.addSpaceToSite(...of, {
    spaceId: await spaceOf('API v2'),
    sectionId: api.id,
  })
  await orgs.updateSiteSpaceById(...of, second.id, { path: 'two', condition: 'visitor.claims.beta == true' })
  await orgs.updateSiteSectionById(...of, api.id, {
    title: 'The API',
    path: 'the-api',
    defaultSiteSpace: second.id,
    condition: 'visitor.claims.beta == true',
    icon: 'code',
    description: 'How to call it',
  })
  await orgs.moveSiteSpace(...of, second.id, {
    position: { before: { type: 'site-space', siteSpace: api.siteSpaces[0].id } },
  })
  await orgs.sortSiteStructure(...of, { item: { type: 'site-space', id: second.id }, position: {} })
  await orgs.updateSiteById(...of, {
    title: 'All the docs',
    visibility: 'unlisted',
    basename: 'all-docs',
    adaptiveContent: { enabled: true },
    defaultSiteSection: blog.id,
    proxy: 'example.com/docs',
  })
  await orgs.listSites(id, { title: 'docs', published: false, space: second.space.id })
  await orgs.listSites(id, { limit: 1 })
  await orgs.getSiteById(...of)
  await orgs.getSiteStructure(...of)
  await orgs.listSiteSections(...of)
  await orgs.listSiteSpaces(...of, { default: true })
  await orgs.listSiteSpaces(...of)
  await orgs.listPermissionsAggregateInSite(...of)

  await orgs.deleteSiteSpaceById(...of, second.id)
  await orgs.removeSectionFromGroup(...of, group.id, api.id)
  await orgs.deleteSiteSectionGroupById(...of, group.id)
  await orgs.deleteSiteSectionById(...of, api.id)
  await orgs.deleteSiteById(...of)
}
