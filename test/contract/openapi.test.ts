import { validate } from '@readme/openapi-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describePermission } from '../../src/access/required-permission.ts'
import { reference } from '../../src/server/reference.ts'
import { routes } from '../../src/server/routes.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isPublic, requirementOf } from './row-permissions.ts'

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-permission': unknown
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean; description?: string }[]
  responses: Record<string, unknown>
}

let app: TestApp
let document: {
  paths: Record<string, Record<string, Operation>>
  security?: unknown[]
  tags: { name: string; description: string }[]
  components: { schemas: Record<string, { properties: Record<string, { description?: string }> }> }
}

beforeAll(async () => {
  app = await startTestApp()
  document = (await app.as(null).get('/openapi.json')).body
})
afterAll(() => app.close())

const methods = ['get', 'post', 'put', 'patch', 'delete']

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ name: `${method.toUpperCase()} ${path.replace(/^\/v1/, '')}`, operation }] : []
    }),
  )

const documentedName = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/:([A-Za-z]+)\*?/g, '{$1}')}`

describe('the OpenAPI document of the app', () => {
  test('is valid according to an independent parser', async () => {
    const result = await validate(structuredClone(document) as unknown as Parameters<typeof validate>[0])
    expect(result).toMatchObject({ valid: true })
  })

  test('lists exactly the rows of the REST table', () => {
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(routes.map(documentedName).sort())
  })

  test('states for each row its status, its tag and the parameters of its path', () => {
    const documented = new Map(operations().map(({ name, operation }) => [name, operation]))
    for (const row of routes) {
      const name = documentedName(row)
      const operation = documented.get(name)
      const names = [...row.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] as string)
      const inPath = operation?.parameters?.filter((parameter) => parameter.in === 'path') ?? []
      expect({
        name,
        status: Object.keys(operation?.responses ?? {}).includes(String(row.status ?? 200)),
        tags: operation?.tags,
        inPath: inPath.map((parameter) => [parameter.name, parameter.required]).sort(),
      }).toEqual({
        name,
        status: true,
        tags: [row.tag],
        inPath: names.map((parameter) => [parameter, true]).sort(),
      })
    }
  })

  test('describes every tag, and every path parameter the same wherever it occurs', () => {
    const used = operations().flatMap(({ operation }) => operation.tags)
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...new Set(used)].sort())
    const inPaths = operations().flatMap(({ operation }) =>
      (operation.parameters ?? []).filter((parameter) => parameter.in === 'path'),
    )
    const described = new Set(inPaths.map(({ name, description }) => `${name}: ${description}`))
    expect([...described].sort()).toEqual(
      Object.entries(reference.pathParameters).map(([name, description]) => `${name}: ${description}`),
    )
  })

  test('states the limits of a parameter and of a member in their descriptions', () => {
    const limit = operations()
      .find(({ name }) => name === 'GET /orgs/{organizationId}/members')
      ?.operation.parameters?.find(({ name }) => name === 'search')
    expect(limit?.description).toMatch(/ At most 512 characters\.$/)
    const { title, emailDomains } = document.components.schemas.UpdateOrganizationInput?.properties ?? {}
    expect(title?.description).toMatch(/ 2 to 255 characters\. Must not contain line breaks\.$/)
    expect(emailDomains?.description).toMatch(
      / At most 100 items, each a host name, at most 253 characters\.$/,
    )
  })

  test('states for each row the permission that it requires, and no security for those that need no token', () => {
    const documented = new Map(operations().map(({ name, operation }) => [name, operation]))
    for (const row of routes) {
      const name = documentedName(row)
      const operation = documented.get(name)
      const required = requirementOf(row)
      expect({ name, permission: operation?.['x-permission'] }).toEqual({ name, permission: required })
      expect(operation?.description).toContain(describePermission(required))
      expect(operation?.description.match(/Requires /g)).toHaveLength(1)
      expect({ name, security: operation?.security }).toEqual({
        name,
        security: isPublic(row) ? [] : undefined,
      })
    }
  })

  test('names the permission on what a row is about, not that on what contains it', () => {
    const permissions = Object.fromEntries(
      operations().map(({ name, operation }) => [name, operation['x-permission']]),
    )
    expect(permissions).toMatchObject({
      'GET /orgs/{organizationId}': 'organization:view',
      'GET /orgs/{organizationId}/members': 'organization:list-members',
      'GET /orgs/{organizationId}/sites/{siteId}/share-links': 'site:administer',
      'POST /spaces/{spaceId}/permissions': 'space:administer',
      'POST /collections/{collectionId}/permissions': 'collection:administer',
      'POST /orgs/{organizationId}/spaces': ['organization:create-content', 'collection:create-content'],
      'DELETE /spaces/{spaceId}/comments/{commentId}': {
        author: 'space:comment',
        others: 'space:administer',
      },
      'GET /user/tokens': 'authenticated',
      'POST /invites/{inviteSecret}': 'public',
    })
  })

  test('gives every operation a unique id', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
