import { sendFile } from '../app/send-file.ts'
import type { SendImage } from '../parts/use-image-upload.ts'
import { UploadLogo } from './organization-operations.ts'

interface Uploaded {
  readonly uploadOrganizationLogo: {
    readonly organization: { readonly urls: { readonly logo: string | null } }
  } | null
}

export const sendLogo =
  (organization: string): SendImage =>
  async (file, onProgress, signal) => {
    const operation = { query: String(UploadLogo), variables: { organization }, file }
    const { uploadOrganizationLogo } = await sendFile<Uploaded>(operation, onProgress, signal)
    return uploadOrganizationLogo?.organization.urls.logo
  }
