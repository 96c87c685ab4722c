import { useState } from 'react'
import { replaceFile, uploadFile } from '../editor/upload.ts'

/** A file on its way to the server. */
export interface RunningUpload {
  readonly id: number
  readonly file: File
  /** Id of the file whose bytes it replaces; undefined for a new one. */
  readonly replaced: string | undefined
  /** The part that was sent, from 0 to 1. */
  readonly share: number
  /** Why it failed; undefined while it runs. */
  readonly fault: string | undefined
  readonly stop: () => void
}

/** The uploads that have not ended. */
export interface Uploads {
  readonly running: readonly RunningUpload[]
  /** Sends new files, or one whose bytes replace those of a file. */
  readonly add: (files: readonly File[], replaced?: string) => Promise<void>
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
  const add = async (files: readonly File[], replaced?: string) => {
    const added = files.map((file) => {
      const stop = new AbortController()
      return {
        id: count++,
        file,
        replaced,
        share: 0,
        fault: undefined,
        stop: () => stop.abort(),
        signal: stop.signal,
      }
    })
    setRunning((uploads) => [...uploads, ...added])
    for (const { id, file, signal } of added) {
      try {
        const onProgress = (share: number) => change(id, { share })
        if (!signal.aborted)
          await (replaced === undefined
            ? uploadFile({ space }, file, onProgress, signal)
            : replaceFile({ space, replaced }, file, onProgress, signal))
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
      await add([upload.file], upload.replaced)
    },
    dismiss: ({ id, stop }) => {
      stop()
      drop(id)
    },
  }
}
