import { builder } from '../../../graphql/builder.ts'
import { ChangeRequest } from '../../change-requests/schema/change-request.ts'
import { Collection } from '../../collections/schema.ts'
import { File } from '../../content/schema/file.ts'
import { Page } from '../../content/schema/page.ts'
import { ReusableContent } from '../../content/schema/reusable-content.ts'
import { Revision } from '../../content/schema/revision.ts'
import { Organization } from '../../organizations/schema.ts'
import { Space } from '../../spaces/schema.ts'
import { User } from '../../users/schema.ts'
import { InternalLocationTypeEnum, LocationKindEnum, VersionContextTypeEnum } from '../enums.ts'
import { linkLoaders } from '../loaders.ts'
import type { Location, LocationOf, PageLocation as PageLocationShape, Reading } from '../locations.ts'

const VersionContext = builder.objectRef<Reading>('VersionContext').implement({
  description: 'The version of content that a location is in.',
  fields: (t) => ({
    type: t.field({
      type: VersionContextTypeEnum,
      description: 'The way in which the version was selected.',
      resolve: ({ ofChangeRequest }) =>
        ofChangeRequest ? ('CHANGE_REQUEST' as const) : ('REVISION' as const),
    }),
    revision: t.field({
      type: Revision,
      nullable: true,
      description: 'The revision. Null for type `CHANGE_REQUEST`.',
      resolve: ({ revision, ofChangeRequest }) => (ofChangeRequest ? null : revision),
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request. Null for type `REVISION`.',
      resolve: ({ revision, ofChangeRequest }, _args, context) =>
        ofChangeRequest ? linkLoaders(context).changeRequests.load(revision.branchId) : null,
    }),
  }),
})

const InternalLocation = builder.objectRef<{ anchor: string }>('InternalLocation').implement({
  description: 'A location within a page.',
  fields: (t) => ({
    type: t.field({
      type: InternalLocationTypeEnum,
      description: 'The type of the location.',
      resolve: () => 'ANCHOR' as const,
    }),
    anchor: t.exposeString('anchor', { description: 'Name of the anchor, without `#`.' }),
  }),
})

type LocationBuilder<Shape> = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Shape>

const kindField = <Shape extends Location>(t: LocationBuilder<Shape>) =>
  t.field({ type: LocationKindEnum, description: 'The kind of the location.', resolve: ({ kind }) => kind })

const organizationField = <Shape extends Location>(
  t: LocationBuilder<Shape>,
  idOf: (location: Shape) => string,
) =>
  t.field({
    type: Organization,
    description: 'The organization that contains it.',
    resolve: async (location, _args, context) => {
      const organization = await linkLoaders(context).organizations.load(idOf(location))
      if (!organization) throw new Error('a location was read whose organization the viewer may not read')
      return organization
    },
  })

const spaceFields = <Shape extends LocationOf<'SPACE' | 'PAGE' | 'FILE' | 'REUSABLE_CONTENT'>>(
  t: LocationBuilder<Shape>,
) => ({
  organization: organizationField(t, ({ space }) => space.organizationId),
  space: t.field({ type: Space, description: 'The space that contains it.', resolve: ({ space }) => space }),
})

const contentFields = <Shape extends LocationOf<'PAGE' | 'FILE' | 'REUSABLE_CONTENT'>>(
  t: LocationBuilder<Shape>,
) => ({
  ...spaceFields(t),
  versionContext: t.field({
    type: VersionContext,
    nullable: true,
    description: 'The version of the content. Null for the active revision of another space.',
    resolve: ({ reading }) => reading ?? null,
  }),
})

const FileLocation = builder.objectRef<LocationOf<'FILE'>>('FileLocation').implement({
  description: 'A file.',
  fields: (t) => ({
    kind: kindField(t),
    ...contentFields(t),
    file: t.field({ type: File, description: 'The file.', resolve: ({ file }) => file }),
  }),
})

export const PageLocation = builder.objectRef<PageLocationShape>('PageLocation').implement({
  description: 'A page, or a location within it.',
  fields: (t) => ({
    kind: kindField(t),
    ...contentFields(t),
    page: t.field({ type: Page, description: 'The page.', resolve: ({ page }) => page }),
    internalLocation: t.field({
      type: InternalLocation,
      nullable: true,
      description: 'The location within the page. Null for the whole page.',
      resolve: ({ anchor }) => (anchor === null ? null : { anchor }),
    }),
  }),
})

const ReusableContentLocation = builder
  .objectRef<LocationOf<'REUSABLE_CONTENT'>>('ReusableContentLocation')
  .implement({
    description: 'A reusable content.',
    fields: (t) => ({
      kind: kindField(t),
      ...contentFields(t),
      reusableContent: t.field({
        type: ReusableContent,
        description: 'The reusable content.',
        resolve: ({ reusableContent }) => reusableContent,
      }),
    }),
  })

const SpaceLocation = builder.objectRef<LocationOf<'SPACE'>>('SpaceLocation').implement({
  description: 'A space.',
  fields: (t) => ({ kind: kindField(t), ...spaceFields(t) }),
})

const CollectionLocation = builder.objectRef<LocationOf<'COLLECTION'>>('CollectionLocation').implement({
  description: 'A collection.',
  fields: (t) => ({
    kind: kindField(t),
    organization: organizationField(t, ({ collection }) => collection.organizationId),
    collection: t.field({
      type: Collection,
      description: 'The collection.',
      resolve: ({ collection }) => collection,
    }),
  }),
})

const UserLocation = builder.objectRef<LocationOf<'USER'>>('UserLocation').implement({
  description: 'A user.',
  fields: (t) => ({
    kind: kindField(t),
    user: t.field({ type: User, description: 'The user.', resolve: ({ user }) => user }),
  }),
})

const URLLocation = builder.objectRef<LocationOf<'URL'>>('URLLocation').implement({
  description: 'A URL.',
  fields: (t) => ({
    kind: kindField(t),
    url: t.exposeString('url', { description: 'The URL as written in the content.' }),
  }),
})

const typeNames = {
  FILE: 'FileLocation',
  PAGE: 'PageLocation',
  REUSABLE_CONTENT: 'ReusableContentLocation',
  SPACE: 'SpaceLocation',
  COLLECTION: 'CollectionLocation',
  USER: 'UserLocation',
  URL: 'URLLocation',
} as const satisfies Record<Location['kind'], string>

export const LocationUnion = builder.unionType('Location', {
  description: 'An object in the workspace, or a URL.',
  types: [
    FileLocation,
    PageLocation,
    ReusableContentLocation,
    SpaceLocation,
    CollectionLocation,
    UserLocation,
    URLLocation,
  ],
  resolveType: ({ kind }) => typeNames[kind],
})
