import type { FileVersion } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { downloadURL } from '../file-links.ts'
import { contentLoaders } from '../loaders.ts'
import { GitOrigin, gitPlaceOf } from './reference.ts'

const FileDimensions = builder.objectRef<{ width: number; height: number }>('FileDimensions').implement({
  description: 'How large a picture is.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
  }),
})

export const File = builder.prismaObject('FileVersion', {
  name: 'File',
  description: 'A file of a space, as it stands in one revision.',
  fields: (t) => ({
    id: t.exposeID('fileId', { description: 'Opaque identifier; the same in every revision.' }),
    name: t.exposeString('name', { description: 'The name.' }),
    contentType: t.exposeString('contentType', { description: 'The media type.' }),
    downloadURL: t.field({
      type: 'URL',
      description: 'Where anyone may download it for an hour at least.',
      resolve: (file, _args, context) => downloadURL(context, file),
    }),
    size: t.int({
      description: 'How many bytes it has.',
      resolve: (file, _args, context) =>
        (file as FileVersion & { size?: number }).size ??
        contentLoaders(context).fileSizes.load(file.blobHash),
    }),
    dimensions: t.field({
      type: FileDimensions,
      nullable: true,
      description: 'How large it is, if it is a picture.',
      resolve: ({ width, height }) => (width !== null && height !== null ? { width, height } : null),
    }),
    git: t.field({
      type: GitOrigin,
      nullable: true,
      description: 'Where it comes from in a git repository.',
      resolve: gitPlaceOf,
    }),
  }),
})
