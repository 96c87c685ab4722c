import type { ServerResponse } from 'node:http'
import { setInterval as every } from 'node:timers/promises'
import type { GitFault } from './git-server.ts'

const packet = (bytes: string | Buffer) => {
  const content = Buffer.from(bytes)
  return Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content])
}

/** Returns a packet with a part of a pack. */
export const sideband = (bytes: Buffer) => packet(Buffer.concat([Buffer.from([1]), bytes]))

/** Returns a fault that lets the real server name its branches, and then answers the request for a pack itself. */
export function insteadOfPack(commit: string, send: (response: ServerResponse) => void): GitFault {
  let posts = 0
  return (request, response, answer) => {
    if (request.method === 'POST') posts += 1
    if (posts < 2) return answer()
    request.resume()
    response.writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-result' })
    response.write(
      Buffer.concat([
        packet('shallow-info\n'),
        packet(`shallow ${commit}`),
        Buffer.from('0001'),
        packet('packfile\n'),
      ]),
    )
    send(response)
  }
}

/** Sends a byte now and then, without end. */
export async function drip(response: ServerResponse): Promise<void> {
  response.on('error', () => {})
  response.writeHead(200, { 'Content-Type': 'application/x-git-upload-pack-advertisement' })
  for await (const _tick of every(50)) if (!response.write('0')) return
}

/** Sends pieces of a pack as long as the other side takes them. */
export async function sendPack(response: ServerResponse, pieces: Iterable<Buffer>): Promise<void> {
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += 60_000)
      response.write(sideband(piece.subarray(start, start + 60_000)))
    if (response.writableNeedDrain)
      await new Promise<void>((resolve) => {
        const go = () => {
          response.off('drain', go).off('close', go)
          resolve()
        }
        response.on('drain', go).on('close', go)
      })
    if (response.destroyed) return
  }
  response.end('0000')
}

/** Returns the head of a pack with one object of a type and a size. */
export function packHead(type: number, size: bigint): Buffer {
  const bytes = [...Buffer.from('PACK'), 0, 0, 0, 2, 0, 0, 0, 1]
  let rest = size >> 4n
  bytes.push(Number(size & 15n) | (type << 4) | (rest > 0n ? 128 : 0))
  while (rest > 0n) {
    const more = rest >> 7n
    bytes.push(Number(rest & 127n) | (more > 0n ? 128 : 0))
    rest = more
  }
  return Buffer.from(bytes)
}

export const blobType = 3
export const treeType = 2

/** A file that never ends, in zlib blocks without compression. */
export function* endlessPack(): Generator<Buffer> {
  yield packHead(blobType, 1n << 40n)
  yield Buffer.from([0x78, 0x01])
  const block = Buffer.alloc(65_535 + 5, 7)
  block.set([0, 0xff, 0xff, 0, 0])
  for (;;) yield block
}
