import { posix } from 'node:path'
import { ZipFile } from 'yazl'
import { refused, relativeAddress } from '../conversion.ts'
import type { SourceEntry } from '../entries.ts'
import { readZip } from '../zip.ts'
import { imageExtension } from './images.ts'
import { checkXml, decodeXml } from './xml-guard.ts'

const megabyte = 1024 * 1024
const maximumXmlBytes = 50 * megabyte
const oldWordFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const zipFile = Buffer.from('PK')

/** The placeholder for an image in the archive that is passed to the converter. */
export interface PictureStub {
  /** The path of the part in the document. */
  readonly part: string
  /** The URL of the image on the page. Absent if browsers cannot display it. */
  readonly address?: string
}

/** A Word document that is safe to convert. */
export interface WordPackage {
  /** An archive of the validated XML parts, with a placeholder for each other part. */
  readonly archive: Buffer
  /** The images of the document, as assets. */
  readonly pictures: readonly SourceEntry[]
}

/** Reads the parts of a Word document. Error messages begin with the path of the file. */
export async function openWordFile(entry: SourceEntry): Promise<SourceEntry[]> {
  const bytes = await entry.read()
  if (bytes.subarray(0, oldWordFile.length).equals(oldWordFile))
    throw refused(
      `${entry.path} is in the format of old versions of Word, or has a password. Remove the password and save it as .docx.`,
    )
  if (!bytes.subarray(0, zipFile.length).equals(zipFile)) throw refused(notWord(entry.path))
  try {
    return await readZip(bytes)
  } catch (error) {
    throw refused(`${entry.path}: ${(error as Error).message}`)
  }
}

const notWord = (path: string) => `${path} is no Word document. Save it as .docx.`

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
  if (!parts.some(isMainPart)) throw refused(notWord(path))
  const texts = parts.filter((part) => isXml(part.path))
  checkSize(texts, path)
  const zip = new ZipFile()
  for (const part of texts) zip.addBuffer(await checkedPart(part, path), part.path)
  const pictures: SourceEntry[] = []
  for (const part of parts.filter((other) => !isXml(other.path))) {
    const extension = imageExtension(await readPart(part, path))
    const asset = posix.join(assets, `image${pictures.length + 1}.${extension}`)
    if (extension) pictures.push({ ...part, path: asset })
    const address = extension && relativeAddress(page, asset)
    zip.addBuffer(Buffer.from(JSON.stringify({ part: part.path, address } satisfies PictureStub)), part.path)
  }
  return { archive: await packed(zip), pictures }
}

function checkSize(texts: readonly SourceEntry[], path: string): void {
  let bytes = 0
  for (const { size } of texts) bytes += size
  if (bytes > maximumXmlBytes)
    throw refused(
      `${path} holds more than ${maximumXmlBytes / megabyte} MB of text and styles. Split the document.`,
    )
}

async function checkedPart(part: SourceEntry, path: string): Promise<Buffer> {
  const xml = decodeXml(await readPart(part, path))
  checkXml(xml, `${path}: the part ${part.path}`)
  return Buffer.from(xml)
}

async function readPart(part: SourceEntry, path: string): Promise<Buffer> {
  try {
    return await part.read()
  } catch (error) {
    throw refused(`${path}: ${(error as Error).message}`)
  }
}

async function packed(zip: ZipFile): Promise<Buffer> {
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
