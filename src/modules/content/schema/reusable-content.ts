import type { Body } from '../../../formats/body/documents.ts'
import { treeOfNodes } from '../../../formats/page/model/tree-of-nodes.ts'
import { causeExtension } from '../../../graph/declare/cause.ts'
import { model } from '../../../graph/declare/model.ts'
import { builder, declareNode } from '../../../graphql/builder.ts'
import { Space } from '../../spaces/schema.ts'
import { contentIdDescription, idInSql, idOfReusableContent } from '../content-ids.ts'
import { findReusableContentNode } from '../content-nodes.ts'
import { columnsOfPlace } from '../content-rows.ts'
import { contentLoaders } from '../loaders.ts'
import { readableReusableContents } from '../policy.ts'
import { shownTree } from '../shown-bodies.ts'
import { bodyIdOf } from './page-body.ts'
import { gitOrigin } from './reference.ts'
import { spaceEdge } from './space-field.ts'
import { treeArguments, treeOptions } from './tree-arguments.ts'

const emptyBody: Body = { markdown: '' }

export const ReusableContent = model('ReusableContent', {
  description: 'A reusable content, which pages can include.',
  interfaces: [builder.nodeInterfaceRef()],
  extensions: { rest: { object: false } },
  visible: readableReusableContents,
  fields: (t) => ({
    id: t.code({
      type: 'ID',
      description: contentIdDescription('reusableContentId'),
      reads: { columns: ['reusableId', ...columnsOfPlace], inSql: idInSql('reusableId') },
      resolve: (content, _args, context) => idOfReusableContent(context, content),
    }),
    reusableContentId: t.exposeID('reusableId', {
      description: 'Id of the reusable content, the same in every revision and change request.',
    }),
    title: t.exposeString('title', { description: 'The title of the reusable content.' }),
    space: t.one(Space, { ...spaceEdge, key: 'spaceId' }),
    document: t.computed({
      type: 'ID',
      nullable: true,
      description: 'Id of the body. Null for an empty body.',
      from: ['documentId'],
      resolve: bodyIdOf,
    }),
    nodes: t.code({
      extensions: { [causeExtension]: 'It parses the body.' },
      type: 'JSON',
      description: `The body ${treeOfNodes}.`,
      args: treeArguments(t),
      resolve: async ({ documentId, revisionId }, args, context) => {
        const body =
          documentId === null ? emptyBody : await contentLoaders(context).documents.load(documentId)
        return shownTree(context, body, revisionId, treeOptions(args))
      },
    }),
    git: t.computed(gitOrigin),
  }),
})

declareNode('ReusableContent', async (id, context) => {
  const content = await findReusableContentNode(context, id)
  return content && { typename: 'ReusableContent', object: content }
})
