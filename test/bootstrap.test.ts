import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootstrap } from '../src/bootstrap.ts'
import { createLogger } from '../src/logger.ts'
import { startOwnTestApp, type TestApp } from './support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startOwnTestApp({ SAMPLE_CONTENT: 'on' })
})
afterAll(() => app.close())

test('the first start returns its token even if the sample content cannot be created', async () => {
  const { config, database } = app
  await database.pool.query('ALTER TABLE "Site" ADD CONSTRAINT "noSites" CHECK (false)')
  const { createdToken, sampleSite } = await bootstrap({ config, database, logger: createLogger('silent') })
  expect(sampleSite).toBeUndefined()
  expect((await app.as({ token: createdToken as string }).get('/user')).status).toBe(200)
})
