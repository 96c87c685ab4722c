import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { docxEntries } from '../../../src/formats/import/docx/convert.ts'
import { createDocumentPool } from '../../../src/formats/import/docx/convert-in-worker.ts'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import {
  documentXml,
  handbook,
  listItem,
  paragraph,
  picture,
  png,
  row,
  run,
  stylesXml,
  table,
  type WordContent,
  wordParts,
  zipOf,
} from '../../fixtures/imports/docx/word-file.ts'
import { budget, isLongRun, oneRowIn } from '../../support/budget.ts'
import { inWords } from './lines.ts'

const megabytes = budget(1, 10)

const entry = (path: string, bytes: Buffer): SourceEntry => ({
  path,
  size: bytes.length,
  read: async () => bytes,
})

async function read(file: SourceEntry) {
  const conversion = await docxEntries(file)
  let files = 0
  const content = await readMarkdownSource(conversion.entries, {
    newPageId: () => 'p1',
    newFileId: () => `f${++files}`,
  })
  return { ...content, skipped: inWords([...conversion.skipped, ...content.skipped]) }
}

const readParts = async (parts: Record<string, string | Buffer>, path = 'field_guide.docx') =>
  read(entry(path, await zipOf(parts)))

const readDocument = (content: WordContent) => readParts(wordParts(content))

const textOf = async (body: string) => (await readDocument({ body })).pages[0]?.markdown

const refusal = async (parts: Record<string, string | Buffer>): Promise<string> =>
  readParts(parts).then(
    () => 'was read',
    (error) => `${error.code}: ${error.message}`,
  )

describe('a Word document', () => {
  it('becomes one page with its title, description, text and images', async () => {
    const { pages, files, skipped } = await readParts({
      ...wordParts(handbook),
      'word/media/image1.jpeg': png,
    })
    expect(pages).toMatchObject([
      { title: 'Field Handbook', slug: 'field_guide', description: 'For people in the field' },
    ])
    expect(pages[0]?.markdown).toBe(`Read **every word** of _this_, not ~~that~~, please.

# Setting up

See [the site](https://example.com/a?b=c\\&d=e), [the tools](#tools) or [the spot](#tools) and my disk.

1. Unpack

   * the box
   * the bag
     * its pockets

2. Assemble

> Measure twice.

## Tools

Run \`make all\` or \`npm test\`.[^1][^2]

\`\`\`
if (ready) {
  start()
}
\`\`\`

| **Tool** | Use |
| - | - |
| Hammer | Nails<br>a \\| b |

![A red dot](/files/f1)

H<sub>2</sub>O

[^1]: Needs **make**.

[^2]: At the end.<br>Truly.
`)
    expect(files).toMatchObject([{ id: 'f1', name: 'image1.png', contentType: 'image/png', width: 5 }])
    expect(skipped).toEqual([])
  })
  it('has the title of its first heading, or else of its file', async () => {
    const heading = paragraph(run('First'), 'Heading1') + paragraph(run('Text'))
    const { pages } = await readDocument({ body: heading })
    expect(pages).toMatchObject([{ title: 'First', markdown: 'Text\n' }])
    const nameless = await readDocument({ body: paragraph(run('Text')) })
    expect(nameless.pages).toMatchObject([{ title: 'field guide', markdown: 'Text\n' }])
  })

  it('keeps a first heading that is below text', async () => {
    const { pages } = await readDocument({
      body: paragraph(run('Before')) + paragraph(run('First'), 'Heading1'),
    })
    expect(pages).toMatchObject([{ title: 'First', markdown: 'Before\n\n# First\n' }])
  })

  it('has marks that end at words and not at the spaces around them', async () => {
    const bold = run('bold ', '<w:b/>') + run('and', '<w:b/><w:i/>') + run(' more ', '<w:b/>')
    expect(await textOf(paragraph(bold + run('plain')))).toBe('**bold _and_ more** plain\n')
  })

  it('has checkboxes converted to task lists', async () => {
    const box = (checked: number) =>
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☐')}</w:sdtContent></w:sdt>`
    const tasks = paragraph(box(1) + run(' Done')) + paragraph(box(0) + run(' Open'))
    expect(await textOf(tasks)).toBe('* [x] Done\n\n* [ ] Open\n')
  })

  const decimal = (start: number, level = 0) =>
    `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/><w:numFmt w:val="decimal"/></w:lvl>`
  const list = (id: number, definition: number, more = '') =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${more}</w:num>`
  const restart = (level: number, start: number) =>
    `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`
  /** Lists 2 and 3 count on, 4 restarts at 1, 5 begins at 3, and 6 at 10. */
  const numbering = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="1">${decimal(1)}${decimal(1, 1)}</w:abstractNum><w:abstractNum w:abstractNumId="2">${decimal(3)}<w:lvl w:ilvl="1"><w:pStyle w:val="ListParagraph"/><w:start w:val="5"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>${list(1, 3)}${list(2, 1)}${list(3, 1)}${list(4, 1, restart(0, 1))}${list(5, 2)}${list(6, 1, restart(0, 10))}</w:numbering>`
  const text = paragraph(run('between'))
  const items = (id: number, ...names: string[]) => names.map((name) => listItem(name, id, 0)).join('')

  it.each<[string, string, string]>(
    oneRowIn(3, [
      [
        'that continues after a paragraph',
        items(2, 'a', 'b') + text + items(2, 'c'),
        '1. a\n2. b\n\nbetween\n\n3. c\n',
      ],
      ['that continues in another list', items(2, 'a') + text + items(3, 'b'), '1. a\n\nbetween\n\n2. b\n'],
      [
        'that restarts',
        items(2, 'a', 'b') + text + items(4, 'c', 'd'),
        '1. a\n2. b\n\nbetween\n\n1. c\n2. d\n',
      ],
      ['that restarts at once', items(2, 'a', 'b') + items(4, 'c'), '1. a\n2. b\n\n1) c\n'],
      ['that starts above 1', items(5, 'a', 'b'), '3. a\n4. b\n'],
      [
        'that is restarted above 1',
        items(6, 'a', 'b') + text + items(6, 'c'),
        '10. a\n11. b\n\nbetween\n\n12. c\n',
      ],
      [
        'with bullets between its items',
        items(2, 'a') + items(1, 'x') + items(2, 'b'),
        '1. a\n\n* x\n\n2. b\n',
      ],
      [
        'whose inner levels begin anew below each item',
        items(2, 'a') +
          listItem('a1', 2, 1) +
          listItem('a2', 2, 1) +
          text +
          items(2, 'b') +
          listItem('b1', 2, 1),
        '1. a\n\n   1. a1\n   2. a2\n\nbetween\n\n2. b\n   1. b1\n',
      ],
      [
        'whose inner level continues after a paragraph',
        items(2, 'a') + listItem('a1', 2, 1) + text + listItem('a2', 2, 1),
        '1. a\n   1. a1\n\nbetween\n\n* 2. a2\n',
      ],
      [
        'of a style',
        paragraph(run('a'), 'ListParagraph') + paragraph(run('b'), 'ListParagraph'),
        '* 5. a\n  6. b\n',
      ],
      [
        'with an item that was deleted',
        items(2, 'a') +
          paragraph(
            '<w:del/>',
            '',
            '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr><w:rPr><w:del/></w:rPr>',
          ) +
          text +
          items(2, 'b'),
        '1. a\n\nbetween\n\n2. b\n',
      ],
      [
        'in a cell',
        items(2, 'a') + table(row([items(2, 'b')]) + row([items(2, 'c')])),
        '1. a\n\n| • b |\n| - |\n| • c |\n',
      ],
    ]),
  )('keeps the numbers of a list %s', async (_, body, markdown) => {
    const parts = { ...wordParts({ body }), 'word/numbering.xml': numbering }
    const { pages } = await readParts(parts)
    const written = pages[0]?.markdown ?? ''
    expect(written.replace(/\n{2,}/g, '\n\n')).toBe(markdown)
  })

  it('can have numberings of any kind', async () => {
    const body = items(2, 'a') + items(7, 'b') + items(8, 'c') + listItem('d', 2, 9)
    const hostile = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:lvl w:ilvl="0"/><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="-5"/></w:lvl></w:abstractNum><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="7"><w:abstractNumId w:val="constructor"/></w:num></w:numbering>`
    const { pages } = await readParts({ ...wordParts({ body }), 'word/numbering.xml': hostile })
    expect(pages[0]?.markdown).toContain('a')
  })

  it('can be in UTF-16', async () => {
    const xml = documentXml(paragraph(run('Grüße')))
    const utf16 = Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')
    const { pages } = await readParts({ ...wordParts({ body: '' }), 'word/document.xml': utf16 })
    expect(pages).toMatchObject([{ markdown: 'Grüße\n' }])
  })

  it('has unsupported images skipped and reported', async () => {
    const relations = [{ id: 'rId9', type: 'image', target: 'media/image1.emf' }]
    const parts = wordParts({ body: paragraph(run('See') + picture('rId9', 'Chart')), relations })
    const { pages, skipped } = await readParts({ ...parts, 'word/media/image1.emf': 'EMF' })
    expect(pages).toMatchObject([{ markdown: 'See\n' }])
    expect(skipped).toEqual([
      {
        path: 'field_guide.docx: word/media/image1.emf',
        reason: 'unsupported image format; insert the image as PNG or JPEG',
      },
    ])
  })

  it.each(['embed', 'link'])(
    'has linked images skipped and reported without fetching them: %s',
    async (kind) => {
      const target = 'http://169.254.169.254/latest/meta-data'
      const relations = [{ id: 'rId9', type: 'image', target, isExternal: true }]
      const { pages, skipped } = await readDocument({
        body: paragraph(run('See') + picture('rId9', 'Chart', kind)),
        relations,
      })
      expect(pages).toMatchObject([{ markdown: 'See\n' }])
      expect(skipped).toEqual([
        {
          path: 'field_guide.docx',
          reason: 'an image is linked and not embedded; insert the image itself',
        },
      ])
    },
  )
})

describe('a hostile document', () => {
  const parts = wordParts({ body: paragraph(run('Text')) })
  const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "${'&lol;'.repeat(10)}">]>`
  const withLaughs = (xml: string) => xml.replace('?>\n', `?>\n${laughs}`)
  const refusedDeclaration = (part: string) =>
    `BAD_USER_INPUT: field_guide.docx: the part ${part} declares a DOCTYPE, which is not allowed in Word documents. Save the document again in Word or LibreOffice.`

  it.each([
    ['word/document.xml', withLaughs(documentXml(paragraph(run('&lol2;'))))],
    ['word/styles.xml', withLaughs(stylesXml)],
    ['customXml/item1.xml', '<!doctype a SYSTEM "file:///etc/passwd"><a/>'],
    [
      'word/_rels/document.xml.rels',
      '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://example.com/b.dtd"> %b;]><a/>',
    ],
  ])('is rejected for a document type in %s', async (part, xml) => {
    expect(await refusal({ ...parts, [part]: xml })).toBe(refusedDeclaration(part))
  })

  it.each([
    ['little endian', (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le')],
    ['little endian without mark', (xml: string) => Buffer.from(xml, 'utf16le')],
    ['big endian', (xml: string) => Buffer.from(`\ufeff${xml}`, 'utf16le').swap16()],
    ['big endian without mark', (xml: string) => Buffer.from(xml, 'utf16le').swap16()],
  ])('is rejected for a document type in UTF-16, %s', async (_name, encode) => {
    const styles = encode(withLaughs(stylesXml).replace('UTF-8', 'UTF-16'))
    expect(await refusal({ ...parts, 'word/styles.xml': styles })).toBe(refusedDeclaration('word/styles.xml'))
  })

  it('never has a part parsed that was not validated', async () => {
    const relations = [{ id: 'rId9', type: 'styles', target: 'media/styles.png' }]
    const disguised = wordParts({ body: paragraph(run('Text'), 'Mine'), relations })
    disguised['word/_rels/document.xml.rels'] = `${disguised['word/_rels/document.xml.rels']}`.replace(
      'Target="styles.xml"',
      'Target="media/styles.png"',
    )
    expect(await refusal({ ...disguised, 'word/media/styles.png': withLaughs(stylesXml) })).toMatch(
      /^BAD_USER_INPUT: field_guide\.docx cannot be read: .+ Save the document again/,
    )
  })

  it('cannot hide a part behind another with the same name', async () => {
    const body = (text: string) => Buffer.from(documentXml(paragraph(run(text))))
    const zip = new ZipFile()
    for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path)
    zip.addBuffer(Buffer.from(withLaughs(body('Hidden').toString())), 'word/document.xml')
    zip.addBuffer(body('Shown'), 'word/document.xml')
    zip.end()
    const { pages } = await read(entry('guide.docx', await buffer(zip.outputStream)))
    expect(pages).toMatchObject([{ markdown: 'Shown\n' }])
  })

  it('cannot have different names in the directory and in the local header', async () => {
    const bytes = await zipOf({ ...parts, 'word/footnotes.xml': '<a/>', 'word/unwanted.xml': '<a/>' })
    const names = bytes.toString('latin1')
    const evil = Buffer.from(names.replace('word/unwanted.xml', 'word/document.xml'), 'latin1')
    const { pages } = await read(entry('guide.docx', evil))
    expect(pages).toMatchObject([{ markdown: 'Text\n' }])
  })

  it('is rejected if elements nest too deeply', async () => {
    const deep = documentXml(`${'<w:smartTag>'.repeat(501)}${'</w:smartTag>'.repeat(501)}`)
    expect(await refusal({ ...parts, 'word/document.xml': deep })).toBe(
      'BAD_USER_INPUT: field_guide.docx: the part word/document.xml has more than 500 levels of nested elements. Simplify the document.',
    )
  })

  it.each([
    ['a tag does not end', '<w:document><w:p'],
    ['a tag is closed that was not opened', '<w:document></w:p></w:document>'],
    ['an element does not end', '<w:document><w:p/>'],
  ])('is rejected if it is not valid XML: %s', async (reason, xml) => {
    expect(await refusal({ ...parts, 'word/document.xml': xml })).toBe(
      `BAD_USER_INPUT: field_guide.docx: the part word/document.xml is not valid XML: ${reason}. Save the document again in Word or LibreOffice.`,
    )
  })

  it('is rejected if it inflates beyond the limit', async () => {
    const bomb = documentXml(`<!--${' '.repeat(20 * 1024 * 1024)}-->`)
    expect(await refusal({ ...parts, 'word/document.xml': bomb })).toBe(
      'BAD_USER_INPUT: field_guide.docx: The archive entry "word/document.xml" is compressed more than 300 times.',
    )
  })

  it('is rejected for a path outside of the archive', async () => {
    const bytes = await zipOf({ ...parts, 'aa/aa/evil.xml': '<a/>' })
    const evil = Buffer.from(
      bytes.toString('latin1').replaceAll('aa/aa/evil.xml', '../../evil.xml'),
      'latin1',
    )
    await expect(read(entry('evil.docx', evil))).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'evil.docx: The archive cannot be read: invalid relative path: ../../evil.xml',
    })
  })

  it.each([
    ['is no archive', 'guide.docx is not a Word document. Save it as .docx.', Buffer.from('{\\rtf1 Hello}')],
    [
      'is in the old format',
      'guide.docx is in an old Word format or has a password. Remove the password and save it as .docx.',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    ],
    ['is empty', 'guide.docx is not a Word document. Save it as .docx.', Buffer.alloc(0)],
  ])('is rejected if it %s', async (_name, message, bytes) => {
    await expect(read(entry('guide.docx', bytes))).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message })
  })

  it('is rejected if it is another kind of document', async () => {
    expect(await refusal({ '[Content_Types].xml': '<a/>', 'xl/workbook.xml': '<a/>' })).toBe(
      'BAD_USER_INPUT: field_guide.docx is not a Word document. Save it as .docx.',
    )
  })

  it.runIf(isLongRun)('is rejected if it exceeds the time or memory limit', async () => {
    const large = entry('large.docx', await zipOf(wordParts({ body: largeBody(20_000) })))
    await expect(docxEntries(large, createDocumentPool({ milliseconds: 50 }))).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'large.docx takes too long to read. Split the document and import its parts.',
    })
    await expect(docxEntries(large, createDocumentPool({ megabytes: 40 }))).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'large.docx takes too much memory to read. Split the document and import its parts.',
    })
  })

  it('is rejected if too many documents are being converted', async () => {
    const pool = createDocumentPool()
    const { promise: never } = Promise.withResolvers<never>()
    for (let count = 0; count < 22; count++) void pool.run(() => never)
    await expect(
      docxEntries(entry('one.docx', await zipOf(wordParts({ body: largeBody(1) }))), pool),
    ).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'CONVERSION_QUEUE_FULL',
    })
  })

  it.runIf(isLongRun)(
    `does not block the server, even with a size of ${megabytes} MB`,
    async () => {
      const words = run(
        'word ',
        '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:lang w:val="en-US"/>',
      ).repeat(8)
      const body = Array.from({ length: 920 * megabytes }, (_, index) =>
        paragraph(run(`${1e6 + index * 7919} `) + words),
      ).join('')
      expect(body.length).toBeGreaterThan(megabytes * 1_000_000)
      const file = entry('large.docx', await zipOf(wordParts({ body })))
      let turns = 0
      const clock = setInterval(() => turns++, 20)
      const { pages } = await read(file).finally(() => clearInterval(clock))
      expect(pages[0]?.markdown).toMatch(/^1000000 word word .* word\n\n1007919 word .* word\n$/s)
      expect(turns).toBeGreaterThan(20)
    },
    60_000,
  )
})

/** Each paragraph has about 170 bytes. */
const largeBody = (paragraphs: number) =>
  Array.from({ length: paragraphs }, (_, index) =>
    paragraph(run(`Paragraph ${index} `) + run(`${(index * 7919) % 10007}`, '<w:b/>'), 'Normal'),
  ).join('')
