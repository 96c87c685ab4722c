import { afterEach, expect } from 'vitest'
import { type EmbeddedProcess, type EmbeddedProcessOptions, startEmbedded } from './process.ts'

const processes: EmbeddedProcess[] = []

afterEach(async () => {
  for (const embedded of processes.splice(0)) {
    embedded.child.kill('SIGTERM')
    await embedded.exit()
  }
})

/** Starts an embedded database that ends with the test at the latest. */
export function start(options: EmbeddedProcessOptions): EmbeddedProcess {
  const embedded = startEmbedded(options)
  processes.push(embedded)
  return embedded
}

export async function stop(embedded: EmbeddedProcess): Promise<void> {
  embedded.child.kill('SIGTERM')
  expect(await embedded.exit()).toBe(0)
}

export async function kill(embedded: EmbeddedProcess): Promise<void> {
  embedded.child.kill('SIGKILL')
  await embedded.exit()
}
