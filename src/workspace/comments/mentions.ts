import type { Client } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'

const Mentionable = graphql(`
  query Mentionable($space: ID!, $search: String!) {
    space(id: $space) {
      id
      organization {
        id
        members(first: 6, search: $search) { nodes { id user { id displayName photoURL } } }
      }
    }
  }
`)

export interface Mentioned {
  readonly id: string
  readonly displayName: string
  readonly photoURL: string | null
}

/** Looks for members of the organization by their names. Guests may not, and find nobody. */
export async function findMentionable(
  client: Client,
  space: string,
  search: string,
): Promise<readonly Mentioned[]> {
  const { data } = await client.query(Mentionable, { space, search }).toPromise()
  return data?.space?.organization.members?.nodes.map(({ user }) => user) ?? []
}

/** A text as it is typed: who is mentioned in it stands there by name. */
export interface TypedText {
  readonly text: string
  /** The ids of those who are mentioned, by their names. */
  readonly people: ReadonlyMap<string, string>
}

const mention = /\[([^\]\n]*)\]\(\/users\/(\w+) "mention"\)/g

/** Returns the text of a comment for its field. */
export function typedText(markdown: string): TypedText {
  const people = new Map<string, string>()
  const text = markdown.replaceAll(mention, (_link, label: string, id: string) => {
    const name = label.replace(/^@/, '')
    people.set(name, id)
    return `@${name}`
  })
  return { text, people }
}

export function markdownOf({ text, people }: TypedText): string {
  // A longer name first, as it may begin with a shorter one.
  const names = [...people.keys()].sort((a, b) => b.length - a.length)
  if (names.length === 0) return text
  const pattern = new RegExp(
    `@(${names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')})`,
    'g',
  )
  return text.replaceAll(pattern, (_name, name: string) => `[${name}](/users/${people.get(name)} "mention")`)
}

/** Returns what is typed of a name directly before a position, without its sign; undefined if nothing is. */
export const searchBefore = (text: string, position: number): string | undefined =>
  /(?:^|[\s(])@([\p{L}\p{N}._-]{0,40}(?: [\p{L}\p{N}._-]{0,40})?)$/u.exec(text.slice(0, position))?.[1]
