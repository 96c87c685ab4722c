/** The tags that begin a block which contains others, and end it with `end` before their names. */
export const containerTagNames = [
  'hint',
  'tabs',
  'tab',
  'stepper',
  'step',
  'columns',
  'column',
  'updates',
  'update',
  'prompt',
  'method',
  'if',
  'code',
] as const

/** The tags that refer to other content. `@` stands for all those of integrations. */
export const referenceTagNames = [
  'embed',
  'file',
  'drawing',
  'content-ref',
  'page-ref',
  'include',
  'openapi',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  '@',
] as const

const containerTags: ReadonlySet<string> = new Set(containerTagNames)
const referenceTags: ReadonlySet<string> = new Set(referenceTagNames)

/** Returns whether a tag begins or ends a block that contains others. */
export const isContainerTag = (name: string): boolean => containerTags.has(name.replace(/^end/, ''))

export const isReferenceTag = (name: string): boolean => referenceTags.has(name)
