import { ZipFile } from 'yazl'

interface Entry {
  readonly content?: string | Buffer
  /** The Unix file type and permissions. */
  readonly mode?: number
}

async function archiveOf(entries: Readonly<Record<string, Entry>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, { content = '# Page\n', mode }] of Object.entries(entries))
    zip.addBuffer(Buffer.from(content), path, mode === undefined ? {} : { mode })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Changes each header of the archive that begins with the signature. */
function withHeaders(archive: Buffer, signature: string, change: (header: Buffer) => void): Buffer {
  const changed = Buffer.from(archive)
  const start = Buffer.from(signature, 'latin1')
  for (let at = changed.indexOf(start); at !== -1; at = changed.indexOf(start, at + 4))
    change(changed.subarray(at))
  return changed
}

const directory = 'PK\x01\x02'

/**
 * Creates an archive and replaces the name of an entry by one of the same length, which no zip tool would
 * write.
 */
const renamed = async (from: string, to: string) =>
  Buffer.from((await archiveOf({ [from]: {} })).toString('latin1').replaceAll(from, to), 'latin1')

const megabyte = 1024 * 1024

const sized = (bytes: number, archive: Buffer) =>
  withHeaders(archive, directory, (header) => {
    header.writeUInt32LE(bytes / 64, 20)
    header.writeUInt32LE(bytes, 24)
  })

/** Invalid archives, each with the expected error message. */
export const hostileZips: readonly (readonly [what: string, make: () => Promise<Buffer>, refusal: RegExp])[] =
  [
    [
      'a zip bomb in one entry',
      () => archiveOf({ 'good.md': {}, 'bomb.md': { content: Buffer.alloc(20 * megabyte) } }),
      /"bomb\.md" is compressed more than 300 times/,
    ],
    [
      'a zip bomb of many entries',
      async () => {
        const names = Array.from({ length: 11 }, (_, index) => [`${index}.md`, {}])
        return sized(49 * megabyte, await archiveOf(Object.fromEntries(names)))
      },
      /inflates to more than 500 MB, at "10\.md"/,
    ],
    [
      'more entries than allowed',
      async () => {
        const archive = await archiveOf({ 'a.md': {} })
        const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
        archive.writeUInt16LE(65_000, end + 8)
        archive.writeUInt16LE(65_000, end + 10)
        return archive
      },
      /contains 65000 entries, more than 20000/,
    ],
    [
      'an entry that is too large',
      async () => sized(51 * megabyte, await archiveOf({ 'huge.md': {} })),
      /"huge\.md" is larger than 50 MB/,
    ],
    ['a way out', () => renamed('aa/bb/passwd.md', '../../passwd.md'), /\.\.\/\.\.\/passwd\.md/],
    ['a path that leaves the archive', () => renamed('a/aa/aa/b.md', 'a/../../b.md'), /a\/\.\.\/\.\.\/b\.md/],
    ['an absolute name', () => renamed('aetc/passwd.md', '/etc/passwd.md'), /\/etc\/passwd\.md/],
    ['a drive', () => renamed('CC/passwd.md', 'C:/passwd.md'), /C:\/passwd\.md/],
    [
      'backslashes',
      () => renamed('aa-bb-passwd.md', '..\\..\\passwd.md'),
      /invalid characters in fileName: \.\.\\\.\.\\passwd\.md/,
    ],
    [
      'a symbolic link',
      () => archiveOf({ 'good.md': {}, 'link.md': { content: '/etc/passwd', mode: 0o120777 } }),
      /"link\.md" is a symbolic link/,
    ],
    [
      'a password',
      async () =>
        withHeaders(await archiveOf({ 'locked.md': {} }), directory, (header) => {
          header.writeUInt16LE(header.readUInt16LE(8) | 1, 8)
        }),
      /"locked\.md" is encrypted/,
    ],
    [
      'no end record',
      async () => {
        const archive = await archiveOf({ 'good.md': {}, 'other.md': {} })
        return archive.subarray(0, archive.length - 40)
      },
      /not a readable zip archive/,
    ],
    [
      'a damaged directory',
      async () =>
        withHeaders(await archiveOf({ 'good.md': {} }), directory, (header) => {
          header.write('XX')
        }),
      /cannot be read/,
    ],
    ['a NUL character in a name', () => renamed('a_b.md', 'a\0b.md'), /"a\\u0000b\.md" has a NUL character/],
  ]

/** Creates nested archives, of which only the innermost one is large. */
export async function nestedZip(depth: number): Promise<Buffer> {
  let archive = await archiveOf({ 'page.md': {} })
  for (let level = 0; level < depth; level++)
    archive = await archiveOf({ [`${level}.zip`]: { content: archive } })
  return archive
}

/** Creates an entry that is larger than its declared size. */
export const lyingZip = async (path: string): Promise<Buffer> =>
  withHeaders(await archiveOf({ [path]: { content: 'x'.repeat(megabyte) } }), directory, (header) => {
    header.writeUInt32LE(10, 24)
  })
