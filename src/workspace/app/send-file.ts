import { serverAddress } from './addresses.ts'
import { faultOfError, type SentError } from './faults.ts'
import { loadRefusals } from './refusals.ts'
import { text } from './texts.ts'

/** An operation of the graph that takes a file as its variable `file`. */
export interface FileOperation {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly file: File
}

interface Answer<Data> {
  readonly data?: Data | null
  readonly errors?: readonly SentError[]
}

/**
 * Sends an operation with a file, as a multipart request of GraphQL. `onProgress` gets the part that was sent, from 0 to 1, which
 * `fetch` cannot tell. Fails with an error whose message can be shown, and with an AbortError if it was stopped.
 */
export function sendFile<Data>(
  { query, variables, file }: FileOperation,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Data> {
  const form = new FormData()
  form.append('operations', JSON.stringify({ query, variables: { ...variables, file: null } }))
  form.append('map', JSON.stringify({ 0: ['variables.file'] }))
  form.append('0', file, file.name || 'file')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', serverAddress('/graphql'))
    // Without it, a form of another origin could send the same request.
    request.setRequestHeader('Apollo-Require-Preflight', 'true')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new Error(text('fault.offline')))
    request.onabort = () => reject(new DOMException('', 'AbortError'))
    request.onload = () => {
      const answer = request.response as Answer<Data> | null
      const [error] = answer?.errors ?? []
      if (answer?.data && !error) resolve(answer.data)
      else if (!error) reject(new Error(text('fault.server')))
      else void loadRefusals().then(() => reject(new Error(faultOfError(error).message)))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
