import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { childEnvironment } from './child-environment.ts'

/** Does something else with a request than to answer it, or has it answered after all. */
export type GitFault = (request: IncomingMessage, response: ServerResponse, answer: () => void) => void

/** A git server over HTTP: the CGI program of git itself, with a token if one is set. */
export interface GitServer {
  /** The address, such as `http://127.0.0.1:1234`. */
  readonly address: string
  /** The folder of its bare repositories. */
  readonly folder: string
  /** The token that requests must have. Without one everybody may read and write. */
  token: string | undefined
  /** Answers the next requests, until it is taken away. */
  fault: GitFault | undefined
  /** The requests that it had: method, path, the bytes that were received and sent. */
  readonly requests: GitServerRequest[]
  /** Makes an empty repository, and returns it. */
  createRepository(name: string): ServedRepository
  /** Answers a request that another server had. */
  answer(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

export interface GitServerRequest {
  readonly method: string
  readonly url: string
  received: number
  sent: number
}

/** Files by path. Null deletes one. A name with `symlink:` as content is a symbolic link. */
export type ServedFiles = Readonly<Record<string, string | Uint8Array | null>>

export interface ServedRepository {
  readonly url: string
  readonly folder: string
  /** Runs git in the repository, and returns its output without the line end. */
  git(args: readonly string[], input?: string | Uint8Array): string
  /** Commits changes to a branch as somebody who uses git, and returns the commit. */
  commit(files: ServedFiles, options?: CommitOptions): string
  /** The files of a branch. */
  files(branch?: string): Record<string, string>
  /** The commit of a branch. Undefined if there is no such branch. */
  head(branch?: string): string | undefined
}

export interface CommitOptions {
  readonly branch?: string
  /** The commit that it comes after, `null` for none. Defaults to the one of the branch. */
  readonly parent?: string | null
  readonly message?: string
  readonly author?: string
}

export async function startGitServer(folder: string): Promise<GitServer> {
  mkdirSync(folder, { recursive: true })
  const sockets = new Set<Socket>()
  const http = createServer((request, response) => answer(server, request, response))
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: GitServer = {
    address,
    folder,
    token: undefined,
    fault: undefined,
    requests: [],
    answer: (request, response) => answer(server, request, response),
    createRepository: (name) => createRepository(folder, address, name),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        http.close(resolve)
      })
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return server
}

function answer(server: GitServer, request: IncomingMessage, response: ServerResponse): void {
  const record = { method: request.method ?? '', url: request.url ?? '', received: 0, sent: 0 }
  server.requests.push(record)
  const answerWell = () => {
    if (isAuthorized(server.token, request)) runBackend(server.folder, record, request, response)
    else response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end()
  }
  if (server.fault) server.fault(request, response, answerWell)
  else answerWell()
}

function isAuthorized(token: string | undefined, { headers }: IncomingMessage): boolean {
  if (token === undefined) return true
  const given = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
  return given.slice(given.indexOf(':') + 1) === token
}

function runBackend(
  folder: string,
  record: GitServerRequest,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? '', 'http://localhost')
  const program = spawn('git', ['http-backend'], {
    env: childEnvironment({
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      GIT_PROTOCOL: request.headers['git-protocol']?.toString() ?? '',
      REMOTE_USER: 'somebody',
      REMOTE_ADDR: '127.0.0.1',
    }),
  })
  program.stdin.on('error', () => {})
  response.on('close', () => program.kill())
  request.on('data', (chunk: Buffer) => {
    record.received += chunk.length
  })
  const body = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request
  body.pipe(program.stdin)
  let head = Buffer.alloc(0)
  let hasHead = false
  program.stdout.on('data', (chunk: Buffer) => {
    record.sent += chunk.length
    if (hasHead) {
      if (!response.write(chunk)) {
        program.stdout.pause()
        response.once('drain', () => program.stdout.resume())
      }
      return
    }
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    hasHead = true
    for (const line of head.subarray(0, end).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(': ')
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.write(head.subarray(end + 4))
  })
  program.stdout.on('end', () => response.end())
}

function createRepository(root: string, address: string, name: string): ServedRepository {
  const folder = join(root, `${name}.git`)
  const run = (args: readonly string[], input?: string | Uint8Array): Buffer =>
    execFileSync('git', args, {
      cwd: root,
      input: input ?? '',
      maxBuffer: 1024 ** 3,
      env: childEnvironment({
        GIT_DIR: folder,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        LC_ALL: 'C',
        GIT_AUTHOR_NAME: 'Ada',
        GIT_AUTHOR_EMAIL: 'ada@example.org',
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'ada@example.org',
      }),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  const git = (args: readonly string[], input?: string | Uint8Array) =>
    run(args, input).toString('utf8').replace(/\n$/, '')
  git(['init', '--quiet', '--bare', '--initial-branch=main', folder])
  git(['config', 'http.receivepack', 'true'])
  git(['config', 'receive.fsckObjects', 'true'])
  const head = (branch = 'main') => {
    try {
      return git(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`])
    } catch {
      return undefined
    }
  }
  return {
    url: `${address}/${name}.git`,
    folder,
    git,
    head,
    commit: (files, options = {}) => {
      const branch = options.branch ?? 'main'
      const parent = options.parent === undefined ? (head(branch) ?? null) : options.parent
      git(
        ['fast-import', '--quiet', '--force', '--done'],
        commitStream(files, { ...options, branch, parent }),
      )
      return head(branch) as string
    },
    files: (branch = 'main') => {
      const records = git(['ls-tree', '-r', '-z', `refs/heads/${branch}`]).split('\0')
      return Object.fromEntries(
        records
          .filter((record) => record !== '')
          .map((record) => {
            const [info = '', path = ''] = record.split('\t')
            return [path, run(['cat-file', 'blob', info.split(' ')[2] ?? '']).toString('utf8')]
          }),
      )
    },
  }
}

let clock = 1_700_000_000

/** Returns the stream of one commit for `git fast-import`. */
function commitStream(
  files: ServedFiles,
  { branch = 'main', parent, message = 'Edit', author = 'Ada <ada@example.org>' }: CommitOptions,
): Buffer {
  clock += 60
  const parts: (string | Uint8Array)[] = ['feature done\n']
  const data = (bytes: Uint8Array) => parts.push(`data ${bytes.length}\n`, bytes, '\n')
  if (parent === null) parts.push(`reset refs/heads/${branch}\n\n`)
  parts.push(`commit refs/heads/${branch}\ncommitter ${author} ${clock} +0000\n`)
  data(Buffer.from(message))
  if (parent) parts.push(`from ${parent}\n`)
  for (const [path, content] of Object.entries(files)) {
    const name = `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    if (content === null) {
      parts.push(`D ${name}\n`)
      continue
    }
    const target = typeof content === 'string' ? /^symlink:(.*)$/.exec(content)?.[1] : undefined
    parts.push(`M ${target === undefined ? '100644' : '120000'} inline ${name}\n`)
    data(Buffer.from(target ?? content))
  }
  parts.push('done\n')
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}
