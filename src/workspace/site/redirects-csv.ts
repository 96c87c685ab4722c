import type { Client } from 'urql'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type {
  PlaceOfSpaceFragment,
  UpsertSiteRedirectInput,
} from '../../generated/workspace-operations/graphql.ts'
import { type Fault, faultOf } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { readCsv, writeCsv } from './csv.ts'
import { addressOf, destinationAt } from './destinations.ts'
import { RedirectOfList, RedirectsToExport } from './redirects-operations.ts'

/** A row that cannot be a redirect, and why. */
export interface BadRow {
  readonly row: number
  readonly message: string
}

/** The rows of a text with redirects that can be taken, and the others. */
export interface ReadRedirects {
  readonly good: readonly { readonly row: number; readonly input: UpsertSiteRedirectInput }[]
  readonly bad: readonly BadRow[]
}

const header = ['source', 'destination', 'permanent']

/** Reads redirects: in each row a source, a URL or a path on the site, and optionally whether it is permanent. */
export function readRedirects(csv: string, places: readonly PlaceOfSpaceFragment[]): ReadRedirects {
  const good: ReadRedirects['good'][number][] = []
  const bad: BadRow[] = []
  const sources = new Set<string>()
  for (const [index, [source = '', address = '', permanent = '']] of readCsv(csv).entries()) {
    if (index === 0 && source.toLowerCase() === header[0]) continue
    const destination = destinationAt(address, places)
    const row = index + 1
    if (!source.startsWith('/')) bad.push({ row, message: text('redirects.badSource') })
    else if (sources.has(source)) bad.push({ row, message: text('redirects.twice') })
    else if (!destination) bad.push({ row, message: text('redirects.badDestination') })
    else
      good.push({
        row,
        input: { source, destination, isPermanent: /^(true|yes|1|301|308)$/i.test(permanent) },
      })
    sources.add(source)
  }
  return { good, bad }
}

/** Saves all redirects of a site as a file that can be imported again. Returns why that failed. */
export async function exportRedirects(client: Client, site: string): Promise<Fault | undefined> {
  const rows = [header]
  for (let after: string | null = null; ; ) {
    const { data, error } = await client
      .query(RedirectsToExport, { site, after }, { requestPolicy: 'network-only' })
      .toPromise()
    if (error) return faultOf(error)
    const page: NonNullable<NonNullable<typeof data>['site']>['redirects'] | undefined = data?.site?.redirects
    for (const node of page?.nodes ?? []) {
      const { source, destination, isPermanent } = unmask(RedirectOfList, node)
      rows.push([source, addressOf(destination), String(isPermanent)])
    }
    if (!page?.pageInfo.hasNextPage) break
    after = page.pageInfo.endCursor
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([writeCsv(rows)], { type: 'text/csv' }))
  link.download = 'redirects.csv'
  link.click()
  URL.revokeObjectURL(link.href)
  return undefined
}
