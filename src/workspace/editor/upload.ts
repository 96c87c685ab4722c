import { graphql } from '../../generated/workspace-operations/gql.ts'
import { sendFile } from '../app/send-file.ts'
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

const ReplaceFile = graphql(`
  mutation ReplaceFile($space: ID!, $replaced: ID!, $file: Upload!) {
    updateContent(
      spaceId: $space
      input: { changes: [{ updateFile: { file: $replaced, upload: $file } }] }
    ) {
      revisionId
    }
  }
`)

export interface UploadedFile {
  readonly fileId: string
  readonly name: string
  readonly contentType: string
}

type Inserted = Readonly<Record<string, { readonly allInsertedFiles: readonly UploadedFile[] } | null>>

/** Uploads a file into the space. Fails as `sendFile` does. */
export async function uploadFile(
  { space, changeRequest }: Pick<PagePlace, 'space'> & Partial<Pick<PagePlace, 'changeRequest'>>,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const query = String(changeRequest === undefined ? InsertFile : InsertProposedFile)
  const variables = { space, changeRequest }
  const data = await sendFile<Inserted>({ query, variables, file }, onProgress, signal)
  const [uploaded] = Object.values(data)[0]?.allInsertedFiles ?? []
  if (!uploaded) throw new Error(text('fault.server'))
  return uploaded
}

/** Sends a file whose bytes take the place of those of another, which keeps its id and its name. Fails as `sendFile` does. */
export async function replaceFile(
  { space, replaced }: { readonly space: string; readonly replaced: string },
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await sendFile({ query: String(ReplaceFile), variables: { space, replaced }, file }, onProgress, signal)
}

/** Returns the Markdown that shows a file: a picture, or a block from which it is downloaded. */
export function markdownOfFile({ fileId, name, contentType }: UploadedFile): string {
  if (!contentType.startsWith('image/')) return `{% file src="/files/${fileId}" %}\n`
  const shown = name.replace(/\.\w+$/, '').replace(/[&"<>]/g, ' ')
  return `<figure><img src="/files/${fileId}" alt="${shown}"><figcaption></figcaption></figure>\n`
}
