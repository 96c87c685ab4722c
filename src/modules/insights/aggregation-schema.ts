import { withCommas } from '../../base/english.ts'
import { limited } from '../../base/validation.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { extend } from '../../graph/declare/model.ts'
import { orderDirection } from '../../graph/declare/order-direction.ts'
import { builder } from '../../graphql/builder.ts'
import { Site } from '../sites/schema.ts'
import {
  type AggregatedColumn,
  aggregateEvents,
  type EventColumnName,
  type Interval,
  type Operator,
  type Preset,
} from './aggregation.ts'
import { defaultAggregates, insightLimits, maximumDays } from './limits.ts'

/** Declares an enum whose values REST spells as the published contract does. */
function namedValues<Value extends string>(
  name: string,
  description: string,
  described: Record<Value, string>,
) {
  const graphName = (value: string) =>
    value.replace(/([a-z])([A-Z0-9])|(\d)([A-Z])/g, '$1$3_$2$4').toUpperCase()
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(
      (Object.entries(described) as [Value, string][]).map(([value, words]) => [
        graphName(value),
        { value, description: words, extensions: { rest: value } },
      ]),
    ) as Record<string, { value: Value; description: string }>,
  })
}

const SiteEventColumnEnum = namedValues<EventColumnName>(
  'SiteEventColumn',
  'A column of an aggregation of events. Nothing else is stored of events: no sessions and no visitors.',
  {
    datetime: 'The day, or the first day of the week or month, as a date and time in UTC.',
    dayOfWeek: 'The day of the week: 1 is Monday and 7 Sunday.',
    eventType: 'The type of the event.',
    page: 'The page, as `{page, space}`. Null for events that are not about a page.',
    siteSpace: 'Id of the site-space. Null for events that are not about a space of the site.',
    siteSection: 'Id of the section. Null for events that are not about a section.',
    eventsCount: 'The number of events.',
  },
)

const SiteEventIntervalEnum = namedValues<Interval>('SiteEventInterval', 'An interval of time.', {
  day: 'A day in UTC.',
  week: 'A week, which begins on Monday.',
  month: 'A month.',
})

const SiteEventOperatorEnum = namedValues<Operator>('SiteEventOperator', 'How a filter compares.', {
  in: 'Equal to one of the values.',
  notIn: 'Equal to none of the values.',
  greaterThan: 'Greater than the only value.',
  greaterThanOrEqual: 'Greater than the only value, or equal to it.',
  lessThan: 'Less than the only value.',
  lessThanOrEqual: 'Less than the only value, or equal to it.',
})

const SiteEventRangeEnum = namedValues<Preset>('SiteEventRange', 'Days until today.', {
  lastYear: 'The last 365 days.',
  last3Months: 'The last 91 days.',
  last30Days: 'The last 30 days.',
  last7Days: 'The last 7 days.',
  last24Hours: 'Yesterday and today, because events are counted by day.',
})

const SiteEventColumnInput = builder.inputType('SiteEventColumnInput', {
  description: 'A column of an aggregation of events.',
  fields: (t) => ({
    column: t.field({ type: SiteEventColumnEnum, required: true, description: 'The column.' }),
    interval: t.field({
      type: SiteEventIntervalEnum,
      description: 'The interval of the column `DATETIME`. Defaults to `DAY`.',
    }),
  }),
})

const SiteEventFilterInput = builder.inputType('SiteEventFilterInput', {
  description: 'A filter of the events of an aggregation.',
  fields: (t) => ({
    column: t.field({
      type: SiteEventColumnEnum,
      required: true,
      description: 'The column that is compared.',
    }),
    values: t.field({
      type: 'JSON',
      required: true,
      description: 'A list of 1 to 100 values in the form in which the column has them.',
    }),
    operator: t.field({ type: SiteEventOperatorEnum, description: 'How to compare. Defaults to `IN`.' }),
  }),
})

const SiteEventOrderInput = builder.inputType('SiteEventOrderInput', {
  description: 'The order of the groups of an aggregation.',
  fields: (t) => ({
    by: t.field({ type: SiteEventColumnInput, required: true, description: 'The column to order by.' }),
    direction: t.field({ type: orderDirection(), required: true, description: 'The direction.' }),
  }),
})

const SiteEventRangeInput = builder.inputType('SiteEventRangeInput', {
  description: `The days of an aggregation: a preset, or both ends of at most ${maximumDays} days.`,
  extensions: { rest: { text: 'preset' } },
  fields: (t) => ({
    preset: t.field({ type: SiteEventRangeEnum, description: 'Days until today.' }),
    from: t.field({ type: 'DateTime', description: 'A time on the first day.' }),
    to: t.field({ type: 'DateTime', description: 'A time on the last day.' }),
  }),
})

const SiteEventAggregate = builder.objectRef<AggregatedColumn>('SiteEventAggregate').implement({
  description: 'A column of an aggregation of events.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    column: t.expose('column', { type: SiteEventColumnEnum, description: 'The column.' }),
    values: t.field({
      type: 'JSON',
      description: 'Its value in each group, as a list. All columns have as many.',
      resolve: ({ values }) => [...values],
    }),
  }),
})

extend(Site, (t) => ({
  eventAggregation: t.code({
    extensions: { [causeExtension]: 'The request describes how events are counted.' },
    type: [SiteEventAggregate],
    description: 'Sums up the numbers of events in groups. Each column has a value for each group.',
    args: {
      select: t.arg({
        type: [SiteEventColumnInput],
        description: 'The columns to return. Defaults to those of `groupBy` and `EVENTS_COUNT`.',
        ...limited(insightLimits.columns),
      }),
      where: t.arg({
        type: [SiteEventFilterInput],
        description: 'Filters, all of which must hold.',
        ...limited(insightLimits.filters),
      }),
      groupBy: t.arg({
        type: [SiteEventColumnInput],
        description: 'The columns that make a group. Defaults to those of `select`.',
        ...limited(insightLimits.columns),
      }),
      order: t.arg({
        type: SiteEventOrderInput,
        description: 'The order. Defaults to the most events first.',
      }),
      range: t.arg({ type: SiteEventRangeInput, required: true, description: 'The days.' }),
      limit: t.arg.int({
        description: `The maximum number of groups. Defaults to ${withCommas(defaultAggregates)}.`,
        ...limited(insightLimits.aggregates),
      }),
    },
    permission: 'site:administer',
    resolve: (site, args, context) => aggregateEvents(context, site.id, args),
  }),
}))
