import { authorizeSite } from '../../access/authorize.ts'
import { extend, model } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { FileDimensions } from '../content/schema/file.ts'
import { imageInput } from '../content/schema/image-input.ts'
import { Site } from '../sites/schema.ts'
import { loadSite } from '../sites/service.ts'
import { siteArguments } from '../sites/site-arguments.ts'
import { type ImageAddress, imageAddress } from './addresses.ts'
import { maximumSiteImages } from './limits.ts'
import { readableSiteImages } from './policy.ts'
import { uploadSiteImage } from './service.ts'

const SiteImageUrls = builder.objectRef<ImageAddress>('SiteImageUrls').implement({
  description: 'URLs of a picture of a site.',
  fields: (t) => ({
    public: t.field({
      type: 'URL',
      description: 'URL of the picture, which everybody may load and a customization can name.',
      resolve: (image, _args, { config }) => imageAddress(config, image),
    }),
  }),
})

const SiteImage = model('SiteImage', {
  description:
    'A picture that was uploaded for the customization of a site. It is deleted a day later, or whenever no customization names it any more.',
  id: 'Opaque identifier.',
  visible: readableSiteImages,
  extensions: { rest: { object: 'site-image' } },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The file name.' }),
    contentType: t.exposeString('contentType', {
      description: 'The media type, such as `image/png`. The bytes of the file tell it.',
    }),
    size: t.exposeInt('size', { description: 'The size in bytes.' }),
    dimensions: t.computed({
      type: FileDimensions,
      nullable: true,
      description: 'The dimensions. Null if the file does not tell them.',
      from: ['width', 'height'],
      resolve: ({ width, height }) => (width === null || height === null ? null : { width, height }),
    }),
    urls: t.computed({
      type: SiteImageUrls,
      description: 'URLs of the picture.',
      from: ['id', 'name'],
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of the upload.' }),
  }),
})

extend(Site, (t) => ({
  images: t.many(SiteImage, {
    description: `The pictures that were uploaded for the customization of the site, oldest first. A site has at most ${maximumSiteImages}.`,
    by: 'siteId',
    permission: 'site:administer',
    order: [],
  }),
}))

const UploadSiteImageInput = imageInput('UploadSiteImageInput')

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
