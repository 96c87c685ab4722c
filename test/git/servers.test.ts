import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CommitStatus, reportCommitStatus } from '../../src/git/servers/commit-status.ts'
import { kindOfServer } from '../../src/git/servers/server-kind.ts'
import { readGitWebhook } from '../../src/git/servers/webhook.ts'
import { remoteOf } from './served.ts'

const secret = 'a-secret-of-a-webhook'
const commit = 'a'.repeat(40)

const signature = (body: string) => createHmac('sha256', secret).update(body).digest('hex')

const read = (headers: Record<string, string>, body: string) =>
  readGitWebhook({ 'content-type': 'application/json', ...headers }, Buffer.from(body), secret)

describe('a webhook', () => {
  const push = JSON.stringify({ ref: 'refs/heads/main', before: '0'.repeat(40), after: commit })

  test('is read from GitHub, GitLab, Gitea and Forgejo as they sign it', () => {
    const told = { event: 'PUSH', ref: 'refs/heads/main', commit }
    expect(
      read({ 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature(push)}` }, push),
    ).toEqual({ server: 'GITHUB', ...told })
    expect(read({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret }, push)).toEqual({
      server: 'GITLAB',
      ...told,
    })
    expect(
      read(
        {
          // Gitea and Forgejo send the headers of GitHub too.
          'x-github-event': 'push',
          'x-gitea-event': 'push',
          'x-hub-signature-256': `sha256=${signature(push)}`,
          'x-gitea-signature': signature(push),
        },
        push,
      ),
    ).toEqual({ server: 'GITEA', ...told })
    expect(read({ 'x-forgejo-event': 'push', 'x-forgejo-signature': signature(push) }, push)).toEqual({
      server: 'GITEA',
      ...told,
    })
  })

  test('of GitHub may be a form', () => {
    const form = new URLSearchParams({ payload: push }).toString()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-github-event': 'push',
      'x-hub-signature-256': `sha256=${signature(form)}`,
    }
    expect(read(headers, form)).toMatchObject({ event: 'PUSH', ref: 'refs/heads/main' })
  })

  test('is refused without its signature, with a wrong one, and with a changed body', () => {
    const wrong = createHmac('sha256', 'another').update(push).digest('hex')
    const headers: Record<string, string>[] = [
      {},
      { 'x-github-event': 'push' },
      { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${wrong}` },
      { 'x-github-event': 'push', 'x-hub-signature-256': signature(push) },
      { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature(`${push} `)}` },
      { 'x-github-event': 'push', 'x-hub-signature': `sha1=${signature(push)}` },
      { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': 'another' },
      { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': '' },
      { 'x-gitea-event': 'push', 'x-gitea-signature': wrong },
      // A wrong signature of one kind is not made good by nothing of another.
      { 'x-gitlab-token': 'another', 'x-hub-signature-256': `sha256=${signature(push)}` },
    ]
    for (const given of headers) expect([given, read(given, push)]).toEqual([given, undefined])
  })

  test('of a deleted branch has no commit, and other ones are told apart', () => {
    const deleted = JSON.stringify({ ref: 'refs/heads/old', after: '0'.repeat(40) })
    expect(read({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret }, deleted)).toEqual({
      server: 'GITLAB',
      event: 'PUSH',
      ref: 'refs/heads/old',
    })
    for (const body of ['{}', '[]', 'null', 'no json'])
      expect(
        read({ 'x-github-event': 'ping', 'x-hub-signature-256': `sha256=${signature(body)}` }, body),
      ).toEqual({
        server: 'GITHUB',
        event: 'OTHER',
      })
  })

  test('of a pull request says which, from where, to where and whether it is open', () => {
    const gitHub = JSON.stringify({
      action: 'synchronize',
      number: 7,
      pull_request: {
        number: 7,
        title: 'Better words',
        state: 'open',
        html_url: 'https://github.com/a/b/pull/7',
        head: { ref: 'words', sha: commit },
        base: { ref: 'main' },
      },
    })
    const told = {
      event: 'PULL_REQUEST',
      commit,
      pullRequest: {
        number: 7,
        title: 'Better words',
        isOpen: true,
        base: 'refs/heads/main',
        head: 'refs/heads/words',
      },
    }
    const headers = { 'x-github-event': 'pull_request', 'x-hub-signature-256': `sha256=${signature(gitHub)}` }
    expect(read(headers, gitHub)).toMatchObject({
      ...told,
      ref: 'refs/pull/7/head',
      pullRequest: { ...told.pullRequest, url: 'https://github.com/a/b/pull/7' },
    })
    const gitLab = JSON.stringify({
      object_kind: 'merge_request',
      object_attributes: {
        iid: 7,
        title: 'Better words',
        state: 'opened',
        url: 'https://gitlab.com/a/b/-/merge_requests/7',
        source_branch: 'words',
        target_branch: 'main',
        last_commit: { id: commit },
      },
    })
    expect(read({ 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-token': secret }, gitLab)).toMatchObject({
      ...told,
      ref: 'refs/merge-requests/7/head',
    })
  })
})

describe('the API of a git server', () => {
  interface Asked {
    readonly method: string
    readonly url: string
    readonly authorization: string | undefined
    readonly body: string
  }
  const asked: Asked[] = []
  let answers: Record<string, { status: number; body?: string; headers?: Record<string, string> }> = {}
  const http = createServer((request: IncomingMessage, response) => {
    const reply = async () => {
      const { method = '', url = '', headers } = request
      asked.push({ method, url, authorization: headers.authorization, body: await text(request) })
      const answer = answers[url] ?? { status: 404, body: '{"message":"404 Not Found"}' }
      response.writeHead(answer.status, answer.headers ?? {}).end(answer.body ?? '')
    }
    void reply()
  })
  let origin: string

  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      http.listen(0, '127.0.0.1', resolve)
    })
    origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    asked.length = 0
    answers = {}
  })
  afterAll(() => http.close())

  const remote = (path = '/owner/book.git') => remoteOf({ url: `${origin}${path}` }, 'token-of-it')

  test('tells its kind, without the token', async () => {
    expect(await kindOfServer(remote())).toBe('OTHER')
    answers = { '/api/v1/version': { status: 200, body: '{"version":"1.22.0"}' } }
    expect(await kindOfServer(remote())).toBe('GITEA')
    answers = { '/api/v4/version': { status: 401, body: '{"message":"401 Unauthorized"}' } }
    expect(await kindOfServer(remote())).toBe('GITLAB')
    answers = { '/api/v3/meta': { status: 200, headers: { 'x-github-enterprise-version': '3.14' } } }
    expect(await kindOfServer(remote())).toBe('GITHUB')
    expect(await kindOfServer({ url: 'https://github.com/a/b', allow: [] })).toBe('GITHUB')
    expect(asked.filter(({ authorization }) => authorization !== undefined)).toEqual([])
  })

  const status: CommitStatus = {
    commit,
    state: 'FAILURE',
    url: 'https://docs.example.org/x',
    description: 'd'.repeat(200),
    name: 'lectern',
  }

  test('gets the status of a commit as GitHub, GitLab and Gitea take it', async () => {
    const description = `${'d'.repeat(139)}…`
    const texts = { target_url: status.url, description }
    const expected = {
      GITHUB: {
        url: `/api/v3/repos/owner/book/statuses/${commit}`,
        authorization: 'Bearer token-of-it',
        body: { ...texts, state: 'failure', context: 'lectern' },
      },
      GITLAB: {
        url: `/api/v4/projects/owner%2Fbook/statuses/${commit}`,
        authorization: 'Bearer token-of-it',
        body: { ...texts, state: 'failed', name: 'lectern' },
      },
      GITEA: {
        url: `/api/v1/repos/owner/book/statuses/${commit}`,
        authorization: 'token token-of-it',
        body: { ...texts, state: 'failure', context: 'lectern' },
      },
    } as const
    for (const [kind, { url, authorization, body }] of Object.entries(expected)) {
      answers = { [url]: { status: 201 } }
      expect(await reportCommitStatus(remote(), kind as keyof typeof expected, status)).toBe(true)
      const last = asked.at(-1)
      expect({ ...last, body: JSON.parse(last?.body ?? '') }).toEqual({
        method: 'POST',
        url,
        authorization,
        body,
      })
    }
  })

  test('that has none, or no token for it, is not asked', async () => {
    expect(await reportCommitStatus(remote(), 'OTHER', status)).toBe(false)
    expect(await reportCommitStatus({ ...remote(), token: undefined }, 'GITHUB', status)).toBe(false)
    expect(asked).toEqual([])
  })

  test('that refuses a status says why, without the token', async () => {
    const url = `/api/v1/repos/owner/book/statuses/${commit}`
    const failures = {
      401: 'UNAUTHORIZED',
      403: 'UNAUTHORIZED',
      404: 'REPOSITORY_NOT_FOUND',
      500: 'UNREACHABLE',
    }
    for (const [code, failure] of Object.entries(failures)) {
      answers = { [url]: { status: Number(code), body: 'no, token-of-it may not' } }
      await expect(reportCommitStatus(remote(), 'GITEA', status)).rejects.toMatchObject({
        failure,
        detail: `It answers with status ${code}: no, *** may not`,
      })
    }
    answers = {
      [`/api/v4/projects/owner%2Fbook/statuses/${commit}`]: {
        status: 400,
        body: '{"message":"Cannot transition status via :enqueue from :pending"}',
      },
    }
    expect(await reportCommitStatus(remote(), 'GITLAB', status)).toBe(true)
  })
})
