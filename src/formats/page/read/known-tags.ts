import { type BlockTag, parseBlockTags } from '../syntax/block-tag.ts'
import { conditionTagOf } from '../syntax/condition-tags.ts'
import { isContainerTag, isReferenceTag } from '../syntax/tag-names.ts'
import { isLegacyApi, legacyAttributes, legacyParts } from './read-legacy-api.ts'
import { sampleTags } from './read-samples.ts'

/** The attributes that are read, by the name of the tag. */
const attributesOfTags: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    hint: ['style', 'icon'],
    tabs: ['fullWidth'],
    tab: ['title', 'icon'],
    stepper: [],
    step: ['icon'],
    columns: ['fullWidth'],
    column: ['width'],
    updates: ['format'],
    update: ['date', 'tags'],
    prompt: ['description', 'icon', 'openInAIProviders', 'defaultExpanded'],
    code: ['title', 'overflow', 'lineNumbers', 'fullWidth', 'expandable', 'collapsedLineCount'],
    embed: ['url', 'fullWidth', 'caption'],
    file: ['src', 'caption'],
    drawing: ['src'],
    'content-ref': ['url'],
    'page-ref': ['page'],
    openapi: ['src', 'path', 'method', 'expanded', 'fullWidth'],
    swagger: ['src', 'path', 'method', 'expanded', 'fullWidth'],
    'openapi-operation': ['spec', 'path', 'method'],
    'openapi-schemas': ['spec', 'schemas', 'grouped'],
    'openapi-webhook': ['spec', 'name', 'method'],
    'api-method': legacyAttributes,
    method: [],
    sample: ['lang', 'title'],
    common: [],
    filename: [],
    ...Object.fromEntries(legacyParts),
  }),
)

/** The tags of a text that nothing reads, and the attributes that nothing reads of other tags: `hint color`. */
export interface UnreadTags {
  readonly tags: readonly string[]
  readonly attributes: readonly string[]
}

/** Returns what nothing reads of lines of tags, each once. */
export function unreadTags(lines: readonly string[]): UnreadTags {
  const tags = new Set<string>()
  const attributes = new Set<string>()
  for (const tag of lines.flatMap((line) => parseBlockTags(line) ?? [])) {
    if (tag.name.startsWith('@') || conditionTagOf(tag.raw)) continue
    if (!isRead(tag.name)) tags.add(tag.name.replace(/^end(?=.)/, ''))
    for (const attribute of unreadAttributes(tag)) attributes.add(`${tag.name} ${attribute}`)
  }
  return { tags: [...tags], attributes: [...attributes] }
}

function isRead(tagName: string): boolean {
  const name = tagName.replace(/^end/, '')
  return isContainerTag(name) || isReferenceTag(name) || attributesOfTags.has(name) || sampleTags.has(name)
}

function unreadAttributes(tag: BlockTag): string[] {
  const known = isLegacyApi(tag) ? legacyAttributes : attributesOfTags.get(tag.name)
  return known
    ? Object.keys(tag.attributes).filter((name) => !(known as readonly string[]).includes(name))
    : []
}
