import { useState } from 'react'
import { useClient } from 'urql'
import type { ImportSource } from '../../generated/workspace-operations/graphql.ts'
import { untilOnline } from '../app/connection.ts'
import { type Fault, faultOf } from '../app/faults.ts'
import { sendFile } from '../app/send-file.ts'
import { CreateSpaceForImport, StartImportOfAddress, StartImportOfFile } from './import-operations.ts'

/** The content to import into: a space, or a new one in a collection or at the root of an organization. */
export type ImportTarget =
  | { readonly space: { readonly id: string; readonly title: string } }
  | { readonly parent: string | null }

/** A file or an address, with the kind of what it is. */
export type ImportedSource = { readonly kind: ImportSource } & (
  | { readonly file: File }
  | { readonly url: string }
)

interface ImportRequest {
  readonly source: ImportedSource
  /** The title of a new space. */
  readonly title: string
}

/** The start of an import, which a job goes on with. */
export interface StartOfImport {
  /** Resolves to the id of the job; undefined if it failed or was stopped. */
  readonly start: (request: ImportRequest) => Promise<string | undefined>
  readonly isRunning: boolean
  /** The part of the file that was sent, from 0 to 1. */
  readonly sent: number
  readonly stop: () => void
  readonly fault: Fault | undefined
}

/** Returns the start of an import. A space that was created for one that failed is used again. */
export function useImport(organization: string, target: ImportTarget): StartOfImport {
  const client = useClient()
  const [state, setState] = useState<{ readonly isRunning: boolean; readonly fault?: Fault }>({
    isRunning: false,
  })
  const [sent, setSent] = useState(0)
  const [created, setCreated] = useState<string>()
  const [stopping, setStopping] = useState<AbortController>()

  const spaceFor = async (title: string): Promise<string> => {
    if ('space' in target) return target.space.id
    if (created !== undefined) return created
    const input = { title, parent: target.parent }
    const { data, error } = await client.mutation(CreateSpaceForImport, { organization, input }).toPromise()
    const id = data?.createSpace?.space.id
    if (id === undefined) throw error
    setCreated(id)
    return id
  }

  const begin = async (space: string, source: ImportedSource, signal: AbortSignal): Promise<string> => {
    if ('file' in source) {
      const { kind: type, file } = source
      const operation = { query: String(StartImportOfFile), variables: { space, type }, file }
      const { startFileImport } = await sendFile<Started>(operation, setSent, signal)
      return startFileImport.importRun.jobId
    }
    const input = {
      source: { type: source.kind, url: source.url },
      target: { space },
      includesUnlisted: true,
    }
    const { data, error } = await client.mutation(StartImportOfAddress, { organization, input }).toPromise()
    if (!data?.startImportRun) throw error
    return data.startImportRun.importRun.jobId
  }

  const start = async ({ source, title }: ImportRequest) => {
    const controller = new AbortController()
    setStopping(controller)
    setState({ isRunning: true })
    setSent(0)
    try {
      await untilOnline()
      const job = await begin(await spaceFor(title), source, controller.signal)
      setState({ isRunning: false })
      return job
    } catch (error) {
      setState({ isRunning: false, ...(!controller.signal.aborted && { fault: faultOfError(error) }) })
      return undefined
    }
  }
  return { start, sent, stop: () => stopping?.abort(), ...state, fault: state.fault }
}

interface Started {
  readonly startFileImport: { readonly importRun: { readonly jobId: string } }
}

/** Reads an error of the client, or one of a file that was sent. */
const faultOfError = (error: unknown): Fault =>
  error instanceof Error && !('graphQLErrors' in error)
    ? { message: error.message, code: '', reason: undefined, fields: new Map() }
    : faultOf(error as Parameters<typeof faultOf>[0])
