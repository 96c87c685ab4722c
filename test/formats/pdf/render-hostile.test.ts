import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Block } from '../../../src/formats/page/types.ts'
import { documentOf, page, png, readRendered, textOf } from '../../modules/pdf/fixtures/source.ts'
import { budget, isLongRun, oneRowIn } from '../../support/budget.ts'

const paragraph = (value: string): Block => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }],
})

const figure = '<figure><img src="/files/image" alt="The image"></figure>\n\nBelow it.'

describe('images', () => {
  const jpegHead = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
  const frame = (channels: number) =>
    Buffer.concat([
      jpegHead,
      Buffer.from(`ffc00011080010001003011100021101031101`, 'hex').fill(channels, 9, 10),
    ])
  const entities = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "${'&a;'.repeat(100)}">]><svg width="9" height="9"><text>&b;</text></svg>`
  const doubling = Array.from(
    { length: 40 },
    (_, n) => `<g id="g${n + 1}"><use href="#g${n}"/><use href="#g${n}"/></g>`,
  )

  it.each<[string, Buffer]>(
    oneRowIn(4, [
      ['nothing', Buffer.alloc(0)],
      ['a cut PNG', png(50, 50).subarray(0, 60)],
      [
        'a PNG with a chunk that declares gigabytes',
        Buffer.concat([png(5, 5).subarray(0, 33), Buffer.from('fffffff049444154', 'hex'), Buffer.alloc(20)]),
      ],
      ['a transparent PNG with broken pixels', png(50, 50, 'rgba', Buffer.from('no zlib'))],
      ['a transparent PNG with too few pixels', png(50, 50, 'rgba', deflateSync(Buffer.alloc(10)))],
      [
        'a transparent PNG that unpacks to gigabytes',
        png(50, 50, 'rgba', deflateSync(Buffer.alloc(50_000_000))),
      ],
      ['a transparent PNG of 20,000 pixels', png(20_000, 20_000, 'rgba', deflateSync(Buffer.alloc(1000)))],
      ['a PNG without pixels', png(0, 0)],
      ['a JPEG without a frame', jpegHead],
      ['a JPEG of two channels', frame(2)],
      ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
      ['HTML', Buffer.from('<!DOCTYPE html><p>Not found</p>')],
      ['an SVG that is not well-formed', Buffer.from('<svg width="10" height="10"><g></svg>')],
      ['an SVG of infinite size', Buffer.from('<svg width="1e999" height="-5"/>')],
      ['an SVG of entities', Buffer.from(entities)],
      [
        'an SVG that draws itself',
        Buffer.from('<svg width="9" height="9"><g id="a"><use href="#a"/></g></svg>'),
      ],
      [
        'an SVG that doubles forty times',
        Buffer.from(`<svg width="9" height="9"><g id="g0"/>${doubling.join('')}</svg>`),
      ],
    ]),
  )('%s is replaced by its text', async (_, image) => {
    const pdf = await readRendered([page('One', figure)], { image })
    expect(textOf(pdf)).toMatch(/The image\nBelow it\./)
    expect(pdf.images).toBe(0)
  })

  it.each<[string, Buffer, number]>(
    oneRowIn(
      5,
      [
        ['of one pixel', png(1, 1), 1],
        ['of one transparent pixel', png(1, 1, 'rgba'), 2],
        ['of 20,000 pixels', png(20_000, 20_000, 'gray'), 1],
        ['of extreme width', png(20_000, 1), 1],
        ['of extreme height', png(1, 20_000), 1],
      ],
      2,
    ),
  )('one %s fits on its page', async (_, image, count) => {
    const pdf = await readRendered([page('One', figure)], { image })
    expect(pdf.images).toBe(count)
    expect(pdf.pages.length).toBe(3)
    expect(textOf(pdf)).toContain('Below it.')
  })

  it('load no external resources', async () => {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const local = new URL('../../modules/pdf/fixtures/every-block.md', import.meta.url).pathname
    const image = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script href="${origin}/script"/><style>@font-face { src: local(x) }</style>
       <image href="${origin}/image.png" width="9" height="9"/><image href="${local}" width="9" height="9"/><use href="${origin}/use.svg#a"/><rect width="9" height="9"/></svg>`,
    )
    const body = `${figure}\n\n<figure><img src="${origin}/remote.png" alt="Remote"></figure>\n\n![x](${origin}/inline.png) ![y](file://${local})`
    const pdf = await readRendered([page('One', body)], { image })
    await new Promise((resolve) => server.close(resolve))
    expect(requests).toEqual([])
    expect(pdf.images).toBe(0)
  })
})

describe('documents', () => {
  it('that nest deeper than the page width keep all their text', async () => {
    let block = paragraph('The innermost text')
    for (let depth = 0; depth < 45; depth++) {
      const nodes = [paragraph(`Depth ${45 - depth}.`), block]
      block =
        depth % 3 === 0
          ? { object: 'block', type: 'blockquote', data: {}, nodes }
          : depth % 3 === 1
            ? { object: 'block', type: 'hint', data: { style: 'info' }, nodes }
            : {
                object: 'block',
                type: 'list-unordered',
                data: {},
                nodes: [{ object: 'block', type: 'list-item', data: {}, nodes }],
              }
    }
    const all = textOf(await readRendered([page('Deep', documentOf(block))]))
    expect(all).toContain('The innermost text')
    for (let depth = 1; depth <= 45; depth++) expect(all).toContain(`Depth ${depth}.`)
  })

  it('that nest thousands of blocks keep their text', async () => {
    let block = paragraph('The innermost text')
    for (let depth = 0; depth < 3000; depth++)
      block = { object: 'block', type: 'blockquote', data: {}, nodes: [block] }
    expect(textOf(await readRendered([page('Deep', documentOf(block))]))).toContain('The innermost text')
  })

  it.each(
    oneRowIn(
      3,
      [
        ['one paragraph', 'word '.repeat(budget(2_000, 100_000))],
        ['one word', 'x'.repeat(budget(10_000, 500_000))],
        ['one line of Chinese', '文'.repeat(budget(2_000, 100_000))],
        ['lines without text', '\n'.repeat(5_000)],
        [
          'unsupported characters',
          '\u{0}\u{1}\u{ffff}\u{d800}\u{202e}\u{1f468}\u{200d}\u{1f469}'.repeat(1000),
        ],
      ],
      1,
    ),
  )('of %s are laid out', async (_, value) => {
    const pdf = await readRendered([page('Long', documentOf(paragraph(value), paragraph('The end')))])
    expect(textOf(pdf)).toContain('The end')
  })

  it.runIf(isLongRun)('keep all of a long text', async () => {
    const words = Array.from({ length: budget(2_000, 20_000) }, (_, index) => `w${index}`)
    const all = textOf(await readRendered([page('Long', documentOf(paragraph(words.join(' '))))]))
    expect(all.match(/\bw\d+/g)).toEqual(words)
  })

  it.runIf(isLongRun)('with only headings, of any length, are laid out', async () => {
    const heading = (): Block =>
      ({
        ...paragraph('A heading that goes on and on. '.repeat(300)),
        type: 'heading-1',
        data: {},
      }) as Block
    const document = documentOf(heading(), heading(), paragraph('Below'), heading())
    const all = textOf(await readRendered([page('Headings', document)]))
    expect(all.match(/that\s+goes\s+on/g)?.length).toBe(900)
  })

  it('whose blocks lack required members do not fail', async () => {
    const blocks: Block[] = [
      { object: 'block', type: 'list-ordered', data: { start: Number.MAX_VALUE }, nodes: [] },
      { object: 'block', type: 'tabs', data: {}, nodes: [] },
      { object: 'block', type: 'stepper', data: {}, nodes: [] },
      { object: 'block', type: 'columns', isVoid: false, data: {}, nodes: [] },
      { object: 'block', type: 'code', data: {}, nodes: [] },
      { object: 'block', type: 'expandable', isVoid: true, data: {}, fragments: [] },
      { object: 'block', type: 'blockquote', data: {}, nodes: [] },
      { object: 'block', type: 'heading-1', data: {}, nodes: [] },
      { object: 'block', type: 'drawing', isVoid: true, data: {} },
      { object: 'block', type: 'images', isVoid: false, data: {}, nodes: [] },
      {
        object: 'block',
        type: 'table',
        isVoid: true,
        fragments: [],
        data: { view: { type: 'grid', columns: ['gone'], hideHeader: true }, records: {}, definition: {} },
      },
      paragraph('The end'),
    ]
    expect(textOf(await readRendered([page('Odd', documentOf(...blocks))]))).toContain('The end')
  })

  it.runIf(isLongRun)('with any ids and titles are laid out', async () => {
    const names = ['', '__proto__', 'constructor', ')( \\', 'x'.repeat(5000), '文', '<script>']
    const pages = names.map((id, index) =>
      page('T', `# ${id}\n\n# ${id}`, { id, title: id, depth: index * 7 - 3 }),
    )
    const pdf = await readRendered(pages)
    expect(pdf.bookmarks.length).toBe(names.length)
  })
})

const manyPages = budget(30, 500)

it.runIf(isLongRun)(`with ${manyPages} pages are laid out`, async () => {
  const pages = Array.from({ length: manyPages }, (_, index) =>
    page(`Page ${index}`, 'Some text.\n\n* and\n* a list'),
  )
  const pdf = await readRendered(pages)
  expect(pdf.destinations.get(`page-${manyPages - 1}`)).toBe(pdf.pages.length)
})
