import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { laterCustomization } from '../support/factories/customizations.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../support/factories/sites.ts'
import { sendWith } from '../support/with-headers.ts'

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly string[]
}

const document = JSON.parse(
  readFileSync(new URL(import.meta.resolve('@gitbook/api-0.202/spec/openapi.json')), 'utf8'),
)

const named = (name: string): Schema => document.components.schemas[name]
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : named(schema.$ref.split('/').at(-1) ?? '')

const references = ['ContentRef', 'CustomizationFontDefinitionInput']

/** Returns the paths of all members of a schema, with `*` for the items of lists. */
function membersOf(given: Schema, path = ''): string[] {
  if (references.some((name) => given.$ref?.endsWith(`/${name}`))) return [path]
  const schema = resolved(given)
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    membersOf(member, path === '' ? name : `${path}.${name}`),
  )
  const others = [...(schema.allOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) => membersOf(part, path))
  const items = schema.items ? membersOf(schema.items, `${path}.*`) : []
  return [...new Set([...(path === '' ? [] : [path]), ...below, ...others, ...items])]
}

/** Returns the values at a path with `*` for all items of a list. */
function valuesAt(value: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (values, key) =>
      values.flatMap((each) => {
        if (key === '*') return Array.isArray(each) ? each : []
        return typeof each === 'object' && each !== null && key in each
          ? [(each as Record<string, unknown>)[key]]
          : []
      }),
    [value],
  )
}

const put = '/orgs/{organizationId}/sites/{siteId}/customization'
const patch = '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization'
const bodyOf = (path: string, method: string): Schema =>
  document.paths[path][method].requestBody.content['application/json'].schema

let app: TestApp
let site: TestSite
let ofSite: string
let ofSiteSpace: string
let settings: ReturnType<typeof laterCustomization>

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  site = await buildSite(app)
  const siteSpace = await buildSiteSpace(site, 'Guide')
  ofSite = `${site.path}/customization`
  ofSiteSpace = `${site.path}/site-spaces/${siteSpace.id}/customization`
  settings = laterCustomization(siteSpace.space.id)
})

describe('the settings of 0.202', () => {
  /** Members of which only one can be chosen at a time. */
  const alternatives = ['favicon.icon', 'favicon.icon.light', 'favicon.icon.dark']

  test.each([
    ['PUT of a site', bodyOf(put, 'put')],
    ['PATCH of a site-space', bodyOf(patch, 'patch')],
    ['GET', named('SiteSpaceCustomizationSettings')],
  ])('have no member in %s that is not chosen here or written by the server', (_name, schema) => {
    const written = ['updatedAt', 'hasOverrides']
    const missing = membersOf(schema).filter((path) => valuesAt(settings, path).length === 0)
    expect(missing.filter((path) => ![...alternatives, ...written].includes(path))).toEqual([])
  })

  test('come back equal when a file of them is put, whoever reads it', async () => {
    const agents = ['curl/8', '@gitbook/api/0.202.0']
    for (const headers of agents.map((agent) => ({ 'User-Agent': agent }))) {
      const answer = await sendWith(app, site.client, 'PUT', `/v1${ofSite}`, { headers, body: settings })
      expect([answer.status, answer.headers.get('warning')]).toEqual([200, null])
      const read = await sendWith(app, site.client, 'GET', `/v1${ofSite}`, { headers })
      expect(read.body).toMatchObject(settings)
      expect((await site.client.put(ofSite, read.body)).body).toMatchObject({
        ...read.body,
        updatedAt: expect.any(String),
      })
    }
  })

  test('come back equal when they are chosen for a site-space, and tell that they are its own', async () => {
    expect((await site.client.get(ofSiteSpace)).body).toMatchObject({ hasOverrides: false })
    expect((await site.client.patch(ofSiteSpace, settings)).status).toBe(200)
    const { body } = await site.client.get(ofSiteSpace)
    expect(body).toMatchObject({ ...settings, hasOverrides: true, updatedAt: expect.any(String) })
  })

  test('are taken although there are members of a version to come, with a warning of those that may be misspelt', async () => {
    const later = { ...settings, titel: 'x', brandNew: { deep: [1] }, ai: { ...settings.ai, mood: 'good' } }
    for (const answer of [
      await site.client.put(ofSite, later),
      await site.client.patch(ofSiteSpace, later),
    ]) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('warning')).toContain('titel is unknown; did you mean title?')
      expect(answer.body).toMatchObject(settings)
    }
  })

  test('have instructions that only administrators of the site read', async () => {
    await site.client.put(ofSite, settings)
    await site.client.patch(ofSiteSpace, settings)
    const reader = app.as(await buildMember(app, site.organizationId, 'EDIT'))
    expect((await site.client.post(`${site.path}/publish`)).status).toBe(200)
    for (const path of [ofSite, ofSiteSpace, `${site.path}/published`]) {
      const { status, body } = await reader.get(path)
      expect([path, status, JSON.stringify(body).includes('Be brief.')]).toEqual([path, 200, false])
    }
    expect(JSON.stringify((await site.client.get(`${site.path}/published`)).body)).not.toContain('Be brief.')
    expect((await site.client.get(ofSite)).body.ai.instructions).toBe('Be brief.')
  })
})
