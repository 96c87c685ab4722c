import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startLectern } from '../start/process.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { type Ask, factsOf, makeContent, pathsToRead } from './content.ts'

// Makes the data of an earlier version by its own code: node test/upgrades/record.ts <commit> <node_modules>. Writes a backup that the
// version made, and what it answered. Run it for a commit that changes prisma/migrations before the next one does.
const [, , commit = '', modules = ''] = process.argv
const folder = fileURLToPath(new URL('./layouts/', import.meta.url))
const project = fileURLToPath(new URL('../..', import.meta.url))
const BOOTSTRAP_TOKEN = 'lectern_token_of_an_earlier_version'

const work = mkdtempSync(join(tmpdir(), 'lectern-version-'))
const source = join(work, 'source')
const run = (...parameters: [string, ...string[]]) =>
  execFileSync(parameters[0], parameters.slice(1), {
    cwd: source,
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })

try {
  execFileSync('git', ['worktree', 'add', '--detach', source, commit], { cwd: project, stdio: 'ignore' })
  symlinkSync(modules, join(source, 'node_modules'))
  run('npx', 'prisma', 'generate')
  await record()
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', source], { cwd: project })
  rmSync(work, { recursive: true })
}

async function record(): Promise<void> {
  const environment = {
    DATA_DIR: join(work, 'data'),
    BOOTSTRAP_TOKEN,
    SAMPLE_CONTENT: 'off',
    LOG_LEVEL: 'warn',
  }
  const lectern = startLectern({ environment, cwd: source })
  const address = await lectern.ready()
  const ask: Ask = async (method, path, body) => {
    const answer = await fetch(`${address}/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${BOOTSTRAP_TOKEN}`, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status === 503) return ask(method, path, body)
    if (answer.status >= 400) console.error(`${answer.status} ${method} ${path} ${text.slice(0, 200)}`)
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  try {
    await recordFrom(ask, environment)
  } finally {
    lectern.child.kill('SIGTERM')
    await lectern.exit()
  }
}

async function recordFrom(ask: Ask, environment: Record<string, string>): Promise<void> {
  await makeContent(ask)
  const answers: Record<string, object> = {}
  for (const path of await pathsToRead(ask)) {
    const { status, body } = await ask('GET', path)
    if (status === 200) answers[path] = factsOf(body)
  }
  const name = join(folder, commit)
  rmSync(`${name}.backup`, { force: true })
  execFileSync('npm', ['run', '--silent', 'backup', '--', `${name}.backup`], {
    cwd: source,
    env: childEnvironment(environment),
    stdio: 'inherit',
  })
  writeFileSync(`${name}.json`, `${JSON.stringify({ commit, answers }, undefined, 1)}\n`)
  console.log(`${name}: ${Object.keys(answers).length} answers`)
}
