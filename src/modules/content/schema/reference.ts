import type { Viewer } from '../../../access/viewer.ts'
import { limited } from '../../../base/validation.ts'
import { contentLimits } from '../../../formats/body/limits.ts'
import type { ContentRef } from '../../../formats/page/types.ts'
import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/enum-type.ts'

export const ContentReferenceKindEnum = enumType('ContentReferenceKind', 'The kind of a content reference.', {
  FILE: { description: 'A file of the space.', value: 'file' },
  URL: { description: 'A URL.', value: 'url' },
  PAGE: { description: 'A page.', value: 'page' },
  ANCHOR: { description: 'An anchor in a page.', value: 'anchor' },
  USER: { description: 'A user.', value: 'user' },
  COLLECTION: { description: 'A collection.', value: 'collection' },
  SPACE: { description: 'A space.', value: 'space' },
  REUSABLE_CONTENT: { description: 'A reusable content.', value: 'reusable-content' },
  OPENAPI: { description: 'An OpenAPI specification.', value: 'openapi' },
})

/** The members of all kinds of references. */
type AnyReference = { kind: ContentRef['kind'] } & Partial<
  Record<
    'file' | 'url' | 'page' | 'anchor' | 'user' | 'collection' | 'space' | 'reusableContent' | 'spec',
    string
  >
>

export const ContentReference = builder.objectRef<ContentRef>('ContentReference').implement({
  description: 'A reference to an object in the workspace or to a URL.',
  fields: (t) => {
    const unused = 'Null if the kind does not use it.'
    const member = (name: Exclude<keyof AnyReference, 'kind'>, description: string) =>
      t.string({
        nullable: true,
        description: `${description} ${unused}`,
        resolve: (reference) => (reference as AnyReference)[name],
      })
    const id = (name: Exclude<keyof AnyReference, 'kind'>, description: string) =>
      t.id({
        nullable: true,
        description: `${description} ${unused}`,
        resolve: (reference) => (reference as AnyReference)[name],
      })
    return {
      kind: t.expose('kind', { type: ContentReferenceKindEnum, description: 'The kind of the reference.' }),
      file: id('file', 'Id of the file.'),
      url: member('url', 'The URL that is referred to.'),
      page: id('page', 'Id of the page.'),
      anchor: member('anchor', 'Name of the anchor in the page.'),
      user: id('user', 'Id of the user.'),
      collection: id('collection', 'Id of the collection.'),
      space: t.id({
        nullable: true,
        description: 'Id of the space. Null for the same space, and if the kind does not use it.',
        resolve: (reference) => (reference as AnyReference).space,
      }),
      reusableContent: id('reusableContent', 'Id of the reusable content.'),
      spec: member('spec', 'Slug of the OpenAPI specification.'),
    }
  },
})

export const LinkTargetInput = builder.inputType('LinkTargetInput', {
  description:
    'The target of a link in the table of contents: an object in the workspace or a URL. The kind determines which fields it has.',
  fields: (t) => {
    const id = (description: string) => t.string({ description, ...limited(contentLimits.targetId) })
    const name = (description: string) => t.string({ description, ...limited(contentLimits.targetName) })
    return {
      kind: t.field({
        type: ContentReferenceKindEnum,
        required: true,
        description: 'The kind of the reference.',
      }),
      file: id('Id of the file.'),
      url: t.string({
        description: 'The URL: an `http`, `https` or `mailto` address.',
        ...limited(contentLimits.targetUrl),
      }),
      page: id('Id of the page.'),
      anchor: name('Name of the anchor in the page.'),
      user: id('Id of the user.'),
      collection: id('Id of the collection.'),
      space: id('Id of the space. Defaults to the same space.'),
      reusableContent: id('Id of the reusable content.'),
      spec: name('Slug of the OpenAPI specification.'),
    }
  },
})

export interface GitOriginShape {
  readonly oid: string
  readonly path: string
}

/**
 * Returns the origin of a row in a git repository, if it has one. The hash of the object is a digest of what conditions hide,
 * too: visitors of a site have another one.
 */
const gitOriginOf = (
  { gitOid: oid, gitPath: path }: { gitOid: string | null; gitPath: string | null },
  { viewer }: { readonly viewer: Viewer | null },
): GitOriginShape | null => {
  if (oid === null || path === null) return null
  return { oid: viewer?.kind === 'visitor' ? viewer.visit.idOfDocument(oid) : oid, path }
}

export const GitOrigin = builder.objectRef<GitOriginShape>('GitOrigin').implement({
  description: 'The git object that content was imported from.',
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'Hash of the object.' }),
    path: t.exposeString('path', { description: 'Path in the repository.' }),
  }),
})

/** The field with the origin of a page or a file. */
export const gitOrigin = {
  type: GitOrigin,
  nullable: true,
  description: 'The origin in a git repository. Null if the content was not imported from git.',
  from: ['gitOid', 'gitPath'],
  resolve: gitOriginOf,
} as const
