import type { Client } from 'urql'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { ContentChangeInput } from '../../generated/workspace-operations/graphql.ts'
import { type Fault, faultOf } from '../app/faults.ts'
import { baseOf, changedMembers, type PageBase, type PageContent } from './page-content.ts'

export interface PagePlace {
  readonly space: string
  readonly page: string
  /** The number of a change request, or undefined for the live content. */
  readonly changeRequest: string | undefined
}

export const EditedPage = graphql(`
  fragment EditedPage on DocumentPage { id title description emoji markdown }
`)

const SaveLivePage = graphql(`
  mutation SaveLivePage($space: ID!, $page: ID!, $base: ID!, $changes: [ContentChangeInput!]!) {
    updateContent(spaceId: $space, baseRevisionId: $base, input: { changes: $changes }) {
      revisionId
      space { id revisionId updatedAt }
      query { page(spaceId: $space, pageId: $page) { __typename id ... on DocumentPage { id updatedAt ...EditedPage } } }
    }
  }
`)

const SaveProposedPage = graphql(`
  mutation SaveProposedPage($space: ID!, $changeRequest: ID!, $page: ID!, $base: ID!, $changes: [ContentChangeInput!]!) {
    updateChangeRequestContent(
      spaceId: $space
      changeRequestId: $changeRequest
      baseRevisionId: $base
      input: { changes: $changes }
    ) {
      revisionId
      changeRequest { id revisionId updatedAt }
      query {
        page(spaceId: $space, changeRequestId: $changeRequest, pageId: $page) {
          __typename
          id
          ... on DocumentPage { id updatedAt ...EditedPage }
        }
      }
    }
  }
`)

const LivePage = graphql(`
  query LivePage($space: ID!, $page: ID!) {
    space(id: $space) { id revisionId }
    page(spaceId: $space, pageId: $page) { __typename id ... on DocumentPage { id ...EditedPage } }
  }
`)

const ProposedPage = graphql(`
  query ProposedPage($space: ID!, $changeRequest: ID!, $page: ID!) {
    changeRequest(spaceId: $space, id: $changeRequest) { id revisionId }
    page(spaceId: $space, changeRequestId: $changeRequest, pageId: $page) {
      __typename
      id
      ... on DocumentPage { id ...EditedPage }
    }
  }
`)

/** A save: its base, and the page that it leads to. */
export interface SaveRequest {
  /** Makes the server save once, however often the request is sent. */
  readonly key: string
  readonly base: PageBase
  readonly content: PageContent
}

export type Outcome =
  | { readonly kind: 'done'; readonly base: PageBase }
  /** Somebody saved since the base. */
  | { readonly kind: 'stale' }
  /** Nobody knows whether it was saved. */
  | { readonly kind: 'lost'; readonly fault: Fault }
  | { readonly kind: 'refused'; readonly fault: Fault }

const notFound = (message: string): Fault => ({
  message,
  code: 'NOT_FOUND',
  reason: undefined,
  fields: new Map(),
})

export class PageRequests {
  readonly #client: Client
  readonly #place: PagePlace
  readonly #goneMessage: string

  constructor(client: Client, place: PagePlace, goneMessage: string) {
    this.#client = client
    this.#place = place
    this.#goneMessage = goneMessage
  }

  /** Saves what was changed since the base. */
  async save({ key, base, content }: SaveRequest): Promise<Outcome> {
    const { space, page, changeRequest } = this.#place
    const variables = { space, page, base: base.revision, changes: [changeOf(page, base, content)] }
    const context = { fetchOptions: { headers: { 'Idempotency-Key': key } } }
    if (changeRequest === undefined) {
      const { data, error } = await this.#client.mutation(SaveLivePage, variables, context).toPromise()
      return error
        ? failed(error)
        : this.#read(data?.updateContent?.revisionId, data?.updateContent?.query.page)
    }
    const proposed = { ...variables, changeRequest }
    const { data, error } = await this.#client.mutation(SaveProposedPage, proposed, context).toPromise()
    const payload = data?.updateChangeRequestContent
    return error ? failed(error) : this.#read(payload?.revisionId, payload?.query.page)
  }

  async read(): Promise<Outcome> {
    const { changeRequest, ...place } = this.#place
    const policy = { requestPolicy: 'network-only' } as const
    if (changeRequest === undefined) {
      const { data, error } = await this.#client.query(LivePage, place, policy).toPromise()
      return error ? failed(error) : this.#read(data?.space?.revisionId, data?.page)
    }
    const { data, error } = await this.#client
      .query(ProposedPage, { ...place, changeRequest }, policy)
      .toPromise()
    return error ? failed(error) : this.#read(data?.changeRequest?.revisionId, data?.page)
  }

  #read(revision: string | undefined, page: ReadPage | null | undefined): Outcome {
    return revision === undefined || page?.__typename !== 'DocumentPage'
      ? { kind: 'refused', fault: notFound(this.#goneMessage) }
      : { kind: 'done', base: baseOf(revision, contentOf(page)) }
  }
}

type ReadPage =
  | ({ readonly __typename: 'DocumentPage' } & FragmentType<typeof EditedPage>)
  | { readonly __typename: 'ComputedPage' | 'GroupPage' | 'LinkPage' }

/** Returns what the editor changes of a page. */
export function contentOf(page: FragmentType<typeof EditedPage>): PageContent {
  const { title, description, emoji, markdown } = unmask(EditedPage, page)
  return { title, description: description ?? '', emoji: emoji ?? '', markdown }
}

function changeOf(page: string, base: PageBase, content: PageContent): ContentChangeInput {
  const { markdown, emoji, ...changed } = changedMembers(base.typed, content)
  return {
    updatePage: {
      page,
      ...changed,
      ...(emoji !== undefined && { emoji: emoji || null }),
      ...(markdown !== undefined && { document: { markdown } }),
    },
  }
}

function failed(error: Parameters<typeof faultOf>[0]): Outcome {
  const fault = faultOf(error)
  if (fault.reason === 'BASE_REVISION_STALE') return { kind: 'stale' }
  return { kind: mayHaveArrived(fault) ? 'lost' : 'refused', fault }
}

/** Returns whether the request may succeed when it is sent again as it was. */
const mayHaveArrived = ({ code, reason }: Fault): boolean =>
  code === 'OFFLINE' ||
  code === 'SERVICE_UNAVAILABLE' ||
  code === 'TOO_MANY_REQUESTS' ||
  code === 'INTERNAL_SERVER_ERROR' ||
  reason === 'REQUEST_RUNNING'
