import { describe, expect, it } from 'vitest'
import { layoutOf, readMarkdownPage } from '../../../src/formats/body/markdown-page.ts'
import { mayHaveRelativeLinks } from '../../../src/formats/export/relative-links.ts'
import { rewriteLinks } from '../../../src/formats/page/file/markdown-links.ts'

describe('a Markdown page', () => {
  it.each([
    ['# One', 'One'],
    ['# One #', 'One'],
    ['One\n===\n\nText', 'One'],
    ['#\tOne', 'One'],
    ['# One <a href="#one" id="one"></a>\nText', 'One'],
    [`# ${'a'.repeat(513)}`, undefined],
    ['# ![a](b.png)', undefined],
    ['# A *b* `c` [d](e)\nText', 'A b c d'],
    ['# One {#one}', 'One'],
    ['# One # {#one}', 'One'],
    ['One { #one .class }\n===\n\nText', 'One'],
    ['# One \\{#one}', 'One {#one}'],
    ['## Two', undefined],
    ['#Hash', undefined],
    ['Text\n\n# One', undefined],
    ['- One\n===', undefined],
    ['', undefined],
  ])('has the first heading that Markdown defines: %j', (markdown, heading) => {
    expect(readMarkdownPage(markdown).heading).toBe(heading)
  })

  it('is split into front matter, heading and body', () => {
    const page = readMarkdownPage('\uFEFF---\r\ntitle: T\r\n---\r\n\r\n# H\r\n\r\nText\r\n')
    expect(page).toMatchObject({ fields: { title: 'T' }, heading: 'H', body: 'Text' })
  })

  it.each([
    ['# [One](https://example.com)\n\nText', 'One'],
    ['# One ![a](b.png)\n\nText', 'One'],
    ['# One <a href="#one" id="one"></a>\n\nText', 'One'],
    ['# ![a](b.png)\n\nText', undefined],
    [`# ${'a'.repeat(513)}\n\nText`, undefined],
  ])('keeps a heading of which a title would lose something: %j', (markdown, heading) => {
    expect(readMarkdownPage(markdown)).toEqual({ fields: {}, ...(heading && { heading }), body: markdown })
  })

  it('can start with a thematic break', () => {
    expect(readMarkdownPage('---\n\nText').body).toBe('---\n\nText')
  })

  it('ignores unknown fields and types in front matter', () => {
    const { fields } = readMarkdownPage(
      '---\ntitle: 2024\nicon: 7\nhidden: "yes"\nlayout: {width: huge, title: false}\n---\n',
    )
    expect(fields).toMatchObject({ title: '2024', icon: '7' })
    expect(fields.hidden).toBeUndefined()
    expect(layoutOf(fields)).toEqual({ title: false })
  })
})

describe('rewriting links', () => {
  const upper = (address: string) => (address.startsWith('x') ? address.toUpperCase() : undefined)

  it.each([
    ['[a](x) [b](y)', '[a](X) [b](y)'],
    ['[a](<x y>)', '[a](<X Y>)'],
    ['[a](x "x")', '[a](X "x")'],
    ['![a](x)', '![a](X)'],
    ['[![a](x1)](x2)', '[![a](X1)](X2)'],
    ['[a [b]](x)', '[a [b]](X)'],
    ['[x](x)', '[x](X)'],
    ['[a]: x\n\n[a]', '[a]: X\n\n[a]'],
    ['`[a](x)` and [b](x)', '`[a](x)` and [b](X)'],
    ['```\n[a](x)\n{% file src="x" %}\n```\n[b](x)', '```\n[a](x)\n{% file src="x" %}\n```\n[b](X)'],
    [
      '{% content-ref url="x" %}\nx\n{% endcontent-ref %}',
      '{% content-ref url="X" %}\nx\n{% endcontent-ref %}',
    ],
    ['<a href="x">x</a> <img src="x">', '<a href="X">x</a> <img src="X">'],
    ['| [a](x) |\n| - |\n| [b](x) |', '| [a](X) |\n| - |\n| [b](X) |'],
    ['no links', 'no links'],
  ])('changes link destinations and nothing else: %j', (markdown, expected) => {
    expect(rewriteLinks(markdown, upper)).toBe(expected)
  })
})

describe('Markdown with', () => {
  it.each([
    '[a](b.md)',
    '[a](<b c.md>)',
    '[a]( /b )',
    '![a](b.png)',
    '[a]: b.md',
    '[a]:\n  <b.md>',
    '[a](./b:c.md)',
    '[a](https://example.com) and [b](c.md)',
    '[a](&#104;ttps://example.com)',
    '{% file src="a.pdf" %}',
    '<IMG src="a.png">',
  ])('the relative link %j may have links to pages and files', (markdown) => {
    expect(mayHaveRelativeLinks(markdown)).toBe(true)
  })

  it.each([
    '[a](https://example.com)',
    '[a](<https://example.com>)',
    '[a]( mailto:ada@example.com )',
    '[a](#anchor)',
    '[a]:\n  //example.com',
    '* [ ] A task (soon)',
    '<https://example.com>',
  ])('no relative link, as %j, has none', (markdown) => {
    expect(mayHaveRelativeLinks(markdown)).toBe(false)
  })
})
