import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { checkProxy } from './check-proxy.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const timeoutMs = 10_000
const tolerableMs = 5000

/** Checks that BASE_URL leads to a server of this database, through the proxies in front of it, and compares the clocks. */
export async function checkAddress(config: Config, database: Database): Promise<Finding[]> {
  const { baseUrl } = config
  const { ok, problem } = findingsOf('address')
  try {
    const answer = await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(timeoutMs) })
    const isLectern = answer.headers.has('x-request-id') && (await answer.text()).includes('"status"')
    const finding = isLectern
      ? ok(`${baseUrl} leads to Lectern.`)
      : problem(
          `${baseUrl}/healthz answers with status ${answer.status}, and not as Lectern does.`,
          'Check that the proxy forwards the whole address to Lectern, and that BASE_URL is right.',
        )
    const passed = isLectern ? await checkProxy(config) : []
    return [finding, ...passed, await checkClock(database, answer.headers.get('date'))]
  } catch (error) {
    return [
      problem(
        `${baseUrl} does not answer: ${reasonOf(error)}.`,
        'Start the server, and check BASE_URL, the proxy, its certificate and the firewall.',
      ),
      await checkClock(database, null),
    ]
  }
}

/** Compares the clock of this machine with those of the database and of what answers at BASE_URL. */
async function checkClock(database: Database, date: string | null): Promise<Finding> {
  const { ok, problem } = findingsOf('clock')
  const sentAt = Date.now()
  const [row] = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now', [])
  const between = (sentAt + Date.now()) / 2
  const differences = [
    ['the database', Math.abs((row?.now.getTime() ?? between) - between)],
    // The header has seconds only.
    ['BASE_URL', date === null ? 0 : Math.abs(Date.parse(date) - Date.now()) - 1000],
  ] as const
  const wrong = differences.find(([, milliseconds]) => milliseconds > tolerableMs)
  return wrong
    ? problem(
        `The clocks of this machine and of ${wrong[0]} differ by ${Math.round(wrong[1] / 1000)} seconds.`,
        'Let both follow a time server: sign-ins and signed links depend on the time.',
      )
    : ok('The clocks agree.')
}
