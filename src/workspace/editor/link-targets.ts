import type { Client } from 'urql'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { TextKey } from '../app/texts.ts'
import type { PagePlace } from './page-requests.ts'

const LinkTargetsOfRevision = graphql(`
  fragment LinkTargetsOfRevision on Revision {
    id
    variables
    allPages(computed: false) { __typename id pageId title }
    allReusableContents { id reusableContentId title }
  }
`)

const LinkTargetsOfSpace = graphql(`
  fragment LinkTargetsOfSpace on Space {
    id
    organization {
      id
      spaces(first: 200, nested: true) { nodes { id title } }
      openAPISpecs(first: 100) { nodes { id slug } }
      members(first: 200) { nodes { id user { id displayName } } }
    }
  }
`)

const LiveLinkTargets = graphql(`
  query LiveLinkTargets($space: ID!) {
    space(id: $space) { id ...LinkTargetsOfSpace revision { id ...LinkTargetsOfRevision } }
  }
`)

const ProposedLinkTargets = graphql(`
  query ProposedLinkTargets($space: ID!, $changeRequest: ID!) {
    space(id: $space) { id ...LinkTargetsOfSpace }
    changeRequest(spaceId: $space, id: $changeRequest) { id revision { id ...LinkTargetsOfRevision } }
  }
`)

/** Something that a page can lead to or show. */
export interface LinkTarget {
  readonly kind: 'page' | 'space' | 'person' | 'specification' | 'reusable' | 'variable'
  readonly title: string
  /** The address of a link, or the expression of a variable. */
  readonly address: string
}

export const kindLabels: Readonly<Record<LinkTarget['kind'], TextKey>> = {
  page: 'editor.kind.page',
  space: 'editor.kind.space',
  person: 'editor.kind.person',
  specification: 'editor.kind.specification',
  reusable: 'editor.kind.reusable',
  variable: 'editor.kind.variable',
}

/** Reads what a page can lead to. It is asked for when a link is first typed. */
export async function readLinkTargets(
  client: Client,
  { space, changeRequest }: PagePlace,
): Promise<LinkTarget[]> {
  const { found, revision } =
    changeRequest === undefined
      ? await readLive(client, space)
      : await readProposed(client, space, changeRequest)
  const { variables, allPages = [], allReusableContents = [] } = unmask(LinkTargetsOfRevision, revision) ?? {}
  const organization = unmask(LinkTargetsOfSpace, found)?.organization
  return [
    ...allPages
      .filter(({ __typename }) => __typename === 'DocumentPage' || __typename === 'ComputedPage')
      .map(({ pageId, title }) => ({ kind: 'page' as const, title, address: `/pages/${pageId}` })),
    ...(organization?.spaces.nodes ?? []).map(({ id, title }) => ({
      kind: 'space' as const,
      title,
      address: `/spaces/${id}`,
    })),
    ...(organization?.members?.nodes ?? []).map(({ user }) => ({
      kind: 'person' as const,
      title: user.displayName,
      address: `/users/${user.id}`,
    })),
    ...(organization?.openAPISpecs?.nodes ?? []).map(({ slug }) => ({
      kind: 'specification' as const,
      title: slug,
      address: `/openapi/${slug}`,
    })),
    ...allReusableContents.map(({ reusableContentId, title }) => ({
      kind: 'reusable' as const,
      title,
      address: `/reusable-contents/${reusableContentId}`,
    })),
    ...Object.keys((variables ?? {}) as object).map((name) => ({
      kind: 'variable' as const,
      title: name,
      address: `space.vars.${name}`,
    })),
  ]
}

async function readLive(client: Client, space: string) {
  const { data } = await client.query(LiveLinkTargets, { space }).toPromise()
  return { found: data?.space, revision: data?.space?.revision }
}

async function readProposed(client: Client, space: string, changeRequest: string) {
  const { data } = await client.query(ProposedLinkTargets, { space, changeRequest }).toPromise()
  return { found: data?.space, revision: data?.changeRequest?.revision }
}
