import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { oneRowIn } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { temporaryFolder } from '../support/folders.ts'

const program = fileURLToPath(new URL('../../src/git/program.ts', import.meta.url))

/** Returns what a server says of the git that it finds in a folder. */
const versionIn = (folder: string) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { gitVersion } from '${program}'
      console.log(await gitVersion().catch(({ failure, detail }) => [failure, detail].join(': ')))`,
    ],
    { env: childEnvironment({ PATH: folder }), encoding: 'utf8' },
  ).trim()

test('git must be there, and new enough to connect where it is told', async () => {
  const folder = await temporaryFolder()
  expect(versionIn(folder)).toBe('GIT_MISSING:')
  const git = join(folder, 'git')
  writeFileSync(git, '')
  chmodSync(git, 0o755)
  for (const [version, expected] of oneRowIn(2, [
    ['git version 2.36.9', 'GIT_MISSING: Version 2.36.9 is too old, 2.37 is needed.'],
    ['git version 2.50.1 (Apple Git-155)', '2.50.1'],
  ] as const)) {
    writeFileSync(git, `#!/bin/sh\necho "${version}"\n`)
    expect(versionIn(folder)).toBe(expected)
  }
})
