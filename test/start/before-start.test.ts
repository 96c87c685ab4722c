import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folders.ts'
import { scriptParameters } from '../support/script-parameters.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const scripts: Record<string, string> = JSON.parse(
  readFileSync(join(project, 'package.json'), 'utf8'),
).scripts
const ofTypeScript = Object.keys(scripts).filter((name) => /^node .*\.ts( |$)/.test(scripts[name] ?? ''))

test('the server and every command of the CLI are scripts that run TypeScript', () => {
  expect(ofTypeScript).toEqual(expect.arrayContaining(['start', 'lectern', 'import', 'schema', 'migrations']))
})

test.each(ofTypeScript)(
  'npm run %s under an older Node says in one sentence which one it needs',
  async (name) => {
    const folder = await temporaryFolder()
    const older = join(folder, 'older.cjs')
    await writeFile(older, `Object.defineProperty(process, 'version', { value: 'v20.19.0' })`)
    const { status, stdout, stderr } = spawnSync(scripts[name] as string, {
      shell: true,
      cwd: project,
      env: { PATH: process.env.PATH, NODE_OPTIONS: `--require ${older}`, DATA_DIR: folder },
      timeout: 30_000,
      encoding: 'utf8',
    })
    expect(stderr).toMatch(/^Lectern needs Node\.js 24 or later, and this is v20\.19\.0: .*`npm ci`.*\.\n$/)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  },
)

/** Returns the folder from which a script takes compiled code. */
function compiledCodeOf(name: string): string {
  const all = scriptParameters(name)
  const parameters = all.slice(
    0,
    all.findIndex((parameter) => parameter.endsWith('.ts')),
  )
  const { stdout } = spawnSync(
    process.execPath,
    [...parameters, '-p', `require('node:module').getCompileCacheDir()`],
    { cwd: project, env: {}, encoding: 'utf8' },
  )
  return stdout.trim()
}

test('the server and the commands take compiled code from folders that only who installs the packages can write, each from another, because their code is compiled differently', () => {
  const folders = ['start', 'backup'].map(compiledCodeOf)
  for (const folder of folders) expect(folder).toContain(`${join(project, 'node_modules/.cache/lectern')}/`)
  expect(new Set(folders).size).toBe(2)
})
