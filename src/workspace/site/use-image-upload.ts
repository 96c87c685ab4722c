import { useState } from 'react'
import { sendFile } from '../app/send-file.ts'
import { text } from '../app/texts.ts'
import { UploadImage } from './customization-operations.ts'

/** The upload of a picture of a site. */
export interface ImageUpload {
  readonly start: (file: File) => Promise<void>
  /** The part that was sent, from 0 to 1; undefined while nothing is sent. */
  readonly share: number | undefined
  /** Why the last one failed. */
  readonly fault: string | undefined
  readonly stop: () => void
}

interface Uploaded {
  readonly uploadSiteImage: { readonly siteImage: { readonly urls: { readonly public: string } } } | null
}

/** Returns the upload of a picture, whose address `onDone` gets. */
export function useImageUpload(site: string, onDone: (address: string) => void): ImageUpload {
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<string>()
  const [stopping, setStopping] = useState<AbortController>()
  const start = async (file: File) => {
    const stop = new AbortController()
    setStopping(stop)
    setFault(undefined)
    setShare(0)
    try {
      const operation = { query: String(UploadImage), variables: { site }, file }
      const { uploadSiteImage } = await sendFile<Uploaded>(operation, setShare, stop.signal)
      if (!uploadSiteImage) throw new Error(text('fault.server'))
      onDone(uploadSiteImage.siteImage.urls.public)
    } catch (error) {
      if (!stop.signal.aborted) setFault((error as Error).message)
    }
    setShare(undefined)
  }
  return { start, share, fault, stop: () => stopping?.abort() }
}
