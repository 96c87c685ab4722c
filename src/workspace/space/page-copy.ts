import type { Client } from 'urql'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type {
  ContentChangeInput,
  InsertPageInput,
  PageToCopyFragment,
} from '../../generated/workspace-operations/graphql.ts'
import { type Fault, faultOf } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { type PageItem, pagesOf } from './page-list.ts'
import type { PagePlace } from './page-places.ts'

/** How many changes the graph takes at once. */
export const maximumChanges = 50

const PagesToCopy = graphql(`
  query PagesToCopy($space: ID!, $page: ID!) {
    page(spaceId: $space, pageId: $page) {
      id
      ...PageToCopy
      allPages { id ...PageToCopy }
    }
  }
`)

const PageToCopy = graphql(`
  fragment PageToCopy on Page {
    __typename
    id
    pageId
    parentId
    title
    description
    emoji
    icon
    isHidden
    noIndex
    noRobotsIndex
    ... on DocumentPage { markdown variables }
    ... on LinkPage { target { anchor collection file kind page reusableContent space spec url user } }
  }
`)

type Copy = { readonly changes: ContentChangeInput[] } | { readonly fault: Pick<Fault, 'message'> }

/** Returns the changes that copy a page with those below it to a place. Reads their texts first. */
export async function pageCopy(
  client: Client,
  space: string,
  item: PageItem,
  place: PagePlace,
): Promise<Copy> {
  if (pagesOf([item]).length > maximumChanges)
    return { fault: { message: text('space.tooManyToDuplicate', { count: maximumChanges }) } }
  const { data, error } = await client
    .query(PagesToCopy, { space, page: item.id }, { requestPolicy: 'network-only' })
    .toPromise()
  if (!data?.page) return { fault: error ? faultOf(error) : { message: text('fault.server') } }
  const first = unmask(PageToCopy, data.page)
  const below = data.page.allPages
    .map((page) => unmask(PageToCopy, page))
    .filter(({ __typename }) => __typename !== 'ComputedPage')
  return {
    changes: [
      copyOf(first, { ...place, title: text('space.copyOf', { title: first.title }) }),
      ...below.map((page) => copyOf(page, { into: `./${page.parentId}.md` })),
    ],
  }
}

/** Returns the change that copies one page, which those below it name by its ref. */
function copyOf(page: PageToCopyFragment, where: Partial<InsertPageInput>): ContentChangeInput {
  const { pageId, title, description, emoji, icon, isHidden, noIndex, noRobotsIndex } = page
  const shared = { title, description, emoji, icon, isHidden, noIndex, noRobotsIndex, ...where }
  if (page.__typename === 'LinkPage') {
    const {
      anchor,
      collection,
      file,
      kind,
      page: linked,
      reusableContent,
      space,
      spec,
      url,
      user,
    } = page.target
    const target = { anchor, collection, file, kind, page: linked, reusableContent, space, spec, url, user }
    return { insertPage: { type: 'LINK', ref: pageId, ...shared, target } }
  }
  if (page.__typename !== 'DocumentPage') return { insertPage: { type: 'GROUP', ref: pageId, ...shared } }
  const { markdown, variables } = page
  return { insertPage: { type: 'DOCUMENT', ref: pageId, ...shared, variables, document: { markdown } } }
}
