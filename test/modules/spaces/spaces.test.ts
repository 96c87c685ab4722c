import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildMember, buildOrganization, buildUser, grant } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  admin = app.as(organization.admin)
})
afterAll(() => app.close())

describe('creating a space', () => {
  it('returns 201 with the space and its location', async () => {
    const answer = await admin.post(`/orgs/${organization.id}/spaces`)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(`${app.url}/v1/spaces/${answer.body.id}`)
    expect(answer.body).toEqual({
      object: 'space',
      id: expect.any(String),
      title: 'Untitled',
      emoji: '📄',
      visibility: 'private',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      editMode: 'live',
      organization: organization.id,
      revision: expect.any(String),
      defaultLevel: 'inherit',
      mergeRules: { type: 'inherit' },
      comments: 0,
      changeRequests: 0,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
      urls: { location: answer.headers.get('location'), app: `${app.url}/s/${answer.body.id}` },
      permissions: {
        view: true,
        access: true,
        admin: true,
        viewInviteLinks: true,
        edit: true,
        triggerGitSync: true,
        comment: true,
        merge: true,
        review: true,
        installIntegration: false,
      },
    })
    const read = await admin.get(`/spaces/${answer.body.id}?shareKey=anything`)
    expect(read.body).toEqual(answer.body)
  })

  it('accepts title, emoji, parent and edit mode within their limits', async () => {
    const address = `/orgs/${organization.id}/spaces`
    const parent = await buildCollection(app, organization)
    const given = { title: '🙂'.repeat(50), emoji: 'x'.repeat(50), editMode: 'locked' }
    const answer = await admin.post(address, { ...given, parent: parent.id })
    expect(answer.body).toMatchObject({ ...given, parent: parent.id })
    for (const body of [
      { title: 'x'.repeat(51) },
      { title: 5 },
      { emoji: 'x'.repeat(51) },
      { editMode: 'open' },
      { parent: 'colnone' },
    ])
      expect((await admin.post(address, body)).status).toBe(400)
  })

  it('creates the first revision of the primary content', async () => {
    const { body } = await admin.post(`/orgs/${organization.id}/spaces`, { empty: true })
    const revision = await app.database.prisma.revision.findUniqueOrThrow({
      where: { id: body.revision },
      include: { branch: true },
    })
    expect(revision).toMatchObject({
      spaceId: body.id,
      sequence: 1,
      type: 'EDITS',
      parents: [],
      createdById: organization.admin.id,
      branch: { kind: 'MAIN', headSequence: 1 },
    })
  })

  it('requires the permission to create content in the target', async () => {
    const address = `/orgs/${organization.id}/spaces`
    const readOnly = await buildCollection(app, organization, { defaultLevel: 'READ' })
    const creator = app.as(await buildMember(app, organization.id, 'CREATE'))
    const reviewer = app.as(await buildMember(app, organization.id, 'REVIEW'))
    expect((await creator.post(address)).status).toBe(201)
    expect((await creator.post(address, { parent: readOnly.id })).status).toBe(403)
    expect((await reviewer.post(address)).status).toBe(403)
    expect((await app.as(await buildUser(app)).post(address)).status).toBe(404)
    expect((await app.as(null).post(address)).status).toBe(401)
  })
})

describe('changing a space', () => {
  it('sets title, edit mode and level', async () => {
    const { id, updatedAt } = await buildSpace(app, organization)
    const changed = await admin.patch(`/spaces/${id}`, {
      title: 'New',
      editMode: 'locked',
      defaultLevel: 'read',
    })
    expect(changed.body).toMatchObject({ title: 'New', editMode: 'locked', defaultLevel: 'read' })
    expect(Date.parse(changed.body.updatedAt)).toBeGreaterThanOrEqual(updatedAt.getTime())
    const back = await admin.patch(`/spaces/${id}`, { editMode: 'live', defaultLevel: null })
    expect(back.body).toMatchObject({ title: 'New', editMode: 'live', defaultLevel: null })
    for (const body of [{ title: 'x'.repeat(51) }, { editMode: 'open' }, { defaultLevel: 'owner' }])
      expect((await admin.patch(`/spaces/${id}`, body)).status).toBe(400)
  })

  it('sets the language, in lower case, and takes it away', async () => {
    const created = await admin.post(`/orgs/${organization.id}/spaces`, { title: 'Guide', language: 'pt-BR' })
    expect([created.status, created.body.language]).toEqual([201, 'pt-br'])
    const patch = (body: object) => admin.patch(`/spaces/${created.body.id}`, body)
    expect((await patch({ title: 'Guia' })).body.language).toBe('pt-br')
    expect((await patch({ language: 'zh-Hant-TW' })).body.language).toBe('zh-hant-tw')
    const copy = await admin.post(`/spaces/${created.body.id}/duplicate`)
    expect(copy.body.language).toBe('zh-hant-tw')
    const document = `query ($id: ID!) { space(id: $id) { language } }`
    expect((await admin.gql(document, { id: created.body.id })).data.space.language).toBe('zh-hant-tw')
    expect((await patch({ language: null })).body.language).toBeUndefined()
    for (const language of ['', 'e', 'english', 'en_GB', 'en-1a', '../en', 'en-'])
      expect([language, (await patch({ language })).status]).toEqual([language, 400])
  })

  it('has either an emoji or an icon', async () => {
    const { id } = await buildSpace(app, organization)
    const patch = async (body: object) => {
      const { body: space } = await admin.patch(`/spaces/${id}`, body)
      return { emoji: space.emoji, icon: space.urls.icon }
    }
    const icon = 'https://example.com/icon.png'
    expect(await patch({ emoji: '🚀' })).toEqual({ emoji: '🚀' })
    expect(await patch({ icon })).toEqual({ emoji: '📄', icon })
    expect(await patch({ emoji: '🐢' })).toEqual({ emoji: '🐢' })
    expect(await patch({ icon })).toEqual({ emoji: '📄', icon })
    expect(await patch({ emoji: null, icon: null })).toEqual({ emoji: '📄' })
    expect(await patch({ emoji: '🐢' })).toEqual({ emoji: '🐢' })
    expect(await patch({ emoji: null })).toEqual({ emoji: '📄' })
    for (const body of [
      { emoji: '🚀', icon },
      { emoji: 'x'.repeat(51) },
      { icon: 'ftp://example.com/icon.png' },
      { icon: 'none' },
      { icon: `https://example.com/${'x'.repeat(2048)}` },
    ])
      expect((await admin.patch(`/spaces/${id}`, body)).status).toBe(400)
  })

  it('changes the permissions of members with its level', async () => {
    const parent = await buildCollection(app, organization, { defaultLevel: 'READ' })
    const { id } = await buildSpace(app, organization, { parent })
    const member = app.as(await buildMember(app, organization.id, 'CREATE'))
    const rights = async () => (await member.get(`/spaces/${id}`)).body.permissions
    expect(await rights()).toMatchObject({ view: true, comment: false })
    await admin.patch(`/spaces/${id}`, { defaultLevel: 'review' })
    expect(await rights()).toMatchObject({ review: true, merge: true, admin: false })
    await admin.patch(`/spaces/${id}`, { defaultLevel: null })
    expect((await member.get(`/spaces/${id}`)).status).toBe(404)
    await admin.patch(`/spaces/${id}`, { defaultLevel: 'inherit' })
    expect(await rights()).toMatchObject({ view: true, comment: false })
  })
})

describe('reading spaces', () => {
  it('returns every field that is set', async () => {
    const updatedAt = new Date('2026-01-02T03:04:05.678Z')
    const { id } = await buildSpace(app, organization, {
      data: {
        visibility: 'SHARE_LINK',
        gitSyncRepoName: 'acme/docs',
        gitSyncProvider: 'GITHUB_LEGACY',
        gitSyncIntegration: 'github',
        gitSyncURL: 'https://example.com/acme/docs',
        gitSyncUpdatedAt: updatedAt,
      },
    })
    expect((await admin.get(`/spaces/${id}`)).body).toMatchObject({
      visibility: 'share-link',
      gitSync: {
        repoName: 'acme/docs',
        installationProvider: 'github-legacy',
        integration: 'github',
        url: 'https://example.com/acme/docs',
        updatedAt: updatedAt.toISOString(),
      },
    })
  })

  it('counts the open comments', async () => {
    const { id } = await buildSpace(app, organization)
    const { prisma } = app.database
    const comments = await Promise.all(
      Array.from({ length: 20 }, () =>
        prisma.comment.create({ data: { id: newId('Comment'), spaceId: id, markdown: 'text' } }),
      ),
    )
    expect((await admin.get(`/spaces/${id}`)).body.comments).toBe(20)
    const [resolved, gone] = comments
    await prisma.comment.update({ where: { id: resolved?.id }, data: { status: 'RESOLVED' } })
    await prisma.comment.delete({ where: { id: gone?.id } })
    expect((await admin.get(`/spaces/${id}`)).body.comments).toBe(18)
  })

  it('returns 404 to users outside the organization and to members without access', async () => {
    const { id } = await buildSpace(app, organization, { defaultLevel: null })
    const unknown = (await admin.get('/spaces/spcnone')).body.error
    for (const user of [await buildUser(app), await buildMember(app, organization.id, 'CREATE')]) {
      const client = app.as(user)
      const answers = [
        await client.get(`/spaces/${id}`),
        await client.patch(`/spaces/${id}`, { title: 'x' }),
        await client.delete(`/spaces/${id}`),
        await client.post(`/spaces/${id}/restore`),
        await client.post(`/spaces/${id}/move`, { parent: null }),
        await client.post(`/spaces/${id}/transfer`, { organization: organization.id }),
      ]
      for (const { status, body } of answers) {
        expect(status).toBe(404)
        expect({ ...body.error, requestId: null }).toEqual({ ...unknown, requestId: null })
      }
      const { data, errors } = await client.gql('query ($id: ID!) { node(id: $id) { id } }', { id })
      expect({ data, errors }).toEqual({ data: { node: null }, errors: undefined })
    }
  })

  it('lists only content shared with a guest', async () => {
    const own = await buildOrganization(app)
    const given = await buildSpace(app, own)
    await buildSpace(app, own)
    const guest = await buildMember(app, own.id, null)
    await grant(app, guest, 'COMMENT', { spaceId: given.id })
    const { body } = await app.as(guest).get(`/orgs/${own.id}/spaces`)
    expect(body).toMatchObject({ count: 1, items: [{ id: given.id, permissions: { comment: true } }] })
  })

  it.runIf(isLongRun)('needs as many statements for 50 spaces with their permissions as for 5', async () => {
    const own = await buildOrganization(app)
    const client = app.as(await buildMember(app, own.id, 'REVIEW'))
    const parent = await buildCollection(app, own)
    const document = `query ($id: ID!) { organization(id: $id) {
      spaces { totalCount nodes {
        title openCommentCount parent { title organization { title } } organization { title }
        permissions { view admin edit merge }
      } }
      collections { nodes { title spaces { totalCount nodes { title permissions { view } } } } }
    } }`
    const count = async () => {
      const rest = await app.statements(() => client.get(`/orgs/${own.id}/spaces`))
      const graph = await app.statements(async () => {
        const { errors } = await client.gql(document, { id: own.id })
        expect(errors).toBeUndefined()
      })
      return [rest.count, graph.count]
    }
    const build = async (number: number) => {
      for (let index = 0; index < number; index++)
        await buildSpace(app, own, { parent: index % 2 ? parent : null })
    }
    await build(5)
    await count()
    const few = await count()
    await build(45)
    // A list whose pages were never full before is read a second time, once.
    await count()
    expect(await count()).toEqual(few)
    expect(few[0]).toBeLessThanOrEqual(5)
    expect(few[1]).toBeLessThanOrEqual(14)
  })
})

describe('rights', () => {
  it('follow the roles, and operations are rejected exactly as `permissions` states', async () => {
    const expected = {
      READ: { view: true, comment: false, edit: false, review: false, merge: false, admin: false },
      COMMENT: { view: true, comment: true, edit: false, review: false, merge: false, admin: false },
      EDIT: { view: true, comment: true, edit: true, review: false, merge: false, admin: false },
      REVIEW: { view: true, comment: true, edit: true, review: true, merge: true, admin: false },
      CREATE: { view: true, comment: true, edit: true, review: true, merge: true, admin: true },
      ADMIN: { view: true, comment: true, edit: true, review: true, merge: true, admin: true },
    } as const
    for (const [role, permissions] of Object.entries(expected)) {
      const { id } = await buildSpace(app, organization)
      const client = app.as(await buildMember(app, organization.id, role as keyof typeof expected))
      const shown = (await client.get(`/spaces/${id}`)).body.permissions
      expect(shown).toMatchObject({ ...permissions, viewInviteLinks: role === 'ADMIN' })
      const statuses = [
        (await client.patch(`/spaces/${id}`, { title: 'x' })).status,
        (await client.post(`/spaces/${id}/move`, { position: {} })).status,
        (await client.delete(`/spaces/${id}`)).status,
      ]
      expect(statuses).toEqual(permissions.admin ? [200, 409, 205] : [403, 403, 403])
    }
  })

  it('do not allow changes with a read-only token', async () => {
    const { id } = await buildSpace(app, organization)
    const reader = await buildUser(app, { scopes: ['read'] })
    await app.database.prisma.member.create({
      data: { id: newId('Member'), organizationId: organization.id, userId: reader.id, role: 'ADMIN' },
    })
    expect((await app.as(reader).get(`/spaces/${id}`)).status).toBe(200)
    expect((await app.as(reader).delete(`/spaces/${id}`)).status).toBe(403)
  })
})
