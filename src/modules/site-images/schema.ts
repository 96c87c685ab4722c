import { authorizeSite } from '../../access/authorize.ts'
import { limited } from '../../base/validation.ts'
import type { SiteImage as SiteImageRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { FileDimensions } from '../content/schema/file.ts'
import { Site } from '../sites/schema.ts'
import { loadSite } from '../sites/service.ts'
import { siteArguments } from '../sites/site-arguments.ts'
import { imageAddress } from './addresses.ts'
import { siteImageLimits } from './limits.ts'
import { uploadSiteImage } from './service.ts'

type SizedImage = SiteImageRow & { readonly size: number }

const SiteImageUrls = builder.objectRef<SizedImage>('SiteImageUrls').implement({
  description: 'URLs of a picture of a site.',
  fields: (t) => ({
    public: t.field({
      type: 'URL',
      description: 'URL of the picture, which everybody may load and a customization can name.',
      resolve: (image, _args, { config }) => imageAddress(config, image),
    }),
  }),
})

const SiteImage = builder.objectRef<SizedImage>('SiteImage').implement({
  description:
    'A picture that was uploaded for the customization of a site. It is deleted a day later, or whenever no customization names it any more.',
  extensions: { rest: { object: 'site-image' } },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque identifier.' }),
    name: t.exposeString('name', { description: 'The file name.' }),
    contentType: t.exposeString('contentType', {
      description: 'The media type, such as `image/png`. The bytes of the file tell it.',
    }),
    size: t.exposeInt('size', { description: 'The size in bytes.' }),
    dimensions: t.field({
      type: FileDimensions,
      nullable: true,
      description: 'The dimensions. Null if the file does not tell them.',
      resolve: ({ width, height }) => (width === null || height === null ? null : { width, height }),
    }),
    urls: t.field({
      type: SiteImageUrls,
      description: 'URLs of the picture.',
      resolve: (image) => image,
    }),
  }),
})

const UploadSiteImageInput = builder.inputType('UploadSiteImageInput', {
  description: 'A picture: a PNG, JPEG, GIF, WebP, AVIF, SVG or ICO of at most 5 MB.',
  fields: (t) => ({
    upload: t.field({
      type: 'Upload',
      description: 'The file, as a part of a multipart request. Required unless `base64` is given.',
    }),
    base64: t.string({
      description: 'The file in base64, at most 1 MB when decoded.',
      ...limited(siteImageLimits.base64),
    }),
    name: t.string({
      description: 'The name of the file. Required with `base64`; defaults to that of the upload.',
      ...limited(siteImageLimits.name),
    }),
  }),
})

builder.mutationFields((t) => ({
  uploadSiteImage: mutation(t, {
    description:
      'Uploads a picture for the customization of a site: a logo, an icon, or the picture of link previews.',
    permission: 'site:administer',
    args: {
      ...siteArguments(t),
      input: t.arg({ type: UploadSiteImageInput, required: true, description: 'The picture.' }),
    },
    target: { type: 'SiteImage' },
    payload: { siteImage: SiteImage, site: Site },
    authorizeUploads: async (context, { siteId, organizationId }) =>
      authorizeSite(context, await loadSite(context, siteId, organizationId)),
    resolve: async (_root, { input, ...address }, context) => uploadSiteImage(context, address, input),
  }),
}))
