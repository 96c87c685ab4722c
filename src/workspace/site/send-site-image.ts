import { sendFile } from '../app/send-file.ts'
import type { SendImage } from '../parts/use-image-upload.ts'
import { UploadImage } from './customization-operations.ts'

interface Uploaded {
  readonly uploadSiteImage: { readonly siteImage: { readonly urls: { readonly public: string } } } | null
}

export const sendSiteImage =
  (site: string): SendImage =>
  async (file, onProgress, signal) => {
    const operation = { query: String(UploadImage), variables: { site }, file }
    const { uploadSiteImage } = await sendFile<Uploaded>(operation, onProgress, signal)
    return uploadSiteImage?.siteImage.urls.public
  }
