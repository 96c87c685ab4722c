import { writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import { mapConcurrently } from '../../src/workers/map-concurrently.ts'
import { startReceiver } from '../modules/webhooks/receiver.ts'
import { isLongRun } from '../support/budget.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startObjectStorage } from '../support/object-storage.ts'
import { startReplicatedDatabase } from '../support/replicated-database.ts'
import { Installation, type Member } from './soak/installation.ts'
import { Load } from './soak/load.ts'
import { drawSoak } from './soak/picture.ts'
import { type ProcessSample, type Sample, Samples } from './soak/samples.ts'

const picture = new URL('../../src/docs/operating/pictures/soak.svg', import.meta.url)
const token = 'the-first-token-of-the-soak'

/** The minutes of load: two hours with SOAK_MINUTES=120. */
const minutes = Number(process.env.SOAK_MINUTES ?? 4)
const milliseconds = minutes * 60_000
/** A process is killed so often, each in its turn. */
const killEveryMs = Math.max(35_000, milliseconds / 20)
const sampleEveryMs = Math.max(2000, milliseconds / 300)
/** The age from which on a process has loaded and compiled what it needs, in seconds. */
const warmSeconds = Math.min(600, milliseconds / 1000 / 6)

/** The factor by which a figure may grow: while a run is short, processes still load what they need. */
const mostGrowth = minutes >= 20 ? 1.25 : 2

/** The pages, files and jobs that are read at the same time when the load has ended. */
const readAtOnce = 8

const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Returns how much a figure of warm processes grew from the second third to the last, as a factor. */
function growthOf(samples: readonly Sample[], figure: (process: ProcessSample) => number): number {
  const warm = samples.map(({ processes }) =>
    Object.values(processes).flatMap((process) => (process.age > warmSeconds ? [figure(process)] : [])),
  )
  const third = Math.floor(warm.length / 3)
  return medianOf(warm.slice(-third).flat()) / Math.max(1, medianOf(warm.slice(third, -third).flat()))
}

const largest = (samples: readonly Sample[], figure: (process: ProcessSample) => number): number =>
  Math.max(...samples.flatMap(({ processes }) => Object.values(processes).map(figure)))

describe.runIf(isLongRun)(
  `mixed load for ${minutes} minutes on two processes of the web and one of jobs, a replica and a bucket`,
  () => {
    test('loses nothing, does nothing twice, and takes no more of anything over time, although each is killed again and again', {
      // What was acknowledged is read again at the end, thousands of files and jobs after hours of load.
      timeout: 1.5 * milliseconds + 10 * 60_000,
    }, async () => {
      const { primary, standby } = await startReplicatedDatabase()
      const DATA_DIR = await temporaryFolder()
      const receiver = await startReceiver()
      onTestFinished(receiver.close)
      const storage = await startObjectStorage()
      onTestFinished(storage.close)
      let asked = 0
      storage.fault = () => (++asked % 50 === 0 ? 'slow down' : undefined)
      const installation = new Installation({
        DATABASE_URL: primary,
        DATABASE_READ_URLS: standby,
        ...storage.environment('soak'),
        DATA_DIR,
        TMPDIR: DATA_DIR,
        BOOTSTRAP_TOKEN: token,
        OUTBOUND_ALLOW: '127.0.0.1/32',
      })
      await installation.start()
      const database = connectDatabase(primary, pino({ level: 'silent' }))
      onTestFinished(() => database.close())
      const load = await Load.prepare(installation, token, receiver.url)
      const samples = new Samples(installation, load, database, sampleEveryMs)
      load.start()
      const isSettled = () => installation.members.every(({ isReady }) => isReady)
      let kills = 0
      const killing = setInterval(() => {
        // One at a time, as a company sees to it that its processes are not all gone at once.
        if (!isSettled()) return
        const member = installation.members[kills++ % installation.members.length] as Member
        samples.noteKill(member.name)
        void installation.kill(member)
      }, killEveryMs)
      await expect
        .poll(() => samples.seconds, { timeout: milliseconds + 60_000, interval: 1000 })
        .toBeGreaterThan(minutes * 60)
      clearInterval(killing)
      await load.stop()
      await samples.stop()
      await expect.poll(isSettled, { timeout: 60_000 }).toBe(true)
      if (process.env.RECORD_SOAK)
        await writeFile(
          picture,
          drawSoak(samples, `${load.requests} requests in ${minutes} minutes, ${kills} kills`),
        )

      const { taken } = samples
      // Nothing is lost, and nothing is done twice.
      expect(load.wrong).toEqual([])
      expect(load.requests).toBeGreaterThan(minutes * 60 * 5)
      expect(kills).toBeGreaterThan(2)
      await mapConcurrently(load.pages, readAtOnce, async ({ id, space, acknowledged, sent }) => {
        const { body } = await load.client.send(
          'GET',
          `/v1/spaces/${space}/content/page/${id}?format=markdown`,
        )
        const number = Number(/The number is (\d+)/.exec(JSON.stringify(body))?.[1])
        expect([number >= acknowledged, number <= sent]).toEqual([true, true])
      })
      await mapConcurrently(load.files, readAtOnce, async ({ id, space, text }) => {
        const { body } = await load.client.send('GET', `/v1/spaces/${space}/content/files/${id}`)
        expect(await (await fetch(body.downloadURL)).text()).toBe(text)
      })
      await mapConcurrently(load.jobs, readAtOnce, (job) =>
        expect
          .poll(async () => (await load.client.send('GET', job)).body.status, {
            timeout: 120_000,
            interval: 500,
          })
          .toBe('completed'),
      )
      const delivered = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
      await expect.poll(() => delivered().size, { timeout: 120_000 }).toBeGreaterThanOrEqual(load.renames)
      const written = load.collections.reduce((sum, { sent }) => sum + sent, 0)
      expect(delivered().size).toBeLessThanOrEqual(written)

      // The replica and the bucket were at work.
      expect(Math.max(...taken.map(({ replicaReads }) => replicaReads))).toBeGreaterThan(100)
      expect(storage.requests.some(({ method }) => method === 'PUT')).toBe(true)

      // Nothing grows.
      expect(largest(taken, ({ megabytes }) => megabytes)).toBeLessThan(900)
      expect(largest(taken, ({ descriptors }) => descriptors)).toBeLessThan(250)
      for (const figure of ['megabytes', 'descriptors', 'series'] as const)
        expect([figure, growthOf(taken, (process) => process[figure]) < mostGrowth]).toEqual([figure, true])
      const mostDead = (from: number, to: number) =>
        Math.max(...taken.slice(from * taken.length, to * taken.length).map(({ deadRows }) => deadRows))
      expect(mostDead(2 / 3, 1)).toBeLessThan(2 * mostDead(1 / 3, 2 / 3) + 2000)
      for (const { connections, idleSeconds } of taken) {
        expect(connections).toBeLessThanOrEqual(3 * 38)
        expect(idleSeconds).toBeLessThan(10)
      }
    })
  },
)
