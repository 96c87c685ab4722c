import { describe, expect, onTestFinished, test } from 'vitest'
import { spaceWriters } from '../../../src/database/space-transaction.ts'
import { type RestAnswer, startOwnTestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { LockHolder } from '../../support/lock-holder.ts'
import { setInConnections } from '../../support/pools.ts'

/** Starts a server on whose database another session holds the branch of a space. */
async function buildHeldSpace(lockTimeoutMs: number) {
  const app = await startOwnTestApp()
  onTestFinished(() => app.close())
  await setInConnections(app.database.writePool, { lock_timeout: lockTimeoutMs })
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const { id: held } = await buildSpace(app, organization)
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => (await buildSpace(app, organization)).id),
  )
  const holder = await LockHolder.connect(app.config.databaseUrl as string)
  onTestFinished(() => holder.end())
  await holder.query('BEGIN')
  await holder.query(`SELECT 1 FROM "Branch" WHERE "spaceId" = $1 FOR UPDATE`, [held])
  const write = (space: string, title: string): Promise<RestAnswer> =>
    client.post(`/spaces/${space}/content`, insert(title))
  return { app, client, held, others, holder, write }
}

const insert = (title: string) => ({
  changes: [{ operation: 'insert_page', title, document: { markdown: title } }],
})

const reasonsOf = (answers: readonly RestAnswer[]) =>
  new Set(answers.map(({ status, body }) => `${status} ${body.error?.reason}`))

describe('while another session holds the branch of a space', () => {
  test.runIf(isLongRun)('its writers get 503 with Retry-After, and everybody else is answered', async () => {
    const { app, client, held, others, holder, write } = await buildHeldSpace(5000)
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

  test.runIf(isLongRun)(
    'a bounded number of its writers wait, and all of them succeed once it is free',
    async () => {
      // Longer than it takes to send the requests, on whatever machine: none of them is to end by it.
      const { held, holder, write } = await buildHeldSpace(60_000)
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
    },
  )
})
