import { graphql } from '../../generated/workspace-operations/gql.ts'
import { serverAddress } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import type { PagePlace } from './page-requests.ts'

const InsertFile = graphql(`
  mutation InsertFile($space: ID!, $file: Upload!) {
    updateContent(spaceId: $space, input: { changes: [{ insertFiles: { files: [{ upload: $file }] } }] }) {
      allInsertedFiles { id fileId name contentType }
    }
  }
`)

const InsertProposedFile = graphql(`
  mutation InsertProposedFile($space: ID!, $changeRequest: ID!, $file: Upload!) {
    updateChangeRequestContent(
      spaceId: $space
      changeRequestId: $changeRequest
      input: { changes: [{ insertFiles: { files: [{ upload: $file }] } }] }
    ) {
      allInsertedFiles { id fileId name contentType }
    }
  }
`)

/** A file of the space. */
export interface UploadedFile {
  readonly fileId: string
  readonly name: string
  readonly contentType: string
}

interface Answer {
  readonly data?: Readonly<
    Record<string, { readonly allInsertedFiles: readonly UploadedFile[] } | null>
  > | null
  readonly errors?: readonly { readonly message: string }[]
}

/**
 * Uploads a file into the space, as a multipart request of GraphQL. `onProgress` gets the part that was sent, from 0 to 1, which
 * `fetch` cannot tell. Fails with an error whose message can be shown, and with an AbortError if it was stopped.
 */
export function uploadFile(
  { space, changeRequest }: Pick<PagePlace, 'space'> & Partial<Pick<PagePlace, 'changeRequest'>>,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const query = String(changeRequest === undefined ? InsertFile : InsertProposedFile)
  const form = new FormData()
  form.append('operations', JSON.stringify({ query, variables: { space, changeRequest, file: null } }))
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
      const answer = request.response as Answer | null
      const [uploaded] = Object.values(answer?.data ?? {})[0]?.allInsertedFiles ?? []
      if (uploaded) resolve(uploaded)
      else reject(new Error(answer?.errors?.[0]?.message ?? text('fault.server')))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** Returns the Markdown that shows a file: a picture, or a block from which it is downloaded. */
export function markdownOfFile({ fileId, name, contentType }: UploadedFile): string {
  if (!contentType.startsWith('image/')) return `{% file src="/files/${fileId}" %}\n`
  const shown = name.replace(/\.\w+$/, '').replace(/[&"<>]/g, ' ')
  return `<figure><img src="/files/${fileId}" alt="${shown}"><figcaption></figcaption></figure>\n`
}
