import { treeOfNodes } from '../../formats/page/model/tree-of-nodes.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { single } from '../../graph/declare/model.ts'
import './schema/changes.ts'
import './schema/computed.ts'
import { builder } from '../../graphql/builder.ts'
import { fileAt, pageAt, pageWithPath, reusableContentAt } from './content-rows.ts'
import { withoutEmptySegments } from './page-climb.ts'
import { revisionAt } from './policy.ts'
import { File } from './schema/file.ts'
import { Page, ParentPage } from './schema/page.ts'
import { ReusableContent } from './schema/reusable-content.ts'
import { computedDescription, Revision } from './schema/revision.ts'
import { keysArgument } from './schema/tree-arguments.ts'
import { findGeneratedPage, loadDocument } from './service.ts'
import { shownTree } from './shown-bodies.ts'

builder.queryFields((t) => {
  const space = t.arg.id({ required: true, description: 'Id of the space.' })
  const revision = t.arg.id({
    description: 'Id of a revision of the space. Defaults to the active revision.',
  })
  const changeRequest = t.arg.id({
    description: 'Id or number of a change request of the space, to read its content.',
  })
  const computed = t.arg.boolean({ description: computedDescription })
  return {
    revision: single(t, Revision, {
      description: 'A revision of a space.',
      permission: 'space:view',
      args: { spaceId: space, id: revision, changeRequestId: changeRequest },
      where: ({ spaceId, id, changeRequestId }, viewer) =>
        revisionAt(viewer, { spaceId, revisionId: id, changeRequestId }),
    }),
    page: single(t, Page, {
      description: 'A page of a space.',
      permission: 'space:view',
      args: {
        spaceId: space,
        pageId: t.arg.id({ required: true, description: 'Id of the page.' }),
        revisionId: revision,
        changeRequestId: changeRequest,
        computed,
      },
      plan: ({ pageId, ...address }, viewer) => pageAt(viewer, address, pageId),
      otherwise: ({ pageId, ...address }, context) =>
        findGeneratedPage(context, address, (page) => page.pageId === pageId),
    }),
    pageByPath: single(t, ParentPage, {
      description: 'The document or group at a path of a space.',
      permission: 'space:view',
      args: {
        spaceId: space,
        path: t.arg.string({ required: true, description: 'Slugs from the root to the page, joined by /.' }),
        revisionId: revision,
        changeRequestId: changeRequest,
        computed,
      },
      plan: ({ path, ...address }, viewer) => pageWithPath(viewer, address, path),
      otherwise: ({ path, ...address }, context) => {
        const wanted = withoutEmptySegments(path)
        return findGeneratedPage(context, address, (page) => page.path === wanted)
      },
    }),
    file: single(t, File, {
      description: 'A file of a space.',
      permission: 'space:view',
      args: {
        spaceId: space,
        fileId: t.arg.id({ required: true, description: 'Id of the file.' }),
        revisionId: revision,
        changeRequestId: changeRequest,
        computed,
      },
      plan: ({ fileId, ...address }, viewer) => fileAt(viewer, address, fileId),
    }),
    reusableContent: single(t, ReusableContent, {
      description: 'A reusable content of a space.',
      permission: 'space:view',
      args: {
        spaceId: space,
        reusableContentId: t.arg.id({ required: true, description: 'Id of the reusable content.' }),
        revisionId: revision,
        changeRequestId: changeRequest,
        computed,
      },
      plan: ({ reusableContentId, ...address }, viewer) =>
        reusableContentAt(viewer, address, reusableContentId),
    }),
    document: t.field({
      extensions: { [causeExtension]: 'It parses the body.' },
      type: 'JSON',
      description: `A body of the space, in any of its revisions, ${treeOfNodes}.`,
      permission: 'space:view',
      args: {
        spaceId: space,
        documentId: t.arg.id({ required: true, description: 'Id of the body.' }),
        keys: keysArgument(t),
      },
      resolve: async (_root, { spaceId, documentId, keys }, context) =>
        shownTree(context, await loadDocument(context, spaceId, documentId), null, { keys }),
    }),
  }
})
