import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { rules } from '../../src/base/rules.ts'
import { reasons } from '../../src/server/reasons.ts'

const folder = new URL('../../src/workspace/refusals/', import.meta.url)

const sentencesIn = (language: string) =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Record<string, string>

/** The languages of the workspace, of which the server has English itself. */
const languages = readdirSync(new URL('../texts/', folder)).map((name) => name.replace('.json', ''))

/**
 * The reasons that nobody meets in the workspace: it does not use what they are about, or takes what they ask for from its own lists,
 * or tells them in words of its own.
 */
const reasonsOfPrograms = new Set([
  'ANSWER_TOO_LARGE',
  'BASE_REVISION_UNKNOWN',
  'BODY_COMPRESSED',
  'BODY_NOT_FORM',
  'CHANGE_REQUESTS_OF_OTHERS',
  'CHANGE_REQUEST_NUMBER_WITHOUT_SPACE',
  'DISPLAY_NAME_REQUIRED',
  'DOCUMENT_NOT_TRUSTED',
  'DOCUMENT_UNKNOWN',
  'EVENTS_EXPIRED',
  'FAILURE_LIMIT_EXCEEDED',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'IMPORT_NOT_READY',
  'INTROSPECTION_OFF',
  'INVALID_CURSOR',
  'INVITED_USER_NOT_SIGNED_IN',
  'JOBS_ONLY',
  'LAST_EVENT_UNKNOWN',
  'OPERATION_EXISTS',
  'OPERATION_ID_REQUIRED',
  'OPERATION_TOO_COMPLEX',
  'OPERATION_TOO_LARGE',
  'OPERATION_TOO_SLOW',
  'OUTCOME_UNKNOWN',
  'PAGE_NOT_IN_REVISION',
  'PAGE_NOT_IN_SITE_SPACE',
  'PARENT_NOT_IN_ORGANIZATION',
  'PDF_NOT_READY',
  'PERSISTED_QUERY_MISMATCH',
  'PERSISTED_QUERY_NOT_FOUND',
  'PREFLIGHT_REQUIRED',
  'REPLICA_BEHIND',
  'REQUEST_RUNNING',
  'RESOURCE_CHANGED',
  'REVISION_NOT_IN_SPACE',
  'SECTION_GROUP_NOT_IN_SITE',
  'SECTION_NOT_IN_SITE',
  'SIGN_IN_LIMIT_EXCEEDED',
  'SITE_NOT_IN_ORGANIZATION',
  'SITE_SPACE_NOT_IN_SITE',
  'SOURCE_WITHOUT_FOLDERS',
  'STREAM_NEEDED',
  'STREAM_OPEN',
  'SUBSCRIBER_TOO_SLOW',
  'SUBSCRIPTIONS_BUSY',
  'SUBSCRIPTIONS_ONLY',
  'SUBSCRIPTION_ENDED',
  'SUBSCRIPTION_LIMIT_EXCEEDED',
  'TEAM_WITHOUT_PERMISSION',
  'TOKENS_OF_OTHERS',
  'TOKEN_INVALID',
  'TOKEN_MALFORMED',
  'TOKEN_OF_VISITOR',
  'TOKEN_ONLY_EVENTS',
  'TOKEN_OUTLIVES_OWN',
  'TOKEN_READ_ONLY',
  'TOO_MANY_IDEMPOTENCY_KEYS',
  'TOO_MANY_SIGN_IN_LINKS',
  'TRANSACTIONS_BUSY',
  'TYPE_NOT_ACCEPTED',
  'UNKNOWN_INPUT',
  'USER_IS_NOT_CALLER',
])

const messages = new Map<string, string>([
  ...Object.entries(rules),
  ...Object.entries(reasons).map(([name, { message }]) => [name, message] as const),
])

/** The names of the values of a sentence; in forms of a plural, texts stand in braces as well. */
const valuesOf = (sentence: string) =>
  [...sentence.matchAll(/\{(\w+)(?=[},])/g)].flatMap(([, name]) => name ?? [])

describe('what the server refuses', () => {
  test('has one message for each name of a rule or a reason', () => {
    expect(Object.keys(rules).filter((rule) => rule in reasons)).toEqual([])
    expect([...reasonsOfPrograms].filter((reason) => !(reason in reasons))).toEqual([])
  })

  test.each(languages.filter((language) => language !== 'en'))(
    'has a sentence in %s for each rule and reason that a person can meet',
    (language) => {
      const sentences = sentencesIn(language)
      const met = [...messages.keys()].filter((name) => !reasonsOfPrograms.has(name))
      expect(Object.keys(sentences).sort()).toEqual(met.sort())
    },
  )

  test.each(languages)('has only values in %s that its message has too', (language) => {
    const odd = Object.entries(sentencesIn(language)).filter(([name, sentence]) => {
      const known = valuesOf(messages.get(name) ?? '')
      return valuesOf(sentence).some((value) => !known.includes(value))
    })
    expect(odd).toEqual([])
  })
})
