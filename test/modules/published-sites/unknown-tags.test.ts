import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildReadableSite, page, publishArticle, type ReadableSite, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(site, site.guide.spaceId, page('Welcome', 'Hello'))
})
afterAll(() => app.close())

/** Publishes a page, and returns what is in its article. */
const articleOf = async (markdown: string) => (await publishArticle(site, markdown)).article

describe('the text of a site', () => {
  test('shows the text in what it does not know, and nothing of comments and tags', async () => {
    const article = await articleOf(
      'Some <span lang="en">marked</span> words<!-- hidden -->\n\n<!-- also\nhidden -->\n\n{% raw %}\nWritten\n{% endraw %}\n\nEnd',
    )
    expect(article).toContain('<p>Some marked words</p>')
    expect(article).toContain('<p>Written</p>')
    expect(article).toContain('<p>End</p>')
    expect(article).not.toMatch(/hidden|raw|{%|&#x3C;|<!--|<u>/)
  })

  test('shows the text in tags of several lines, and nothing of the tags', async () => {
    const article = await articleOf(
      [
        'In <foo\n  a="1"\n  b="2">text</foo>.',
        '<div class="x">\nIn <foo\n  a="1"\n  b="2">HTML</foo>.\n</div>',
        '<Card\n  title="a"\n  href="b"\n>\n\nIn a card\n\n</Card>',
        '<Card\n  title="a"\n>\nBelow a tag\n</Card>',
      ].join('\n\n'),
    )
    expect(article.match(/<p>.*?<\/p>/g)).toEqual([
      '<p>In text.</p>',
      '<p>In HTML.</p>',
      '<p>In a card</p>',
      '<p> Below a tag </p>',
    ])
    expect(article.slice(article.indexOf('</h1>'))).not.toMatch(/&#x3C;|foo|Card|="/)
  })

  test('never shows a tag that it does not know, wherever it is', async () => {
    const tag = '{% unknown x="y" %}'
    const article = await articleOf(
      [
        `## Heading ${tag}`,
        `**Bold ${tag}** and [link ${tag}](https://example.com/)`,
        `| Title ${tag} |\n| --- |\n| Cell ${tag} |`,
        `<table><thead><tr><th>Other title ${tag}</th></tr></thead><tbody><tr><td>Other cell ${tag}</td></tr></tbody></table>`,
        `- Item ${tag}\n\n  ${tag}`,
        `> Quote ${tag}\n>\n> ${tag}`,
        `<details>\n\n<summary>Summary ${tag}</summary>\n\n${tag}\n\nInside\n\n</details>`,
        `<figure><img src="https://example.com/a.png" alt=""><figcaption>Caption ${tag}</figcaption></figure>`,
        `{% hint style="info" %}\n${tag}\n\nHint ${tag}\n{% endhint %}`,
        `{% tabs %}\n{% tab title="Tab" %}\n${tag}\n{% endtab %}\n{% endtabs %}`,
        `A note[^1].\n\n[^1]: Note ${tag}`,
        `<p align="center">Aligned ${tag}</p>`,
      ].join('\n\n'),
    )
    const texts = ['Heading', 'Bold', 'link', 'Title', 'Cell', 'Other title', 'Other cell', 'Item', 'Quote']
    for (const text of [...texts, 'Summary', 'Caption', 'Hint', 'Tab', 'Note', 'Aligned'])
      expect(article).toContain(text)
    expect(article).not.toMatch(/unknown|{%|%}/)
  })

  test('has the marks, line ends, alignment, terms and players of HTML', async () => {
    const article = await articleOf(
      [
        'H<sub>2</sub>O <kbd>Ctrl</kbd> <mark>lit</mark> <u>under</u> <span class="x">spanned</span> one<br>two',
        '<div align="center">\n\nMiddle\n\n</div>',
        '<dl><dt>Term</dt><dd>Meaning</dd></dl>',
        '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>',
        '<span style="color:red">Red</span>',
      ].join('\n\n'),
    )
    expect(article).toContain('H<sub>2</sub>O <kbd>Ctrl</kbd>')
    expect(article).toMatch(/<(mark|span)[^>]*>lit<\/\1> <u>under<\/u> spanned one<br>two/)
    expect(article).toContain('<p class="align-center">Middle</p>')
    expect(article).toContain('<strong>Term</strong>')
    expect(article).toContain('<p>Meaning</p>')
    expect(article).toContain('<a href="https://www.youtube.com/watch?v=abcdefghijk">')
    expect(article).toMatch(/<span class="[^"]*red[^"]*">Red<\/span>/)
    expect(article).not.toMatch(/&#x3C;|class="x"/)
  })
})
