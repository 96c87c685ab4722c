import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closeChromium } from '../browser/chromium.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildCollection } from '../support/factories/collections.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { buildTeam } from '../support/factories/teams.ts'
import { expectWholeScreen, openScreen, signedIn } from './opened-screens.ts'

let app: TestApp
let organizationId: string
let teamId: string
let guest: TestUser
let adminContext: BrowserContext
let guestContext: BrowserContext

const open = (context: BrowserContext, path: string) =>
  openScreen(context, `${app.url}/o/${organizationId}/${path}`)

const screens = [
  ['settings', () => 'settings', 'SettingsScreen'],
  ['teams', () => 'teams', 'TeamsScreen'],
  ['a team', () => `teams/${teamId}`, 'TeamScreen'],
  ['a member', () => `members/${guest.id}`, 'MemberScreen'],
  ['single sign-on', () => 'sign-in', 'SignInScreen'],
  ['domains', () => 'domains', 'DomainsScreen'],
  ['tokens and sessions', () => 'tokens', 'TokensScreen'],
  ['the access of members', () => 'member-tokens', 'MemberTokensScreen'],
] as const

describe.skipIf(chromiumPath === undefined)('the settings of an organization in the workspace', () => {
  beforeAll(async () => {
    app = await startTestApp()
    const organization = await buildOrganization(app, { title: 'Company' })
    organizationId = organization.id
    guest = await buildMember(app, organizationId, null)
    const team = await buildTeam(app, organization, [guest], { title: 'Reviewers' })
    teamId = team.id
    const client = app.as(organization.admin)
    const collection = await buildCollection(app, organization, { title: 'Handbooks' })
    await buildSpace(app, organization, { title: 'Handbook', parent: collection })
    await client.post(`/collections/${collection.id}/permissions`, { role: 'review', teams: [teamId] })
    await client.patch(`/orgs/${organizationId}`, { emailDomains: ['example.com'] })
    adminContext = await signedIn(app, organization.admin)
    guestContext = await signedIn(app, guest)
  })
  afterAll(async () => {
    await closeChromium()
    await app.close()
  })

  test.each(isLongRun ? screens : screens.slice(2, 3))(
    '%s is one operation, and axe finds nothing in it',
    (_name, path, operation) =>
      expectWholeScreen(adminContext, `${app.url}/o/${organizationId}/${path()}`, operation),
  )

  test('a team is created, and a member added to it from the keyboard', async () => {
    const { page } = await open(adminContext, 'teams')
    await page.getByRole('button', { name: 'New team' }).click()
    await page.getByLabel('Name').fill('Writers')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Writers' }).waitFor()
    await page.getByRole('combobox', { name: 'Add a member' }).focus()
    await page.keyboard.type(guest.displayName)
    await page.getByRole('option', { name: guest.displayName }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText(`${guest.displayName} is in the team now.`).waitFor()
    // The list stays open for the next member.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Remove ${guest.displayName}` }).waitFor()
    await page.close()
  })

  test.runIf(isLongRun)(
    'what a member may do on a space is explained by the team and the collection that give it',
    async () => {
      const { page } = await open(adminContext, `members/${guest.id}`)
      await page.getByRole('combobox', { name: 'Space or collection' }).focus()
      await page.keyboard.type('Handbook')
      await page.getByRole('option', { name: / Handbook$/ }).click()
      await page.getByText(`${guest.displayName} is Reviewer of Handbook`).waitFor()
      await page
        .getByText(
          `The team Reviewers has this role on Handbooks, and ${guest.displayName} is in the team. Handbook is in Handbooks, so it counts there too.`,
        )
        .waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)(
    'an identity provider with a wrong issuer stays in its form until the issuer is right',
    async () => {
      const { page } = await open(adminContext, 'sign-in')
      await page.getByRole('button', { name: 'Add OpenID Connect' }).click()
      await page.getByLabel('Label').fill('Company account')
      await page.getByLabel('Issuer').fill('login.example.com')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Must be an http or https URL').waitFor()
      expect(await page.getByLabel('Label').inputValue()).toBe('Company account')
      await page.getByLabel('Issuer').fill('https://login.example.com')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('heading', { name: 'Company account' }).waitFor()
      await page.getByText('Not complete').waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)('a token is shown once', async () => {
    const { page, operations } = await open(adminContext, 'tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name').fill('Build server')
    await page.keyboard.press('Enter')
    const secret = page.locator('code').filter({ hasText: /^lectern_\S{20,}$/ })
    await secret.waitFor()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await secret.waitFor({ state: 'detached' })
    await page.getByText('Build server').waitFor()
    expect(operations).toEqual(['TokensScreen', 'CreateToken'])
    await page.close()
  })

  test('a guest is offered what concerns themselves alone', async () => {
    const { page } = await open(guestContext, 'settings')
    const sections = page.getByRole('navigation', { name: 'Settings and people' })
    const names = await sections.getByRole('link').allTextContents()
    expect(names).toContain('Tokens and sessions')
    expect(names.filter((name) => /members|teams|sign-on|domains|audit/i.test(name))).toEqual([])
    const buttons = await page.locator('main').getByRole('button').allTextContents()
    expect(buttons).toEqual(['Leave'])
    await page.close()
    const hidden = await open(guestContext, 'sign-in')
    await hidden.page.getByText('not found', { exact: false }).first().waitFor()
    await hidden.page.close()
  })
})
