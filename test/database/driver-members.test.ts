import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectionOf,
  createParser,
  pinnedVersions,
  placeOf,
  prepareValue,
  processOf,
  readStreamsWith,
  setPlace,
  usedByTransactions,
} from '../../src/database/driver-members.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

const manifestAt = async (path: string) =>
  JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'))

describe('the members of the driver that its types do not show', () => {
  it.each(Object.entries(pinnedVersions))(
    'are those of the version of %s that is used',
    async (name, version) => {
      expect((await manifestAt('package.json')).dependencies[name]).toBe(version)
      expect((await manifestAt(`node_modules/${name}/package.json`)).version).toBe(version)
    },
  )

  it('tell where a client leads, which can be changed before it connects', () => {
    const client = new pg.Client({ host: 'one.example', port: 1111 })
    expect(placeOf(client)).toEqual({ host: 'one.example', port: 1111 })
    setPlace(client, { host: 'other.example', port: 2222 })
    expect(placeOf(client)).toEqual({ host: 'other.example', port: 2222 })
  })

  it('send the messages of a statement, and emit those that answer it', async () => {
    const client = new pg.Client({ connectionString: test.url })
    const connection = connectionOf(client)
    expect(connection).toBeInstanceOf(EventEmitter)
    const members = ['query', 'parse', 'bind', 'describe', 'execute', 'sync', 'close'] as const
    for (const member of members) expect(connection[member]).toBeTypeOf('function')
    const received: (string | symbol)[] = []
    const emit = connection.emit.bind(connection)
    connection.emit = (name, ...given) => {
      received.push(name)
      return emit(name, ...given)
    }
    await client.connect()
    received.length = 0
    const { rows } = await client.query('SELECT pg_backend_pid() AS process WHERE $1', [true])
    expect(rows).toEqual([{ process: processOf(client) }])
    const answers = [
      'parseComplete',
      'bindComplete',
      'rowDescription',
      'dataRow',
      'commandComplete',
      'readyForQuery',
    ]
    expect(received.filter((name) => answers.includes(String(name)))).toEqual(answers)
    expect(connection.stream.destroyed).toBe(false)
    await client.end()
  })

  it('give the stream that a client opens to another reader', async () => {
    const client = new pg.Client({ connectionString: test.url })
    const opened = new Promise<Socket>((resolve) => readStreamsWith(client, resolve))
    const connected = client.connect().then(
      () => true,
      () => false,
    )
    const stream = await opened
    expect(stream).toBeInstanceOf(Socket)
    stream.destroy()
    expect(await connected).toBe(false)
  })

  it('give the parser each packet with its place in the bytes', () => {
    const packets: unknown[] = []
    const parser = createParser((offset, code, length, bytes) => {
      packets.push({ offset, code: String.fromCharCode(code), length, size: bytes.length })
      return undefined
    })
    const row = Buffer.from([68, 0, 0, 0, 12, 0, 1, 0, 0, 0, 2, 111, 107])
    const names: string[] = []
    parser.parse(row, ({ name }) => names.push(name))
    expect(packets).toEqual([{ offset: 5, code: 'D', length: 12, size: row.length }])
    expect(names).toEqual(['dataRow'])
  })

  it('convert values as statements send them', () => {
    expect([null, 1, true, ['a', null], { a: 1 }].map(prepareValue)).toEqual([
      null,
      '1',
      'true',
      '{"a",NULL}',
      '{"a":1}',
    ])
  })
})

describe('the adapter of Prisma', () => {
  /** Returns an adapter whose connections answer everything with no rows, and note what is used of them. */
  async function watchedAdapter(query: (text: string) => void = () => {}) {
    const used = new Set<PropertyKey>()
    const client: object = new Proxy(
      {
        on: () => client,
        query: async ({ text }: { text: string }) => {
          query(text)
          return { fields: [], rows: [], rowCount: 0 }
        },
        release: () => {},
        removeListener: () => client,
      },
      {
        get: (members, name) => {
          // A promise asks whether what it resolves to is one.
          if (name !== 'then') used.add(name)
          return Reflect.get(members, name)
        },
      },
    )
    const pool = Object.assign(new pg.Pool(), { connect: async () => client })
    return { adapter: await new PrismaPg(pool).connect(), used: () => [...used].sort() }
  }

  it('begins a transaction by the member that is replaced, on one connection of its pool', async () => {
    const { adapter, used } = await watchedAdapter()
    expect(Object.getPrototypeOf(adapter)).toHaveProperty('startTransaction')
    for (const end of ['commit', 'rollback'] as const) {
      const transaction = await adapter.startTransaction()
      await transaction.queryRaw({ sql: 'SELECT 1', args: [], argTypes: [] })
      await transaction[end]()
    }
    expect(used()).toEqual([...usedByTransactions])
  })

  it('gives a connection back on which no transaction begins', async () => {
    const { adapter, used } = await watchedAdapter(() => {
      throw new Error('gone')
    })
    await expect(adapter.startTransaction()).rejects.toThrow()
    expect(used()).toEqual([...usedByTransactions])
  })
})
