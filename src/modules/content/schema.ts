import type { Viewer } from '../../access/viewer.ts'
import { treeOfNodes } from '../../formats/page/model/tree-of-nodes.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { single } from '../../graph/declare/model.ts'
import { type PlannedRow, singleExtension } from '../../graph/declare/planned-read.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import './schema/changes.ts'
import './schema/computed.ts'
import { builder } from '../../graphql/builder.ts'
import { fileAt, pageAt, pageWithPath, reusableContentAt } from './content-rows.ts'
import { type RevisionAddress, revisionAt } from './policy.ts'
import { File } from './schema/file.ts'
import { Page, ParentPage } from './schema/page.ts'
import { ReusableContent } from './schema/reusable-content.ts'
import { computedDescription, Revision } from './schema/revision.ts'
import { keysArgument } from './schema/tree-arguments.ts'
import {
  type ComputedOption,
  loadDocument,
  loadFile,
  loadPage,
  loadPageByPath,
  loadReusableContent,
} from './service.ts'
import { shownTree } from './shown-bodies.ts'

type ContentArguments<Id extends string> = RevisionAddress & ComputedOption & Readonly<Record<Id, string>>

/** The extension of a field of Query that finds one row of content. */
const finds = <Id extends string>(
  model: 'Page' | 'File' | 'ReusableContent',
  id: Id,
  at: (viewer: Viewer, address: RevisionAddress & ComputedOption, id: string) => PlannedRow,
) => ({
  [singleExtension]: {
    model,
    plan: (given: ContentArguments<Id>, context: Context) => at(viewerOf(context), given, given[id]),
  },
})

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
    page: t.field({
      type: Page,
      description: 'A page of a space.',
      permission: 'space:view',
      extensions: finds('Page', 'pageId', pageAt),
      args: {
        spaceId: space,
        pageId: t.arg.id({ required: true, description: 'Id of the page.' }),
        revisionId: revision,
        changeRequestId: changeRequest,
        computed,
      },
      resolve: (_root, { pageId, ...address }, context) => loadPage(context, address, pageId),
    }),
    pageByPath: t.field({
      extensions: finds('Page', 'path', pageWithPath),
      type: ParentPage,
      description: 'The document or group at a path of a space.',
      permission: 'space:view',
      args: {
        spaceId: space,
        path: t.arg.string({ required: true, description: 'Slugs from the root to the page, joined by /.' }),
        revisionId: revision,
        changeRequestId: changeRequest,
        computed,
      },
      resolve: (_root, { path, ...address }, context) => loadPageByPath(context, address, path),
    }),
    file: t.field({
      extensions: finds('File', 'fileId', fileAt),
      type: File,
      description: 'A file of a space.',
      permission: 'space:view',
      args: {
        spaceId: space,
        fileId: t.arg.id({ required: true, description: 'Id of the file.' }),
        revisionId: revision,
        changeRequestId: changeRequest,
        computed,
      },
      resolve: (_root, { fileId, ...address }, context) => loadFile(context, address, fileId),
    }),
    reusableContent: t.field({
      extensions: finds('ReusableContent', 'reusableContentId', reusableContentAt),
      type: ReusableContent,
      description: 'A reusable content of a space.',
      permission: 'space:view',
      args: {
        spaceId: space,
        reusableContentId: t.arg.id({ required: true, description: 'Id of the reusable content.' }),
        revisionId: revision,
        changeRequestId: changeRequest,
        computed,
      },
      resolve: (_root, { reusableContentId, ...address }, context) =>
        loadReusableContent(context, address, reusableContentId),
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
