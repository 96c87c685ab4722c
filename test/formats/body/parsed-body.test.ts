import { expect, test } from 'vitest'
import { parseBody, replaceInBody } from '../../../src/formats/body/parsing/parsed-body.ts'
import { rewriteLinks } from '../../../src/formats/page/file/markdown-links.ts'
import { isLongRun } from '../../support/budget.ts'

const targets: Record<string, string> = {
  'a.md': '/pages/pag1',
  'b.md#x': '/pages/pag2#x',
  'c.png': '/files/fil1',
}
const resolve = (address: string) => targets[address]

test.each([
  ['links and images', '[a](a.md) [b](b.md#x) ![c](c.png) [other](d.md) [file](c.png)'],
  ['the same link twice, with headings', '# H\n\n[a](a.md)\n\n## I\n\n[a](a.md) [a](/pages/pag9)'],
  ['an image of a page', '![a](a.md)'],
  ['definitions', '[a][x] [b][x] [x]\n\n[x]: a.md'],
  ['escapes', '[a](a\\.md) [a](a.md)'],
  ['elements', '<a href="a.md">a</a> <img src="c.png" alt="">'],
  ['tags', '{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}\n\n{% file src="c.png" %}'],
  ['an embed', '{% embed url="a.md" %}\n\n[a](a.md)'],
  ['code', '`[a](a.md)` and [a](a.md)\n\n```\n{% file src="c.png" %}\n```'],
  ['a table', '| A |\n| - |\n| [a](a.md) |'],
  [
    'a table in HTML',
    '<table><thead><tr><th>A</th><th data-type="files">F</th></tr></thead><tbody><tr><td><a href="a.md">a</a></td><td><a href="c.png">c</a></td></tr></tbody></table>',
  ],
  ['carriage returns', 'One\r\n\r\n[a](a.md)\r\n[b](b.md#x)'],
  ...(isLongRun ? [['more links than are indexed', '[a](a.md)\n\n'.repeat(5_100)]] : []),
])('%s have the same index as the replaced text', (_name, markdown) => {
  const { markdown: replaced, index } = replaceInBody(markdown, parseBody(markdown), resolve)
  expect(replaced).toBe(rewriteLinks(markdown, resolve))
  expect(replaced).not.toBe(markdown)
  // Where only parsing can tell, there is none.
  if (index) expect(index).toEqual(parseBody(replaced).index)
})

test('links that are replaced in one way only need no second parsing', () => {
  const markdown = '# H\n\n[a](a.md) [b](b.md#x) ![c](c.png) [a](a.md)'
  expect(replaceInBody(markdown, parseBody(markdown), resolve).index?.links).toHaveLength(4)
})
