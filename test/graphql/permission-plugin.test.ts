import SchemaBuilder from '@pothos/core'
import { graphql, printSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { authorizeCollection, authorizeOrganization, authorizeSpace } from '../../src/access/authorize.ts'
import type { RequiredPermission } from '../../src/access/required-permission.ts'
import type { ContentRights, Viewer } from '../../src/access/viewer.ts'
import { errorTable } from '../../src/base/errors.ts'
import type { Role } from '../../src/generated/prisma/enums.ts'
import { atDestination, type Context, perRequest, withPermission } from '../../src/request/context.ts'
import '../../src/graphql/permission-plugin.ts'

/** Plugins that are not used here have options that are required wherever they are known. */
const newBuilder = () => new SchemaBuilder<{ Context: Context }>({ plugins: ['permission'] } as never)

const content: ContentRights = { id: 'c', organizationId: 'o', ancestors: [], effectiveLevel: 'INHERIT' }

interface Attempt {
  readonly kind?: 'query' | 'mutation'
  readonly permission: RequiredPermission
  readonly check?: (context: Context) => void
}

/** Builds a schema with one root field, which declares a permission and runs a given check. */
function schemaOf({ kind = 'query', permission, check = () => {} }: Attempt) {
  const builder = newBuilder()
  builder.queryType({
    fields: (t) => ({ ok: t.boolean({ permission: 'public', resolve: () => true }) }),
  })
  const field = (
    t: Pick<PothosSchemaTypes.QueryFieldBuilder<typeof builder.$inferSchemaTypes, object>, 'boolean'>,
  ) =>
    t.boolean({
      description: 'Tries it.',
      permission,
      resolve: (_root, _args, context) => {
        check(context)
        return true
      },
    })
  if (kind === 'query') builder.queryField('attempt', (t) => field(t))
  else builder.mutationType({ fields: (t) => ({ attempt: field(t) }) })
  return builder.toSchema()
}

const viewerWith = (role: Role, scopes: readonly string[] = []): Viewer => ({
  kind: 'member',
  userId: 'u',
  tokenId: 't',
  scopes,
  memberships: new Map([['o', role]]),
  onlyEventsOf: null,
  deletedOrganizations: new Set(),
  teams: new Map(),
  grants: { spaces: new Map(), collections: new Map(), sites: new Map() },
})

const contextOf = (viewer: Viewer | null) => ({ viewer }) as Context

/** Returns the error of a request by a member with this role, or undefined. */
async function outcome(attempt: Attempt, viewer: Viewer | null): Promise<string | undefined> {
  const { errors } = await graphql({
    schema: schemaOf(attempt),
    source: `${attempt.kind ?? 'query'} { attempt }`,
    contextValue: contextOf(viewer),
  })
  return errors?.[0]?.message
}

describe('a field of Query or Mutation', () => {
  test.each(['query', 'mutation'] as const)('of a %s that declares no permission does not build', (kind) => {
    expect(() => schemaOf({ kind, permission: undefined as never })).toThrow(
      `${kind === 'query' ? 'Query' : 'Mutation'}.attempt must declare the permission that it requires.`,
    )
  })

  test('states its permission in its description', () => {
    expect(printSchema(schemaOf({ permission: 'space:edit' }))).toContain(
      'Tries it. Requires the permission `space:edit`.',
    )
  })

  test('enforces the declared permission', async () => {
    const check = (context: Context) => authorizeSpace(context, content)
    const editor = viewerWith('EDIT')
    expect(await outcome({ permission: 'space:edit', check }, editor)).toBeUndefined()
    expect(await outcome({ permission: 'space:administer', check }, editor)).toBe(
      'This requires the permission space:administer.',
    )
    expect(await outcome({ permission: 'space:administer', check }, viewerWith('CREATE'))).toBeUndefined()
  })

  test('that checks a resource without a declared permission fails', async () => {
    const check = (context: Context) => authorizeCollection(context, content)
    for (const permission of ['space:view', 'authenticated', 'public', ['space:view', 'site:view']] as const)
      expect(await outcome({ permission, check }, viewerWith('ADMIN'))).toMatch(/must declare one permission/)
  })

  test('that declares several permissions checks the one for the kind of the resource', async () => {
    const permission = ['organization:administer', 'collection:create-content'] as const
    const creator = viewerWith('CREATE')
    const onCollection = (context: Context) => authorizeCollection(context, content)
    const onOrganization = (context: Context) => authorizeOrganization(context, 'o')
    expect(await outcome({ permission, check: onCollection }, creator)).toBeUndefined()
    expect(await outcome({ permission, check: onOrganization }, creator)).toBe(
      'This requires the permission organization:administer.',
    )
  })

  test.each(['author', 'self'] as const)(
    'can require another permission if the caller is the %s',
    async (who) => {
      const permission = {
        [who]: 'space:comment',
        others: 'space:administer',
      } as unknown as RequiredPermission
      const as = (own: boolean) => (context: Context) => authorizeSpace(context, content, { own })
      const commenter = viewerWith('COMMENT')
      expect(await outcome({ permission, check: as(true) }, commenter)).toBeUndefined()
      expect(await outcome({ permission, check: as(false) }, commenter)).toBe(
        'This requires the permission space:administer.',
      )
      expect(await outcome({ permission, check: as(true) }, viewerWith('READ'))).toBe(
        'This requires the permission space:comment.',
      )
    },
  )

  test('that moves an object checks different permissions on the object and at the destination', async () => {
    const permission = {
      permission: 'collection:view',
      destination: ['organization:create-content', 'collection:administer'],
    } as const
    const item = (context: Context) => authorizeCollection(context, content)
    const destination = (context: Context) => authorizeCollection(atDestination(context), content)
    const reader = viewerWith('READ')
    expect(await outcome({ permission, check: item }, reader)).toBeUndefined()
    expect(await outcome({ permission, check: destination }, reader)).toBe(
      'This requires the permission collection:administer.',
    )
  })

  test('requires a token unless it is public, and write access for a mutation', async () => {
    const reads = viewerWith('ADMIN', ['read'])
    expect(await outcome({ permission: 'public' }, null)).toBeUndefined()
    expect(await outcome({ permission: 'authenticated' }, null)).toBe(errorTable.UNAUTHENTICATED.message)
    expect(await outcome({ permission: 'space:edit' }, null)).toBe(errorTable.UNAUTHENTICATED.message)
    expect(await outcome({ permission: 'authenticated' }, reads)).toBeUndefined()
    expect(await outcome({ kind: 'mutation', permission: 'authenticated' }, reads)).toBe(
      'This token may only read.',
    )
  })
})

describe('a field of an object', () => {
  function schemaOfSpace(parent: string) {
    const builder = newBuilder()
    const Parent = builder.objectRef<ContentRights>(parent).implement({
      fields: (t) => ({
        open: t.boolean({ resolve: () => true }),
        secret: t.boolean({ permission: 'space:administer', resolve: () => true }),
      }),
    })
    builder.queryType({
      fields: (t) => ({ one: t.field({ type: Parent, permission: 'space:view', resolve: () => content }) }),
    })
    return builder.toSchema()
  }

  test('fails without the permission on its parent, and other fields are resolved', async () => {
    const { data, errors } = await graphql({
      schema: schemaOfSpace('Space'),
      source: '{ one { open secret } }',
      contextValue: contextOf(viewerWith('EDIT')),
    })
    expect(JSON.parse(JSON.stringify(data))).toEqual({ one: { open: true, secret: null } })
    expect(errors?.map(({ message }) => message)).toEqual(['This requires the permission space:administer.'])
  })

  test('whose permission cannot be checked fails to build', () => {
    expect(() => schemaOfSpace('Page')).toThrow('Page.secret')
  })
})

test('contexts of the same request share values that are created once per request', () => {
  const once = perRequest(() => ({}))
  const context = contextOf(viewerWith('READ'))
  const derived = withPermission(withPermission(context, 'space:edit'), 'site:view')
  expect(once(derived)).toBe(once(context))
  expect(once(contextOf(viewerWith('READ')))).not.toBe(once(context))
})
