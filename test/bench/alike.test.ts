import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { scriptParameters } from '../support/script-parameters.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

test.runIf(isLongRun)(
  'Lectern answers every read of the benchmark as the hand-written statement for it does',
  async () => {
    const options = ['--contenders', 'hand-written,lectern,resolvers', '--rounds', '1', '--requests', '1']
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [...scriptParameters('bench'), ...options],
      {
        cwd: project,
        env: childEnvironment({}),
      },
    )
    expect(stderr).toMatch(/3 servers answer \d+ workloads alike/)
  },
  900_000,
)
