import { visitOf } from '../../../access/viewer.ts'
import { model } from '../../../graph/declare/model.ts'
import { builder, declareNode } from '../../../graphql/builder.ts'
import { Space } from '../../spaces/schema.ts'
import { contentIdDescription, idInSql, idOfFile } from '../content-ids.ts'
import { findFileNode } from '../content-nodes.ts'
import { columnsOfPlace } from '../content-rows.ts'
import { downloadURL, publishedURL } from '../file-links.ts'
import { contentLoaders } from '../loaders.ts'
import { readableFiles } from '../policy.ts'
import { gitOrigin } from './reference.ts'
import { spaceEdge } from './space-field.ts'

export const FileDimensions = builder
  .objectRef<{ width: number; height: number }>('FileDimensions')
  .implement({
    description: 'The dimensions of an image.',
    fields: (t) => ({
      width: t.exposeInt('width', { description: 'Width in pixels.' }),
      height: t.exposeInt('height', { description: 'Height in pixels.' }),
    }),
  })

/** The policy of files is that of the revision that they are read in, and what is shown to visitors of it. */
export const File = model('File', {
  description: 'A file of a space, in its live content, in a change request or in a revision.',
  interfaces: [builder.nodeInterfaceRef()],
  extensions: { rest: { object: false } },
  visible: readableFiles,
  fields: (t) => ({
    id: t.code({
      type: 'ID',
      description: contentIdDescription('fileId'),
      reads: { columns: ['fileId', ...columnsOfPlace], inSql: idInSql('fileId') },
      resolve: (file, _args, context) => idOfFile(context, file),
    }),
    fileId: t.exposeID('fileId', {
      description: 'Id of the file, the same in every revision and change request.',
    }),
    space: t.one(Space, { ...spaceEdge, key: 'spaceId' }),
    name: t.exposeString('name', { description: 'The file name, with its extension.' }),
    contentType: t.exposeString('contentType', { description: 'The media type, such as `image/png`.' }),
    downloadURL: t.code({
      type: 'URL',
      description: 'A signed download URL that needs no authentication. Valid for at least one hour.',
      reads: { columns: ['id', 'name'] },
      resolve: (file, _args, context) => {
        const visit = visitOf(context.viewer)
        return visit ? publishedURL(context, file, visit) : downloadURL(context, file)
      },
    }),
    size: t.code({
      type: 'Int',
      description: 'The size in bytes.',
      reads: { columns: ['size', 'blobHash'] },
      resolve: ({ size, blobHash }, _args, context) =>
        size ?? contentLoaders(context).fileSizes.load(blobHash),
    }),
    dimensions: t.computed({
      type: FileDimensions,
      nullable: true,
      description: 'The dimensions of an image. Null for other files.',
      from: ['width', 'height'],
      resolve: ({ width, height }) => (width !== null && height !== null ? { width, height } : null),
    }),
    git: t.computed(gitOrigin),
  }),
})

declareNode('File', async (id, context) => {
  const file = await findFileNode(context, id)
  return file && { typename: 'File', object: file }
})
