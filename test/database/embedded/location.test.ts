import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLongRun } from '../../support/budget.ts'
import { removeAfterwards, temporaryFolder } from '../../support/folders.ts'
import { preparedDataDir } from '../../support/prepared-data.ts'
import { ask, ordinaryUser } from './process.ts'
import { start, stop } from './running.ts'

const isRoot = process.getuid?.() === 0
const write = 'CREATE TABLE kept AS SELECT 1 AS number'
const read = 'SELECT number FROM kept'

/** Starts the database of a data directory, writes to it and stops it. Returns its folder. */
async function keepSomething(DATA_DIR: string, uid?: number): Promise<string> {
  const embedded = start({ DATA_DIR, uid })
  const { url, home } = await embedded.ready()
  await ask(url, write)
  await stop(embedded)
  return home
}

async function refusal(DATA_DIR: string, uid?: number): Promise<string> {
  const embedded = start({ DATA_DIR, uid })
  expect(await embedded.exit()).toBe(1)
  return embedded.log().trim()
}

describe.runIf(isLongRun && isRoot)('the location of the database, for root', () => {
  // One test, because to create a database takes much longer than to start it.
  it('is a folder below /var/lib, which its account can enter with any umask, where it cannot enter the data directory: it says so, is reported missing in one sentence when that folder does not exist, and found again, also when the data directory was moved', async () => {
    const parent = await temporaryFolder(0o700)
    const DATA_DIR = join(parent, 'data')
    removeAfterwards(DATA_DIR)
    const first = start({ DATA_DIR, UMASK: '077' })
    const { url, home } = await first.ready()
    expect(home).toMatch(/^\/var\/lib\/lectern-[0-9a-f]{12}\/postgres$/)
    expect(first.log()).toContain(`"folder":"${home}"`)
    expect(first.log()).toContain('the database is stored there because')
    await ask(url, write)
    await stop(first)
    await rename(dirname(home), `${dirname(home)}-away`)
    expect(await refusal(DATA_DIR)).toMatch(/^The database of \S+ was in \S+, which does not exist; .*\.$/)
    await rename(`${dirname(home)}-away`, dirname(home))
    const second = start({ DATA_DIR })
    expect(await ask((await second.ready()).url, read)).toEqual([1])
    await stop(second)
    const moved = join(parent, 'moved')
    removeAfterwards(moved)
    await rename(DATA_DIR, moved)
    const third = start({ DATA_DIR: moved })
    const found = await third.ready()
    expect(found.home).toBe(home)
    expect(await ask(found.url, read)).toEqual([1])
  })

  it('is inside the data directory with any umask, or else where its account can reach it', async () => {
    const DATA_DIR = join(await temporaryFolder(), 'data')
    removeAfterwards(DATA_DIR)
    const embedded = start({ DATA_DIR, UMASK: '077' })
    expect(await ask((await embedded.ready()).url, 'SELECT 1')).toEqual([1])
  })

  it('can be reached by its account where the data directory is in the home of root', async () => {
    const DATA_DIR = await mkdtemp(join(homedir(), '.lectern-folder-'))
    removeAfterwards(DATA_DIR)
    const embedded = start({ DATA_DIR })
    expect(await ask((await embedded.ready()).url, 'SELECT 1')).toEqual([1])
  })

  it('is a new folder when the data directory was deleted, and the old folder stays unchanged', async () => {
    const DATA_DIR = join(await temporaryFolder(0o700), 'data')
    const home = await keepSomething(DATA_DIR)
    removeAfterwards(dirname(home))
    removeAfterwards(DATA_DIR)
    await rm(DATA_DIR, { recursive: true })
    const embedded = start({ DATA_DIR })
    const made = await embedded.ready()
    expect(made.home).toBe(`${dirname(home)}-2/postgres`)
    await expect(ask(made.url, read)).rejects.toThrow(/does not exist/)
    expect(await readFile(join(home, 'data', 'PG_VERSION'), 'utf8')).toBe('18\n')
  })

  it('is never replaced by an empty one: a database that its account cannot reach is reported', async () => {
    const parent = await temporaryFolder()
    const DATA_DIR = join(parent, 'data')
    await rename(await preparedDataDir(), DATA_DIR)
    await chmod(parent, 0o700)
    expect(await refusal(DATA_DIR)).toMatch(
      /^The account \w+, which runs the database in \S+, cannot enter that folder; .*\.$/,
    )
    await chmod(parent, 0o755)
    const { url, home } = await start({ DATA_DIR }).ready()
    expect(home).toBe(join(DATA_DIR, 'postgres'))
    expect(await ask(url, 'SELECT count(*) > 0 FROM _prisma_migrations')).toEqual([true])
  })
})

describe.runIf(isLongRun && ordinaryUser)('the location of the database, for an ordinary user', () => {
  const uid = ordinaryUser as number

  async function ownFolder(): Promise<string> {
    const folder = await temporaryFolder(0o700)
    await chown(folder, uid, uid)
    return folder
  }

  it('is inside the data directory, which no other account needs to enter, and serves root as well, and after that the user again', async () => {
    const DATA_DIR = join(await ownFolder(), 'data')
    expect(await keepSomething(DATA_DIR, uid)).toBe(join(DATA_DIR, 'postgres'))
    for (const account of [undefined, uid]) {
      const embedded = start({ DATA_DIR, uid: account })
      expect(await ask((await embedded.ready()).url, read)).toEqual([1])
      await stop(embedded)
    }
  })

  it('is refused in one sentence when root created it', async () => {
    const DATA_DIR = await preparedDataDir()
    await chown(DATA_DIR, uid, uid)
    expect(await refusal(DATA_DIR, uid)).toMatch(/^The database of \S+ was created by another account; .*\.$/)
  })

  it('is refused in one sentence when the data directory is read-only', async () => {
    const DATA_DIR = await temporaryFolder(0o555)
    await chown(DATA_DIR, uid, uid)
    const sentence =
      /^The data directory \S+ is not writable \(EACCES\); set DATA_DIR to a writable folder\.$/
    expect(await refusal(DATA_DIR, uid)).toMatch(sentence)
    expect(await refusal(join(DATA_DIR, 'inside'), uid)).toMatch(sentence)
    await chmod(DATA_DIR, 0o755)
    await mkdir(join(DATA_DIR, 'of-root'))
    expect(await refusal(join(DATA_DIR, 'of-root'), uid)).toMatch(sentence)
  })
})
