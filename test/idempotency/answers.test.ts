import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sweepAnswers } from '../../src/idempotency/kept-answers.ts'
import { idempotencyLimits, transactionLimits } from '../../src/idempotency/limits.ts'
import { startSourceServer } from '../modules/imports/source-server.ts'
import {
  type RestAnswer,
  startOwnTestApp,
  startServerBeside,
  type TestApp,
  type TestClient,
} from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { insertPage } from '../support/factories/content.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { LockHolder } from '../support/lock-holder.ts'
import { sendWith } from '../support/with-headers.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
let holder: LockHolder
beforeAll(async () => {
  app = await startOwnTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
  holder = await LockHolder.connect(app.config.databaseUrl as string)
})
afterAll(async () => {
  await holder.end()
  await app.close()
})

const newKey = () => randomUUID()

const collections = () => `/v1/orgs/${organization.id}/collections`

const create = (key: string, title: string, as = client, server: Pick<TestApp, 'url'> = app) =>
  sendWith(server, as, 'POST', collections(), { headers: { 'Idempotency-Key': key }, body: { title } })

const mutate = (key: string, query: string, variables: object = {}, as = client) =>
  sendWith(app, as, 'POST', '/graphql', { headers: { 'Idempotency-Key': key }, body: { query, variables } })

const titled = async (title: string): Promise<number> => {
  const { items } = (await client.get(`/orgs/${organization.id}/collections?limit=1000`)).body
  return items.filter((each: { title: string }) => each.title === title).length
}

const reasonOf = ({ status, body }: RestAnswer) => [status, body.error?.reason]

/** Waits until requests wait for a lock of the holder, and returns their connections. */
async function untilWaiting(count = 1): Promise<number[]> {
  await expect.poll(() => holder.waiting(), { timeout: 30_000 }).toHaveLength(count)
  return holder.waiting()
}

/** Runs work while no collection can be created. */
async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE "Collection" IN SHARE MODE')
  try {
    return await work()
  } finally {
    await holder.query('COMMIT')
  }
}

describe('the answer to an Idempotency-Key', () => {
  test('is the same from every replica, and in the same words', async () => {
    const other = await startServerBeside(app, {})
    const key = newKey()
    const first = await create(key, 'Replica')
    const again = await create(key, 'Replica', client, other)
    await other.close()
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(await titled('Replica')).toBe(1)
  })

  test('is that of one request: another one is refused, and so is another row', async () => {
    const key = newKey()
    await create(key, 'One')
    expect(reasonOf(await create(key, 'Another'))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const elsewhere = await sendWith(app, client, 'POST', `/v1/orgs/${organization.id}/spaces`, {
      headers: { 'Idempotency-Key': key },
      body: { title: 'One' },
    })
    expect(reasonOf(elsewhere)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const inGraphQL = await mutate(
      key,
      'mutation { createOrganization(input: { title: "One" }) { organization { id } } }',
    )
    expect([inGraphQL.status, inGraphQL.body.errors[0].extensions.reason]).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ])
    expect(await titled('Another')).toBe(0)
  })

  test('belongs to a user', async () => {
    const key = newKey()
    const member = app.as(await buildMember(app, organization.id, 'ADMIN'))
    const [mine, theirs] = [await create(key, 'Owned'), await create(key, 'Owned', member)]
    expect(theirs.status).toBe(201)
    expect(theirs.body.id).not.toBe(mine.body.id)
  })

  test('is kept for a day, and then swept', async () => {
    const key = newKey()
    await create(key, 'Daily')
    await app.database.pool.query(
      `UPDATE "KeptAnswer" SET "createdAt" = now() - interval '24 hours 1 minute'`,
    )
    expect((await create(key, 'Daily again')).status).toBe(201)
    await app.database.pool.query(
      `UPDATE "KeptAnswer" SET "createdAt" = now() - interval '24 hours 1 minute'`,
    )
    const fresh = newKey()
    await create(fresh, 'Fresh')
    await sweepAnswers(app.database)
    const { rows } = await app.database.pool.query('SELECT count(*)::int AS count FROM "KeptAnswer"')
    expect(rows).toEqual([{ count: 1 }])
    expect((await create(fresh, 'Fresh')).headers.get('idempotency-replayed')).toBe('true')
  })

  test('is encrypted, because it may have a secret', async () => {
    const key = newKey()
    const { body } = await sendWith(app, client, 'POST', '/v1/user/tokens', {
      headers: { 'Idempotency-Key': key },
      body: { label: 'Robot' },
    })
    expect(body.token).toEqual(expect.any(String))
    const { rows } = await app.database.pool.query('SELECT id, answer, fingerprint FROM "KeptAnswer"')
    for (const { id, answer, fingerprint } of rows)
      for (const secret of [body.token, key]) {
        expect(answer.includes(secret)).toBe(false)
        expect(`${id} ${fingerprint}`).not.toContain(secret)
      }
  })

  test('is not kept for a request that was refused, which can be sent again with the same key', async () => {
    const key = newKey()
    const refused = await create(key, 'x'.repeat(60))
    expect(refused.status).toBe(400)
    const space = await buildSpace(app, organization)
    const stale = await sendWith(app, client, 'PATCH', `/v1/spaces/${space.id}`, {
      headers: { 'Idempotency-Key': key, 'If-Match': '"stale"' },
      body: { title: 'New' },
    })
    expect(reasonOf(stale)).toEqual([412, 'RESOURCE_CHANGED'])
    expect((await client.get(`/spaces/${space.id}`)).body.title).not.toBe('New')
    expect((await create(key, 'Shorter')).status).toBe(201)
  })

  test('may not be that of a token that may do more', async () => {
    const key = newKey()
    const { body } = await client.post('/user/tokens', { label: 'Reader', scopes: ['read'] })
    await create(key, 'Scoped')
    const answer = await create(key, 'Scoped', app.as({ token: body.token }))
    expect(reasonOf(answer)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('is that of a key of printable characters, and not too long', async () => {
    for (const key of ['', 'x'.repeat(256), 'schlüssel'])
      expect(reasonOf(await create(Buffer.from(key).toString('latin1'), 'Key'))).toEqual([
        400,
        'IDEMPOTENCY_KEY_INVALID',
      ])
    expect(await titled('Key')).toBe(0)
  })

  test.runIf(isLongRun)('may not be too large, and then nothing is written', async () => {
    const text = 'x'.repeat(idempotencyLimits.answerBytes / 10)
    const space = await buildSpace(app, organization)
    const insert = Array.from({ length: 11 }, (_, index) => insertPage(`Page ${index}`, `${index} ${text}`))
    await client.post(`/spaces/${space.id}/content`, { changes: insert })
    const { body } = await mutate(
      newKey(),
      `mutation ($space: ID!) { updateSpace(spaceId: $space, input: { title: "Large" }) {
        space { pages(first: 20) { nodes { ... on DocumentPage { markdown } } } }
      } }`,
      { space: space.id },
    )
    expect(body.errors[0].extensions.reason).toBe('ANSWER_TOO_LARGE')
    expect((await client.get(`/spaces/${space.id}`)).body.title).not.toBe('Large')
  })

  test('counts against a limit of the user', async () => {
    const member = await buildMember(app, organization.id, 'ADMIN')
    await app.database.pool.query(
      `INSERT INTO "KeptAnswer" (id, "userId", fingerprint, size)
       SELECT 'limit ' || n, $1, '', 0 FROM generate_series(1, $2::int) n`,
      [member.id, idempotencyLimits.answersOfUser],
    )
    const { status, body, headers } = await create(newKey(), 'Limited', app.as(member))
    expect([status, body.error.reason, headers.get('retry-after')]).toEqual([
      429,
      'TOO_MANY_IDEMPOTENCY_KEYS',
      '3600',
    ])
  })
})

describe('a request with an Idempotency-Key', () => {
  test('that is sent again while it runs is refused with Retry-After, and answered once it has ended', async () => {
    const key = newKey()
    const [first, duplicates] = await whileLocked(async () => {
      const running = create(key, 'Running')
      await untilWaiting()
      return [running, await Promise.all([1, 2, 3].map(() => create(key, 'Running')))] as const
    })
    for (const { status, body, headers } of duplicates)
      expect([status, body.error.reason, headers.get('retry-after')]).toEqual([409, 'REQUEST_RUNNING', '1'])
    const { status, body } = await first
    expect(status).toBe(201)
    expect((await create(key, 'Running')).body).toEqual(body)
    expect(await titled('Running')).toBe(1)
  })

  test('with files is the same if the files are', async () => {
    const space = await buildSpace(app, organization)
    const address = `${app.url}/v1/spaces/${space.id}/content`
    const upload = async (
      url: string,
      headers: Record<string, string>,
      parts: Record<string, string | Blob>,
    ) => {
      const form = new FormData()
      for (const [name, part] of Object.entries(parts)) form.set(name, part)
      const authorization = { Authorization: `Bearer ${client.token}` }
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...authorization, ...headers },
        body: form,
      })
      return { status: answer.status, body: await answer.json() }
    }
    const inRest = (key: string, bytes: string) =>
      upload(
        address,
        { 'Idempotency-Key': key },
        {
          'changes.0.operation': 'insert_files',
          'changes.0.files.0.upload': new File([bytes], 'rest.txt', { type: 'text/plain' }),
        },
      )
    const key = newKey()
    const first = await inRest(key, 'bytes')
    expect([first.status, await inRest(key, 'bytes')]).toEqual([200, first])
    expect((await inRest(key, 'other')).status).toBe(422)
    const query = `mutation ($space: ID!, $file: Upload!) { updateContent(spaceId: $space, input: { changes: [
      { insertFiles: { files: [{ upload: $file }] } }] }) { allInsertedFiles { fileId } } }`
    const inGraphQL = () =>
      upload(
        `${app.url}/graphql`,
        { 'Idempotency-Key': 'with files' },
        {
          operations: JSON.stringify({ query, variables: { space: space.id, file: null } }),
          map: JSON.stringify({ file: ['variables.file'] }),
          file: new File(['bytes'], 'graph.txt', { type: 'text/plain' }),
        },
      )
    const answer = await inGraphQL()
    expect(answer.body.errors).toBeUndefined()
    expect(await inGraphQL()).toEqual(answer)
    const { items } = (await client.get(`/spaces/${space.id}/content/files`)).body
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['graph.txt', 'rest.txt'])
  })

  test('that is interrupted has written nothing, and runs once when it is sent again', async () => {
    const key = newKey()
    const interrupted = await whileLocked(async () => {
      const running = create(key, 'Interrupted')
      const [pid] = await untilWaiting()
      await app.database.pool.query('SELECT pg_terminate_backend($1)', [pid])
      return running
    })
    expect(interrupted.status).toBeGreaterThanOrEqual(500)
    expect(await titled('Interrupted')).toBe(0)
    const done = await create(key, 'Interrupted')
    expect(done.status).toBe(201)
    expect((await create(key, 'Interrupted')).body).toEqual(done.body)
    expect(await titled('Interrupted')).toBe(1)
  })

  test('that several clients send at once runs once', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(key, 'At once')))
    for (const { status } of answers) expect([201, 409]).toContain(status)
    expect(new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))).size).toBe(1)
    expect(await titled('At once')).toBe(1)
  })

  test('waits for others of its user, of which not too many may wait', async () => {
    const { answers, refused } = await whileLocked(async () => {
      const running = Array.from({ length: transactionLimits.concurrentOfUser }, (_, index) =>
        create(newKey(), `Queued ${index}`),
      )
      const waitingForLocks = `SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      const read = async () => (await app.database.pool.query(waitingForLocks)).rows
      await expect.poll(read, { timeout: 30_000 }).toHaveLength(running.length)
      // They are refused once they run.
      const waiting = Array.from({ length: transactionLimits.queuedOfUser + 1 }, () =>
        create(newKey(), 'x'.repeat(60)),
      )
      return { answers: [...running, ...waiting], refused: await Promise.race(waiting) }
    })
    expect([...reasonOf(refused), refused.headers.get('retry-after')]).toEqual([
      503,
      'TRANSACTIONS_BUSY',
      '1',
    ])
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length
    const { concurrentOfUser, queuedOfUser } = transactionLimits
    expect([count(201), count(400), count(503)]).toEqual([concurrentOfUser, queuedOfUser, 1])
  })

  /** Takes the answers of requests that are not one transaction away, as a server that failed has not kept them. */
  const interrupt = (runningUntil = '-1 minute') =>
    app.database.pool.query(
      `UPDATE "KeptAnswer" SET answer = NULL, "runningUntil" = now() + $1::interval
       WHERE "runningUntil" IS NOT NULL`,
      [runningUntil],
    )

  const importInto = ({ id }: { id: string }, key: string, url: string) =>
    sendWith(app, client, 'POST', `/v1/spaces/${id}/content/import`, {
      headers: { 'Idempotency-Key': key },
      body: { url, source: 'markdown' },
    })

  const runsOf = ({ id }: { id: string }) => app.database.prisma.job.count({ where: { spaceId: id } })

  test('of an import tells that it runs, and has the same answer after its server failed', async () => {
    const space = await buildSpace(app, organization)
    const key = newKey()
    const ask = () => importInto(space, key, `${app.url}/healthz`)
    const first = await ask()
    expect(first.status).toBe(201)
    expect((await ask()).body).toEqual(first.body)
    await interrupt('1 minute')
    expect(reasonOf(await ask())).toEqual([409, 'REQUEST_RUNNING'])
    await interrupt()
    const again = await ask()
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect(again.body).toEqual(first.body)
    expect((await ask()).headers.get('idempotency-replayed')).toBe('true')
    expect(await runsOf(space)).toBe(1)
  })

  test('of an import waits for the run that it has started, if its server failed meanwhile', async () => {
    const space = await buildSpace(app, organization)
    const asked = Promise.withResolvers<void>()
    const held: ServerResponse[] = []
    const source = await startSourceServer()
    onTestFinished(() => source.close())
    const url = source.answer('/interrupted.md', (_request, response) => {
      held.push(response)
      asked.resolve()
    })
    const key = newKey()
    const first = importInto(space, key, url)
    await asked.promise
    await interrupt()
    const again = importInto(space, key, url)
    const renewed = `SELECT 1 FROM "KeptAnswer" WHERE answer IS NULL AND "runningUntil" > now()`
    await expect.poll(async () => (await app.database.pool.query(renewed)).rowCount).toBe(1)
    for (const response of held) response.end('# Held')
    const answers = await Promise.all([first, again])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect(await runsOf(space)).toBe(1)
  })

  test('of an import that was refused imports anew', async () => {
    const space = await buildSpace(app, organization)
    const source = await startSourceServer()
    onTestFinished(() => source.close())
    let isThere = false
    const url = source.answer('/later.md', (_request, response) => {
      response.writeHead(isThere ? 200 : 404).end('# Later')
    })
    const key = newKey()
    expect((await importInto(space, key, url)).status).toBe(400)
    isThere = true
    expect((await importInto(space, key, url)).status).toBe(201)
    expect(await runsOf(space)).toBe(2)
  })

  test('of an import and another field says after its server failed that the outcome is unknown', async () => {
    const space = await buildSpace(app, organization)
    const key = newKey()
    const ask = () =>
      mutate(
        key,
        `mutation ($space: ID!, $organization: ID!, $url: String!) {
          createCollection(organizationId: $organization, input: { title: "Beside" }) { collection { id } }
          importContent(spaceId: $space, input: { url: $url, source: MARKDOWN }) { revisionId }
        }`,
        { space: space.id, organization: organization.id, url: `${app.url}/healthz` },
      )
    expect((await ask()).body.errors).toBeUndefined()
    await interrupt()
    const { errors } = (await ask()).body
    expect(errors[0].extensions.reason).toBe('OUTCOME_UNKNOWN')
    expect(await titled('Beside')).toBe(1)
  })

  test.runIf(isLongRun)(
    'that cannot be one transaction says that it still runs, so that it soon counts as interrupted if its server dies',
    async () => {
      const space = await buildSpace(app, organization)
      const asked = Promise.withResolvers<void>()
      const answers: ServerResponse[] = []
      const source = await startSourceServer()
      const url = source.answer('/held.md', (_request, response) => {
        answers.push(response)
        asked.resolve()
      })
      const body = { url, source: 'markdown' }
      const headers = { 'Idempotency-Key': newKey() }
      const running = sendWith(app, client, 'POST', `/v1/spaces/${space.id}/content/import`, {
        headers,
        body,
      })
      await asked.promise
      const read = async () => {
        const { rows } = await app.database.pool.query(
          `SELECT "runningUntil"::text AS until, extract(epoch FROM "runningUntil" - now())::float8 AS seconds
         FROM "KeptAnswer" WHERE answer IS NULL AND "runningUntil" > now()`,
        )
        return rows[0] as { until: string; seconds: number }
      }
      const { until, seconds } = await read()
      expect(seconds).toBeLessThanOrEqual(idempotencyLimits.leaseSeconds)
      await expect.poll(async () => (await read()).until > until, { timeout: 20_000 }).toBe(true)
      for (const response of answers) response.end('# Held')
      expect((await running).status).toBe(201)
      source.close()
    },
  )
})

describe('a mutation with an Idempotency-Key', () => {
  const two = `mutation ($first: String!, $second: String!, $organization: ID!) {
    one: createCollection(organizationId: $organization, input: { title: $first }) { collection { id } }
    two: createCollection(organizationId: $organization, input: { title: $second }) { collection { id } }
  }`

  test('keeps what one field wrote if another is refused, and its answer', async () => {
    const key = newKey()
    const ask = () =>
      mutate(key, two.replace('$second }', '$second, parent: "doesnotexist" }'), {
        first: 'Kept',
        second: 'Refused',
        organization: organization.id,
      })
    const first = await ask()
    expect(first.body).toMatchObject({ data: { one: expect.any(Object), two: null }, errors: [{}] })
    const again = await ask()
    expect(again.body).toEqual(first.body)
    expect([await titled('Kept'), await titled('Refused')]).toEqual([1, 0])
  })

  test('keeps nothing if a field failed for a reason that may be gone, so that all can be sent again', async () => {
    const key = newKey()
    await app.database.pool.query(
      `ALTER TABLE "Collection" ADD CONSTRAINT planted CHECK (title <> 'Planted') NOT VALID`,
    )
    const variables = { first: 'Before', second: 'Planted', organization: organization.id }
    const failed = await mutate(key, two, variables)
    await app.database.pool.query('ALTER TABLE "Collection" DROP CONSTRAINT planted')
    expect(failed.body.data).toBeNull()
    expect(failed.body.errors[0].extensions.code).toBe('INTERNAL_SERVER_ERROR')
    expect(await titled('Before')).toBe(0)
    expect((await mutate(key, two, variables)).body.errors).toBeUndefined()
    expect([await titled('Before'), await titled('Planted')]).toEqual([1, 1])
  })

  test.each([
    ['events', 'text/event-stream', /^event: next\ndata: (\{.*)$/m],
    ['parts', 'multipart/mixed', /^(\{.*)\r$/m],
  ])('has the same answer for a client that asks for %s', async (form, type, line) => {
    const ask = async (key: string, variables: object) => {
      const answer = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${client.token}`,
          'Content-Type': 'application/json',
          Accept: type,
          'Idempotency-Key': key,
        },
        body: JSON.stringify({ query: two, variables }),
      })
      const text = await answer.text()
      const length = /^Content-Length: (\d+)/m.exec(text)?.[1]
      const [, json = ''] = line.exec(text) ?? []
      if (length !== undefined) expect(Number(length)).toBe(Buffer.byteLength(json))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining(type),
      ])
      return JSON.parse(json)
    }
    const key = newKey()
    const variables = { first: `First ${form}`, second: `Second ${form}`, organization: organization.id }
    const first = await ask(key, variables)
    expect(first.data.two.collection.id).toEqual(expect.any(String))
    expect(await ask(key, variables)).toEqual(first)
    expect(await titled(variables.first)).toBe(1)
    await app.database.pool.query(
      `ALTER TABLE "Collection" ADD CONSTRAINT planted CHECK (title <> 'Planted ${form}') NOT VALID`,
    )
    const failed = await ask(newKey(), { ...variables, first: `Lost ${form}`, second: `Planted ${form}` })
    await app.database.pool.query('ALTER TABLE "Collection" DROP CONSTRAINT planted')
    expect([failed.data, failed.errors[0].extensions.code]).toEqual([null, 'INTERNAL_SERVER_ERROR'])
    expect(await titled(`Lost ${form}`)).toBe(0)
  })

  test('is nothing special without a key, and a query with one neither', async () => {
    const { texts } = await app.statements(async () => {
      await sendWith(app, client, 'POST', '/graphql', {
        headers: { 'Idempotency-Key': newKey() },
        body: { query: '{ viewer { id } }' },
      })
      await client.post(`/orgs/${organization.id}/collections`, { title: 'Plain' })
      await client.get(`/orgs/${organization.id}`)
    })
    expect(texts.filter((text) => /KeptAnswer|SAVEPOINT/.test(text))).toEqual([])
  })
})
