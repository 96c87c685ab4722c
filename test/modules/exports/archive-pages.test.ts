import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMarkdownPage } from '../../../src/formats/body/markdown-page.ts'
import { titleLine } from '../../../src/formats/export/page-fields.ts'
import { linkedMarkdown, pageMarkdown } from '../../../src/modules/exports/archive.ts'
import { propertyBudget } from '../../support/budget.ts'
import { importOf, page } from './read-archive.ts'

describe('the Markdown of a single page', () => {
  it('contains front matter, the title and the stored body', () => {
    const one = page('a', { title: 'A *star*', icon: 'x', markdown: '[b](/pages/page-b)' })
    expect(pageMarkdown(one)).toBe('---\nicon: x\n---\n\n# A \\*star\\*\n\n[b](/pages/page-b)')
  })

  it('contains the URLs that the caller resolves', async () => {
    const resolve = (kind: string, id: string) => (kind === 'pages' ? `https://example.org/${id}` : undefined)
    const one = page('a', { markdown: '[b](/pages/page-b#x) ![c](/files/f1)' })
    expect(await linkedMarkdown(one, { resolve, owner: 'space' })).toContain(
      '[b](https://example.org/page-b#x) ![c](/files/f1)',
    )
  })

  it('keeps a body that is too costly to parse', async () => {
    const markdown = `${'> '.repeat(60)}[a](/pages/page-b)`
    const options = { resolve: () => 'x', owner: 'space' }
    expect(await linkedMarkdown(page('a', { markdown }), options)).toContain(markdown)
  })

  it('has a title that the Markdown page reader parses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), (title) => {
        fc.pre(titleLine(title) === title && title !== '')
        const read = readMarkdownPage(pageMarkdown(page('a', { title, markdown: '# Other\n' })))
        expect([read.heading, read.body]).toEqual([title, '# Other'])
      }),
      propertyBudget(100, 1_000),
    )
  })
})

describe('reading a table of contents and front matter', () => {
  const read = async (texts: Record<string, string>) => {
    const entries = Object.entries(texts).map(([path, text]) => ({
      path,
      size: Buffer.byteLength(text),
      read: async () => Buffer.from(text),
    }))
    return (await importOf(entries)).pages
  }

  it('accepts a valid slug and derives the slug from the name otherwise', async () => {
    const pages = await read({
      'SUMMARY.md':
        '* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n* [D](d.md)\n\n## E <a href="#X.1" id="X.1"></a>\n\n## F <a id="x/y"></a>',
      'a.md': '---\nslug: V1.2\n---\n',
      'b.md': '---\nslug: ../../x\n---\n',
      'c.md': '---\nslug: V1.2\n---\n',
      'd.md': `---\nslug: ${'x'.repeat(101)}\n---\n`,
    })
    expect(pages.map(({ slug }) => slug)).toEqual(['V1.2', 'b', 'c', 'd', 'X.1', 'f'])
  })

  it('ignores comments without page fields', async () => {
    const [group, link] = await read({
      'SUMMARY.md':
        '## A <!-- {"icon": --> <!-- note --> <!-- {"icon":[1],"hidden":"x","a":{}} -->\n\n* [B](https://example.org/) <!-- {"emoji":"2b50","slug":"x","type":"GROUP"} -->',
    }).then(([first]) => [first, first?.pages?.[0]])
    expect(group).toMatchObject({ type: 'GROUP', title: 'A', icon: undefined, hidden: undefined })
    expect(link).toMatchObject({ type: 'LINK', title: 'B', emoji: '2b50', slug: null })
  })
})
