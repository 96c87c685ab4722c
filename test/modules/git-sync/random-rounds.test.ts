import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { budget, budgetSeed, isLongRun } from '../../support/budget.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import type { GitServer } from '../../support/git-server.ts'
import { sendWith } from '../../support/with-headers.ts'
import { book, expectEqualSides, expectSoundHistory } from './both-sides.ts'
import { patientClient, patiently, RandomRounds } from './random-rounds.ts'
import { buildSyncedSpace, connect, connectionOf, startServer, sync } from './synced-space.ts'

describe.runIf(isLongRun)('rounds of random edits', () => {
  let app: TestApp
  let server: GitServer

  beforeAll(async () => {
    app = await startTestApp()
    server = await startServer()
  })
  afterAll(async () => {
    await server.close()
    await app.close()
  })

  // test/faults/git-sync.test.ts has hundreds of rounds, in which processes are killed and requests cut off.
  test('random edits of a space and its branch leave both equal, and lose nothing', {
    timeout: 600_000,
  }, async () => {
    const seed = Number(process.env.GIT_SEED ?? budgetSeed())
    const built = await buildSyncedSpace(app, server)
    const space = { ...built, client: patientClient(built.client) }
    const writers = [space.admin, await buildMember(app, space.organizationId, 'ADMIN')].map((user) => ({
      email: user.email,
      post: patiently((path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
        sendWith(app, user, 'POST', `/v1${path}`, { headers, body }),
      ),
    }))
    const first = space.repository.commit(book)
    await connect(space, { direction: 'from-git' })
    await sync(space)
    const rounds = new RandomRounds(space, seed, writers)
    for (let round = 0; round < budget(1, 30); round++) {
      const told = () => `seed ${seed}, round ${round}: ${rounds.done.slice(-12).join(', ')}`
      for (let count = rounds.below(3); count > 0; count--) await rounds.editSpace()
      for (let count = rounds.below(3); count > 0; count--) await rounds.editBranch()
      const job = await sync(space)
      const state = await connectionOf(space)
      expect(job.status, `${told()} ${JSON.stringify(job)}`).toBe('completed')
      expect(['synced', 'conflicts', 'history-rewritten'], `${told()} ${JSON.stringify(state)}`).toContain(
        state.state.code,
      )
      await expectEqualSides(space, rounds, told)
      const head = space.repository.head()
      await sync(space)
      expect(space.repository.head(), told()).toBe(head)
    }
    const emails = writers.map(({ email }) => email)
    expectSoundHistory(space, rounds, { first, emails, told: `seed ${seed}` })
  })
})
