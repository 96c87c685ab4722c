import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { request } from 'undici'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { createInstruments } from '../../src/metrics/instruments.ts'
import { startServerBeside, startTestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { temporaryFolder } from '../support/folders.ts'

const metricsToken = 'metrics-of-the-operator'
const run = promisify(execFile)
const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../src/docs/operating/prometheus/${name}`, import.meta.url))

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string }
}

interface Panel {
  readonly title: string
  readonly type: string
  readonly targets?: readonly { readonly expr: string }[]
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
}

const rules: readonly Rule[] = parse(readFileSync(fileOf('alerts.yaml'), 'utf8')).groups.flatMap(
  ({ rules: ofGroup }: { rules: Rule[] }) => ofGroup,
)
const panels: readonly Panel[] = JSON.parse(readFileSync(fileOf('dashboard.json'), 'utf8')).panels

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

const metricsIn = (expression: string): string[] => [
  ...new Set(expression.match(/\b(?:lectern|nodejs|process)_\w+/g) ?? []),
]

let scraped: string
beforeAll(async () => {
  const server = await startServerBeside(await startTestApp(), { config: { metricsToken } })
  const { body } = await request(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  scraped = await body.text()
  await server.close()
})

describe('the alerts and the dashboard', () => {
  test.each(expressions)('name metrics that a scrape has: %s', (_name, expression) => {
    const families = new Set([...scraped.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string))
    const isScraped = (name: string) =>
      families.has(name) || families.has(name.replace(/_(bucket|count|sum)$/, ''))
    expect(metricsIn(expression).filter((name) => !isScraped(name))).toEqual([])
  })

  test.each(expressions)('select by labels that their metrics have: %s', (_name, expression) => {
    const labelsOf = new Map(
      createInstruments([])
        .registry.getMetricsAsArray()
        .map((metric) => [metric.name, (metric as unknown as { labelNames: string[] }).labelNames]),
    )
    const wrong = [...expression.matchAll(/\b(lectern_\w+)\{([^}]*)\}/g)].flatMap(
      ([, name = '', selectors = '']) => {
        const known = labelsOf.get(name) ?? labelsOf.get(name.replace(/_(bucket|count|sum)$/, '')) ?? []
        return [...selectors.matchAll(/(\w+)[=!]/g)]
          .map(([, label = '']) => label)
          .filter((label) => !['job', 'instance', 'le', ...known].includes(label))
      },
    )
    expect(wrong).toEqual([])
  })

  test('tell what is wrong and what to do, and show no two panels in one place', () => {
    for (const { annotations, labels } of rules) {
      expect(annotations.summary).toMatch(/\w/)
      expect(annotations.description).toMatch(/\.$/)
      expect(['critical', 'warning']).toContain(labels.severity)
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

// These need the Debian package prometheus, which is large.
describe.runIf(isLongRun)('promtool', () => {
  test('accepts the rules, every expression of the dashboard, and the metrics of Lectern', async () => {
    await run('promtool', ['check', 'rules', fileOf('alerts.yaml')])
    const folder = await temporaryFolder()
    const records = panels
      .flatMap(({ targets = [] }) => targets)
      .map(({ expr }, index) => ({
        record: `panel:${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
      }))
    const file = join(folder, 'panels.yaml')
    await writeFile(file, stringify({ groups: [{ name: 'panels', rules: records }] }))
    await run('promtool', ['check', 'rules', file])
    const checking = run('promtool', ['check', 'metrics'])
    checking.child.stdin?.end(scraped)
    const complaints = await checking.then(
      ({ stderr }) => stderr,
      ({ stderr }) => stderr as string,
    )
    expect(complaints.split('\n').filter((line) => line.startsWith('lectern_'))).toEqual([])
  })

  test('lets the rules tell of what they are for', async () => {
    const folder = await temporaryFolder()
    const series = (name: string, values: string) => ({ series: name, values })
    const tests = {
      rule_files: [fileOf('alerts.yaml')],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: [
            series('up{job="lectern",instance="one"}', '1x30'),
            series('up{job="lectern",instance="other"}', '0x30'),
            series('lectern_ready{instance="one"}', '1x30'),
            series('lectern_requests_total{instance="one",part="rest",status="200"}', '0+600x30'),
            series('lectern_requests_total{instance="one",part="rest",status="503"}', '0+60x30'),
            series('lectern_jobs_age_seconds{instance="one",task="import"}', '0+60x30'),
            series('lectern_disk_free_bytes{instance="one"}', '5e9x30'),
            series('lectern_disk_size_bytes{instance="one"}', '1e11x30'),
          ],
          alert_rule_test: [
            ...['LecternNotReady', 'LecternErrors', 'LecternSlow'].map((alertname) => ({
              eval_time: '30m',
              alertname,
              exp_alerts: [],
            })),
          ],
          promql_expr_test: [
            {
              expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
              eval_time: '30m',
              exp_samples: ['LecternDown', 'LecternUnavailable', 'LecternJobsWait', 'LecternDiskFillsUp'].map(
                (alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 }),
              ),
            },
          ],
        },
      ],
    }
    const file = join(folder, 'alerts.test.yaml')
    await writeFile(file, stringify(tests))
    const { stdout } = await run('promtool', ['test', 'rules', file])
    expect(stdout).toContain('SUCCESS')
  })
})
