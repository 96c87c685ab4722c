import type { DrawnElement } from 'svgdom'

/** The properties of CSS that are attributes of SVG too. All others are left out. */
const properties = new Set(
  (
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin ' +
    'opacity font-size font-weight font-style text-anchor dominant-baseline alignment-baseline text-decoration display ' +
    'visibility marker-start marker-mid marker-end stop-color stop-opacity'
  ).split(' '),
)

/** A rule of a stylesheet for one selector. */
export interface Rule {
  readonly selector: string
  readonly weight: number
  readonly declarations: readonly Declaration[]
}

export interface Declaration {
  readonly name: string
  readonly value: string
  readonly isImportant: boolean
}

/** The rules of the stylesheets that are in an SVG, by their texts. */
const known = new WeakMap<DrawnElement, { readonly text: string; readonly rules: readonly Rule[] }>()

/** Returns the rules of the stylesheets within an SVG, those that win last. */
export function rulesOf(svg: DrawnElement): readonly Rule[] {
  const text = [...svg.childNodes]
    .map((child) => (child.localName === 'style' ? child.textContent : ''))
    .join('')
  const same = known.get(svg)
  if (same?.text === text) return same.rules
  const rules = rulesIn(text).sort((one, other) => one.weight - other.weight)
  known.set(svg, { text, rules })
  return rules
}

/** Reads the rules of a stylesheet as Mermaid writes it: without nesting, and with at-rules that nothing needs. */
function rulesIn(css: string): Rule[] {
  const rules: Rule[] = []
  let position = 0
  while (position < css.length) {
    const open = css.indexOf('{', position)
    if (open === -1) break
    const head = css.slice(position, open).trim()
    const close = head.startsWith('@') ? endOfBlock(css, open) : css.indexOf('}', open)
    if (close === -1) break
    if (!head.startsWith('@')) {
      const declarations = declarationsOf(css.slice(open + 1, close))
      if (declarations.length > 0)
        for (const selector of head.split(',').map((one) => one.trim()))
          rules.push({ selector, weight: weightOf(selector), declarations })
    }
    position = close + 1
  }
  return rules
}

/** Returns where the block ends that begins at a brace; -1 if it does not. */
function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let index = open; index < css.length; index++) {
    if (css[index] === '{') depth++
    if (css[index] === '}' && --depth === 0) return index
  }
  return -1
}

/** Returns how specific a selector is: one with more ids, then classes and attributes, then names wins. */
function weightOf(selector: string): number {
  const count = (pattern: RegExp) => selector.match(pattern)?.length ?? 0
  return count(/#/g) * 10_000 + count(/[.[:]/g) * 100 + count(/(?:^|[\s>+~])[a-z]/gi)
}

/** Reads the declarations of a rule or of an attribute `style`. */
export function declarationsOf(text: string): Declaration[] {
  return text.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim().toLowerCase()
    if (colon === -1 || !properties.has(name)) return []
    const given = declaration.slice(colon + 1).trim()
    const value = given.replace(/\s*!important$/i, '')
    return value === '' ? [] : [{ name, value, isImportant: value !== given }]
  })
}
