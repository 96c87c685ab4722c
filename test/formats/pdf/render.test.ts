import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import { keyOfPart } from '../../../src/formats/page/spec-sections.ts'
import type { Block, JSONDocument, Table } from '../../../src/formats/page/types.ts'
import { layoutPdf } from '../../../src/formats/pdf/layout.ts'
import { renderPdf } from '../../../src/formats/pdf/render-pdf.ts'
import type { PdfSource } from '../../../src/formats/pdf/source.ts'
import { type ReadPdf, readPdf } from '../../modules/pdf/fixtures/read-pdf.ts'
import { documentOf, page, pdfSource, png, readRendered, textOf } from '../../modules/pdf/fixtures/source.ts'
import { budget, isLongRun, oneRowIn } from '../../support/budget.ts'

const everyBlock = readFileSync(new URL('../../modules/pdf/fixtures/every-block.md', import.meta.url), 'utf8')
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><rect width="100" height="50" fill="#cde"/></svg>'

const text = (value: string): Block => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }],
})

describe('a document with every block', () => {
  let pdf: ReadPdf
  let all: string

  beforeAll(async () => {
    const pages = [
      page('First', everyBlock, { description: 'What it is about' }),
      page('Second', 'Text.\n\n## Deep heading\n\nMore.', { depth: 1 }),
      page('Elsewhere', '', { type: 'LINK', href: 'https://example.com/elsewhere' }),
    ]
    pdf = await readRendered(pages, {
      photo: png(400, 300, 'rgba'),
      drawing: Buffer.from(svg),
      broken: Buffer.from('nothing of an image'),
    })
    all = textOf(pdf)
  })

  it('begins with title, subtitle and date', () => {
    expect(pdf.pages[0]?.text).toBe('The handbook\nAll about it\n21 November 2025')
  })

  it.each([
    ['marks', 'bold, italic, both, struck, code, H2O'],
    ['letters of other scripts', 'Ελληνικά, Кириллица'],
    ['characters that the fonts lack', '-> \n√ 日本語 😀 \ufffd.'],
    ['an emoji by name', 'An emoji 🚀'],
    ['an inline formula', 'inline formula a\n2\n + b\n2'],
    ['a button', 'Go\u00a0on'],
    ['a list with its numbers', '1.One\n2.Two'],
    ['a list with a start number', '7.Seven\n8.Eight'],
    ['tasks', 'Done\nTo do'],
    ['a hint', 'An info for you.'],
    ['a quote in a quote', 'A quote of somebody.\nAnd a quote in it.'],
    ['the title of code', 'server.ts'],
    ['numbered lines of code', "1import { createServer } from 'node:http'\n2 \n3export function start"],
    ['frames in code', '|-- guide\n|   `-- start.md'],
    ['the header of a table', 'LeftCenterRight\nOneTwo3'],
    ['cards', 'First card\nAbout the first'],
    ['a caption', 'The caption of the photo'],
    ['a remote image as its text', 'A remote image'],
    ['a broken image as its text', 'A broken image'],
    ['a file as its name', 'report.pdf'],
    ['an embedded page as its URL', 'https://example.com/video'],
    ['all tabs', 'First tab\nContent of the first tab.\nSecond tab\nContent of the second tab.'],
    ['steps', 'Step 1\nInstall\nDo this first.\nStep 2\nRun'],
    ['columns', 'The left column has some text.The right column has another.'],
    ['an expandable', 'What is inside?\nHidden text.'],
    ['reusable content that is missing as a placeholder', '[Reusable content]'],
    ['the source of a diagram', 'Mermaid diagram\ngraph TD'],
    ['an integration as a placeholder', '[Integration: calendar/week]'],
    ['the description of a page', 'First\nWhat it is about'],
  ])('shows %s', (_, expected) => {
    expect(all).toContain(expected)
  })

  it('embeds an image once for all its uses', () => {
    // One image for the pixels and one for their transparency.
    expect(pdf.images).toBe(2)
  })

  it('links to URLs, pages and headings', () => {
    const links = pdf.pages.flatMap((page) => page.links)
    expect(links).toContainEqual({ address: 'https://example.com/docs' })
    expect(links).toContainEqual({ address: 'https://example.com/remote.png' })
    expect(links).toContainEqual({ address: 'https://docs.example.com/page' })
    expect(links).toContainEqual({ destination: 'page-1' })
    expect(links).toContainEqual({ destination: 'page-1-0' })
  })

  it('links only to existing destinations, and not to scripts', () => {
    for (const { destination, address } of pdf.pages.flatMap((page) => page.links)) {
      if (destination === undefined) expect(address).toMatch(/^https:/)
      else expect(pdf.destinations.has(destination)).toBe(true)
    }
  })

  it('has a bookmark for every page', () => {
    expect([...pdf.bookmarks].sort()).toEqual(['First', 'Second'])
  })

  it('lists link pages without a page number', () => {
    expect(pdf.pages[1]?.text).toContain('\nElsewhere\n')
    expect(pdf.pages[1]?.links).toContainEqual({ address: 'https://example.com/elsewhere' })
  })
})

describe('a table', () => {
  const wide = 'These words are on one line if the cell has the room of both columns'

  it('has the room of all columns for a cell that takes their place', async () => {
    const table = (cells: string) =>
      `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr>${cells}</tr><tr><td rowspan="2">High</td><td>${'word '.repeat(12)}</td></tr><tr><td>Last</td></tr></tbody></table>`
    const merged = await readRendered([page('Merged', table(`<td colspan="2">${wide}</td>`))])
    expect(textOf(merged)).toContain(`\n${wide}\n`)
    expect(textOf(merged)).toMatch(/High[\s\S]*Last/)
    const apart = await readRendered([page('Apart', table(`<td>${wide}</td><td></td>`))])
    expect(textOf(apart)).not.toContain(`\n${wide}\n`)
  })

  it('has titles with their links', async () => {
    const pdf = await readRendered([
      page('Titles', '| [Linked](https://example.com/title) | **B** |\n| --- | --- |\n| 1 | 2 |'),
    ])
    expect(pdf.pages.flatMap(({ links }) => links)).toContainEqual({ address: 'https://example.com/title' })
  })
})

it('columns without a width have what the others leave', async () => {
  const wide = 'These words are on one line if three quarters of it are for them'
  const columns = `{% columns %}\n{% column width="75%" %}\n${wide}\n{% endcolumn %}\n{% column %}\nRest\n{% endcolumn %}\n{% endcolumns %}`
  expect(textOf(await readRendered([page('Columns', columns)]))).toContain(wide)
})

it('captions of embedded pages and files are printed below them, and icons as diamonds', async () => {
  const pdf = await readRendered([
    page(
      'Captions',
      '{% embed url="https://example.com/a" %}\nWhat it shows\n{% endembed %}\n\n{% file src="/files/x" %}\nThe report\n{% endfile %}\n\nPress <i class="fa-play">:play:</i> now.\n\n#### Fourth\n\n###### Sixth',
    ),
  ])
  expect(textOf(pdf)).toContain('https://example.com/a\nWhat it shows\n')
  expect(textOf(pdf)).toMatch(/\nThe report\nPress ◊ now\.\nFourth\nSixth/)
})

it.runIf(isLongRun)('what has no block is printed as its text, without its tags and comments', async () => {
  const pdf = await readRendered([
    page(
      'Kept',
      [
        'Some <u>underlined</u> words{% unknown %}<!-- hidden -->',
        '{% unknown %}\nWritten\n{% endunknown %}',
        '<Card\n  title="a"\n>\n\nInside\n\n</Card>',
        '| Title {% unknown %} |\n| --- |\n| Cell <foo a="b">c</foo> |',
      ].join('\n\n'),
    ),
  ])
  const shown = textOf(pdf)
  for (const text of ['Some underlined words', 'Written', 'Inside', 'Title', 'Cell c'])
    expect(shown).toContain(text)
  expect(shown).not.toMatch(/unknown|hidden|[<>{}]|title=/)
})

describe('the table of contents', () => {
  it('has the actual page number of every page', async () => {
    const count = budget(14, 30)
    const pages = Array.from({ length: count }, (_, index) =>
      page(
        `Chapter ${index}`,
        `## Heading\n\n${'Some words of the chapter. '.repeat(index * budget(5, 40))}`,
        {
          depth: index % 3,
        },
      ),
    )
    const pdf = await readRendered(pages)
    const contents = pdf.pages[1]?.text ?? ''
    const numbers = [...contents.matchAll(/^Chapter (\d+?)(\d+)$/gm)]
    expect(numbers.length).toBe(count)
    for (const [index] of pages.entries()) {
      const start =
        pdf.pages.findIndex(({ text }, at) => at > 1 && new RegExp(`^Chapter ${index}$`, 'm').test(text)) + 1
      expect(contents).toMatch(new RegExp(`^Chapter ${index}${start}$`, 'm'))
      expect(pdf.destinations.get(`page-${index}`)).toBe(start)
      expect(pdf.pages[start - 1]?.text).toContain(`${start} / ${pdf.pages.length}`)
    }
  })

  it.runIf(isLongRun)(
    'links to the second of two headings with the same text by its own anchor',
    async () => {
      const pdf = await readRendered([
        page('One', '# Same\n\n# Same\n\n[first](#same) [second](#same-1) [none](#none)'),
      ])
      const links = new Set(pdf.pages[2]?.links.map(({ destination }) => destination))
      expect(links).toEqual(new Set(['page-0-0', 'page-0-1', 'page-0']))
    },
  )

  it('links to a heading by both of its anchors', async () => {
    const pdf = await readRendered([
      page('One', '# 1. Math & TeX\n\n[one](#id-1.-math-and-tex) [two](#1-math--tex)'),
    ])
    expect(pdf.pages[2]?.links.map(({ destination }) => destination)).toEqual(['page-0-0', 'page-0-0'])
  })

  it.runIf(isLongRun)(
    'links to a heading by its letters, and names it where a section is mentioned',
    async () => {
      const pdf = await readRendered([
        page(
          'One',
          '# Set up\n\n[here](#Set_Up) and [x](#set-up "mention") ![dark](https://x.com/a.png#gh-dark-mode-only)',
        ),
      ])
      const [, , shown] = pdf.pages
      expect(shown?.links.map(({ destination }) => destination)).toEqual(['page-0-0', 'page-0-0'])
      expect(shown?.text).toContain('here and Set up')
      expect(shown?.text).not.toContain('dark')
    },
  )
})

describe('blocks of current documentation', () => {
  it('are shown with their dates, labels and texts', async () => {
    const markdown = [
      '```mermaid\ngraph TD\n```',
      '{% updates format="full" %}\n{% update date="2026-10-20" tags="api" %}\nA change.\n{% endupdate %}\n{% endupdates %}',
      '{% prompt description="Review" %}\n```\nRead it.\n```\n{% endprompt %}',
      '<details>\n\nInside\n\n</details>',
      '<button class="button primary" data-action="ask">Ask</button>',
    ].join('\n\n')
    const text = textOf(await readRendered([page('One', markdown)]))
    expect(text).toContain('Mermaid diagram\ngraph TD')
    expect(text).toContain('October 20, 2026 · api\nA change.')
    expect(text).toContain('Review\nRead it.')
    expect(text).toContain('Details\nInside')
    expect(text).toContain('Ask')
  })
})

describe('what is elsewhere', () => {
  const source = (markdown: string, more: Partial<PdfSource> = {}): PdfSource => ({
    ...pdfSource([page('One', markdown)]),
    ...more,
  })
  const textOfSource = async (given: PdfSource) =>
    textOf(await readPdf(await renderPdf(given, { compress: false })))

  it('is there in the place of its include, also within other blocks and includes', async () => {
    const include = (id: string) => `{% include "/reusable-contents/${id}" %}`
    const reusable = new Map([
      ['outer', { markdown: `Outer text\n\n${include('inner')}` }],
      ['inner', { markdown: 'Inner text' }],
    ])
    const markdown = `{% hint style="info" %}\n${include('outer')}\n{% endhint %}\n\n${include('missing')}`
    const text = await textOfSource(source(markdown, { reusable }))
    expect(text).toContain('Outer text\nInner text')
    expect(text).not.toMatch(/\[Reusable content\]|include/)
  })

  it('is the section of a specification in the place of its operation, its webhook and its schemas', async () => {
    const specSections = new Map([
      [keyOfPart({ spec: 'pets', schema: 'Pet' }), '## Pet\n\nHas a name'],
      [keyOfPart({ spec: 'pets', method: 'post', path: 'newPet' }), '## New pet\n\nPOST newPet\n\nIs called'],
    ])
    const markdown =
      '{% openapi-schemas spec="pets" schemas="Pet" %}\n{% endopenapi-schemas %}\n\n' +
      '{% openapi-webhook spec="pets" name="newPet" method="post" %}\n{% endopenapi-webhook %}'
    const text = await textOfSource(source(markdown, { specSections }))
    expect(text).toContain('Has a name')
    expect(text).toContain('Is called')
    expect(text).not.toContain('[API schemas')
  })

  it('is a drawing in the place of the source of a diagram, in lists too', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="0 0 100 50"><text x="9" y="20">Label</text></svg>'
    const draw = async (sources: readonly string[]) =>
      sources.map((found) => (found.includes('broken') ? null : { svg, width: 100, height: 50 }))
    const markdown =
      '```mermaid\ngraph TD\nA-->B\n```\n\n- one\n\n  ```mermaid\ngraph TD\nA-->C\n  ```\n\n```mermaid\nbroken\n```'
    const text = await textOfSource(source(markdown, { draw }))
    expect(text.match(/Label/g)).toHaveLength(2)
    expect(text).not.toContain('A-->B')
    expect(text).toContain('broken')
  })

  it('is marked with its condition, if only some visitors are shown it', async () => {
    const text = await textOfSource(source('{% if visitor.claims.isBeta %}\nBeta text\n{% endif %}'))
    expect(text).toContain('Shown only if visitor.claims.isBeta\nBeta text')
  })
})

describe('formulas', () => {
  it.each(
    oneRowIn(3, [
      ['a_1 \\leq \\frac{b}{2}', 'a1 ≤ b/2'],
      ['\\sqrt{x+1}', '√(x + 1)'],
      ['\\alpha\\beta', 'αβ'],
      ['\\begin{matrix} a \\\\ b \\end{matrix}', '\\begin{matrix}'],
      ['\\frac{1', '\\frac{1'],
    ]),
  )('%s is written in a line', async (formula, expected) => {
    expect(textOf(await readRendered([page('One', `Text $$${formula}$$ more`)]))).toContain(expected)
  })

  it('are their source in a line where typesetting would take hours', async () => {
    const formula = `${'\\cancelto{x}{'.repeat(20)}y${'}'.repeat(20)}`
    expect(textOf(await readRendered([page('One', `Text $$${formula}$$ more`)]))).toContain('\\cancelto{x}')
  })

  it('in blocks are drawn, and are their source where they cannot be', async () => {
    const markdown = (formula: string) => `$$\n${formula}\n$$`
    const drawn = textOf(await readRendered([page('One', markdown('\\int_0^1 \\frac{x}{2}\\,dx'))]))
    expect(drawn).not.toContain('frac')
    for (const faulty of ['\\frac{1', '\\nosuchmacro{x}', `${'{'.repeat(60)}x${'}'.repeat(60)}`])
      expect(textOf(await readRendered([page('One', markdown(faulty))]))).toContain(faulty.slice(0, 8))
  })
})

describe('the end of a page', () => {
  /** Fills a page up to some lines from its end, so that a heading would stand at the foot of it. */
  const filled = (lines: number) => Array.from({ length: lines }, (_, line) => `Line ${line}`).join('\n\n')

  it.each(
    oneRowIn(4, [
      ['a long paragraph', 'Follows. '.repeat(200)],
      ['a list', '- Follows\n- two'],
      ['a table', '| Follows | b |\n| --- | --- |\n| 1 | 2 |'],
      ['long code', `\`\`\`\nFollows\n${'line\n'.repeat(40)}\`\`\``],
    ]),
  )('has no heading that %s follows', async (_kind, following) => {
    for (let lines = 24; lines < 34; lines += budget(2, 1)) {
      const pdf = await readRendered([page('One', `${filled(lines)}\n\n## Heading\n\n${following}`)])
      const at = (text: string) => pdf.pages.findIndex((each, index) => index > 1 && each.text.includes(text))
      expect(at('Follows'), `after ${lines} lines`).toBe(at('Heading'))
    }
  })

  it.runIf(isLongRun)('tears no card', async () => {
    const card = (name: string) =>
      `<tr><td><strong>${name}</strong></td><td>${`${name} text. `.repeat(12)}end of ${name}</td></tr>`
    const cards = `<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody>${['A', 'B', 'C', 'D'].map(card).join('')}</tbody></table>`
    for (let lines = 14; lines < 32; lines += budget(4, 2)) {
      const pdf = await readRendered([page('One', `${filled(lines)}\n\n${cards}`)])
      for (const name of ['A', 'B', 'C', 'D']) {
        const at = (text: string) =>
          pdf.pages.findIndex((each, index) => index > 1 && each.text.includes(text))
        expect(at(`end of ${name}`), `card ${name} after ${lines} lines`).toBe(at(`${name} text. ${name}`))
        expect(at(`end of ${name}`)).toBeGreaterThan(1)
      }
    }
  })
})

describe('tables', () => {
  const table = (rows: number, columns: number): Table => {
    const ids = Array.from({ length: columns }, (_, index) => `c${index}`)
    const recordIds = Array.from({ length: rows }, (_, index) => index)
    return {
      object: 'block',
      type: 'table',
      isVoid: true,
      data: {
        view: { type: 'grid', columns: ids, hideHeader: false },
        definition: Object.fromEntries(
          ids.map((id) => [id, { id, title: `Title ${id}`, type: 'text', textAlignment: 'left' }]),
        ),
        records: Object.fromEntries(
          recordIds.map((row) => [
            `r${row}`,
            {
              orderIndex: String(row).padStart(6, '0'),
              values: Object.fromEntries(ids.map((id) => [id, `${row}-${id}`])),
            },
          ]),
        ),
      },
      fragments: recordIds.flatMap((row) =>
        ids.map((id) => ({
          object: 'fragment' as const,
          fragment: `${row}-${id}`,
          nodes: [text(`Cell ${row} ${id}`)],
        })),
      ),
    }
  }

  it('repeat their header on every page', async () => {
    const pdf = await readRendered([page('Table', documentOf(table(120, 3)))])
    const pages = pdf.pages.filter(({ text }) => text.includes('Cell '))
    expect(pages.length).toBeGreaterThan(2)
    for (const { text } of pages) expect(text).toContain('Title c0Title c1Title c2')
  })

  it.runIf(isLongRun)('contain many rows in order', async () => {
    const count = budget(150, 1500)
    const pdf = await readRendered([page('Table', documentOf(table(count, 2)))])
    const rows = [...textOf(pdf).matchAll(/Cell (\d+) c0/g)].map(([, row]) => Number(row))
    expect(rows).toEqual(Array.from({ length: count }, (_, index) => index))
  })

  it.runIf(isLongRun)('with more columns than fit on a page become lists of values', async () => {
    const pdf = await readRendered([page('Table', documentOf(table(2, 30)))])
    for (const column of ['c0', 'c15', 'c29'])
      expect(textOf(pdf)).toContain(`Title ${column}\nCell 1 ${column}`)
  })

  it('contain values of every type', async () => {
    const data: Table['data'] = {
      view: { type: 'grid', columns: ['n', 'b', 'r', 's', 'u', 'f', 'p'], hideHeader: false },
      definition: {
        n: { id: 'n', title: 'Number', type: 'number' },
        b: { id: 'b', title: 'Done', type: 'checkbox' },
        r: { id: 'r', title: 'Stars', type: 'rating', max: 5 },
        s: {
          id: 's',
          title: 'Kind',
          type: 'select',
          multiple: true,
          options: [{ value: 'x', label: 'Ex', color: '' }],
        },
        u: { id: 'u', title: 'Who', type: 'users', multiple: true },
        f: { id: 'f', title: 'Files', type: 'files' },
        p: { id: 'p', title: 'Page', type: 'content-ref' },
      },
      records: {
        a: {
          orderIndex: 'a',
          values: {
            n: 4.5,
            b: true,
            r: 3,
            s: ['x', 'y'],
            u: ['me'],
            f: ['plan'],
            p: { kind: 'page', page: 'table' },
          },
        },
      },
    }
    const block: Table = { object: 'block', type: 'table', isVoid: true, data, fragments: [] }
    const all = textOf(await readRendered([page('Table', documentOf(block))]))
    for (const expected of ['4.5', '3 / 5', 'Ex, y', '@https', 'plan.pdf', 'Table'])
      expect(all).toContain(expected)
  })
})

it('code that spans many pages loses no line', async () => {
  const lines = Array.from({ length: 700 }, (_, index) => `line ${index}`)
  const pdf = await readRendered([page('Code', `Above\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``)])
  const shown = [...textOf(pdf).matchAll(/^line (\d+)$/gm)].map(([, line]) => Number(line))
  expect(shown).toEqual(lines.map((_, index) => index))
})

it('the PDF of a space without pages says so', async () => {
  const pdf = await readRendered([])
  expect(pdf.pages.map(({ text }) => text)).toEqual([
    'The handbook\nAll about it\n21 November 2025\nThere are no pages in this space.',
  ])
})

it('a PDF contains its title and is compressed', async () => {
  const bytes = await renderPdf(pdfSource([page('One', 'Text')]))
  expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-')
  expect(bytes.toString('latin1')).toContain('(The handbook)')
  expect(bytes.toString('latin1')).toContain('/FlateDecode')
})

it('an annotation is rendered in brackets', async () => {
  const document: JSONDocument = markdownToDocument('')
  const annotated: Block = {
    object: 'block',
    type: 'paragraph',
    data: {},
    nodes: [
      {
        object: 'inline',
        type: 'annotation',
        isVoid: false,
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'a term', marks: [] }] }],
        fragments: [{ object: 'fragment', fragment: 'annotation-body', nodes: [text('what it means')] }],
      },
    ],
  }
  const pdf = await readRendered([page('Notes', { ...document, nodes: [annotated] })])
  expect(textOf(pdf)).toContain('a term [what it means]')
})

it('the pages of a PDF are drawn one after the other, so that it takes the memory of one', async () => {
  let read = 0
  const readBefore: number[] = []
  const parts = function* () {
    for (let page = 0; page < 20; page++) {
      readBefore.push(read)
      yield [{ text: `Page ${page}`, pageBreak: 'before' as const }]
    }
  }
  const pdf = layoutPdf({
    title: 'Long',
    createdAt: new Date(),
    compress: true,
    front: [{ text: 'Front' }],
    parts: parts(),
    footer: (page, count) => ({ text: `${page} of ${count}` }),
    defaultStyle: { font: 'Roboto' },
    images: new Map(),
    fontOrder: [],
  })
  for await (const chunk of pdf) read += (chunk as Buffer).length
  expect(readBefore.slice(3).every((bytes, index) => bytes > (readBefore[index + 2] as number))).toBe(true)
})

it('the pages of a long PDF are finished a hundred at a time, so that the footers of all take the memory of those', async () => {
  let read = 0
  const readBefore = new Map<number, number>()
  const pdf = layoutPdf({
    title: 'Long',
    createdAt: new Date(),
    compress: false,
    front: [{ text: 'Front' }],
    parts: Array.from({ length: 450 }, (_, page) => [{ text: `Page ${page}`, pageBreak: 'before' as const }]),
    footer: (page, count) => {
      readBefore.set(page, read)
      return { text: `${page} of ${count}` }
    },
    defaultStyle: { font: 'Roboto' },
    images: new Map(),
    fontOrder: [],
  })
  const chunks: Buffer[] = []
  for await (const chunk of pdf) {
    chunks.push(chunk as Buffer)
    read += (chunk as Buffer).length
  }
  const readBeforeHundreds = [1, 101, 201, 301, 401].map((page) => readBefore.get(page) as number)
  expect(readBeforeHundreds).toEqual([...new Set(readBeforeHundreds)].sort((a, b) => a - b))
  const { pages } = readPdf(Buffer.concat(chunks))
  expect(pages.map(({ text }) => /\d+ of 451/.exec(text)?.[0])).toEqual(
    Array.from({ length: 451 }, (_, page) => `${page + 1} of 451`),
  )
})
