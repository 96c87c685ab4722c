import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { temporaryFolder } from '../support/folders.ts'
import { newServed, serveGit, server } from './served.ts'

serveGit()

const run = promisify(execFile)

const sourceOf = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))

/** Asks for the names of a repository in a process of its own, for Node.js reads the variable when it starts. */
const ask = (url: string, folder: string, authorities?: string) =>
  run(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { listRemoteRefs } from '${sourceOf('git/fetch.ts')}'
      import { loadConfig } from '${sourceOf('base/config.ts')}'
      const remote = { url: '${url}', allow: ['localhost'], limits: loadConfig({}).git }
      const found = await listRemoteRefs(remote).then(
        ({ refs }) => [...refs.keys()].join(),
        ({ failure }) => failure,
      )
      console.log(found)`,
    ],
    { env: childEnvironment({ TMPDIR: folder, NODE_EXTRA_CA_CERTS: authorities }) },
  ).then(({ stdout }) => stdout.trim())

test.runIf(isLongRun)(
  'a git server with a certificate of an own authority is reached if NODE_EXTRA_CA_CERTS has it',
  async () => {
    const served = newServed()
    served.commit({ 'a.md': 'a' })
    const folder = await temporaryFolder()
    const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')]
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ])
    const https = createServer(
      { key: await readFile(key), cert: await readFile(certificate) },
      (request, response) => server().answer(request, response),
    )
    await new Promise<void>((resolve) => {
      https.listen(0, 'localhost', resolve)
    })
    const { port } = https.address() as AddressInfo
    const url = `https://localhost:${port}${new URL(served.url).pathname}`
    expect(await ask(url, folder)).toBe('UNREACHABLE')
    expect(await ask(url, folder, certificate)).toBe('refs/heads/main')
    https.close()
  },
)
