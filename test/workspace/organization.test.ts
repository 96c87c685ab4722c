import type { BrowserContext } from 'playwright-core'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { WebhookSender } from '../../src/modules/webhooks/sender.ts'
import { chromiumPath, closePages } from '../browser/chromium.ts'
import { answering, type Receiver, startReceiver } from '../modules/webhooks/receiver.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildCollection } from '../support/factories/collections.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { buildTeam } from '../support/factories/teams.ts'
import { axeFindings, expectWholeScreen, openScreen, signedIn } from './opened-screens.ts'

let app: TestApp
let organizationId: string
let teamId: string
let webhookId: string
let receiver: Receiver
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
  ['webhooks', () => 'webhooks', 'WebhooksScreen'],
  ['a webhook', () => `webhooks/${webhookId}`, 'WebhookScreen'],
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
    receiver = await startReceiver()
    webhookId = (await client.post(`/orgs/${organizationId}/webhooks`, { url: receiver.url })).body.id
    await client.post(`/orgs/${organizationId}/webhooks/${webhookId}/test`)
    adminContext = await signedIn(app, organization.admin)
    guestContext = await signedIn(app, guest)
  })
  afterAll(async () => {
    await closePages()
    await receiver.close()
    await app.close()
  })

  test.runIf(isLongRun).each(screens)(
    '%s is one operation, and axe finds nothing in it',
    (_name, path, operation) =>
      expectWholeScreen(adminContext, `${app.url}/o/${organizationId}/${path()}`, operation),
  )

  test.runIf(isLongRun)(
    'the section that is shown is in sight beside it, however low the window is',
    async () => {
      const { page } = await open(adminContext, 'audit-log')
      await page.setViewportSize({ width: 1280, height: 600 })
      await page.reload()
      const shownPart = () =>
        page.getByRole('link', { name: 'Audit log' }).evaluate(
          (link) =>
            new Promise<number>((resolve) => {
              new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(link)
            }),
        )
      await expect.poll(shownPart).toBe(1)
      await page.close()
    },
  )

  test.runIf(isLongRun)('a team is created, and a member added to it from the keyboard', async () => {
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
    'its logo is uploaded and shown in its settings, and is no change that waits to be saved',
    async () => {
      const { page } = await open(adminContext, 'settings')
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Upload: Logo' }).press('Enter')
      const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"/>')
      await (await choosing).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer })
      await expect.poll(() => page.getByLabel('Logo', { exact: true }).inputValue()).toContain('/logo.svg')
      const width = () =>
        page.locator('form img').evaluate((picture: HTMLImageElement) => picture.naturalWidth)
      await expect.poll(width).toBeGreaterThan(0)
      expect(await page.getByRole('button', { name: 'Save' }).first().isDisabled()).toBe(true)
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

  test.runIf(isLongRun)(
    'a webhook is created with a secret that is shown once, tried, repaired, switched off and deleted',
    async () => {
      const sender = new WebhookSender({
        config: app.config,
        database: app.database,
        logger: createLogger('silent'),
      })
      const send = async () => {
        await sender.wake()
        await sender.settled()
      }
      const { page, operations } = await open(adminContext, 'webhooks')
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByLabel('Address').fill(receiver.url)
      await page.getByLabel('Description').fill('Chat')
      await page.getByLabel('Events').fill('content.*\nanything')
      await page.getByRole('combobox', { name: 'Spaces' }).fill('Hand')
      await page.getByRole('option', { name: 'Handbook' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Create' }).click()
      // What is wrong is said at its field, and what was typed stays.
      await page.getByText('Must be the type of an event').waitFor()
      await page.getByLabel('Events').fill('content.*')
      await page.getByRole('button', { name: 'Create' }).press('Enter')
      const shown = page.locator('code').filter({ hasText: /^whsec_/ })
      const secret = await shown.innerText()
      await page.getByRole('button', { name: 'I have copied it' }).press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Chat' }).waitFor()
      await shown.waitFor({ state: 'detached' })
      await page.getByText('content.* · Handbook').waitFor()
      receiver.answer = answering(500, {}, 'Out of paper')
      await page.getByRole('button', { name: 'Send a test' }).press('Enter')
      const row = page.getByRole('row', { name: 'webhook.test' })
      await row.getByText('Waiting').waitFor()
      await send()
      const [request] = receiver.received.slice(-1)
      new Verifier(secret).verify(request?.body ?? '', request?.headers ?? {})
      await page.getByRole('button', { name: 'Refresh' }).press('Enter')
      await row.getByText('Answered 500').waitFor()
      await row.press('Enter')
      await page.getByRole('dialog').getByText('Out of paper').waitFor()
      await page.keyboard.press('Escape')
      await app.database.write(`UPDATE "WebhookDelivery" SET status = 'FAILED', "dueAt" = NULL`, [])
      receiver.answer = answering(204)
      await page.getByRole('button', { name: 'Refresh' }).press('Enter')
      await row.getByRole('button', { name: 'Send webhook.test again' }).press('Enter')
      await row.getByText('Waiting').waitFor()
      await send()
      await page.getByRole('button', { name: 'Refresh' }).press('Enter')
      await row.getByText('Delivered').waitFor()
      await page.getByRole('switch', { name: 'Send events' }).press('Space')
      await page.getByText('What happens while it is off').waitFor()
      await page.getByRole('button', { name: 'Actions for this webhook' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
      await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
      await page.getByText('Chat').waitFor({ state: 'detached' })
      expect(operations[0]).toBe('WebhooksScreen')
      await sender.stop()
      await page.close()
    },
  )

  test.runIf(isLongRun)('axe finds nothing in what was sent to a webhook', async () => {
    const { page } = await open(adminContext, `webhooks/${webhookId}`)
    await page.getByRole('row', { name: 'webhook.test' }).press('Enter')
    await page.getByRole('dialog').getByText('webhook-id').waitFor()
    expect(await axeFindings(page, 0)).toEqual([])
    await page.close()
  })

  test.runIf(isLongRun)('a guest is offered what concerns themselves alone', async () => {
    const { page } = await open(guestContext, 'settings')
    const sections = page.getByRole('navigation', { name: 'Settings and people' })
    const names = await sections.getByRole('link').allTextContents()
    expect(names).toContain('Tokens and sessions')
    expect(names.filter((name) => /members|teams|sign-on|domains|webhooks|audit/i.test(name))).toEqual([])
    const buttons = await page.locator('main').getByRole('button').allTextContents()
    expect(buttons).toEqual(['Leave'])
    await page.close()
    const hidden = await open(guestContext, 'sign-in')
    await hidden.page.getByText('not found', { exact: false }).first().waitFor()
    await hidden.page.close()
  })
})
