import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { imageInput } from '../content/schema/image-input.ts'
import { Organization } from '../organizations/schema.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { uploadOrganizationLogo } from './service.ts'

const UploadOrganizationLogoInput = imageInput('UploadOrganizationLogoInput')

builder.mutationFields((t) => ({
  uploadOrganizationLogo: mutation(t, {
    description:
      'Uploads a picture, and makes it the logo of an organization. Everybody may load it at `urls.logo` of the organization, until it has another logo.',
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      input: t.arg({ type: UploadOrganizationLogoInput, required: true, description: 'The picture.' }),
    },
    target: { type: 'Organization', id: 'organizationId' },
    payload: { organization: Organization },
    authorizeUploads: async (context, { organizationId }) => {
      await loadAuthorizedOrganization(context, organizationId)
    },
    resolve: async (_root, { organizationId, input }, context) => ({
      organization: await uploadOrganizationLogo(context, organizationId, input),
    }),
  }),
}))
