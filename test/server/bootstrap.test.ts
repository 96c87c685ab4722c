import { afterEach, expect, test } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { bootstrap } from '../../src/server/bootstrap.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'

let app: TestApp

afterEach(() => app.close())

// Its spaces are made first, and its site once they have all of their pages.
test.each(isLongRun ? ['Space', 'Site'] : ['Space'])(
  'the first start returns its token even if the sample content cannot be created: no %s',
  async (table) => {
    app = await startOwnTestApp({ SAMPLE_CONTENT: 'on' })
    const { config, database } = app
    await database.pool.query(`ALTER TABLE "${table}" ADD CONSTRAINT "none" CHECK (false)`)
    const { createdToken, sampleSite } = await bootstrap({ config, database, logger: createLogger('silent') })
    expect(sampleSite).toBeUndefined()
    expect((await app.as({ token: createdToken as string }).get('/user')).status).toBe(200)
  },
)
