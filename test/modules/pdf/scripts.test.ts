import { expect, it } from 'vitest'
import { page, readRendered, textOf } from './fixtures/source.ts'

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
}

it.each(Object.entries(sentences))(
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

it('Chinese characters look as the language of the document writes them', async () => {
  const fontsOf = async (text: string) => {
    const { source } = await readRendered([page('Text', text)])
    return new Set([...source.matchAll(/\/FontName \/\w+\+(NotoSans..)/g)].map(([, name]) => name))
  }
  expect(await fontsOf('直接')).toEqual(new Set(['NotoSansSC']))
  expect(await fontsOf('直接に')).toEqual(new Set(['NotoSansJP']))
  expect(await fontsOf('直接 서버')).toEqual(new Set(['NotoSansKR']))
  expect(await fontsOf('Latin only')).toEqual(new Set())
})

it('a title in Chinese is printed on the pages, in the table of contents and below each page', async () => {
  const pdf = await readRendered([page('安装', 'Text')])
  const [, contents, first] = pdf.pages
  expect(contents?.text).toContain('安装')
  expect(first?.text).toContain('安装')
})

it('a long text in Chinese is broken into lines that fit', async () => {
  const pdf = await readRendered([page('Long', '文档服务器把知识整理成页面'.repeat(40))])
  const lines = (pdf.pages.at(-1)?.text ?? '')
    .split('\n')
    .filter((line) => line.startsWith('文') || line.length > 20)
  expect(lines.length).toBeGreaterThan(8)
  // A line has 481 points, and a character 10.5.
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(46)
})

it('code that spans pages in a hint and in a tab stays within the margins', async () => {
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
