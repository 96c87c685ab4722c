import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BlobReader } from '../../src/git/blobs.ts'
import { fetchRef, listRemoteRefs } from '../../src/git/fetch.ts'
import { isGitError } from '../../src/git/git-error.ts'
import type { RemoteLimits } from '../../src/git/limits.ts'
import { pushBranch } from '../../src/git/push.ts'
import { remoteSettings, repositoryUrl } from '../../src/git/remote.ts'
import { withRepository } from '../../src/git/repository.ts'
import { listTree } from '../../src/git/tree.ts'
import { writeCommit } from '../../src/git/write-commits.ts'
import { budget, isLongRun } from '../support/budget.ts'
import type { GitFault } from '../support/git-server.ts'
import {
  blobType,
  drip,
  endlessPack,
  insteadOfPack,
  packHead,
  sendPack,
  sideband,
  treeType,
} from '../support/hostile-git.ts'
import { commitOf, main, newCopy, newServed, remoteOf, serveGit, server } from './served.ts'

serveGit()

const token = 'secret-token-of-the-test'

/** Fetches, which must fail, and returns the error. */
async function failureOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (fault: unknown) => fault,
  )
  if (!isGitError(error)) throw error ?? new Error('It did not fail.')
  expect(JSON.stringify([error.message, error.detail, error.stack])).not.toContain(token)
  return error
}

/** Runs with a server that answers otherwise, which answers well again afterwards. */
async function withFault<Result>(fault: GitFault, run: () => Promise<Result>): Promise<Result> {
  server().fault = fault
  try {
    return await run()
  } finally {
    server().fault = undefined
  }
}

describe('the address of a repository', () => {
  test('is http or https, of a host that may be reached, and has no credentials', () => {
    const addresses = {
      'https://github.com/a/b.git': 'https://github.com/a/b.git',
      ' https://git.example.org./a/b/?x#y ': 'https://git.example.org/a/b',
      'http://intern.example.org/a': 'http://intern.example.org/a',
      'http://github.com/a/b': 'INVALID_ADDRESS',
      'https://user:secret@github.com/a/b': 'INVALID_ADDRESS',
      'ssh://git@github.com/a/b': 'INVALID_ADDRESS',
      'git@github.com:a/b': 'INVALID_ADDRESS',
      'file:///etc': 'INVALID_ADDRESS',
      'ext::sh -c touch% /tmp/x': 'INVALID_ADDRESS',
      '--upload-pack=touch': 'INVALID_ADDRESS',
      'https://github.com/': 'INVALID_ADDRESS',
      '': 'INVALID_ADDRESS',
    }
    for (const [text, expected] of Object.entries(addresses)) {
      let found: string
      try {
        found = repositoryUrl(text, ['intern.example.org']).href
      } catch (error) {
        found = isGitError(error) ? error.failure : String(error)
      }
      expect([text, found]).toEqual([text, expected])
    }
  })

  test('is not reached in a private network, by its address and by its name', async () => {
    for (const url of [
      'https://10.0.0.1/a/b',
      'https://[::1]/a/b',
      'https://169.254.169.254/latest/meta-data',
      'https://2130706433/a/b',
      'https://localhost/a/b',
    ])
      expect([url, (await failureOf(listRemoteRefs({ ...remoteOf({ url }), allow: [] }))).failure]).toEqual([
        url,
        'REFUSED_ADDRESS',
      ])
  })

  test('is connected to where it was looked up', async () => {
    const settings = await remoteSettings({
      ...remoteOf({ url: 'http://localhost:81/a' }),
      allow: ['localhost'],
    })
    const [, pinned] = settings.find(([name]) => name === 'http.curloptResolve') ?? []
    expect(pinned).toMatch(/^localhost:81:(127\.0\.0\.1|\[::1\])/)
    const unknown = await failureOf(listRemoteRefs(remoteOf({ url: 'https://nowhere.invalid/a' })))
    expect(unknown.failure).toBe('UNREACHABLE')
  })
})

describe('a git server', () => {
  test('that does not accept the token, or has no such repository or branch, is told apart', async () => {
    const served = newServed()
    const commit = served.commit({ 'a.md': 'a' })
    const copy = await newCopy()
    server().token = 'another'
    expect((await failureOf(fetchRef(copy, remoteOf(served, token), main))).failure).toBe('UNAUTHORIZED')
    expect((await failureOf(fetchRef(copy, remoteOf(served), main))).failure).toBe('UNAUTHORIZED')
    server().token = token
    expect(await fetchRef(copy, remoteOf(served, token), main)).toBe(commit)
    const next = (await writeCommit(
      copy,
      commit,
      commitOf('b', [{ kind: 'PUT', path: 'b', bytes: Buffer.from('b') }]),
    )) as string
    server().token = 'another'
    const push = pushBranch(copy, remoteOf(served, token), { ref: main, commit: next, expected: commit })
    expect((await failureOf(push)).failure).toBe('UNAUTHORIZED')
    server().token = undefined
    const nowhere = { ...remoteOf(served), url: `${server().address}/nowhere.git` }
    expect((await failureOf(fetchRef(copy, nowhere, main))).failure).toBe('REPOSITORY_NOT_FOUND')
    const gone = fetchRef(copy, remoteOf(served), 'refs/heads/gone')
    expect((await failureOf(gone)).failure).toBe('REF_GONE')
    served.git(['update-ref', '-d', main])
    expect((await failureOf(fetchRef(copy, remoteOf(served), main))).failure).toBe('REF_GONE')
  })

  test.runIf(isLongRun)('that answers with anything else than git is a clear failure', async () => {
    const served = newServed()
    served.commit({ 'a.md': 'a' })
    const copy = await newCopy()
    const answers: Record<string, GitFault> = {
      UNAUTHORIZED: (_, response) => response.writeHead(403).end('no'),
      REPOSITORY_NOT_FOUND: (_, response) => response.writeHead(404).end('no'),
      UNREACHABLE: (_, response) => response.writeHead(500).end('no'),
      'UNREACHABLE of a page': (_, response) =>
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>'),
      'UNREACHABLE of what is cut off': (_, response) => response.destroy(),
      'UNREACHABLE of noise': (_, response) =>
        response
          .writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-advertisement' })
          .end('zzzznoise'),
    }
    for (const [expected, fault] of Object.entries(answers)) {
      const { failure } = await withFault(fault, () =>
        failureOf(fetchRef(copy, remoteOf(served, token), main)),
      )
      expect([expected, failure]).toEqual([expected, expected.split(' ')[0]])
    }
    await fetchRef(copy, remoteOf(served), main)
  })

  test('that redirects is not followed, and its target gets nothing', async () => {
    const served = newServed()
    served.commit({ 'a.md': 'a' })
    let asked = 0
    const other = createServer((_, response) => {
      asked += 1
      response.end()
    })
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve)
    })
    const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const copy = await newCopy()
    const error = await withFault(
      (request, response) => response.writeHead(302, { Location: `${target}${request.url}` }).end(),
      () => failureOf(fetchRef(copy, remoteOf(served, token), main)),
    )
    expect([error.failure, asked]).toEqual(['REDIRECTED', 0])
    other.close()
  })

  test.runIf(isLongRun)('that stops answering, or answers without end but slowly, is left', async () => {
    const [silent, midway, slow, sound] = [newServed(), newServed(), newServed(), newServed()]
    const commit = midway.commit({ 'a.md': 'a' })
    const expected = sound.commit({ 'a.md': 'a' })
    const faults = new Map<string, GitFault>([
      [silent.url, () => {}],
      [
        midway.url,
        insteadOfPack(commit, (response) => void response.write(sideband(packHead(blobType, 100n)))),
      ],
      [slow.url, (_, response) => void drip(response).catch(() => {})],
    ])
    const fetchFrom = async (served: typeof silent, limits: Partial<RemoteLimits>) =>
      fetchRef(await newCopy(), remoteOf(served, token, limits), main)
    await withFault(
      (request, response, answer) => {
        const url = `${server().address}${request.url}`
        const found = [...faults].find(([address]) => url.startsWith(address))
        if (found) found[1](request, response, answer)
        else answer()
      },
      async () => {
        const impatient = { maxIdleSeconds: 1, maxSeconds: 60 }
        const failures = await Promise.all([
          failureOf(fetchFrom(silent, impatient)),
          failureOf(fetchFrom(midway, impatient)),
          failureOf(fetchFrom(slow, { maxSeconds: 2 })),
        ])
        expect(failures.map(({ failure }) => failure)).toEqual(['TIMEOUT', 'TIMEOUT', 'TIMEOUT'])
        expect(await fetchFrom(sound, {})).toBe(expected)
      },
    )
  })

  test.runIf(isLongRun)('that accepts connections and never agrees on their encryption is left', async () => {
    const silent = createTcpServer()
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve)
    })
    const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/a/b`
    const remote = remoteOf({ url }, token, { maxIdleSeconds: 1 })
    const error = await failureOf(listRemoteRefs(remote))
    silent.close()
    expect([error.failure, error.detail]).toEqual([
      'TIMEOUT',
      expect.stringContaining('1 seconds of GIT_MAX_IDLE_SECONDS'),
    ])
  })

  test.runIf(isLongRun)(
    'whose repository never ends is left at the limit, and the copy stays of use',
    async () => {
      const served = newServed()
      const commit = served.commit({ 'a.md': 'a' })
      const copy = await newCopy()
      const limited = remoteOf(served, token, { maxRepositoryBytes: 5_000_000 })
      const error = await withFault(
        insteadOfPack(commit, (response) => void sendPack(response, endlessPack())),
        () => failureOf(fetchRef(copy, limited, main)),
      )
      expect(error.failure).toBe('TOO_LARGE')
      expect(await fetchRef(copy, limited, main)).toBe(commit)
    },
  )

  test.runIf(isLongRun)('that sends an object for which there is no memory is left', async () => {
    const served = newServed()
    const commit = served.commit({ 'a.md': 'a' })
    const copy = await newCopy()
    const error = await withFault(
      insteadOfPack(
        commit,
        (response) =>
          void sendPack(response, [packHead(treeType, 1n << 33n), Buffer.from([0x78, 1])].values()),
      ),
      () => failureOf(fetchRef(copy, remoteOf(served, token), main)),
    )
    expect(error.failure).toBe('TOO_LARGE')
  })

  test('that sends paths out of the folder is refused', async () => {
    for (const name of budget(['.GIT'], ['..', '.git', '.GIT'])) {
      const served = newServed()
      const blob = served.git(['hash-object', '-w', '--stdin'], 'x')
      const inner = served.git(['mktree'], `100644 blob ${blob}\tconfig\n`)
      const tree = served.git(
        ['hash-object', '-w', '-t', 'tree', '--stdin', '--literally'],
        treeWith(name, inner),
      )
      const commit = served.git(['commit-tree', tree, '-m', 'x'])
      served.git(['update-ref', main, commit])
      expect([name, (await failureOf(fetchRef(await newCopy(), remoteOf(served), main))).failure]).toEqual([
        name,
        'CONTENTS_BROKEN',
      ])
    }
  })

  test.runIf(isLongRun)('whose rules refuse a push says why', async () => {
    const served = newServed()
    const commit = served.commit({ 'a.md': 'a' })
    const hook = join(served.folder, 'hooks/pre-receive')
    execFileSync('mkdir', ['-p', join(served.folder, 'hooks')])
    writeFileSync(hook, '#!/bin/sh\necho "Protected: ask for a review."\nexit 1\n', { mode: 0o755 })
    const copy = await newCopy()
    await fetchRef(copy, remoteOf(served, token), main)
    const next = (await writeCommit(
      copy,
      commit,
      commitOf('b', [{ kind: 'PUT', path: 'b', bytes: Buffer.from('b') }]),
    )) as string
    const push = pushBranch(copy, remoteOf(served, token), { ref: main, commit: next, expected: commit })
    const error = await failureOf(push)
    expect([error.failure, error.detail]).toEqual([
      'PUSH_REFUSED',
      expect.stringContaining('Protected: ask for a review.'),
    ])
  })
})

describe('the token', () => {
  test('is in no argument of a process', async () => {
    const served = newServed()
    served.commit({ 'a.md': 'a' })
    const copy = await newCopy()
    let seen = ''
    await withFault(
      (_, response) => {
        seen = execFileSync('ps', ['-eo', 'args']).toString()
        response.writeHead(500).end()
      },
      () => failureOf(fetchRef(copy, remoteOf(served, token), main)),
    )
    expect(seen).toContain(served.url)
    expect(seen).not.toContain(token)
    expect(seen).not.toContain(Buffer.from(`x-access-token:${token}`).toString('base64'))
  })
})

describe('the files of a repository', () => {
  test.runIf(isLongRun)('that are too large stop only themselves, and can be read in pieces', async () => {
    const served = newServed()
    const large = Buffer.alloc(3_000_000, 'x')
    const commit = served.commit({ 'a.md': 'a', 'A.md': 'A', 'large.bin': large })
    const copy = await newCopy()
    await fetchRef(copy, remoteOf(served), main)
    const { entries } = await listTree(copy, commit)
    expect(entries.map(({ path, size }) => [path, size])).toEqual([
      ['A.md', 1],
      ['a.md', 1],
      ['large.bin', large.length],
    ])
    const blobs = new BlobReader(copy, { maxBytes: 1_000_000 })
    const reads = await Promise.allSettled(entries.toReversed().map(({ oid }) => blobs.read(oid)))
    expect(
      reads.map((read) => (read.status === 'fulfilled' ? String(read.value) : read.reason.failure)),
    ).toEqual(['TOO_LARGE', 'a', 'A'])
    const oids = entries.map(({ oid }) => oid)
    const first = blobs.stream(oids[2] as string)
    await first.next()
    // Waits for the one that is read, and goes on once that is given up.
    const small = blobs.read(oids[0] as string)
    await first.return(undefined)
    expect(String(await small)).toBe('A')
    const pieces: Buffer[] = []
    for await (const piece of blobs.stream(oids[2] as string)) pieces.push(piece)
    expect(Buffer.concat(pieces).equals(large)).toBe(true)
    await blobs.close()
  })

  test.runIf(isLongRun)(
    'are read again after a broken copy, an unfinished one and one that lost a file',
    async () => {
      const served = newServed()
      const commit = served.commit({ 'a.md': 'a' })
      const copy = await newCopy()
      let reads = 0
      await fetchRef(copy, remoteOf(served), main)
      for (const name of [
        'shallow.lock',
        'packed-refs.lock',
        'refs/lectern/fetched/heads/main.lock',
        'objects/pack/tmp_pack_x',
      ])
        writeFileSync(join(copy.folder, name), '')
      await newCopy(copy.folder)
      expect(existsSync(join(copy.folder, 'shallow.lock'))).toBe(false)
      expect(existsSync(join(copy.folder, 'objects/pack/tmp_pack_x'))).toBe(false)
      expect(await fetchRef(copy, remoteOf(served), main)).toBe(commit)
      const found = await withRepository(copy.folder, async (opened) => {
        const head = await fetchRef(opened, remoteOf(served), main)
        if (reads++ === 0) await rm(join(copy.folder, 'objects/pack'), { recursive: true })
        return (await listTree(opened, head)).entries.length
      })
      expect([found, reads]).toEqual([1, 2])
      writeFileSync(join(copy.folder, 'HEAD'), 'nonsense')
      await newCopy(copy.folder)
      expect(await fetchRef(copy, remoteOf(served), main)).toBe(commit)
    },
  )
})

/** Returns the bytes of a tree with one folder. */
const treeWith = (name: string, oid: string) =>
  Buffer.concat([Buffer.from(`40000 ${name}\0`), Buffer.from(oid, 'hex')])
