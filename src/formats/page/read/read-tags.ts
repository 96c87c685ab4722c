import { readLength } from '../model/lengths.ts'
import { malformedConditions } from '../model/malformed-conditions.ts'
import { defined, fragment, isEmptyParagraph, orEmptyParagraph, textParagraph } from '../model/nodes.ts'
import { opaqueBlock } from '../model/opaque.ts'
import { readUpdateData, updatesFormats } from '../model/update-data.ts'
import { walkDocument } from '../model/walk-document.ts'
import { type BlockTag, parseBlockTags } from '../syntax/block-tag.ts'
import { conditionOpenings } from '../syntax/condition-tags.ts'
import { type containerTagNames, isContainerTag } from '../syntax/tag-names.ts'
import type {
  Block,
  Code,
  Column,
  HintStyle,
  StepperStep,
  TabsItem,
  Update,
  Updates,
  UpdatesFormat,
} from '../types.ts'
import { documentToMarkdown } from '../write/document-to-markdown.ts'
import type { FlowItem, Marker } from './flow-item.ts'
import { blocksOf } from './flow-items.ts'
import { plainCode } from './read-code.ts'
import { isLegacyApi, legacyParts, readLegacyApi } from './read-legacy-api.ts'
import { referenceTags } from './read-reference-tags.ts'
import { readSamples, sampleTags, withFileNames } from './read-samples.ts'
import { withoutStrayParts } from './stray-parts.ts'
import { codeData, iconIn, isTrue, promptData } from './tag-data.ts'

/**
 * Creates blocks from a tag and its content. Returns undefined if the content does not match; the tag is then
 * kept as it is.
 */
type BuildTag = (tag: BlockTag, items: FlowItem[]) => Block[] | undefined

/** The styles of hints, and the names that they have in other editors. */
const hintStyles = new Map<string, HintStyle>(
  Object.entries({
    info: 'info',
    note: 'info',
    warning: 'warning',
    warn: 'warning',
    danger: 'danger',
    error: 'danger',
    success: 'success',
    tip: 'success',
  }),
)

const inside = (items: FlowItem[]): Block[] => orEmptyParagraph(finishedBlocks(blocksOf(items)))

/** Returns blocks without parts that are outside of their container, and with the names of files as titles of code. */
export const finishedBlocks = (blocks: Block[]): Block[] => withFileNames(withoutStrayParts(blocks))

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

function hasConditions(nodes: Block[]): boolean {
  for (const node of walkDocument({ object: 'document', data: {}, nodes }))
    if (node.object === 'block' && node.type === 'if') return true
  return malformedConditions({ nodes }).length > 0
}

const containerTags = new Map<string, BuildTag>(
  Object.entries({
    hint: ({ attributes }, items) => {
      const style = hintStyles.get(attributes.style ?? '') ?? 'info'
      const data = defined({ style, icon: iconIn(attributes) })
      return [{ object: 'block', type: 'hint', data, nodes: inside(items) }]
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
        data: defined({ title: attributes.title, icon: iconIn(attributes) }),
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
      const format = updatesFormats.find((known) => known === attributes.format) ?? 'full'
      return readUpdates(format, items)
    },
    update: ({ attributes }, items) => {
      const data = readUpdateData(attributes)
      return data && [{ object: 'block', type: 'update', data, nodes: inside(items) }]
    },
    prompt: ({ attributes }, items) => {
      const blocks = blocksOf(items)
      const [code] = blocks
      const isCode = code?.type === 'code' && blocks.length === 1
      // Conditions are none in code: what they hide would be shown to all.
      if (!isCode && hasConditions(blocks)) return undefined
      const nodes = [isCode ? code : markdownCode(withoutStrayParts(blocks))]
      return [{ object: 'block', type: 'prompt', data: promptData(attributes), nodes }]
    },
    method: (_tag, items) => readSamples(finishedBlocks(blocksOf(items))),
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
  } satisfies Record<(typeof containerTagNames)[number], BuildTag>),
)

/**
 * Creates updates, and others for those below what is none, such as an update without a date, so that all
 * stay in their order.
 */
function readUpdates(format: UpdatesFormat, items: FlowItem[]): Block[] {
  const blocks: Block[] = []
  let last: Updates | undefined
  for (const block of blocksOf(items)) {
    if (block.type !== 'update') {
      blocks.push(...withoutStrayParts([block]))
      last = undefined
    } else if (last) last.nodes.push(block)
    else {
      last = updates(format, [block])
      blocks.push(last)
    }
  }
  return blocks.some(({ type }) => type === 'updates') ? blocks : [...blocks, updates(format, [])]
}

const updates = (format: UpdatesFormat, nodes: Update[]): Updates => ({
  object: 'block',
  type: 'updates',
  data: { format },
  nodes,
})

/** Creates the code that a text for a language model is, whose writer left out the fence around it. */
const markdownCode = (nodes: Block[]): Code =>
  plainCode('markdown', documentToMarkdown({ object: 'document', data: {}, nodes }).trimEnd())

/** Reads a line of tags. Unknown tags are kept as they are. */
export function readTagLine(line: string): FlowItem[] {
  const tags = parseBlockTags(line)
  if (tags) return tags.map(readTag)
  const condition = line.search(conditionOpenings())
  if (condition < 0) return [textParagraph(line)]
  const before = line.slice(0, condition).trim()
  const kept = opaqueBlock(line.slice(condition))
  return before === '' ? [kept] : [textParagraph(before), kept]
}

/** Returns whether a tag at the beginning or end of a line divides a text: that of a block, or of a part of one. */
export function dividesText(tagName: string): boolean {
  const name = tagName.replace(/^end/, '')
  return isContainerTag(name) || legacyParts.has(name) || sampleTags.has(name) || name === 'api-method'
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
  if (isLegacyApi(tag)) return openMarker(tag, true, (items) => legacyApi(tag, items))
  const build = containerTags.get(name)
  if (build) return openMarker(tag, false, (items) => build(tag, items) ?? keepTags(tag, items))
  const readReference = referenceTags.get(name.startsWith('@') ? '@' : name)
  const block = readReference?.(tag)
  if (!block) return opaqueBlock(raw)
  return openMarker(tag, true, (items) => withCaption(block, items))
}

/** Reads an operation. Its parts stay in their order if one has a malformed condition, which hides those behind it. */
function legacyApi(tag: BlockTag, items: FlowItem[]): Block[] {
  const blocks = finishedBlocks(blocksOf(items))
  return malformedConditions({ nodes: blocks }).length > 0
    ? keepTags(tag, blocks)
    : readLegacyApi(tag, blocks)
}

function openMarker({ raw, name }: BlockTag, endIsOptional: boolean, build: Marker['build']): Marker {
  return { object: 'marker', kind: 'open', name, raw, endIsOptional, build }
}

const keepTags = ({ raw, name }: BlockTag, items: FlowItem[]): Block[] => [
  opaqueBlock(raw),
  ...blocksOf(items),
  opaqueBlock(`{% end${name} %}`),
]

/**
 * Adds the paragraphs between the tags of an embed or a file as its caption. Other blocks follow it. Between the tags of
 * other references is a link for other renderers of Markdown.
 */
function withCaption(block: Block, items: FlowItem[]): Block[] {
  if (block.type !== 'embed' && block.type !== 'file') return [block]
  const blocks = withoutStrayParts(blocksOf(items))
  // Captions are moved before what else is there, and so before the condition that hides them.
  const hasOthers = blocks.some(({ type }) => type !== 'paragraph')
  if (hasOthers && malformedConditions({ nodes: blocks }).length > 0) return [block, ...blocks]
  const caption = blocks.filter((one) => one.type === 'paragraph' && !isEmptyParagraph(one))
  const others = blocks.filter(({ type }) => type !== 'paragraph')
  const captioned = caption.length === 0 ? block : { ...block, fragments: [fragment('caption', caption)] }
  return [captioned, ...others]
}
