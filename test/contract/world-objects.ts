import { randomBytes } from 'node:crypto'
import { newId } from '../../src/base/identifiers.ts'
import { hashSecret } from '../../src/base/secrets.ts'
import { liveContent } from '../../src/modules/content/revision-writer.ts'
import { processPendingSpecs } from '../../src/modules/openapi-specs/processing.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { buildReusableContent } from '../support/factories/content.ts'
import { uploadFont } from '../support/factories/fonts.ts'
import { identityProvider } from '../support/factories/identity-providers.ts'
import { openIdProvider } from '../support/factories/openid-providers.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import { buildDelivery } from '../support/factories/webhooks.ts'
import { placeAllEvents } from '../support/place-all-events.ts'

/** An SVG in base64. */
export const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>').toString(
  'base64',
)

/** The objects of a world, as JSON. */
export type WorldObjects = Awaited<ReturnType<typeof createObjects>>

/** Creates one of everything through the REST API, as the admin of a new organization. */
export async function createObjects(app: TestApp) {
  const { id: organizationId, title: organizationTitle, admin } = await buildOrganization(app)
  const { id: otherOrganizationId } = await transferTarget(app, admin)
  const { id: removedId } = await transferTarget(app, admin)
  const client = app.as(admin)
  await client.delete(`/orgs/${removedId}?title=Target`)
  const member = await buildMember(app, organizationId, 'READ')
  const created = async (address: string, body: unknown = {}) => {
    const answer = await client.post(address, body)
    if (answer.status > 201) throw new Error(`POST ${address}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const collection = await created(`/orgs/${organizationId}/collections`, { title: 'Collection' })
  const parent = await created(`/orgs/${organizationId}/collections`, { title: 'Parent' })
  const space = await created(`/orgs/${organizationId}/spaces`, { title: 'Space', empty: true })
  const second = await created(`/orgs/${organizationId}/spaces`, { title: 'Second space' })
  const third = await created(`/orgs/${organizationId}/spaces`, { title: 'Third space' })
  const deleted = await created(`/orgs/${organizationId}/spaces`, { title: 'Deleted space', empty: true })
  await client.delete(`/spaces/${deleted.id}`)
  const discarded = await created(`/orgs/${organizationId}/collections`, { title: 'Deleted collection' })
  await created(`/orgs/${organizationId}/spaces`, {
    title: 'In a deleted one',
    parent: discarded.id,
    empty: true,
  })
  await created(`/orgs/${organizationId}/collections`, { title: 'In it too', parent: discarded.id })
  await client.delete(`/collections/${discarded.id}`)
  await created(`/spaces/${space.id}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Welcome', document: { markdown: 'Hello *world*.' } },
      {
        operation: 'insert_files',
        files: [
          { name: 'note.txt', contentType: 'text/plain', base64: Buffer.from('note').toString('base64') },
        ],
      },
    ],
  })
  const reusableContentId = await buildReusableContent(app, admin, liveContent(space.id))
  const { pages } = (await client.get(`/spaces/${space.id}/content`)).body
  await created(`/spaces/${space.id}/content`, {
    changes: [
      { operation: 'insert_page', into: pages[0].id, title: 'Below', document: { markdown: '# Below' } },
      { operation: 'insert_page', type: 'group', title: 'Chapter' },
    ],
  })
  const content = (await client.get(`/spaces/${space.id}/content`)).body
  const site = await created(`/orgs/${organizationId}/sites`, { title: 'Site' })
  const siteAddress = `/orgs/${organizationId}/sites/${site.id}`
  const section = await created(`${siteAddress}/sections`, { spaceId: space.id, title: 'Section' })
  const otherSection = await created(`${siteAddress}/sections`, {
    spaceId: second.id,
    title: 'Other section',
  })
  const group = await created(`${siteAddress}/section-groups`, {
    title: 'Group',
    sections: [otherSection.id],
  })
  const siteSpace = section.siteSpaces[0]
  await client.put(`${siteAddress}/adaptive-schema`, { jsonSchema: adaptiveSchemaOf('plan') })
  const ownName = `w-${randomBytes(6).toString('hex')}`
  await client.patch(`/orgs/${organizationId}`, { hostname: ownName })
  await client.patch(siteAddress, { hostname: `${ownName}.example.test` })
  await created(`${siteAddress}/publish`)
  const shareLink = await created(`${siteAddress}/share-links`, { name: 'Partners' })
  await created(`${siteAddress}/images`, { name: 'logo.svg', base64: logo })
  const toSection = { kind: 'site-section', siteSectionId: otherSection.id }
  const externalLink = await created(`${siteAddress}/external-links`, {
    title: 'Forum',
    url: 'https://forum.example.com/',
    parent: group.id,
  })
  await created(`${siteAddress}/section-groups`, { title: 'Nested', parent: group.id })
  const redirect = await created(`${siteAddress}/redirects`, { source: '/old', destination: toSection })
  const comment = await created(`/spaces/${space.id}/comments`, { body: { markdown: 'A comment' } })
  const reply = await created(`/spaces/${space.id}/comments/${comment.id}/replies`, {
    body: { markdown: 'A reply' },
  })

  const changeRequest = await created(`/spaces/${space.id}/change-requests`, { subject: 'Proposal' })
  const proposal = `/spaces/${space.id}/change-requests/${changeRequest.id}`
  await created(`${proposal}/content`, {
    changes: [{ operation: 'update_page', page: content.pages[0].id, document: { markdown: 'Proposed.' } }],
  })
  const review = await created(`${proposal}/reviews`, { status: 'approved', comment: { markdown: 'Good' } })
  const reviewer = await buildMember(app, organizationId, 'REVIEW')
  await created(`${proposal}/requested-reviewers`, { users: [reviewer.id] })

  const discussed = await created(`${proposal}/comments`, { body: { markdown: 'On the proposal' } })
  const answered = await created(`${proposal}/comments/${discussed.id}/replies`, { body: { markdown: 'So' } })

  const field = await created(`/orgs/${organizationId}/custom-fields`, {
    name: 'stage',
    type: 'select:multi',
    title: 'Stage',
    options: ['alpha', 'beta'],
  })
  await client.patch(`/spaces/${space.id}/custom-fields`, { values: { stage: { value: ['alpha'] } } })

  const samlProvider = await created(`/orgs/${organizationId}/saml`, identityProvider('Provider'))
  const oidcProvider = await created(`/orgs/${organizationId}/oidc`, {
    ...openIdProvider('Provider'),
    groupMappings: [{ group: 'writers', role: 'edit' }],
  })

  const webhook = await created(`/orgs/${organizationId}/webhooks`, {
    url: 'https://hooks.example.com/lectern',
    description: 'For the chat',
    events: ['content.*', 'site.published'],
    spaces: [space.id],
  })
  const deliveryId = await buildDelivery(app, webhook.id)

  const { status: gitStatus, body: gitLink } = await client.put(`/spaces/${space.id}/git`, {
    url: 'https://github.com/acme/docs',
    direction: 'from-git',
    token: 'secret',
  })
  if (gitStatus !== 200) throw new Error(JSON.stringify(gitLink))
  const { body: gitPreview } = await client.post(`/spaces/${space.id}/git/previews`, { ref: 'draft' })
  await app.database.prisma.gitPreview.update({
    where: { id: gitPreview.id },
    data: { changeRequestId: changeRequest.id },
  })
  await app.database.prisma.gitLink.update({
    where: { id: gitLink.id },
    data: { conflictRequestId: changeRequest.id, commitOid: 'a'.repeat(40), revisionId: content.id },
  })

  const emailDomain = `${ownName}.example`
  await client.patch(`/orgs/${organizationId}`, { emailDomains: [emailDomain] })
  await app.database.prisma.user.update({
    where: { id: admin.id },
    data: { email: `admin@${emailDomain}` },
  })
  const token = await created('/user/tokens', { label: 'Spare' })
  // One is ended by its id, the other with all others.
  const session = await buildSession(app, admin)
  await buildSession(app, admin)
  const invite = await created(`/orgs/${organizationId}/link-invites`, { role: 'comment' })
  const inviteSecret = randomBytes(32).toString('base64url')
  // One to be accepted by its secret, and one to be resent and deleted by its id.
  const emailInvite = (name: string, secret: string) =>
    app.database.prisma.emailInvite.create({
      data: {
        id: newId('EmailInvite'),
        organizationId,
        email: `${name}@${emailDomain}`,
        role: 'READ',
        secretHash: hashSecret(secret),
        invitedById: admin.id,
        createdAt: new Date(Date.now() - 86_400_000),
        expiresAt: new Date(Date.now() + 86_400_000),
      },
    })
  await emailInvite('invited', inviteSecret)
  const { id: emailInviteId } = await emailInvite('pending', randomBytes(32).toString('base64url'))
  const translation = await created(`/orgs/${organizationId}/translations`, {
    title: 'European',
    languages: ['de', 'fr'],
  })
  const glossary = `/orgs/${organizationId}/translations-glossary`
  await client.put(glossary, { operations: [{ type: 'insert', translations: { en: 'page', fr: 'page' } }] })
  const glossaryEntryId = (await client.get(glossary)).body.items[0].id
  const storageKey = await uploadFont(client, organizationId)
  const font = (
    await client.put(`/orgs/${organizationId}/fonts`, {
      fontFamily: 'Own',
      fontFaces: [{ weight: 400, storageKey }],
    })
  ).body

  const team = (await client.put(`/orgs/${organizationId}/teams`, { title: 'Team', members: [member.id] }))
    .body
  for (const shared of [`/spaces/${space.id}`, `/collections/${collection.id}`, siteAddress])
    await client.post(`${shared}/permissions`, { role: 'read', users: [member.id], teams: [team.id] })

  const versionId = await buildSpec(app, client, organizationId)
  const importRun = await created(`/org/${organizationId}/imports`, importInto(space.id))
  const job = await created(`/spaces/${space.id}/pdf`)

  await placeAllEvents(app)
  const auditEventId = (await client.get(`/orgs/${organizationId}/audit-events`)).body.items[0].id
  return {
    admin,
    answered,
    auditEventId,
    changeRequest,
    collection,
    comment,
    content,
    deleted,
    deliveryId,
    discarded,
    discussed,
    emailDomain,
    emailInviteId,
    externalLink,
    field,
    font,
    glossaryEntryId,
    group,
    importRun,
    invite,
    inviteSecret,
    job,
    member,
    organizationId,
    organizationTitle,
    oidcProvider,
    otherOrganizationId,
    otherSection,
    ownName,
    parent,
    redirect,
    removedId,
    reply,
    reusableContentId,
    review,
    reviewer,
    samlProvider,
    section,
    shareLink,
    site,
    siteSpace,
    space,
    storageKey,
    team,
    third,
    toSection,
    session,
    token,
    translation,
    versionId,
    webhook,
    gitPreview,
  }
}

export const importInto = (spaceId: string) => ({
  source: { type: 'markdown', url: 'https://docs.example.com/guide.md' },
  target: { space: spaceId },
})

/** Returns a schema that expects one signed claim of a visitor. */
export const adaptiveSchemaOf = (claim: string) => ({
  type: 'object',
  properties: { [claim]: { type: 'string', description: 'One of two', enum: ['a', 'b'] } },
  additionalProperties: false,
})

export const petsDocument = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {},
})

/** The source of generated pages about the specification of the world. */
export const petsSource = {
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec: 'pets' } } },
}

/** Builds a specification with a version, and returns its id. */
async function buildSpec(app: TestApp, client: TestClient, organizationId: string): Promise<string> {
  const address = `/orgs/${organizationId}/openapi/pets`
  await client.put(address, { source: { text: petsDocument } })
  await processPendingSpecs(app)
  return (await client.get(address)).body.lastVersion
}

async function transferTarget(app: TestApp, admin: TestUser): Promise<{ id: string }> {
  return (await app.as(admin).post('/orgs', { title: 'Target' })).body
}
