import { invalidInput } from '../../base/errors.ts'
import { brokenRule } from '../../base/rules.ts'
import type { PageType } from '../../generated/prisma/client.ts'

/** A new body: Markdown or a tree of nodes. */
export type BodyInput =
  | { readonly markdown: string; readonly document?: never }
  | { readonly document: unknown; readonly markdown?: never }

/** The sources of the bytes of a file, of which one is given. */
export interface BytesInput {
  readonly url?: string | null
  readonly base64?: string | null
  readonly upload?: string | null
  readonly contentType?: string | null
}

export interface FileInput extends BytesInput {
  readonly name?: string | null
  readonly ref?: string | null
}

/** The members of a page that are given when it is created and when it is changed. */
interface GivenPage {
  readonly title?: string | null
  readonly slug?: string | null
  readonly emoji?: string | null
  readonly icon?: string | null
  readonly description?: string | null
  readonly isHidden?: boolean | null
  readonly noIndex?: boolean | null
  readonly noRobotsIndex?: boolean | null
  readonly document?: BodyInput | null
  readonly target?: unknown
  readonly computed?: unknown
  readonly variables?: unknown
  readonly into?: string | null
  readonly at?: number | null
}

/** The operations of a batch, with what each of them takes. */
interface Operations {
  readonly insertPage: GivenPage & { readonly type?: PageType | null; readonly ref?: string | null }
  readonly updatePage: GivenPage & { readonly page: string }
  readonly deletePage: { readonly page: string }
  readonly revertPage: { readonly page: string; readonly revision?: string | null }
  readonly insertFiles: { readonly files: readonly FileInput[] }
  readonly updateFile: BytesInput & { readonly file: string; readonly name?: string | null }
  readonly deleteFile: { readonly file: string }
  readonly setVariables: { readonly variables?: unknown }
}

type Operation = keyof Operations

/** One change of a batch, as a client sends it: what one of the operations takes, under its name. */
export type ContentChangeInput = { readonly [Name in Operation]?: Operations[Name] | null }

/** One change of a batch, with its path in the request, such as `changes.3.insertPage`. */
export type ContentChange = {
  [Name in Operation]: Operations[Name] & { readonly operation: Name; readonly path: string }
}[Operation]

export type ChangeOf<Name extends Operation> = Extract<ContentChange, { readonly operation: Name }>

/** A change that may write the members of a page. */
export type PageWrite = ChangeOf<'insertPage' | 'updatePage'>

export const writesPage = (change: ContentChange): change is PageWrite =>
  change.operation === 'insertPage' || change.operation === 'updatePage'

/** Returns the changes of a request. Throws if one has members that exclude each other, or lacks one for its kind of page. */
export function readChanges(given: readonly ContentChangeInput[]): ContentChange[] {
  return given.map((input, index) => {
    const [operation, members] = Object.entries(input).find(([, value]) => value != null) ?? []
    const change = { ...members, operation, path: `changes.${index}.${operation}` } as ContentChange
    if (writesPage(change)) validateWrite(change)
    return change
  })
}

function validateWrite(change: PageWrite): void {
  const { path, document, computed } = change
  if (document && computed != null) throw invalidInput(`${path}.document`, 'cannot be combined with computed')
  if (change.operation === 'insertPage') validateInsertion(change)
}

/** The members that a new page has because of its type, each with the types that have it. */
const membersOfTypes = {
  document: ['DOCUMENT'],
  computed: ['DOCUMENT', 'COMPUTED'],
  target: ['LINK'],
  slug: ['DOCUMENT', 'GROUP'],
} as const satisfies Partial<Record<keyof GivenPage, readonly PageType[]>>

const namesOfTypes: Readonly<Record<PageType, string>> = {
  DOCUMENT: 'a document',
  GROUP: 'a group',
  LINK: 'a link',
  COMPUTED: 'a computed page',
}

function validateInsertion({ path, type, ...given }: ChangeOf<'insertPage'>): void {
  const kind = type ?? 'DOCUMENT'
  for (const [member, types] of Object.entries(membersOfTypes)) {
    const isGiven = given[member as keyof typeof membersOfTypes] != null
    if (isGiven && !(types as readonly PageType[]).includes(kind))
      throw invalidInput(`${path}.${member}`, `is not allowed for ${namesOfTypes[kind]}`)
  }
  const { document, computed, target } = given
  if (kind === 'DOCUMENT' && !document && computed == null) throw brokenRule(`${path}.document`, 'REQUIRED')
  if (kind === 'COMPUTED' && computed == null) throw brokenRule(`${path}.computed`, 'REQUIRED')
  if (kind === 'LINK' && target == null) throw brokenRule(`${path}.target`, 'REQUIRED')
}
