import { describe, expect, it } from 'vitest'
import { isBalanced } from '../../../src/formats/merge/balance.ts'

describe('the balance of a text', () => {
  it.each([
    ['text alone', 'one\n\ntwo\n'],
    ['a fence that ends', '```js\nx\n```\n'],
    ['a fence that ends with more marks', '```\nx\n`````\n'],
    ['a shorter fence inside a fence', '````\n```\n````\n'],
    ['tags inside a fence', '```\n{% hint %}\n```\n'],
    ['a fence in an item of a list', '1.  text\n\n    ```js\n    x\n    ```\n'],
    ['a fence in a quote', '> ```\n> x\n> ```\n'],
    ['nested tags', '{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n{% endtabs %}\n'],
    ['a condition that ends', '{% if a %}\nx\n{% endif %}\n'],
    ['a tag without an end tag', '{% embed url="https://example.com" %}\n'],
    ['a tag in inline code', 'Begin with `{% hint %}`.\n'],
    ['math that ends', '$$\nx\n$$\n'],
    ['math in a line of its own', '$$x$$\n'],
    ['an expandable', '<details>\n<summary>A</summary>\n\nx\n\n</details>\n'],
    ['an expandable that ends behind its text', '<details><summary>A</summary>\nx</details>\n'],
    ['an expandable that is spoken of', 'Begin with `<details>`.\n'],
  ])('is kept by %s', (_name, markdown) => {
    expect(isBalanced(markdown)).toBe(true)
  })

  it.each([
    ['a fence that does not end', '```js\nx\n'],
    ['a fence with an end of other marks', '```\nx\n~~~\n'],
    ['a tag that does not end', '{% hint style="info" %}\nx\n'],
    ['an end tag without a start tag', 'x\n{% endhint %}\n'],
    ['a condition that does not end', '{% if a %}\nx\n'],
    ['math that does not end', '$$\nx\n'],
    ['an expandable that does not end', '<details>\n<summary>A</summary>\n\nx\n'],
    ['the end of an expandable without a start', 'x\n\n</details>\n'],
    ['overlapping tags', '{% tabs %}\n{% tab %}\n{% endtabs %}\n{% endtab %}\n'],
  ])('is broken by %s', (_name, markdown) => {
    expect(isBalanced(markdown)).toBe(false)
  })

  it('is determined quickly for a line with thousands of quote and list markers', () => {
    expect(isBalanced(`${'> '.repeat(5_000)}x`)).toBe(true)
    expect(isBalanced(`${'- > '.repeat(5_000)}\`\`\``)).toBe(false)
  })
})
