import { expect, test } from 'vitest'
import type { SourceEntry } from '../../../src/formats/import/files/entries.ts'
import { readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'

let ids = 0

const entriesOf = (files: Record<string, string>): SourceEntry[] =>
  Object.entries(files).map(([path, text]) => {
    const bytes = Buffer.from(text)
    return { path, size: bytes.length, read: async () => bytes }
  })

/** Returns the notes of an import of the files, without what was recognized. */
async function notesOf(files: Record<string, string>) {
  const { notes } = await readMarkdownSource(entriesOf(files), {
    newPageId: () => `p${++ids}`,
    newFileId: () => `f${++ids}`,
    isAuthored: true,
  })
  return notes
    .filter(({ kind }) => kind !== 'RECOGNIZED')
    .map(({ kind, path, text }) => `${kind} ${path}: ${text}`)
}

const summary = '* [A](a.md)\n* [B](b.md)'

test('the report names front matter and tags that are kept, and attributes that are not shown', async () => {
  const notes = await notesOf({
    'SUMMARY.md': summary,
    'a.md':
      '---\ntitle: A\ndescription: D\nkeywords: [x]\nauthor:\n  name: N\n---\n\n{% own a="b" %}\ntext {% inline %}\n{% endown %}\n\n{% hint style="info" color="red" %}\na\n{% endhint %}\n\n`{% code %}`\n\n{% swagger method="get" path="/a" expanded="true" %}\n{% swagger-parameter in="path" name="a" deprecated="true" %}\n{% endswagger-parameter %}\n{% endswagger %}\n\n{% method %}\n{% sample lang="js" %}\na\n{% common %}\nb\n{% endmethod %}\n\n{% filename %}a.js{% endfilename %}\n```\n{% fenced %}\n```',
    'b.md': '# B',
  })
  expect(notes).toEqual([
    'KEPT a.md: keywords, author in the front matter are kept, but not read',
    'KEPT a.md: {% own %} is kept, but not shown',
    'KEPT a.md: {% inline %} is kept, but not shown',
    'DROPPED a.md: color of {% hint %} is not shown',
    'DROPPED a.md: expanded of {% swagger %} is not shown',
    'DROPPED a.md: deprecated of {% swagger-parameter %} is not shown',
  ])
})

const expression = (text: string) => `<code class="expression">${text}</code>`

test('titles and descriptions have the values of expressions, and the report names them', async () => {
  const product = expression('space.vars.product')
  const files = {
    '.gitbook/vars.yaml': 'product: Acme & <Sync>\nversion: 2',
    'SUMMARY.md': `* [Install ${product}](a.md)\n* [B](b.md)\n\n## Group ${product}\n\n* [Site ${product}](https://example.com)`,
    'a.md': `# Install ${product}`,
    'b.md': `---\nvars:\n  edition: Pro\ntitle: "${product.replaceAll('"', '\\"')} ${expression('page.vars.edition').replaceAll('"', '\\"')}"\ndescription: 'With ${product} ${expression('space.vars.version &lt; 3 ? 1 : 2')} ${expression('space.vars.none')}'\n---\n\n# B\n\nBody ${product}.`,
    'c.md': `# Setup \`</code>\` of List<T> ${product} <b>now</b>`,
    '.gitbook/includes/d.md': `---\ntitle: Part ${product}\n---\n\nText.`,
  }
  const { pages, reusable } = await readMarkdownSource(entriesOf(files), {
    newPageId: () => `p${++ids}`,
    newFileId: () => `f${++ids}`,
    isAuthored: true,
    includesUnlisted: true,
  })
  const texts = pages.flatMap((page) => [page, ...(page.pages ?? [])])
  expect(texts.map(({ title, description, heading }) => [title, description, heading])).toEqual([
    ['Install Acme & <Sync>', undefined, undefined],
    ['Acme & <Sync> Pro', 'With Acme & <Sync> 1 space.vars.none', 'B'],
    ['Group Acme & <Sync>', undefined, undefined],
    ['Site Acme & <Sync>', undefined, undefined],
    ['Setup </code> of List<T> Acme & <Sync> now', undefined, undefined],
  ])
  expect(pages[1]?.markdown).toBe(`Body ${product}.`)
  expect(reusable.map(({ title }) => title)).toEqual(['Part Acme & <Sync>'])
  const notes = (await notesOf(files)).filter((note) => note.includes('expression'))
  expect(notes).toEqual([
    'DROPPED a.md: the expression space.vars.product of the title is "Acme & <Sync>" now: expressions are only read in the text of pages',
    'DROPPED b.md: the expression space.vars.product of the title is "Acme & <Sync>" now: expressions are only read in the text of pages',
    'DROPPED b.md: the expression page.vars.edition of the title is "Pro" now: expressions are only read in the text of pages',
    'DROPPED b.md: the expression space.vars.product of the description is "Acme & <Sync>" now: expressions are only read in the text of pages',
    'DROPPED b.md: the expression space.vars.version < 3 ? 1 : 2 of the description is "1" now: expressions are only read in the text of pages',
    'DROPPED b.md: the expression space.vars.none of the description has no value, and is plain text now: expressions are only read in the text of pages',
    'DROPPED .: the expression space.vars.product of the title is "Acme & <Sync>" now: expressions are only read in the text of pages',
    'DROPPED .: the expression space.vars.product of the title is "Acme & <Sync>" now: expressions are only read in the text of pages',
    'DROPPED .gitbook/includes/d.md: the expression space.vars.product of the title is "Acme & <Sync>" now: expressions are only read in the text of pages',
  ])
})

test('the report names expressions that have no text', async () => {
  const lines = (...texts: string[]) => texts.map((text) => expression(text)).join('\n\n')
  const notes = await notesOf({
    '.gitbook/vars.yaml': 'product: Acme\nversion: 2',
    'SUMMARY.md': summary,
    'a.md': `---\nvars:\n  edition: Pro\n---\n\n# A\n\n${lines(
      'space.vars.product + page.vars.edition',
      'space.vars.none',
      'space.vars.none',
      'page.vars.none',
      'space.vars.product *',
      'space.vars.product * 2',
      'space.vars.none || "x"',
      'visitor.claims.plan',
      'visitor.claims.plan ? space.vars.product : space.vars.none',
      'visitor.claims.plan || "none"',
    )}\n\n[${expression('space.vars.gone')}](b.md)\n\n\`${expression('space.vars.code')}\`\n\n{% include ".gitbook/includes/d.md" %}`,
    'b.md': '# B',
    '.gitbook/includes/d.md': lines('page.vars.other', 'space.vars.other'),
  })
  expect(notes).toEqual([
    'UNEVALUATED a.md: the expression space.vars.none names space.vars.none, which there is not, and is shown as it is',
    'UNEVALUATED a.md: the expression page.vars.none names page.vars.none, which there is not, and is shown as it is',
    'UNEVALUATED a.md: the expression space.vars.product * is malformed, and is shown as it is',
    'UNEVALUATED a.md: the expression space.vars.product * 2 has no text, and is shown as it is',
    'UNEVALUATED a.md: the expression visitor.claims.plan ? space.vars.product : space.vars.none names space.vars.none, which there is not, and is shown as it is',
    'UNEVALUATED a.md: the expression space.vars.gone names space.vars.gone, which there is not, and is shown as it is',
    'UNEVALUATED .gitbook/includes/d.md: the expression space.vars.other names space.vars.other, which there is not, and is shown as it is',
  ])
})

test('the report names malformed conditions', async () => {
  const notes = await notesOf({
    'SUMMARY.md': summary,
    'a.md': '# A\n\n{% if a %}\nfine\n{% endif %}\n\n`{% IF %}`',
    'b.md': '# B\n\n[a](a.md)\n\n{% IF visitor.claims.a %}\nsecret\n{% endif %}',
  })
  expect(notes).toEqual([
    'HIDDEN b.md: the malformed condition {% IF visitor.claims.a %} hides what follows it from visitors, up to the end of its container',
  ])
})

test('the report names links whose anchor means one section', async () => {
  const notes = await notesOf({
    'SUMMARY.md': summary,
    'a.md':
      '# A {#top}\n\n## Set up {#set-up}\n\n## Table F.1. Names\n\n[own](#Set_Up) [b](b.md#Foo_Bar) [b](b.md#foo)',
    'b.md':
      '# B\n\n[a](a.md#set-up) [a](a.md#table-f-1-names) [a](a.md#nowhere) [a](a.md#top)\n\n## Foo bar\n\n## Foobar\n\n## Foo',
  })
  expect(notes).toEqual([
    'HEALED_LINK a.md: the link to a.md#Set_Up leads to #set-up',
    'HEALED_LINK b.md: the link to a.md#table-f-1-names leads to #table-f.1.-names',
  ])
})

test('line endings of Windows are normalized in bodies and front matter', async () => {
  const notes = await notesOf({ 'a.md': '---\r\nkeywords: x\r\n---\r\n\r\n# A\r\n\r\n{% own %}\r\n' })
  expect(notes).toEqual([
    'KEPT a.md: keywords in the front matter is kept, but not read',
    'KEPT a.md: {% own %} is kept, but not shown',
  ])
})
