import { useState } from 'react'
import { Link } from 'react-aria-components'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { language, text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { SelectField } from '../parts/fields.tsx'
import { Section } from '../parts/form-section.tsx'
import { Hint } from '../parts/hint.tsx'
import { useField } from '../parts/use-field.ts'
import { BarChart } from './bar-chart.tsx'
import { type Insights, insightsOf, type Period, periods, rangeOf, startsOf, sumOf } from './insights-data.ts'
import { InsightsOfSite } from './insights-operations.ts'
import styles from './insights-part.module.css'
import { SiteFrame } from './site-frame.tsx'
import type { SitePartProps } from './site-screen.tsx'

const InsightsQuery = graphql(`
  query SiteInsights(
    $organization: ID!
    $site: ID!
    $days: Int!
    $range: SiteEventRangeInput!
    $interval: SiteEventInterval!
  ) {
    viewer { id ...ViewerOfFrame }
    site(id: $site, organizationId: $organization) { id ...SiteOfFrame ...InsightsOfSite }
  }
`)

const choices = Object.keys(periods) as Period[]

/** Shows what visitors did on a site: counts by day, without anything about the visitors. */
export function InsightsPart(address: SitePartProps) {
  const period = useField<Period>('month')
  const [now] = useState(() => Date.now())
  const { days, interval } = periods[period.value]
  const variables = { ...address, days, interval, range: rangeOf(period.value, now) }
  const { data, fault, refresh } = useScreen(InsightsQuery, variables)
  const [known, setKnown] = useState({ data, period: period.value })
  if (data && data !== known.data) setKnown({ data, period: period.value })
  // While another period is read, the one before it stays.
  const site = unmask(InsightsOfSite, known.data?.site)
  return (
    <SiteFrame {...address} part="insights" data={known.data} fault={fault} onRetry={refresh}>
      <div className={styles.period}>
        <SelectField
          name="period"
          label={text('insights.period')}
          {...period}
          choices={choices.map((choice) => ({ value: choice, label: text(`insights.period.${choice}`) }))}
        />
      </div>
      {site && <Charts insights={insightsOf(site, known.period, now)} starts={startsOf(known.period, now)} />}
    </SiteFrame>
  )
}

const numbers = new Intl.NumberFormat(language)

interface ChartsProps {
  readonly insights: Insights
  readonly starts: readonly string[]
}

function Charts({ insights, starts }: ChartsProps) {
  const { views, searches, opened, good, ok, bad, pages, brokenLinks } = insights
  const ratings = sumOf(good) + sumOf(ok) + sumOf(bad)
  const unopened = searches.map((count, index) => Math.max(0, count - (opened[index] ?? 0)))
  return (
    <div className={styles.charts}>
      <Section title={text('insights.views', { count: sumOf(views) })}>
        <BarChart
          title={text('insights.viewsTitle')}
          starts={starts}
          series={[{ label: text('insights.viewsTitle'), values: views }]}
        />
      </Section>
      <Section
        title={text('insights.searches', { count: sumOf(searches) })}
        hint={text('insights.searchesHint')}
      >
        <BarChart
          title={text('insights.searchesTitle')}
          starts={starts}
          series={[
            { label: text('insights.opened'), values: opened },
            { label: text('insights.unopened'), values: unopened },
          ]}
        />
      </Section>
      <Section
        title={text('insights.feedback', { count: ratings })}
        hint={
          ratings > 0
            ? text('insights.helpful', { percent: Math.round((sumOf(good) / ratings) * 100) })
            : text('insights.noFeedback')
        }
      >
        <BarChart
          title={text('insights.feedbackTitle')}
          starts={starts}
          series={[
            { label: text('insights.good'), values: good },
            { label: text('insights.ok'), values: ok },
            { label: text('insights.bad'), values: bad },
          ]}
        />
      </Section>
      <Section title={text('insights.pages')}>
        <RankedList
          rows={pages.map(({ id, title, count }) => ({ id, title, count }))}
          nothing={text('insights.noPages')}
        />
      </Section>
      <Section title={text('insights.brokenLinks')} hint={text('insights.brokenLinksHint')}>
        <RankedList
          rows={brokenLinks.map(({ space, title, count }) => ({
            id: space,
            title,
            count,
            href: paths.space(space),
          }))}
          nothing={text('insights.noBrokenLinks')}
        />
      </Section>
    </div>
  )
}

interface RankedListProps {
  readonly rows: readonly {
    readonly id: string
    readonly title: string
    readonly count: number
    readonly href?: string
  }[]
  readonly nothing: string
}

const RankedList = ({ rows, nothing }: RankedListProps) =>
  rows.length === 0 ? (
    <Hint>{nothing}</Hint>
  ) : (
    <ol className={styles.ranked}>
      {rows.map(({ id, title, count, href }) => (
        <li key={id}>
          {href === undefined ? <span>{title}</span> : <Link href={href}>{title}</Link>}
          <span>{numbers.format(count)}</span>
        </li>
      ))}
    </ol>
  )
