import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { startedChromium } from './chromium.ts'

export function describeExplorers(): void {
  describe('the explorers of the interfaces', describePages)
}

function describePages(): void {
  let app: TestApp
  let token: string

  beforeAll(async () => {
    app = await startTestApp()
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

  /** Opens a page and keeps a list of what it asked of other hosts, and of its errors. */
  async function open(path: string): Promise<{ page: Page; foreign: string[]; errors: string[] }> {
    const page = await (await startedChromium()).newPage({ viewport: { width: 1400, height: 900 } })
    const foreign: string[] = []
    const errors: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(app.url) && !/^(data|blob):/.test(url)) foreign.push(url)
    })
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) errors.push(message.text())
    })
    await page.goto(`${app.url}${path}`, { waitUntil: 'commit' })
    return { page, foreign, errors }
  }

  /** Returns the content of the storage of a page. */
  const storedIn = (page: Page) => page.evaluate('JSON.stringify([localStorage, sessionStorage])')

  test.runIf(isLongRun)(
    'GraphiQL opens with the token of the link and the tree query, which shows the workspace, and offers the documented screens',
    async () => {
      const { page, foreign, errors } = await open(`/graphql#token=${token}`)
      const editor = page.locator('.graphiql-query-editor')
      const tabs = page.locator('.graphiql-tab')
      await page.locator('button.graphiql-execute-button').click()
      const result = page.locator('.graphiql-response')
      for (const title of ['Browsed organization', 'Browsed site', 'Browsed space'])
        await result.getByText(title).first().waitFor()
      expect(page.url()).toBe(`${app.url}/graphql`)
      const choice = page.getByLabel('Queries of screens')
      expect(await choice.locator('option').count()).toBe(11)
      // GraphiQL stores its tabs a moment after it opened them.
      await page.waitForFunction(() => localStorage.getItem('graphiql:tabState')?.includes('WorkspaceTree'))
      await choice.selectOption({ label: 'Home' })
      await editor.getByText('HomeScreen').first().waitFor()
      expect((await tabs.allInnerTexts()).map((text) => text.trim())).toEqual(['WorkspaceTree', 'HomeScreen'])
      await page.locator('.graphiql-editor-tool').getByText(token.slice(0, 12)).first().waitFor()
      expect(await page.locator('#token-hint').isVisible()).toBe(false)
      expect(foreign).toEqual([])
      expect(errors).toEqual([])
      expect(await storedIn(page)).not.toContain(token)
      await page.close()
    },
  )

  test.runIf(isLongRun)('GraphiQL opens with what it was left with, and runs it at Ctrl-Enter', async () => {
    const { page, errors } = await open(`/graphql#token=${token}`)
    const editor = page.locator('.graphiql-query-editor')
    await editor.getByText('WorkspaceTree').first().waitFor()
    await page.reload()
    await editor.getByText('WorkspaceTree').first().waitFor()
    const tabs = await page.locator('.graphiql-tab').allInnerTexts()
    expect(tabs).toEqual([expect.stringContaining('WorkspaceTree')])
    await page.locator('#token-hint').waitFor()
    await page.goto('about:blank')
    await page.goto(`${app.url}/graphql#token=${token}`)
    await editor.locator(':focus').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.locator('.graphiql-response').getByText('Browsed organization').first().waitFor()
    expect(await storedIn(page)).not.toContain(token)
    expect(errors).toEqual([])
    await page.close()
  })

  test.runIf(isLongRun)(
    'the REST reference lists the operations at once, then shows every section, offline, and sends requests with the token of the link',
    async () => {
      const { page, foreign, errors } = await open(`/v1/docs#token=${token}`)
      await page.locator('#contents').getByText('Get the authenticated user').waitFor()
      await page.locator('#contents').waitFor({ state: 'detached' })
      const sections = (await (await fetch(`${app.url}/v1/openapi.json`)).json()).tags as { name: string }[]
      const sidebar = page.getByRole('complementary').or(page.getByRole('navigation'))
      for (const { name } of sections)
        await sidebar.getByText(name, { exact: true }).first().waitFor({ state: 'attached' })
      expect(foreign).toEqual([])
      expect(page.url()).toBe(`${app.url}/v1/docs`)
      await page.getByText('Users', { exact: true }).first().click()
      await page.getByText('Get the authenticated user').locator('visible=true').first().click()
      await page
        .getByRole('button', { name: /Test Request.*\/user\)/ })
        .first()
        .click()
      const answer = page.waitForResponse(`${app.url}/v1/user`)
      await page.getByRole('button', { name: /^Send get request/ }).click()
      expect((await answer).status()).toBe(200)
      expect(errors).toEqual([])
      expect(await storedIn(page)).not.toContain(token)
      await page.close()
    },
  )
}
