import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, closePages, desktop } from '../browser/chromium.ts'
import { startWorldApp } from '../contract/world.ts'
import type { WorldObjects } from '../contract/world-objects.ts'
import type { TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { everyScreen } from './every-screen.ts'
import { openScreen, signedIn } from './opened-screens.ts'

/** The width of a screen of 1280 px that is enlarged to 400 %, on which nothing may scroll sideways (WCAG 1.4.10). */
const narrow = { width: 320, height: 640 }

/** Lists measure themselves again after the width has changed. */
const patience = { timeout: 10_000 }

/** How many elements the focus visits on each screen. */
const visited = isLongRun ? 60 : 15

let app: TestApp
let world: WorldObjects
let context: BrowserContext

describe.skipIf(chromiumPath === undefined)('each screen of the workspace', () => {
  beforeAll(async () => {
    ;({ app, objects: world } = await startWorldApp())
    await lengthenTitles()
    context = await signedIn(app, world.admin)
  })
  afterAll(async () => {
    await closePages()
    await app.close()
  })

  test.each(isLongRun ? everyScreen : everyScreen.slice(1, 2))(
    '%s fits the narrowest screen in both directions, shows its focus in colors of the system, and stands still',
    async (_name, path) => {
      const { page } = await openScreen(context, `${app.url}${path(world)}`)
      await page.waitForLoadState('networkidle')
      await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
      expect(await page.evaluate(moving)).toEqual([])
      await page.setViewportSize(narrow)
      await expect.poll(() => page.evaluate(beyondTheEdge), patience).toEqual([])
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
      await expect.poll(() => page.evaluate(beyondTheEdge), patience).toEqual([])
      await page.setViewportSize(desktop)
      expect(await withoutVisibleFocus(page)).toEqual([])
      await page.close()
    },
  )

  test.runIf(isLongRun)('the dialog that finds anything fits the narrowest screen', async () => {
    const { page } = await openScreen(context, `${app.url}/o/${world.organizationId}`)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize(narrow)
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').waitFor()
    await expect.poll(() => page.evaluate(beyondTheEdge), patience).toEqual([])
    await page.close()
  })
})

/** Gives things titles as long as they may be, without a space in them. */
async function lengthenTitles(): Promise<void> {
  const title = (length: number) => 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, length)
  const client = app.as(world.admin)
  const { space, site, organizationId, changeRequest, content } = world
  await client.patch(`/spaces/${space.id}`, { title: title(50) })
  await client.patch(`/orgs/${organizationId}/sites/${site.id}`, { title: title(50) })
  await client.patch(`/spaces/${space.id}/change-requests/${changeRequest.id}`, { subject: title(100) })
  await client.post(`/spaces/${space.id}/content`, {
    changes: [{ operation: 'update_page', page: content.pages[0].id, title: title(200) }],
  })
}

/** Returns what reaches beyond the edge of the page, and cannot be scrolled to within something smaller. */
function beyondTheEdge(): string[] {
  const width = document.documentElement.clientWidth
  const isContained = (element: Element): boolean => {
    for (let around = element.parentElement; around; around = around.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(around)
      // What is only for screen readers is in a box of one pixel.
      if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || around.clientWidth <= 1) return true
    }
    return false
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => {
      const { left, right, width: own } = element.getBoundingClientRect()
      return own > 1 && (left < -1 || right > width + 1) && getComputedStyle(element).visibility === 'visible'
    })
    .filter((element) => !isContained(element))
    .map((element) => element.outerHTML.slice(0, 120))
}

/** Returns what moves for more than a hundredth of a second. */
function moving(): string[] {
  const longest = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat))
  return [...document.querySelectorAll('*')]
    .filter((element) =>
      ['', '::before', '::after'].some((part) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, part)
        return (
          longest(transitionDuration) > 0.01 ||
          (animationName !== 'none' && longest(animationDuration) > 0.01)
        )
      }),
    )
    .map((element) => element.outerHTML.slice(0, 120))
}

/** Moves the focus on from element to element. Returns those around which nothing shows it. */
async function withoutVisibleFocus(page: Page): Promise<string[]> {
  const hidden: string[] = []
  for (let step = 0; step < visited; step++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement
      if (focused === document.body) return 'end'
      // A frame shows the focus of what is in it, and has tests of its own.
      if (focused instanceof HTMLIFrameElement) return 'end'
      const around: Element[] = []
      for (let each: Element | null = focused; each && around.length < 4; each = each.parentElement)
        around.push(each)
      const isShown = [...around, ...focused.querySelectorAll('*')].some((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
      })
      return isShown ? undefined : focused.outerHTML.slice(0, 160)
    })
    if (found === 'end') break
    if (found !== undefined) hidden.push(found)
  }
  return hidden
}
