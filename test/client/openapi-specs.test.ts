import { GitBookAPI } from '@gitbook/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processPendingSpecs } from '../../src/modules/openapi-specs/processing.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { reviewedContract } from '../support/published-contract.ts'

// biome-ignore lint/suspicious/noExplicitAny: the package's types do not resolve as it is published
type PublishedClient = any

let app: TestApp
let organization: { id: string; admin: TestUser }
let client: PublishedClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = new GitBookAPI({ endpoint: app.url, authToken: organization.admin.token })
})
afterAll(() => app.close())

test.runIf(isLongRun)('the published client keeps specifications, as the contract has them', async () => {
  const { orgs } = client
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} }
  const source = { text: JSON.stringify(document) }
  const of = [organization.id, 'pets'] as const

  const created = await orgs.createOpenApiSpec(organization.id, { slug: 'pets', source })
  expect(created.status).toBe(201)
  expect(reviewedContract.faultsOfValue('OpenAPISpec', created.data)).toEqual([])
  const put = await orgs.createOrUpdateOpenApiSpecBySlug(...of, { source })
  expect({ status: put.status, id: put.data.id }).toEqual({ status: 200, id: created.data.id })
  await expect(orgs.getLatestOpenApiSpecVersion(...of)).rejects.toMatchObject({ code: 404 })
  await processPendingSpecs(app)

  const { data: spec } = await orgs.getOpenApiSpecBySlug(...of)
  expect(reviewedContract.faultsOfValue('OpenAPISpec', spec)).toEqual([])
  expect((await orgs.listOpenApiSpecs(organization.id)).data).toMatchObject({ items: [spec], count: 1 })
  const { data: version } = await orgs.getLatestOpenApiSpecVersion(...of)
  expect(reviewedContract.faultsOfValue('OpenAPISpecVersion', version)).toEqual([])
  expect(spec.lastVersion).toBe(version.id)
  expect((await orgs.getOpenApiSpecVersionById(...of, version.id)).data.id).toBe(version.id)
  expect((await orgs.listOpenApiSpecVersions(...of)).data).toMatchObject({ count: 1 })
  const { data: latest } = await orgs.getLatestOpenApiSpecVersionContent(...of)
  const { data: content } = await orgs.getOpenApiSpecVersionContentById(...of, version.id)
  expect(reviewedContract.faultsOfValue('OpenAPISpecContent', content)).toEqual([])
  expect([latest.filesystem, content.filesystem]).toEqual(Array(2).fill({ 'openapi.json': document }))

  const { data: published } = await orgs.updateOpenApiSpecBySlug(...of, { visibility: 'public' })
  expect(reviewedContract.faultsOfValue('OpenAPISpec', published)).toEqual([])
  expect(await (await fetch(published.urls.published)).json()).toEqual(document)
  expect((await orgs.deleteOpenApiSpecBySlug(...of)).status).toBe(205)
  await expect(orgs.getOpenApiSpecBySlug(...of)).rejects.toMatchObject({ code: 404 })
})
