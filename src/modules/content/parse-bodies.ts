import { createHash } from 'node:crypto'
import { AppError } from '../../base/errors.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { boundedCache } from '../../caches/bounded-cache.ts'
import {
  type BodyRequest,
  type BodyResponses,
  outcomeOf,
  type ParseOutcome,
  type ValidTree,
  validTree,
} from '../../formats/body/parsing/body-job.ts'
import { mapInGroups } from '../../formats/body/parsing/in-groups.ts'
import { parsingLimits } from '../../formats/body/parsing/limits.ts'
import { parsedOnMainThread } from '../../formats/body/parsing/main-thread.ts'
import type { ParsedBody } from '../../formats/body/parsing/parsed-body.ts'
import { relativeUrls } from '../../formats/page/model/document-references.ts'
import { markdownToDocument } from '../../formats/page/read/markdown-to-document.ts'
import type { JSONDocument } from '../../formats/page/types.ts'
import { stateSize } from '../../request/cost.ts'
import {
  type ContentJobOptions,
  type ContentThreads,
  contentJobLimits,
  runContentJob,
} from '../../workers/content-threads.ts'
import { mapConcurrently } from '../../workers/map-concurrently.ts'
import { errorOf, refusalOf } from '../../workers/messages.ts'
import { refusedInput } from './reasons.ts'

/**
 * Work on bodies. Small ones are parsed here, others in a thread, and what was derived from a body is remembered by its
 * hash, so that it is parsed once: when it is checked, written, indexed, read and rendered.
 */

const jobModule = new URL('../../formats/body/parsing/body-job.ts', import.meta.url)

type ThreadOptions = Pick<ContentJobOptions, 'owner' | 'threads' | 'limitExceeded'>

const runJob = <Kind extends BodyRequest['kind']>(
  request: BodyRequest & { readonly kind: Kind },
  options: ThreadOptions,
): Promise<BodyResponses[Kind]> => runContentJob(jobModule, request, options)

/** Derived forms as JSON, of which one takes a tenth of the memory of objects, and nobody can change it. */
const remembered = boundedCache<string, string>('parsedBodies', (json, key) => json.length + key.length)

const remember = (key: string, json: string) => remembered.set(key, json)

const keyOf = (form: 'parsed' | 'tree', markdown: string): string =>
  `${form} ${createHash('sha256').update(markdown).digest('base64')}`

/**
 * Parses bodies in Markdown for the owner. In the same order, each with what is derived from it, or why it cannot be
 * a body.
 */
export async function parseBodies(
  texts: readonly string[],
  owner: string,
  threads?: ContentThreads,
): Promise<ParseOutcome[]> {
  const keys = texts.map((text) => keyOf('parsed', text))
  const outcomes = new Map<string, ParseOutcome>()
  const pending = new Map<string, string>()
  for (const [index, key] of keys.entries()) {
    const json = remembered.get(key)
    if (json !== undefined) outcomes.set(key, { parsed: JSON.parse(json) as ParsedBody })
    else pending.set(key, texts[index] as string)
  }
  for (const [key, outcome] of await parseNew(pending, { owner, threads })) {
    outcomes.set(key, outcome)
    if ('parsed' in outcome) remember(key, JSON.stringify(outcome.parsed))
  }
  return keys.map((key) => outcomes.get(key) as ParseOutcome)
}

/** The characters of texts from which on others have their turn before they are parsed here: many may arrive at a time. */
const longTexts = 4_000

/** Parses texts, by any keys: here if they are few and small, and else in threads. */
async function parseNew(
  texts: ReadonlyMap<string, string>,
  options: ThreadOptions,
): Promise<[key: string, outcome: ParseOutcome][]> {
  const entries = [...texts]
  if (entries.reduce((sum, [, text]) => sum + text.length, 0) >= longTexts) await yieldToEventLoop()
  const here = parsedOnMainThread([...texts.values()], () =>
    entries.map(([key, text]): [string, ParseOutcome] => [key, outcomeOf(text)]),
  )
  if (here) return here
  return mapInGroups(
    entries,
    ([, text]) => text.length,
    (group) => parseInThread(group, options),
  )
}

async function parseInThread(
  entries: readonly (readonly [string, string])[],
  options: ThreadOptions,
): Promise<[string, ParseOutcome][]> {
  const texts = entries.map(([, text]) => text)
  try {
    const outcomes = await runJob({ kind: 'parse', texts }, { ...options, limitExceeded: bodyTooComplex })
    return entries.map(([key], index) => [key, outcomes[index] as ParseOutcome])
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'BODY_TOO_COMPLEX') throw error
    if (entries.length === 1) return entries.map(([key]) => [key, { refusal: refusalOf(error) }])
    // One of them takes too long, which must not be blamed on the others.
    const each = await mapConcurrently(entries, 1, (entry) => parseInThread([entry], options))
    return each.flat()
  }
}

export const bodyTooComplex = () =>
  refusedInput('markdown', 'BODY_TOO_COMPLEX', { seconds: contentJobLimits.milliseconds / 1000 })

/** Returns what was parsed. Throws the input error of a text that cannot be a body. */
export function parsedOf(outcome: ParseOutcome): ParsedBody {
  if ('parsed' in outcome) return outcome.parsed
  throw errorOf(outcome.refusal)
}

/** Returns the node tree of a body in Markdown, at once unless it is large. */
export function treeOfMarkdown(markdown: string, owner: string): JSONDocument | Promise<JSONDocument> {
  const key = keyOf('tree', markdown)
  const known = remembered.get(key)
  if (known !== undefined) return readTree(known)
  const tree = parsedOnMainThread([markdown], () => markdownToDocument(markdown))
  if (!tree) return treeInThread(markdown, key, owner)
  remember(key, JSON.stringify(tree))
  return tree
}

export interface TreeText {
  readonly json: string
  readonly hasRelativeUrls: boolean
}

/** Whether trees have relative URLs, by the key of the tree. */
const relativity = boundedCache<string, boolean>('relativeBodies', (_isRelative, key) => key.length)

/** Returns the node tree of a body in Markdown as JSON; undefined if it is large and not remembered. */
export function treeTextOf(markdown: string): TreeText | undefined {
  const key = keyOf('tree', markdown)
  const json = remembered.get(key) ?? parsedTree(markdown, key)
  if (json === undefined) return undefined
  const known = relativity.get(key)
  const hasRelativeUrls = known ?? relativeUrls(JSON.parse(json) as JSONDocument).length > 0
  if (known === undefined) relativity.set(key, hasRelativeUrls)
  return { json, hasRelativeUrls }
}

/** Parses a small body, and remembers its tree as JSON. */
function parsedTree(markdown: string, key: string): string | undefined {
  const tree = parsedOnMainThread([markdown], () => markdownToDocument(markdown))
  const json = tree && JSON.stringify(tree)
  if (json !== undefined) remember(key, json)
  return json
}

async function treeInThread(markdown: string, key: string, owner: string): Promise<JSONDocument> {
  const json = await runJob({ kind: 'tree', markdown }, { owner })
  remember(key, json)
  return readTree(json)
}

/** The characters of a tree from which on others have their turn between reading it and what is done with it. */
const longTree = 500_000

function readTree(json: string): JSONDocument | Promise<JSONDocument> {
  const tree = JSON.parse(json) as JSONDocument
  if (json.length < longTree) return tree
  stateSize(tree, Buffer.byteLength(json))
  return yieldToEventLoop().then(() => tree)
}

/** Validates a node tree that a client sent at `path`, and writes it as Markdown. Throws if it is invalid. */
export const validateTree = async (
  tree: unknown,
  path: string | undefined,
  owner: string,
): Promise<ValidTree> =>
  hasManyNodes(tree)
    ? runJob({ kind: 'validate', tree, path }, { owner, limitExceeded: bodyTooComplex })
    : validTree(tree, path)

function hasManyNodes(tree: unknown): boolean {
  const pending = [tree]
  for (let count = 0; pending.length > 0; count++) {
    if (count > parsingLimits.treeNodes) return true
    const value = pending.pop()
    if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) pending.push(member)
  }
  return false
}
