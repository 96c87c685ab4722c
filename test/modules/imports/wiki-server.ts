import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { SourceServer } from './source-server.ts'

interface GitObject {
  readonly type: 'commit' | 'tree' | 'blob'
  readonly bytes: Buffer
  /** The size that the pack declares. Defaults to that of the bytes. */
  readonly declared?: number
}

const typeNumbers = { commit: 1, tree: 2, blob: 3 }

const idOf = ({ type, bytes }: GitObject): string =>
  createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')

/** The header of an object in a pack: its type and its size, 4 bits of it in the first byte and 7 in each other. */
function headerOf(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) as number) | 0x80
    bytes.push(rest & 0x7f)
  }
  return Buffer.from(bytes)
}

function packOf(objects: readonly GitObject[]): Buffer {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(objects.length, 8)
  const bodies = objects.flatMap(({ type, bytes, declared = bytes.length }) => [
    headerOf(typeNumbers[type], declared),
    deflateSync(bytes),
  ])
  const pack = Buffer.concat([head, ...bodies])
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()])
}

const line = (bytes: Buffer | string) => {
  const content = Buffer.from(bytes as string)
  return Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content])
}

const flush = Buffer.from('0000')

/** A repository with one page and one file. */
interface Wiki {
  readonly name: string
  readonly page: string
  readonly file: Pick<GitObject, 'bytes' | 'declared'>
}

/** Serves a repository as a git server does. Returns its URL. */
export function serveWiki(server: SourceServer, { name, page, file }: Wiki): string {
  const blobs = [
    { name: 'Home.md', object: { type: 'blob', bytes: Buffer.from(page) } as const },
    { name: 'data.bin', object: { type: 'blob', ...file } as const },
  ]
  const entries = blobs.flatMap(({ name, object }) => [
    Buffer.from(`100644 ${name}\0`),
    Buffer.from(idOf(object), 'hex'),
  ])
  const tree: GitObject = { type: 'tree', bytes: Buffer.concat(entries) }
  const author = 'A <a@example.org> 1700000000 +0000'
  const text = `tree ${idOf(tree)}\nauthor ${author}\ncommitter ${author}\n\nFirst\n`
  const commit: GitObject = { type: 'commit', bytes: Buffer.from(text) }
  const id = idOf(commit)
  const pack = packOf([commit, tree, ...blobs.map(({ object }) => object)])
  server.answer(`/${name}.wiki.git/info/refs?service=git-upload-pack`, (_request, response) => {
    const features = 'side-band-64k shallow symref=HEAD:refs/heads/main agent=test'
    response.setHeader('Content-Type', 'application/x-git-upload-pack-advertisement')
    response.end(
      Buffer.concat([
        line('# service=git-upload-pack\n'),
        flush,
        line(`${id} HEAD\0${features}\n`),
        line(`${id} refs/heads/main\n`),
        flush,
      ]),
    )
  })
  return server
    .answer(`/${name}.wiki.git/git-upload-pack`, (_request, response) => {
      response.setHeader('Content-Type', 'application/x-git-upload-pack-result')
      const parts: Buffer[] = []
      for (let at = 0; at < pack.length; at += 60_000)
        parts.push(line(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + 60_000)])))
      response.end(Buffer.concat([line(`shallow ${id}`), flush, line('NAK\n'), ...parts, flush]))
    })
    .replace('/git-upload-pack', '')
}
