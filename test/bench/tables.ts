import type { ContenderName } from './contenders.ts'
import type { Measured, Measurement } from './measure.ts'
import type { Group, Workload } from './workloads.ts'

/** A table in Markdown, with a line that says what its columns are. */
export interface Table {
  readonly title: string
  readonly text: string
}

type Results = ReadonlyMap<Workload, Measured>

/** Returns a table for each group of workloads that was measured. */
export function resultTables(results: Results): Table[] {
  const makers: Record<Group, (results: Results) => Table> = {
    reads: readsTable,
    rest: restTable,
    pages: pagesTable,
    floors: floorsTable,
    screens: screensTable,
  }
  return Object.entries(makers).flatMap(([group, make]) => {
    const ofGroup = new Map([...results].filter(([workload]) => workload.group === group))
    return ofGroup.size > 0 ? [make(ofGroup)] : []
  })
}

const titles: Record<ContenderName, string> = {
  'hand-written': 'Hand-written',
  lectern: 'Lectern',
  resolvers: 'Resolvers',
  postgraphile: 'PostGraphile',
}

function readsTable(results: Results): Table {
  const compared = (['lectern', 'resolvers', 'postgraphile'] as const).filter((name) =>
    [...results.values()].some((measured) => name in measured),
  )
  const rows = [...results].map(([{ title, goals }, measured]) => [
    title,
    bytes(measured),
    ...(['hand-written', ...compared] as const).map((name) => ratioAndTime(measured, name)),
    goals ? `${goals.done}` : '',
    goals ? `${goals.aim}` : '',
    spread(measured.lectern),
  ])
  return {
    title: 'Reads',
    text: `The throughput as a share of that of the hand-written statement, and the processor time of a request.

${markdown(['Read', 'Size', titles['hand-written'], ...compared.map((name) => titles[name]), 'Least', 'Target', 'p99 / p50'], rows)}`,
  }
}

function restTable(results: Results): Table {
  const byName = new Map([...results].map(([{ name }, measured]) => [name, measured]))
  const rows = [...results].flatMap(([{ title, sameInGraphQL }, measured]) => {
    const graphql = byName.get(sameInGraphQL ?? '')?.lectern
    const rest = measured.lectern
    if (!graphql || !rest) return []
    return [
      [
        title,
        bytes(measured),
        perSecond(rest),
        time(rest),
        perSecond(graphql),
        time(graphql),
        ratio(rest, graphql),
      ],
    ]
  })
  return {
    title: 'REST beside GraphQL',
    text: `Each row of REST beside its own operation, sent to GraphQL. The ratio is the throughput of REST by that of GraphQL.

${markdown(['Read', 'Size', 'REST', 'Time', 'GraphQL', 'Time', 'Ratio'], rows)}`,
  }
}

const pagesTable = (results: Results): Table => ({
  title: 'Published pages and search',
  text: requestsTable(results),
})

const floorsTable = (results: Results): Table => ({
  title: 'Requests without a read',
  text: requestsTable(results),
})

function requestsTable(results: Results): string {
  const rows = [...results].flatMap(([{ title }, measured]) =>
    Object.entries(measured).map(([name, each]) => [
      title,
      titles[name as ContenderName],
      size(each.bytes),
      perSecond(each),
      time(each),
      milliseconds(each.median),
      milliseconds(each.slowest),
    ]),
  )
  return markdown(['Request', 'Server', 'Size', 'Throughput', 'Time', 'p50', 'p99'], rows)
}

function screensTable(results: Results): Table {
  const rows = [...results].map(([{ title }, measured]) => {
    const { lectern, resolvers } = measured
    const written = measured['hand-written']
    return [
      title,
      bytes(measured),
      lectern ? `${perSecond(lectern)}, ${time(lectern)}` : '–',
      resolvers ? `${perSecond(resolvers)}, ${time(resolvers)}` : '–',
      lectern && resolvers ? ratio(lectern, resolvers) : '–',
      written ? `${perSecond(written)}, ${time(written)}` : '–',
      lectern && written ? ratio(lectern, written) : '–',
    ]
  })
  const header = ['Screen', 'Size', 'Lectern', 'Resolvers', 'Ratio', 'Hand-written', 'Ratio']
  return {
    title: 'Screens',
    text: `The ten [screens](../api/screens.md) for an admin, with throughput and processor time. PostGraphile cannot express them: they contain permissions. The hand-written statements write the permissions of an admin as constants; code completes the answers with the tree of a page and with the hunks of a change request.

${markdown(header, rows)}`,
  }
}

function ratioAndTime(measured: Measured, name: ContenderName): string {
  const [base, each] = [measured['hand-written'], measured[name]]
  if (!each) return '–'
  if (name === 'hand-written' || !base) return `${perSecond(each)}, ${time(each)}`
  return `**${ratio(each, base)}**, ${time(each)}`
}

const ratio = (one: Measurement, other: Measurement): string => decimals(one.throughput / other.throughput)

const perSecond = ({ throughput }: Measurement): string =>
  `${throughput >= 100 ? Math.round(throughput).toLocaleString('en') : decimals(throughput)}/s`

/** Returns the processor time of the server and of PostgreSQL. */
const time = ({ server, database }: Measurement): string =>
  `${decimals(server)} + ${database === null ? '?' : decimals(database)} ms`

const milliseconds = (value: number): string => `${decimals(value)} ms`

const spread = (each: Measurement | undefined): string => (each ? decimals(each.slowest / each.median) : '–')

const decimals = (value: number): string =>
  value >= 100 ? value.toFixed() : value.toPrecision(value < 0.1 ? 1 : 2)

const bytes = (measured: Measured): string => {
  const each = measured.lectern ?? Object.values(measured)[0]
  return each ? size(each.bytes) : '–'
}

const size = (count: number): string =>
  count < 1000 ? `${Math.round(count)} B` : `${(count / 1000).toPrecision(count < 10_000 ? 2 : 3)} kB`

/** Returns a table in Markdown. */
export function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}
