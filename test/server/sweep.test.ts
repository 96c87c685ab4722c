import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withPatientConnection } from '../../src/database/sessions.ts'
import { waitForSweep } from '../../src/database/sweep-lock.ts'
import { identifyDocument } from '../../src/formats/body/documents.ts'
import { storeBlob } from '../../src/modules/content/blobs.ts'
import { sweepBlobs, sweepDocuments } from '../../src/modules/content/sweep-content.ts'
import { sweep } from '../../src/server/sweep.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { budget, isLongRun } from '../support/budget.ts'
import { sendChanges } from '../support/factories/content.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

let app: TestApp
let client: TestClient
let spaceId: string

beforeAll(async () => {
  app = await startOwnTestApp()
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  spaceId = (await buildSpace(app, organization)).id
})
afterAll(() => app.close())

const run = () => sweep({ ...app, warn: () => {} })

const insertPage = (markdown: string) =>
  sendChanges(client, spaceId, { operation: 'insert_page', title: randomUUID(), document: { markdown } })
const insertFile = (content: string) =>
  sendChanges(client, spaceId, {
    operation: 'insert_files',
    files: [
      {
        name: 'a.txt',
        contentType: 'text/plain',
        base64: Buffer.from(content).toString('base64'),
      },
    ],
  })

async function markdownOf(pageId: string): Promise<string> {
  const { body } = await client.get(`/spaces/${spaceId}/content/page/${pageId}?format=markdown`)
  return body.markdown.trim()
}

const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
const pathOf = (hash: string) => join(app.config.dataDir, 'files', hash.slice(0, 2), hash)

/** Makes everything that is stored look old. */
async function age(): Promise<void> {
  await app.database.pool.query('UPDATE "Blob" SET "storedAt" = $1', [twoDaysAgo])
  await app.database.pool.query('UPDATE "Document" SET "createdAt" = $1', [twoDaysAgo])
  await app.database.pool.query('UPDATE "SearchWord" SET "unusedAt" = $1 WHERE "unusedAt" IS NOT NULL', [
    twoDaysAgo,
  ])
}

async function writeOld(path: string): Promise<string> {
  const file = join(app.config.dataDir, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'half of')
  await utimes(file, twoDaysAgo, twoDaysAgo)
  return file
}

/** A body to which nothing refers, as a space that was purged leaves it. */
async function storeUnused(markdown: string): Promise<string> {
  const { id } = identifyDocument({ markdown }) as { id: string }
  await app.database.pool.query('INSERT INTO "Document" (id, markdown, "createdAt") VALUES ($1, $2, $3)', [
    id,
    markdown,
    twoDaysAgo,
  ])
  return id
}

const ids = async (text: string) =>
  (await app.database.pool.query<{ id: string }>(text)).rows.map(({ id }) => id)

describe('the sweep', () => {
  test('deletes bodies and files to which nothing refers, and only those', async () => {
    const page = await insertPage('A page that stays.')
    const file = (await insertFile('A file that stays.')).body.insertedFiles[0]
    const unusedBody = await storeUnused('Nothing refers to this.')
    const unusedFile = await storeBlob(app, Buffer.from('Nothing refers to this.'))
    await age()
    const newFile = await storeBlob(app, Buffer.from('Something may soon refer to this.'))
    expect(await run()).toMatchObject({ bodies: 1, files: 1 })
    expect(await ids('SELECT id FROM "Document"')).not.toContain(unusedBody)
    expect(await ids('SELECT hash AS id FROM "Blob"')).toEqual(
      expect.arrayContaining([newFile.hash, hashOf('A file that stays.')]),
    )
    expect([existsSync(pathOf(unusedFile.hash)), existsSync(pathOf(newFile.hash))]).toEqual([false, true])
    const pageId = page.body.changes[0].page.id
    expect(await markdownOf(pageId)).toBe('A page that stays.')
    expect(await (await fetch(file.downloadURL)).text()).toBe('A file that stays.')
  })

  test('deletes half-written files once no process can still write them', async () => {
    const old = await Promise.all([writeOld('uploads/a.part'), writeOld('files/ab/abc.xyz.part')])
    const young = join(app.config.dataDir, 'uploads/b.part')
    await writeFile(young, 'half of')
    expect(await run()).toMatchObject({ unfinishedFiles: 2 })
    expect([...old, young].map((file) => existsSync(file))).toEqual([false, false, true])
  })

  test('deletes temporary folders of imports that no process uses any longer', async () => {
    const old = await mkdtemp(join(tmpdir(), 'lectern-import-'))
    await writeFile(join(old, 'files'), 'half of')
    await utimes(old, new Date(0), new Date(0))
    const young = await mkdtemp(join(tmpdir(), 'lectern-import-'))
    await run()
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
    await rm(young, { recursive: true })
  })

  test.runIf(isLongRun)(
    'deletes words of the search that no page has any longer, a day after it has found them',
    async () => {
      const words = () => ids(`SELECT word AS id FROM "SearchWord" WHERE word IN ('wombat', 'quokka')`)
      const inserted = await insertPage('A wombat and a quokka.')
      const pageId = inserted.body.changes[0].page.id
      expect(await run()).toMatchObject({ words: 0 })
      await sendChanges(client, spaceId, { operation: 'delete_page', page: pageId })
      expect(await run()).toMatchObject({ words: 0 })
      expect(await words()).toHaveLength(2)
      await age()
      await insertPage('The quokka returns.')
      await run()
      expect(await words()).toEqual(['quokka'])
    },
  )

  test('looks words up in the index, whatever the planner takes them for', async () => {
    await insertPage('A numbat.')
    const { texts } = await app.statements(() => run())
    const settings = texts.filter((text) => /^SET LOCAL (enable|gin)/.test(text))
    const statement = texts.find((text) => text.includes('"SearchPage" p WHERE p.vector @@')) as string
    const plan = await withPatientConnection(app.database.pool, async (connection) => {
      await connection.query('BEGIN')
      for (const setting of settings) await connection.query(setting)
      const { rows } = await connection.query(`EXPLAIN ${statement}`, [''])
      await connection.query('ROLLBACK')
      return JSON.stringify(rows)
    })
    expect(plan).toMatch(/Bitmap Index Scan on .*vector/)
    expect(plan).not.toContain('Seq Scan on \\"SearchPage\\"')
  })

  test.runIf(isLongRun)('continues where it ran out of time', async () => {
    await insertPage('A bilby, a dingo and a zebra.')
    const words = ['bilby', 'dingo', 'zebra']
    await app.database.pool.query(`DELETE FROM "SearchPage" WHERE "spaceId" = $1`, [spaceId])
    await app.database.pool.query(`UPDATE "SearchWord" SET "unusedAt" = NULL WHERE word = ANY($1)`, [words])
    await app.database.prisma.sweepPosition.upsert({
      where: { sweep: 'search-words' },
      create: { sweep: 'search-words', position: 'dingo' },
      update: { position: 'dingo' },
    })
    const marked = () =>
      ids(
        `SELECT word AS id FROM "SearchWord" WHERE word IN ('bilby','dingo','zebra') AND "unusedAt" IS NOT NULL`,
      )
    await run()
    expect(await marked()).toEqual(['zebra'])
    await run()
    expect((await marked()).sort()).toEqual(words)
  })

  describe('of many bodies', () => {
    const before = new Date(Date.now() - 24 * 3_600_000)
    const markdown = `'Unused ' || n`
    const unused = (text = `count(*)::int`) =>
      app.database.pool.query(`SELECT ${text} AS found FROM "Document" WHERE markdown LIKE 'Unused %'`)
    const storeMany = (count: number) =>
      app.database.pool.query(
        `INSERT INTO "Document" (id, markdown, "createdAt")
         SELECT encode(sha256(convert_to(${markdown}, 'UTF8')), 'hex'), ${markdown}, $2 FROM generate_series(1, $1::int) n`,
        [count, twoDaysAgo],
      )

    test('looks at some at once, tells how far it came, and is continued where it was stopped', async () => {
      await storeMany(1200)
      const stop = new AbortController()
      const told: number[] = []
      const report = (_what: string, done: number, total: number) => {
        told.push(done, total)
        stop.abort()
      }
      const first = await sweepDocuments(app.database, { before, signal: stop.signal, report })
      expect(told).toEqual([500, expect.any(Number)])
      expect(told[1]).toBeGreaterThanOrEqual(1200)
      expect(first).toBeLessThanOrEqual(500)
      const left = (await unused('min(id)')).rows[0].found
      const position = await app.database.prisma.sweepPosition.findUnique({ where: { sweep: 'bodies' } })
      expect([(position?.position ?? '') < left, (await unused()).rows[0].found]).toEqual([
        true,
        1200 - first,
      ])
      expect(await sweepDocuments(app.database, { before })).toBe(1200 - first)
    })

    test('goes round once, wherever the last one was stopped', async () => {
      await storeMany(20)
      const middle = (await unused('min(id)')).rows[0].found
      await app.database.prisma.sweepPosition.upsert({
        where: { sweep: 'bodies' },
        create: { sweep: 'bodies', position: middle },
        update: { position: middle },
      })
      expect(await sweepDocuments(app.database, { before })).toBe(20)
    })

    test('looks each up in the indexes of what refers to it', async () => {
      await storeMany(20)
      const { texts } = await app.statements(() => sweepDocuments(app.database, { before }))
      const statements = texts.filter((text) => /^(SELECT|DELETE).+"PageVersion" r /s.test(text))
      expect(statements).toHaveLength(2)
      const values = [
        [before, '', null],
        [['a', 'b'], before],
      ]
      for (const [index, statement] of statements.entries()) {
        const plan = await withPatientConnection(app.database.pool, async (connection) => {
          await connection.query('BEGIN')
          await connection.query('SET LOCAL enable_seqscan = off')
          const { rows } = await connection.query(`EXPLAIN ${statement}`, values[index])
          await connection.query('ROLLBACK')
          return rows.map((row) => row['QUERY PLAN']).join('\n')
        })
        expect(plan).toMatch(/SubPlan.+Index Only Scan using "PageVersion_documentId_(branchId_)?idx"/s)
        expect(plan).not.toMatch(/Seq Scan|Hash|Merge/)
      }
    })
  })

  test('does not run while a backup reads the files', async () => {
    await withPatientConnection(app.database.pool, async (backup) => {
      await waitForSweep(backup)
      expect(await run()).toBeNull()
    })
    expect(await run()).not.toBeNull()
  })

  test('deletes no files that another database may refer to', async () => {
    const file = await storeBlob(app, Buffer.from('Another database refers to this.'))
    await age()
    const owners = join(app.config.dataDir, 'files/databases')
    const own = await readFile(owners, 'utf8')
    await writeFile(owners, `${own}another database\n`)
    const warnings: string[] = []
    await sweep({ ...app, warn: (message) => void warnings.push(message) })
    expect(existsSync(pathOf(file.hash))).toBe(true)
    expect(warnings).toEqual([expect.stringContaining('another database')])
    await writeFile(owners, own)
  })
})

test('with SWEEP_DAYS files stay for so many days after a sweep found them unused, and longer if they are used again', async () => {
  await age()
  await run()
  const config = { ...app.config, sweepDays: 15 }
  const runLater = () => sweep({ ...app, config, warn: () => {} })
  const [left, used] = ['left for good', 'used again'].map(hashOf) as [string, string]
  const forget = () =>
    app.database.pool.query('DELETE FROM "FileVersion" WHERE "blobHash" = ANY($1)', [[left, used]])
  for (const content of ['left for good', 'used again']) expect((await insertFile(content)).status).toBe(200)
  await forget()
  await age()
  expect(await runLater()).toMatchObject({ files: 0 })
  const passDays = (days: number) =>
    app.database.pool.query('UPDATE "Blob" SET "unusedSince" = "unusedSince" - make_interval(days => $1)', [
      days,
    ])
  await passDays(14)
  await insertFile('used again')
  expect(await runLater()).toMatchObject({ files: 0 })
  await forget()
  await age()
  expect(await runLater()).toMatchObject({ files: 0 })
  await passDays(2)
  expect(await runLater()).toMatchObject({ files: 1 })
  expect([left, used].map((hash) => existsSync(pathOf(hash)))).toEqual([false, true])
  await passDays(14)
  expect(await runLater()).toMatchObject({ files: 1 })
})

describe('while a sweep runs', () => {
  const numbers = Array.from({ length: budget(8, 300) }, (_, index) => index)
  const future = { before: new Date(Date.now() + 3_600_000) }

  /** Sweeps until the work has ended. */
  async function sweeping(sweepOnce: () => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
    let isOver = false
    const sweeps = (async () => {
      while (!isOver) await sweepOnce()
    })()
    try {
      await work()
    } finally {
      isOver = true
      await sweeps
    }
  }

  test.runIf(isLongRun)('bodies that are written again are kept, whatever their age', async () => {
    const bodies = numbers.map((number) => `The body ${number} is written again.`)
    for (const body of bodies) await storeUnused(body)
    const written: string[] = []
    await sweeping(
      () => sweepDocuments(app.database, future),
      async () => {
        for (const body of bodies) {
          const answer = await insertPage(body)
          expect(answer.status).toBe(200)
          written.push(answer.body.changes[0].page.id)
        }
      },
    )
    for (const [index, pageId] of written.entries()) {
      expect(await markdownOf(pageId)).toBe(bodies[index])
    }
  })

  test('files that are stored again are kept', async () => {
    const contents = numbers.map((number) => `The file ${number} is stored again.`)
    for (const content of contents) await storeBlob(app, Buffer.from(content))
    await age()
    const before = new Date(Date.now() - 3_600_000)
    const urls: string[] = []
    await sweeping(
      () => sweepBlobs(app, { before }),
      async () => {
        for (const content of contents) {
          const answer = await insertFile(content)
          expect(answer.status).toBe(200)
          urls.push(answer.body.insertedFiles[0].downloadURL)
        }
      },
    )
    for (const [index, url] of urls.entries()) expect(await (await fetch(url)).text()).toBe(contents[index])
  })
})
