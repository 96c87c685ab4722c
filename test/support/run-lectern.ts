import { execFile } from 'node:child_process'
import type { TestApp } from './app.ts'
import { childEnvironment } from './child-environment.ts'
import { scriptParameters } from './script-parameters.ts'

const project = new URL('../..', import.meta.url).pathname

export interface Ran {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs a command of the operator on the database of an app to its end, which may be a refusal. */
export const runLectern = (
  { config: { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } }: Pick<TestApp, 'config'>,
  parameters: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> =>
  new Promise((resolve) => {
    const env = childEnvironment({ DATABASE_URL, DATA_DIR, ...variables })
    execFile(
      process.execPath,
      [...scriptParameters('lectern'), ...parameters],
      { cwd: project, env },
      (error, output, errors) =>
        // Slow statements are logged, on a busy machine.
        resolve({ code: Number(error?.code ?? 0), output, errors: errors.replace(/^\{.*\n/gm, '') }),
    )
  })
