import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { rules } from '../../src/base/rules.ts'
import { gitProblemCodes } from '../../src/formats/git/types.ts'
import { problems } from '../../src/server/problems.ts'
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

/** The problems that nobody meets in the workspace. */
const problemsOfPrograms = new Set(['SOURCE_OF_OPERATOR'])

/**
 * The values that are the same in each language: numbers, names, addresses, titles, symbols, and what another program said. What says in
 * words what is wrong is a problem, with a name of its own.
 */
const valuesWithoutWords = new Set([
  'address',
  'attribute',
  'before',
  'condition',
  'count',
  'cycle',
  'expected',
  'expression',
  'extension',
  'folder',
  'folders',
  'found',
  'generator',
  'held',
  'host',
  'hours',
  'id',
  'job',
  'limit',
  'link',
  'maximum',
  'megabytes',
  'minimum',
  'name',
  'names',
  'newest',
  'number',
  'pages',
  'path',
  'permission',
  'position',
  'quote',
  'ref',
  'seconds',
  'site',
  'slug',
  'space',
  'status',
  'tag',
  'target',
  'text',
  'title',
  'type',
  'types',
  'version',
])
const valuesWithProblems = new Set(['cause', 'problem'])

/** The values that English needs alone, for its grammar: no sentence of another language has them. */
const wordsOfEnglish = new Set(['creators', 'from', 'owner', 'relation', 'rules', 'suggestion', 'unit'])

/** The names of what can be told, each with the names of its values. */
const valuesByName = new Map<string, readonly string[]>([
  ...Object.entries(rules).map(([name, message]) => [name, valuesOf(message)] as const),
  ...Object.entries(reasons).map(([name, { message }]) => [name, valuesOf(message)] as const),
  ...Object.entries(problems),
])

/** The names of the values of a sentence; in forms of a plural, texts stand in braces as well. */
function valuesOf(sentence: string): readonly string[] {
  return [...sentence.matchAll(/\{(\w+)(?=[},])/g)].flatMap(([, name]) => name ?? [])
}

const textsIn = (language: string) =>
  JSON.parse(readFileSync(new URL(`../texts/${language}.json`, folder), 'utf8')) as Record<string, string>

describe('what the server refuses', () => {
  test('has one message for each name of a rule, a reason or a problem', () => {
    const names = [rules, reasons, problems].flatMap((table) => Object.keys(table))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect([...reasonsOfPrograms].filter((reason) => !(reason in reasons))).toEqual([])
    expect([...problemsOfPrograms].filter((problem) => !(problem in problems))).toEqual([])
  })

  test('has no value in words that only English has, unless no sentence tells it', () => {
    const known = new Set([...valuesWithoutWords, ...valuesWithProblems, ...wordsOfEnglish])
    const values = [...valuesByName.values()].flat()
    expect(values.filter((value) => !known.has(value))).toEqual([])
    expect([...known].filter((value) => !values.includes(value))).toEqual([])
    const told = languages.flatMap((language) => Object.values(sentencesIn(language)).flatMap(valuesOf))
    expect(told.filter((value) => wordsOfEnglish.has(value))).toEqual([])
  })

  test.each(languages.filter((language) => language !== 'en'))(
    'has a sentence in %s for each rule, reason and problem that a person can meet',
    (language) => {
      const sentences = sentencesIn(language)
      const met = [...valuesByName.keys()].filter(
        (name) => !reasonsOfPrograms.has(name) && !problemsOfPrograms.has(name),
      )
      expect(Object.keys(sentences).sort()).toEqual(met.sort())
    },
  )

  test.each(languages)('has only values in %s that its message has too', (language) => {
    const odd = Object.entries(sentencesIn(language)).filter(([name, sentence]) => {
      const known = valuesByName.get(name) ?? []
      return valuesOf(sentence).some((value) => !known.includes(value))
    })
    expect(odd).toEqual([])
  })

  test.each(languages)(
    'has words in %s for each form of a plural: without, it would be told as another one',
    (language) => {
      const silent = Object.entries(sentencesIn(language)).filter(([, sentence]) => /\{\s*\}/.test(sentence))
      expect(silent).toEqual([])
    },
  )

  test.each(languages.filter((language) => language !== 'en'))(
    'tells in %s the problem that a message is about',
    (language) => {
      const sentences = sentencesIn(language)
      const silent = [...valuesByName].filter(
        ([name, values]) =>
          name in sentences &&
          values.some((value) => valuesWithProblems.has(value)) &&
          !valuesOf(sentences[name] as string).some((value) => valuesWithProblems.has(value)),
      )
      expect(silent.map(([name]) => name)).toEqual([])
    },
  )

  test.each(languages)('has a sentence in %s for each problem of a file of a branch', (language) => {
    const told = Object.keys(textsIn(language)).filter((name) => name.startsWith('git.problem.'))
    expect(told.toSorted()).toEqual(gitProblemCodes.map((code) => `git.problem.${code}`).toSorted())
  })
})
