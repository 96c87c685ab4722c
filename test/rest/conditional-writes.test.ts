import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { sendWith } from '../support/with-headers.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

async function buildAddress() {
  const { id } = await buildSpace(app, organization)
  return `/spaces/${id}`
}

const tagOf = async (address: string) => (await client.get(address)).headers.get('etag') as string

const patch = (address: string, condition: string, title: string) =>
  sendWith(app, client, 'PATCH', `/v1${address}`, { headers: { 'If-Match': condition }, body: { title } })

const titleOf = async (address: string) => (await client.get(address)).body.title

describe('If-Match', () => {
  test('refuses what somebody else has changed since, and the new tag allows the next change', async () => {
    const address = await buildAddress()
    const tag = await tagOf(address)
    await client.patch(address, { title: 'Theirs' })
    const refused = await patch(address, tag, 'Mine')
    expect([refused.status, refused.body.error.reason]).toEqual([412, 'RESOURCE_CHANGED'])
    expect(await titleOf(address)).toBe('Theirs')
    const first = await patch(address, await tagOf(address), 'First')
    expect(first.headers.get('etag')).toBe(await tagOf(address))
    expect((await patch(address, first.headers.get('etag') as string, 'Second')).status).toBe(200)
    expect(await titleOf(address)).toBe('Second')
  })

  test('lets one of many through that have the same tag, also against those without a condition', async () => {
    const address = await buildAddress()
    const tag = await tagOf(address)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => patch(address, tag, `Writer ${index}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
    const winner = answers.find(({ status }) => status === 200)
    expect(await titleOf(address)).toBe(winner?.body.title)
    const again = await tagOf(address)
    const [other, conditional] = await Promise.all([
      client.patch(address, { title: 'Unconditional' }),
      patch(address, again, 'Conditional'),
    ])
    expect(other.status).toBe(200)
    // Whichever came first, the one with a condition has not overwritten the other.
    if (conditional.status === 200) expect(await titleOf(address)).toBe('Unconditional')
    else expect([conditional.status, await titleOf(address)]).toEqual([412, 'Unconditional'])
  })

  test('compares what a client of a later contract reads, which has another form', async () => {
    const { body: site } = await client.post(`/orgs/${organization.id}/sites`, { title: 'Later' })
    const address = `/v1/orgs/${organization.id}/sites/${site.id}/customization`
    const sendLater = (method: string, headers: Record<string, string>, body?: object) =>
      sendWith(app, client, method, address, {
        headers: { 'User-Agent': '@gitbook/api/0.202.0', ...headers },
        body,
      })
    const tagOfLater = async () => (await sendLater('GET', {})).headers.get('etag') as string
    const change = (tag: string, emoji: string) =>
      sendLater('PUT', { 'If-Match': tag }, { favicon: { emoji } })
    const tag = await tagOfLater()
    const changed = await change(tag, '🚀')
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, await tagOfLater()])
    expect((await change(tag, '📘')).status).toBe(412)
  })

  test('takes several tags, strong or weak, and * for whatever is there', async () => {
    const address = await buildAddress()
    expect((await patch(address, `"a", ${await tagOf(address)}`, 'One of them')).status).toBe(200)
    expect((await patch(address, (await tagOf(address)).replace('W/', ''), 'Strong')).status).toBe(200)
    expect((await patch(address, '*', 'Any')).status).toBe(200)
    expect((await patch('/spaces/doesnotexist', '*', 'None')).status).toBe(404)
  })

  test('guards deletions, and the items of lists by the tag of the list', async () => {
    const address = await buildAddress()
    const tag = await tagOf(address)
    await client.patch(address, { title: 'Changed' })
    const remove = (condition: string) =>
      sendWith(app, client, 'DELETE', `/v1${address}`, { headers: { 'If-Match': condition } })
    expect((await remove(tag)).status).toBe(412)
    expect((await client.get(address)).status).toBe(200)
    expect((await remove(await tagOf(address))).status).toBe(205)
    const { id } = (await client.post(`/orgs/${organization.id}/sites`, { title: 'Site' })).body
    const links = `/orgs/${organization.id}/sites/${id}/share-links`
    const [first] = [(await client.post(links, { name: 'First' })).body]
    const ofList = await tagOf(links)
    const rename = (condition: string) =>
      sendWith(app, client, 'PATCH', `/v1${links}/${first.id}`, {
        headers: { 'If-Match': condition },
        body: { name: 'Renamed' },
      })
    await client.post(links, { name: 'Second' })
    expect((await rename(ofList)).status).toBe(412)
    expect((await rename(await tagOf(links))).status).toBe(200)
  })

  test('does not hide what else is wrong with a request', async () => {
    const address = await buildAddress()
    expect((await patch(address, '"stale"', 'x'.repeat(51))).status).toBe(400)
    expect(
      (
        await sendWith(app, app.as(null), 'PATCH', `/v1${address}`, {
          headers: { 'If-Match': '*' },
          body: {},
        })
      ).status,
    ).toBe(401)
  })

  test('costs requests without it nothing', async () => {
    const address = await buildAddress()
    const { texts } = await app.statements(async () => {
      await client.patch(address, { title: 'Plain' })
      await client.get(address)
    })
    expect(texts.filter((text) => /SAVEPOINT|advisory|SELECT set_config/i.test(text))).toEqual([])
  })
})
