import { language, text } from '../app/texts.ts'
import colors from '../parts/own-colors.module.css'
import styles from './bar-chart.module.css'
import type { Series } from './insights-data.ts'

/** A kind of event in a chart. Those of a chart are told apart by their order, and by their names in the table. */
export interface ChartSeries {
  readonly label: string
  readonly values: Series
}

interface Props {
  readonly title: string
  /** The first day of each interval, such as `2026-11-22`. */
  readonly starts: readonly string[]
  readonly series: readonly ChartSeries[]
}

const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
const numbers = new Intl.NumberFormat(language)

const dateOf = (start: string): string => dates.format(new Date(start))

/** The height of a chart, in its own units. */
const height = 100

/** Numbers over time as stacked bars, and as a table for who cannot see them. */
export function BarChart({ title, starts, series }: Props) {
  const totals = starts.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  const highest = Math.max(...totals)
  const most = Math.max(highest, 1)
  const [first = '', last = ''] = [starts[0], starts.at(-1)]
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        {series.length > 1 &&
          series.map(({ label }, index) => (
            <span key={label}>
              <span className={`${styles.mark} ${styles[`color${index}`]} ${colors.ownColors}`} />
              {label}
            </span>
          ))}
        {highest > 0 && (
          <span className={styles.most}>{text('insights.most', { count: numbers.format(highest) })}</span>
        )}
      </figcaption>
      <svg
        className={`${styles.bars} ${colors.ownColors}`}
        viewBox={`0 0 ${starts.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('insights.chart', { title, from: dateOf(first), to: dateOf(last) })}
      >
        {starts.map((start, index) => (
          <Bar
            key={start}
            index={index}
            most={most}
            values={series.map(({ values }) => values[index] ?? 0)}
          />
        ))}
      </svg>
      <div className={styles.axis}>
        <span>{dateOf(first)}</span>
        <span>{dateOf(last)}</span>
      </div>
      <details className={styles.details}>
        <summary>{text('insights.table')}</summary>
        <div className={styles.scroller}>
          <table>
            <caption>{title}</caption>
            <thead>
              <tr>
                <th scope="col">{text('insights.from')}</th>
                {series.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {starts.map((start, index) => (
                <tr key={start}>
                  <th scope="row">{dateOf(start)}</th>
                  {series.map(({ label, values }) => (
                    <td key={label}>{numbers.format(values[index] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

interface BarProps {
  readonly index: number
  readonly most: number
  readonly values: readonly number[]
}

/** A bar, whose parts stand on one another. */
const Bar = ({ index, most, values }: BarProps) => (
  <>
    {values.map((value, part) => {
      const below = values.slice(0, part).reduce((sum, other) => sum + other, 0)
      const [top, size] = [((below + value) / most) * height, (value / most) * height]
      return (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar are told apart by their order.
          key={part}
          className={styles[`color${part}`]}
          x={index + 0.1}
          width={0.8}
          y={height - top}
          height={size}
        />
      )
    })}
  </>
)
