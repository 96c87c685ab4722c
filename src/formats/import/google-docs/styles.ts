import type { Element, ElementContent, Root } from 'hast'
import {
  applyRules,
  attributeOf,
  classesOf,
  element,
  elementsIn,
  type Rule,
  textIn,
} from '../html/tree/tree.ts'

/** The HTML elements of the marks that a style sets. */
type Marks = ReadonlySet<string>

const monospaced =
  /^["']?(?:courier|consolas|menlo|monaco|roboto mono|source code|inconsolata|ubuntu mono|jetbrains mono|fira (?:code|mono)|dm mono|space mono|ibm plex mono|monospace)/i

/** The marks and the CSS declarations that set them, from the innermost to the outermost element. */
const marks: readonly (readonly [mark: string, property: string, value: RegExp])[] = [
  ['sup', 'vertical-align', /^super/i],
  ['sub', 'vertical-align', /^sub/i],
  ['code', 'font-family', monospaced],
  ['s', 'text-decoration', /line-through/i],
  ['em', 'font-style', /^italic/i],
  ['strong', 'font-weight', /^(?:[6-9]00|bold)/i],
]

function marksOf(declarations: string): Marks {
  const values = new Map<string, string>()
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':')
    values.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim())
  }
  return new Set(
    marks.filter(([, property, value]) => value.test(values.get(property) ?? '')).map(([mark]) => mark),
  )
}

/** Reads the marks of each class from the style sheets. Class names differ in each export. */
function readClasses(root: Root): Map<string, Marks> {
  const classes = new Map<string, Marks>()
  for (const style of elementsIn(root)) {
    if (style.tagName !== 'style') continue
    for (const [, name = '', declarations = ''] of textIn(style).matchAll(/\.([\w-]+)\s*\{([^{}]*)\}/g))
      classes.set(name, marksOf(declarations))
  }
  return classes
}

/** Replaces styled spans by the elements of their marks. */
export function writeMarks(root: Root): void {
  const classes = readClasses(root)
  const writeSpan: Rule = (node) => {
    if (node.tagName !== 'span') return undefined
    const own = marksOf(attributeOf(node, 'style') ?? '')
    const found = classesOf(node).map((name) => classes.get(name))
    const marks = [own, ...found].flatMap((set) => [...(set ?? [])])
    return [...new Set(marks)].reduce<ElementContent[]>(
      (children, mark) => [element(mark, {}, children)],
      node.children,
    )
  }
  applyRules(root, [writeSpan])
}

/** Returns whether all text of a paragraph is in a monospaced font. */
export const isCodeLine = ({ tagName, children }: Element): boolean =>
  tagName === 'p' &&
  children.length > 0 &&
  children.every((child) => 'tagName' in child && child.tagName === 'code')
