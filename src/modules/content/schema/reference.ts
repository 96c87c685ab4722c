import { builder } from '../../../graphql/builder.ts'
import type { ContentRef } from '../../../page-format/types.ts'

export const ContentReferenceKindEnum = builder.enumType('ContentReferenceKind', {
  description: 'What a reference names.',
  values: {
    FILE: { description: 'A file of the space.', value: 'file' },
    URL: { description: 'An address outside.', value: 'url' },
    PAGE: { description: 'A page.', value: 'page' },
    ANCHOR: { description: 'A place within a page.', value: 'anchor' },
    USER: { description: 'A user.', value: 'user' },
    COLLECTION: { description: 'A collection.', value: 'collection' },
    SPACE: { description: 'A space.', value: 'space' },
    REUSABLE_CONTENT: { description: 'A piece of reusable content.', value: 'reusable-content' },
    OPENAPI: { description: 'An OpenAPI specification.', value: 'openapi' },
  } as const,
})

/** Every member that some kind of reference has. */
type AnyReference = { kind: ContentRef['kind'] } & Partial<
  Record<
    'file' | 'url' | 'page' | 'anchor' | 'user' | 'collection' | 'space' | 'reusableContent' | 'spec',
    string
  >
>

export const ContentReference = builder.objectRef<ContentRef>('ContentReference').implement({
  description: 'Names something in the workspace or outside. Which members it has depends on its kind.',
  fields: (t) => {
    const member = (name: Exclude<keyof AnyReference, 'kind'>, description: string) =>
      t.string({ nullable: true, description, resolve: (reference) => (reference as AnyReference)[name] })
    return {
      kind: t.expose('kind', { type: ContentReferenceKindEnum, description: 'What it names.' }),
      file: member('file', 'Id of the file.'),
      url: member('url', 'The address.'),
      page: member('page', 'Id of the page.'),
      anchor: member('anchor', 'Name of the place within the page.'),
      user: member('user', 'Id of the user.'),
      collection: member('collection', 'Id of the collection.'),
      space: member('space', 'Id of the space; the same space if absent.'),
      reusableContent: member('reusableContent', 'Id of the reusable content.'),
      spec: member('spec', 'Slug of the OpenAPI specification.'),
    }
  },
})

export interface GitPlace {
  readonly oid: string
  readonly path: string
}

/** Where a row comes from in a git repository, if it does. */
export const gitPlaceOf = (row: { gitOid: string | null; gitPath: string | null }): GitPlace | null =>
  row.gitOid !== null && row.gitPath !== null ? { oid: row.gitOid, path: row.gitPath } : null

export const GitOrigin = builder.objectRef<GitPlace>('GitOrigin').implement({
  description: 'Where something comes from in a git repository.',
  fields: (t) => ({
    oid: t.exposeString('oid', { description: 'Hash of the object.' }),
    path: t.exposeString('path', { description: 'Path in the repository.' }),
  }),
})
