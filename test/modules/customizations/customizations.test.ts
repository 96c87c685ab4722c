import { GitBookAPI } from '@gitbook/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { effectiveSettings } from '../../../src/modules/customizations/service.ts'
import type { Settings } from '../../../src/modules/customizations/settings.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { fullCustomization, laterCustomization } from '../../support/factories/customizations.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { reviewedContract } from '../../support/published-contract.ts'
import { chosenOf, completed, settingsWith } from './members.ts'

const defaults = settingsWith(new Map())

let app: TestApp
let site: TestSite
let ofSite: string
let ofSiteSpace: string
let spaceId: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  site = await buildSite(app)
  const siteSpace = await buildSiteSpace(site, 'Guide')
  ofSite = `${site.path}/customization`
  ofSiteSpace = `${site.path}/site-spaces/${siteSpace.id}/customization`
  spaceId = siteSpace.space.id
})

const full = () => withDefaults(fullCustomization(spaceId))

/** Adds what is there without being chosen. */
const withDefaults = <Chosen extends { styling: object }>(settings: Chosen) => {
  const { headingFont, codeTheme } = (defaults as { styling: Record<string, unknown> }).styling
  return { ...settings, styling: { headingFont, codeTheme, ...settings.styling }, socialAccounts: [] }
}

async function get(path: string) {
  const answer = await site.client.get(path)
  expect(answer.status).toBe(200)
  expect(reviewedContract.faultsOfValue('SiteCustomizationSettings', answer.body)).toEqual([])
  return chosenOf(answer.body)
}

describe('the settings', () => {
  test('are complete before anything is chosen, and valid by the published contract', async () => {
    expect(await get(ofSite)).toEqual(defaults)
    expect(await get(ofSiteSpace)).toEqual(defaults)
  })

  test('are valid by the published contract when everything is chosen, and sent as they were chosen', async () => {
    const answer = await site.client.put(ofSite, full())
    expect({ status: answer.status, body: chosenOf(answer.body) }).toEqual({ status: 200, body: full() })
    expect(await get(ofSite)).toEqual(full())
    expect(await get(ofSiteSpace)).toEqual(full())
  })

  test('of later contracts are kept, and shown to all once they are chosen', async () => {
    expect((await site.client.put(ofSite, laterCustomization(spaceId))).status).toBe(200)
    const { body } = await site.client.get(ofSite)
    expect(body).toMatchObject({
      git: { showEditLink: false },
      pdf: { enabled: true },
      pageActions: { externalAI: false, markdown: true, items: ['markdown', 'pdf'] },
    })
    await site.client.patch(ofSiteSpace, { pageActions: { externalAI: true } })
    expect((await site.client.get(ofSiteSpace)).body.pageActions).toMatchObject({ externalAI: true })
    expect((await site.client.put(ofSite, full())).status).toBe(200)
    expect(await get(ofSite)).toEqual(full())
  })

  test.runIf(isLongRun)(
    'that are read, changed one by one and put back have that change, with the list of actions beside it',
    async () => {
      const readAndPut = async (change: object) => {
        const { body } = await site.client.get(ofSite)
        return (await site.client.put(ofSite, { ...body, ...change })).body
      }
      const itemsOf = (body: { pageActions: { items: string[] } }) => body.pageActions.items
      expect(itemsOf(await readAndPut({}))).toEqual(['external-ai', 'markdown', 'pdf'])
      const edited = await readAndPut({ git: { showEditLink: true } })
      expect([edited.git.showEditLink, itemsOf(edited)]).toEqual([
        true,
        ['external-ai', 'markdown', 'git', 'pdf'],
      ])
      const listed = await readAndPut({ pageActions: { ...edited.pageActions, items: ['pdf', 'markdown'] } })
      expect([listed.git.showEditLink, listed.pageActions.externalAI, itemsOf(listed)]).toEqual([
        false,
        false,
        ['pdf', 'markdown'],
      ])
      const without = await readAndPut({ pdf: { enabled: false }, git: { showEditLink: true } })
      expect([without.pdf.enabled, itemsOf(without)]).toEqual([false, ['markdown', 'git']])
      expect(itemsOf(await readAndPut({}))).toEqual(['markdown', 'git'])
    },
  )

  test.runIf(isLongRun)('are the same masked and unmasked', async () => {
    await site.client.put(ofSite, full())
    for (const path of [ofSite, ofSiteSpace])
      for (const unmasked of ['true', 'false'])
        expect(await get(`${path}?unmasked=${unmasked}`)).toEqual(full())
    expect((await site.client.get(`${ofSite}?unmasked=maybe`)).status).toBe(400)
  })

  test('are the same in the graph, in its own spelling of enumerations', async () => {
    await site.client.put(ofSite, full())
    const { data, errors } = await site.client.gql(
      `query($id: ID!) { site(id: $id) { customization {
        title internationalization { locale } styling { theme font monospaceFont tint { color { dark } } }
        favicon { icon { light } emoji } header { links { style to { kind url } links { to { kind space } } } }
        announcement { style }
      } } }`,
      { id: site.id },
    )
    expect(errors).toBeUndefined()
    const { styling, favicon } = full()
    expect(data.site.customization).toEqual({
      title: 'Chosen title',
      internationalization: { locale: 'PT_BR' },
      styling: {
        theme: 'GRADIENT',
        font: 'FiraSans',
        monospaceFont: styling.monospaceFont,
        tint: { color: { dark: '#123' } },
      },
      favicon: { icon: { light: favicon.icon.light }, emoji: null },
      header: {
        links: [
          {
            style: 'BUTTON_PRIMARY',
            to: { kind: 'URL', url: 'https://example.com/there' },
            links: [{ to: { kind: 'SPACE', space: spaceId } }],
          },
        ],
      },
      announcement: { style: 'SUCCESS' },
    })
  })

  test('go with the site and the site-space', async () => {
    await site.client.put(ofSite, full())
    await site.client.patch(ofSiteSpace, { title: 'Own' })
    expect((await site.client.delete(site.path)).status).toBe(205)
    expect((await site.client.get(ofSite)).status).toBe(404)
    expect(await app.database.prisma.siteCustomization.count({ where: { siteId: site.id } })).toBe(0)
  })
})

describe('PUT of a site', () => {
  test('replaces everything: members left out return to their defaults, nested ones too', async () => {
    await site.client.put(ofSite, full())
    const styling = { theme: 'muted' }
    const answer = await site.client.put(ofSite, { favicon: { emoji: '🐹' }, styling, title: 'Only' })
    const expected = settingsWith(
      new Map<string, unknown>([
        ['favicon', { emoji: '🐹' }],
        ['styling.theme', 'muted'],
        ['title', 'Only'],
      ]),
    )
    expect(chosenOf(answer.body)).toEqual(expected)
    expect(await get(ofSite)).toEqual(expected)
  })

  test('takes null for what is not chosen', async () => {
    const nothing = Object.fromEntries(Object.keys(full()).map((member) => [member, null]))
    const answer = await site.client.put(ofSite, { ...nothing, favicon: {}, styling: { theme: null } })
    expect({ status: answer.status, body: chosenOf(answer.body) }).toEqual({ status: 200, body: defaults })
  })

  test('requires a favicon', async () => {
    const { status, body } = await site.client.put(ofSite, { title: 'No icon' })
    expect({ status, fields: body.error.fields }).toEqual({
      status: 400,
      fields: [{ path: 'favicon', message: 'is required' }],
    })
    expect((await site.client.put(ofSite, { favicon: null })).status).toBe(400)
  })

  test.runIf(isLongRun)('takes a favicon of images, an emoji or neither, but not of both', async () => {
    const icon = { light: 'https://example.com/light', dark: 'https://example.com/dark' }
    for (const favicon of [{ icon }, { emoji: '🐹' }, {}])
      expect((await site.client.put(ofSite, { favicon })).body.favicon).toEqual(favicon)
    const { status, body } = await site.client.put(ofSite, { favicon: { icon, emoji: '🐹' } })
    expect({ status, path: body.error.fields[0].path }).toEqual({ status: 400, path: 'favicon' })
    expect((await site.client.put(ofSite, { favicon: { icon: { light: icon.light } } })).status).toBe(400)
  })

  test.runIf(isLongRun)('accepts header links without a target, and returns null for it', async () => {
    const { body } = await site.client.put(ofSite, {
      favicon: {},
      header: { links: [{ title: 'Menu', to: null }, { title: 'Another' }] },
    })
    expect(body.header.links).toEqual([
      { title: 'Menu', to: null, links: [] },
      { title: 'Another', to: null, links: [] },
    ])
  })

  test.runIf(isLongRun)('does not change the settings of site-spaces', async () => {
    await site.client.patch(ofSiteSpace, { title: 'Own' })
    await site.client.put(ofSite, full())
    expect(await get(ofSiteSpace)).toEqual({ ...full(), title: 'Own' })
  })
})

describe('DELETE of a site-space', () => {
  test('restores the settings of the site, and is idempotent', async () => {
    await site.client.put(ofSite, { favicon: {}, title: 'Site' })
    await site.client.patch(ofSiteSpace, { ...full() })
    expect(await get(ofSiteSpace)).toEqual(full())
    for (let time = 0; time < 2; time++) {
      const answer = await site.client.delete(ofSiteSpace)
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 205, body: null })
      expect(await get(ofSiteSpace)).toEqual(settingsWith(new Map([['title', 'Site']])))
    }
  })
})

test('the published client chooses, reads, overrides and resets the settings', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the package's types do not resolve as it is published
  const { orgs }: any = new GitBookAPI({ endpoint: app.url, authToken: site.client.token as string })
  const address = [site.organizationId, site.id] as const
  const siteSpaceAddress = [...address, ofSiteSpace.split('/').at(-2)] as const
  expect(chosenOf((await orgs.updateSiteCustomizationById(...address, full())).data)).toEqual(full())
  expect(chosenOf((await orgs.getSiteCustomizationById(...address, { unmasked: true })).data)).toEqual(full())
  const { data: own } = await orgs.overrideSiteSpaceCustomizationById(...siteSpaceAddress, { title: 'Own' })
  expect(chosenOf(own)).toEqual({ ...full(), title: 'Own' })
  expect((await orgs.getSiteSpaceCustomizationById(...siteSpaceAddress)).data).toEqual(own)
  expect((await orgs.deleteSiteSpaceCustomizationById(...siteSpaceAddress)).status).toBe(205)
  expect(chosenOf((await orgs.getSiteSpaceCustomizationById(...siteSpaceAddress)).data)).toEqual(full())
})

describe('missing site-spaces', () => {
  test('are 404, and so is one of another site', async () => {
    const other = await buildSite(app)
    const elsewhere = await buildSiteSpace(other, 'Elsewhere')
    for (const id of ['doesnotexist', elsewhere.id]) {
      const path = `${site.path}/site-spaces/${id}/customization`
      expect((await site.client.get(path)).status).toBe(404)
      expect((await site.client.patch(path, { title: 'Theirs' })).status).toBe(404)
      expect((await site.client.delete(path)).status).toBe(404)
    }
    const wrongSite = `${other.path}/site-spaces/${elsewhere.id}/customization`
    expect((await site.client.get(wrongSite)).status).toBe(404)
    const wrongOrganization = `/orgs/${other.organizationId}/sites/${site.id}/customization`
    expect((await site.client.get(wrongOrganization)).status).toBe(404)
    expect((await other.client.get(wrongSite)).body.title).toBeUndefined()
  })
})

describe('who', () => {
  test('may read the site reads the settings; to choose takes the permission to administer it', async () => {
    const reader = app.as(await buildMember(app, site.organizationId, 'READ'))
    expect((await reader.get(ofSite)).status).toBe(200)
    expect((await reader.get(ofSiteSpace)).status).toBe(200)
    expect((await reader.put(ofSite, full())).status).toBe(403)
    expect((await reader.patch(ofSiteSpace, { title: 'Mine' })).status).toBe(403)
    expect((await reader.delete(ofSiteSpace)).status).toBe(403)
    const stranger = (await buildSite(app)).client
    expect((await stranger.get(ofSite)).status).toBe(404)
    expect((await stranger.put(ofSite, full())).status).toBe(404)
    expect(await get(ofSite)).toEqual(defaults)
  })
})

describe('the settings of a whole site', () => {
  test.runIf(isLongRun)(
    'are found in three statements at most, those of every site-space among them',
    async () => {
      const ids = [ofSiteSpace.split('/').at(-2) as string]
      for (let index = 0; index < 5; index++) ids.push((await buildSiteSpace(site, `Space ${index}`)).id)
      await site.client.put(ofSite, { favicon: {}, title: 'Site' })
      await site.client.patch(`${site.path}/site-spaces/${ids[2]}/customization`, { pdf: { enabled: false } })
      let found: Awaited<ReturnType<typeof effectiveSettings>> | undefined
      const { count } = await app.statements(async () => {
        found = await effectiveSettings(app.database, site)
      })
      expect(count).toBeLessThanOrEqual(3)
      expect(found && completed(found.site)).toEqual(await get(ofSite))
      expect([...(found?.siteSpaces.keys() ?? [])].sort()).toEqual([...ids].sort())
      for (const id of ids)
        expect(completed(found?.siteSpaces.get(id) as Settings)).toEqual(
          await get(`${site.path}/site-spaces/${id}/customization`),
        )
      expect(found?.siteSpaces.get(ids[2] as string)).toMatchObject({
        title: 'Site',
        pdf: { enabled: false },
      })
    },
  )
})
