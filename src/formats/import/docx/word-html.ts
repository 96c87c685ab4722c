import mammoth from 'mammoth'
import { importLine } from '../report/lines.ts'
import { type Skip, skipOf } from '../report/notes.ts'
import { type ImageStub, withNumberedLists } from './package.ts'

/** The classes of the title and the subtitle in the converted HTML. */
export const titleClass = 'word-title'
export const subtitleClass = 'word-subtitle'

const codeStyles = [
  'Code',
  'Code Block',
  'Source Code',
  'HTML Preformatted',
  'Preformatted Text',
  'Macro Text',
]
const inlineCodeStyles = [
  'Code',
  'Code Char',
  'Inline Code',
  'HTML Code',
  'Source Text',
  'Verbatim Char',
  'HTML Preformatted Char',
]
const quoteStyles = ['Quote', 'Intense Quote', 'Block Text', 'Quotations']
/** Styles of tables of contents, which are omitted because they repeat the headings. */
const contentsStyles = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((level) => [`toc ${level}`, `Contents ${level}`]),
  'TOC Heading',
  'Contents Heading',
]

const styleMap = [
  `p[style-name='Title'] => h1.${titleClass}:fresh`,
  `p[style-name='Subtitle'] => p.${subtitleClass}:fresh`,
  ...codeStyles.map((style) => `p[style-name='${style}'] => pre:separator('\\n')`),
  ...inlineCodeStyles.map((style) => `r[style-name='${style}'] => code`),
  ...quoteStyles.map((style) => `p[style-name='${style}'] => blockquote > p:fresh`),
  ...contentsStyles.map((style) => `p[style-name='${style}'] => !`),
  ...[7, 8, 9].map((level) => `p[style-name='heading ${level}'] => h6:fresh`),
  ...[6, 7, 8, 9].flatMap((level) => [
    listStyle('unordered', 'ul', level),
    listStyle('ordered', 'ol', level),
  ]),
]

/** Returns a style mapping for a list level. The default mappings of the converter end at level five. */
function listStyle(kind: string, list: string, level: number): string {
  return `p:${kind}-list(${level}) => ${'ul|ol > li > '.repeat(level - 1)}${list} > li:fresh`
}

/** The members of a converter node that are used here. */
interface WordNode {
  readonly type: string
  readonly font?: string | null
  readonly styleId?: string | null
  readonly children?: readonly WordNode[]
}

const monospaced =
  /^(?:courier|consolas|menlo|monaco|roboto mono|source code|jetbrains mono|fira (?:code|mono)|liberation mono|dejavu sans mono|lucida console|cascadia)/i

/** Marks unstyled text in a monospaced font as code. */
function markCode(node: WordNode): WordNode {
  const children = node.children?.map(markCode)
  const own = children ? { ...node, children } : node
  const isCode = node.type === 'run' && !node.styleId && monospaced.test(node.font ?? '')
  return isCode ? ({ ...own, styleId: 'Code', styleName: 'Inline Code' } as WordNode) : own
}

export interface WordHtml {
  readonly html: string
  readonly skipped: readonly Skip[]
}

/** Converts the archive created by `packWord` to HTML, in which the images have the URLs of their assets. */
export async function wordToHtml(archive: Buffer, path: string): Promise<WordHtml> {
  const skipped: Skip[] = []
  const convertImage = mammoth.images.imgElement(async (image) => {
    const stub = await readStub(image)
    if (stub?.url) return { src: stub.url }
    skipped.push(
      stub
        ? skipOf(
            `${path}: ${stub.part}`,
            importLine(
              'IMPORT_IMAGE_FORMAT_UNKNOWN',
              'unsupported image format; insert the image as PNG or JPEG',
            ),
          )
        : skipOf(
            path,
            importLine('IMPORT_IMAGE_LINKED', 'an image is linked and not embedded; insert the image itself'),
          ),
    )
    return { src: '' }
  })
  const { value } = await mammoth.convertToHtml(
    { buffer: await withNumberedLists(archive) },
    {
      styleMap,
      convertImage,
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      transformDocument: markCode,
    },
  )
  return { html: value, skipped }
}

async function readStub(image: { readAsBuffer(): Promise<Buffer> }): Promise<ImageStub | undefined> {
  try {
    return JSON.parse((await image.readAsBuffer()).toString()) as ImageStub
  } catch {
    return undefined
  }
}
