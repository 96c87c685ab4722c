import { limited } from '../../base/validation.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { embedLimits } from './limits.ts'
import { type Embed, findEmbed, findEmbedOfUrl } from './service.ts'

const EmbedTypeEnum = enumType('EmbedType', 'The presentation of a URL within a page.', {
  LINK: 'As a link with a title.',
  RICH: 'By HTML, such as a player.',
})

const EmbedType = builder.objectRef<Embed>('Embed').implement({
  description: 'The presentation of a URL within a page.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    type: t.expose('type', { type: EmbedTypeEnum, description: 'The type of the presentation.' }),
    title: t.exposeString('title', { description: 'The title of the page at the URL, or the URL.' }),
    site: t.exposeString('site', { description: 'The name of the site, or its host name.' }),
    icon: t.expose('icon', {
      type: 'URL',
      nullable: true,
      description: 'URL of the icon of the site. Null if it is not known.',
    }),
    html: t.exposeString('html', {
      nullable: true,
      description: 'HTML of a frame, without scripts. Null for a link.',
    }),
  }),
})

builder.queryField('embed', (t) =>
  t.field({
    extensions: { [causeExtension]: 'It may ask another server.' },
    type: EmbedType,
    description:
      'The presentation of a URL within a page of a space: a player for known sites, and otherwise a link with the metadata of the page at the URL.',
    permission: 'space:view',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      url: t.arg({
        type: 'URL',
        required: true,
        description: 'The URL to embed.',
        ...limited(embedLimits.url),
      }),
    },
    resolve: (_root, { spaceId, url }, context) => findEmbed(context, spaceId, url),
  }),
)

builder.queryField('embedOfUrl', (t) =>
  t.field({
    extensions: { [causeExtension]: 'It may ask another server.' },
    type: EmbedType,
    description:
      'The presentation of a URL, whatever content has it: a player for known sites, and otherwise a link with the metadata of the page at the URL.',
    permission: 'authenticated',
    args: {
      url: t.arg({
        type: 'URL',
        required: true,
        description: 'The URL to embed.',
        ...limited(embedLimits.url),
      }),
    },
    resolve: (_root, { url }, context) => findEmbedOfUrl(context, url),
  }),
)
