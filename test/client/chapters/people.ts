import { identityProvider } from '../../support/factories/identity-providers.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import type { Narrator } from './narrator.ts'

/** Members get their roles, teams and what they visit a site with, and sign in through an identity provider, until they leave. */
export async function people({ app, organization, reviewer, client, clientOf }: Narrator): Promise<void> {
  const { orgs } = client
  const { id } = organization
  const guest = await buildMember(app, id, null)
  const theirs = clientOf(reviewer)
  await theirs.orgs.updateOrganizationMemberLastSeenAt(id)
  await theirs.users.updateUserById(reviewer.id, {
    displayName: 'The reviewer',
    photoURL: 'https://example.com/reviewer.png',
  })
  const { data: site } = await orgs.createSite(id, { title: 'Help', visibility: 'visitor-auth' })
  // The configuration names the site, which is made later than that.
  await app.database.prisma.site.update({ where: { id: site.id }, data: { id: app.config.memberSite } })
  await theirs.orgs.updateOrganizationMemberLastSeenAt(id)
  await orgs.listMembersInOrganizationById(id, { sort: 'lastSeenAt', order: 'asc' })
  await orgs.listMembersInOrganizationById(id, { role: 'guest', search: guest.email, limit: 5 })
  await orgs.listMembersInOrganizationById(id, { limit: 1 })
  await orgs.getMemberInOrganizationById(id, guest.id)
  await orgs.updateMemberInOrganizationById(id, guest.id, { role: 'comment' })
  await orgs.updateMemberInOrganizationById(id, guest.id, { role: null })

  const { data: team } = await orgs.createOrganizationTeam(id, { title: 'Writers', members: [reviewer.id] })
  const of = [id, team.id] as const
  await orgs.updateTeamInOrganizationById(...of, { title: 'The writers' })
  await orgs.addMemberToOrganizationTeamById(...of, guest.id, { role: 'owner' })
  await orgs.updateMembersInOrganizationTeam(...of, {
    add: [organization.admin.id],
    memberships: { [reviewer.id]: { role: 'owner' } },
  })
  await orgs.listTeamMembersInOrganizationById(...of)
  await orgs.getTeamInOrganizationById(...of)
  await orgs.listTeamsInOrganizationById(id, { title: 'writers', owner: reviewer.id })
  await orgs.listTeamsForOrganizationMember(id, reviewer.id, { title: 'WRITERS' })
  await orgs.deleteMemberFromOrganizationTeamById(...of, guest.id)

  const { data: provider } = await orgs.createOrganizationSamlProvider(id, {
    ...identityProvider('Company'),
    defaultTeam: team.id,
    defaultRole: 'read',
  })
  await orgs.createOrganizationSamlProvider(id, { label: 'Not ready' })
  await orgs.updateOrganizationSamlProvider(id, provider.id, { label: 'The company', defaultRole: null })
  await orgs.getOrganizationSamlProviderById(id, provider.id)
  await orgs.listSamlProvidersInOrganizationById(id)
  await orgs.listSsoProviderLoginsInOrganization(id)
  await orgs.setUserAsSsoMemberForOrganization(id, guest.id)
  await orgs.deleteOrganizationSamlProvider(id, provider.id)
  await orgs.removeMemberFromOrganizationById(id, guest.id)
  await orgs.removeTeamFromOrganizationById(...of)
}
