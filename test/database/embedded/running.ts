import { expect, onTestFinished } from 'vitest'
import { type EmbeddedProcess, type EmbeddedProcessOptions, startEmbedded } from './process.ts'

/** Starts an embedded database that ends with the test at the latest. */
export function start(options: EmbeddedProcessOptions): EmbeddedProcess {
  const embedded = startEmbedded(options)
  onTestFinished(async () => {
    // A stopped process does not hear of its end.
    embedded.child.kill('SIGCONT')
    embedded.child.kill('SIGTERM')
    await embedded.exit()
  })
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
