import type { Delete, Emphasis, Strong } from 'mdast'
import type { ConstructName, Info, Options, State } from 'mdast-util-to-markdown'

type Attention = Emphasis | Strong | Delete

const delimiters = {
  emphasis: { delimiter: '_', element: 'em' },
  strong: { delimiter: '**', element: 'strong' },
  delete: { delimiter: '~~', element: 'del' },
} as const

const constructs = {
  emphasis: 'emphasis',
  strong: 'strong',
  delete: 'strikethrough' as ConstructName,
} as const

const isBlank = (character: string): boolean => character === '' || /\s/u.test(character)

const isWord = (character: string): boolean => !isBlank(character) && !/[\p{P}\p{S}]/u.test(character)

/**
 * Serializes emphasis with delimiters if they are certain to be parsed as such, and as HTML otherwise. Whether
 * a delimiter opens or closes emphasis depends on the characters on both sides: whitespace, punctuation or
 * letters.
 */
function writeAttention(node: Attention, _parent: unknown, state: State, info: Info): string {
  const { delimiter, element } = delimiters[node.type]
  const exit = state.enter(constructs[node.type])
  const tracker = state.createTracker(info)
  const before = tracker.move(delimiter)
  const content = tracker.move(
    state.containerPhrasing(node, { ...tracker.current(), before, after: delimiter[0] ?? '' }),
  )
  exit()
  const opens = isUnambiguous(info.before.slice(-1), content[0] ?? '', delimiter)
  const closes = isUnambiguous(info.after.slice(0, 1), content.at(-1) ?? '', delimiter)
  return opens && closes ? delimiter + content + delimiter : `<${element}>${content}</${element}>`
}

/** Returns whether a delimiter between the two characters is certain to open or close emphasis. */
function isUnambiguous(outer: string, inner: string, delimiter: string): boolean {
  if (isBlank(inner) || outer === delimiter[0] || inner === delimiter[0]) return false
  if (isBlank(outer)) return true
  if (isWord(outer)) return delimiter !== '_' && isWord(inner)
  return true
}

const peekAttention = (node: Attention) => delimiters[node.type].delimiter[0] ?? ''

writeAttention.peek = peekAttention

export const phrasingToMarkdown: Options = {
  handlers: { emphasis: writeAttention, strong: writeAttention, delete: writeAttention },
  // The default patterns consume the adjacent characters and miss a match that follows directly. These use
  // lookarounds.
  unsafe: [
    { character: '@', before: '(?<=[+\\-.\\w])', after: '(?=[\\-.\\w])', inConstruct: 'phrasing' },
    { character: '.', before: '(?<=[Ww])', after: '(?=[\\-.\\w])', inConstruct: 'phrasing' },
    { character: '^', before: '(?<=\\[)', inConstruct: 'label' },
    { character: '<', inConstruct: 'destinationRaw' },
    { character: '>', inConstruct: 'destinationRaw' },
    { character: '$', after: '(?=\\$)', inConstruct: 'phrasing' },
    { character: '$', before: '(?<=\\$)', inConstruct: 'phrasing' },
  ],
}
