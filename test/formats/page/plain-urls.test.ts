import { expect, test } from 'vitest'
import { parseMarkdown } from '../../../src/formats/page/file/markdown-file.ts'
import { findUrls } from '../../../src/formats/page/file/markdown-urls.ts'
import { plainUrls } from '../../../src/formats/page/file/plain-urls.ts'
import { budget } from '../../support/budget.ts'

const parts = [
  ...['[', ']', '(', ')', '](', '!', '`', '``', '````', '<', '\\', '\\_', '\\*', '|', ':', '/', '^', '#'],
  ...['*', '**', '_', '~', '~~', '$', '$$', '&', '&amp;', '{', '%', '"', "'", '+', '=', '-', '.', '@', '://'],
  ...[
    ' ',
    ' ',
    '  ',
    '   ',
    '    ',
    '\t',
    '\n',
    '\n\n',
    '\n    ',
    '\u00a0',
    '\u3000',
    'é',
    '😀',
    'word',
    'x',
  ],
  ...[
    '[a](/pages/x)',
    '![i](/files/f#y)',
    '[b](../c "t")',
    '[c](d)',
    '[e](https://example.com/a_b)',
    '[z]()',
  ],
  ...['- ', '1. ', '> ', '# ', '---', '===', '[ ] ', '[x] ', '\n| a | b |\n| - | - |\n', '| ', ':-', '{#id}'],
  ...[
    '`a b`',
    '`c`',
    '\n```\n',
    '\n```js\nx [a](b) y\n```\n',
    '\n~~~\n',
    '<br>',
    '[^1]',
    ']:',
    '[k]: /pages/k',
  ],
  ...['https://example.com/q', 'www.x.org', 'www.', 'a@b.de', 'http', '{% hint style="info" %}'],
  ...['\n{% endhint %}\n', '{% file src="/files/x" %}', '(/pages/q)', '[](/pages/y)'],
]

/** Returns a function that returns numbers from 0 to below a maximum, the same ones in each run. */
function seededNumbers(seed: number): (maximum: number) => number {
  let state = seed
  return (maximum) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    return ((mixed ^ (mixed >>> 15)) >>> 0) % maximum
  }
}

const parsedUrls = (text: string) =>
  findUrls(text, parseMarkdown(text, 'The page'))
    .filter(({ start, end }) => start < end)
    .map(({ start, end, text }) => ({ start, end, text }))

test('finds in a plain text what the parser finds', () => {
  const number = seededNumbers(20)
  let plain = 0
  for (let round = 0; round < budget(2500, 100_000); round++) {
    const text = Array.from({ length: 1 + number(14) }, () => parts[number(parts.length)]).join('')
    const found = plainUrls(text)
    if (found === undefined) continue
    if (found.length > 0) plain++
    expect({ text, found }).toEqual({ text, found: parsedUrls(text) })
  }
  expect(plain).toBeGreaterThan(100)
})

test('reads ordinary pages, whose code has addresses of its own', () => {
  const text =
    'See [the *guide*](guide.md#first) and `code`.\n\n* ![Logo](/files/logo)\n  * https://example.com\n\n```md\n[not](this)\n```\n\n| A | B |\n| - | - |\n| [b](/pages/b) | c\\_d |\n'
  expect(plainUrls(text)?.map((url) => url.text)).toEqual(['guide.md#first', '/files/logo', '/pages/b'])
  expect(plainUrls(text)).toEqual(parsedUrls(text))
})

test.each([
  '<b>[a](b)</b>',
  '`[a](b)`',
  '[a]: /pages/b',
  '[a [b](c)](d)',
  '    [a](b)',
  '{% embed url="x" %}',
])('leaves %j to the parser', (text) => expect(plainUrls(text)).toBeUndefined())
