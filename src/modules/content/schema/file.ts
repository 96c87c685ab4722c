import { visitOf } from '../../../access/viewer.ts'
import type { FileVersion } from '../../../generated/prisma/client.ts'
import { builder, declareNode } from '../../../graphql/builder.ts'
import { contentIdDescription, idOfFile } from '../content-ids.ts'
import { findFileNode } from '../content-nodes.ts'
import { downloadURL, publishedURL } from '../file-links.ts'
import { contentLoaders } from '../loaders.ts'
import { asLocated, type LocatedFile } from '../located-content.ts'
import { GitOrigin, gitOriginOf } from './reference.ts'
import { spaceField } from './space-field.ts'

const FileDimensions = builder.objectRef<{ width: number; height: number }>('FileDimensions').implement({
  description: 'The dimensions of an image.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
  }),
})

export const File = builder.prismaObject('FileVersion', {
  name: 'File',
  description: 'A file of a space, in its live content, in a change request or in a revision.',
  interfaces: [builder.nodeInterfaceRef()],
  extensions: { rest: { object: false } },
  fields: (t) => ({
    id: t.id({
      description: contentIdDescription('fileId'),
      resolve: (file, _args, context) => idOfFile(context, asLocated<LocatedFile>(file)),
    }),
    fileId: t.exposeID('fileId', {
      description: 'Id of the file, the same in every revision and change request.',
    }),
    space: spaceField(t),
    name: t.exposeString('name', { description: 'The file name, with its extension.' }),
    contentType: t.exposeString('contentType', { description: 'The media type, such as `image/png`.' }),
    downloadURL: t.field({
      type: 'URL',
      description: 'A signed download URL that needs no authentication. Valid for at least one hour.',
      resolve: (file, _args, context) => {
        const visit = visitOf(context.viewer)
        return visit ? publishedURL(context, file, visit) : downloadURL(context, file)
      },
    }),
    size: t.int({
      description: 'The size in bytes.',
      resolve: (file, _args, context) =>
        (file as FileVersion & { size?: number }).size ??
        contentLoaders(context).fileSizes.load(file.blobHash),
    }),
    dimensions: t.field({
      type: FileDimensions,
      nullable: true,
      description: 'The dimensions of an image. Null for other files.',
      resolve: ({ width, height }) => (width !== null && height !== null ? { width, height } : null),
    }),
    git: t.field({
      type: GitOrigin,
      nullable: true,
      description: 'The origin in a git repository. Null if the content was not imported from git.',
      resolve: (file, _args, context) => gitOriginOf(file, context),
    }),
  }),
})

declareNode('File', async (id, context) => {
  const file = await findFileNode(context, id)
  return file && { typename: 'File', object: file }
})
