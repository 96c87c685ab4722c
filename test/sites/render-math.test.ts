import { expect, test } from 'vitest'
import { writeFragment } from '../../src/sites/render/elements.ts'
import { renderMath } from '../../src/sites/render/render-math.ts'

const html = (formula: string, isBlock = false) => writeFragment(renderMath(formula, isBlock))

test('a formula in text is MathML', () => {
  expect(html('a^2 + b')).toMatch(/^<math>.*<msup><mi>a<\/mi><mn>2<\/mn><\/msup>.*<\/math>$/)
})

test('a formula of its own is a block that can be scrolled with the keyboard', () => {
  expect(html('\\frac{1}{3}', true)).toMatch(
    /^<div class="math" tabindex="0"><math display="block"[^>]*>.*<mfrac>.*<\/math><\/div>$/,
  )
})

test('the color of a formula is an attribute, because the policy of a site allows no styles in elements', () => {
  expect(html('\\color{red}x')).toContain('<mi mathcolor="#ff0000">x</mi>')
  expect(html('\\begin{align}a&=b\\end{align}', true)).not.toContain(' style=')
})

const sources: [name: string, formula: string][] = [
  ['with a fault', '\\frac{1'],
  ['with an unknown command', '\\nonexistent{x}'],
  ['that would be a link', '\\href{javascript:alert(1)}{x}'],
  ['that would be an image', '\\includegraphics{https://x/y.png}'],
  ['that expands without end', '\\def\\a{\\a\\a}\\a'],
  ['that is too long', 'x+'.repeat(3_000)],
  ['that nests too deeply', `${'{'.repeat(2_000)}x${'}'.repeat(2_000)}`],
  ['that is typeset several times per level', `${'\\cancelto{x}{'.repeat(20)}y${'}'.repeat(20)}`],
]

test.each(sources)('a formula %s is its source', (_name, formula) => {
  const source = writeFragment({ type: 'text', value: formula })
  expect(html(formula)).toBe(`<code class="math">${source}</code>`)
  expect(html(formula, true)).toBe(`<pre class="math" tabindex="0"><code>${source}</code></pre>`)
})

test('text in a formula is text in the page', () => {
  expect(html('\\text{<img src=x onerror="y">}')).toContain('&#x3C;img')
  expect(html('\\text{<img src=x onerror="y">}')).not.toContain('<img')
})
