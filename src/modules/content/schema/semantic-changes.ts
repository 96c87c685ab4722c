import { builder } from '../../../graphql/builder.ts'
import { limited } from '../../../graphql/validation.ts'
import type { AttributeDifference, ContentChangeRecord } from '../changes/compare-content.ts'
import { SemanticChangeEnum } from '../enums.ts'
import { contentLimits } from '../limits.ts'
import { contentLoaders } from '../loaders.ts'
import { changesOfRevision, defaultChanges, type RevisionComparison } from '../revision-changes.ts'
import { File } from './file.ts'
import { Page } from './page.ts'
import { ReusableContent, Revision } from './revision.ts'

const AttributeChange = builder.objectRef<AttributeDifference>('AttributeChange').implement({
  description: 'What a member was and is.',
  fields: (t) => ({
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What it was; null where it was not set.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What it is; null where it is not set.',
      resolve: ({ after }) => after ?? null,
    }),
  }),
})

type Attributes = readonly AttributeDifference[]

/** The members of pages, files and reusable contents that a change may be about. */
const attributeDescriptions = {
  title: 'The title.',
  slug: 'Its part of the path.',
  description: 'What it is about.',
  emoji: 'The emoji.',
  icon: 'The icon.',
  document: 'Id of the body.',
  cover: 'The cover.',
  layout: 'The layout.',
  target: 'Where a link leads.',
  hidden: 'Whether it is left out of the table of contents.',
  noIndex: 'Whether it is left out of the search of the site.',
  noRobotsIndex: 'Whether search engines are told to leave it out.',
  name: 'The name of a file.',
  contentType: 'The media type of a file.',
  content: 'The hash of the bytes of a file.',
} as const

const ChangedAttributes = builder.objectRef<Attributes>('ChangedAttributes').implement({
  description: 'The members that an edit changed.',
  fields: (t) => {
    const attribute = (name: keyof typeof attributeDescriptions) =>
      t.field({
        type: AttributeChange,
        nullable: true,
        description: attributeDescriptions[name],
        resolve: (attributes) => attributes.find((each) => each.name === name) ?? null,
      })
    return {
      title: attribute('title'),
      slug: attribute('slug'),
      description: attribute('description'),
      emoji: attribute('emoji'),
      icon: attribute('icon'),
      document: attribute('document'),
      cover: attribute('cover'),
      layout: attribute('layout'),
      target: attribute('target'),
      hidden: attribute('hidden'),
      noIndex: attribute('noIndex'),
      noRobotsIndex: attribute('noRobotsIndex'),
      name: attribute('name'),
      contentType: attribute('contentType'),
      content: attribute('content'),
    }
  },
})

interface Change {
  readonly record: ContentChangeRecord
  /** The revision in which what it is about can be seen: the later one or, for what was deleted, the earlier one. */
  readonly revisionId: string
}

const SemanticChange = builder.objectRef<Change>('SemanticChange').implement({
  description: 'One change of the content, as people speak of it.',
  fields: (t) => ({
    type: t.field({
      type: SemanticChangeEnum,
      description: 'What happened.',
      resolve: ({ record }) => record.kind,
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page it is about: as it is or, if it was deleted, as it was.',
      resolve: ({ record, revisionId }, _args, context) =>
        record.object === 'PAGE'
          ? contentLoaders(context).pages.load({ revisionId, pageId: record.objectId })
          : null,
    }),
    file: t.field({
      type: File,
      nullable: true,
      description: 'The file it is about.',
      resolve: ({ record, revisionId }, _args, context) =>
        record.object === 'FILE'
          ? contentLoaders(context).files.load({ revisionId, id: record.objectId })
          : null,
    }),
    reusableContent: t.field({
      type: ReusableContent,
      nullable: true,
      description: 'The reusable content it is about.',
      resolve: ({ record, revisionId }, _args, context) =>
        record.object === 'REUSABLE_CONTENT'
          ? contentLoaders(context).reusableContents.load({ revisionId, id: record.objectId })
          : null,
    }),
    attributes: t.field({
      type: ChangedAttributes,
      nullable: true,
      description: 'The members that an edit changed.',
      resolve: ({ record }) => record.attributes ?? null,
    }),
    parent: t.field({
      type: AttributeChange,
      nullable: true,
      description: 'For a page that was moved: ids of the pages it was and is below; null at the root.',
      resolve: ({ record }) => record.parent ?? null,
    }),
  }),
})

export const SemanticChanges = builder.objectRef<RevisionComparison>('SemanticChanges').implement({
  description: 'What changed between two revisions.',
  fields: (t) => ({
    changes: t.field({
      type: [SemanticChange],
      description: 'The changes: pages in reading order, then files, then reusable contents.',
      resolve: ({ records, before, after }) =>
        records.map((record) => ({
          record,
          revisionId: before && record.kind.endsWith('_DELETED') ? before.id : after.id,
        })),
    }),
    more: t.int({
      nullable: true,
      description: 'How many more changes there are than `limit` lets through; null where these are all.',
      resolve: ({ more }) => more || null,
    }),
  }),
})

/** The argument that says how many changes are sent. */
export const limitOfChanges = {
  defaultValue: defaultChanges,
  description: 'Number of changes to return.',
  ...limited(contentLimits.semanticChanges),
} as const

builder.prismaObjectFields(Revision, (t) => ({
  changes: t.field({
    type: SemanticChanges,
    description: 'What it changed.',
    args: {
      limit: t.arg.int(limitOfChanges),
      since: t.arg.id({
        description: 'Id of the revision of the space to compare with; its parent if absent.',
      }),
    },
    resolve: (revision, { limit, since }, context) => changesOfRevision(context, revision, { limit, since }),
  }),
}))
