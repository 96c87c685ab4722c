import { withCommas } from '../../base/english.ts'
import { limited } from '../../base/validation.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { extend } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { visibleField } from '../../graphql/visible-field.ts'
import { Page } from '../content/schema/page.ts'
import { findLivePage } from '../content/service.ts'
import { Site } from '../sites/schema.ts'
import { siteArguments } from '../sites/site-arguments.ts'
import { Space } from '../spaces/schema.ts'
import { defaultDays, insightLimits, maximumCounts } from './limits.ts'
import './aggregation-schema.ts'
import * as service from './service.ts'

/** The types of events of the published contract, with what each counts. */
const eventTypes = {
  page_view: 'A page was shown.',
  page_markdown_request: 'A page was read as Markdown.',
  search_open: 'The search was opened.',
  search_type_query: 'A query was typed.',
  search_open_result: 'A result of a search was opened.',
  page_post_feedback: 'A page was rated.',
  page_post_feedback_comment: 'A rating was explained.',
  agent_feedback: 'An agent rated the site.',
  ask_question: 'A question was asked.',
  ask_view: 'An answer was shown.',
  ask_rate_response: 'An answer was rated.',
  link_click: 'A link was followed.',
  api_client_open: 'The client for an API was opened.',
  api_client_request: 'A request to an API was sent.',
  trademark_click: 'The trademark was followed.',
  ad_click: 'An ad was followed.',
  ad_display: 'An ad was shown.',
  llms_request: 'The list of pages for language models was read.',
  mcp_request: 'An assistant called the site.',
  rss_request: 'The feed was read.',
} as const

type EventType = keyof typeof eventTypes

const SiteEventTypeEnum = builder.enumType('SiteEventType', {
  description: 'The type of an event on a site.',
  values: Object.fromEntries(
    Object.entries(eventTypes).map(([value, description]) => [
      value.toUpperCase(),
      { value, description, extensions: { rest: value } },
    ]),
  ) as Record<string, { value: EventType; description: string }>,
})

const PageRatingEnum = builder.enumType('PageRating', {
  description: 'What a reader thinks of a page.',
  values: {
    BAD: { value: 'bad', description: 'It did not help.', extensions: { rest: 'bad' } },
    OK: { value: 'ok', description: 'It helped in part.', extensions: { rest: 'ok' } },
    GOOD: { value: 'good', description: 'It helped.', extensions: { rest: 'good' } },
  } as const satisfies Record<string, { value: service.PageRating; description: string; extensions: object }>,
})

const SiteEventCount = builder.objectRef<service.EventCount>('SiteEventCount').implement({
  description: 'The number of events of one type on a site on one day.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day in UTC, such as 2026-11-22.' }),
    type: t.field({
      type: SiteEventTypeEnum,
      description: 'The type of the event.',
      resolve: ({ type }) => type as EventType,
    }),
    spaceId: t.exposeID('spaceId', {
      nullable: true,
      description: 'Id of the space. Null for events that are not about a page.',
    }),
    space: t.field(
      visibleField(
        Space,
        'spaceId',
        'The space. Null for events that are not about a page, or if the caller may not see it.',
      ),
    ),
    pageId: t.exposeID('pageId', {
      nullable: true,
      description: 'Id of the page. Null for events that are not about a page.',
    }),
    page: t.field({
      type: Page,
      nullable: true,
      description:
        'The page in the live content. Null for events that are not about a page, if it is not there any more, or if the caller may not see it.',
      resolve: ({ spaceId, pageId }, _args, context) =>
        spaceId !== null && pageId !== null ? findLivePage(context, spaceId, pageId) : null,
    }),
    rating: t.field({
      type: PageRatingEnum,
      nullable: true,
      description: 'The rating of the page. Null for events that are no ratings.',
      resolve: ({ rating }) => rating,
    }),
    count: t.exposeInt('count', { description: 'The number of events.' }),
  }),
})

interface VisitorSegment {
  readonly title: string
  readonly claims: object
  readonly events: number
  readonly visitors: number
  readonly sessions: number
}

const SiteVisitorSegment = builder.objectRef<VisitorSegment>('SiteVisitorSegment').implement({
  description: 'Visitors of a site with the same claims.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title of the group.' }),
    claims: t.expose('claims', { type: 'JSON', description: 'The claims that the visitors have.' }),
    events: t.exposeInt('events', { description: 'The number of their events.' }),
    visitors: t.exposeInt('visitors', { description: 'The number of visitors.' }),
    sessions: t.exposeInt('sessions', { description: 'The number of their sessions.' }),
  }),
})

extend(Site, (t) => ({
  visitorSegments: t.computed({
    type: [SiteVisitorSegment],
    description:
      'The groups of visitors by their claims. Always empty, because nothing about visitors is stored.',
    from: [],
    permission: 'site:administer',
    resolve: () => [],
  }),
  eventCounts: t.code({
    extensions: { [causeExtension]: 'It counts events by day.' },
    type: [SiteEventCount],
    description: `Daily event counts by type and page, newest day first. At most ${withCommas(maximumCounts)} counts.`,
    args: {
      days: t.arg.int({
        description: `Number of days, including today. Defaults to ${defaultDays}.`,
        ...limited(insightLimits.days),
      }),
      types: t.arg({
        type: [SiteEventTypeEnum],
        description: 'Returns only events of these types. Defaults to all.',
      }),
    },
    permission: 'site:administer',
    resolve: async (site, { days, types }, context) => [
      ...(await service.readEventCounts(context, site.id, { days: days ?? defaultDays, types })),
    ],
  }),
}))

const SiteEventLocationInput = builder.inputType('SiteEventLocationInput', {
  description: 'The location of an event. Other members are not stored.',
  fields: (t) => ({
    space: t.id({ description: 'Id of the space.' }),
    page: t.id({ description: 'Id of the page.' }),
  }),
})

const PageFeedbackInput = builder.inputType('PageFeedbackInput', {
  description: 'The rating of a page. Other members, such as a comment, are not stored.',
  fields: (t) => ({
    rating: t.field({ type: PageRatingEnum, required: true, description: 'The rating.' }),
  }),
})

const SiteEventInput = builder.inputType('SiteEventInput', {
  description: 'An event of a visitor. Other members, such as the session, are not stored.',
  fields: (t) => ({
    type: t.field({ type: SiteEventTypeEnum, required: true, description: 'The type of the event.' }),
    location: t.field({
      type: SiteEventLocationInput,
      required: true,
      description: 'The location of the event.',
    }),
    timestamp: t.field({
      type: 'DateTime',
      description: 'The date and time. Events that are not within five minutes of now are not counted.',
    }),
    feedback: t.field({ type: PageFeedbackInput, description: 'The rating, of an event that is one.' }),
  }),
})

builder.mutationField('recordSiteEvents', (t) =>
  mutation(t, {
    description: 'Counts events of visitors of a published site. No data about the visitors is stored.',
    permission: 'public',
    isAudited: false,
    args: {
      ...siteArguments(t),
      events: t.arg({
        type: [SiteEventInput],
        required: true,
        description: 'The events.',
        ...limited(insightLimits.events),
      }),
    },
    payload: {
      recordedCount: {
        type: 'Int',
        description: 'The number of counted events: those that are within five minutes of now.',
      },
      site: readAfter(Site, 'The site. Null for callers who may not see it, such as visitors.'),
    },
    payloadDescription: 'The result of counting events.',
    resolve: async (_root, { events, ...address }, context) => ({
      recordedCount: await service.recordEvents(context, address, events),
      site: address.siteId,
    }),
  }),
)
