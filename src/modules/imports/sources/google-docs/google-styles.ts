import type { Element, ElementContent, Root } from 'hast'
import { applyRules, attributeOf, classesOf, element, elementsIn, type Rule, textIn } from '../html-tree.ts'

/** The marks that a style gives to text, by the elements that stand for them. */
type Marks = ReadonlySet<string>

const monospaced =
  /font-family:\s*["']?(?:courier|consolas|menlo|monaco|roboto mono|source code|inconsolata|ubuntu mono|jetbrains mono|fira (?:code|mono)|dm mono|space mono|ibm plex mono|monospace)/i

function marksOf(declarations: string): Marks {
  const found = new Set<string>()
  if (/vertical-align:\s*super/i.test(declarations)) found.add('sup')
  if (/vertical-align:\s*sub/i.test(declarations)) found.add('sub')
  if (monospaced.test(declarations)) found.add('code')
  if (/text-decoration:[^;]*line-through/i.test(declarations)) found.add('s')
  if (/font-style:\s*italic/i.test(declarations)) found.add('em')
  if (/font-weight:\s*(?:[6-9]00|bold)/i.test(declarations)) found.add('strong')
  return found
}

/** The classes of a document are numbered anew in each export; what they mean is said in a style sheet. */
function readClasses(root: Root): Map<string, Marks> {
  const classes = new Map<string, Marks>()
  for (const style of elementsIn(root)) {
    if (style.tagName !== 'style') continue
    for (const [, name = '', declarations = ''] of textIn(style).matchAll(/\.([\w-]+)\s*\{([^{}]*)\}/g))
      classes.set(name, marksOf(declarations))
  }
  return classes
}

/** Puts elements for the marks of each run of text in place of its classes. */
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

/** Whether all text of a paragraph is in a monospaced font. */
export const isCodeLine = ({ tagName, children }: Element): boolean =>
  tagName === 'p' &&
  children.length > 0 &&
  children.every((child) => 'tagName' in child && child.tagName === 'code')
