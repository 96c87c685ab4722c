import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isLongRun } from '../support/budget.ts'
import { temporaryFolder } from '../support/folders.ts'
import { preparedDataDir } from '../support/prepared-data.ts'
import { startProcess } from './processes.ts'
import { clientOf, createSpace, lostWrites, readiness, writePages } from './writers.ts'

/** Returns a folder on a small disk of its own; null where none can be mounted. */
async function smallDisk(megabytes: number): Promise<string | null> {
  const folder = await temporaryFolder()
  const options = `size=${megabytes}m,mode=0755`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return null
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}

/** Writes a file until the disk has no space left. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const size of [1024 * 1024, 4096]) {
      const bytes = Buffer.alloc(size, 1)
      try {
        for (;;) writeSync(file, bytes)
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
      }
    }
  } finally {
    closeSync(file)
  }
}

test.runIf(isLongRun)(
  'a full disk gives 503 and nothing else, loses no acknowledged write, and is forgotten once there is space',
  { timeout: 300_000 },
  async ({ skip }) => {
    const folder = await smallDisk(400)
    if (!folder) return skip('a disk cannot be mounted here')
    execFileSync('cp', ['-a', `${await preparedDataDir()}/.`, folder])
    const lectern = startProcess({ DATA_DIR: folder })
    const client = await clientOf(lectern)
    const space = await createSpace(client)
    const writes = writePages(() => client, space, 'full')
    await expect.poll(() => writes.acknowledged.length).toBeGreaterThan(10)
    const ballast = join(folder, 'ballast')
    fill(ballast)
    const ready = await readiness(client.address)
    expect([ready.status, ready.milliseconds < 1000]).toEqual([503, true])
    expect((await fetch(`${client.address}/healthz`)).status).toBe(200)
    const upload = await client.send('POST', `/v1/spaces/${space}/content`, {
      changes: [
        {
          operation: 'insert_files',
          files: [{ name: 'a.txt', contentType: 'text/plain', base64: 'eHh4'.repeat(100_000) }],
        },
      ],
    })
    expect(upload.status).toBe(503)
    expect(upload.headers.has('retry-after')).toBe(true)
    await expect.poll(() => writes.outages, { timeout: 120_000 }).toBeGreaterThan(0)
    rmSync(ballast)
    await expect.poll(async () => (await readiness(client.address)).status, { timeout: 60_000 }).toBe(200)
    const before = writes.acknowledged.length
    await expect.poll(() => writes.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 10)
    await writes.stop()
    expect(writes.wrong).toEqual([])
    expect(await lostWrites(client, space, writes.acknowledged)).toEqual([])
  },
)
