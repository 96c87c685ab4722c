import { isDeepStrictEqual } from 'node:util'
import { type Variables, variablesOfPage } from '../../../formats/body/variables.ts'
import type {
  ContentSnapshot,
  FileState,
  PageState,
  ReusableState,
} from '../../../formats/merge/content-snapshot.ts'
import { inReadingOrder } from '../../../formats/merge/page-forest.ts'

/** The values of a member before and after a change. */
export interface AttributeDifference {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** One semantic change of the content, such as a moved page. */
export interface ContentChangeRecord {
  readonly kind:
    | `PAGE_${'CREATED' | 'EDITED' | 'DELETED' | 'MOVED'}`
    | `FILE_${'CREATED' | 'EDITED' | 'DELETED'}`
    | `REUSABLE_CONTENT_${'CREATED' | 'EDITED' | 'DELETED'}`
    | 'VARIABLES_EDITED'
  readonly object: 'PAGE' | 'FILE' | 'REUSABLE_CONTENT' | 'VARIABLES'
  /** Empty for the variables of the space. */
  readonly objectId: string
  /** The members that an edit changed. */
  readonly attributes?: readonly AttributeDifference[]
  /** The variables of the space that were changed, by name. */
  readonly variables?: readonly AttributeDifference[]
  /** For a page that was moved: its parents before and after. */
  readonly parent?: AttributeDifference
}

/** The columns of a page that are compared, by the name that a change reports. */
const pageAttributes = {
  title: 'title',
  slug: 'slug',
  description: 'description',
  emoji: 'emoji',
  icon: 'icon',
  document: 'documentId',
  cover: 'cover',
  layout: 'layout',
  target: 'target',
  hidden: 'hidden',
  noIndex: 'noIndex',
  noRobotsIndex: 'noRobotsIndex',
} as const satisfies Record<string, keyof PageState>

const fileAttributes = {
  name: 'name',
  contentType: 'contentType',
  content: 'blobHash',
} as const satisfies Record<string, keyof FileState>

const reusableAttributes = {
  title: 'title',
  document: 'documentId',
} as const satisfies Record<string, keyof ReusableState>

/** Returns the change of the variables of a space, if any of them changed. */
export function compareVariables(before: Variables, after: Variables): ContentChangeRecord[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const variables = names.flatMap((name) =>
    before[name] === after[name] ? [] : [{ name, before: before[name], after: after[name] }],
  )
  return variables.length === 0
    ? []
    : [{ kind: 'VARIABLES_EDITED', object: 'VARIABLES', objectId: '', variables }]
}

/**
 * Returns the differences between two states of content: pages in reading order, then deleted pages, then files, then
 * reusable contents. A page that was both edited and moved has two records.
 */
export const compareContent = (before: ContentSnapshot, after: ContentSnapshot): ContentChangeRecord[] => [
  ...comparePages(before, after),
  ...compareObjects('FILE', before.files, after.files, fileAttributes),
  ...compareObjects('REUSABLE_CONTENT', before.reusable, after.reusable, reusableAttributes),
]

function comparePages(before: ContentSnapshot, after: ContentSnapshot): ContentChangeRecord[] {
  const present = inReadingOrder(after.pages).flatMap((page) =>
    comparePage(before.pages.get(page.pageId), page),
  )
  const deleted = inReadingOrder(before.pages).filter(({ pageId }) => !after.pages.has(pageId))
  return [
    ...present,
    ...deleted.map(({ pageId }) => ({ kind: 'PAGE_DELETED', object: 'PAGE', objectId: pageId }) as const),
  ]
}

function comparePage(before: PageState | undefined, after: PageState): ContentChangeRecord[] {
  const subject = { object: 'PAGE', objectId: after.pageId } as const
  if (before === after) return []
  if (!before) return [{ ...subject, kind: 'PAGE_CREATED' }]
  const attributes = [...attributesOf(before, after, pageAttributes), ...variablesOfPages(before, after)]
  const isMoved = before.parentId !== after.parentId || before.position !== after.position
  const parent = { name: 'parent', before: before.parentId, after: after.parentId }
  return [
    ...(attributes.length > 0 ? [{ ...subject, kind: 'PAGE_EDITED', attributes } as const] : []),
    ...(isMoved ? [{ ...subject, kind: 'PAGE_MOVED', parent } as const] : []),
  ]
}

/** Returns the difference of the variables of a page. */
function variablesOfPages(before: PageState, after: PageState): AttributeDifference[] {
  if (before.frontMatter === after.frontMatter) return []
  const [then, now] = [variablesOfPage(before.frontMatter), variablesOfPage(after.frontMatter)]
  return isDeepStrictEqual(then, now) ? [] : [{ name: 'variables', before: then, after: now }]
}

function compareObjects<State extends object>(
  object: 'FILE' | 'REUSABLE_CONTENT',
  before: ReadonlyMap<string, State>,
  after: ReadonlyMap<string, State>,
  names: Readonly<Record<string, keyof State>>,
): ContentChangeRecord[] {
  const record = (objectId: string, event: 'CREATED' | 'EDITED' | 'DELETED') =>
    ({ kind: `${object}_${event}`, object, objectId }) as const
  const present = [...after].flatMap(([id, state]) => {
    const former = before.get(id)
    if (!former) return [record(id, 'CREATED')]
    const attributes = attributesOf(former, state, names)
    return attributes.length > 0 ? [{ ...record(id, 'EDITED'), attributes }] : []
  })
  const deleted = [...before.keys()].filter((id) => !after.has(id)).map((id) => record(id, 'DELETED'))
  return [...present, ...deleted].sort((a, b) => (a.objectId < b.objectId ? -1 : 1))
}

const attributesOf = <State extends object>(
  before: State,
  after: State,
  names: Readonly<Record<string, keyof State>>,
): AttributeDifference[] =>
  Object.entries(names).flatMap(([name, column]) =>
    before === after || isDeepStrictEqual(before[column], after[column])
      ? []
      : [{ name, before: before[column], after: after[column] }],
  )
