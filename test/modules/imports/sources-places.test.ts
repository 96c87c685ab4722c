import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { readFolder } from '../../../src/formats/import/files/folder.ts'
import { readZip } from '../../../src/formats/import/files/zip.ts'
import { cloneGit } from '../../../src/modules/imports/git.ts'

const paths = (entries: readonly SourceEntry[]) => entries.map(({ path }) => path).sort()
const textOf = async (entries: readonly SourceEntry[], path: string) =>
  (await entries.find((entry) => entry.path === path)?.read())?.toString()

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lectern-test-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

async function place(files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true })
    await writeFile(join(directory, path), content)
  }
}

describe('a folder', () => {
  it('has its files read, except those in tool folders', async () => {
    await place({
      'a.md': 'text',
      'sub/b.md': '',
      '.gitbook.yaml': '',
      '.gitbook/assets/x.png': '',
      '.git/config': '',
      '.github/c.md': '',
      'node_modules/d/README.md': '',
    })
    const entries = await readFolder(directory)
    expect(paths(entries)).toEqual(['.gitbook.yaml', '.gitbook/assets/x.png', 'a.md', 'sub/b.md'])
    expect(await textOf(entries, 'a.md')).toBe('text')
  })

  it('has symbolic links followed inside, but not outside of it or in cycles', async () => {
    await place({
      'root/a.md': 'text',
      'root/sub/b.md': '',
      'root/.git/config': 'secret',
      'secret.md': 'secret',
    })
    await symlink('a.md', join(directory, 'root/linked.md'))
    await symlink('sub', join(directory, 'root/again'))
    await symlink('..', join(directory, 'root/sub/circle'))
    await symlink('../secret.md', join(directory, 'root/outside.md'))
    await symlink('..', join(directory, 'root/above'))
    await symlink('.git', join(directory, 'root/tools'))
    await symlink('nowhere', join(directory, 'root/broken'))
    const entries = await readFolder(join(directory, 'root'))
    expect(paths(entries)).toEqual(['a.md', 'again/b.md', 'linked.md', 'sub/b.md'])
    expect(await textOf(entries, 'linked.md')).toBe('text')
  })

  it('is rejected if links multiply folders beyond the limit', async () => {
    for (let level = 0; level < 20; level++) {
      await mkdir(join(directory, `d${level}`))
      await symlink(`../d${level + 1}`, join(directory, `d${level}/a`))
      await symlink(`../d${level + 1}`, join(directory, `d${level}/b`))
    }
    await mkdir(join(directory, 'd20'))
    await expect(readFolder(directory, { folders: 500 })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'The folder contains more than 500 folders.',
    })
  })
})

interface ZipEntry {
  readonly content?: string
  readonly mode?: number
}

async function zipOf(files: Record<string, ZipEntry | string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, file] of Object.entries(files)) {
    const { content = '', mode } = typeof file === 'string' ? { content: file } : file
    zip.addBuffer(Buffer.from(content), path, { mode })
  }
  zip.end()
  return buffer(zip.outputStream)
}

/** Replaces a name in an archive by another of the same length, which no zip tool would write. */
const renamed = (archive: Buffer, from: string, to: string) =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1')

/** Changes each entry of the central directory of an archive. */
function withDirectory(archive: Buffer, change: (header: Buffer) => void): Buffer {
  const changed = Buffer.from(archive)
  const signature = Buffer.from('PK\x01\x02', 'latin1')
  for (let at = changed.indexOf(signature); at >= 0; at = changed.indexOf(signature, at + 4))
    change(changed.subarray(at))
  return changed
}

describe('a zip archive', () => {
  it('has its files read, from memory and from disk', async () => {
    const archive = await zipOf({ 'a.md': 'text', 'sub/b.md': '', '.git/config': '', '__MACOSX/._a.md': '' })
    await writeFile(join(directory, 'x.zip'), archive)
    for (const entries of [await readZip(archive), await readZip(join(directory, 'x.zip'))]) {
      expect(paths(entries)).toEqual(['a.md', 'sub/b.md'])
      expect(await textOf(entries, 'a.md')).toBe('text')
    }
  })

  it('has its single top-level folder removed', async () => {
    const archive = await zipOf({ 'book-1.0/a.md': '', 'book-1.0/sub/b.md': 'b', '__MACOSX/x': '' })
    expect(paths(await readZip(archive))).toEqual(['a.md', 'sub/b.md'])
  })

  it.each([
    ['../x.md', 'aa/x.md'],
    ['/tmp/x.md', 'atmp/x.md'],
    ['C:/x.md', 'cc/x.md'],
    ['a\\x.md', 'aa/x.md'.slice(1)],
  ])('is rejected for a path outside of it: %s', async (hostile, harmless) => {
    const archive = renamed(await zipOf({ [harmless]: 'x' }), harmless, hostile)
    await expect(readZip(archive)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining(hostile) as string,
    })
  })

  it('is rejected for a name with a NUL character', async () => {
    const archive = renamed(await zipOf({ 'a_x.md': 'x' }), 'a_x.md', 'a\0x.md')
    await expect(readZip(archive)).rejects.toThrow('"a\\u0000x.md" has a NUL character')
  })

  it('is rejected if it contains a symbolic link', async () => {
    const archive = await zipOf({ 'a.md': '', 'link.md': { content: '/etc/passwd', mode: 0o120777 } })
    await expect(readZip(archive)).rejects.toThrow('"link.md" is a symbolic link')
  })

  it('is rejected if an entry is encrypted', async () => {
    const archive = withDirectory(await zipOf({ 'a.md': 'x' }), (header) => header.writeUInt16LE(0x0801, 8))
    await expect(readZip(archive)).rejects.toThrow('"a.md" is encrypted')
  })

  it('is rejected if one entry or all entries together are too large', async () => {
    const files = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}.md`, 'x']))
    const sized = (size: number, archive: Buffer) =>
      withDirectory(archive, (header) => {
        header.writeUInt32LE(size / 64, 20)
        header.writeUInt32LE(size, 24)
      })
    const archive = await zipOf(files)
    const megabyte = 1024 * 1024
    await expect(readZip(sized(51 * megabyte, archive))).rejects.toThrow('"0.md" is larger than 50 MB')
    await expect(readZip(sized(49 * megabyte, archive))).rejects.toThrow('more than 500 MB, at "10.md"')
  })

  it('is rejected if an entry is compressed like a zip bomb', async () => {
    const archive = await zipOf({ 'a.md': 'x', 'bomb.md': '0'.repeat(2_000_000) })
    await expect(readZip(archive)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'The archive entry "bomb.md" is compressed more than 300 times.',
    })
  })

  it('has normalized paths; the last of duplicate entries is used', async () => {
    const archive = renamed(
      await zipOf({ 'a_b/x.md': 'first', 'a.b/x.md': 'last', '.git/./y.md': '', 'a//z.md': '' }),
      'a_b/',
      'a.b/',
    )
    const entries = await readZip(archive)
    expect(paths(entries)).toEqual(['a.b/x.md', 'a/z.md'])
    expect(await textOf(entries, 'a.b/x.md')).toBe('last')
  })

  it('is not inflated further once an entry exceeds its declared size', async () => {
    const archive = withDirectory(await zipOf({ 'bomb.md': '0'.repeat(1_000_000) }), (header) =>
      header.writeUInt32LE(10, 24),
    )
    const [entry] = await readZip(archive)
    await expect(entry?.read()).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('"bomb.md"') as string,
    })
  })

  it('is rejected if it has more than 20,000 entries', async () => {
    const archive = await zipOf({ 'a.md': 'x' })
    const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
    archive.writeUInt16LE(20_001, end + 8)
    archive.writeUInt16LE(20_001, end + 10)
    await expect(readZip(archive)).rejects.toThrow('20001 entries')
  })

  it('is rejected if it is damaged or not an archive', async () => {
    await expect(readZip(Buffer.from('<html>'))).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    const archive = await zipOf({ 'a.md': 'x'.repeat(1000) })
    const damaged = withDirectory(archive, (header) => header.write('XX', 0))
    await expect(readZip(damaged)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })
})

const temporaryClones = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('lectern-clone-'))

describe('a git repository', () => {
  let server: Server
  let address: string

  const listen = async (handler: (request: IncomingMessage, response: ServerResponse) => void) => {
    server = createServer(handler).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it.skipIf(spawnSync('git', ['--version']).status !== 0)(
    'has the files of its default branch, or of another, read without leaving files on disk',
    async () => {
      await place({ 'book/SUMMARY.md': '* [A](a.md)', 'book/a.md': 'text', 'book/.github/x.md': '' })
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
          cwd: join(directory, 'book'),
          stdio: 'pipe',
        })
      git('init', '-q')
      git('add', '.')
      git('commit', '-qm', 'First')
      git('tag', 'first')
      git('branch', 'older')
      await place({ 'book/a.md': 'new text' })
      git('commit', '-qam', 'Second')
      await listen((request, response) => void serveGit(directory, request, response))
      const steps: string[] = []
      const before = await temporaryClones()
      const { entries, commit } = await cloneGit(`${address}/book/.git`, {
        onProgress: (step) => steps.push(step),
      })
      expect(paths(entries)).toEqual(['SUMMARY.md', 'a.md'])
      expect(await textOf(entries, 'a.md')).toBe('new text')
      expect(commit).toMatchObject({ oid: expect.stringMatching(/^[0-9a-f]{40}$/), message: 'Second' })
      for (const ref of ['older', 'first']) {
        const { entries: old } = await cloneGit(`${address}/book/.git`, { ref, onProgress: () => {} })
        expect(await textOf(old, 'a.md')).toBe('text')
      }
      expect(steps).not.toEqual([])
      expect(await temporaryClones()).toEqual(before)
    },
  )

  it('is read without cloning if it is a local folder', async () => {
    await listen(() => {})
    await place({ '.git/config': '', 'a.md': 'text' })
    const options = { onProgress: () => {} }
    for (const url of [directory, pathToFileURL(directory).href])
      expect(paths((await cloneGit(url, options)).entries)).toEqual(['a.md'])
    await expect(cloneGit(directory, { ...options, ref: 'main' })).rejects.toThrow(
      'no branch can be selected',
    )
    await expect(cloneGit(`${pathToFileURL(directory)}/x`, options)).rejects.toThrow('is not a folder')
  })

  it('is rejected without revealing the password in its URL', async () => {
    await listen((_request, response) => response.writeHead(401).end())
    const url = address.replace('//', '//user:secret@')
    const refusal = await cloneGit(url, { onProgress: () => {} }).catch((error: Error) => error.message)
    expect(refusal).toContain(`${address}/ cannot be cloned`)
    expect(refusal).not.toContain('secret')
  })

  it('is rejected with its URL if it is not a repository', async () => {
    await listen((_request, response) => response.writeHead(404).end())
    const before = await temporaryClones()
    await expect(cloneGit(`${address}/x`, { onProgress: () => {} })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining(`${address}/x cannot be cloned`) as string,
    })
    expect(await temporaryClones()).toEqual(before)
  })
})

/** Serves a git repository with the CGI program of git. */
async function serveGit(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost')
  const program = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
    },
  })
  request.pipe(program.stdin)
  const reply = await buffer(program.stdout)
  const end = reply.indexOf('\r\n\r\n')
  for (const line of reply.subarray(0, end).toString().split('\r\n')) {
    const [name = '', value = ''] = line.split(': ')
    if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
    else response.setHeader(name, value)
  }
  response.end(reply.subarray(end + 4))
}
