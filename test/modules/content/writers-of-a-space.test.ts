import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { spaceWriters } from '../../../src/database/space-transaction.ts'
import { type RestAnswer, startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { LockHolder } from '../../support/lock-holder.ts'

let app: TestApp
let client: TestClient
let held: string
let others: string[]
let holder: LockHolder

const lockTimeoutMs = budget(2000, 5000)

beforeAll(async () => {
  app = await startOwnTestApp()
  if (!isLongRun) Object.assign(app.database.writePool.options, { lock_timeout: lockTimeoutMs })
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  held = (await buildSpace(app, organization)).id
  others = await Promise.all(Array.from({ length: 3 }, async () => (await buildSpace(app, organization)).id))
  holder = await LockHolder.connect(app.config.databaseUrl as string)
})
afterAll(async () => {
  await holder.end()
  await app.close()
})

beforeEach(async () => {
  await holder.query('BEGIN')
  await holder.query(`SELECT 1 FROM "Branch" WHERE "spaceId" = $1 FOR UPDATE`, [held])
})
afterEach(() => holder.query('ROLLBACK'))

const insert = (title: string) => ({
  changes: [{ operation: 'insert_page', title, document: { markdown: title } }],
})

const write = (space: string, title: string): Promise<RestAnswer> =>
  client.post(`/spaces/${space}/content`, insert(title))

const reasonsOf = (answers: readonly RestAnswer[]) =>
  new Set(answers.map(({ status, body }) => `${status} ${body.error?.reason}`))

describe('while another session holds the branch of a space', () => {
  test('its writers get 503 with Retry-After, and everybody else is answered', async () => {
    const stuck = Array.from({ length: spaceWriters.concurrent + 1 }, (_, index) =>
      write(held, `Held ${index}`),
    )
    let isOver = false
    const over = Promise.all(stuck).finally(() => {
      isOver = true
    })
    await expect.poll(async () => (await holder.waiting()).length).toBeGreaterThan(0)
    for (const other of others) {
      expect((await client.get('/user')).status).toBe(200)
      expect((await client.get(`/spaces/${held}/content/pages`)).status).toBe(200)
      expect((await write(other, 'Free')).status).toBe(200)
    }
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    expect(isOver).toBe(false)
    const answers = await over
    expect(reasonsOf(answers)).toEqual(new Set(['503 DATABASE_BUSY']))
    for (const { headers } of answers) expect(headers.get('retry-after')).toBe('1')
  })

  test('a bounded number of its writers wait, and all of them succeed once it is free', async () => {
    const { concurrent, queued } = spaceWriters
    const writers = Array.from({ length: concurrent + queued + 1 }, (_, index) =>
      write(held, `Waiting ${index}`),
    )
    const first = await Promise.race(writers)
    await holder.query('ROLLBACK')
    expect(`${first.status} ${first.body.error?.reason}`).toBe('503 SPACE_BUSY')
    expect(first.headers.get('retry-after')).toBe('2')
    const answers = await Promise.all(writers)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  })
})
