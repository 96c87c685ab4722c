import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { addMember, buildMember, buildOrganization } from '../../support/factories/organizations.ts'
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

/** Runs a mutation, and returns the only field of its payload or the code of its error. */
async function mutate(client: TestClient, document: string, variables: Record<string, unknown>) {
  const { data, errors } = await client.gql(document, variables)
  if (errors) return errors[0]?.extensions.code
  const [payload] = Object.values(data)
  return Object.values(payload as object)[0]
}

describe('the mutations of spaces', () => {
  it('create, update, delete and restore a space, and read related objects', async () => {
    const parent = await buildCollection(app, organization, { title: 'Guides' })
    const created = await mutate(
      admin,
      `mutation ($id: ID!, $input: CreateSpaceInput) { createSpace(organizationId: $id, input: $input) { space {
        id title editMode defaultLevel visibility organization { id } parent { title spaces { totalCount } }
      } } }`,
      { id: organization.id, input: { title: 'Start', parent: parent.id, editMode: 'LOCKED' } },
    )
    expect(created).toEqual({
      id: expect.any(String),
      title: 'Start',
      editMode: 'LOCKED',
      defaultLevel: 'INHERIT',
      visibility: 'PRIVATE',
      organization: { id: organization.id },
      parent: { title: 'Guides', spaces: { totalCount: 1 } },
    })
    const { id } = created
    const update =
      'mutation ($id: ID!, $input: UpdateSpaceInput!) { updateSpace(spaceId: $id, input: $input) { space { title parent { title } } } }'
    expect(await mutate(admin, update, { id, input: { title: 'Begin' } })).toEqual({
      title: 'Begin',
      parent: { title: 'Guides' },
    })
    expect(await mutate(admin, update, { id, input: { title: 'x'.repeat(51) } })).toBe('BAD_USER_INPUT')
    const remove = 'mutation ($id: ID!) { deleteSpace(spaceId: $id) { deletedSpaceId } }'
    expect(await mutate(admin, remove, { id })).toBe(id)
    expect(await mutate(admin, remove, { id })).toBe('NOT_FOUND')
    expect(await mutate(admin, update, { id, input: {} })).toBe('NOT_FOUND')
    const restore =
      'mutation ($id: ID!) { restoreSpace(spaceId: $id) { space { deletedAt parent { title } } } }'
    expect(await mutate(admin, restore, { id })).toEqual({ deletedAt: null, parent: { title: 'Guides' } })
    expect(await mutate(admin, restore, { id })).toBe('CONFLICT')
  })

  it('move and transfer with error codes that correspond to the statuses of REST', async () => {
    const { id } = await buildSpace(app, organization)
    const target = await buildOrganization(app)
    await addMember(app, target.id, organization.admin, 'ADMIN')
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    const move =
      'mutation ($id: ID!, $input: MoveContentInput!) { moveSpace(spaceId: $id, input: $input) { space { id } } }'
    expect(await mutate(admin, move, { id, input: {} })).toBe('BAD_USER_INPUT')
    expect(await mutate(admin, move, { id, input: { parent: 'colnone' } })).toBe('BAD_USER_INPUT')
    expect(await mutate(reader, move, { id, input: { parent: null } })).toBe('FORBIDDEN')
    const before = { before: { space: id } }
    const other = await buildSpace(app, organization)
    expect(await mutate(admin, move, { id: other.id, input: { position: before } })).toEqual({
      id: other.id,
    })
    expect(await mutate(admin, move, { id: other.id, input: { position: before } })).toBe('CONFLICT')
    const transfer =
      'mutation ($id: ID!, $input: TransferContentInput!) { transferSpace(spaceId: $id, input: $input) { space { organization { id } } } }'
    expect(await mutate(admin, transfer, { id, input: { organization: target.id } })).toEqual({
      organization: { id: target.id },
    })
    expect(await mutate(admin, transfer, { id, input: { organization: target.id } })).toBe('CONFLICT')
  })

  it('do the same for collections', async () => {
    const create =
      'mutation ($id: ID!, $input: CreateCollectionInput) { createCollection(organizationId: $id, input: $input) { collection { id title } } }'
    const outer = await mutate(admin, create, { id: organization.id, input: { title: 'Outer' } })
    const inner = await mutate(admin, create, { id: organization.id, input: { parent: outer.id } })
    const update =
      'mutation ($id: ID!, $input: UpdateCollectionInput!) { updateCollection(collectionId: $id, input: $input) { collection { title defaultLevel parent { title } } } }'
    expect(await mutate(admin, update, { id: inner.id, input: { defaultLevel: null } })).toEqual({
      title: 'Untitled',
      defaultLevel: null,
      parent: { title: 'Outer' },
    })
    const move =
      'mutation ($id: ID!, $input: MoveContentInput!) { moveCollection(collectionId: $id, input: $input) { collection { parent { id } } } }'
    expect(await mutate(admin, move, { id: outer.id, input: { parent: inner.id } })).toBe('BAD_USER_INPUT')
    expect(await mutate(admin, move, { id: inner.id, input: { parent: null } })).toEqual({ parent: null })
    const remove = 'mutation ($id: ID!) { deleteCollection(collectionId: $id) { deletedCollectionId } }'
    expect(await mutate(admin, remove, { id: outer.id })).toBe(outer.id)
    expect(await mutate(admin, remove, { id: outer.id })).toBe('NOT_FOUND')
  })
})
