import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderPdf } from '../../../src/formats/pdf/render-pdf.ts'
import type { ReadPdf } from '../../modules/pdf/fixtures/read-pdf.ts'
import {
  elementsOf,
  type ReadElement,
  type ReadStructure,
  readStructure,
  shapeOf,
  textIn,
} from '../../modules/pdf/fixtures/read-structure.ts'
import { page, pdfSource, png, readRendered } from '../../modules/pdf/fixtures/source.ts'
import { budget, isLongRun } from '../../support/budget.ts'

const everyBlock = readFileSync(new URL('../../modules/pdf/fixtures/every-block.md', import.meta.url), 'utf8')

async function structureOf(markdown: string, files?: Record<string, Buffer>): Promise<ReadStructure> {
  return readStructure(await readRendered([page('One', markdown)], files))
}

/** Returns the shapes of the elements of a page, without its title. */
async function shapesOf(markdown: string, files?: Record<string, Buffer>): Promise<string[]> {
  const { root } = await structureOf(markdown, files)
  return (root.kids[1] as ReadElement).kids.slice(1).map((kid) => shapeOf(kid as ReadElement))
}

describe('the structure of a document with every block', () => {
  let pdf: ReadPdf
  let structure: ReadStructure

  beforeAll(async () => {
    const pages = [page('First', everyBlock), page('Second', '## Deep heading\n\nMore.', { depth: 1 })]
    pdf = await readRendered(pages, { photo: png(400, 300, 'rgba'), drawing: Buffer.from('<svg/>') })
    structure = readStructure(pdf)
  })

  it('is announced, with the title to be shown', () => {
    const { catalog } = structure
    const viewer = /\/ViewerPreferences (\d+) 0 R/.exec(catalog)?.[1] ?? ''
    const marks = /\/MarkInfo (\d+) 0 R/.exec(catalog)?.[1] ?? ''
    expect(pdf.objects.get(viewer)).toContain('/DisplayDocTitle true')
    expect(pdf.objects.get(marks)).toContain('/Marked true')
  })

  it('has all text that is drawn, besides line numbers and what is below each page', () => {
    const inTree: string[] = []
    const walk = (element: ReadElement) => {
      for (const kid of element.kids) {
        if ('type' in kid) walk(kid)
        else if ('text' in kid && kid.text !== '') inTree.push(`${kid.page} ${kid.text}`)
      }
    }
    walk(structure.root)
    const drawn = pdf.pages.flatMap(({ contents }, index) =>
      [...contents.values()].map((text) => `${index + 1} ${text}`),
    )
    expect(inTree.sort()).toEqual(drawn.sort())
    expect(pdf.pages.map(({ unmarked }) => unmarked).join('')).toBe('')
    expect(pdf.pages.map(({ decoration }) => decoration)).toEqual(
      pdf.pages.map((_, index) => expect.stringMatching(index === 0 ? /^$/ : /^\d*The handbook\d+ \/ \d+$/)),
    )
  })

  it('is in the order of the text, with its headings', () => {
    const headings = elementsOf(structure.root, 'H1', 'H2', 'H3', 'H4').map(
      (heading) => `${heading.type} ${textIn(heading)}`,
    )
    expect(headings).toEqual([
      'H1 The handbook',
      'H1 Contents',
      'H1 First',
      'H2 Headings',
      'H3 Lists',
      'H4 Boxes',
      'H3 Code',
      'H3 Tables',
      'H3 Media',
      'H3 Containers',
      'H4 Install',
      'H4 Run',
      'H1 Second',
      'H3 Deep heading',
    ])
  })

  it('is found from the contents of each page and from each link', () => {
    expect(structure.misplaced).toEqual([])
  })

  it('has a table of contents whose entries are links', () => {
    const [contents] = elementsOf(structure.root, 'TOC')
    expect(contents && shapeOf(contents)).toMatch(
      /^TOC\(TOCI\(Reference\(Link\("First\d" @ @\)\)\) TOCI\(Reference\(Link\("Second\d" @ @\)\)\)\)$/,
    )
  })
})

it.each<[string, string, string[]]>([
  [
    'a paragraph with a link and code',
    'See [the **bold** page](https://example.com/a) and `code`.',
    ['P("See " Link("the bold page" @) " and " Code("code") ".")'],
  ],
  [
    'lists in a list',
    '3. One\n4. Two\n   * In\n\n- [x] Ready',
    [
      'L(LI(Lbl("3.") LBody(P("One"))) LI(Lbl("4.") LBody(P("Two") L(LI(Lbl("\u00a0–") LBody(P("In")))))))',
      'L(LI(Lbl[Done]("") LBody(P("Ready"))))',
    ],
  ],
  [
    'a table',
    '| A | B |\n| --- | --- |\n| 1 | [2](https://example.com/2) |',
    ['Table(TR(TH("A") TH("B")) TR(TD(P("1")) TD(P(Link("2" @)))))'],
  ],
  [
    'an image with its text',
    '<figure><img src="/files/image" alt="A plan"><figcaption><p>Shown</p></figcaption></figure>',
    ['Figure[A plan]("")', 'P("Shown")'],
  ],
  [
    'an image whose caption tells what it is',
    '<figure><img src="/files/image"><figcaption><p>Shown</p></figcaption></figure>',
    ['Figure[Shown]("")', 'P("Shown")'],
  ],
  [
    'an image that is a link',
    '[![A plan](/files/image)](https://example.com/a)',
    ['Link(Figure[A plan]("") @)'],
  ],
  [
    'code with line numbers',
    '{% code title="a.ts" lineNumbers="true" %}\n```ts\none\ntwo\n```\n{% endcode %}',
    ['P("a.ts")', 'Code("one" "two")'],
  ],
  ['a formula', '$$\na^2\n$$', ['Formula[a^2]("")']],
  [
    'a hint and a quote',
    '{% hint style="info" %}\nTake care.\n{% endhint %}\n\n> Said so.',
    ['Note(P("Take care."))', 'BlockQuote(P("Said so."))'],
  ],
])('the structure has %s', async (_, markdown, shapes) => {
  expect(await shapesOf(markdown, { image: png(20, 20) })).toEqual(shapes)
})

it('the structure tells which titles are of columns, and which cells take the place of several', async () => {
  const { root } = await structureOf(
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td colspan="2">Both</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>',
  )
  expect(elementsOf(root, 'TH').map(({ attributes }) => attributes)).toEqual(
    Array(2).fill(expect.stringMatching(/\/O \/Table\s+\/Scope \/Column/)),
  )
  expect(elementsOf(root, 'TD').map(({ attributes }) => /\/ColSpan (\d)/.exec(attributes)?.[1])).toEqual([
    '2',
    undefined,
    undefined,
  ])
})

describe('what goes on over pages', () => {
  const words = Array.from({ length: budget(1600, 3000) }, (_, index) => `w${index}`).join(' ')
  const lines = Array.from({ length: budget(130, 200) }, (_, index) => `line ${index}`)
  const rows = Array.from({ length: 100 }, (_, index) => `| ${index} | value ${index} |`)
  const pagesOf = ({ kids }: ReadElement) => new Set(kids.map((kid) => ('page' in kid ? kid.page : 0)))

  it.runIf(isLongRun)('is one paragraph, one block of code and one table', async () => {
    const { root, misplaced } = await structureOf(
      `${words}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n\n| N | V |\n| --- | --- |\n${rows.join('\n')}`,
    )
    expect(misplaced).toEqual([])
    const [paragraph] = elementsOf(root, 'P').filter((one) => textIn(one).startsWith('w0 '))
    expect(paragraph && textIn(paragraph)).toBe(words)
    expect(paragraph && pagesOf(paragraph).size).toBeGreaterThan(2)
    const [code, ...otherCode] = elementsOf(root, 'Code')
    expect(otherCode).toEqual([])
    expect(code && textIn(code)).toBe(lines.join(''))
    expect(code && pagesOf(code).size).toBeGreaterThan(2)
    const [table, ...otherTables] = elementsOf(root, 'Table')
    expect(otherTables).toEqual([])
    // The titles of columns are drawn again on each page, but read once.
    expect(table && elementsOf(table, 'TH').map(textIn)).toEqual(['N', 'V'])
    expect(table?.kids.length).toBe(1 + rows.length)
  })

  it('is one link with an area in each line', async () => {
    const { root } = await structureOf(`[${words.slice(0, 400)}](https://example.com/long)`)
    const [link, ...others] = elementsOf(root, 'Link').filter((one) => textIn(one).startsWith('w0'))
    expect(others).toEqual([])
    const areas = link?.kids.filter((kid) => 'link' in kid).length
    expect(areas).toBeGreaterThan(2)
    expect(areas).toBeLessThan(10)
  })
})

it('a PDF tells its language if it is known', async () => {
  const of = async (language?: string) => {
    const source = pdfSource([page('Eins', 'Text')])
    return (await renderPdf({ ...source, ...(language && { language }) })).toString('latin1')
  }
  expect(await of('de')).toContain('/Lang (de)')
  expect(await of()).not.toContain('/Lang')
})
