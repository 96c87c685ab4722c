import { GitBookAPI } from '@gitbook/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import {
  buildSection,
  buildSite,
  buildSiteSpace,
  itemsOf,
  type TestSite,
} from '../../support/factories/sites.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const jsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    isBeta: { type: 'boolean', description: 'Takes part in the beta' },
    plan: { type: 'string', description: 'What was bought', enum: ['free', 'pro'] },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: { language: { type: 'string', description: 'Of the browser' } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
}

const setInGraph = `mutation ($siteId: ID!, $input: UpdateSiteAdaptiveSchemaInput!) {
  updateSiteAdaptiveSchema(siteId: $siteId, input: $input) { siteAdaptiveSchema { jsonSchema updatedAt } }
}`
const readInGraph = `query ($id: ID!) {
  site(id: $id) { adaptiveSchema { jsonSchema updatedAt } adaptiveTemplateConditions { condition } }
}`

describe('the schema of the claims of a site', () => {
  test('is null until it is set, and is returned unchanged, in both styles', async () => {
    const { client, path, id } = await buildSite(app)
    expect((await client.get(`${path}/adaptive-schema`)).status).toBe(404)
    expect((await client.gql(readInGraph, { id })).data).toEqual({
      site: { adaptiveSchema: null, adaptiveTemplateConditions: [] },
    })
    const set = await client.put(`${path}/adaptive-schema`, { jsonSchema })
    expect(set.status).toBe(200)
    expect(set.body).toEqual({ object: 'site-adaptive-schema', jsonSchema, updatedAt: expect.any(String) })
    const read = await client.get(`${path}/adaptive-schema`)
    expect(read.status).toBe(200)
    expect(read.body).toEqual(set.body)
    const { updatedAt } = read.body
    expect((await client.gql(readInGraph, { id })).data.site.adaptiveSchema).toEqual({
      jsonSchema,
      updatedAt,
    })
  })

  test('is set and read by the published client, and its templates too', async () => {
    const { admin, organizationId, id } = await buildSite(app)
    // biome-ignore lint/suspicious/noExplicitAny: the package's types do not resolve as it is published
    const { orgs } = new GitBookAPI({ endpoint: app.url, authToken: admin.token }) as any
    await expect(orgs.getSiteAdaptiveSchema(organizationId, id)).rejects.toMatchObject({ code: 404 })
    const set = await orgs.updateSiteAdaptiveSchema(organizationId, id, { jsonSchema })
    expect(set.data).toMatchObject({ object: 'site-adaptive-schema', jsonSchema })
    expect((await orgs.getSiteAdaptiveSchema(organizationId, id)).data).toEqual(set.data)
    expect((await orgs.listSiteAdaptiveTemplateConditions(organizationId, id)).data.items).toHaveLength(4)
  })

  test('is replaced by the next one', async () => {
    const { client, path, id } = await buildSite(app)
    await client.put(`${path}/adaptive-schema`, { jsonSchema })
    const next = { type: 'object', properties: {}, additionalProperties: false }
    const { data } = await client.gql(setInGraph, { siteId: id, input: { jsonSchema: next } })
    expect(data.updateSiteAdaptiveSchema.siteAdaptiveSchema.jsonSchema).toEqual(next)
    expect((await client.get(`${path}/adaptive-schema`)).body.jsonSchema).toEqual(next)
    expect((await client.get(`${path}/adaptive-schema/template-conditions`)).body).toEqual({ items: [] })
  })

  test('that is invalid is refused with the path of the fault, and the previous one stays', async () => {
    const { client, path, id } = await buildSite(app)
    await client.put(`${path}/adaptive-schema`, { jsonSchema })
    const wrong = {
      ...jsonSchema,
      properties: { plan: { type: 'strin', description: 'What was bought' } },
    }
    const message = 'jsonSchema.properties.plan.type: must be one of boolean, number, string, array, object'
    const refused = await client.put(`${path}/adaptive-schema`, { jsonSchema: wrong })
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatchObject({ code: 400, message })
    const { errors } = await client.gql(setInGraph, { siteId: id, input: { jsonSchema: wrong } })
    expect(errors?.[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } })
    expect((await client.get(`${path}/adaptive-schema`)).body.jsonSchema).toEqual(jsonSchema)
  })

  test.each([{}, { jsonSchema: null }, { jsonSchema: 'object' }, [], 'object', null])(
    'is refused as %j',
    async (body) => {
      const { client, path } = await buildSite(app)
      expect((await client.put(`${path}/adaptive-schema`, body)).status).toBe(400)
      expect((await client.get(`${path}/adaptive-schema`)).status).toBe(404)
    },
  )

  test('is set by administrators of the site, and read by its readers', async () => {
    const { client, path, organizationId } = await buildSite(app)
    await client.put(`${path}/adaptive-schema`, { jsonSchema })
    const reader = app.as(await buildMember(app, organizationId, 'READ'))
    expect((await reader.get(`${path}/adaptive-schema`)).body.jsonSchema).toEqual(jsonSchema)
    expect((await reader.put(`${path}/adaptive-schema`, { jsonSchema: {} })).status).toBe(403)
    const stranger = (await buildSite(app)).client
    expect((await stranger.get(`${path}/adaptive-schema`)).status).toBe(404)
    expect((await stranger.get(`${path}/adaptive-schema/template-conditions`)).status).toBe(404)
    expect((await stranger.put(`${path}/adaptive-schema`, { jsonSchema })).status).toBe(404)
    expect((await app.as(null).get(`${path}/adaptive-schema`)).status).toBe(401)
  })

  test('gives templates of conditions, which are conditions', async () => {
    const { client, path } = await buildSite(app)
    const templates = `${path}/adaptive-schema/template-conditions`
    expect((await client.get(templates)).body).toEqual({ items: [] })
    await client.put(`${path}/adaptive-schema`, { jsonSchema })
    const { items } = (await client.get(templates)).body as {
      items: { description: string; condition: string }[]
    }
    expect(items).toHaveLength(4)
    expect(items).toContainEqual({
      description: 'isBeta is true: Takes part in the beta',
      condition: 'visitor.claims.isBeta == true',
    })
    expect(items.map(({ condition }) => condition).sort()).toEqual([
      'visitor.claims.isBeta == true',
      'visitor.claims.plan == "free"',
      'visitor.claims.plan == "pro"',
      'visitor.claims.unsigned.language != undefined',
    ])
  })

  test('of many sites is read in a number of statements that does not grow', async () => {
    const first = await buildSite(app)
    const read = `query ($id: ID!) {
      organization(id: $id) {
        sites(first: 50) { nodes { adaptiveSchema { jsonSchema } adaptiveTemplateConditions { condition } } }
      }
    }`
    const count = async () => {
      const variables = { id: first.organizationId }
      return (await app.statements(() => first.client.gql(read, variables))).count
    }
    await first.client.put(`${first.path}/adaptive-schema`, { jsonSchema })
    await count()
    const ofOne = await count()
    for (let index = 0; index < 4; index++) {
      const { body } = await first.client.post(`/orgs/${first.organizationId}/sites`, { title: `S${index}` })
      await first.client.put(`/orgs/${first.organizationId}/sites/${body.id}/adaptive-schema`, { jsonSchema })
    }
    expect(await count()).toBe(ofOne)
    const { data } = await first.client.gql(read, { id: first.organizationId })
    expect(data.organization.sites.nodes).toHaveLength(5)
    for (const node of data.organization.sites.nodes) {
      expect(node.adaptiveSchema.jsonSchema).toEqual(jsonSchema)
      expect(node.adaptiveTemplateConditions).toHaveLength(4)
    }
  })
})

describe('evaluating a condition', () => {
  const tryInGraph = `query ($id: ID!, $condition: String!, $claims: JSON) {
    site(id: $id) { testCondition(condition: $condition, claims: $claims) { isMet fault { message position } } }
  }`
  const tried = async ({ client, id }: TestSite, condition: string, claims?: unknown) =>
    client.gql(tryInGraph, { id, condition, claims })

  test('says whether it holds of the claims', async () => {
    const site = await buildSite(app)
    const condition = 'visitor.claims.plan == "pro" || visitor.claims.unsigned.beta'
    const answers = [{ plan: 'pro' }, { plan: 'free' }, { unsigned: { beta: true } }, undefined].map(
      async (claims) => (await tried(site, condition, claims)).data.site.testCondition,
    )
    expect(await Promise.all(answers)).toEqual(
      [true, false, true, false].map((isMet) => ({ isMet, fault: null })),
    )
  })

  test('reports the syntax error and its position', async () => {
    const { data, errors } = await tried(await buildSite(app), 'visitor.claims.plan = "pro"', { plan: 'pro' })
    expect(errors).toBeUndefined()
    expect(data.site.testCondition).toEqual({
      isMet: false,
      fault: { message: 'at position 21: expected == or ===, found =', position: 21 },
    })
  })

  test.each([[['a']], ['text'], [1]])('refuses claims that are no object: %j', async (claims) => {
    const { errors } = await tried(await buildSite(app), 'true', claims)
    expect(errors?.[0]).toMatchObject({
      message: 'claims: must be an object',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  test('is for those who see the site', async () => {
    const site = await buildSite(app)
    const { client } = await buildSite(app)
    const { errors } = await tried({ ...site, client }, 'true')
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  })
})

describe('an invalid condition', () => {
  const condition = 'visitor.claims.plan == "pro" and true'
  const message = 'condition: at position 30: expected an operator or the end, found and'

  test('is refused for a section in both styles, and nothing is written', async () => {
    const site = await buildSite(app)
    const section = await buildSection(site, 'Section')
    const path = `${site.path}/sections/${section.id}`
    const known = 'visitor.claims.plan == "pro"'
    expect((await site.client.patch(path, { condition: known })).body.condition).toBe(known)
    const before = await itemsOf(site, 'sections')
    const input = { title: 'Renamed', path: 'renamed', condition }
    const refused = await site.client.patch(path, input)
    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toBe(message)
    const { errors } = await site.client.gql(
      `mutation ($siteId: ID!, $id: ID!, $input: UpdateSiteSectionInput!) {
        updateSiteSection(siteId: $siteId, siteSectionId: $id, input: $input) { siteSection { id } }
      }`,
      { siteId: site.id, id: section.id, input },
    )
    expect(errors?.[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } })
    expect(await itemsOf(site, 'sections')).toEqual(before)
  })

  test('is refused for a site-space in both styles, and nothing is written', async () => {
    const site = await buildSite(app)
    const siteSpace = await buildSiteSpace(site, 'Space')
    const path = `${site.path}/site-spaces/${siteSpace.id}`
    const known = 'visitor.claims.isBeta'
    expect((await site.client.patch(path, { condition: known })).body.condition).toBe(known)
    const before = await itemsOf(site, 'site-spaces')
    const input = { path: 'renamed', condition }
    const refused = await site.client.patch(path, input)
    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toBe(message)
    const { errors } = await site.client.gql(
      `mutation ($siteId: ID!, $id: ID!, $input: UpdateSiteSpaceInput!) {
        updateSiteSpace(siteId: $siteId, siteSpaceId: $id, input: $input) { siteSpace { id } }
      }`,
      { siteId: site.id, id: siteSpace.id, input },
    )
    expect(errors?.[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } })
    expect(await itemsOf(site, 'site-spaces')).toEqual(before)
  })
})
