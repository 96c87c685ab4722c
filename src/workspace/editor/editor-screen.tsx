import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type {
  EditorScreenQuery,
  ProposedEditorScreenQuery,
} from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { type Fault, faultOf } from '../app/faults.ts'
import { Frame } from '../app/frame.tsx'
import { text } from '../app/texts.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { baseOf } from './page-content.ts'
import { PageEditorView } from './page-editor-view.tsx'
import { contentOf, type EditedPage, type PagePlace } from './page-requests.ts'

const EditorQuery = graphql(`
  query EditorScreen($space: ID!, $page: ID!) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) { id revisionId ...SpaceOfEditor }
    page(spaceId: $space, pageId: $page) {
      __typename
      id
      title
      ... on DocumentPage { id computed { __typename } ...EditedPage }
    }
  }
`)

const ProposedEditorQuery = graphql(`
  query ProposedEditorScreen($space: ID!, $changeRequest: ID!, $page: ID!) {
    viewer { id ...ViewerOfFrame }
    space(id: $space) { id ...SpaceOfEditor }
    changeRequest(spaceId: $space, id: $changeRequest) { id revisionId number subject status }
    page(spaceId: $space, changeRequestId: $changeRequest, pageId: $page) {
      __typename
      id
      title
      ... on DocumentPage { id computed { __typename } ...EditedPage }
    }
  }
`)

export const SpaceOfEditor = graphql(`
  fragment SpaceOfEditor on Space {
    id
    title
    editMode
    permissions { edit }
    organization { id ...OrganizationOfFrame }
  }
`)

interface Opened {
  readonly viewer: EditorScreenQuery['viewer']
  readonly space: FragmentType<typeof SpaceOfEditor>
  readonly page: NonNullable<EditorScreenQuery['page']>
  readonly revision: string
  readonly changeRequest: NonNullable<ProposedEditorScreenQuery['changeRequest']> | undefined
}

interface Props {
  readonly space: string
  readonly page: string
  /** The number of a change request. Without it, the live page is edited. */
  readonly number?: string
}

export function EditorScreen({ space, page, number: changeRequest }: Props) {
  const place = { space, page, changeRequest }
  const { opened, fault, retry } = useOpenedPage(place)
  if (!opened) return <Waiting fault={fault} onRetry={retry} />
  const { title, editMode, permissions, organization } = unmask(SpaceOfEditor, opened.space)
  const isDocument = opened.page.__typename === 'DocumentPage' && !opened.page.computed
  const back =
    changeRequest === undefined ? paths.page(space, page) : paths.changeRequest(space, changeRequest)
  const mayEdit =
    permissions.edit &&
    (opened.changeRequest ? ['DRAFT', 'OPEN'].includes(opened.changeRequest.status) : editMode !== 'LOCKED')
  const frame = {
    viewer: opened.viewer,
    organization,
    title: text('editor.title', { title: opened.page.title }),
    breadcrumbs: [
      { title, href: paths.space(space) },
      ...(opened.changeRequest
        ? [
            {
              title: `#${opened.changeRequest.number} ${opened.changeRequest.subject}`,
              href: paths.changeRequest(space, opened.changeRequest.number),
            },
          ]
        : []),
      { title: opened.page.title, href: back },
    ],
  }
  if (!isDocument || !mayEdit)
    return (
      <Frame {...frame}>
        <EmptyState
          title={text(isDocument ? 'editor.locked' : 'editor.noText')}
          hint={text(isDocument ? 'editor.lockedHint' : 'editor.noTextHint')}
        />
      </Frame>
    )
  return (
    <PageEditorView
      frame={frame}
      place={place}
      base={baseOf(opened.revision, contentOf(opened.page as FragmentType<typeof EditedPage>))}
      back={back}
    />
  )
}

/**
 * Reads the page from the server, once. What the cache has may be older, or of several revisions, and a save that started from it could
 * undo what others wrote.
 */
function useOpenedPage({ space, page, changeRequest }: PagePlace) {
  const client = useClient()
  const [attempt, setAttempt] = useState(0)
  const [{ opened, fault }, setResult] = useState<{ opened?: Opened; fault?: Fault }>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again.
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const result =
        changeRequest === undefined
          ? await client.query(EditorQuery, { space, page }, { requestPolicy: 'network-only' }).toPromise()
          : await client
              .query(ProposedEditorQuery, { space, page, changeRequest }, { requestPolicy: 'network-only' })
              .toPromise()
      if (isCurrent) setResult(result.error ? { fault: faultOf(result.error) } : openedOf(result.data))
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [client, space, page, changeRequest, attempt])
  const retry = () => {
    setResult({})
    setAttempt((count) => count + 1)
  }
  return { opened, fault, retry }
}

function openedOf(data: EditorScreenQuery | ProposedEditorScreenQuery | undefined): {
  opened?: Opened
  fault?: Fault
} {
  const changeRequest = data && 'changeRequest' in data ? data.changeRequest : undefined
  const revision =
    changeRequest?.revisionId ??
    (data?.space && 'revisionId' in data.space ? data.space.revisionId : undefined)
  if (!data?.space || !data.page || revision === undefined)
    return {
      fault: { message: text('waiting.notFound'), code: 'NOT_FOUND', reason: undefined, fields: new Map() },
    }
  return {
    opened: {
      viewer: data.viewer,
      space: data.space,
      page: data.page,
      revision,
      changeRequest: changeRequest ?? undefined,
    },
  }
}
