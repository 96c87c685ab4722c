import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { chromiumPath, startChromium } from './chromium.ts'

describe.skipIf(chromiumPath === undefined)('in a real browser', () => {
  let app: TestApp
  let browser: Browser
  let token: string

  beforeAll(async () => {
    app = await startOwnTestApp()
    browser = await startChromium()
    const organization = await buildOrganization(app, { title: 'Browsed organization' })
    token = organization.admin.token
    const client = app.as({ token })
    const space = (await client.post(`/orgs/${organization.id}/spaces`, { title: 'Browsed space' })).body
    await client.post(`/spaces/${space.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Browsed page', document: { markdown: 'Hello' } }],
    })
    const site = (await client.post(`/orgs/${organization.id}/sites`, { title: 'Browsed site' })).body
    await client.post(`/orgs/${organization.id}/sites/${site.id}/sections`, { spaceId: space.id })
  })
  afterAll(async () => {
    await browser?.close()
    await app.close()
  })

  /** Opens a page and keeps a list of what it asked of other hosts, and of its errors. */
  async function open(path: string): Promise<{ page: Page; foreign: string[]; errors: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
    const foreign: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(app.url) && !/^(data|blob):/.test(url)) foreign.push(url)
    })
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`${app.url}${path}`)
    return { page, foreign, errors }
  }

  test('GraphiQL opens with the token of the link and the tree query, which shows the workspace', async () => {
    const { page, foreign, errors } = await open(`/graphql#token=${token}`)
    await page.locator('button.graphiql-execute-button').click()
    const result = page.locator('.graphiql-response')
    for (const title of ['Browsed organization', 'Browsed site', 'Browsed space'])
      await result.getByText(title).first().waitFor()
    expect(page.url()).toBe(`${app.url}/graphql`)
    expect(foreign).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })

  test('the REST reference shows every section, offline', async () => {
    const { page, foreign, errors } = await open('/v1/docs')
    const sections = (await (await fetch(`${app.url}/v1/openapi.json`)).json()).tags as { name: string }[]
    const shown = new Set<string>()
    // Swagger UI draws a long reference only where the reader is.
    const scroll = async () => {
      for (const text of await page.locator('.opblock-tag a').allTextContents()) shown.add(text)
      await page.mouse.wheel(0, 300)
      return [...shown]
    }
    await page.locator('.opblock').first().waitFor()
    await expect.poll(scroll, { timeout: 30_000, interval: 20 }).toEqual(sections.map(({ name }) => name))
    expect(foreign).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })
})
