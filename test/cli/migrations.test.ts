import { execFile } from 'node:child_process'
import { appendFile, cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { testDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { scriptParameters } from '../support/script-parameters.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const ours = ['package.json', 'prisma', 'src']

/** Returns a copy of this project, so that a test can change its schema and migrations. */
async function copyOfProject(): Promise<string> {
  const copy = await temporaryFolder()
  for (const name of ours) await cp(join(project, name), join(copy, name), { recursive: true })
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Runs the command in this project or a copy of it. */
function migrations(
  parameters: readonly string[],
  { cwd = project, ...environment }: { cwd?: string; DATABASE_URL?: string } = {},
): Promise<{ code: number; output: string }> {
  // What is compiled of a copy is of no use to the next run.
  const env = childEnvironment(
    cwd === project ? environment : { NODE_COMPILE_CACHE: join(cwd, 'compiled'), ...environment },
  )
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [...scriptParameters('migrations'), ...parameters],
      { env, cwd },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: (stdout + stderr).trim() }),
    ),
  )
}

async function newest(copy: string): Promise<string> {
  const folder = join(copy, 'prisma/migrations')
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const last = names
    .map(({ name }) => name)
    .sort()
    .at(-1) as string
  return readFile(join(folder, last, 'migration.sql'), 'utf8')
}

describe('the migrations command', () => {
  // `npm run check` runs the same command.
  it.runIf(isLongRun)(
    'finds no difference between the migrations and the schema of this project',
    async () => {
      expect(await migrations(['drift'])).toEqual({ code: 0, output: 'No difference detected.' })
    },
  )

  it.runIf(isLongRun)(
    'detects a change of the schema, and writes a migration for it',
    async () => {
      const cwd = await copyOfProject()
      await writeFile(join(cwd, 'prisma/models/extra.prisma'), 'model Extra {\n  id String @id\n}\n')
      const drift = await migrations(['drift'], { cwd })
      expect(drift.code).toBe(1)
      expect(drift.output).toMatch(/\[\+\] Added tables\s+- Extra/)
      const written = await migrations(['new', 'extra'], { cwd })
      expect(written).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^Wrote \d+_extra\/migration\.sql$/),
      })
      expect(await newest(cwd)).toContain('CREATE TABLE "Extra"')
      expect((await migrations(['new', 'nothing'], { cwd })).output).toBe(
        'The migrations match the schema; there is nothing to write.',
      )
      expect((await migrations(['new', 'by hand', '--draft'], { cwd })).code).toBe(0)
      expect(await newest(cwd)).toMatch(/^-- .*\n$/)
      // Four commands, most of which of which starts PostgreSQL.
    },
    180_000,
  )

  it.runIf(isLongRun)(
    'shows the state of migrations without changes, and fails if one needs attention',
    async () => {
      const { url: DATABASE_URL, drop } = await testDatabase()
      const cwd = await copyOfProject()
      const folder = join(cwd, 'prisma/migrations')
      const [initial] = (await readdir(folder)).sort() as [string]
      await cp(join(folder, initial), join(folder, '99999999999999_next'), { recursive: true })
      const { code, output } = await migrations(['status'], { cwd, DATABASE_URL })
      expect(code).toBe(0)
      expect(output.split('\n')).toEqual(
        expect.arrayContaining([`applied  ${initial}`, 'pending  99999999999999_next']),
      )
      await appendFile(join(folder, initial, 'migration.sql'), '-- changed\n')
      const edited = await migrations(['status'], { cwd, DATABASE_URL })
      expect(edited.code).toBe(1)
      expect(edited.output).toContain(`edited   ${initial}`)
      await drop()
    },
  )

  it('reports in one sentence that a database cannot be reached', async () => {
    const { code, output } = await migrations(['status'], {
      DATABASE_URL: 'postgres://a:secret-word@127.0.0.1:9/b',
    })
    expect(code).toBe(1)
    expect(output).toMatch(/^The database at 127\.0\.0\.1:9\/b cannot be reached: .*\.$/)
  })
})
