import { useState } from 'react'
import { text } from '../app/texts.ts'

/** Sends a picture, and returns its address; undefined if the server says none. Fails as `sendFile` does. */
export type SendImage = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<string | null | undefined>

export interface ImageUpload {
  readonly start: (file: File) => Promise<void>
  /** The part that was sent, from 0 to 1; undefined while nothing is sent. */
  readonly share: number | undefined
  /** Why the last one failed. */
  readonly fault: string | undefined
  readonly stop: () => void
}

/** Returns the upload of a picture, whose address `onDone` gets. */
export function useImageUpload(send: SendImage, onDone: (address: string) => void): ImageUpload {
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<string>()
  const [stopping, setStopping] = useState<AbortController>()
  const start = async (file: File) => {
    const stop = new AbortController()
    setStopping(stop)
    setFault(undefined)
    setShare(0)
    try {
      const address = await send(file, setShare, stop.signal)
      if (!address) throw new Error(text('fault.server'))
      onDone(address)
    } catch (error) {
      if (!stop.signal.aborted) setFault((error as Error).message)
    }
    setShare(undefined)
  }
  return { start, share, fault, stop: () => stopping?.abort() }
}
