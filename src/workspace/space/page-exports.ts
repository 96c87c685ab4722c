import type { Client } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { faultOf } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { showFault } from '../app/toasts.ts'

const PagesAsMarkdown = graphql(`
  query PagesAsMarkdown($space: ID!, $page: ID) { contentExport(spaceId: $space, page: $page) { url } }
`)

const PagesAsPdf = graphql(`
  query PagesAsPdf($space: ID!, $page: ID) { pdf(spaceId: $space, page: $page) { url } }
`)

/** Downloads a page with those below it, or all pages of a space. The address is asked for now, as it is valid for an hour. */
export async function download(
  client: Client,
  format: 'markdown' | 'pdf',
  space: string,
  page?: string,
): Promise<void> {
  const variables = { space, ...(page !== undefined && { page }) }
  const options = { requestPolicy: 'network-only' } as const
  const { address, error } =
    format === 'pdf'
      ? await client
          .query(PagesAsPdf, variables, options)
          .toPromise()
          .then(({ data, error }) => ({ address: data?.pdf?.url, error }))
      : await client
          .query(PagesAsMarkdown, variables, options)
          .toPromise()
          .then(({ data, error }) => ({ address: data?.contentExport?.url, error }))
  if (address) location.assign(address)
  else showFault(error ? faultOf(error) : { message: text('fault.server') })
}
