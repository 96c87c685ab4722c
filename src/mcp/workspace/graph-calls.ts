import type { GraphQLSchema } from 'graphql'
import { namesContentWrites } from '../../access/tokens.ts'
import { execute } from '../../graphql/run-operation.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { ToolError } from '../tool-answers.ts'
import { organizationsOfUser } from './operations.ts'

/** Runs operations of the graph as the user of a token. The tools have no rules of their own but that of live content. */
export class GraphCalls {
  readonly #schema: GraphQLSchema
  readonly #context: Context

  constructor(schema: GraphQLSchema, context: Context) {
    this.#schema = schema
    this.#context = context
  }

  run<Data>(source: string, variables: Record<string, unknown> = {}): Promise<Data> {
    return execute<Data>({ schema: this.#schema, context: this.#context }, source, variables)
  }

  /** Returns the id of the organization that is meant: the given one, or the only one of the user. */
  async organization(given: string | undefined): Promise<string> {
    if (given !== undefined) return given
    const { organizations } = await this.run<{
      organizations: { nodes: { id: string; title: string }[] }
    }>(organizationsOfUser)
    const [only, ...others] = organizations.nodes
    if (only && others.length === 0) return only.id
    const named = organizations.nodes.map(({ id, title }) => `${title} (${id})`).join(', ')
    throw new ToolError(
      only ? `Name one of the organizations: ${named}.` : 'The user of the token is in no organization.',
    )
  }

  /** Refuses to change live content unless the token names the scope for it. */
  assertMayWriteLive(): void {
    if (!namesContentWrites(memberOf(this.#context).scopes))
      throw new ToolError(
        'Without a change request this changes live content, which the token may not: open a change request with open_change_request, and name it here. For live content the user has to give a token with the scope content:write.',
      )
  }
}
