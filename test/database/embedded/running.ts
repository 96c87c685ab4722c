import { expect, onTestFinished } from 'vitest'
import { type EmbeddedProcess, type EmbeddedProcessOptions, startEmbedded } from './process.ts'

/** Starts an embedded database that ends with the test at the latest. */
export function start(options: EmbeddedProcessOptions): EmbeddedProcess {
  const embedded = startEmbedded(options)
  onTestFinished(() => end(embedded))
  return embedded
}

/** Ends an embedded database, whatever its state. */
export async function end(embedded: EmbeddedProcess): Promise<void> {
  // A stopped process does not hear of its end.
  embedded.child.kill('SIGCONT')
  embedded.child.kill('SIGTERM')
  await embedded.exit()
}

export async function stop(embedded: EmbeddedProcess): Promise<void> {
  embedded.child.kill('SIGTERM')
  expect(await embedded.exit()).toBe(0)
}

export async function kill(embedded: EmbeddedProcess): Promise<void> {
  embedded.child.kill('SIGKILL')
  await embedded.exit()
}
