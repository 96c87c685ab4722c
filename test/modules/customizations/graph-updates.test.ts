import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { sendWith } from '../../support/with-headers.ts'

let app: TestApp
let site: TestSite
let siteSpaceId: string
let ofSite: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  site = await buildSite(app)
  siteSpaceId = (await buildSiteSpace(site, 'Guide')).id
  ofSite = `${site.path}/customization`
})

type Mutation = 'updateSiteCustomization' | 'replaceSiteCustomization'

const inputs = {
  updateSiteCustomization: 'UpdateSiteCustomizationInput',
  replaceSiteCustomization: 'SiteCustomizationSettingsInput',
} as const

const chosen = `title version feedback { enabled } themes { default } styling { primaryColor { light } }
  header { links { title localizedTitle { language text } } }`

async function mutate(mutation: Mutation, input: object, expectedVersion?: string | null) {
  const { data, errors } = await site.client.gql(
    `mutation($siteId: ID!, $input: ${inputs[mutation]}!, $expectedVersion: String) {
      ${mutation}(siteId: $siteId, input: $input, expectedVersion: $expectedVersion) {
        siteCustomizationSettings { ${chosen} }
        site { id customization { ${chosen} } }
      }
    }`,
    { siteId: site.id, input, expectedVersion },
  )
  return { payload: data?.[mutation], error: errors?.[0]?.extensions }
}

const full = {
  favicon: { emoji: '🐹' },
  title: 'Docs',
  feedback: { enabled: true },
  themes: { default: 'DARK' },
  styling: { primaryColor: { light: '#AA0000', dark: '#AA0000' } },
  header: { links: [{ title: 'A' }, { title: 'B', localizedTitle: [{ language: 'fr', text: 'Bé' }] }] },
}

test.runIf(isLongRun)('an update leaves what it does not name, and null restores the default', async () => {
  expect((await mutate('replaceSiteCustomization', full)).error).toBeUndefined()
  const before = (await site.client.get(ofSite)).body
  const { payload } = await mutate('updateSiteCustomization', { title: 'New' })
  expect((await site.client.get(ofSite)).body).toEqual({
    ...before,
    title: 'New',
    updatedAt: expect.any(String),
  })
  expect(payload.siteCustomizationSettings).toMatchObject({ title: 'New', themes: { default: 'DARK' } })
  expect(payload.site).toEqual({ id: site.id, customization: payload.siteCustomizationSettings })
  await mutate('updateSiteCustomization', { title: null, header: null, styling: { primaryColor: null } })
  expect((await site.client.get(ofSite)).body).toMatchObject({
    header: { links: [] },
    styling: { primaryColor: { light: '#346DDB' } },
    favicon: { emoji: '🐹' },
    feedback: { enabled: true },
  })
})

test('a replacement restores the defaults of what it does not name', async () => {
  await mutate('replaceSiteCustomization', full)
  const { payload } = await mutate('replaceSiteCustomization', { favicon: {}, title: 'Only' })
  expect(payload.siteCustomizationSettings).toMatchObject({
    title: 'Only',
    feedback: { enabled: false },
    themes: { default: 'LIGHT' },
    header: { links: [] },
  })
})

test.each(['updateSiteCustomization', 'replaceSiteCustomization'] as const)(
  '%s writes nothing over what somebody else has written since the version was read',
  async (mutation) => {
    const first = (await mutate('updateSiteCustomization', { title: 'First' })).payload
    const { version } = first.siteCustomizationSettings
    const ours = await mutate(mutation, { favicon: {}, title: 'Ours' }, version)
    expect(ours.error).toBeUndefined()
    const theirs = await mutate(mutation, { favicon: {}, title: 'Theirs' }, version)
    expect(theirs.error).toMatchObject({ code: 'PRECONDITION_FAILED', reason: 'CUSTOMIZATION_CHANGED' })
    expect((await site.client.get(ofSite)).body.title).toBe('Ours')
    const current = ours.payload.siteCustomizationSettings.version
    expect((await mutate(mutation, { favicon: {}, title: 'Theirs' }, current)).error).toBeUndefined()
  },
)

test('of several updates with the same version one is written', async () => {
  const { version } = (await mutate('updateSiteCustomization', { title: 'First' })).payload
    .siteCustomizationSettings
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((title) => mutate('updateSiteCustomization', { title }, version)),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('a site-space is updated in the same way, and returned with its settings', async () => {
  const update = (input: object, expectedVersion: string) =>
    site.client.gql(
      `mutation($siteId: ID!, $siteSpaceId: ID!, $input: SiteSpaceCustomizationSettingsInput!, $v: String) {
        updateSiteSpaceCustomization(siteId: $siteId, siteSpaceId: $siteSpaceId, input: $input, expectedVersion: $v) {
          siteCustomizationSettings { title version hasOverrides }
          siteSpace { id customization { title version hasOverrides } }
        }
      }`,
      { siteId: site.id, siteSpaceId, input, v: expectedVersion },
    )
  const { data } = await site.client.gql(
    'query($id: ID!) { siteSpace(id: $id) { customization { version hasOverrides } } }',
    { id: siteSpaceId },
  )
  const { version, hasOverrides } = data.siteSpace.customization
  expect(hasOverrides).toBe(false)
  await mutate('updateSiteCustomization', { title: 'Of the site' })
  const answer = (await update({ title: 'Own' }, version)).data.updateSiteSpaceCustomization
  expect(answer.siteCustomizationSettings).toMatchObject({ title: 'Own', hasOverrides: true })
  expect(answer.siteSpace).toEqual({ id: siteSpaceId, customization: answer.siteCustomizationSettings })
  expect((await update({ title: 'Late' }, version)).errors?.[0]?.extensions).toMatchObject({
    reason: 'CUSTOMIZATION_CHANGED',
  })
})

test('REST has the same protection with the entity tag', async () => {
  const { headers } = await site.client.get(ofSite)
  const tag = headers.get('etag') as string
  const put = (title: string) =>
    sendWith(app, site.client, 'PUT', `/v1${ofSite}`, {
      headers: { 'If-Match': tag },
      body: { favicon: {}, title },
    })
  expect([(await put('One')).status, (await put('Two')).status]).toEqual([200, 412])
  expect((await site.client.get(ofSite)).body.title).toBe('One')
})
