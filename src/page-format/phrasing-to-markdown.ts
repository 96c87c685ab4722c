import type { Delete, Emphasis, Strong } from 'mdast'
import type { ConstructName, Info, Options, State } from 'mdast-util-to-markdown'

type Attention = Emphasis | Strong | Delete

const signs = {
  emphasis: { sign: '_', element: 'em' },
  strong: { sign: '**', element: 'strong' },
  delete: { sign: '~~', element: 'del' },
} as const

const constructs = {
  emphasis: 'emphasis',
  strong: 'strong',
  delete: 'strikethrough' as ConstructName,
} as const

const isBlank = (character: string): boolean => character === '' || /\s/u.test(character)

const isWord = (character: string): boolean => !isBlank(character) && !/[\p{P}\p{S}]/u.test(character)

/**
 * Writes the signs of emphasis where they are certain to be read as such, and HTML elsewhere. The signs open and
 * close by what stands on both sides of them: blank, punctuation or letter.
 */
function writeAttention(node: Attention, _parent: unknown, state: State, info: Info): string {
  const { sign, element } = signs[node.type]
  const exit = state.enter(constructs[node.type])
  const tracker = state.createTracker(info)
  const before = tracker.move(sign)
  const content = tracker.move(
    state.containerPhrasing(node, { ...tracker.current(), before, after: sign[0] ?? '' }),
  )
  exit()
  const opens = isCertain(info.before.slice(-1), content[0] ?? '', sign)
  const closes = isCertain(info.after.slice(0, 1), content.at(-1) ?? '', sign)
  return opens && closes ? sign + content + sign : `<${element}>${content}</${element}>`
}

/** Whether signs between an outer and an inner character open or close for sure. */
function isCertain(outer: string, inner: string, sign: string): boolean {
  if (isBlank(inner) || outer === sign[0] || inner === sign[0]) return false
  if (isBlank(outer)) return true
  if (isWord(outer)) return sign !== '_' && isWord(inner)
  return true
}

const peekAttention = (node: Attention) => signs[node.type].sign[0] ?? ''

writeAttention.peek = peekAttention

export const phrasingToMarkdown: Options = {
  handlers: { emphasis: writeAttention, strong: writeAttention, delete: writeAttention },
  // The rules of the library take the signs beside a match along, and so overlook the next match. These look.
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
