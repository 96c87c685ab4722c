import { expect, test } from 'vitest'
import { AnchorTargets } from '../../../src/formats/page/model/anchor-targets.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'

const find = (markdown: string, anchor: string) => AnchorTargets.of(markdownToDocument(markdown)).find(anchor)

const healed: [heading: string, anchor: string][] = [
  ['Table F.1. Settings', 'table-f-1-settings'],
  ["app.on('login')", 'app-on-login'],
  ['User privileges', 'User_privileges'],
  ['Enable Delete Sync', 'Enable-Delete-Sync'],
  ['5. Group', '5.-group'],
  ['5. Group', 'id-5-group'],
  ['streamToBytes', 'stream-To-Bytes'],
  ['textinput', 'text-input'],
  ['Über uns', 'ÜBER_UNS'],
  ['日本 語', '日本語'],
  ['Set up {#own-id}', 'Own_ID'],
  ['Set up {#own}', 'Setup'],
  ['Ｆull Ｗidth', 'full-width!'],
]

test.each(healed)('the heading %s is reached by #%s', (heading, anchor) => {
  const found = find(`## Other\n\n## ${heading}\n\n## Last`, anchor)
  expect(found?.isHealed).toBe(true)
  expect(heading.normalize('NFKC')).toContain(found?.title.normalize('NFKC'))
})

test.each([
  ['two sections', '## Foo bar\n\n## Foobar', 'foo_bar'],
  ['two sections of one title', '## Foo bar\n\n## Foo bar', 'Foo_Bar'],
  ['none', '## Foo', 'bar'],
  ['no letters', '## Foo\n\n## !', '-'],
  ['a part of a title', '## Identify', 'entify'],
])('an anchor of %s leads nowhere', (_name, markdown, anchor) => {
  expect(find(markdown, anchor)).toBeUndefined()
})

test('an anchor that a section has is that of this section, whatever others have its letters', () => {
  expect(find('## Foo bar\n\n## Foobar', 'foo-bar')).toEqual({
    anchor: 'foo-bar',
    title: 'Foo bar',
    isHealed: false,
  })
  expect(find('## Foo\n\n## Foo', 'foo-1')).toMatchObject({ anchor: 'foo-1', isHealed: false })
})

test('an expandable is reached by the letters of its title', () => {
  const markdown = '<details>\n<summary>How much?</summary>\n\na\n</details>'
  expect(find(markdown, 'How_Much')).toMatchObject({ isHealed: true, title: 'How much?' })
})
