import { limited } from '../../../base/validation.ts'
import { contentLimits } from '../../../formats/body/limits.ts'
import { causeExtension } from '../../../graph/declare/cause.ts'
import {
  type Connection,
  connectionType,
  type ListArguments,
  listArguments,
  windowOf,
} from '../../../graph/declare/connection.ts'
import type { Window } from '../../../graph/declare/keyset.ts'
import { pageOfList } from '../../../graph/declare/list-connection.ts'
import { extend } from '../../../graph/declare/model.ts'
import { builder } from '../../../graphql/builder.ts'
import { changedPage } from '../changed-pages.ts'
import { bodyChangeOf } from '../changes/body-change.ts'
import type { AttributeDifference, ContentChangeRecord } from '../changes/compare-content.ts'
import { SemanticChangeEnum } from '../enums.ts'
import { contentLoaders } from '../loaders.ts'
import { changesOfRevision, type RevisionComparison } from '../revision-changes.ts'
import { BodyChange } from './body-change.ts'
import { File } from './file.ts'
import { Page } from './page.ts'
import { ReusableContent } from './reusable-content.ts'
import { Revision } from './revision.ts'

/** Creates the type of the values of a field before and after a change. */
const changeType = (
  name: string,
  type: 'String' | 'Boolean' | 'JSON',
  { values, value }: { values: string; value: string },
) =>
  builder.objectRef<AttributeDifference>(name).implement({
    description: `${values} before and after a change.`,
    fields: (t) => ({
      before: t.field({
        type,
        nullable: true,
        description: `${value} Null if it was not set.`,
        resolve: ({ before }) => (before ?? null) as never,
      }),
      after: t.field({
        type,
        nullable: true,
        description: `${value} Null if it is not set.`,
        resolve: ({ after }) => (after ?? null) as never,
      }),
    }),
  })

const TextChange = changeType('TextChange', 'String', { values: 'A text', value: 'The text.' })
const BooleanChange = changeType('BooleanChange', 'Boolean', { values: 'A Boolean', value: 'The value.' })
const ObjectChange = changeType('ObjectChange', 'JSON', {
  values: 'A cover, a layout, a target or variables',
  value:
    'An object with the fields that were set, in the form in which REST takes a cover, layout, target or variables.',
})

type Attributes = readonly AttributeDifference[]

/** Descriptions of the members of pages, files and reusable contents that can change. */
const attributeDescriptions = {
  title: 'The title of the page or reusable content.',
  slug: 'The last segment of the path of the page.',
  description: 'The description of the page.',
  emoji: 'The emoji before the title of the page.',
  icon: 'Name of the icon before the title of the page.',
  document: 'Id of the body of the page or reusable content.',
  cover: 'The cover image of the page.',
  layout: 'The parts of the page that are shown.',
  target: 'The target of a link.',
  variables: 'The variables of the page, as an object with a value for each name.',
  hidden: 'Whether the page is excluded from the table of contents.',
  noIndex: 'Whether the page is excluded from the search of the site.',
  noRobotsIndex: 'Whether search engines are asked not to index the page.',
  name: 'The name of a file.',
  contentType: 'The media type of a file.',
  content: 'The SHA-256 hash of a file, in hexadecimal.',
} as const

const ChangedAttributes = builder.objectRef<Attributes>('ChangedAttributes').implement({
  description: 'The fields that an edit changed. Unchanged fields are null.',
  fields: (t) => {
    const attribute = (name: keyof typeof attributeDescriptions, type: typeof TextChange) =>
      t.field({
        type,
        nullable: true,
        description: `${attributeDescriptions[name]} Null if it is unchanged.`,
        resolve: (attributes) => attributes.find((each) => each.name === name) ?? null,
      })
    return {
      title: attribute('title', TextChange),
      slug: attribute('slug', TextChange),
      description: attribute('description', TextChange),
      emoji: attribute('emoji', TextChange),
      icon: attribute('icon', TextChange),
      document: attribute('document', TextChange),
      cover: attribute('cover', ObjectChange),
      layout: attribute('layout', ObjectChange),
      target: attribute('target', ObjectChange),
      variables: attribute('variables', ObjectChange),
      isHidden: attribute('hidden', BooleanChange),
      noIndex: attribute('noIndex', BooleanChange),
      noRobotsIndex: attribute('noRobotsIndex', BooleanChange),
      name: attribute('name', TextChange),
      contentType: attribute('contentType', TextChange),
      content: attribute('content', TextChange),
    }
  },
})

/** Returns differences by their names, without what is undefined. */
const changesByName = (differences: Attributes) =>
  Object.fromEntries(
    differences.map(({ name, before, after }) => [
      name,
      { ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
    ]),
  )

interface Change {
  readonly record: ContentChangeRecord
  /** The revision that has the object: the later one or, if it was deleted, the earlier one. */
  readonly revisionId: string
  readonly comparison: RevisionComparison
}

const SemanticChange = builder.objectRef<Change>('SemanticChange').implement({
  description: 'One change of the content, such as a moved page.',
  fields: (t) => ({
    type: t.field({
      type: SemanticChangeEnum,
      description: 'The type of the change.',
      resolve: ({ record }) => record.kind,
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The changed page or, if it was deleted, its last version. Null for other changes.',
      resolve: ({ record: { object, objectId }, revisionId, comparison }, _args, context) =>
        object === 'PAGE'
          ? (changedPage(comparison, revisionId, objectId) ??
            contentLoaders(context).pages.load({ revisionId, pageId: objectId }))
          : null,
    }),
    pageBefore: t.field({
      type: Page,
      nullable: true,
      description: 'A moved page where it was before. Null for other changes.',
      resolve: ({ record: { kind, objectId }, comparison }, _args, context) => {
        const { before } = comparison
        if (kind !== 'PAGE_MOVED' || !before) return null
        const revisionId = before.id
        return (
          changedPage(comparison, revisionId, objectId) ??
          contentLoaders(context).pages.load({ revisionId, pageId: objectId })
        )
      },
    }),
    file: t.field({
      type: File,
      nullable: true,
      description: 'The changed file. Null for other changes.',
      resolve: ({ record, revisionId }, _args, context) =>
        record.object === 'FILE'
          ? contentLoaders(context).files.load({ revisionId, id: record.objectId })
          : null,
    }),
    reusableContent: t.field({
      type: ReusableContent,
      nullable: true,
      description: 'The changed reusable content. Null for other changes.',
      resolve: ({ record, revisionId }, _args, context) =>
        record.object === 'REUSABLE_CONTENT'
          ? contentLoaders(context).reusableContents.load({ revisionId, id: record.objectId })
          : null,
    }),
    attributes: t.field({
      type: ChangedAttributes,
      nullable: true,
      description: 'The fields that an edit changed. Null for other changes.',
      resolve: ({ record }) => record.attributes ?? null,
    }),
    variables: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The variables of the space that were changed: an object with the values `before` and `after` for each name, absent for a variable that was not there. Null for other changes.',
      resolve: ({ record }) => record.variables && changesByName(record.variables),
    }),
    parent: t.field({
      type: TextChange,
      nullable: true,
      description: 'The ids of the parents of a moved page, null at the root. Null for other changes.',
      resolve: ({ record }) => record.parent ?? null,
    }),
  }),
})

builder.objectField(SemanticChange, 'body', (t) =>
  t.field({
    type: BodyChange,
    nullable: true,
    description:
      'The body of a document or reusable content that was created or deleted, or whose body was edited. Null for other changes.',
    resolve: ({ record, comparison }, _args, context) => bodyChangeOf(context, record, comparison),
  }),
)

const changeOf = (record: ContentChangeRecord, comparison: RevisionComparison): Change => ({
  record,
  comparison,
  revisionId:
    comparison.before && record.kind.endsWith('_DELETED') ? comparison.before.id : comparison.after.id,
})

/** The default limit of a summary. */
const defaultChanges = 10

interface Summary {
  readonly comparison: RevisionComparison
  readonly limit: number
}

export const summaryOf = (comparison: RevisionComparison, limit: number | null | undefined): Summary => ({
  comparison,
  limit: limit ?? defaultChanges,
})

export const SemanticChanges = builder.objectRef<Summary>('SemanticChanges').implement({
  description: 'The first changes between two revisions.',
  fields: (t) => ({
    changes: t.field({
      type: [SemanticChange],
      description:
        'The changes: pages in reading order, then files, then reusable contents, then variables of the space.',
      resolve: ({ comparison, limit }) =>
        comparison.records.slice(0, limit).map((record) => changeOf(record, comparison)),
    }),
    more: t.int({
      nullable: true,
      description: 'The number of changes beyond `limit`. Null if there are none.',
      resolve: ({ comparison: { records }, limit }) => Math.max(0, records.length - limit) || null,
    }),
  }),
})

/** The argument that limits the number of changes. */
export const limitOfChanges = {
  defaultValue: defaultChanges,
  description: 'Number of changes to return.',
  ...limited(contentLimits.semanticChanges),
} as const

export const SemanticChangeConnection = connectionType('SemanticChange', SemanticChange)

/** Returns a page of the changes. Its cursors are valid for the same two revisions only. */
export function changesConnection(
  compare: () => Promise<RevisionComparison>,
  given: ListArguments,
): Connection<Change> {
  const window = windowOf(given)
  let comparison: Promise<RevisionComparison> | undefined
  const read = () => {
    comparison ??= compare()
    return comparison
  }
  return {
    window,
    count: async () => (await read()).records.length,
    page: async () => pageOfChanges(await read(), window),
  }
}

function pageOfChanges(comparison: RevisionComparison, window: Window) {
  const { records, before, after } = comparison
  const { edges, more } = pageOfList(
    {
      order: `changes:${before?.id ?? ''}:${after.id}`,
      types: ['int'],
      items: records,
      keyOf: (_record, index) => [index] as const,
    },
    window,
  )
  return { edges: edges.map(({ node, cursor }) => ({ node: changeOf(node, comparison), cursor })), more }
}

extend(Revision, (t) => {
  const since = t.arg.id({
    description: 'Id of the revision of the space to compare with. Defaults to the parent.',
  })
  return {
    changes: t.code({
      type: SemanticChangeConnection,
      heavy: 'comparisons',
      description:
        'The changes of the revision: pages in reading order, then files, then reusable contents, then variables of the space.',
      args: { ...listArguments(t), since },
      resolve: (revision, { since: earlier, ...given }, context) =>
        changesConnection(() => changesOfRevision(context, revision, earlier), given),
    }),
    changeSummary: t.code({
      extensions: { [causeExtension]: 'It compares two revisions.' },
      type: SemanticChanges,
      heavy: 'comparisons',
      description: 'The first changes of the revision and the number of others.',
      args: { limit: t.arg.int(limitOfChanges), since },
      resolve: async (revision, { limit, since: earlier }, context) =>
        summaryOf(await changesOfRevision(context, revision, earlier), limit),
    }),
  }
})
