import type { BrowserContext, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closePages } from '../browser/chromium.ts'
import { zipOf } from '../fixtures/imports/docx/word-file.ts'
import { buildSyncedSpace, connect, startServer, sync } from '../modules/git-sync/synced-space.ts'
import { withoutNames } from '../modules/imports/old-reports.ts'
import { type SourceServer, startSourceServer } from '../modules/imports/source-server.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import type { GitServer } from '../support/git-server.ts'
import { openScreen, signedIn } from './opened-screens.ts'

let app: TestApp
let organizationId: string
let spaceId: string
let siteId: string
let context: BrowserContext
let server: GitServer
let sources: SourceServer

/** Reads the description of a field, which screen readers say after its name: its hint, or why it was refused. */
const describedAs = (field: Locator): Promise<string> =>
  field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

describe.skipIf(chromiumPath === undefined)('what the server refuses', () => {
  beforeAll(async () => {
    app = await startTestApp()
    server = await startServer()
    sources = await startSourceServer()
    const other = await buildOrganization(app)
    await app.as(other.admin).patch(`/orgs/${other.id}`, { hostname: 'taken' })
    const organization = await buildOrganization(app)
    organizationId = organization.id
    const client = app.as(organization.admin)
    spaceId = (await buildSpace(app, { id: organizationId }, { title: 'Guide' })).id
    siteId = (await client.post(`/orgs/${organizationId}/sites`, { title: 'Docs', spaces: [spaceId] })).body
      .id
    await client.post(`/spaces/${spaceId}/content/import`, {
      source: 'markdown',
      url: 'https://10.0.0.1/guide.md',
    })
    context = await signedIn(app, organization.admin)
  })
  afterAll(async () => {
    await closePages()
    sources.close()
    await server.close()
    await app.close()
  })

  const refused = [
    {
      language: 'de',
      short: 'Mindestens 2 Zeichen.',
      malformed:
        'Nur Kleinbuchstaben, Ziffern und Bindestriche, mit einem Buchstaben oder einer Ziffer am Anfang und am Ende.',
      taken: 'Dieser Name wird schon verwendet.',
      insecure: 'Diese Adresse geht nicht: Sie muss mit https:// beginnen.',
      failed: 'Die Adresse kann nicht gelesen werden: Sie liegt in einem privaten Netz.',
      folderGone: 'Den Ordner none gibt es nicht.',
      fileGone: 'Das Inhaltsverzeichnis nennt gone.md, aber diese Datei gibt es nicht.',
      lines: ['SUMMARY.md nennt die Datei nicht.', '{% own %} bleibt erhalten, wird aber nicht angezeigt.'],
    },
    {
      language: 'ja',
      short: '2 文字以上で入力してください。',
      malformed: '使えるのは英小文字、数字、ハイフンだけで、先頭と末尾は文字か数字です。',
      taken: 'この名前はすでに使われています。',
      insecure: 'このアドレスは使えません: https:// で始まる必要があります。',
      failed: 'アドレスを読み込めません: プライベートネットワーク内のアドレスです。',
      folderGone: 'フォルダー none は存在しません。',
      fileGone: '目次に gone.md がありますが、ファイルが存在しません。',
      lines: ['SUMMARY.md に記載されていません。', '{% own %} は保持されますが、表示されません。'],
    },
  ]

  test.each(isLongRun ? refused : refused.slice(0, 1))(
    'is told at its fields in $language, whether a rule or what exists refuses it',
    async ({ language, short, malformed, taken }) => {
      await context.addCookies([{ name: 'lectern_language', value: language, url: app.url }])
      const { page } = await openScreen(context, `${app.url}/o/${organizationId}/settings`)
      const [title, hostname] = [page.locator('input[name=title]'), page.locator('input[name=hostname]')]
      await title.fill('A')
      await hostname.fill('Not a name')
      await hostname.press('Enter')
      await expect.poll(() => describedAs(title)).toContain(short)
      expect(await describedAs(hostname)).toContain(malformed)
      await title.fill('Company')
      await hostname.fill('taken')
      await hostname.press('Enter')
      await expect.poll(() => describedAs(hostname)).toContain(taken)
      await page.close()
    },
  )

  test.runIf(isLongRun).each(refused)(
    'is told in $language with what is wrong, at a field and of a job that failed',
    async ({ language, insecure, failed }) => {
      await context.addCookies([{ name: 'lectern_language', value: language, url: app.url }])
      const { page } = await openScreen(context, `${app.url}/s/${spaceId}/git`)
      const address = page.locator('input[name=url]')
      await address.fill('ssh://git@example.com/docs')
      await address.press('Enter')
      await expect.poll(() => describedAs(address)).toContain(insecure)
      for (const part of ['jobs', 'imports']) {
        await page.goto(`${app.url}/o/${organizationId}/${part}`)
        await page.getByText(failed).waitFor()
      }
      await page.close()
    },
  )

  test.runIf(isLongRun).each(refused)(
    'is told in $language in the report of an import; a report that an earlier version made is quoted in English',
    async ({ language, lines }) => {
      const organization = await buildOrganization(app)
      const client = app.as(organization.admin)
      const space = await buildSpace(app, { id: organization.id })
      const files = {
        'SUMMARY.md': '* [Guide](guide.md)\n',
        'guide.md': '# Guide\n\n{% own %}\ntext\n{% endown %}\n',
        'stray.md': 'Stray',
      }
      const { body, status } = await client.post(`/spaces/${space.id}/content/import`, {
        source: 'zip',
        url: sources.serve('/report.zip', await zipOf(files)),
      })
      expect(status, JSON.stringify(body)).toBe(201)
      const { data } = await client.gql(
        'query ($id: ID!) { organization(id: $id) { importRuns(first: 1) { nodes { id } } } }',
        { id: organization.id },
      )
      const [run] = data.organization.importRuns.nodes
      const own = await signedIn(app, organization.admin)
      await own.addCookies([{ name: 'lectern_language', value: language, url: app.url }])
      const { page } = await openScreen(own, `${app.url}/o/${organization.id}/imports/${run.id}`)
      for (const line of lines) await page.getByText(line, { exact: true }).waitFor()
      expect(await page.locator('q').count()).toBe(0)
      await withoutNames(app, organization.id)
      await page.reload()
      await page.locator('q[lang=en]', { hasText: 'not listed in SUMMARY.md' }).waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun).each(refused)(
    'is told in $language of the state of a git sync and of its files; what git says is quoted in English',
    async ({ language, folderGone, fileGone }) => {
      const space = await buildSyncedSpace(app, server)
      space.repository.commit({
        'README.md': '# Welcome\n',
        'SUMMARY.md': '* [Welcome](README.md)\n* [Gone](gone.md)\n',
      })
      await connect(space, { direction: 'from-git', directory: 'none' })
      await sync(space)
      const own = await signedIn(app, space.admin)
      await own.addCookies([{ name: 'lectern_language', value: language, url: app.url }])
      const { page } = await openScreen(own, `${app.url}/s/${space.spaceId}/git`)
      await page.getByText(folderGone).waitFor()
      expect(await page.locator('q').count()).toBe(0)
      await connect(space, { directory: '' })
      await sync(space)
      await page.reload()
      await page.locator('summary').click()
      await page.getByText(fileGone).waitFor()
      server.fault = (_request, response) => response.destroy()
      await sync(space)
      server.fault = undefined
      await page.reload()
      await page.locator('q[lang=en]').waitFor()
      await page.close()
    },
  )

  test.runIf(isLongRun)('is told in the language of the page for a file that is sent by itself', async () => {
    await context.addCookies([{ name: 'lectern_language', value: 'de', url: app.url }])
    const { page } = await openScreen(context, `${app.url}/o/${organizationId}/sites/${siteId}/customization`)
    await page.getByRole('button', { name: 'Schriften', exact: true }).press('Enter')
    await page.getByRole('button', { name: /^Inter Text/ }).press('Enter')
    await page.getByRole('option', { name: 'Schriften hinzufügen oder löschen…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name der Schrift').fill('Own Sans')
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Normal: Datei wählen' }).press('Enter')
    await (await choosing).setFiles({ name: 'own.woff2', mimeType: '', buffer: Buffer.from('no font') })
    await dialog.getByRole('button', { name: 'Hinzufügen' }).click()
    await dialog.getByText('Wählen Sie eine Schrift im Format woff2 oder woff.').waitFor()
    await page.close()
  })
})
