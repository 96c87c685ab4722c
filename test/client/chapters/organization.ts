import type { Narrator } from './narrator.ts'

/** An organization settles how it is called and entered, and takes people in by link, by e-mail and by domain. */
export async function organization(narrator: Narrator): Promise<void> {
  const { app, organization, client, clientOf, stranger } = narrator
  const { user, users, orgs, emailDomains, subdomains } = client
  const { id, admin } = organization
  await user.getAuthenticatedUser()
  await users.getUserById(admin.id)
  await orgs.listOrganizationsForAuthenticatedUser({ limit: 10 })
  const name = `house-${id.slice(-20)}`
  const { data: site } = await orgs.createSite(id, { title: 'Docs' })
  await orgs.updateOrganizationById(id, {
    title: 'The house',
    emailDomains: [`${name}.example`],
    hostname: name,
    defaultRole: 'read',
    defaultContent: { type: 'site', site: site.id },
    logo: 'https://example.com/logo.png',
    ai: false,
    inviteLinks: true,
  })
  await orgs.getOrganizationById(id)
  await subdomains.getSubdomain(name)

  const { data: link } = await orgs.createOrganizationInvite(id, { role: 'comment' })
  await orgs.getOrganizationInviteLink(id, link.id)
  await orgs.updateOrganizationInviteById(id, link.id, { role: null })
  await orgs.listOrganizationInviteLinks(id)
  const newcomer = await stranger()
  await clientOf(newcomer).orgs.joinOrganizationWithInvite(id, link.id)
  await orgs.deleteOrganizationInviteById(id, link.id)
  await orgs.inviteUsersToOrganization(id, {
    emails: [`one@${name}.example`, { email: `two@${name}.example`, role: 'edit' }],
    role: 'read',
  })

  const neighbour = await stranger()
  const email = `neighbour@${name}.example`
  await app.database.prisma.user.update({ where: { id: neighbour.id }, data: { email } })
  await clientOf(neighbour).emailDomains.getOrganizationsForEmailDomain(`${name}.example`)
  await emailDomains.getOrganizationsForEmailDomain('nowhere.example')
}
