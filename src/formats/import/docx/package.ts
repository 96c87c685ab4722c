import { posix } from 'node:path'
import { ZipFile } from 'yazl'
import { invalidSource } from '../../source-problems.ts'
import { relativeUrl } from '../conversion/markdown-syntax.ts'
import type { SourceEntry } from '../files/entries.ts'
import { imageExtension } from '../files/image-extension.ts'
import { readZip } from '../files/zip.ts'
import { markListItems } from './numbered-lists.ts'
import { assertSafeXml, decodeXml } from './xml-guard.ts'

const megabyte = 1024 * 1024
const maximumXmlBytes = 50 * megabyte
const oldWordFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const zipFile = Buffer.from('PK')

/** The placeholder for an image in the archive that is passed to the converter. */
export interface ImageStub {
  /** The path of the part in the document. */
  readonly part: string
  /** The URL of the image on the page. Absent if browsers cannot display it. */
  readonly url?: string
}

/** A Word document that is safe to convert. */
export interface WordPackage {
  /** An archive of the validated XML parts, with a placeholder for each other part. */
  readonly archive: Buffer
  /** The images of the document, as assets. */
  readonly images: readonly SourceEntry[]
}

/** Reads the parts of a Word document. Error messages begin with the path of the file. */
export async function openWordFile(entry: SourceEntry): Promise<SourceEntry[]> {
  const bytes = await entry.read()
  if (bytes.subarray(0, oldWordFile.length).equals(oldWordFile))
    throw invalidSource(
      'SOURCE_NOT_WORD',
      `${entry.path} is in an old Word format or has a password. Remove the password and save it as .docx.`,
      { path: entry.path },
    )
  if (!bytes.subarray(0, zipFile.length).equals(zipFile))
    throw invalidSource('SOURCE_NOT_WORD', notWord(entry.path), { path: entry.path })
  try {
    return await readZip(bytes)
  } catch (error) {
    throw invalidSource('SOURCE_WORD_BROKEN', `${entry.path}: ${(error as Error).message}`, {
      path: entry.path,
    })
  }
}

const notWord = (path: string) => `${path} is not a Word document. Save it as .docx.`

/**
 * Returns whether the entry is the main part. Word names it `document.xml`; Word for the web sometimes
 * `document2.xml`.
 */
export const isMainPart = ({ path }: SourceEntry) => /^word\/document\d*\.xml$/.test(path)

const isXml = (path: string) => /\.(?:xml|rels)$/i.test(path)

/**
 * Validates the parts of a document and packs the ones that the converter needs into a new archive, so that the
 * converter only reads validated content. Images are not included. `path` is the path of the file.
 */
export async function packWord(
  parts: readonly SourceEntry[],
  path: string,
  { page, assets }: { page: string; assets: string },
): Promise<WordPackage> {
  if (!parts.some(isMainPart)) throw invalidSource('SOURCE_NOT_WORD', notWord(path), { path })
  const texts = parts.filter((part) => isXml(part.path))
  assertXmlSize(texts, path)
  const zip = new ZipFile()
  for (const part of texts) zip.addBuffer(await checkedPart(part, path), part.path)
  const images: SourceEntry[] = []
  for (const part of parts.filter((other) => !isXml(other.path))) {
    const extension = imageExtension(await readPart(part, path))
    const asset = posix.join(assets, `image${images.length + 1}.${extension}`)
    if (extension) images.push({ ...part, path: asset })
    const url = extension && relativeUrl(page, asset)
    zip.addBuffer(Buffer.from(JSON.stringify({ part: part.path, url } satisfies ImageStub)), part.path)
  }
  return { archive: await toBuffer(zip), images }
}

function assertXmlSize(texts: readonly SourceEntry[], path: string): void {
  let bytes = 0
  for (const { size } of texts) bytes += size
  if (bytes > maximumXmlBytes)
    throw invalidSource(
      'SOURCE_FILE_TOO_LARGE',
      `${path} contains more than ${maximumXmlBytes / megabyte} MB of text and styles. Split the document.`,
      { path },
    )
}

async function checkedPart(part: SourceEntry, path: string): Promise<Buffer> {
  const xml = decodeXml(await readPart(part, path))
  assertSafeXml(xml, `${path}: the part ${part.path}`)
  return Buffer.from(xml)
}

async function readPart(part: SourceEntry, path: string): Promise<Buffer> {
  try {
    return await part.read()
  } catch (error) {
    throw invalidSource('SOURCE_WORD_BROKEN', `${path}: ${(error as Error).message}`, { path })
  }
}

/** Adds the numbers of their items to the lists of a packed document. */
export async function withNumberedLists(archive: Buffer): Promise<Buffer> {
  const parts = await readZip(archive)
  const textOf = async (isPart: (path: string) => boolean) =>
    (await parts.find(({ path }) => isPart(path))?.read())?.toString() ?? ''
  const numbering = await textOf((path) => /^word\/numbering\d*\.xml$/.test(path))
  if (numbering === '') return archive
  const styles = await textOf((path) => /^word\/styles\d*\.xml$/.test(path))
  const zip = new ZipFile()
  for (const part of parts) {
    const bytes = await part.read()
    const written = isMainPart(part)
      ? Buffer.from(markListItems(bytes.toString(), { numbering, styles }))
      : bytes
    zip.addBuffer(written, part.path)
  }
  return toBuffer(zip)
}

async function toBuffer(zip: ZipFile): Promise<Buffer> {
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
