import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { codeBlocks, documentationPages } from '../docs/pages.ts'
import { stepsPage } from '../docs/steps.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { emptyDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { freePort } from '../support/proxies.ts'

test.runIf(isLongRun)(
  'the steps of the documentation install, find a slow statement, back up, upgrade, run two processes and restore',
  async () => {
    const [database, other] = [await emptyDatabase(), await emptyDatabase()]
    const [one, two] = [await freePort(), await freePort()]
    const steps = documentationPages()
      .flatMap(codeBlocks)
      .filter(({ page, language }) => page === stepsPage && language === 'bash')
      .map((block) => block.text)
    expect(steps).toHaveLength(7)
    const script = ['set -e', ...steps, 'wait', 'echo done']
      .join('\n')
      .replaceAll('4001', String(one))
      .replaceAll('4002', String(two))
    const shell = spawn('bash', ['-c', script], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: childEnvironment({
        DATABASE_URL: database.url,
        DATA_DIR: await temporaryFolder(),
        OTHER_DATABASE_URL: other.url,
        OTHER_DATA_DIR: await temporaryFolder(),
        LOGS: await temporaryFolder(),
        METRICS_TOKEN: 'a-token-of-20-letters',
        DRAIN_SECONDS: '0',
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    onTestFinished(async () => {
      // The shell and what it has started.
      if (shell.exitCode === null) process.kill(-(shell.pid as number), 'SIGKILL')
      await Promise.all([database.drop(), other.drop()])
    })
    const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
    expect(errors).not.toMatch(/Error|failed/)
    expect(output).toMatch(/Sign in +http/)
    expect(output).toContain('✓ database')
    expect(output).toMatch(/slow statement/)
    expect(output).toMatch(/^lectern_/m)
    expect(output).toMatch(/^Wrote .*before\.backup: \d+ tables/m)
    expect(output).toMatch(/^Restored .*before\.backup: \d+ tables/m)
    expect(output).toMatch(/admin@localhost/)
    expect(output).toMatch(/done\n$/)
  },
  300_000,
)
