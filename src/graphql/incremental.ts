import {
  BREAK,
  DirectiveLocation,
  type DocumentNode,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLString,
  visit,
} from 'graphql'
import { getOrCreate } from '../base/get-or-create.ts'

const shared = {
  if: {
    type: new GraphQLNonNull(GraphQLBoolean),
    defaultValue: true,
    description: 'Whether the directive applies.',
  },
  label: { type: GraphQLString, description: 'Names the part, unique in the document.' },
}

const onlyWhereAccepted =
  'to clients that accept `multipart/mixed` or `text/event-stream`. Others get one answer.'

/** The directives of answers in parts, as the proposal for incremental delivery has them. */
export const incrementalDirectives: readonly GraphQLDirective[] = [
  new GraphQLDirective({
    name: 'defer',
    description: `Sends the fields of a fragment after the rest of the answer, ${onlyWhereAccepted}`,
    locations: [DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT],
    args: shared,
  }),
  new GraphQLDirective({
    name: 'stream',
    description: `Sends the items of a list one after the other, ${onlyWhereAccepted}`,
    locations: [DirectiveLocation.FIELD],
    args: {
      ...shared,
      initialCount: {
        type: GraphQLInt,
        defaultValue: 0,
        description: 'Number of items that are sent with the rest of the answer.',
      },
    },
  }),
]

const names: ReadonlySet<string> = new Set(incrementalDirectives.map(({ name }) => name))

const known = new WeakMap<DocumentNode, { readonly isIncremental: boolean }>()

/** Returns whether a document asks for an answer in parts. */
export const isIncremental = (document: DocumentNode): boolean =>
  getOrCreate(known, document, () => ({ isIncremental: hasDirective(document) })).isIncremental

function hasDirective(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Directive({ name }) {
      if (!names.has(name.value)) return undefined
      found = true
      return BREAK
    },
  })
  return found
}
