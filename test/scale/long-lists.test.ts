import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildContent } from '../support/factories/content.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

const readers = 20
const maximumMegabytes = 500

describe.runIf(isLongRun)('long lists of links', () => {
  let app: TestApp
  let spaceId: string
  let members: TestUser[]

  beforeAll(async () => {
    app = await startOwnTestApp()
    const organization = await buildOrganization(app)
    const space = await buildSpace(app, organization)
    spaceId = space.id
    const ids = Array.from({ length: 1000 }, () => newId('Page'))
    const pages = ids.map((id, index) => ({
      id,
      title: `Page ${index}`,
      markdown: `[x](/pages/${ids[(index + 1) % ids.length]}) [y](https://example.com/${index})`,
    }))
    await buildContent(app, organization.admin, space, pages)
    members = await Promise.all(
      Array.from({ length: readers }, () => buildMember(app, organization.id, 'READ')),
    )
  })
  afterAll(() => app.close())

  test(`that ${readers} users read at once take less than ${maximumMegabytes} MB`, {
    timeout: 300_000,
  }, async () => {
    const before = process.memoryUsage.rss()
    let peak = before
    const sampling = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 20)
    const statuses = await Promise.all(
      members.map(async ({ token }) => {
        const response = await fetch(`${app.url}/v1/spaces/${spaceId}/links?limit=1000`, {
          headers: { Authorization: `Bearer ${token}` },
        })
        // What is read is not kept: the reader is in this process.
        for await (const _chunk of response.body ?? []);
        return response.status
      }),
    )
    clearInterval(sampling)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const megabytes = Math.round((peak - before) / 1e6)
    console.log(`${readers} lists took ${megabytes} MB`)
    expect(megabytes).toBeLessThan(maximumMegabytes)
  })
})
