import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closePages } from '../browser/chromium.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildPage, sendChanges, writePage } from '../support/factories/content.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { axeFindings, longTasks, signedIn } from './opened-screens.ts'

describe.skipIf(chromiumPath === undefined)('the editor', () => {
  let app: TestApp
  let owner: TestUser
  let client: TestClient
  let organization: { id: string }
  let space: { id: string }
  let context: BrowserContext

  beforeAll(async () => {
    app = await startTestApp()
    const built = await buildOrganization(app)
    organization = built
    owner = built.admin
    client = app.as(owner)
    space = await buildSpace(app, organization, { title: 'Handbook' })
    context = await signedIn(app, owner)
  })
  afterAll(async () => {
    await context?.close()
    await closePages()
    await app?.close()
  })

  const pageOf = (markdown: string, title = 'Page') =>
    buildPage(client, space.id, { title, document: { markdown } })

  const savedText = async (page: string): Promise<string> =>
    (await client.get(`/spaces/${space.id}/content/page/${page}?format=markdown`)).body.markdown.trim()

  async function edit(id: string, within = context): Promise<Page> {
    const page = await within.newPage()
    await page.goto(`${app.url}/s/${space.id}/pages/${id}/edit`)
    await page.locator('.cm-content').waitFor()
    return page
  }

  const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' })
  const status = (page: Page, state: string) => page.getByRole('status').filter({ hasText: state }).waitFor()

  /** Types behind the text. */
  async function append(page: Page, typed: string): Promise<void> {
    await text(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(typed)
  }

  /** Saves, which ends with a look at what others have saved. */
  async function save(page: Page): Promise<void> {
    const isLast = page.waitForResponse(
      (response) => response.request().postData()?.includes('query LivePage(') ?? false,
    )
    await page.keyboard.press('Control+s')
    await isLast
    await status(page, 'Saved')
  }

  /** Fails requests of an operation, before they reach the server or after it has answered. */
  const lose = (page: Page, operation: string, isAfter: boolean, times = 1) =>
    page.route(
      '**/graphql',
      async (route) => {
        if (!route.request().postData()?.includes(operation)) return route.continue()
        if (isAfter) await route.fetch()
        return route.abort()
      },
      { times },
    )

  test('opens with one request, saves what is typed, and shows it when it is opened again', async () => {
    const id = await pageOf('The first text.', 'Start')
    const page = await context.newPage()
    const operations: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) operations.push(request.postDataJSON().operationName)
    })
    await page.goto(`${app.url}/s/${space.id}/pages/${id}/edit`)
    await text(page).waitFor()
    expect(operations).toEqual(['EditorScreen'])
    await append(page, '\n\n/hin')
    await page.getByRole('option', { name: 'Hint' }).click()
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('Mind the gap.')
    await page.getByRole('textbox', { name: 'Title' }).fill('Beginning')
    await save(page)
    expect(await savedText(id)).toBe(
      'The first text.\n\n{% hint style="info" %}\nMind the gap.\n{% endhint %}',
    )
    await page.reload()
    expect(await text(page).innerText()).toContain('Mind the gap.')
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Beginning')
    await page.close()
  })

  test.runIf(isLongRun)('completes links, variables and emojis, and tells by which keys', async () => {
    await pageOf('Here.', 'Target page')
    await sendChanges(client, space.id, { operation: 'set_variables', variables: { release: '1.2' } })
    const id = await pageOf('')
    const page = await edit(id)
    for (const [typed, name] of [
      ['[[Tar', 'Target page'],
      [' {{rel', 'release'],
      [' @Hand', 'Handbook'],
      [' :rocket', 'rocket'],
    ] as const) {
      await text(page).focus()
      await page.keyboard.type(typed)
      await page.getByRole('option', { name }).first().click()
      await page.getByRole('option').first().waitFor({ state: 'detached' })
    }
    await page.keyboard.insertText('\n\n')
    await page.keyboard.type('{% content-ref url="Tar')
    await page.getByRole('option', { name: 'Target page' }).click()
    await text(page).getByText('endcontent-ref').waitFor()
    await page.keyboard.press('Control+/')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add an emoji' }).click()
    await page.getByRole('searchbox', { name: 'Search emojis' }).fill('books')
    await page.getByRole('option', { name: 'books' }).click()
    await page.getByRole('button', { name: 'Emoji: 📚' }).waitFor()
    await text(page).focus()
    await save(page)
    expect(await savedText(id)).toBe(
      `[Target page](target-page.md) <code class="expression">space.vars.release</code> [Handbook](/spaces/${space.id} "mention") 🚀\n\n{% content-ref url="target-page.md" %}\n[Target page](target-page.md)\n{% endcontent-ref %}`,
    )
    await page.close()
  })

  test.runIf(isLongRun)('keeps the text of a tab that was closed before it was saved', async () => {
    const id = await pageOf('Before.')
    const page = await edit(id)
    await lose(page, 'SaveLivePage', false, 100)
    await append(page, ' Never sent.')
    await page.keyboard.press('Control+s')
    await page.getByRole('alert').getByText('The server could not be reached').waitFor()
    await page.close()
    expect(await savedText(id)).toBe('Before.')
    const again = await edit(id)
    await again.getByRole('button', { name: 'Restore it' }).click()
    await text(again).focus()
    await save(again)
    expect(await savedText(id)).toBe('Before. Never sent.')
    await again.reload()
    await text(again).waitFor()
    expect(await again.getByText('You typed something here').count()).toBe(0)
    await again.close()
  })

  test.runIf(isLongRun)('saves once when the answer of a save was lost', async () => {
    const id = await pageOf('Before.')
    const revisions = async () => (await client.get(`/spaces/${space.id}/revisions`)).body.items.length
    const page = await edit(id)
    const before = await revisions()
    await lose(page, 'SaveLivePage', true)
    await append(page, ' Sent twice.')
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Try again' }).click()
    await status(page, 'Saved')
    expect(await savedText(id)).toBe('Before. Sent twice.')
    expect((await revisions()) - before).toBe(1)
    await page.close()
  })

  test.runIf(isLongRun)(
    'uploads a pasted picture, and makes Markdown of formatted text and of cells',
    async () => {
      const id = await pageOf('')
      const page = await edit(id)
      await text(page).focus()
      await page.route('**/graphql', (route) =>
        route.request().headers()['content-type']?.startsWith('multipart/')
          ? route.abort()
          : route.continue(),
      )
      await page.evaluate(() => {
        const paste = (fill: (data: DataTransfer) => void) => {
          const clipboardData = new DataTransfer()
          fill(clipboardData)
          const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
          document.querySelector('.cm-content')?.dispatchEvent(event)
        }
        paste((data) => data.setData('text/plain', 'Name\tSize\nPear\t2'))
        const picture = atob(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        )
        const bytes = Uint8Array.from(picture, (character) => character.charCodeAt(0))
        paste((data) => data.items.add(new File([bytes], 'dot.png', { type: 'image/png' })))
      })
      await text(page).getByRole('alert').filter({ hasText: 'dot.png could not be uploaded.' }).waitFor()
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await text(page).getByText('<figure>').waitFor()
      await page.keyboard.press('Control+End')
      await page.evaluate(() => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', '<p>A <b>bold</b> <a href="https://example.com/">link</a></p>')
        clipboardData.setData('text/plain', 'A bold link')
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.querySelector('.cm-content')?.dispatchEvent(event)
      })
      await text(page).getByText('**bold**').waitFor()
      await save(page)
      const saved = await savedText(id)
      expect(saved).toMatch(/\| Name \| Size \|\n\| -+ \| -+ \|\n\| Pear +\| 2 +\|/)
      expect(saved).toContain('A **bold** [link](https://example.com/)')
      const { body } = await client.get(`/spaces/${space.id}/content/files`)
      const [{ id: file }] = body.items.filter(({ name }: { name: string }) => name === 'dot.png')
      expect(saved).toContain(file)
      await page.getByText('Both').click()
      const frame = page.frameLocator('iframe[title="Preview"]')
      await frame.locator('article img').waitFor()
      await append(page, `\n\n${'Line.\n\n'.repeat(200)}`)
      await frame.getByText('Line.').nth(199).waitFor()
      const top = () => frame.locator('html').evaluate((html) => html.scrollTop)
      await page.locator('.cm-scroller').evaluate((box) => box.scrollTo(0, box.scrollHeight))
      await expect.poll(top).toBeGreaterThan(1000)
      await page.locator('.cm-scroller').evaluate((box) => box.scrollTo(0, 0))
      await expect.poll(top).toBe(0)
      await page.getByText('Write', { exact: true }).click()
      await page.close()
    },
  )

  test.runIf(isLongRun)('asks before it is left while a file is being uploaded', async () => {
    const page = await edit(await pageOf(''))
    let send = () => {}
    await page.route('**/graphql', async (route) => {
      if (route.request().headers()['content-type']?.startsWith('multipart/'))
        await new Promise<void>((resolve) => {
          send = resolve
        })
      await route.continue()
    })
    const file = { name: 'plan.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByText('plan.png').waitFor()
    const asked = page.waitForEvent('dialog')
    const left = page.getByRole('button', { name: 'Done' }).click()
    await (await asked).dismiss()
    await left
    send()
    await text(page).getByText('<figure>').waitFor()
    await save(page)
    await page.close()
  })

  test.runIf(isLongRun)(
    'takes in what somebody else saved, and lets two texts of the same words be decided on',
    async () => {
      const id = await pageOf('One red line.\n\nA second line.')
      const page = await edit(id)
      await sendChanges(
        client,
        space.id,
        writePage(id, 'One red line.\n\nA second line, longer.\n\nA third.'),
      )
      await text(page).focus()
      await page.keyboard.press('Control+Home')
      await page.keyboard.insertText('New: ')
      await save(page)
      expect(await savedText(id)).toBe('New: One red line.\n\nA second line, longer.\n\nA third.')
      expect(await text(page).innerText()).toContain('A third.')

      const replace = (word: string) =>
        text(page)
          .getByText('One red line')
          .selectText()
          .then(() => page.keyboard.insertText(word))
      await sendChanges(client, space.id, writePage(id, 'Their words.\n\nA second line, longer.\n\nA third.'))
      await replace('My words.')
      await page.keyboard.press('Control+s')
      await page.getByRole('heading', { name: 'Somebody else changed the same lines' }).waitFor()
      expect(await page.getByRole('textbox', { name: 'Saved by somebody else' }).innerText()).toContain(
        'Their words.',
      )
      const mine = page.getByRole('textbox', { name: 'Your text' })
      expect(await mine.innerText()).toContain('My words.')
      expect(await savedText(id)).toContain('Their words.')
      await mine.getByText('My words.').selectText()
      await page.keyboard.insertText('The words of both.')
      await page.getByRole('button', { name: 'Save my text' }).click()
      await status(page, 'Saved')
      expect(await savedText(id)).toBe('The words of both.\n\nA second line, longer.\n\nA third.')
      await page.close()
    },
  )

  // That others' changes are merged, or decided on, is tested above.
  test.runIf(isLongRun)(
    'two people who write on one page at once lose nothing, and end with the same',
    async () => {
      const id = await pageOf('alpha\n\nbeta\n\ngamma')
      const user = await buildMember(app, organization.id, 'ADMIN')
      const other = await signedIn(app, user)
      const pages = [await edit(id), await edit(id, other)] as const
      let seed = 7
      const random = (below: number): number => {
        seed = (seed * 1103515245 + 12345) % 2147483648
        return Math.floor((seed / 2147483648) * below)
      }
      const words: string[] = []
      for (let step = 0; step < 200; step++) {
        const page = pages[random(2)] as Page
        const word = `w${step}x`
        words.push(word)
        await text(page).focus()
        await page.keyboard.press('Control+Home')
        for (let line = random(5); line > 0; line--) await page.keyboard.press('ArrowDown')
        const isAtEnd = random(2) === 0
        await page.keyboard.press(isAtEnd ? 'End' : 'Home')
        await page.keyboard.insertText(isAtEnd ? `.${word}` : random(2) === 0 ? `${word}\n\n` : `${word}.`)
        if (random(2) === 0) await page.keyboard.press('Control+s')
      }
      for (const page of [...pages, ...pages]) {
        await text(page).focus()
        await save(page)
      }
      // The server leaves out empty lines beyond one, which stay in the editor in which they were typed.
      const paragraphs = (shown: string) => shown.split('\n').filter((line) => line.trim() !== '')
      const saved = await savedText(id)
      for (const page of pages) expect(paragraphs(await text(page).innerText())).toEqual(paragraphs(saved))
      for (const word of [...words, 'alpha', 'beta', 'gamma']) expect(saved.split(word).length, word).toBe(2)
      await pages[0].close()
      await other.close()
    },
    240_000,
  )

  test.runIf(isLongRun)('axe finds nothing', async () => {
    const id = await pageOf(
      '# Head\n\nA [link](https://example.com/) and `code`.\n\n{% hint style="info" %}\nText\n{% endhint %}',
    )
    const page = await edit(id)
    expect(await axeFindings(page)).toEqual([])
    await page.close()
  })

  test.runIf(isLongRun)('offers nothing to write to somebody who may only read', async () => {
    const id = await pageOf('Read me.')
    const user = await buildMember(app, organization.id, 'READ')
    const reader = await signedIn(app, user)
    const page = await reader.newPage()
    await page.goto(`${app.url}/s/${space.id}/pages/${id}/edit`)
    await page.getByRole('heading', { name: 'You cannot edit this page here' }).waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await reader.close()
  })

  test.runIf(isLongRun)('a page of 200 kB is written without a task over 100 ms', async () => {
    const paragraph = `## Section\n\n${'Some words with **marks** and [links](https://example.com/). '.repeat(8)}\n\n{% hint style="info" %}\nText\n{% endhint %}\n\n`
    const id = await pageOf(paragraph.repeat(Math.ceil(200_000 / paragraph.length)))
    const page = await edit(id)
    await text(page).focus()
    await page.keyboard.press('Control+Home')
    const tasks = await longTasks(page)
    await page.keyboard.type('Typed at the beginning of a long page. ')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('And at its end.')
    await save(page)
    expect((await tasks()).filter((milliseconds) => milliseconds > 100)).toEqual([])
    await page.close()
  })
})
