import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const made = new Map<string, Promise<unknown>>()

/**
 * Returns what is made once in a run, as JSON. The first worker that needs it makes it, and the others wait for it. What
 * belongs to it goes with the run.
 */
export function madeOnce<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  const known = (made.get(name) as Promise<Value> | undefined) ?? makeOrWait(name, make)
  made.set(name, known)
  return known
}

async function makeOrWait<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  const result = join(tmpdir(), `made-${name}.json`)
  const isFirst = await mkdir(join(tmpdir(), `making-${name}`)).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    await writeFile(`${result}.part`, JSON.stringify(await make()))
    await rename(`${result}.part`, result)
  }
  const deadline = Date.now() + 110_000
  while (!existsSync(result)) {
    if (Date.now() > deadline) throw new Error(`another worker did not make ${name}`)
    await wait(50)
  }
  return JSON.parse(await readFile(result, 'utf8'))
}
