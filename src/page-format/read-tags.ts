import { type BlockTag, formatBlockTag, parseBlockTags } from './block-tag.ts'
import { blocksOf, type FlowItem, type Marker } from './flow-items.ts'
import { readLength, writeLength } from './lengths.ts'
import { defined, orEmptyParagraph, textParagraph } from './nodes.ts'
import { referenceTags } from './read-reference-tags.ts'
import type { Block, Code, Column, HintStyle, PromptData, StepperStep, TabsItem, Update } from './types.ts'
import { readUpdateData, updatesFormats, writeUpdateData } from './update-data.ts'

/**
 * Creates blocks from a tag and its content. Returns undefined if the content does not match; the tag is then
 * kept as text.
 */
type BuildTag = (tag: BlockTag, items: FlowItem[]) => Block[] | undefined

const isTrue = (value: string | undefined): true | undefined => (value === 'true' ? true : undefined)

const hintStyles: readonly HintStyle[] = ['info', 'warning', 'danger', 'success']

const inside = (items: FlowItem[]): Block[] => orEmptyParagraph(withoutStrayParts(blocksOf(items)))

/**
 * Separates the parts of a container (such as tabs) from other blocks, which are moved before the container.
 */
function splitParts<Part extends Block>(
  items: FlowItem[],
  type: Part['type'],
): [strays: Block[], parts: Part[]] {
  const strays: Block[] = []
  const parts: Part[] = []
  for (const block of blocksOf(items)) {
    if (block.type === type) parts.push(block as Part)
    else strays.push(block)
  }
  return [withoutStrayParts(strays), parts]
}

/**
 * Replaces parts outside of their container, such as a tab outside of tabs, by their tags as text and their
 * content.
 */
export function withoutStrayParts(blocks: Block[]): Block[] {
  const stray = (name: string, attributes: Record<string, string | undefined>, nodes: Block[]) => [
    textParagraph(formatBlockTag(name, attributes)),
    ...nodes,
    textParagraph(`{% end${name} %}`),
  ]
  return blocks.flatMap((block) => {
    if (block.type === 'tabs-item') return stray('tab', block.data, block.nodes)
    if (block.type === 'stepper-step') return stray('step', block.data, block.nodes)
    if (block.type === 'column') return stray('column', { width: writeLength(block.data.width) }, block.nodes)
    if (block.type === 'update') return stray('update', writeUpdateData(block.data), block.nodes)
    return [block]
  })
}

const containerTags = new Map<string, BuildTag>(
  Object.entries({
    hint: ({ attributes }, items) => {
      const style = hintStyles.find((known) => known === attributes.style) ?? 'info'
      return [{ object: 'block', type: 'hint', data: { style }, nodes: inside(items) }]
    },
    tabs: ({ attributes }, items) => {
      const [strays, nodes] = splitParts<TabsItem>(items, 'tabs-item')
      const data = defined({ fullWidth: isTrue(attributes.fullWidth) })
      return [...strays, { object: 'block', type: 'tabs', data, nodes }]
    },
    tab: ({ attributes }, items) => [
      {
        object: 'block',
        type: 'tabs-item',
        data: defined({ title: attributes.title }),
        nodes: inside(items),
      },
    ],
    stepper: (_tag, items) => {
      const [strays, nodes] = splitParts<StepperStep>(items, 'stepper-step')
      return [...strays, { object: 'block', type: 'stepper', data: {}, nodes }]
    },
    step: ({ attributes }, items) => [
      {
        object: 'block',
        type: 'stepper-step',
        data: defined({ icon: attributes.icon }),
        nodes: inside(items),
      },
    ],
    columns: ({ attributes }, items) => {
      const [strays, nodes] = splitParts<Column>(items, 'column')
      const data = defined({ fullWidth: isTrue(attributes.fullWidth) })
      return [...strays, { object: 'block', type: 'columns', data, isVoid: false, nodes }]
    },
    column: ({ attributes }, items) => [
      {
        object: 'block',
        type: 'column',
        data: defined({ width: readLength(attributes.width) }),
        nodes: inside(items),
      },
    ],
    updates: ({ attributes }, items) => {
      const [strays, nodes] = splitParts<Update>(items, 'update')
      const format = updatesFormats.find((known) => known === attributes.format) ?? 'full'
      return [...strays, { object: 'block', type: 'updates', data: { format }, nodes }]
    },
    update: ({ attributes }, items) => {
      const data = readUpdateData(attributes)
      return data && [{ object: 'block', type: 'update', data, nodes: inside(items) }]
    },
    prompt: ({ attributes }, items) => {
      const blocks = blocksOf(items)
      const [code] = blocks
      if (code?.type !== 'code' || blocks.length > 1) return undefined
      return [{ object: 'block', type: 'prompt', data: promptData(attributes), nodes: [code] }]
    },
    if: ({ attributes, rest }, items) => {
      const expression = rest.startsWith('expression=') ? attributes.expression : rest
      return [{ object: 'block', type: 'if', data: { expression: expression ?? rest }, nodes: inside(items) }]
    },
    code: ({ attributes }, items) => {
      const blocks = blocksOf(items)
      const code = blocks.find((block): block is Code => block.type === 'code')
      if (!code) return undefined
      code.data = { ...code.data, ...codeData(attributes) }
      return blocks
    },
  } satisfies Record<string, BuildTag>),
)

function codeData({
  title,
  overflow,
  lineNumbers,
  fullWidth,
  expandable,
  collapsedLineCount,
}: BlockTag['attributes']): Code['data'] {
  return defined({
    title,
    overflow: overflow === 'wrap' || overflow === 'scroll' ? overflow : undefined,
    lineNumbers: lineNumbers === undefined ? undefined : lineNumbers === 'true',
    fullWidth: isTrue(fullWidth),
    expandable: isTrue(expandable),
    collapsedLineCount: /^[1-9]\d{0,5}$/.test(collapsedLineCount ?? '')
      ? Number(collapsedLineCount)
      : undefined,
  })
}

function promptData({
  description = '',
  icon,
  openInAIProviders,
  defaultExpanded,
}: BlockTag['attributes']): PromptData {
  const expanded = (['hidden', 'partial', 'full'] as const).find((known) => known === defaultExpanded)
  const data = {
    description,
    icon: icon && icon.length <= 50 ? icon : undefined,
    openInAIProviders: openInAIProviders === undefined ? undefined : openInAIProviders === 'true',
    defaultExpanded: expanded,
  }
  return defined(data as PromptData)
}

/** Reads a line of tags. Unknown tags are kept as text. */
export function readTagLine(line: string): FlowItem[] {
  const tags = parseBlockTags(line)
  return tags ? tags.map(readTag) : [textParagraph(line)]
}

function readTag(tag: BlockTag): FlowItem {
  const { raw, name } = tag
  if (name.startsWith('end')) {
    return {
      object: 'marker',
      kind: 'close',
      name: name.slice(3),
      raw,
      endIsOptional: false,
      build: () => [],
    }
  }
  const build = containerTags.get(name)
  if (build) return openMarker(tag, false, (items) => build(tag, items) ?? keepAsText(tag, items))
  const readReference = referenceTags.get(name.startsWith('@') ? '@' : name)
  const block = readReference?.(tag)
  if (!block) return textParagraph(raw)
  return openMarker(tag, true, () => [block])
}

function openMarker({ raw, name }: BlockTag, endIsOptional: boolean, build: Marker['build']): Marker {
  return { object: 'marker', kind: 'open', name, raw, endIsOptional, build }
}

const keepAsText = ({ raw, name }: BlockTag, items: FlowItem[]): Block[] => [
  textParagraph(raw),
  ...blocksOf(items),
  textParagraph(`{% end${name} %}`),
]
