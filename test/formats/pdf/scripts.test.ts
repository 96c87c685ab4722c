import { describe, expect, it } from 'vitest'
import { renderPdf } from '../../../src/formats/pdf/render-pdf.ts'
import { readPdf } from '../../modules/pdf/fixtures/read-pdf.ts'
import { elementsOf, readStructure, shapeOf } from '../../modules/pdf/fixtures/read-structure.ts'
import { page, pdfSource, readRendered, textOf } from '../../modules/pdf/fixtures/source.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'

const sentences = {
  Chinese: '文档服务器把知识整理成页面。',
  Japanese: 'ドキュメントを整理するサーバーです。',
  Korean: '문서를 정리하는 서버입니다.',
  Thai: 'เซิร์ฟเวอร์เอกสาร',
  Hindi: 'दस्तावेज़',
  Bengali: 'নথি',
  Tamil: 'ஆவணம்',
  Georgian: 'დოკუმენტი',
  Armenian: 'Փաստաթուղթ',
  Arabic: 'وثيقة',
  Hebrew: 'מסמך',
}

it.each(oneRowIn(6, Object.entries(sentences), 5))(
  '%s is printed in a font that has its characters',
  async (language, text) => {
    const pdf = await readRendered([
      page(language, `# ${text}\n\nA text: **${text}**\n\n| ${text} |\n| --- |\n| \`${text}\` |`),
    ])
    const printed = textOf(pdf).replace(/\s/g, '')
    expect(printed).not.toContain('\ufffd')
    // What a shaped text is made of does not tell all of its characters.
    const letters = [...text].filter((character) => /\p{L}/u.test(character))
    const found = letters.filter((character) => printed.includes(character))
    expect(found.length / letters.length).toBeGreaterThan(0.7)
  },
)

it('emoji are printed, by their characters and by their names', async () => {
  const pdf = await readRendered([page('🚀 Launch', 'Done 🎉, :tada: and 👍🏽.\n\n```\n🎈\n```')])
  expect(textOf(pdf)).toContain('🚀 Launch')
  expect(textOf(pdf)).toContain('Done 🎉, 🎉 and 👍.')
  expect(textOf(pdf)).toContain('🎈')
})

it.runIf(isLongRun)('Chinese characters look as the language of the document writes them', async () => {
  const fontsOf = async (text: string) => {
    const { source } = await readRendered([page('Text', text)])
    return new Set([...source.matchAll(/\/FontName \/\w+\+(NotoSans..)/g)].map(([, name]) => name))
  }
  expect(await fontsOf('直接')).toEqual(new Set(['NotoSansSC']))
  expect(await fontsOf('直接に')).toEqual(new Set(['NotoSansJP']))
  expect(await fontsOf('直接 서버')).toEqual(new Set(['NotoSansKR']))
  expect(await fontsOf('Latin only')).toEqual(new Set())
})

it.runIf(isLongRun)(
  'a title in Chinese is printed on the pages, in the table of contents and below each page',
  async () => {
    const pdf = await readRendered([page('安装', 'Text')])
    const [, contents, first] = pdf.pages
    expect(contents?.text).toContain('安装')
    expect(first?.text).toContain('安装')
  },
)

it.runIf(isLongRun)('a long text in Chinese is broken into lines that fit', async () => {
  const pdf = await readRendered([page('Long', '文档服务器把知识整理成页面'.repeat(40))])
  const lines = (pdf.pages.at(-1)?.text ?? '')
    .split('\n')
    .filter((line) => line.startsWith('文') || line.length > 20)
  expect(lines.length).toBeGreaterThan(8)
  // A line has 481 points, and a character 10.5.
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(46)
})

it.runIf(isLongRun)('code that spans pages in a hint and in a tab stays within the margins', async () => {
  const code = `\`\`\`\n${Array.from({ length: 150 }, (_, index) => `line ${index}`).join('\n')}\n\`\`\``
  const { source } = await readRendered([
    page(
      'Code',
      `{% hint style="info" %}\n${code}\n{% endhint %}\n\n{% tabs %}\n{% tab title="A" %}\n${code}\n{% endtab %}\n{% endtabs %}`,
    ),
  ])
  const heights = [...source.matchAll(/1 0 0 1 [\d.-]+ ([\d.-]+) Tm/g)].map(([, height]) => Number(height))
  expect(heights.length).toBeGreaterThan(300)
  for (const height of heights) expect(height).toBeGreaterThan(20)
})

describe('texts from right to left', () => {
  /** Returns the lines of a page below its title as they are seen, with the places of their first and last parts. */
  async function linesOf(markdown: string) {
    const pdf = await readRendered([page('T', markdown)])
    const { placed = [] } = pdf.pages.at(-1) ?? {}
    const lines = Map.groupBy(placed, ({ line }) => Math.round(line / 4))
    return [...lines.values()].slice(1, -1).map((parts) => {
      const sorted = parts.toSorted((one, other) => one.left - other.left)
      return { left: sorted[0]?.left ?? 0, text: sorted.map(({ text }) => text).join('') }
    })
  }

  const backwards = (text: string) => [...text].reverse().join('')

  it('begin at the right margin, with words, numbers and brackets in the order of reading', async () => {
    const [line] = await linesOf('המדריך (ABC def) הוא 123 עמודים, סוף.')
    const seen = [
      '.',
      backwards('סוף'),
      ' ,',
      backwards('עמודים'),
      ' 123 ',
      backwards('הוא'),
      ' (ABC def) ',
      backwards('המדריך'),
    ]
    expect(line?.text).toBe(seen.join(''))
    expect(line?.left).toBeGreaterThan(300)
  })

  it('are in their place in a text from left to right', async () => {
    const [line] = await linesOf('The words שלום עולם are here.')
    expect(line?.text).toBe(`The words ${backwards('עולם')} ${backwards('שלום')} are here.`)
    expect(line?.left).toBe(57)
  })

  it.runIf(isLongRun)('go on in the next line', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `מילה${String.fromCharCode(0x5d0 + (index % 22))}`)
    const lines = await linesOf(words.join(' '))
    expect(lines.length).toBeGreaterThan(2)
    const read = lines.map(({ text }) => backwards(text).trim()).join(' ')
    expect(read).toBe(words.join(' '))
  })

  it('are read in their order, with their links', async () => {
    const { root, misplaced } = readStructure(
      await readRendered([page('T', 'אחת [שתיים שלוש](https://example.com/a) ABC')]),
    )
    expect(misplaced).toEqual([])
    expect(shapeOf(root)).toContain(
      `P("${backwards('אחת')} " Link("${backwards('שתיים')} ${backwards('שלוש')}" @) " ABC")`,
    )
  })

  it.runIf(isLongRun)('have letters that join', async () => {
    const formsOf = async (text: string) => {
      const { source } = await readRendered([page('T', text)])
      return [...source.matchAll(/<0628>/g)].length
    }
    expect(await formsOf('ب ب ب')).toBe(1)
    expect(await formsOf('ببب')).toBe(3)
  })

  it.runIf(isLongRun)(
    'have the markers of their lists at the right, with the point of a number at its left',
    async () => {
      const markdown = '1. אחת\n2. שתיים\n   * פנים\n\n---\n\n- [x] סיום\n\n---\n\n1. One שתיים'
      const { placed = [] } = (await readRendered([page('T', markdown)])).pages.at(-1) ?? {}
      const leftOf = (text: string) => placed.find((part) => part.text === text)?.left ?? Number.NaN
      expect(leftOf('.')).toBeLessThan(leftOf('1'))
      expect(leftOf('1')).toBeGreaterThan(leftOf(backwards('אחת')))
      expect(leftOf('1')).toBeGreaterThan(520)
      const bullet = placed.find(({ text }) => text.includes('–'))
      expect(bullet?.left).toBeGreaterThan(leftOf('פ'))
      expect(bullet?.left).toBeLessThan(leftOf('2'))
      expect(leftOf('1.')).toBeLessThan(leftOf('One '))
    },
  )

  it.runIf(isLongRun)('are read after the markers of their lists', async () => {
    const { root } = readStructure(await readRendered([page('T', '1. אחת\n2. שתיים')]))
    const items = elementsOf(root, 'LI').map((item) =>
      item.kids.map((kid) => ('type' in kid ? kid.type : 'text')).join(' '),
    )
    expect(items).toEqual(['Lbl LBody', 'Lbl LBody'])
  })

  it('do not change the direction of code', async () => {
    const [line] = await linesOf('```\nשלום = 1\n```')
    expect(line?.left).toBeLessThan(70)
  })
})

describe('what a PDF adds to the pages', () => {
  const markdown = [
    '<details>\n\n<summary></summary>\n\nText\n\n</details>',
    '{% stepper %}\n{% step %}\nText\n{% endstep %}\n{% endstepper %}',
    '- [x] One\n- [ ] Two',
  ].join('\n\n')

  it.each(
    oneRowIn(3, [
      [undefined, 'Contents', 'Details', 'Step 1', '21 November 2025', 'Done'],
      ['en', 'Contents', 'Details', 'Step 1', '21 November 2025', 'Done'],
      ['de', 'Inhalt', 'Details', 'Schritt 1', '21. November 2025', 'Erledigt'],
      ['fr', 'Sommaire', 'Détails', 'Étape 1', '21 novembre 2025', 'Terminé'],
      ['es', 'Contenido', 'Detalles', 'Paso 1', '21 de noviembre de 2025', 'Hecho'],
      ['nl', 'Inhoud', 'Details', 'Stap 1', '21 november 2025', 'Gedaan'],
      ['no', 'Innhold', 'Detaljer', 'Trinn 1', '21. november 2025', 'Ferdig'],
      ['pt-br', 'Sumário', 'Detalhes', 'Etapa 1', '21 de novembro de 2025', 'Concluído'],
      ['zh', '目录', '详情', '步骤 1', '2025年11月21日', '已完成'],
      ['ja', '目次', '詳細', 'ステップ 1', '2025年11月21日', '完了'],
    ]),
  )('is written in the language of the site: %s', async (language, ...texts) => {
    const source = { ...pdfSource([page('T', markdown)]), ...(language && { language }) }
    const pdf = readPdf(await renderPdf(source, { compress: false }))
    const { root } = readStructure(pdf)
    const alternatives = elementsOf(root, 'Lbl').map(({ alt }) => alt)
    const done = texts.pop()
    expect(alternatives[0]).toBe(done)
    const read = textOf(pdf).replace(/\s+/g, ' ')
    for (const text of texts) expect(read).toContain(text)
  })
})
