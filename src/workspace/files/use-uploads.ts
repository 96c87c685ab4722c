import { useState } from 'react'
import { uploadFile } from '../editor/upload.ts'

/** A file on its way to the server. */
export interface RunningUpload {
  readonly id: number
  readonly file: File
  /** The part that was sent, from 0 to 1. */
  readonly share: number
  /** Why it failed; undefined while it runs. */
  readonly fault: string | undefined
  readonly stop: () => void
}

/** The uploads that have not ended. */
export interface Uploads {
  readonly running: readonly RunningUpload[]
  readonly add: (files: readonly File[]) => Promise<void>
  /** Sends a file again that failed. */
  readonly retry: (upload: RunningUpload) => Promise<void>
  readonly dismiss: (upload: RunningUpload) => void
}

let count = 0

/** Uploads files into a space, one after the other, as each is a revision. `onDone` is called once all were sent. */
export function useUploads(space: string, onDone: () => void): Uploads {
  const [running, setRunning] = useState<readonly RunningUpload[]>([])
  const change = (id: number, changed: Partial<RunningUpload>) =>
    setRunning((uploads) => uploads.map((each) => (each.id === id ? { ...each, ...changed } : each)))
  const drop = (id: number) => setRunning((uploads) => uploads.filter((each) => each.id !== id))
  const add = async (files: readonly File[]) => {
    const added = files.map((file) => {
      const stop = new AbortController()
      return { id: count++, file, share: 0, fault: undefined, stop: () => stop.abort(), signal: stop.signal }
    })
    setRunning((uploads) => [...uploads, ...added])
    for (const { id, file, signal } of added) {
      try {
        if (!signal.aborted) await uploadFile({ space }, file, (share) => change(id, { share }), signal)
        drop(id)
      } catch (error) {
        if (signal.aborted) drop(id)
        else change(id, { fault: (error as Error).message })
      }
    }
    onDone()
  }
  return {
    running,
    add,
    retry: async (upload) => {
      drop(upload.id)
      await add([upload.file])
    },
    dismiss: ({ id, stop }) => {
      stop()
      drop(id)
    },
  }
}
