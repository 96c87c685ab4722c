import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { htmlToMarkdown } from '../../../src/formats/import/html/page-to-markdown.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import { budget, oneRowIn, propertyBudget } from '../../support/budget.ts'

/** Returns the Markdown or the reason of the rejection. Any other error fails the test. */
function convert(html: string): string {
  try {
    const { markdown } = htmlToMarkdown(html)
    return markdown
  } catch (error) {
    if (error instanceof AppError && error.code === 'BAD_USER_INPUT') return `refused: ${error.message}`
    throw error
  }
}

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

/** Cells and rows: the square of it would not fit into a page by far. */
const long = budget(1_500, 5_000)

describe('hostile HTML', () => {
  it.each(
    oneRowIn(3, [
      ['100,000 divisions inside each other', '<div>'.repeat(100_000)],
      ['10 MB of them', '<div>'.repeat(2_000_000)],
      ['formatting that is never closed', many(100_000, (index) => `<p><b id=${index}>`)],
      ['foreign levels of nested elements', `<svg>${'<td>'.repeat(100_000)}`],
      ['templates inside each other', '<template>'.repeat(100_000)],
      ['lists inside each other', '<ul><li>'.repeat(400)],
    ]),
  )('is rejected for its nesting: %s', (_, html) => {
    expect(convert(html)).toMatch(/^refused: The HTML has more than 300 levels of nested elements/)
  })

  it('is rejected beyond 10 MB', () => {
    expect(convert('x'.repeat(10 * 1024 * 1024 + 1))).toMatch(/^refused: The HTML is larger than/)
  })

  it.each(
    oneRowIn(3, [
      ['elements', '<br>'.repeat(400_000)],
      ['misplaced elements of a table', `<table>${'x<br>'.repeat(400_000)}`],
      ['paragraphs', '<p>x'.repeat(budget(35_000, 100_000))],
      ['emphasis', '<em>x</em> '.repeat(budget(35_000, 100_000))],
      ['words', 'word '.repeat(budget(150_000, 1_000_000))],
    ]),
  )('is rejected with too many %s', (_, html) => {
    expect(convert(html)).toMatch(/^refused: .*Split it into several pages\.$/)
  })

  it.each(
    oneRowIn(4, [
      ['spans', '<span>a</span>'.repeat(budget(10_000, 100_000))],
      ['empty marks', '<em></em><a href="#"></a>'.repeat(budget(8_000, 100_000))],
      ['a span over a million columns', '<table><tr><td colspan=1000000 rowspan=60000>x</table>'],
      ['many spans', `<table>${'<tr><td colspan=50 rowspan=60000>x'.repeat(2000)}</table>`],
      ['one long row above many', `<table><tr>${'<td>x'.repeat(long)}${'<tr><td>y'.repeat(long)}</table>`],
      ['lists at the bound of depth', '<ul><li>'.repeat(140)],
      ['quotes at the bound of depth', '<blockquote>'.repeat(290)],
      ['tables inside tables', '<table><tr><td>'.repeat(70)],
      ['end tags alone', '</p></div></br>'.repeat(budget(10_000, 50_000))],
      [
        'a table of more rows than a page has',
        `<table>${'<tr><td>'.repeat(budget(40_000, 140_000))}</table>`,
      ],
      ['a million blanks in code', `<pre>${' '.repeat(1_000_000)}x</pre>`],
      ['an immense title', `<h1>${'x'.repeat(400_000)}</h1>`],
      ['NUL characters', 'a\0b<p\0>c</p>'],
      ['lone surrogates', '<p>\ud800</p><img alt="\udc00" src="x">'],
      ['backticks', `<pre>${'`'.repeat(1000)}</pre><code>${'`'.repeat(100)}</code>`],
    ]),
  )('is either converted or rejected: %s', (_, html) => {
    expect(convert(html)).not.toContain('\0')
  })

  it('cannot contain URLs that execute code', () => {
    const { markdown, urls } = htmlToMarkdown(
      `<a href="javascript:alert(1)">a</a> <a href=" java\nscript:alert(1)">b</a> <a href="&#1;javascript:x">c</a>
      <a href="data:text/html,x">d</a> <a href="vbscript:x">e</a> <img src="data:image/png;base64,AAAA" alt="f">
      <iframe src="javascript:alert(1)" title="g"></iframe> <a href="x.html">h</a>`,
      { rewrite: (address) => (address === 'x.html' ? 'javascript:alert(2)' : undefined) },
    )
    expect(markdown).toBe('a b c d e f h\n')
    expect(urls).toEqual([])
  })

  it('never fails except with an input error, and its Markdown can be parsed', () => {
    const names =
      'p div ul ol li table tr td th thead pre code a img em strong b details summary blockquote figure figcaption h1 h2 h6 section dl dt dd br hr input sup sub mark iframe video svg math select option template span nav main article aside header form caption title body #markdown x-inline'
    const attribute = fc.constantFrom(
      '',
      ' class="note"',
      ' class="admonition warning"',
      ' class="highlight"',
      ' class="language-js"',
      ' href="a.html"',
      ' href="#x"',
      ' src="i.png" alt="a [b](c)"',
      ' type=checkbox',
      ' id="i&quot;d"',
      ' colspan=3 rowspan=2',
      ' hidden',
      ' markdown="{% x %}"',
      ' style="text-align: center" align=bogus',
    )
    const name = fc.constantFrom(...names.split(' '))
    const part = fc.oneof(
      fc.tuple(name, attribute).map(([tag, more]) => `<${tag}${more}>`),
      name.map((tag) => `</${tag}>`),
      fc.constantFrom(
        ' ',
        '\n',
        'word',
        '| x',
        '{% hint %}',
        '[!NOTE]',
        '```',
        '$$',
        '\\(x\\)',
        '&amp;',
        '<',
        '* a',
        '# b',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const markdown = convert(parts.join(''))
        if (!markdown.startsWith('refused: ')) markdownToDocument(markdown)
      }),
      propertyBudget(10, 1500),
    )
  })
})
